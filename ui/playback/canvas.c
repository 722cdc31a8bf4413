#include "playback/canvas.h"

#include "playback/kept-nodes.h"

typedef struct {
  WsPlayhead *playhead;
  GSignalGroup *playhead_signals;

  WsCanvas *source;   /* (unowned): whose view this shows, too; NULL for its own */
  gboolean is_beside; /* drawn on one scale with the launch that plays next to its playhead's */

  WsPainter *painter; /* NULL until the first frame, and of a view without */
  WsKeptNodes *kept;
} WsCanvasPrivate;

enum { PROP_0, PROP_PLAYHEAD, N_PROPS };

static GParamSpec *props[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (WsCanvas, ws_canvas, WS_TYPE_DRAWING)

static void
scene_changed_cb (WsCanvas *self)
{
  WsCanvasPrivate *priv = ws_canvas_get_instance_private (self);

  /* an invisible one keeps no earlier run */
  if (priv->painter != NULL)
    ws_painter_forget (priv->painter);
  if (WS_CANVAS_GET_CLASS (self)->scene_changed != NULL)
    WS_CANVAS_GET_CLASS (self)->scene_changed (self);
  ws_drawing_update_description (WS_DRAWING (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The one whose view and options are drawn. */
static WsCanvas *
get_source (WsCanvas *self)
{
  WsCanvasPrivate *priv = ws_canvas_get_instance_private (self);

  return priv->source != NULL ? priv->source : self;
}

static gboolean
follows_launch (WsCanvas *self)
{
  const WsCanvasClass *klass = WS_CANVAS_GET_CLASS (get_source (self));

  return klass->view != NULL ? klass->view->needs == WS_VIEW_OF_LAUNCH : klass->follows_launch;
}

/* While moving, the description changes with each stage of a block, and not at all for a launch,
 * which has none. */
static void
moved (WsCanvas *self)
{
  WsCanvasPrivate *priv = ws_canvas_get_instance_private (self);

  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (!ws_playhead_is_moving (priv->playhead))
    ws_drawing_update_description (WS_DRAWING (self));
}

static void
beside_cb (WsCanvas *self)
{
  WsCanvasPrivate *priv = ws_canvas_get_instance_private (self);

  if (priv->is_beside)
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
time_cb (WsCanvas *self)
{
  if (follows_launch (self))
    moved (self);
}

/* What the view looks at, with the options in @options. */
static gboolean
get_look (WsCanvas *self, const WsArea *area, WsLook *look, WsMoment *moment,
          WsFigureOptions *options)
{
  WsCanvas *source = get_source (self);
  const WsScene *scene;

  *options = (WsFigureOptions)WS_FIGURE_OPTIONS_INIT;
  if (!ws_canvas_get_moment (self, &scene, moment))
    return FALSE;
  if (WS_CANVAS_GET_CLASS (source)->get_options != NULL)
    WS_CANVAS_GET_CLASS (source)->get_options (source, options);
  options->beside = ws_canvas_get_beside (self);
  *look = ws_view_look_at (WS_CANVAS_GET_CLASS (source)->view,
                           &(WsFrame){ scene, moment, area->theme, area->width, area->height },
                           options);
  return TRUE;
}

static gboolean
ws_canvas_draw (WsDrawing *drawing, cairo_t *cr, const WsTheme *theme, double width, double height)
{
  WsCanvas *self = WS_CANVAS (drawing);
  const WsCanvasClass *klass = WS_CANVAS_GET_CLASS (get_source (self));
  WsFigureOptions options;
  const WsScene *scene;
  WsMoment moment;
  WsLook look;

  if (!ws_canvas_get_moment (self, &scene, &moment))
    return FALSE;
  if (klass->view == NULL)
    klass->draw (self, cr, &(WsFrame){ scene, &moment, theme, width, height });
  else if (get_look (self, &(WsArea){ theme, width, height }, &look, &moment, &options))
    klass->view->draw (&look, cr);
  return TRUE;
}

static gboolean
ws_canvas_record (WsDrawing *drawing, GtkSnapshot *snapshot, const WsTheme *theme, double width,
                  double height)
{
  WsCanvas *self = WS_CANVAS (drawing);
  WsCanvasPrivate *priv = ws_canvas_get_instance_private (self);
  const WsViewClass *view = WS_CANVAS_GET_CLASS (get_source (self))->view;
  WsFigureOptions options;
  WsMoment moment;
  WsLook look;

  if (view == NULL || view->new_painter == NULL)
    return WS_DRAWING_CLASS (ws_canvas_parent_class)
        ->record (drawing, snapshot, theme, width, height);
  if (!get_look (self, &(WsArea){ theme, width, height }, &look, &moment, &options))
    return FALSE;
  if (priv->painter == NULL)
    {
      priv->painter = view->new_painter (NULL);
      priv->kept = ws_kept_nodes_new ();
    }
  view->set_painter (priv->painter, &look);
  ws_kept_nodes_show (priv->kept, snapshot, priv->painter,
                      gtk_widget_get_scale_factor (GTK_WIDGET (self)));
  return TRUE;
}

static char *
ws_canvas_tooltip (WsDrawing *drawing, const WsTheme *theme, double x, double y, double width,
                   double height)
{
  WsCanvas *self = WS_CANVAS (drawing);
  const WsCanvasClass *klass = WS_CANVAS_GET_CLASS (self);
  WsFigureOptions options;
  const WsScene *scene;
  WsMoment moment;
  WsLook look;

  if (klass->view != NULL)
    return klass->view->point != NULL
                   && get_look (self, &(WsArea){ theme, width, height }, &look, &moment, &options)
               ? klass->view->point (&look, x, y)
               : NULL;
  if (klass->tooltip == NULL || !ws_canvas_get_moment (self, &scene, &moment))
    return NULL;
  return klass->tooltip (self, &(WsFrame){ scene, &moment, theme, width, height }, x, y);
}

static char *
ws_canvas_describe (WsDrawing *drawing)
{
  WsCanvas *self = WS_CANVAS (drawing);
  const WsScene *scene;
  WsMoment moment;

  if (WS_CANVAS_GET_CLASS (self)->describe == NULL || !ws_canvas_get_moment (self, &scene, &moment))
    return NULL;
  return WS_CANVAS_GET_CLASS (self)->describe (self, scene, &moment);
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
  g_clear_pointer (&priv->painter, ws_painter_free);
  g_clear_pointer (&priv->kept, ws_kept_nodes_free);

  G_OBJECT_CLASS (ws_canvas_parent_class)->dispose (object);
}

static void
ws_canvas_class_init (WsCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  WsDrawingClass *drawing_class = WS_DRAWING_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = ws_canvas_get_property;
  object_class->set_property = ws_canvas_set_property;
  object_class->dispose = ws_canvas_dispose;
  drawing_class->draw = ws_canvas_draw;
  drawing_class->record = ws_canvas_record;
  drawing_class->tooltip = ws_canvas_tooltip;
  drawing_class->describe = ws_canvas_describe;

  props[PROP_PLAYHEAD] = g_param_spec_object ("playhead", NULL, NULL, WS_TYPE_PLAYHEAD, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
ws_canvas_init (WsCanvas *self)
{
  WsCanvasPrivate *priv = ws_canvas_get_instance_private (self);

  priv->playhead_signals = g_signal_group_new (WS_TYPE_PLAYHEAD);
  g_signal_group_connect_swapped (priv->playhead_signals, "notify::scene",
                                  G_CALLBACK (scene_changed_cb), self);
  g_signal_group_connect_swapped (priv->playhead_signals, "notify::position", G_CALLBACK (moved),
                                  self);
  g_signal_group_connect_swapped (priv->playhead_signals, "notify::time", G_CALLBACK (time_cb),
                                  self);
  g_signal_group_connect_swapped (priv->playhead_signals, "notify::moving", G_CALLBACK (moved),
                                  self);
  g_signal_group_connect_swapped (priv->playhead_signals, "notify::clock", G_CALLBACK (time_cb),
                                  self);
  g_signal_group_connect_swapped (priv->playhead_signals, "notify::beside", G_CALLBACK (beside_cb),
                                  self);
  g_signal_group_connect_swapped (priv->playhead_signals, "notify::warp", G_CALLBACK (moved), self);
  g_signal_group_connect_swapped (priv->playhead_signals, "notify::stage",
                                  G_CALLBACK (ws_drawing_update_description), self);
}

/* Returns: (transfer none) (nullable): what it follows */
WsPlayhead *
ws_canvas_get_playhead (WsCanvas *self)
{
  WsCanvasPrivate *priv = ws_canvas_get_instance_private (self);

  g_return_val_if_fail (WS_IS_CANVAS (self), NULL);
  return priv->playhead;
}

/**
 * ws_canvas_set_playhead:
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

/**
 * ws_canvas_get_moment:
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
  ws_drawing_get_hover (WS_DRAWING (self), &moment->hover_x, &moment->hover_y);
  return TRUE;
}

/**
 * ws_canvas_set_is_beside:
 * @is_beside: whether it is drawn on one scale with what plays beside its playhead's launch, for
 * that is in view, too
 */
void
ws_canvas_set_is_beside (WsCanvas *self, gboolean is_beside)
{
  WsCanvasPrivate *priv = ws_canvas_get_instance_private (self);

  g_return_if_fail (WS_IS_CANVAS (self));
  priv->is_beside = is_beside;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Returns: (transfer none) (nullable): beside what it is drawn */
const WsScene *
ws_canvas_get_beside (WsCanvas *self)
{
  WsCanvasPrivate *priv = ws_canvas_get_instance_private (self);

  g_return_val_if_fail (WS_IS_CANVAS (self), NULL);
  return priv->is_beside && priv->playhead != NULL ? ws_playhead_get_beside (priv->playhead) : NULL;
}

/**
 * ws_canvas_set_source:
 * @source: (nullable): a canvas that shows a view, and outlives this one; %NULL for none
 *
 * Draws the view of @source, with its options, at this canvas's own size.
 */
void
ws_canvas_set_source (WsCanvas *self, WsCanvas *source)
{
  WsCanvasPrivate *priv = ws_canvas_get_instance_private (self);

  g_return_if_fail (WS_IS_CANVAS (self) && (source == NULL || WS_IS_CANVAS (source)));
  g_clear_pointer (&priv->painter, ws_painter_free);
  g_clear_pointer (&priv->kept, ws_kept_nodes_free);
  priv->source = source;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Returns: (transfer full) (nullable): the one figure of what its view shows now; %NULL if there is
 * none */
char *
ws_canvas_dup_figure (WsCanvas *self)
{
  const WsViewClass *view;
  WsFigureOptions options;
  WsMoment moment;
  WsLook look;

  g_return_val_if_fail (WS_IS_CANVAS (self), NULL);
  view = WS_CANVAS_GET_CLASS (get_source (self))->view;
  return view != NULL
                 && get_look (self, &(WsArea){ ws_theme_get (WS_THEME_LIGHT), 1, 1 }, &look,
                              &moment, &options)
             ? ws_view_dup_figure (view, &look)
             : NULL;
}

/**
 * ws_canvas_find_lanes:
 * @boxes: (out caller-allocates): position of each lane of the followed warp, in pixels of the
 * canvas
 *
 * Returns: a bit for each lane that its view draws
 */
guint32
ws_canvas_find_lanes (WsCanvas *self, WsBox boxes[WS_WARP_SIZE])
{
  const WsViewClass *view;
  WsFigureOptions options;
  WsMoment moment;
  WsLook look;
  WsArea area;

  g_return_val_if_fail (WS_IS_CANVAS (self), 0);
  area = (WsArea){ ws_theme_get (ws_drawing_get_theme (WS_DRAWING (self))),
                   gtk_widget_get_width (GTK_WIDGET (self)),
                   gtk_widget_get_height (GTK_WIDGET (self)) };
  view = WS_CANVAS_GET_CLASS (get_source (self))->view;
  return view != NULL && area.width > 0 && area.height > 0
                 && get_look (self, &area, &look, &moment, &options)
             ? ws_view_find_lanes (view, &look, boxes)
             : 0;
}
