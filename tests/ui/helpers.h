/* helpers.h: what the tests of widgets share: time that passes, a window round a widget, keys and
 * clicks, finding what is inside, pictures. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef gboolean (*HelperCondition) (gpointer data);

/* time */
void helper_iterate (guint ms);
gboolean helper_wait (HelperCondition condition, gpointer data);

/* a window */
gboolean helper_init_gtk (void);
GtkWidget *helper_open (GtkWidget *child, int width, int height);
void helper_close (GtkWidget *window);
void helper_write_picture (GtkWidget *widget, const char *path);

/* the user */
GtkEventController *helper_find_controller (GtkWidget *widget, GType type);
gboolean helper_press (GtkWidget *widget, guint key, GdkModifierType state);
void helper_click (GtkWidget *widget, double x, double y);

/* what is there */
GtkWidget *helper_find (GtkWidget *root, GType type, guint nth);
GtkWidget *helper_find_label (GtkWidget *root, const char *text);
guint helper_count_labels (GtkWidget *root, const char *text);
void helper_check_lifetime (GType type);

/* files */
void helper_remove_folder (const char *path);

G_END_DECLS
