#include "views/tree-view.h"

#include <glib/gi18n.h>
#include <math.h>

#define MIN_COUNT     4
#define MAX_COUNT     128
#define ROW_STEP      4  /* rows of planes that a key moves by */
#define DEFAULT_COUNT 16 /* of a window that a folded tree becomes when it is zoomed */

struct _WsTreeView {
  WsCanvas parent_instance;

  WsTreeOptions options; /* as wished; what is drawn is clamped to the block */
  double drag_offset;    /* elements between the pointer and the first one of the focus */
  double drag_row;       /* rows, likewise */
  gboolean dragging;
  double scrolled; /* elements, the part that is not a whole one yet */
  guint tell_idle; /* of another size; 0 for none */
};

enum { WARP_CHOSEN, BLOCK_CHOSEN, FOCUS_MOVED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsTreeView, ws_tree_view, WS_TYPE_CANVAS)

static void
clamped (WsTreeView *self, const WsScene *scene, const WsMoment *moment, WsTreeOptions *options)
{
  *options = self->options;
  ws_flow_clamp_options (&(WsFrame){ scene, moment, ws_drawing_peek_theme (WS_DRAWING (self)),
                                     gtk_widget_get_width (GTK_WIDGET (self)),
                                     gtk_widget_get_height (GTK_WIDGET (self)) },
                         options);
}

static void
ws_tree_view_take_options (WsCanvas *canvas, WsFigureOptions *options)
{
  options->tree = WS_TREE_VIEW (canvas)->options;
}

static gboolean
pick (WsTreeView *self, double x, double y, WsTreeHit *hit)
{
  const WsScene *scene;
  WsMoment moment;

  return ws_canvas_get_moment (WS_CANVAS (self), &scene, &moment)
         && ws_flow_pick (&(WsFrame){ scene, &moment, ws_drawing_peek_theme (WS_DRAWING (self)),
                                      gtk_widget_get_width (GTK_WIDGET (self)),
                                      gtk_widget_get_height (GTK_WIDGET (self)) },
                          &self->options, x, y, hit);
}

static char *
ws_tree_view_describe (WsCanvas *canvas, const WsScene *scene, const WsMoment *moment)
{
  return ws_stages_caption (scene->stages, scene->run, scene->launch, scene->block,
                            ws_scene_stage_at (scene, moment->position));
}

/* The elements shown large, of which the first is counted. */
static gboolean
ws_tree_view_get_part (WsDrawing *drawing, WsDrawingPart *part)
{
  WsTreeView *self = WS_TREE_VIEW (drawing);
  const WsScene *scene;
  WsMoment moment;
  WsTreeOptions options;

  if (gtk_widget_get_width (GTK_WIDGET (self)) <= 0
      || !ws_canvas_get_moment (WS_CANVAS (self), &scene, &moment))
    return FALSE;
  clamped (self, scene, &moment, &options);
  part->most = MAX (ws_flow_get_n_elements (scene, &self->options), options.count) - options.count;
  part->now = options.first;
  part->text = ws_tree_view_dup_subtitle (self);
  return TRUE;
}

/* Another part of the block is shown large. */
static void
tell_focus (WsTreeView *self)
{
  ws_drawing_update_description (WS_DRAWING (self));
  g_signal_emit (self, signals[FOCUS_MOVED], 0);
}

static void
ws_tree_view_scene_changed (WsCanvas *canvas)
{
  WsTreeView *self = WS_TREE_VIEW (canvas);
  const WsScene *scene;
  WsMoment moment;

  /* another block size can be smaller than the focus is far to the right */
  if (ws_canvas_get_moment (canvas, &scene, &moment)
      && self->options.first >= ws_flow_get_n_elements (scene, &self->options))
    self->options.first = 0;
}

