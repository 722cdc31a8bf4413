#include "views/sms-view.h"

#include "views/stalls-finder.h"

#include <glib/gi18n.h>
#include <math.h>

#define MIN_SPAN_CYCLES 16.

struct _WsSmsView {
  WsCanvas parent_instance;

  WsSmsOptions options;
  WsRun *run; /* not owned, only compared: whose launch the options are for */
  guint launch;
  gboolean scrubbing;
  WsScene *asked; /* of what it is being found out what schedulers do, or is known */
};

enum { BLOCK_CHOSEN, ZOOMED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsSmsView, ws_sms_view, WS_TYPE_CANVAS)

static const WsTheme *
get_theme (WsSmsView *self)
{
  return ws_drawing_peek_theme (WS_DRAWING (self));
}

static void
ws_sms_view_take_options (WsCanvas *canvas, WsFigureOptions *options)
{
  options->sms = WS_SMS_VIEW (canvas)->options;
  /* the mark is the keyboard's */
  if (!gtk_widget_has_visible_focus (GTK_WIDGET (canvas)))
    options->sms.mark = WS_NONE;
}

/* As it is drawn. */
static WsSmsOptions
get_drawn_options (WsSmsView *self)
{
  WsSmsOptions options = self->options;

  options.beside = ws_canvas_get_beside (WS_CANVAS (self));
  return options;
}

static gboolean
pick (WsSmsView *self, double x, double y, WsSmsHit *hit)
{
  WsSmsOptions options = get_drawn_options (self);
  const WsScene *scene;
  WsMoment moment;

  return ws_canvas_get_moment (WS_CANVAS (self), &scene, &moment)
         && ws_sms_pick (&(WsFrame){ scene, &moment, get_theme (self),
                                     gtk_widget_get_width (GTK_WIDGET (self)),
                                     gtk_widget_get_height (GTK_WIDGET (self)) },
                         &options, x, y, hit);
}

static char *
ws_sms_view_describe (WsCanvas *canvas, const WsScene *scene, const WsMoment *moment)
{
  WsSmsView *self = WS_SMS_VIEW (canvas);
  g_autofree char *now = ws_sms_caption (scene, moment->time);
  g_autofree char *all = ws_sms_summarise (scene);
  WsSmsHit hit = { .kind = WS_SMS_HIT_SM, .sm = self->options.mark };
  g_autofree char *marked = NULL;

  if (scene->timeline == NULL)
    return g_steal_pointer (&all);
  if (hit.sm >= scene->timeline->n_sms)
    return g_strdup_printf ("%s. %s", all, now);
  marked = ws_sms_hit_describe (scene, moment, &hit);
  return g_strdup_printf ("%s. %s. %s", marked, all, now);
}

static gboolean
ws_sms_view_get_part (WsDrawing *drawing, WsDrawingPart *part)
{
  WsSmsHit hit = { .kind = WS_SMS_HIT_SM, .sm = WS_SMS_VIEW (drawing)->options.mark };
  const WsScene *scene;
  WsMoment moment;

  if (!ws_canvas_get_moment (WS_CANVAS (drawing), &scene, &moment) || scene->timeline == NULL
      || hit.sm >= scene->timeline->n_sms)
    return FALSE;
  part->most = scene->timeline->n_sms - 1;
  part->now = hit.sm;
  part->text = ws_sms_hit_describe (scene, &moment, &hit);
  return TRUE;
}

static void
zoomed (WsSmsView *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
  ws_drawing_update_description (WS_DRAWING (self));
  g_signal_emit (self, signals[ZOOMED], 0);
}

/* What schedulers do is found out when it is to be seen. */
static void
find_issue (WsSmsView *self)
{
  const WsScene *scene;
  WsMoment moment;

  if (ws_canvas_get_moment (WS_CANVAS (self), &scene, &moment)
      && ws_sms_shows_issue (&(WsFrame){ scene, &moment, get_theme (self),
                                         gtk_widget_get_width (GTK_WIDGET (self)),
                                         gtk_widget_get_height (GTK_WIDGET (self)) }))
    ws_stalls_find (WS_DRAWING (self), &self->asked, scene);
}

