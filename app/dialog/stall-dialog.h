/* stall-dialog.h: asks what to do about a worker that shows no sign of life, or does not get on. */
#pragma once

#include "client/client.h"

#include <adwaita.h>

G_BEGIN_DECLS

void ws_stall_dialog_watch (GtkWidget *widget, WsClient *client);

G_END_DECLS
