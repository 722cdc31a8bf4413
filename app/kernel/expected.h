/* expected.h: what must come out of a kernel of the user's, where it has to be computed first: by
 * another kernel of the file, by a line of C++, or by the kernel as it was.
 *
 * The virtual GPU computes it, whatever the kernel is then run on.
 */
#pragma once

#include "client/client.h"
#include "own/job.h"

G_BEGIN_DECLS

/**
 * WsExpectedRequest:
 * @source: of the kernel
 * @plan: how it is run
 * @compiled: what a compiler made of it
 * @scope: what files of contents the plan may name
 * @kept: where what came out before is kept
 *
 * All of it must outlive the call.
 */
typedef struct {
  const WsOwnSource *source;
  const WsOwnPlan *plan;
  const WsCompileResult *compiled;
  const WsInputScope *scope;
  GFile *kept;
} WsExpectedRequest;

gboolean ws_expected_is_needed (const WsOwnPlan *plan);
void ws_expected_add_async (const WsExpectedRequest *request, WsJob *job, WsClient *client,
                            GCancellable *cancellable, GAsyncReadyCallback callback,
                            gpointer user_data);
WsJob *ws_expected_add_finish (GAsyncResult *result, GError **error);

G_END_DECLS