static void
ws_sms_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ws_sms_view_parent_class)->map (widget);
  find_issue (WS_SMS_VIEW (widget));
}

static void
ws_sms_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GTK_WIDGET_CLASS (ws_sms_view_parent_class)->size_allocate (widget, width, height, baseline);
  find_issue (WS_SMS_VIEW (widget));
}

static void
ws_sms_view_dispose (GObject *object)
{
  g_clear_pointer (&WS_SMS_VIEW (object)->asked, ws_scene_unref);
  G_OBJECT_CLASS (ws_sms_view_parent_class)->dispose (object);
}

/* Another block of the same launch keeps what is shown. */
static void
ws_sms_view_scene_changed (WsCanvas *canvas)
{
  WsSmsView *self = WS_SMS_VIEW (canvas);
  WsPlayhead *playhead = ws_canvas_get_playhead (canvas);
  WsRun *run = playhead != NULL ? ws_playhead_get_run (playhead) : NULL;
  guint launch = playhead != NULL ? ws_playhead_get_launch (playhead) : 0;

  find_issue (self);
  if (run == self->run && launch == self->launch)
    return;
  self->run = run;
  self->launch = launch;
  self->options = (WsSmsOptions)WS_SMS_OPTIONS_INIT;
  zoomed (self);
}

static void
set_time (WsSmsView *self, double time)
{
  WsPlayhead *playhead = ws_canvas_get_playhead (WS_CANVAS (self));

  if (playhead == NULL)
    return;
  ws_playhead_set_playing (playhead, FALSE);
  ws_playhead_set_time (playhead, time);
}

static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, WsSmsView *self)
{
  WsSmsHit hit;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (n_press == 2 && self->options.sm != WS_NONE && pick (self, x, y, &hit)
      && hit.kind == WS_SMS_HIT_BAR)
    ws_sms_view_set_sm (self, WS_NONE);
}

/* A click on a block that was recorded shows it; on anything else of an SM, the SM. */
static void
released_cb (GtkGestureClick *gesture, int n_press, double x, double y, WsSmsView *self)
{
  const WsScene *scene;
  WsMoment moment;
  WsSmsHit hit;

  if (n_press != 1 || !pick (self, x, y, &hit)
      || !ws_canvas_get_moment (WS_CANVAS (self), &scene, &moment))
    return;
  if (hit.kind == WS_SMS_HIT_BAR && hit.block != WS_NONE)
    g_signal_emit (self, signals[BLOCK_CHOSEN], 0, hit.block);
  else if (hit.kind == WS_SMS_HIT_SLOT && hit.block != WS_NONE
           && ws_run_find_block (scene->run, scene->launch, hit.block) != NULL)
    g_signal_emit (self, signals[BLOCK_CHOSEN], 0, hit.block);
  else if (hit.kind == WS_SMS_HIT_SM || hit.kind == WS_SMS_HIT_SLOT)
    ws_sms_view_set_sm (self, hit.sm);
}

static gboolean
scrub (WsSmsView *self, double x, double y)
{
  WsSmsHit hit;

  if (!pick (self, x, y, &hit) || hit.kind != WS_SMS_HIT_TIME)
    return FALSE;
  set_time (self, hit.time);
  return TRUE;
}

static void
drag_begin_cb (GtkGestureDrag *drag, double x, double y, WsSmsView *self)
{
  self->scrubbing = scrub (self, x, y);
}

static void
drag_update_cb (GtkGestureDrag *drag, double dx, double dy, WsSmsView *self)
{
  double x;
  double y;

  /* the hand may leave the chart upwards and downwards, and be beyond its ends */
  if (!self->scrubbing || fabs (dx) < 1 || !gtk_gesture_drag_get_start_point (drag, &x, &y))
    return;
  for (double way = 1; way >= 0; way -= 1. / 64)
    if (scrub (self, x + dx * way, y))
      return;
}

