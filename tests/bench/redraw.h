/* redraw.h: what the pixels of a frame cost: as GTK's cairo renderer does it, only what is not the
 * node that it was in the frame before is drawn.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _Redraw Redraw;

/* @widget: stays longer */
Redraw *redraw_new (GtkWidget *widget);
void redraw_free (Redraw *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Redraw, redraw_free)

/* Remembers what the widget shows now. */
void redraw_take (Redraw *self);
/* Draws what has changed since it was taken. FALSE where nothing has. @ms: processor time; @share:
 * of the widget's area */
gboolean redraw_measure (Redraw *self, double *ms, double *share);
/* The same for all of it. */
double redraw_measure_all (Redraw *self);

G_END_DECLS
