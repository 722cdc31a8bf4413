/* counters.c: the hardware's own figures for the launch shown. */
#include "window/private.h"

static gboolean
can_count (WsWindow *self)
{
  WsRun *run = ws_playhead_get_run (self->playhead);

  return run != NULL && run->origin == WS_ORIGIN_MEASURED && !ws_recorder_is_busy (self->recorder);
}

static void
update (WsWindow *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.read-counters", can_count (self));
}

/* Of the launch shown, on the device that recorded it, with what it was recorded with. */
static void
read_counters_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsWindow *self = WS_WINDOW (widget);
  WsRun *run = ws_playhead_get_run (self->playhead);
  g_autoptr (WsJobSource) source = NULL;

  if (!can_count (self))
    return;
  source = ws_window_dup_source (self, run);
  if (source != NULL)
    ws_recorder_count (self->recorder, run, source, ws_playhead_get_launch (self->playhead));
}

/* The run shown, with the counters: everything else stays where it is. */
static void
counted_cb (WsWindow *self, WsRun *run, guint launch, GPtrArray *counters)
{
  double position = ws_playhead_get_position (self->playhead);
  gboolean playing = ws_playhead_get_playing (self->playhead);
  guint shown = ws_playhead_get_launch (self->playhead);
  guint block = ws_playhead_get_block (self->playhead);
  guint warp = ws_playhead_get_warp (self->playhead);
  g_autoptr (WsRun) more = NULL;

  if (ws_playhead_get_run (self->playhead) != run)
    return;
  more = ws_run_with_counters (run, launch, counters);
  ws_playhead_look_at (self->playhead, more, shown, block, warp, position);
  ws_playhead_set_playing (self->playhead, playing);
}

void
ws_window_counters_class_init (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.read-counters", NULL, read_counters_cb);
}

void
ws_window_counters_init (WsWindow *self)
{
  g_signal_connect_object (self->recorder, "counted", G_CALLBACK (counted_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->recorder, "notify::busy", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->playhead, "notify::run", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  update (self);
}
