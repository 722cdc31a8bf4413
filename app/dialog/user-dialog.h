/* user-dialog.h: the editable settings of a user's kernel: launches with their numbers, buffers
 * with their contents. Guessed fields show the reason. */
#pragma once

#include "kernel/user-kernel.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define WS_TYPE_USER_DIALOG (ws_user_dialog_get_type ())
G_DECLARE_FINAL_TYPE (WsUserDialog, ws_user_dialog, WS, USER_DIALOG, AdwWindow)

/* Signal: "accepted": the plan has the contents of the fields now, and should run. */
WsUserKernel *ws_user_dialog_get_kernel (WsUserDialog *self);
const char *ws_user_dialog_get_chosen (WsUserDialog *self);
GtkWidget *ws_user_dialog_new (GtkWindow *parent, WsUserKernel *kernel);

G_END_DECLS
