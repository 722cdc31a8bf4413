#include "toolkit/tip.h"

/**
 * ws_tip_set:
 * @widget: any
 * @text: (nullable): its tooltip; %NULL for none
 *
 * Like gtk_widget_set_tooltip_text(), which, for a visible widget, queries the display three times
 * for the pointer, synchronously: avoids that by hiding off-screen widgets meanwhile, and by
 * skipping unchanged tooltips. The templates' tooltips are resources/quiet-tips.cmake's.
 */
void
ws_tip_set (GtkWidget *widget, const char *text)
{
  gboolean hides;

  g_return_if_fail (GTK_IS_WIDGET (widget));

  if (g_strcmp0 (gtk_widget_get_tooltip_text (widget), text) == 0)
    return;
  hides = gtk_widget_get_visible (widget) && !gtk_widget_get_mapped (widget);
  g_object_freeze_notify (G_OBJECT (widget));
  if (hides)
    gtk_widget_set_visible (widget, FALSE);
  gtk_widget_set_tooltip_text (widget, text);
  if (hides)
    gtk_widget_set_visible (widget, TRUE);
  g_object_thaw_notify (G_OBJECT (widget));
}
