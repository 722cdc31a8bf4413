/* device-dialog.h: adds another computer: an ssh host, or a command that starts a worker; tests it,
 * and shows its devices or what is wrong. */
#pragma once

#include "client/client.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define WS_TYPE_DEVICE_DIALOG (ws_device_dialog_get_type ())
G_DECLARE_FINAL_TYPE (WsDeviceDialog, ws_device_dialog, WS, DEVICE_DIALOG, AdwWindow)

/* Signal: "accepted" (WsClient *): it should be added; the client may be connected, or still
 * waiting. */
GtkWidget *ws_device_dialog_new (GtkWindow *parent);

G_END_DECLS
