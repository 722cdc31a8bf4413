/* hands.h: pointer and keys of an X display, as a user's reach it (XTEST): clicks, drags, the
 * wheel, keys with modifiers; and what a window manager would do: the focus, the size of a window.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* FALSE where the display is not X's, or knows no XTEST */
gboolean hands_init (void);
/* Everything below has reached the program's queue of events when it returns. */
void hands_move (int x, int y);
void hands_button (guint button, gboolean down);
void hands_key (guint keyval, GdkModifierType modifiers);
/* Lets go of all that is held. */
void hands_release (void);
void hands_focus (GtkNative *native);
/* Moves a window back that was dragged off the screen. @widget: (nullable) */
void hands_keep_in_sight (GtkWidget *widget);
void hands_resize (GtkNative *native, int width, int height);
/* Where a widget's point is on the screen; FALSE where it has no surface there. */
gboolean hands_find (GtkWidget *widget, double x, double y, int *root_x, int *root_y);

G_END_DECLS