static void
move_focus_to (WsTreeView *self, double first, double row)
{
  const WsScene *scene;
  WsMoment moment;
  WsTreeOptions options;

  if (!ws_canvas_get_moment (WS_CANVAS (self), &scene, &moment))
    return;
  self->options.focus = WS_TREE_FOCUS_WINDOW;
  self->options.first = (guint)CLAMP (round (first), 0, G_MAXINT32);
  self->options.first_row = (guint)CLAMP (round (row), 0, G_MAXINT32);
  clamped (self, scene, &moment, &options);
  self->options.first = options.first;
  self->options.first_row = options.first_row;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  tell_focus (self);
}

/* In its row. */
static void
move_focus (WsTreeView *self, double first)
{
  move_focus_to (self, first, self->options.first_row);
}

static void
zoom (WsTreeView *self, double factor)
{
  const WsScene *scene;
  WsMoment moment;
  WsTreeOptions options;
  double middle;

  if (!ws_canvas_get_moment (WS_CANVAS (self), &scene, &moment))
    return;
  clamped (self, scene, &moment, &options);
  if (self->options.focus == WS_TREE_FOCUS_FOLDED)
    options.count = MIN (options.count, DEFAULT_COUNT);
  middle = options.first + options.count / 2.;
  self->options.count = (guint)CLAMP (round (options.count / factor), MIN_COUNT, MAX_COUNT);
  move_focus (self, middle - self->options.count / 2.);
}

static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, WsTreeView *self)
{
  WsTreeHit hit;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (!pick (self, x, y, &hit))
    return;
  if (hit.kind == WS_TREE_HIT_BLOCK && hit.n_folded == 0)
    g_signal_emit (self, signals[BLOCK_CHOSEN], 0, hit.launch, hit.block);
  else if (hit.kind == WS_TREE_HIT_FOLD)
    ws_tree_view_set_focus (self, hit.element, CLAMP (hit.n_folded, MIN_COUNT, DEFAULT_COUNT));
  else if (hit.thread != WS_NONE)
    g_signal_emit (self, signals[WARP_CHOSEN], 0, hit.thread / WS_WARP_SIZE);
}

static void
drag_begin_cb (GtkGestureDrag *drag, double x, double y, WsTreeView *self)
{
  WsTreeHit hit;
  const WsScene *scene;
  WsMoment moment;
  WsTreeOptions options;

  self->dragging = pick (self, x, y, &hit)
                   && (hit.kind == WS_TREE_HIT_FRAME || hit.kind == WS_TREE_HIT_STRIP)
                   && ws_canvas_get_moment (WS_CANVAS (self), &scene, &moment);
  if (!self->dragging)
    return;
  clamped (self, scene, &moment, &options);
  self->drag_offset = options.count / 2.;
  self->drag_row = 0;
  if (hit.kind == WS_TREE_HIT_FRAME)
    {
      self->drag_offset = hit.strip_element - options.first;
      self->drag_row = hit.strip_row - options.first_row;
    }
  move_focus_to (self, hit.strip_element - self->drag_offset, hit.strip_row - self->drag_row);
}

static void
drag_update_cb (GtkGestureDrag *drag, double dx, double dy, WsTreeView *self)
{
  WsTreeHit hit;
  double x;
  double y;

  /* the pointer may leave the strip while it drags: its height does not count */
  if (self->dragging && gtk_gesture_drag_get_start_point (drag, &x, &y)
      && pick (self, x + dx, y, &hit)
      && (hit.kind == WS_TREE_HIT_FRAME || hit.kind == WS_TREE_HIT_STRIP))
    move_focus_to (self, hit.strip_element - self->drag_offset, hit.strip_row - self->drag_row);
}

static gboolean
scroll_cb (GtkEventControllerScroll *scroll, double dx, double dy, WsTreeView *self)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));
  double delta = fabs (dx) > fabs (dy) ? dx : dy;

  if ((state & GDK_CONTROL_MASK) != 0)
    {
      zoom (self, pow (1.25, -delta));
      return GDK_EVENT_STOP;
    }
  self->scrolled += delta * 2;
  if (fabs (self->scrolled) >= 1)
    {
      move_focus (self, self->options.first + trunc (self->scrolled));
      self->scrolled -= trunc (self->scrolled);
    }
  return GDK_EVENT_STOP;
}

