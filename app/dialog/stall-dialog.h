/* stall-dialog.h: asks what to do about a worker that is silent or makes no progress. */
#pragma once

#include "client/client.h"

#include <adwaita.h>

G_BEGIN_DECLS

void ws_stall_dialog_watch (GtkWidget *widget, WsClient *client);

G_END_DECLS
