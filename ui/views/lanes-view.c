#include "views/lanes-view.h"

#include <glib/gi18n.h>
#include <math.h>

#define MIN_INSTRUCTIONS 12

struct _WsLanesView {
  WsCanvas parent_instance;

  WsLanesOptions options;
  gboolean scrubbing;
};

enum { WARP_CHOSEN, LANE_CHOSEN, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsLanesView, ws_lanes_view, WS_TYPE_CANVAS)

static void
ws_lanes_view_take_options (WsCanvas *canvas, WsFigureOptions *options)
{
  options->lanes = WS_LANES_VIEW (canvas)->options;
}

static gboolean
pick (WsLanesView *self, double x, double y, WsLanesHit *hit)
{
  const WsScene *scene;
  WsMoment moment;

  return ws_canvas_get_moment (WS_CANVAS (self), &scene, &moment)
         && ws_lanes_pick (&(WsFrame){ scene, &moment, ws_drawing_peek_theme (WS_DRAWING (self)),
                                       gtk_widget_get_width (GTK_WIDGET (self)),
                                       gtk_widget_get_height (GTK_WIDGET (self)) },
                           &self->options, x, y, hit);
}

static char *
ws_lanes_view_describe (WsCanvas *canvas, const WsScene *scene, const WsMoment *moment)
{
  g_autofree char *instruction = ws_lanes_subtitle (scene, moment);
  WsLaneState states[WS_WARP_SIZE];
  guint n = 0;

  ws_lanes_get_states (scene, moment->warp, moment->position, states);
  for (guint i = 0; i < WS_WARP_SIZE; i++)
    n += states[i] == WS_LANE_WORKS;
  return g_strdup_printf (_ ("Warp %1$u: %2$u of 32 lanes active; %3$s"), moment->warp, n,
                          instruction);
}

/* The instruction that the playhead is at: a click on the weave, or a key, goes to another. */
static gboolean
ws_lanes_view_get_part (WsDrawing *drawing, WsDrawingPart *part)
{
  const WsScene *scene;
  WsMoment moment;

  if (!ws_canvas_get_moment (WS_CANVAS (drawing), &scene, &moment))
    return FALSE;
  part->most = MAX (scene->record->n_events, 1) - 1;
  part->now = ws_scene_event_at (scene, moment.position);
  part->text = ws_lanes_subtitle (scene, &moment);
  return TRUE;
}

static void
ws_lanes_view_scene_changed (WsCanvas *canvas)
{
  WsLanesView *self = WS_LANES_VIEW (canvas);

  self->options.first = 0;
  self->options.count = 0;
}

static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, WsLanesView *self)
{
  WsLanesHit hit;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (pick (self, x, y, &hit) && (hit.kind == WS_LANES_HIT_WARP || hit.kind == WS_LANES_HIT_LANE))
    {
      g_signal_emit (self, signals[WARP_CHOSEN], 0, hit.warp);
      if (hit.kind == WS_LANES_HIT_LANE && hit.lane != WS_NONE)
        g_signal_emit (self, signals[LANE_CHOSEN], 0, hit.lane, n_press > 1);
    }
}

static void
scrub (WsLanesView *self, double x, double y)
{
  WsPlayhead *playhead = ws_canvas_get_playhead (WS_CANVAS (self));
  WsLanesHit hit;

  if (playhead == NULL || !pick (self, x, y, &hit) || hit.kind != WS_LANES_HIT_WEAVE
      || hit.event == WS_NONE)
    return;
  ws_playhead_set_playing (playhead, FALSE);
  ws_playhead_set_position (playhead, hit.event);
}

static void
drag_begin_cb (GtkGestureDrag *drag, double x, double y, WsLanesView *self)
{
  WsLanesHit hit;

  self->scrubbing = pick (self, x, y, &hit) && hit.kind == WS_LANES_HIT_WEAVE;
  if (self->scrubbing)
    scrub (self, x, y);
}

static void
drag_update_cb (GtkGestureDrag *drag, double dx, double dy, WsLanesView *self)
{
  double x;
  double y;

  if (self->scrubbing && gtk_gesture_drag_get_start_point (drag, &x, &y))
    scrub (self, x + dx, y);
}

/* Ctrl and wheel zooms the weave about the pointer, the wheel alone moves along it. */
static gboolean
scroll_cb (GtkEventControllerScroll *scroll, double dx, double dy, WsLanesView *self)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));
  double delta = fabs (dx) > fabs (dy) ? dx : dy;
  const WsScene *scene;
  WsMoment moment;
  const WsWarpTrace *trace;
  WsLanesHit hit;
  double count;
  double first;

  if (!ws_canvas_get_moment (WS_CANVAS (self), &scene, &moment))
    return GDK_EVENT_PROPAGATE;
  trace = g_ptr_array_index (scene->warps, moment.warp);
  count = self->options.count > 0 ? self->options.count : trace->n_events;
  first = self->options.first;
  if ((state & GDK_CONTROL_MASK) != 0)
    {
      double factor = pow (1.25, delta);
      double at = first + count / 2;

      if (pick (self, moment.hover_x, moment.hover_y, &hit) && hit.kind == WS_LANES_HIT_WEAVE)
        at = hit.instruction;
      first = at - (at - first) * factor;
      count *= factor;
    }
  else
    first += delta * count / 12;
  count = CLAMP (count, MIN (MIN_INSTRUCTIONS, trace->n_events), trace->n_events);
  first = CLAMP (first, 0, trace->n_events - count);
  self->options.first = (guint)round (first);
  self->options.count = (guint)round (count);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return GDK_EVENT_STOP;
}

static void
ws_lanes_view_class_init (WsLanesViewClass *klass)
{
  WsCanvasClass *canvas_class = WS_CANVAS_CLASS (klass);

  canvas_class->view = ws_view_get_class (WS_VIEW_LANES);
  canvas_class->get_options = ws_lanes_view_take_options;
  canvas_class->describe = ws_lanes_view_describe;
  canvas_class->scene_changed = ws_lanes_view_scene_changed;
  WS_DRAWING_CLASS (klass)->get_part = ws_lanes_view_get_part;
  signals[WARP_CHOSEN] = g_signal_new ("warp-chosen", WS_TYPE_LANES_VIEW, G_SIGNAL_RUN_LAST, 0,
                                       NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[LANE_CHOSEN] =
      g_signal_new ("lane-chosen", WS_TYPE_LANES_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_BOOLEAN);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "lanesview");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_SLIDER);
}

static void
ws_lanes_view_init (WsLanesView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Warps"),
                                  -1);
}

/* Returns: (transfer floating): a view of no warps yet */
GtkWidget *
ws_lanes_view_new (void)
{
  return g_object_new (WS_TYPE_LANES_VIEW, NULL);
}

/**
 * ws_lanes_view_get_options:
 * @options: (out): the options in use, for export
 */
void
ws_lanes_view_get_options (WsLanesView *self, WsLanesOptions *options)
{
  g_return_if_fail (WS_IS_LANES_VIEW (self));
  *options = self->options;
}

/* Returns: (transfer full): the instruction that the chosen warp is on; empty without a scene */
char *
ws_lanes_view_dup_subtitle (WsLanesView *self)
{
  const WsScene *scene;
  WsMoment moment;

  g_return_val_if_fail (WS_IS_LANES_VIEW (self), NULL);
  if (!ws_canvas_get_moment (WS_CANVAS (self), &scene, &moment))
    return g_strdup ("");
  return ws_lanes_subtitle (scene, &moment);
}
