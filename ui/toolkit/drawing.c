#include "toolkit/drawing.h"

#include "pen/text.h"
#include "sheet/stamp.h"
#include "toolkit/glossary-tip.h"

#define TEXTS_US 200000 /* how long texts are kept while the pointer moves */

typedef struct {
  WsThemeKind theme;
  WsTheme presented; /* that one, with the least text of the screen */
  double hover_x;
  double hover_y;
  gboolean pointer_draws; /* the next frame is drawn for the pointer, possibly for nothing else */
  double last_draw_ms;
  GArray *texts; /* WsTextBox: positions of texts; NULL if unknown */
  gint64 texts_at;
} WsDrawingPrivate;

enum { PROP_0, PROP_THEME, N_PROPS };

static GParamSpec *props[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (WsDrawing, ws_drawing, GTK_TYPE_WIDGET)

static void
motion_cb (WsDrawing *self, double x, double y)
{
  WsDrawingPrivate *priv = ws_drawing_get_instance_private (self);

  priv->hover_x = x;
  priv->hover_y = y;
  if (WS_DRAWING_GET_CLASS (self)->hovered != NULL)
    WS_DRAWING_GET_CLASS (self)->hovered (self, x, y);
  priv->pointer_draws = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
leave_cb (WsDrawing *self)
{
  motion_cb (self, -1, -1);
}

static gboolean
ws_drawing_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard_tip,
                          GtkTooltip *tooltip)
{
  WsDrawing *self = WS_DRAWING (widget);
  g_autofree char *text = NULL;
  g_autofree char *meaning = NULL;

  if (keyboard_tip)
    return FALSE;
  if (WS_DRAWING_GET_CLASS (self)->tooltip != NULL)
    text = WS_DRAWING_GET_CLASS (self)->tooltip (self, ws_drawing_peek_theme (self), x, y,
                                                 gtk_widget_get_width (widget),
                                                 gtk_widget_get_height (widget));
  if (text == NULL)
    meaning = ws_drawing_dup_meaning (self, x, y);
  if (text == NULL && meaning == NULL)
    return FALSE;
  if (text != NULL)
    gtk_tooltip_set_text (tooltip, text);
  else
    gtk_tooltip_set_markup (tooltip, meaning);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle){ x - 6, y - 6, 12, 12 });
  return TRUE;
}

static gboolean
ws_drawing_record (WsDrawing *self, GtkSnapshot *snapshot, const WsTheme *theme, double width,
                   double height)
{
  cairo_t *cr =
      gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float)width, (float)height));
  gboolean drawn;

  ws_stamps_set_scale (cr, gtk_widget_get_scale_factor (GTK_WIDGET (self)));
  drawn = WS_DRAWING_GET_CLASS (self)->draw (self, cr, theme, width, height);
  cairo_destroy (cr);
  return drawn;
}

static void
ws_drawing_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WsDrawing *self = WS_DRAWING (widget);
  WsDrawingPrivate *priv = ws_drawing_get_instance_private (self);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  gint64 began = g_get_monotonic_time ();

  if (width <= 0 || height <= 0)
    return;
  if (!priv->pointer_draws)
    g_clear_pointer (&priv->texts, g_array_unref);
  priv->pointer_draws = FALSE;
  if (!WS_DRAWING_GET_CLASS (self)->record (self, snapshot, ws_drawing_peek_theme (self), width,
                                            height))
    return;
  priv->last_draw_ms = (g_get_monotonic_time () - began) / 1000.;
  if (!WS_DRAWING_GET_CLASS (self)->shows_focus && gtk_widget_has_visible_focus (widget))
    gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (widget), 1, 1, width - 2,
                               height - 2);
}

static void
ws_drawing_finalize (GObject *object)
{
  WsDrawingPrivate *priv = ws_drawing_get_instance_private (WS_DRAWING (object));

  g_clear_pointer (&priv->texts, g_array_unref);

  G_OBJECT_CLASS (ws_drawing_parent_class)->finalize (object);
}

