/* own-kernel.h: a source or PTX of the user's that is open: its file, how its kernels are run, and
 * the job that comes of both.
 *
 * The file is read and never written. How it is run is guessed, unless a .wsjob file beside it says
 * it. Compiling is a client's.
 */
#pragma once

#include "client/client.h"
#include "own/plan.h"

G_BEGIN_DECLS

#define WS_TYPE_OWN_KERNEL (ws_own_kernel_get_type ())
G_DECLARE_FINAL_TYPE (WsOwnKernel, ws_own_kernel, WS, OWN_KERNEL, GObject)

gboolean ws_own_kernel_is_source (const char *path);
WsOwnKernel *ws_own_kernel_open (GFile *file, const char *kernel, const char *const *allowed,
                                 GError **error);
WsOwnKernel *ws_own_kernel_new (GFile *file, const char *text, const char *kernel,
                                const char *const *allowed, GError **error);
void ws_own_kernel_open_async (GFile *file, const char *text, const char *kernel,
                               const char *const *allowed, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data);
WsOwnKernel *ws_own_kernel_open_finish (GAsyncResult *result, char **text, GError **error);
void ws_own_kernel_load_async (GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback,
                               gpointer user_data);
char *ws_own_kernel_load_finish (GAsyncResult *result, GError **error);
GFile *ws_own_kernel_get_file (WsOwnKernel *self);
const WsOwnSource *ws_own_kernel_get_source (WsOwnKernel *self);
WsOwnPlan *ws_own_kernel_get_plan (WsOwnKernel *self);
GPtrArray *ws_own_kernel_get_diagnostics (WsOwnKernel *self);
const char *ws_own_kernel_get_compiler (WsOwnKernel *self);
char *ws_own_kernel_dup_said (WsOwnKernel *self);
gboolean ws_own_kernel_save_plan (WsOwnKernel *self, GError **error);

void ws_own_kernel_make_async (WsOwnKernel *self, WsClient *client, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data);
WsJob *ws_own_kernel_make_finish (WsOwnKernel *self, GAsyncResult *result, GError **error);

G_END_DECLS
