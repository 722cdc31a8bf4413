#include "dialog/narrow.h"

#define NARROW_PX 880 /* of the parent */
#define LEAST_PX  360

/**
 * ws_dialog_narrow:
 * @dialog: a dialog with a parent
 * @body: its children side by side
 *
 * If the parent is narrow, the dialog is no wider, and @body's children are stacked.
 */
void
ws_dialog_narrow (GtkWindow *dialog, GtkWidget *body)
{
  GtkWindow *parent = gtk_window_get_transient_for (dialog);
  int width = parent != NULL ? gtk_widget_get_width (GTK_WIDGET (parent)) : 0;

  if (width <= 0 || width >= NARROW_PX)
    return;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (body), GTK_ORIENTATION_VERTICAL);
  gtk_window_set_default_size (dialog, MAX (width, LEAST_PX), -1);
}
