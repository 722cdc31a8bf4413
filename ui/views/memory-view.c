#include "views/memory-view.h"

#include "views/stalls-finder.h"

#include <glib/gi18n.h>

struct _WsMemoryView {
  WsCanvas parent_instance;

  WsMemoryOptions options;
  WsScene *asked; /* of what it is being found out where the cycles went, or is known */
};

enum { CHANGED, WARP_CHOSEN, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsMemoryView, ws_memory_view, WS_TYPE_CANVAS)

static void
ws_memory_view_take_options (WsCanvas *canvas, WsFigureOptions *options)
{
  options->memory = WS_MEMORY_VIEW (canvas)->options;
  options->emphasis = options->memory.emphasis;
}

static char *
ws_memory_view_describe (WsCanvas *canvas, const WsScene *scene, const WsMoment *moment)
{
  return ws_memory_sentence (scene, moment, &WS_MEMORY_VIEW (canvas)->options);
}

/* The instruction that the playhead is at: a key goes to another. */
static gboolean
ws_memory_view_get_part (WsDrawing *drawing, WsDrawingPart *part)
{
  const WsScene *scene;
  WsMoment moment;

  if (!ws_canvas_get_moment (WS_CANVAS (drawing), &scene, &moment))
    return FALSE;
  part->most = MAX (scene->record->n_events, 1) - 1;
  part->now = ws_scene_event_at (scene, moment.position);
  part->text = ws_memory_sentence (scene, &moment, &WS_MEMORY_VIEW (drawing)->options);
  return TRUE;
}

/* What lines are ranked by is found out when it is to be seen. */
static void
find_time (WsMemoryView *self)
{
  const WsScene *scene;
  WsMoment moment;

  if (self->options.mode == WS_MEMORY_LINES && self->options.ranking == WS_MEMORY_RANK_TIME
      && ws_canvas_get_moment (WS_CANVAS (self), &scene, &moment))
    ws_stalls_find (WS_DRAWING (self), &self->asked, scene);
}

static void
ws_memory_view_scene_changed (WsCanvas *canvas)
{
  WS_MEMORY_VIEW (canvas)->options.emphasis = (WsEmphasis){ 0 };
  find_time (WS_MEMORY_VIEW (canvas));
}

static void
ws_memory_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ws_memory_view_parent_class)->map (widget);
  find_time (WS_MEMORY_VIEW (widget));
}

static void
ws_memory_view_dispose (GObject *object)
{
  g_clear_pointer (&WS_MEMORY_VIEW (object)->asked, ws_scene_unref);
  G_OBJECT_CLASS (ws_memory_view_parent_class)->dispose (object);
}

