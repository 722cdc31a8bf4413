/* user-kernel.h: a source or PTX of the user's that is open: its file, how its kernels are run, and
 * the resulting job.
 *
 * The file is read and never written. How it is run is guessed, unless a .wsjob file beside it
 * specifies it. All untrusted input is parsed by a client's worker in its sandbox, and never here:
 * the source, PTX, the .wsjob file, and expressions.
 */
#pragma once

#include "client/client.h"
#include "user/order.h"

G_BEGIN_DECLS

#define WS_TYPE_USER_KERNEL (ws_user_kernel_get_type ())
G_DECLARE_FINAL_TYPE (WsUserKernel, ws_user_kernel, WS, USER_KERNEL, GObject)

/**
 * WsUserKernelRequest:
 * @file: a CUDA source, or PTX
 * @text: (nullable): of the source; %NULL to read it from @file
 * @kernel: (nullable): which of its kernels; %NULL for those that its host code launches, or the
 * only one; "" likewise, or for the first of several
 * @allowed: (nullable) (array zero-terminated=1): folders outside @file's own of which it may name
 * files
 *
 * What to open, borrowed for the call.
 */
typedef struct {
  GFile *file;
  const char *text;
  const char *kernel;
  const char *const *allowed;
} WsUserKernelRequest;

gboolean ws_user_kernel_is_source (const char *path);
void ws_user_kernel_open_async (const WsUserKernelRequest *request, WsClient *client,
                                GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer user_data);
WsUserKernel *ws_user_kernel_open_finish (GAsyncResult *result, char **text, GError **error);
void ws_user_kernel_load_async (GFile *file, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data);
char *ws_user_kernel_load_finish (GAsyncResult *result, GError **error);
GFile *ws_user_kernel_get_file (WsUserKernel *self);
const char *ws_user_kernel_get_text (WsUserKernel *self);
const WsUserOutline *ws_user_kernel_get_outline (WsUserKernel *self);
WsUserPlan *ws_user_kernel_get_plan (WsUserKernel *self);
void ws_user_kernel_set_architecture (WsUserKernel *self, guint architecture);
GPtrArray *ws_user_kernel_get_diagnostics (WsUserKernel *self);
const char *ws_user_kernel_get_compiler (WsUserKernel *self);
char *ws_user_kernel_dup_said (WsUserKernel *self);
const WsUserBracket *ws_user_kernel_get_bracket (GAsyncResult *result);
gboolean ws_user_kernel_has_main (GAsyncResult *result);
gboolean ws_user_kernel_has_settings (GFile *file);
void ws_user_kernel_save_plan_async (WsUserKernel *self, GAsyncReadyCallback callback,
                                     gpointer user_data);
gboolean ws_user_kernel_save_plan_finish (WsUserKernel *self, GAsyncResult *result, GError **error);
void ws_user_kernel_examine_async (WsUserKernel *self, const WsUserPlan *draft,
                                   GCancellable *cancellable, GAsyncReadyCallback callback,
                                   gpointer user_data);
GArray *ws_user_kernel_examine_finish (WsUserKernel *self, GAsyncResult *result, GError **error);

void ws_user_kernel_make_async (WsUserKernel *self, WsClient *client, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data);
WsJob *ws_user_kernel_make_finish (WsUserKernel *self, GAsyncResult *result, GError **error);

G_END_DECLS
