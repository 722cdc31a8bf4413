#include "ui/canvas.h"

#include "draw/stamp.h"

typedef struct {
  WsPlayhead *playhead;
  GSignalGroup *playhead_signals;
  WsThemeKind theme;
  double hover_x;
  double hover_y;
  double last_draw_ms;
} WsCanvasPrivate;

enum { PROP_0, PROP_PLAYHEAD, PROP_THEME, N_PROPS };

static GParamSpec *props[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (WsCanvas, ws_canvas, GTK_TYPE_WIDGET)

/**
 * ws_canvas_update_description:
 * @self: a view
 *
 * Says anew what is shown, to who does not see it: for views that change by themselves.
 */
void
ws_canvas_update_description (WsCanvas *self)
{
  const WsScene *scene;
  WsMoment moment;
  g_autofree char *text = NULL;

  if (WS_CANVAS_GET_CLASS (self)->describe == NULL || !ws_canvas_get_moment (self, &scene, &moment))
    return;
  text = WS_CANVAS_GET_CLASS (self)->describe (self, scene, &moment);
  if (text != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    text, -1);
}

static void
scene_changed_cb (WsCanvas *self)
{
  if (WS_CANVAS_GET_CLASS (self)->scene_changed != NULL)
    WS_CANVAS_GET_CLASS (self)->scene_changed (self);
  ws_canvas_update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
follows_launch (WsCanvas *self)
{
  return WS_CANVAS_GET_CLASS (self)->follows_launch;
}

/* A launch has no stages: it is described anew when it stands still. */
static void
time_cb (WsCanvas *self)
{
  WsCanvasPrivate *priv = ws_canvas_get_instance_private (self);

  if (!follows_launch (self))
    return;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (!ws_playhead_is_moving (priv->playhead))
    ws_canvas_update_description (self);
}

static void
motion_cb (WsCanvas *self, double x, double y)
{
  WsCanvasPrivate *priv = ws_canvas_get_instance_private (self);

  priv->hover_x = x;
  priv->hover_y = y;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
leave_cb (WsCanvas *self)
{
  motion_cb (self, -1, -1);
}

static gboolean
ws_canvas_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard_tip,
                         GtkTooltip *tooltip)
{
  WsCanvas *self = WS_CANVAS (widget);
  WsCanvasPrivate *priv = ws_canvas_get_instance_private (self);
  const WsScene *scene;
  WsMoment moment;
  g_autofree char *text = NULL;

  if (keyboard_tip || WS_CANVAS_GET_CLASS (self)->tooltip == NULL
      || !ws_canvas_get_moment (self, &scene, &moment))
    return FALSE;
  text = WS_CANVAS_GET_CLASS (self)->tooltip (self, scene, &moment, ws_theme_get (priv->theme), x,
                                              y, gtk_widget_get_width (widget),
                                              gtk_widget_get_height (widget));
  if (text == NULL)
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle){ x - 6, y - 6, 12, 12 });
  return TRUE;
}

static void
ws_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WsCanvas *self = WS_CANVAS (widget);
  WsCanvasPrivate *priv = ws_canvas_get_instance_private (self);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  const WsScene *scene;
  WsMoment moment;
  cairo_t *cr;
  gint64 began;

  if (width <= 0 || height <= 0 || !ws_canvas_get_moment (self, &scene, &moment))
    return;
  began = g_get_monotonic_time ();
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  ws_stamps_set_scale (cr, gtk_widget_get_scale_factor (widget));
  WS_CANVAS_GET_CLASS (self)->draw (self, cr, scene, &moment, ws_theme_get (priv->theme), width,
                                    height);
  cairo_destroy (cr);
  priv->last_draw_ms = (g_get_monotonic_time () - began) / 1000.;
  if (gtk_widget_has_visible_focus (widget))
    gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (widget), 1, 1, width - 2,
                               height - 2);
}

