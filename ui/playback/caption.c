#include "playback/caption.h"

#include "sms/sms.h"
#include "toolkit/glossary-tip.h"
#include "toolkit/paragraph.h"
#include "toolkit/text-room.h"
#include "words/words.h"

#define CAPTION_US  100000 /* minimum interval between sentences while the launch plays */
#define LEAST_LINES 2

struct _WsCaption {
  WsFollower parent_instance;

  gint64 last_us;
  char *finding;    /* replaces the playhead's sentence; NULL for none */
  WsTextRoom *room; /* of the sentences of all stages of what is shown */
  guint least_lines;
  GtkLabel *label;
};

enum { PROP_0, PROP_FINDING, N_PROPS };

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (WsCaption, ws_caption, WS_TYPE_FOLLOWER)

/* (transfer full) (nullable) */
static char *
make_text (WsCaption *self)
{
  WsPlayhead *playhead = ws_follower_get_playhead (WS_FOLLOWER (self));
  WsScene *scene;

  if (self->finding != NULL)
    return g_strdup (self->finding);
  if (playhead == NULL)
    return NULL;
  scene = ws_playhead_get_scene (playhead);
  if (ws_playhead_get_clock (playhead) == WS_CLOCK_LAUNCH)
    return ws_sms_caption (ws_playhead_get_launch_scene (playhead),
                           ws_playhead_get_time (playhead));
  if (scene == NULL || scene->stages->n_stages == 0)
    return NULL;
  return ws_scene_caption (scene, ws_playhead_get_stage (playhead), TRUE);
}

static void
update (WsCaption *self)
{
  g_autofree char *text = make_text (self);
  g_autofree char *markup = NULL;

  if (text == NULL)
    {
      gtk_label_set_text (self->label, "");
      return;
    }
  if (self->finding != NULL)
    {
      gtk_label_set_text (self->label, text);
      return;
    }
  markup = ws_words_make_markup (text);
  gtk_label_set_markup (self->label, markup);
}

static void
add_least_lines (WsCaption *self)
{
  GString *lines = g_string_new ("1");

  for (guint i = 1; i < self->least_lines; i++)
    g_string_append (lines, "\n1");
  ws_text_room_add (self->room, lines->str);
  g_string_free (lines, TRUE);
}

static void
scene_cb (WsCaption *self)
{
  const WsScene *scene = ws_playhead_get_scene (ws_follower_get_playhead (WS_FOLLOWER (self)));

  ws_text_room_clear (self->room);
  add_least_lines (self);
  for (guint i = 0; scene != NULL && i < scene->stages->n_stages; i++)
    {
      g_autofree char *text = ws_scene_caption (scene, i, TRUE);
      g_autofree char *markup = ws_words_make_markup (text);

      ws_text_room_add (self->room, markup);
    }
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* The launch's sentence follows its time. */
static void
time_cb (WsCaption *self)
{
  WsPlayhead *playhead = ws_follower_get_playhead (WS_FOLLOWER (self));
  gint64 now_us = g_get_monotonic_time ();

  if (self->finding != NULL || ws_playhead_get_clock (playhead) != WS_CLOCK_LAUNCH
      || (ws_playhead_is_moving (playhead) && now_us - self->last_us < CAPTION_US))
    return;
  self->last_us = now_us;
  update (self);
}

static void
playhead_cb (WsCaption *self)
{
  if (ws_follower_get_playhead (WS_FOLLOWER (self)) != NULL)
    scene_cb (self);
  update (self);
}

/* ---- the widget ---- */

static GtkSizeRequestMode
ws_caption_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* It takes the available width without requesting any, and the height of its longest sentence. */
static void
ws_caption_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
  WsCaption *self = WS_CAPTION (widget);

  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural = ws_text_room_get_height (self->room, for_size, G_MAXINT);
  else
    {
      gtk_widget_measure (GTK_WIDGET (self->label), orientation, -1, minimum, NULL, NULL, NULL);
      *natural = *minimum;
    }
}

