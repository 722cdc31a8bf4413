#include "playback/transport.h"

#include "toolkit/glossary-tip.h"
#include "toolkit/paragraph.h"
#include "toolkit/steady-drop.h"
#include "toolkit/text-room.h"
#include "playback/ticker.h"
#include "playback/track.h"
#include "toolkit/wrap-layout.h"

#include "sms/sms.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define CAPTION_US  100000   /* while the launch plays, its sentence changes no faster */
#define SPEED_CHARS 4        /* room for 16× */
#define GAP_PX      4        /* between the sentence and the controls */
#define SLOWEST     (1. / 8) /* speed of the first row of the speed list; each row doubles it */

struct _WsTransport {
  GtkWidget parent_instance;

  WsPlayhead *playhead;
  GSignalGroup *playhead_signals;
  WsTicker *ticker;
  gint64 last_caption_us;
  char *finding;    /* in the place of the playhead's sentence; NULL for none */
  WsTextRoom *room; /* of the sentences of all stages of what is shown */

  GtkWidget *controls;
  GtkButton *play_button;
  GtkToggleButton *block_clock;
  GtkToggleButton *launch_clock;
  WsTrack *track;
  GtkDropDown *speed;
  GtkLabel *caption;
};

enum { PROP_0, PROP_PLAYHEAD, PROP_FINDING, N_PROPS };

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (WsTransport, ws_transport, GTK_TYPE_WIDGET)

static void
playing_cb (WsTransport *self)
{
  gboolean playing = ws_playhead_get_playing (self->playhead);

  gtk_button_set_icon_name (self->play_button, playing ? "media-playback-pause-symbolic"
                                                       : "media-playback-start-symbolic");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->play_button),
                               playing ? _ ("Pause (Space)") : _ ("Play (Space)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->play_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  playing ? _ ("Pause") : _ ("Play"), -1);
}

/* (transfer full) (nullable) */
static char *
make_caption (WsTransport *self)
{
  WsScene *scene;

  if (self->finding != NULL)
    return g_strdup (self->finding);
  if (self->playhead == NULL)
    return NULL;
  scene = ws_playhead_get_scene (self->playhead);
  if (ws_playhead_get_clock (self->playhead) == WS_CLOCK_LAUNCH)
    return ws_sms_caption (ws_playhead_get_launch_scene (self->playhead),
                           ws_playhead_get_time (self->playhead));
  if (scene == NULL || scene->stages->n_stages == 0)
    return NULL;
  return ws_scene_caption (scene, ws_playhead_get_stage (self->playhead), TRUE);
}

static void
caption_cb (WsTransport *self)
{
  g_autofree char *text = make_caption (self);
  g_autofree char *markup = NULL;

  if (text == NULL)
    {
      gtk_label_set_text (self->caption, "");
      return;
    }
  if (self->finding != NULL)
    {
      gtk_label_set_text (self->caption, text);
      return;
    }
  markup = ws_transport_caption_markup (text);
  gtk_label_set_markup (self->caption, markup);
}

static void
scene_cb (WsTransport *self)
{
  const WsScene *scene = ws_playhead_get_scene (self->playhead);

  ws_text_room_clear (self->room);
  ws_text_room_add (self->room, "1\n2"); /* at least two lines */
  for (guint i = 0; scene != NULL && i < scene->stages->n_stages; i++)
    {
      g_autofree char *text = ws_scene_caption (scene, i, TRUE);
      g_autofree char *markup = ws_transport_caption_markup (text);

      ws_text_room_add (self->room, markup);
    }
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* The launch's sentence follows its time. */
static void
time_cb (WsTransport *self)
{
  gint64 now_us = g_get_monotonic_time ();

  if (self->finding != NULL || ws_playhead_get_clock (self->playhead) != WS_CLOCK_LAUNCH
      || (ws_playhead_is_moving (self->playhead) && now_us - self->last_caption_us < CAPTION_US))
    return;
  self->last_caption_us = now_us;
  caption_cb (self);
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
  caption_cb (self);
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
  scene_cb (self);
  clock_cb (self);
  playhead_speed_cb (self);
}

/* ---- where its parts stand ---- */

static GtkSizeRequestMode
ws_transport_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* The sentence is as wide as there is room, and asks for none. */
static void
ws_transport_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                      int *natural, int *minimum_baseline, int *natural_baseline)
{
  WsTransport *self = WS_TRANSPORT (widget);
  int least;

  gtk_widget_measure (self->controls, orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      least = ws_text_room_get_height (self->room, for_size, G_MAXINT) + GAP_PX;
      *minimum += least;
      *natural += least;
      return;
    }
  gtk_widget_measure (GTK_WIDGET (self->caption), orientation, -1, &least, NULL, NULL, NULL);
  *minimum = MAX (*minimum, least);
  *natural = MAX (*natural, least);
}

static void
ws_transport_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WsTransport *self = WS_TRANSPORT (widget);
  GtkAllocation box = { 0, 0, width, 0 };

  gtk_widget_measure (GTK_WIDGET (self->caption), GTK_ORIENTATION_VERTICAL, width, &box.height,
                      NULL, NULL, NULL);
  gtk_widget_size_allocate (GTK_WIDGET (self->caption), &box, -1);
  gtk_widget_measure (self->controls, GTK_ORIENTATION_VERTICAL, width, &box.height, NULL, NULL,
                      NULL);
  box.y = height - box.height;
  gtk_widget_size_allocate (self->controls, &box, -1);
}