static void
zoom_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsTreeView *self = WS_TREE_VIEW (widget);

  if (g_str_equal (action_name, "tree.fit"))
    ws_tree_view_set_whole (self, FALSE, 0);
  else
    zoom (self, g_str_equal (action_name, "tree.zoom-in") ? 1.5 : 1 / 1.5);
}

static void
pan_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsTreeView *self = WS_TREE_VIEW (widget);
  const WsScene *scene;
  WsMoment moment;
  WsTreeOptions options;

  if (!ws_canvas_get_moment (WS_CANVAS (self), &scene, &moment))
    return;
  clamped (self, scene, &moment, &options);
  self->options.first_row = options.first_row;
  if (g_str_equal (action_name, "tree.pan-up") || g_str_equal (action_name, "tree.pan-down"))
    move_focus_to (self, options.first,
                   MAX (options.first_row
                            + (g_str_equal (action_name, "tree.pan-down") ? 1.0 : -1.0) * ROW_STEP,
                        0));
  else
    move_focus (self,
                options.first
                    + (g_str_equal (action_name, "tree.pan-right") ? 0.5 : -0.5) * options.count);
}

static gboolean
tell_cb (gpointer data)
{
  WsTreeView *self = data;

  self->tell_idle = 0;
  tell_focus (self);
  return G_SOURCE_REMOVE;
}

/* Another size shows another part of the block. Listeners then queue a layout of their texts, which
 * would be lost during layout: GTK would draw them without an allocation. */
static void
ws_tree_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WsTreeView *self = WS_TREE_VIEW (widget);

  GTK_WIDGET_CLASS (ws_tree_view_parent_class)->size_allocate (widget, width, height, baseline);
  if (self->tell_idle == 0)
    self->tell_idle = g_idle_add_full (G_PRIORITY_HIGH_IDLE, tell_cb, self, NULL);
}

static void
ws_tree_view_dispose (GObject *object)
{
  g_clear_handle_id (&WS_TREE_VIEW (object)->tell_idle, g_source_remove);

  G_OBJECT_CLASS (ws_tree_view_parent_class)->dispose (object);
}