static void
ws_drawing_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_THEME)
    g_value_set_enum (value, ws_drawing_get_theme (WS_DRAWING (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_drawing_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_THEME)
    ws_drawing_set_theme (WS_DRAWING (object), g_value_get_enum (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_drawing_class_init (WsDrawingClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = ws_drawing_finalize;
  object_class->get_property = ws_drawing_get_property;
  object_class->set_property = ws_drawing_set_property;
  widget_class->snapshot = ws_drawing_snapshot;
  widget_class->query_tooltip = ws_drawing_query_tooltip;
  klass->record = ws_drawing_record;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);

  props[PROP_THEME] =
      g_param_spec_enum ("theme", NULL, NULL, WS_TYPE_THEME_KIND, WS_THEME_LIGHT, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
ws_drawing_init (WsDrawing *self)
{
  WsDrawingPrivate *priv = ws_drawing_get_instance_private (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();

  priv->hover_x = priv->hover_y = -1;
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
}

/* Draws again off screen to find the positions of texts. That takes as long as a frame, and is
 * needed on each motion of the pointer: the result is kept until the next frame, and for a moment
 * while the pointer moves. */
static GArray *
get_texts (WsDrawing *self)
{
  WsDrawingPrivate *priv = ws_drawing_get_instance_private (self);
  gint64 now = g_get_monotonic_time ();
  cairo_surface_t *surface;
  cairo_t *cr;

  if (priv->texts != NULL && now - priv->texts_at < TEXTS_US)
    return priv->texts;
  g_clear_pointer (&priv->texts, g_array_unref);
  surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cr = cairo_create (surface);
  priv->texts = ws_text_watch (cr);
  priv->texts_at = now;
  WS_DRAWING_GET_CLASS (self)->draw (self, cr, ws_drawing_peek_theme (self),
                                     gtk_widget_get_width (GTK_WIDGET (self)),
                                     gtk_widget_get_height (GTK_WIDGET (self)));
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return priv->texts;
}

/* The byte of a line at a position, assuming that all its letters have their mean width. */
static gsize
find_byte (const WsTextBox *line, double x)
{
  glong n = g_utf8_strlen (line->string, -1);
  glong at = (glong)((x - line->box.x) / MAX (line->box.w, 1) * (double)n);

  return (gsize)(g_utf8_offset_to_pointer (line->string, CLAMP (at, 0, n)) - line->string);
}

/**
 * ws_drawing_dup_meaning:
 * @x: a place in it
 * @y: a place in it
 *
 * Explains a technical term drawn there: in a legend, on an axis, as the name of a row.
 *
 * Returns: (transfer full) (nullable): the word and its meaning, as Pango markup; %NULL if there is
 * none
 */
char *
ws_drawing_dup_meaning (WsDrawing *self, double x, double y)
{
  const GArray *texts;
  char *meaning = NULL;

  g_return_val_if_fail (WS_IS_DRAWING (self), NULL);

  texts = get_texts (self);
  for (guint i = 0; i < texts->len && meaning == NULL; i++)
    {
      const WsTextBox *line = &g_array_index (texts, WsTextBox, i);
      double margin = line->px / 2; /* round its capitals */
      WsBox box = { line->box.x, line->box.y - margin, line->box.w, line->box.h + 2 * margin };

      if (line->box.h < 2 * line->px && ws_box_contains (&box, x, y))
        meaning = ws_glossary_tip_dup_meaning (line->string, find_byte (line, x));
    }
  return meaning;
}

/* Returns: the theme that it is drawn in */
WsThemeKind
ws_drawing_get_theme (WsDrawing *self)
{
  WsDrawingPrivate *priv = ws_drawing_get_instance_private (self);

  g_return_val_if_fail (WS_IS_DRAWING (self), WS_THEME_LIGHT);
  return priv->theme;
}

/**
 * ws_drawing_peek_theme:
 *
 * A presentation is read from the last row: its minimum text size is a fraction of the screen's
 * height, whatever the size of the drawing.
 *
 * Returns: (transfer none): its theme, valid until the next call
 */
const WsTheme *
ws_drawing_peek_theme (WsDrawing *self)
{
  WsDrawingPrivate *priv = ws_drawing_get_instance_private (self);
  GtkRoot *root;

  g_return_val_if_fail (WS_IS_DRAWING (self), ws_theme_get (WS_THEME_LIGHT));

  root = gtk_widget_get_root (GTK_WIDGET (self));
  if (priv->theme != WS_THEME_PRESENTING || root == NULL)
    return ws_theme_get (priv->theme);
  priv->presented = *ws_theme_get (WS_THEME_PRESENTING);
  priv->presented.min_px = ws_theme_get_min_text (ws_theme_get (WS_THEME_PROJECTOR),
                                                  gtk_widget_get_height (GTK_WIDGET (root)));
  priv->presented.min_share = 0;
  return &priv->presented;
}

/**
 * ws_drawing_set_theme:
 * @theme: colours and measures to draw with
 */
void
ws_drawing_set_theme (WsDrawing *self, WsThemeKind theme)
{
  WsDrawingPrivate *priv = ws_drawing_get_instance_private (self);

  g_return_if_fail (WS_IS_DRAWING (self));
  if (priv->theme == theme)
    return;
  priv->theme = theme;
  g_clear_pointer (&priv->texts, g_array_unref);
  if (WS_DRAWING_GET_CLASS (self)->theme_changed != NULL)
    WS_DRAWING_GET_CLASS (self)->theme_changed (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_THEME]);
}

/**
 * ws_drawing_get_hover:
 * @x: (out): of the pointer, pixels; -1 if it is not on it
 * @y: (out): likewise
 */
void
ws_drawing_get_hover (WsDrawing *self, double *x, double *y)
{
  WsDrawingPrivate *priv = ws_drawing_get_instance_private (self);

  g_return_if_fail (WS_IS_DRAWING (self));
  *x = priv->hover_x;
  *y = priv->hover_y;
}

static void
tell_part (WsDrawing *self)
{
  static const GtkAccessibleProperty properties[] = {
    GTK_ACCESSIBLE_PROPERTY_VALUE_MIN,
    GTK_ACCESSIBLE_PROPERTY_VALUE_MAX,
    GTK_ACCESSIBLE_PROPERTY_VALUE_NOW,
    GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
  };
  WsDrawingPart part = { 0 };

  if (WS_DRAWING_GET_CLASS (self)->get_part (self, &part))
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), properties[0], part.least, properties[1],
                                    part.most, properties[2], part.now, properties[3], part.text,
                                    -1);
  else
    for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
      gtk_accessible_reset_property (GTK_ACCESSIBLE (self), properties[i]);
  g_free (part.text);
}

/* Updates the description and the focused part for screen readers, when either has changed. */
void
ws_drawing_update_description (WsDrawing *self)
{
  const WsDrawingClass *klass;
  g_autofree char *text = NULL;

  g_return_if_fail (WS_IS_DRAWING (self));
  klass = WS_DRAWING_GET_CLASS (self);
  if (klass->describe != NULL)
    text = klass->describe (self);
  if (text != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    text, -1);
  if (klass->get_part != NULL)
    tell_part (self);
}

/* Returns: what its last drawing cost, in milliseconds */
double
ws_drawing_get_last_draw_ms (WsDrawing *self)
{
  WsDrawingPrivate *priv = ws_drawing_get_instance_private (self);

  g_return_val_if_fail (WS_IS_DRAWING (self), 0);
  return priv->last_draw_ms;
}