static void
ws_transport_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_PLAYHEAD)
    g_value_set_object (value, WS_TRANSPORT (object)->playhead);
  else if (prop_id == PROP_FINDING)
    g_value_set_string (value, WS_TRANSPORT (object)->finding);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_transport_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_PLAYHEAD)
    ws_transport_set_playhead (WS_TRANSPORT (object), g_value_get_object (value));
  else if (prop_id == PROP_FINDING)
    ws_transport_set_finding (WS_TRANSPORT (object), g_value_get_string (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_transport_dispose (GObject *object)
{
  WsTransport *self = WS_TRANSPORT (object);

  g_clear_pointer (&self->ticker, ws_ticker_free);
  g_clear_object (&self->playhead_signals);
  g_clear_object (&self->playhead);
  gtk_widget_dispose_template (GTK_WIDGET (self), WS_TYPE_TRANSPORT);
  g_clear_pointer (&self->finding, g_free);

  G_OBJECT_CLASS (ws_transport_parent_class)->dispose (object);
}

static void
ws_transport_finalize (GObject *object)
{
  ws_text_room_free (WS_TRANSPORT (object)->room);

  G_OBJECT_CLASS (ws_transport_parent_class)->finalize (object);
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
  object_class->finalize = ws_transport_finalize;
  widget_class->get_request_mode = ws_transport_get_request_mode;
  widget_class->measure = ws_transport_measure;
  widget_class->size_allocate = ws_transport_size_allocate;

  props[PROP_PLAYHEAD] =
      g_param_spec_object ("playhead", NULL, NULL, WS_TYPE_PLAYHEAD,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  props[PROP_FINDING] =
      g_param_spec_string ("finding", NULL, NULL, NULL,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/transport.ui");
  gtk_widget_class_bind_template_child (widget_class, WsTransport, controls);
  gtk_widget_class_bind_template_child (widget_class, WsTransport, play_button);
  gtk_widget_class_bind_template_child (widget_class, WsTransport, block_clock);
  gtk_widget_class_bind_template_child (widget_class, WsTransport, launch_clock);
  gtk_widget_class_bind_template_child (widget_class, WsTransport, track);
  gtk_widget_class_bind_template_child (widget_class, WsTransport, speed);
  gtk_widget_class_bind_template_child (widget_class, WsTransport, caption);
}

static void
ws_transport_init (WsTransport *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ws_paragraph_set_up (self->caption);
  self->room = ws_text_room_new (self->caption);
  ws_text_room_add (self->room, "1\n2");
  /* the track does not follow it */
  ws_steady_drop (self->speed, SPEED_CHARS);
  ws_glossary_tip_add (self->caption, TRUE);
  self->ticker = ws_ticker_new (GTK_WIDGET (self));
  self->playhead_signals = g_signal_group_new (WS_TYPE_PLAYHEAD);
  g_signal_group_connect_swapped (self->playhead_signals, "notify::playing",
                                  G_CALLBACK (playing_cb), self);
  g_signal_group_connect_swapped (self->playhead_signals, "notify::scene", G_CALLBACK (scene_cb),
                                  self);
  g_signal_group_connect_swapped (self->playhead_signals, "notify::scene", G_CALLBACK (clock_cb),
                                  self);
  g_signal_group_connect_swapped (self->playhead_signals, "notify::clock", G_CALLBACK (clock_cb),
                                  self);
  g_signal_group_connect_swapped (self->playhead_signals, "notify::time", G_CALLBACK (time_cb),
                                  self);
  g_signal_group_connect_swapped (self->playhead_signals, "notify::moving", G_CALLBACK (time_cb),
                                  self);
  g_signal_group_connect_swapped (self->playhead_signals, "notify::stage", G_CALLBACK (caption_cb),
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
 * ws_transport_set_finding:
 * @finding: (nullable): what the pane in view has found; %NULL for what happens at the playhead
 */
void
ws_transport_set_finding (WsTransport *self, const char *finding)
{
  g_return_if_fail (WS_IS_TRANSPORT (self));

  if (g_strcmp0 (self->finding, finding) == 0)
    return;
  g_free (self->finding);
  self->finding = g_strdup (finding);
  caption_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_FINDING]);
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

/**
 * ws_transport_caption_markup:
 * @caption: a sentence or more
 *
 * Returns: (transfer full): Pango markup with the words up to the first colon or full stop in bold
 */
char *
ws_transport_caption_markup (const char *caption)
{
  gsize head = strcspn (caption, ":.");
  g_autofree char *bold = NULL;
  g_autofree char *rest = NULL;
  g_autofree char *first = NULL;

  /* a point within a number is none */
  while (caption[head] == '.' && g_ascii_isdigit (caption[head + 1]))
    head += 1 + strcspn (caption + head + 1, ":.");
  if (caption[head] != '\0')
    head++;
  first = g_strndup (caption, head);
  bold = g_markup_escape_text (first, -1);
  rest = g_markup_escape_text (caption + head, -1);
  return g_strdup_printf ("<b>%s</b>%s", bold, rest);
}
