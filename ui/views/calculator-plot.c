#include "views/calculator-plot.h"

#include <glib/gi18n.h>

struct _WsCalculatorPlot {
  WsDrawing parent_instance;

  WsCalculatorState *state;
  WsCalculatorOptions options;
  WsCalculatorHit dragged; /* what the drag took hold of */
  guint gesture;           /* number of the drag */
};

G_DEFINE_FINAL_TYPE (WsCalculatorPlot, ws_calculator_plot, WS_TYPE_DRAWING)

static void
focus_chart (WsCalculatorPlot *self, WsCalculatorChart chart)
{
  self->options.focus = chart;
  ws_drawing_update_description (WS_DRAWING (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
state_changed_cb (WsCalculatorPlot *self)
{
  ws_drawing_update_description (WS_DRAWING (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static const WsTheme *
get_theme (WsCalculatorPlot *self)
{
  return ws_drawing_peek_theme (WS_DRAWING (self));
}

static gboolean
pick (WsCalculatorPlot *self, double x, double y, WsCalculatorHit *hit)
{
  return ws_calculator_pick (ws_calculator_state_get_calculator (self->state), &self->options,
                             &(WsArea){ get_theme (self), gtk_widget_get_width (GTK_WIDGET (self)),
                                        gtk_widget_get_height (GTK_WIDGET (self)) },
                             x, y, hit);
}

/* ---- drawing ---- */

static gboolean
ws_calculator_plot_draw (WsDrawing *drawing, cairo_t *cr, const WsTheme *theme, double width,
                         double height)
{
  WsCalculatorPlot *self = WS_CALCULATOR_PLOT (drawing);

  self->options.focus_visible = gtk_widget_has_focus (GTK_WIDGET (self));
  ws_drawing_get_hover (drawing, &self->options.hover_x, &self->options.hover_y);
  ws_draw_calculator (cr, ws_calculator_state_get_calculator (self->state), &self->options,
                      &(WsArea){ theme, width, height });
  return TRUE;
}

static char *
ws_calculator_plot_tooltip (WsDrawing *drawing, const WsTheme *theme, double x, double y,
                            double width, double height)
{
  WsCalculatorPlot *self = WS_CALCULATOR_PLOT (drawing);
  WsCalculatorHit hit;

  if (!pick (self, x, y, &hit))
    return NULL;
  return ws_calculator_hit_describe (ws_calculator_state_get_calculator (self->state), &hit);
}

static char *
ws_calculator_plot_describe (WsDrawing *drawing)
{
  return ws_calculator_describe (
      ws_calculator_state_get_calculator (WS_CALCULATOR_PLOT (drawing)->state));
}

/* The point of the chart that has the focus. */
static gboolean
ws_calculator_plot_get_part (WsDrawing *drawing, WsDrawingPart *part)
{
  WsCalculatorPlot *self = WS_CALCULATOR_PLOT (drawing);
  const WsOccupancyLimits *limits = ws_calculator_state_get_limits (self->state);
  WsCalculatorChart chart = self->options.focus;
  guint value = ws_calculator_get_value (ws_calculator_state_get_launch (self->state), chart);

  /* a run may exceed the chart's range */
  part->least = MIN (ws_calculator_clamp_value (limits, chart, 0), value);
  part->most = MAX (ws_calculator_clamp_value (limits, chart, 1e9), value);
  part->now = value;
  /* Translators: a number of threads, registers or KB */
  part->text = g_strdup_printf (_ ("%1$u %2$s"), value, _ (ws_calculator_chart_get_name (chart)));
  return TRUE;
}

/* ---- the pointer ---- */

static void
set_value (WsCalculatorPlot *self, WsCalculatorChart chart, guint value, guint gesture)
{
  WsOccupancyLaunch launch = *ws_calculator_state_get_launch (self->state);

  ws_calculator_set_value (&launch, chart, value);
  ws_calculator_state_set_launch (self->state, &launch, gesture);
}

static void
drag_to (WsCalculatorPlot *self, double x, double y)
{
  WsCalculatorHit hit;
  guint value;

  if (self->dragged.kind == WS_CALCULATOR_HIT_CHART
      && ws_calculator_pick_value (ws_calculator_state_get_calculator (self->state), &self->options,
                                   &(WsArea){ get_theme (self),
                                              gtk_widget_get_width (GTK_WIDGET (self)),
                                              gtk_widget_get_height (GTK_WIDGET (self)) },
                                   self->dragged.chart, x, &value))
    set_value (self, self->dragged.chart, value, self->gesture);
  else if (self->dragged.kind == WS_CALCULATOR_HIT_CAPABILITY && pick (self, x, y, &hit)
           && hit.kind == WS_CALCULATOR_HIT_CAPABILITY)
    ws_calculator_state_set_limits (self->state, ws_occupancy_limits_get (hit.capability),
                                    self->gesture);
}

static void
begin_drag (WsCalculatorPlot *self, double x, double y)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->gesture++;
  if (self->gesture == 0)
    self->gesture++;
  if (!pick (self, x, y, &self->dragged))
    return;
  if (self->dragged.kind == WS_CALCULATOR_HIT_CHART)
    focus_chart (self, self->dragged.chart);
  drag_to (self, x, y);
}

static void
drag_begin_cb (GtkGestureDrag *drag, double x, double y, WsCalculatorPlot *self)
{
  begin_drag (self, x, y);
}

static void
drag_update_cb (GtkGestureDrag *drag, double dx, double dy, WsCalculatorPlot *self)
{
  double x;
  double y;

  if (gtk_gesture_drag_get_start_point (drag, &x, &y))
    drag_to (self, x + dx, y + dy);
}

static void
drag_end_cb (GtkGestureDrag *drag, double dx, double dy, WsCalculatorPlot *self)
{
  self->dragged.kind = WS_CALCULATOR_HIT_NONE;
}

/* ---- the keys ---- */

/* (chart's point) by steps: 1 and -1 small ones, 2 and -2 large ones */
static void
move_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsCalculatorPlot *self = WS_CALCULATOR_PLOT (widget);
  WsCalculatorChart chart = self->options.focus;
  int steps = g_variant_get_int32 (parameter);
  double by = ws_calculator_get_step (chart, steps > 1 || steps < -1);
  double value = ws_calculator_get_value (ws_calculator_state_get_launch (self->state), chart);

  if (chart == WS_CALCULATOR_THREADS)
    value = (double)(((guint)value + 31) / 32) * 32;
  set_value (self, chart,
             ws_calculator_clamp_value (ws_calculator_state_get_limits (self->state), chart,
                                        value + (steps > 0 ? by : -by)),
             0);
}

static void
end_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsCalculatorPlot *self = WS_CALCULATOR_PLOT (widget);
  double value = g_variant_get_int32 (parameter) > 0 ? 1e9 : 0;

  set_value (self, self->options.focus,
             ws_calculator_clamp_value (ws_calculator_state_get_limits (self->state),
                                        self->options.focus, value),
             0);
}

static gboolean
step_chart (WsCalculatorPlot *self, int direction)
{
  int chart = (int)self->options.focus + direction;

  if (chart < 0 || chart >= WS_CALCULATOR_N_CHARTS)
    return FALSE;
  focus_chart (self, (WsCalculatorChart)chart);
  return TRUE;
}

static void
chart_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  step_chart (WS_CALCULATOR_PLOT (widget), g_variant_get_int32 (parameter));
}

/* Tab goes from chart to chart, and then on. */
static gboolean
ws_calculator_plot_focus (GtkWidget *widget, GtkDirectionType direction)
{
  WsCalculatorPlot *self = WS_CALCULATOR_PLOT (widget);

  if (direction != GTK_DIR_TAB_FORWARD && direction != GTK_DIR_TAB_BACKWARD)
    return GTK_WIDGET_CLASS (ws_calculator_plot_parent_class)->focus (widget, direction);
  if (gtk_widget_is_focus (widget))
    return step_chart (self, direction == GTK_DIR_TAB_FORWARD ? 1 : -1);
  focus_chart (self,
               direction == GTK_DIR_TAB_FORWARD ? WS_CALCULATOR_THREADS : WS_CALCULATOR_SHARED);
  return gtk_widget_grab_focus (widget);
}

static void
add_key (GtkWidgetClass *klass, guint key, GdkModifierType modifiers, const char *action, int by)
{
  gtk_widget_class_add_binding_action (klass, key, modifiers, action, "i", by);
}

static void
add_keys (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "plot.move", "i", move_cb);
  gtk_widget_class_install_action (klass, "plot.end", "i", end_cb);
  gtk_widget_class_install_action (klass, "plot.chart", "i", chart_cb);
  add_key (klass, GDK_KEY_Right, 0, "plot.move", 1);
  add_key (klass, GDK_KEY_Left, 0, "plot.move", -1);
  add_key (klass, GDK_KEY_Right, GDK_SHIFT_MASK, "plot.move", 2);
  add_key (klass, GDK_KEY_Left, GDK_SHIFT_MASK, "plot.move", -2);
  add_key (klass, GDK_KEY_Home, 0, "plot.end", -1);
  add_key (klass, GDK_KEY_End, 0, "plot.end", 1);
  add_key (klass, GDK_KEY_Down, 0, "plot.chart", 1);
  add_key (klass, GDK_KEY_Up, 0, "plot.chart", -1);
}

/* ---- the type ---- */

static void
ws_calculator_plot_dispose (GObject *object)
{
  WsCalculatorPlot *self = WS_CALCULATOR_PLOT (object);

  if (self->state != NULL)
    g_signal_handlers_disconnect_by_data (self->state, self);
  g_clear_object (&self->state);

  G_OBJECT_CLASS (ws_calculator_plot_parent_class)->dispose (object);
}

static void
ws_calculator_plot_class_init (WsCalculatorPlotClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  WsDrawingClass *drawing_class = WS_DRAWING_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ws_calculator_plot_dispose;
  drawing_class->draw = ws_calculator_plot_draw;
  drawing_class->tooltip = ws_calculator_plot_tooltip;
  drawing_class->describe = ws_calculator_plot_describe;
  drawing_class->get_part = ws_calculator_plot_get_part;
  drawing_class->shows_focus = TRUE;
  widget_class->focus = ws_calculator_plot_focus;
  add_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "calculatorplot");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
}

