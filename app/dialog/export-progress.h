/* export-progress.h: a dialog that waits for something that takes a while: how far it is, and a
 * button that stops it. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define WS_TYPE_EXPORT_PROGRESS (ws_export_progress_get_type ())
G_DECLARE_FINAL_TYPE (WsExportProgress, ws_export_progress, WS, EXPORT_PROGRESS, AdwWindow)

/* Says how far it is: from the thread that works. */
void ws_export_progress_report (guint done, guint n, gpointer progress);
/* Works, in a thread of its own. @progress: for ws_export_progress_report() */
typedef gboolean (*WsExportWork) (gpointer data, GCancellable *cancellable, gpointer progress,
                                  GError **error);
/* Signal ended (GError *): when the work is; NULL where it was done. It closes itself. @data: freed
 * by @free_data when the work has ended */
WsExportProgress *ws_export_progress_new (GtkWindow *parent, const char *title, WsExportWork work,
                                          gpointer data, GDestroyNotify free_data);
void ws_export_progress_cancel (WsExportProgress *self);

G_END_DECLS
