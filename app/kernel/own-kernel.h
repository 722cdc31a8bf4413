/* own-kernel.h: a source or PTX of the user's that is open: its file, how its kernels are run, and
 * the job that comes of both.
 *
 * The file is read and never written. How it is run is guessed, unless a .wsjob file beside it says
 * it. Whatever strangers may have written is parsed by a client's worker, in its sandbox, and never
 * here: the source, PTX, what the .wsjob file says, and expressions.
 */
#pragma once

#include "client/client.h"
#include "own/order.h"

G_BEGIN_DECLS

#define WS_TYPE_OWN_KERNEL (ws_own_kernel_get_type ())
G_DECLARE_FINAL_TYPE (WsOwnKernel, ws_own_kernel, WS, OWN_KERNEL, GObject)

gboolean ws_own_kernel_is_source (const char *path);
void ws_own_kernel_open_async (GFile *file, const char *text, const char *kernel,
                               const char *const *allowed, WsClient *client,
                               GCancellable *cancellable, GAsyncReadyCallback callback,
                               gpointer user_data);
WsOwnKernel *ws_own_kernel_open_finish (GAsyncResult *result, char **text, GError **error);
void ws_own_kernel_load_async (GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback,
                               gpointer user_data);
char *ws_own_kernel_load_finish (GAsyncResult *result, GError **error);
GFile *ws_own_kernel_get_file (WsOwnKernel *self);
const char *ws_own_kernel_get_text (WsOwnKernel *self);
const WsOwnOutline *ws_own_kernel_get_outline (WsOwnKernel *self);
WsOwnPlan *ws_own_kernel_get_plan (WsOwnKernel *self);
GPtrArray *ws_own_kernel_get_diagnostics (WsOwnKernel *self);
const char *ws_own_kernel_get_compiler (WsOwnKernel *self);
char *ws_own_kernel_dup_said (WsOwnKernel *self);
const WsOwnBracket *ws_own_kernel_get_bracket (GAsyncResult *result);
void ws_own_kernel_save_plan_async (WsOwnKernel *self, GAsyncReadyCallback callback,
                                    gpointer user_data);
gboolean ws_own_kernel_save_plan_finish (WsOwnKernel *self, GAsyncResult *result, GError **error);
void ws_own_kernel_examine_async (WsOwnKernel *self, const WsOwnPlan *draft,
                                  GCancellable *cancellable, GAsyncReadyCallback callback,
                                  gpointer user_data);
GArray *ws_own_kernel_examine_finish (WsOwnKernel *self, GAsyncResult *result, GError **error);

void ws_own_kernel_make_async (WsOwnKernel *self, WsClient *client, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data);
WsJob *ws_own_kernel_make_finish (WsOwnKernel *self, GAsyncResult *result, GError **error);

G_END_DECLS