static void
ws_calculator_plot_init (WsCalculatorPlot *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  static const WsCalculatorOptions options = WS_CALCULATOR_OPTIONS_INIT;

  self->options = options;
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  g_signal_connect (self, "notify::has-focus", G_CALLBACK (gtk_widget_queue_draw), NULL);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Occupancy calculator"), -1);
}

/**
 * ws_calculator_plot_set_state:
 * @self: a plot of nothing yet
 * @state: (transfer none): what is drawn, and changed by drags and keys
 */
void
ws_calculator_plot_set_state (WsCalculatorPlot *self, WsCalculatorState *state)
{
  g_return_if_fail (WS_IS_CALCULATOR_PLOT (self) && self->state == NULL);

  g_set_object (&self->state, state);
  g_signal_connect_swapped (state, "changed", G_CALLBACK (state_changed_cb), self);
  ws_drawing_update_description (WS_DRAWING (self));
}

/**
 * ws_calculator_plot_get_options:
 * @options: (out): the options in use, for export, without pointer and focus
 */
void
ws_calculator_plot_get_options (WsCalculatorPlot *self, WsCalculatorOptions *options)
{
  static const WsCalculatorOptions plain = WS_CALCULATOR_OPTIONS_INIT;

  g_return_if_fail (WS_IS_CALCULATOR_PLOT (self));
  *options = plain;
  options->focus = self->options.focus;
}

/**
 * ws_calculator_plot_drag:
 * @x: where the drag begins, pixels
 * @y: likewise
 * @to_x: where it ends, pixels
 * @to_y: likewise
 *
 * For tests: a drag as by the pointer, with a stop half way.
 */
void
ws_calculator_plot_drag (WsCalculatorPlot *self, double x, double y, double to_x, double to_y)
{
  g_return_if_fail (WS_IS_CALCULATOR_PLOT (self));
  begin_drag (self, x, y);
  drag_to (self, (x + to_x) / 2, (y + to_y) / 2);
  drag_to (self, to_x, to_y);
  drag_end_cb (NULL, 0, 0, self);
}
