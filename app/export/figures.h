/* figures.h: many pictures as a folder: each as PNG, SVG and PDF with its figures as CSV and JSON,
 * and a page that shows them all. Needs no display.
 */
#pragma once

#include "export/picture.h"

G_BEGIN_DECLS

typedef struct _WsFigureFolder WsFigureFolder;

WsFigureFolder *ws_figures_new (const char *title, const WsExportForm *form);
void ws_figures_free (WsFigureFolder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsFigureFolder, ws_figures_free)
void ws_figures_begin_section (WsFigureFolder *self, const char *heading);
void ws_figures_add (WsFigureFolder *self, const char *name, const char *heading,
                     const WsPicture *picture);
void ws_figures_add_run (WsFigureFolder *self, WsScene *scene, WsScene *launch_scene,
                         const WsMoment *moment, const WsFigureOptions *options);
guint ws_figures_get_n (const WsFigureFolder *self);

gboolean ws_figures_check_folder (const char *folder, GError **error);
/* @done: files that are written; @n: of how many. In the thread that writes. */
typedef void (*WsFiguresProgress) (guint done, guint n, gpointer user_data);
gboolean ws_figures_write (WsFigureFolder *self, const char *folder, GCancellable *cancellable,
                           WsFiguresProgress progress, gpointer user_data, GError **error);

G_END_DECLS
