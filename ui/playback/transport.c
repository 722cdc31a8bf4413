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
  GtkWidget parent_instance;

  WsPlayhead *playhead;
  GSignalGroup *playhead_signals;
  WsTicker *ticker;

  GtkButton *play_button;
  GtkToggleButton *block_clock;
  GtkToggleButton *launch_clock;
  WsTrack *track;
  GtkDropDown *speed;
};

enum { PROP_0, PROP_PLAYHEAD, N_PROPS };

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (WsTransport, ws_transport, GTK_TYPE_WIDGET)

static void
playing_cb (WsTransport *self)
{
  gboolean playing = ws_playhead_get_playing (self->playhead);

  gtk_button_set_icon_name (self->play_button, playing ? "media-playback-pause-symbolic"
                                                       : "media-playback-start-symbolic");
  ws_tip_set (GTK_WIDGET (self->play_button), playing ? _ ("Pause (Space)") : _ ("Play (Space)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->play_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  playing ? _ ("Pause") : _ ("Play"), -1);
}

static void
clock_cb (WsTransport *self)
{
  WsScene *scene = ws_playhead_get_launch_scene (self->playhead);
  gboolean launch = ws_playhead_get_clock (self->playhead) == WS_CLOCK_LAUNCH;

  /* they are always there, or the track would begin elsewhere */
  gtk_widget_set_sensitive (GTK_WIDGET (self->launch_clock),
                            scene != NULL && scene->timeline != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->block_clock),
                            ws_playhead_get_scene (self->playhead) != NULL);
  gtk_toggle_button_set_active (launch ? self->launch_clock : self->block_clock, TRUE);
}

static void
clock_toggled_cb (WsTransport *self)
{
  if (self->playhead != NULL)
    ws_playhead_set_clock (self->playhead, gtk_toggle_button_get_active (self->launch_clock)
                                               ? WS_CLOCK_LAUNCH
                                               : WS_CLOCK_BLOCK);
}

static void
playhead_speed_cb (WsTransport *self)
{
  int row = (int)lround (log2 (ws_playhead_get_speed (self->playhead) / SLOWEST));
  int last = (int)g_list_model_get_n_items (gtk_drop_down_get_model (self->speed)) - 1;

  gtk_drop_down_set_selected (self->speed, CLAMP (row, 0, last));
}

static void
speed_selected_cb (WsTransport *self)
{
  if (self->playhead != NULL)
    ws_playhead_set_speed (self->playhead,
                           ldexp (SLOWEST, (int)gtk_drop_down_get_selected (self->speed)));
}

static void
bind_cb (WsTransport *self)
{
  playing_cb (self);
  clock_cb (self);
  playhead_speed_cb (self);
}

/* ---- the widget ---- */

static void
ws_transport_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_PLAYHEAD)
    g_value_set_object (value, WS_TRANSPORT (object)->playhead);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_transport_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_PLAYHEAD)
    ws_transport_set_playhead (WS_TRANSPORT (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_transport_dispose (GObject *object)
{
  WsTransport *self = WS_TRANSPORT (object);
  GtkWidget *child;

  g_clear_pointer (&self->ticker, ws_ticker_free);
  g_clear_object (&self->playhead_signals);
  g_clear_object (&self->playhead);
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
  object_class->get_property = ws_transport_get_property;
  object_class->set_property = ws_transport_set_property;
  object_class->dispose = ws_transport_dispose;

  props[PROP_PLAYHEAD] =
      g_param_spec_object ("playhead", NULL, NULL, WS_TYPE_PLAYHEAD,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

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
  self->playhead_signals = g_signal_group_new (WS_TYPE_PLAYHEAD);
  g_signal_group_connect_swapped (self->playhead_signals, "notify::playing",
                                  G_CALLBACK (playing_cb), self);
  g_signal_group_connect_swapped (self->playhead_signals, "notify::scene", G_CALLBACK (clock_cb),
                                  self);
  g_signal_group_connect_swapped (self->playhead_signals, "notify::clock", G_CALLBACK (clock_cb),
                                  self);
  g_signal_group_connect_swapped (self->playhead_signals, "notify::speed",
                                  G_CALLBACK (playhead_speed_cb), self);
  g_signal_connect_swapped (self->launch_clock, "toggled", G_CALLBACK (clock_toggled_cb), self);
  g_signal_connect_swapped (self->speed, "notify::selected", G_CALLBACK (speed_selected_cb), self);
}

/**
 * ws_transport_set_playhead:
 * @playhead: (nullable) (transfer none): what it moves, by its frame clock while it plays
 */
void
ws_transport_set_playhead (WsTransport *self, WsPlayhead *playhead)
{
  g_return_if_fail (WS_IS_TRANSPORT (self));

  if (!g_set_object (&self->playhead, playhead))
    return;
  g_signal_group_set_target (self->playhead_signals, playhead);
  ws_ticker_set_playhead (self->ticker, playhead);
  ws_canvas_set_playhead (WS_CANVAS (self->track), playhead);
  if (playhead != NULL)
    bind_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PLAYHEAD]);
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
