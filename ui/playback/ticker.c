#include "playback/ticker.h"

struct _WsTicker {
  GtkWidget *widget; /* which owns it */
  WsPlayhead *playhead;
  GSignalGroup *signals;
  guint tick;
  gint64 last_frame_us;
};

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  WsTicker *self = data;
  gint64 now_us = gdk_frame_clock_get_frame_time (clock);
  double seconds = self->last_frame_us > 0 ? (now_us - self->last_frame_us) / 1e6 : 0;
  gboolean smooth = TRUE;

  g_object_get (gtk_widget_get_settings (widget), "gtk-enable-animations", &smooth, NULL);
  self->last_frame_us = now_us;
  /* no jump after a hidden window, or suspend */
  ws_playhead_advance (self->playhead, MIN (seconds, 0.1), smooth);
  if (ws_playhead_is_moving (self->playhead))
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

static void
update (WsTicker *self)
{
  gboolean wanted = self->playhead != NULL && ws_playhead_is_moving (self->playhead)
                    && gtk_widget_get_mapped (self->widget);

  if (wanted && self->tick == 0)
    {
      self->last_frame_us = 0;
      self->tick = gtk_widget_add_tick_callback (self->widget, tick_cb, self, NULL);
    }
  else if (!wanted && self->tick != 0)
    {
      gtk_widget_remove_tick_callback (self->widget, self->tick);
      self->tick = 0;
    }
}

/**
 * ws_ticker_new:
 * @widget: (transfer none): whose frames count; it outlives the ticker
 *
 * Returns: (transfer full): a ticker of no playhead yet
 */
WsTicker *
ws_ticker_new (GtkWidget *widget)
{
  WsTicker *self = g_new0 (WsTicker, 1);

  self->widget = widget;
  self->signals = g_signal_group_new (WS_TYPE_PLAYHEAD);
  g_signal_group_connect_swapped (self->signals, "notify::moving", G_CALLBACK (update), self);
  g_signal_connect_data (widget, "map", G_CALLBACK (update), self, NULL,
                         G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_data (widget, "unmap", G_CALLBACK (update), self, NULL,
                         G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  return self;
}

void
ws_ticker_free (WsTicker *self)
{
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (self->widget, self->tick);
  g_signal_handlers_disconnect_by_data (self->widget, self);
  g_clear_object (&self->signals);
  g_clear_object (&self->playhead);
  g_free (self);
}

/**
 * ws_ticker_set_playhead:
 * @playhead: (nullable): what it moves; no other visible widget's ticker may move it
 */
void
ws_ticker_set_playhead (WsTicker *self, WsPlayhead *playhead)
{
  g_set_object (&self->playhead, playhead);
  g_signal_group_set_target (self->signals, playhead);
  update (self);
}