static void
ws_caption_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GtkAllocation box = { 0, 0, width, 0 };

  gtk_widget_measure (GTK_WIDGET (WS_CAPTION (widget)->label), GTK_ORIENTATION_VERTICAL, width,
                      &box.height, NULL, NULL, NULL);
  gtk_widget_size_allocate (GTK_WIDGET (WS_CAPTION (widget)->label), &box, -1);
}

static void
ws_caption_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_FINDING)
    g_value_set_string (value, WS_CAPTION (object)->finding);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_caption_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_FINDING)
    ws_caption_set_finding (WS_CAPTION (object), g_value_get_string (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_caption_dispose (GObject *object)
{
  WsCaption *self = WS_CAPTION (object);

  if (self->label != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->label));
  self->label = NULL;
  g_clear_pointer (&self->finding, g_free);

  G_OBJECT_CLASS (ws_caption_parent_class)->dispose (object);
}

static void
ws_caption_finalize (GObject *object)
{
  ws_text_room_free (WS_CAPTION (object)->room);

  G_OBJECT_CLASS (ws_caption_parent_class)->finalize (object);
}

static void
ws_caption_class_init (WsCaptionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = ws_caption_get_property;
  object_class->set_property = ws_caption_set_property;
  object_class->dispose = ws_caption_dispose;
  object_class->finalize = ws_caption_finalize;
  widget_class->get_request_mode = ws_caption_get_request_mode;
  widget_class->measure = ws_caption_measure;
  widget_class->size_allocate = ws_caption_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "caption");

  props[PROP_FINDING] = g_param_spec_string ("finding", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
ws_caption_init (WsCaption *self)
{
  static const struct {
    const char *signal;
    void (*callback) (WsCaption *self);
  } signals[] = {
    { "notify::scene", scene_cb }, { "notify::scene", update },   { "notify::clock", update },
    { "notify::time", time_cb },   { "notify::moving", time_cb }, { "notify::stage", update },
  };

  self->label = GTK_LABEL (gtk_label_new (NULL));
  self->least_lines = LEAST_LINES;
  gtk_widget_add_css_class (GTK_WIDGET (self->label), "caption-line");
  gtk_widget_set_parent (GTK_WIDGET (self->label), GTK_WIDGET (self));
  ws_paragraph_set_up (self->label);
  self->room = ws_text_room_new (self->label);
  add_least_lines (self);
  ws_glossary_tip_add (self->label, TRUE);
  g_signal_connect (self, "notify::playhead", G_CALLBACK (playhead_cb), NULL);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    ws_follower_connect (WS_FOLLOWER (self), signals[i].signal, G_CALLBACK (signals[i].callback));
}

/**
 * ws_caption_set_finding:
 * @finding: (nullable): what the pane in view has found; %NULL for what happens at the playhead
 */
void
ws_caption_set_finding (WsCaption *self, const char *finding)
{
  g_return_if_fail (WS_IS_CAPTION (self));

  if (g_strcmp0 (self->finding, finding) == 0)
    return;
  g_free (self->finding);
  self->finding = g_strdup (finding);
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_FINDING]);
}

/**
 * ws_caption_set_least_lines:
 * @n_lines: minimum number of lines to reserve
 */
void
ws_caption_set_least_lines (WsCaption *self, guint n_lines)
{
  g_return_if_fail (WS_IS_CAPTION (self) && n_lines > 0);

  if (self->least_lines == n_lines)
    return;
  self->least_lines = n_lines;
  if (ws_follower_get_playhead (WS_FOLLOWER (self)) != NULL)
    scene_cb (self);
}

/* Returns: what it says, without markup */
const char *
ws_caption_get_text (WsCaption *self)
{
  g_return_val_if_fail (WS_IS_CAPTION (self), NULL);
  return gtk_label_get_text (self->label);
}
