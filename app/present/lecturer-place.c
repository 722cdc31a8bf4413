#include "present/lecturer-place.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define SHOW "show"

/**
 * ws_lecturer_find_monitor:
 * @window: what the class sees
 *
 * Returns: (transfer full) (nullable): another monitor than that of @window; %NULL if there is
 * none, or where each shows the same
 */
GdkMonitor *
ws_lecturer_find_monitor (GtkWindow *window)
{
  GdkDisplay *display = gtk_widget_get_display (GTK_WIDGET (window));
  GListModel *monitors = gdk_display_get_monitors (display);
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (window));
  GdkMonitor *own = surface != NULL ? gdk_display_get_monitor_at_surface (display, surface) : NULL;
  GdkRectangle seen = { 0 };

  if (own != NULL)
    gdk_monitor_get_geometry (own, &seen);
  for (guint i = 0; i < g_list_model_get_n_items (monitors); i++)
    {
      g_autoptr (GdkMonitor) monitor = g_list_model_get_item (monitors, i);
      GdkRectangle place;

      gdk_monitor_get_geometry (monitor, &place);
      if (monitor != own && !gdk_rectangle_equal (&place, &seen))
        return g_steal_pointer (&monitor);
    }
  return NULL;
}

/**
 * ws_lecturer_ask:
 * @window: what the class sees, and the notes would cover
 * @show: called with @owner, if they are to be shown all the same
 * @owner: a #GObject
 *
 * Asks whether to show the lecturer's view on the only screen.
 */
void
ws_lecturer_ask (GtkWindow *window, GCallback show, gpointer owner)
{
  GtkWidget *widget = adw_message_dialog_new (
      window, _ ("Show the Lecturer's View Here?"),
      _ ("There is only one screen. The notes would cover what the class sees."));
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (widget);

  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), SHOW, _ ("_Show Here"), NULL);
  adw_message_dialog_set_default_response (dialog, "cancel");
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_signal_connect_object (dialog, "response::" SHOW, show, owner, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/**
 * ws_lecturer_place:
 * @window: what the class sees
 *
 * Shows it on the whole of another monitor; where there is none as a window above @window, which
 * can be moved aside.
 */
void
ws_lecturer_place (WsLecturer *self, GtkWindow *window)
{
  g_autoptr (GdkMonitor) monitor = ws_lecturer_find_monitor (window);

  if (monitor != NULL)
    gtk_window_fullscreen_on_monitor (GTK_WINDOW (self), monitor);
  else
    gtk_window_set_transient_for (GTK_WINDOW (self), window);
  gtk_window_present (GTK_WINDOW (self));
}
