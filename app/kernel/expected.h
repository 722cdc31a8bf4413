/* expected.h: computes the expected results of a user's kernel: by another kernel of the file, by a
 * line of C++, or by the kernel's previous version.
 *
 * The virtual GPU computes them, whichever device then runs the kernel.
 */
#pragma once

#include "client/client.h"
#include "user/order.h"

G_BEGIN_DECLS

/**
 * WsExpectedRequest:
 * @order: what the job was made of
 * @compiler: of ws_client_new_for_compiler(): whose worker makes the reference jobs
 * @expected: (element-type WsUserExpected): the results to compute
 * @kept: where earlier results are kept
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