/* Ctrl and wheel zooms the time about the pointer, the wheel alone moves along it. */
static gboolean
scroll_cb (GtkEventControllerScroll *scroll, double dx, double dy, WsSmsView *self)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));
  double delta = fabs (dx) > fabs (dy) ? dx : dy;
  const WsScene *scene;
  WsMoment moment;
  WsSmsHit hit;
  double end;
  double from;
  double span;

  if (!ws_canvas_get_moment (WS_CANVAS (self), &scene, &moment) || scene->timeline == NULL
      || !pick (self, moment.hover_x, moment.hover_y, &hit)
      || (hit.kind != WS_SMS_HIT_TIME && hit.kind != WS_SMS_HIT_BAR))
    return GDK_EVENT_PROPAGATE;
  end = ws_scene_get_end_beside (scene, ws_canvas_get_beside (WS_CANVAS (self)));
  from = self->options.from;
  span = (self->options.to > 0 ? self->options.to : end) - from;
  if ((state & GDK_CONTROL_MASK) != 0)
    {
      double factor = pow (1.25, delta);

      factor = CLAMP (factor, MIN (MIN_SPAN_CYCLES / span, 1), end / span);
      from = hit.time - (hit.time - from) * factor;
      span *= factor;
    }
  else
    from += delta * span / 12;
  from = CLAMP (from, 0, MAX (end - span, 0));
  self->options.from = from;
  self->options.to = from + span < end * (1 - 1e-9) || from > 0 ? from + span : 0;
  zoomed (self);
  return GDK_EVENT_STOP;
}

/* ---- keys ---- */

static void
mark (WsSmsView *self, int by_columns, int by_rows)
{
  WsSmsOptions options = get_drawn_options (self);
  const WsScene *scene;
  WsMoment moment;
  guint columns;
  int at;

  if (!ws_canvas_get_moment (WS_CANVAS (self), &scene, &moment) || scene->timeline == NULL)
    return;
  columns = ws_sms_get_n_columns (&(WsFrame){ .scene = scene,
                                              .theme = get_theme (self),
                                              .width = gtk_widget_get_width (GTK_WIDGET (self)),
                                              .height = gtk_widget_get_height (GTK_WIDGET (self)) },
                                  &options);
  at = self->options.mark < scene->timeline->n_sms ? (int)self->options.mark : -1;
  if (at < 0)
    at = 0;
  else
    at += by_columns + by_rows * (int)columns;
  if (at < 0 || at >= (int)scene->timeline->n_sms)
    return;
  self->options.mark = (guint)at;
  if (self->options.sm != WS_NONE)
    ws_sms_view_set_sm (self, (guint)at);
  else
    zoomed (self);
}

static gboolean
key_pressed_cb (GtkEventControllerKey *keyboard, guint key, guint code, GdkModifierType state,
                WsSmsView *self)
{
  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_Left:
    case GDK_KEY_Right:
    case GDK_KEY_Up:
    case GDK_KEY_Down:
      /* with Shift they step in time, as everywhere */
      if ((state & GDK_SHIFT_MASK) != 0)
        return GDK_EVENT_PROPAGATE;
      mark (self,
            key == GDK_KEY_Left    ? -1
            : key == GDK_KEY_Right ? 1
                                   : 0,
            key == GDK_KEY_Up     ? -1
            : key == GDK_KEY_Down ? 1
                                  : 0);
      return GDK_EVENT_STOP;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      if (self->options.sm != WS_NONE)
        ws_sms_view_set_sm (self, WS_NONE);
      else if (self->options.mark != WS_NONE)
        ws_sms_view_set_sm (self, self->options.mark);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
    case GDK_KEY_BackSpace:
      if (self->options.sm == WS_NONE && self->options.to == 0)
        return GDK_EVENT_PROPAGATE;
      self->options.from = self->options.to = 0;
      self->options.sm = WS_NONE;
      zoomed (self);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
ws_sms_view_class_init (WsSmsViewClass *klass)
{
  WsCanvasClass *canvas_class = WS_CANVAS_CLASS (klass);

  canvas_class->view = ws_view_get_class (WS_VIEW_SMS);
  canvas_class->get_options = ws_sms_view_take_options;
  canvas_class->describe = ws_sms_view_describe;
  canvas_class->scene_changed = ws_sms_view_scene_changed;
  WS_DRAWING_CLASS (klass)->get_part = ws_sms_view_get_part;
  G_OBJECT_CLASS (klass)->dispose = ws_sms_view_dispose;
  GTK_WIDGET_CLASS (klass)->map = ws_sms_view_map;
  GTK_WIDGET_CLASS (klass)->size_allocate = ws_sms_view_size_allocate;
  signals[BLOCK_CHOSEN] = g_signal_new ("block-chosen", WS_TYPE_SMS_VIEW, G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[ZOOMED] = g_signal_new ("zoomed", WS_TYPE_SMS_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "smsview");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_SLIDER);
}

static void
ws_sms_view_init (WsSmsView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keyboard = gtk_event_controller_key_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  self->options = (WsSmsOptions)WS_SMS_OPTIONS_INIT;
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect (click, "released", G_CALLBACK (released_cb), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (keyboard, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), keyboard);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("SMs"),
                                  -1);
}