static void
change (WsMemoryView *self)
{
  find_time (self);
  ws_drawing_update_description (WS_DRAWING (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[CHANGED], 0);
}

/* The lane stands out, until it is clicked again. */
static void
choose_lane (WsMemoryView *self, guint lane)
{
  WsEmphasis *emphasis = &self->options.emphasis;
  gboolean chosen = ws_emphasis_has (emphasis, WS_HIGHLIGHT_LANE, lane);

  *emphasis = (WsEmphasis){ 0 };
  if (!chosen)
    ws_emphasis_add (emphasis, WS_HIGHLIGHT_LANE, lane);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, WsMemoryView *self)
{
  WsPlayhead *playhead = ws_canvas_get_playhead (WS_CANVAS (self));
  const WsScene *scene;
  WsMoment moment;
  WsMemoryHit hit;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (!ws_canvas_get_moment (WS_CANVAS (self), &scene, &moment)
      || !ws_memory_pick (&(WsFrame){ scene, &moment, ws_drawing_peek_theme (WS_DRAWING (self)),
                                      gtk_widget_get_width (GTK_WIDGET (self)),
                                      gtk_widget_get_height (GTK_WIDGET (self)) },
                          &self->options, x, y, &hit))
    return;
  if ((hit.kind == WS_MEMORY_HIT_LINE || hit.kind == WS_MEMORY_HIT_ELEMENT)
      && ws_memory_hit_find_event (scene, &hit))
    {
      ws_playhead_set_playing (playhead, FALSE);
      g_signal_emit (self, signals[WARP_CHOSEN], 0, hit.warp);
      ws_playhead_set_position (playhead, hit.event);
    }
  else if (hit.lane != WS_NONE)
    choose_lane (self, hit.lane);
}

static void
ws_memory_view_class_init (WsMemoryViewClass *klass)
{
  WsCanvasClass *canvas_class = WS_CANVAS_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ws_memory_view_dispose;
  GTK_WIDGET_CLASS (klass)->map = ws_memory_view_map;
  canvas_class->view = ws_view_get_class (WS_VIEW_MEMORY);
  canvas_class->get_options = ws_memory_view_take_options;
  canvas_class->describe = ws_memory_view_describe;
  canvas_class->scene_changed = ws_memory_view_scene_changed;
  WS_DRAWING_CLASS (klass)->get_part = ws_memory_view_get_part;
  signals[CHANGED] = g_signal_new ("changed", WS_TYPE_MEMORY_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  signals[WARP_CHOSEN] = g_signal_new ("warp-chosen", WS_TYPE_MEMORY_VIEW, G_SIGNAL_RUN_LAST, 0,
                                       NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "memoryview");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_SLIDER);
}

static void
ws_memory_view_init (WsMemoryView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Memory"), -1);
}

/* Returns: (transfer floating): a view of nothing yet */
GtkWidget *
ws_memory_view_new (void)
{
  return g_object_new (WS_TYPE_MEMORY_VIEW, NULL);
}

/**
 * ws_memory_view_set_mode:
 * @mode: what it shows from now on
 */
void
ws_memory_view_set_mode (WsMemoryView *self, WsMemoryMode mode)
{
  g_return_if_fail (WS_IS_MEMORY_VIEW (self) && (guint)mode < WS_N_MEMORY_MODES);
  if (self->options.mode == mode)
    return;
  self->options.mode = mode;
  change (self);
}

/**
 * ws_memory_view_set_coloring:
 * @coloring: what the colours of a buffer say from now on
 */
void
ws_memory_view_set_coloring (WsMemoryView *self, WsMemoryColoring coloring)
{
  g_return_if_fail (WS_IS_MEMORY_VIEW (self) && (guint)coloring < WS_N_MEMORY_COLORINGS);
  if (self->options.coloring == coloring)
    return;
  self->options.coloring = coloring;
  change (self);
}

/**
 * ws_memory_view_set_ranking:
 * @ranking: in which order lines stand from now on
 */
void
ws_memory_view_set_ranking (WsMemoryView *self, WsMemoryRanking ranking)
{
  g_return_if_fail (WS_IS_MEMORY_VIEW (self) && (guint)ranking < WS_N_MEMORY_RANKINGS);
  if (self->options.ranking == ranking)
    return;
  self->options.ranking = ranking;
  change (self);
}

/**
 * ws_memory_view_get_options:
 * @options: (out): the options in use, for export
 */
void
ws_memory_view_get_options (WsMemoryView *self, WsMemoryOptions *options)
{
  g_return_if_fail (WS_IS_MEMORY_VIEW (self));
  *options = self->options;
}

/* Returns: (transfer full): the access that is shown; empty without a scene */
char *
ws_memory_view_dup_subtitle (WsMemoryView *self)
{
  const WsScene *scene;
  WsMoment moment;

  g_return_val_if_fail (WS_IS_MEMORY_VIEW (self), NULL);
  if (!ws_canvas_get_moment (WS_CANVAS (self), &scene, &moment))
    return g_strdup ("");
  return ws_memory_subtitle (scene, &moment, &self->options);
}
