/* export-private.h: what the writers of files share. Private to export/. */
#pragma once

#include "export/export.h"

G_BEGIN_DECLS

/* FALSE with an error: the output is discarded */
typedef gboolean (*WsExportWrite) (GOutputStream *stream, gpointer data, GError **error);
gboolean ws_export_replace (const char *path, WsExportWrite write, gpointer data,
                            GCancellable *cancellable, GError **error);
GBytes *ws_export_to_bytes (WsExportDraw draw, gconstpointer subject, const WsExportForm *form,
                            const char *format, GError **error);
gboolean ws_export_check_form (const WsExportForm *form, GError **error);

G_END_DECLS
