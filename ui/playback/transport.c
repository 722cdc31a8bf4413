#include "playback/transport.h"

#include "toolkit/steady-drop.h"
#include "toolkit/tip.h"
#include "playback/ticker.h"
#include "playback/track.h"
#include "toolkit/wrap-layout.h"

#include <glib/gi18n.h>
#include <math.h>

#define SPEED_CHARS 4        /* room for 16× */
#define SLOWEST     (1. / 8) /* speed of the first row of the speed list; each row doubles it */

struct _WsTransport {
  WsFollower parent_instance;

  WsTicker *ticker;

  GtkButton *play_button;
  GtkToggleButton *block_clock;
  GtkToggleButton *launch_clock;
  WsTrack *track;
  GtkDropDown *speed;
};

G_DEFINE_FINAL_TYPE (WsTransport, ws_transport, WS_TYPE_FOLLOWER)

static void
playing_cb (WsTransport *self)
{
  gboolean playing = ws_playhead_get_playing (ws_follower_get_playhead (WS_FOLLOWER (self)));

  gtk_button_set_icon_name (self->play_button, playing ? "media-playback-pause-symbolic"
                                                       : "media-playback-start-symbolic");
  ws_tip_set (GTK_WIDGET (self->play_button), playing ? _ ("Pause (Space)") : _ ("Play (Space)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->play_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  playing ? _ ("Pause") : _ ("Play"), -1);
}

static void
clock_cb (WsTransport *self)
{
  WsPlayhead *playhead = ws_follower_get_playhead (WS_FOLLOWER (self));
  WsScene *scene = ws_playhead_get_launch_scene (playhead);
  gboolean launch = ws_playhead_get_clock (playhead) == WS_CLOCK_LAUNCH;

  /* they are always there, or the track would begin elsewhere */
  gtk_widget_set_sensitive (GTK_WIDGET (self->launch_clock),
                            scene != NULL && scene->timeline != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->block_clock),
                            ws_playhead_get_scene (playhead) != NULL);
  gtk_toggle_button_set_active (launch ? self->launch_clock : self->block_clock, TRUE);
}

static void
clock_toggled_cb (WsTransport *self)
{
  WsPlayhead *playhead = ws_follower_get_playhead (WS_FOLLOWER (self));

  if (playhead != NULL)
    ws_playhead_set_clock (playhead, gtk_toggle_button_get_active (self->launch_clock)
                                         ? WS_CLOCK_LAUNCH
                                         : WS_CLOCK_BLOCK);
}

static void
playhead_speed_cb (WsTransport *self)
{
  int row = (int)lround (
      log2 (ws_playhead_get_speed (ws_follower_get_playhead (WS_FOLLOWER (self))) / SLOWEST));
  int last = (int)g_list_model_get_n_items (gtk_drop_down_get_model (self->speed)) - 1;

  gtk_drop_down_set_selected (self->speed, CLAMP (row, 0, last));
}

static void
speed_selected_cb (WsTransport *self)
{
  WsPlayhead *playhead = ws_follower_get_playhead (WS_FOLLOWER (self));

  if (playhead != NULL)
    ws_playhead_set_speed (playhead,
                           ldexp (SLOWEST, (int)gtk_drop_down_get_selected (self->speed)));
}

static void
playhead_cb (WsTransport *self)
{
  WsPlayhead *playhead = ws_follower_get_playhead (WS_FOLLOWER (self));

  ws_ticker_set_playhead (self->ticker, playhead);
  ws_canvas_set_playhead (WS_CANVAS (self->track), playhead);
  if (playhead == NULL)
    return;
  playing_cb (self);
  clock_cb (self);
  playhead_speed_cb (self);
}

/* ---- the widget ---- */

static void
ws_transport_dispose (GObject *object)
{
  WsTransport *self = WS_TRANSPORT (object);
  GtkWidget *child;

  g_clear_pointer (&self->ticker, ws_ticker_free);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ws_transport_parent_class)->dispose (object);
}

static void
ws_transport_class_init (WsTransportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (WS_TYPE_TRACK);
  g_type_ensure (WS_TYPE_WRAP_LAYOUT);
  object_class->dispose = ws_transport_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/transport.ui");
  gtk_widget_class_bind_template_child (widget_class, WsTransport, play_button);
  gtk_widget_class_bind_template_child (widget_class, WsTransport, block_clock);
  gtk_widget_class_bind_template_child (widget_class, WsTransport, launch_clock);
  gtk_widget_class_bind_template_child (widget_class, WsTransport, track);
  gtk_widget_class_bind_template_child (widget_class, WsTransport, speed);
}

static void
ws_transport_init (WsTransport *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* the track does not follow it */
  ws_steady_drop (self->speed, SPEED_CHARS);
  self->ticker = ws_ticker_new (GTK_WIDGET (self));
  g_signal_connect (self, "notify::playhead", G_CALLBACK (playhead_cb), NULL);
  ws_follower_connect (WS_FOLLOWER (self), "notify::playing", G_CALLBACK (playing_cb));
  ws_follower_connect (WS_FOLLOWER (self), "notify::scene", G_CALLBACK (clock_cb));
  ws_follower_connect (WS_FOLLOWER (self), "notify::clock", G_CALLBACK (clock_cb));
  ws_follower_connect (WS_FOLLOWER (self), "notify::speed", G_CALLBACK (playhead_speed_cb));
  g_signal_connect_swapped (self->launch_clock, "toggled", G_CALLBACK (clock_toggled_cb), self);
  g_signal_connect_swapped (self->speed, "notify::selected", G_CALLBACK (speed_selected_cb), self);
}

/**
 * ws_transport_set_theme:
 * @theme: colours of its track
 */
void
ws_transport_set_theme (WsTransport *self, WsThemeKind theme)
{
  g_return_if_fail (WS_IS_TRANSPORT (self));
  ws_drawing_set_theme (WS_DRAWING (self->track), theme);
}
