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

/**
 * WsFigureDrawing:
 * @name: of its files; made unique
 * @heading: above it on the page
 * @caption: (nullable): below it
 * @source: (nullable): source of its figures
 * @alt: description for screen readers
 * @draw: draws @subject
 * @subject: (transfer full): what is drawn
 * @free_subject: frees it
 *
 * A figure that is no picture of one view.
 */
typedef struct {
  const char *name;
  const char *heading;
  const char *caption;
  const char *source;
  const char *alt;
  WsExportDraw draw;
  gpointer subject;
  GDestroyNotify free_subject;
} WsFigureDrawing;

void ws_figures_add_drawing (WsFigureFolder *self, const WsFigureDrawing *drawing);
void ws_figures_add_run (WsFigureFolder *self, WsScene *scene, WsScene *launch_scene,
                         const WsMoment *moment, const WsFigureOptions *options);
guint ws_figures_get_n (const WsFigureFolder *self);

gboolean ws_figures_check_folder (const char *folder, GError **error);
/* @done: files that are written; @n: of how many. In the thread that writes. */
typedef void (*WsFiguresProgress) (guint done, guint n, gpointer user_data);
gboolean ws_figures_write (WsFigureFolder *self, const char *folder, GCancellable *cancellable,
                           WsFiguresProgress progress, gpointer user_data, GError **error);

G_END_DECLS
