/* export-progress.h: a dialog for a long operation: its progress, and a button that stops it. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define WS_TYPE_EXPORT_PROGRESS (ws_export_progress_get_type ())
G_DECLARE_FINAL_TYPE (WsExportProgress, ws_export_progress, WS, EXPORT_PROGRESS, AdwWindow)

/* Reports the progress, from the working thread. */
void ws_export_progress_report (guint done, guint n, gpointer progress);
/* The operation, in its own thread. @progress: for ws_export_progress_report() */
typedef gboolean (*WsExportWork) (gpointer data, GCancellable *cancellable, gpointer progress,
                                  GError **error);
/* Signal ended (GError *): the operation has ended; NULL on success. It closes itself. @data: freed
 * by @free_data afterwards */
WsExportProgress *ws_export_progress_new (GtkWindow *parent, const char *title, WsExportWork work,
                                          gpointer data, GDestroyNotify free_data);
void ws_export_progress_cancel (WsExportProgress *self);

G_END_DECLS
