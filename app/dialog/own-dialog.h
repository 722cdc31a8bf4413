/* own-dialog.h: how a kernel of the user's is run, to be changed: launches with their numbers,
 * buffers with what they hold. What was guessed says why. */
#pragma once

#include "kernel/own-kernel.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define WS_TYPE_OWN_DIALOG (ws_own_dialog_get_type ())
G_DECLARE_FINAL_TYPE (WsOwnDialog, ws_own_dialog, WS, OWN_DIALOG, AdwWindow)

/* Signal: "accepted": what stands in the fields is in the plan now, and is to be run. */
WsOwnKernel *ws_own_dialog_get_kernel (WsOwnDialog *self);
const char *ws_own_dialog_get_chosen (WsOwnDialog *self);
GtkWidget *ws_own_dialog_new (GtkWindow *parent, WsOwnKernel *kernel);

G_END_DECLS
