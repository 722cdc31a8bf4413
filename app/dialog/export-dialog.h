/* export-dialog.h: format, size and theme of a picture, and where it goes. */
#pragma once

#include "export/picture.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define WS_TYPE_EXPORT_DIALOG (ws_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (WsExportDialog, ws_export_dialog, WS, EXPORT_DIALOG, AdwWindow)

WsExportDialog *ws_export_dialog_new (GtkWindow *parent, const WsPicture *picture,
                                      WsThemeKind theme, int pane_width, int pane_height);
/* Writes the picture as it was chosen and closes; where it cannot, it says why, and stays. */
void ws_export_dialog_write (WsExportDialog *self, const char *path);
/* What the button Export does: as ws_export_dialog_write(), into the last folder, under a name that
 * is free. */
void ws_export_dialog_export (WsExportDialog *self);

G_END_DECLS