static void
ws_canvas_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  WsCanvasPrivate *priv = ws_canvas_get_instance_private (WS_CANVAS (object));

  switch (prop_id)
    {
    case PROP_PLAYHEAD:
      g_value_set_object (value, priv->playhead);
      break;
    case PROP_THEME:
      g_value_set_uint (value, priv->theme);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_canvas_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_PLAYHEAD:
      ws_canvas_set_playhead (WS_CANVAS (object), g_value_get_object (value));
      break;
    case PROP_THEME:
      ws_canvas_set_theme (WS_CANVAS (object), g_value_get_uint (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_canvas_dispose (GObject *object)
{
  WsCanvasPrivate *priv = ws_canvas_get_instance_private (WS_CANVAS (object));

  g_clear_object (&priv->playhead_signals);
  g_clear_object (&priv->playhead);

  G_OBJECT_CLASS (ws_canvas_parent_class)->dispose (object);
}

static void
ws_canvas_class_init (WsCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = ws_canvas_get_property;
  object_class->set_property = ws_canvas_set_property;
  object_class->dispose = ws_canvas_dispose;
  widget_class->snapshot = ws_canvas_snapshot;
  widget_class->query_tooltip = ws_canvas_query_tooltip;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);

  props[PROP_PLAYHEAD] = g_param_spec_object ("playhead", NULL, NULL, WS_TYPE_PLAYHEAD, flags);
  props[PROP_THEME] =
      g_param_spec_uint ("theme", NULL, NULL, 0, WS_THEME_PRESENTING, WS_THEME_LIGHT, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
ws_canvas_init (WsCanvas *self)
{
  WsCanvasPrivate *priv = ws_canvas_get_instance_private (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();

  priv->hover_x = priv->hover_y = -1;
  priv->playhead_signals = g_signal_group_new (WS_TYPE_PLAYHEAD);
  g_signal_group_connect_swapped (priv->playhead_signals, "notify::scene",
                                  G_CALLBACK (scene_changed_cb), self);
  g_signal_group_connect_swapped (priv->playhead_signals, "notify::position",
                                  G_CALLBACK (gtk_widget_queue_draw), self);
  g_signal_group_connect_swapped (priv->playhead_signals, "notify::time", G_CALLBACK (time_cb),
                                  self);
  g_signal_group_connect_swapped (priv->playhead_signals, "notify::moving", G_CALLBACK (time_cb),
                                  self);
  g_signal_group_connect_swapped (priv->playhead_signals, "notify::clock", G_CALLBACK (time_cb),
                                  self);
  g_signal_group_connect_swapped (priv->playhead_signals, "notify::warp",
                                  G_CALLBACK (gtk_widget_queue_draw), self);
  g_signal_group_connect_swapped (priv->playhead_signals, "notify::stage",
                                  G_CALLBACK (ws_canvas_update_description), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
}

/**
 * ws_canvas_get_playhead:
 * @self: a view
 *
 * Returns: (transfer none) (nullable): what it follows
 */
WsPlayhead *
ws_canvas_get_playhead (WsCanvas *self)
{
  WsCanvasPrivate *priv = ws_canvas_get_instance_private (self);

  g_return_val_if_fail (WS_IS_CANVAS (self), NULL);
  return priv->playhead;
}

/**
 * ws_canvas_set_playhead:
 * @self: a view
 * @playhead: (nullable) (transfer none): what to follow
 */
void
ws_canvas_set_playhead (WsCanvas *self, WsPlayhead *playhead)
{
  WsCanvasPrivate *priv = ws_canvas_get_instance_private (self);

  g_return_if_fail (WS_IS_CANVAS (self));
  if (!g_set_object (&priv->playhead, playhead))
    return;
  g_signal_group_set_target (priv->playhead_signals, playhead);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PLAYHEAD]);
  scene_changed_cb (self);
}

WsThemeKind
ws_canvas_get_theme (WsCanvas *self)
{
  WsCanvasPrivate *priv = ws_canvas_get_instance_private (self);

  g_return_val_if_fail (WS_IS_CANVAS (self), WS_THEME_LIGHT);
  return priv->theme;
}

/**
 * ws_canvas_set_theme:
 * @self: a view
 * @theme: colours and measures to draw with
 */
void
ws_canvas_set_theme (WsCanvas *self, WsThemeKind theme)
{
  WsCanvasPrivate *priv = ws_canvas_get_instance_private (self);

  g_return_if_fail (WS_IS_CANVAS (self));
  if (priv->theme == theme)
    return;
  priv->theme = theme;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_THEME]);
}

/**
 * ws_canvas_get_moment:
 * @self: a view
 * @scene: (out) (transfer none): what is shown
 * @moment: (out): the moment, with the pointer's place
 *
 * Returns: whether there is anything to draw
 */
gboolean
ws_canvas_get_moment (WsCanvas *self, const WsScene **scene, WsMoment *moment)
{
  WsCanvasPrivate *priv = ws_canvas_get_instance_private (self);

  g_return_val_if_fail (WS_IS_CANVAS (self), FALSE);
  if (priv->playhead == NULL)
    return FALSE;
  *scene = follows_launch (self) ? ws_playhead_get_launch_scene (priv->playhead)
                                 : ws_playhead_get_scene (priv->playhead);
  if (*scene == NULL)
    return FALSE;
  ws_playhead_get_moment (priv->playhead, moment);
  moment->hover_x = priv->hover_x;
  moment->hover_y = priv->hover_y;
  return TRUE;
}

/**
 * ws_canvas_get_last_draw_ms:
 * @self: a view
 *
 * Returns: what its last drawing cost, in milliseconds
 */
double
ws_canvas_get_last_draw_ms (WsCanvas *self)
{
  WsCanvasPrivate *priv = ws_canvas_get_instance_private (self);

  g_return_val_if_fail (WS_IS_CANVAS (self), 0);
  return priv->last_draw_ms;
}
