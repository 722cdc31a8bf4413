/* export-dialog.h: format, size, theme and target of a picture. */
#pragma once

#include "export/picture.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define WS_TYPE_EXPORT_DIALOG (ws_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (WsExportDialog, ws_export_dialog, WS, EXPORT_DIALOG, AdwWindow)

WsExportDialog *ws_export_dialog_new (GtkWindow *parent, const WsPicture *picture,
                                      WsThemeKind theme, int pane_width, int pane_height);
/* Writes the picture with the chosen settings and closes; on an error it shows the message and
 * stays open. */
void ws_export_dialog_write (WsExportDialog *self, const char *path);
/* What the button Export does: as ws_export_dialog_write(), into the last folder, under an unused
 * name. */
void ws_export_dialog_export (WsExportDialog *self);

G_END_DECLS
