/* version-dialog.h: two versions of the user's kernel, line by line. */
#pragma once

#include "edit/user-versions.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define WS_TYPE_VERSION_DIALOG (ws_version_dialog_get_type ())
G_DECLARE_FINAL_TYPE (WsVersionDialog, ws_version_dialog, WS, VERSION_DIALOG, AdwWindow)

/* Signal: side-by-side (WsRun *, WsRun *): show their runs side by side. */
GtkWidget *ws_version_dialog_new (GtkWindow *parent, WsUserVersions *versions);

G_END_DECLS