static void
ws_tree_view_class_init (WsTreeViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  WsCanvasClass *canvas_class = WS_CANVAS_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ws_tree_view_dispose;
  widget_class->size_allocate = ws_tree_view_size_allocate;
  canvas_class->view = ws_view_get_class (WS_VIEW_TREE);
  canvas_class->get_options = ws_tree_view_take_options;
  canvas_class->describe = ws_tree_view_describe;
  canvas_class->scene_changed = ws_tree_view_scene_changed;
  WS_DRAWING_CLASS (klass)->get_part = ws_tree_view_get_part;

  signals[WARP_CHOSEN] = g_signal_new ("warp-chosen", WS_TYPE_TREE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[BLOCK_CHOSEN] = g_signal_new ("block-chosen", WS_TYPE_TREE_VIEW, G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[FOCUS_MOVED] = g_signal_new ("focus-moved", WS_TYPE_TREE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_css_name (widget_class, "treeview-tree");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
  gtk_widget_class_install_action (widget_class, "tree.zoom-in", NULL, zoom_cb);
  gtk_widget_class_install_action (widget_class, "tree.zoom-out", NULL, zoom_cb);
  gtk_widget_class_install_action (widget_class, "tree.fit", NULL, zoom_cb);
  gtk_widget_class_install_action (widget_class, "tree.pan-left", NULL, pan_cb);
  gtk_widget_class_install_action (widget_class, "tree.pan-right", NULL, pan_cb);
  gtk_widget_class_install_action (widget_class, "tree.pan-up", NULL, pan_cb);
  gtk_widget_class_install_action (widget_class, "tree.pan-down", NULL, pan_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_plus, GDK_CONTROL_MASK, "tree.zoom-in",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_equal, GDK_CONTROL_MASK,
                                       "tree.zoom-in", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_minus, GDK_CONTROL_MASK,
                                       "tree.zoom-out", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_0, GDK_CONTROL_MASK, "tree.fit", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_bracketleft, 0, "tree.pan-left", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_bracketright, 0, "tree.pan-right",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_braceleft, 0, "tree.pan-up", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_braceright, 0, "tree.pan-down", NULL);
}

static void
ws_tree_view_init (WsTreeView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  self->options = (WsTreeOptions)WS_TREE_OPTIONS_INIT;
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Reduction tree"), -1);
}

/* Returns: (transfer floating): a view of no tree yet */
GtkWidget *
ws_tree_view_new (void)
{
  return g_object_new (WS_TYPE_TREE_VIEW, NULL);
}

/**
 * ws_tree_view_set_focus:
 * @first: first element shown large
 * @count: how many; 0 for as many as are readable
 */
void
ws_tree_view_set_focus (WsTreeView *self, guint first, guint count)
{
  g_return_if_fail (WS_IS_TREE_VIEW (self));
  self->options.count = count;
  move_focus (self, first);
}

/**
 * ws_tree_view_set_whole:
 * @full: whether every element of the block is shown; else those near the result, and all others
 * fold into marks
 * @count: of those, how many are side by side; 0 for as many as have room
 *
 * Shows the whole block, rather than a window of it.
 */
void
ws_tree_view_set_whole (WsTreeView *self, gboolean full, guint count)
{
  WsPattern layout;

  g_return_if_fail (WS_IS_TREE_VIEW (self));
  layout = self->options.layout;
  self->options = (WsTreeOptions)WS_TREE_OPTIONS_INIT;
  self->options.layout = layout;
  self->options.focus = full ? WS_TREE_FOCUS_FULL : WS_TREE_FOCUS_FOLDED;
  self->options.count = full ? 0 : count;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  tell_focus (self);
}

/**
 * ws_tree_view_set_layout:
 * @layout: how to draw the dataflow; %WS_PATTERN_AUTO for the best fit
 */
void
ws_tree_view_set_layout (WsTreeView *self, WsPattern layout)
{
  g_return_if_fail (WS_IS_TREE_VIEW (self));
  g_return_if_fail (layout < WS_N_PATTERNS);

  if (self->options.layout == layout)
    return;
  self->options.layout = layout;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  tell_focus (self);
}

/**
 * ws_tree_view_get_options:
 * @options: (out): the options in use, for export
 */
void
ws_tree_view_get_options (WsTreeView *self, WsTreeOptions *options)
{
  g_return_if_fail (WS_IS_TREE_VIEW (self));
  *options = self->options;
}

/* Returns: (transfer none): what is drawn, as in "Reduction tree" */
const char *
ws_tree_view_get_title (WsTreeView *self)
{
  const WsScene *scene;
  WsMoment moment;

  g_return_val_if_fail (WS_IS_TREE_VIEW (self), NULL);
  if (!ws_canvas_get_moment (WS_CANVAS (self), &scene, &moment))
    return ws_flow_get_pattern_title (self->options.layout);
  return ws_flow_get_title (scene, &self->options);
}

/* Returns: (transfer full): which elements of which block are shown; empty without a scene */
char *
ws_tree_view_dup_subtitle (WsTreeView *self)
{
  const WsScene *scene;
  WsMoment moment;

  g_return_val_if_fail (WS_IS_TREE_VIEW (self), NULL);
  if (!ws_canvas_get_moment (WS_CANVAS (self), &scene, &moment))
    return g_strdup ("");
  return ws_flow_subtitle (&(WsFrame){ .scene = scene,
                                       .theme = ws_drawing_peek_theme (WS_DRAWING (self)),
                                       .width = gtk_widget_get_width (GTK_WIDGET (self)),
                                       .height = gtk_widget_get_height (GTK_WIDGET (self)) },
                           &self->options);
}
