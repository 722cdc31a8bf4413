/* user-dialog.h: how a kernel of the user's is run, to be changed: launches with their numbers,
 * buffers with what they hold. What was guessed says why. */
#pragma once

#include "kernel/user-kernel.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define WS_TYPE_USER_DIALOG (ws_user_dialog_get_type ())
G_DECLARE_FINAL_TYPE (WsUserDialog, ws_user_dialog, WS, USER_DIALOG, AdwWindow)

/* Signal: "accepted": what stands in the fields is in the plan now, and is to be run. */
WsUserKernel *ws_user_dialog_get_kernel (WsUserDialog *self);
const char *ws_user_dialog_get_chosen (WsUserDialog *self);
GtkWidget *ws_user_dialog_new (GtkWindow *parent, WsUserKernel *kernel);

G_END_DECLS