/* Returns: (transfer floating): a view of no launch yet */
GtkWidget *
ws_sms_view_new (void)
{
  return g_object_new (WS_TYPE_SMS_VIEW, NULL);
}

/**
 * ws_sms_view_get_options:
 * @options: (out): the options in use, for export
 */
void
ws_sms_view_get_options (WsSmsView *self, WsSmsOptions *options)
{
  g_return_if_fail (WS_IS_SMS_VIEW (self));
  *options = self->options;
  options->mark = WS_NONE;
}

/* Returns: (transfer full): what fits on an SM, or which SM is shown; empty without a launch */
char *
ws_sms_view_dup_subtitle (WsSmsView *self)
{
  const WsScene *scene;
  WsMoment moment;

  g_return_val_if_fail (WS_IS_SMS_VIEW (self), NULL);
  if (!ws_canvas_get_moment (WS_CANVAS (self), &scene, &moment))
    return g_strdup ("");
  return ws_sms_subtitle (scene, &self->options);
}

/* Returns: the SM shown over time, %WS_NONE if all are shown */
guint
ws_sms_view_get_sm (WsSmsView *self)
{
  g_return_val_if_fail (WS_IS_SMS_VIEW (self), WS_NONE);
  return self->options.sm;
}

/**
 * ws_sms_view_set_sm:
 * @sm: an SM to show over time, %WS_NONE for all of them
 */
void
ws_sms_view_set_sm (WsSmsView *self, guint sm)
{
  g_return_if_fail (WS_IS_SMS_VIEW (self));

  if (self->options.sm == sm)
    return;
  self->options.sm = sm;
  if (sm != WS_NONE)
    self->options.mark = sm;
  zoomed (self);
}

/* @other shows another part of the time. */
static void
zoom_along_cb (WsSmsView *self, WsSmsView *other)
{
  const WsScene *ours;
  const WsScene *theirs;
  WsMoment moment;

  if (!ws_canvas_get_moment (WS_CANVAS (self), &ours, &moment)
      || !ws_canvas_get_moment (WS_CANVAS (other), &theirs, &moment))
    return;
  self->options.from = ws_scene_convert_time (theirs, other->options.from, ours);
  self->options.to = ws_scene_convert_time (theirs, other->options.to, ours);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  ws_drawing_update_description (WS_DRAWING (self));
}

/**
 * ws_sms_view_zoom_together:
 * @right: the view beside it
 *
 * From now on both show the same part of the time.
 */
void
ws_sms_view_zoom_together (WsSmsView *left, WsSmsView *right)
{
  g_return_if_fail (WS_IS_SMS_VIEW (left) && WS_IS_SMS_VIEW (right));

  g_signal_connect_object (left, "zoomed", G_CALLBACK (zoom_along_cb), right, G_CONNECT_SWAPPED);
  g_signal_connect_object (right, "zoomed", G_CALLBACK (zoom_along_cb), left, G_CONNECT_SWAPPED);
}
