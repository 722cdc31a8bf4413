/* expected.h: what must come out of a kernel of the user's, where it has to be computed first: by
 * another kernel of the file, by a line of C++, or by the kernel as it was.
 *
 * The virtual GPU computes it, whatever the kernel is then run on.
 */
#pragma once

#include "client/client.h"
#include "user/order.h"

G_BEGIN_DECLS

/**
 * WsExpectedRequest:
 * @order: what the job was made of
 * @compiler: of ws_client_new_for_compiler(): whose worker makes the jobs that compute it
 * @expected: (element-type WsUserExpected): what has to be computed
 * @kept: where what came out before is kept
 *
 * All of it must outlive the call.
 */
typedef struct {
  const WsUserOrder *order;
  WsClient *compiler;
  GArray *expected;
  GFile *kept;
} WsExpectedRequest;

void ws_expected_add_async (const WsExpectedRequest *request, WsJob *job, WsClient *client,
                            GCancellable *cancellable, GAsyncReadyCallback callback,
                            gpointer user_data);
WsJob *ws_expected_add_finish (GAsyncResult *result, GError **error);

G_END_DECLS
