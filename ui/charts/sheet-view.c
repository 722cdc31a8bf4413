#include "charts/sheet-view.h"

#include <glib/gi18n.h>
#include <math.h>

#define WHEEL_FACTOR 1.2
#define KEY_FACTOR   1.5
#define CLICK_PX     4 /* a drag that is shorter is a click */

typedef enum { DRAG_NONE, DRAG_PAN, DRAG_BOX } Drag;

struct _WsSheetView {
  WsDrawing parent_instance;

  WsSheet *sheet;
  WsSheetOptions options; /* zoom alone; pointer and focus are set as it is drawn */
  int focus;              /* of the main chart; -1 before the first key */
  Drag drag;
  double start_x;
  double start_y;
  double at_x;
  double at_y;
};

enum { ZOOMED, PICKED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsSheetView, ws_sheet_view, WS_TYPE_DRAWING)

static const WsTheme *
get_theme (WsSheetView *self)
{
  return ws_drawing_peek_theme (WS_DRAWING (self));
}

static int
get_width (WsSheetView *self)
{
  return gtk_widget_get_width (GTK_WIDGET (self));
}

static int
get_height (WsSheetView *self)
{
  return gtk_widget_get_height (GTK_WIDGET (self));
}

static gboolean
can_pick (WsSheetView *self)
{
  return self->sheet != NULL && get_width (self) > 0 && get_height (self) > 0;
}

/* ---- zoom ---- */

static gboolean
is_same (const WsChartWindow *a, const WsChartWindow *b)
{
  return a->set == b->set
         && (!a->set
             || (a->x_from == b->x_from && a->x_to == b->x_to && a->y_from == b->y_from
                 && a->y_to == b->y_to));
}

/* Notifies changes since @before. Returns: whether there are any */
static gboolean
tell_zoom (WsSheetView *self, const WsSheetOptions *before)
{
  gboolean zoomed = ws_sheet_view_is_zoomed (self);

  if (is_same (&before->main.window, &self->options.main.window)
      && is_same (&before->side.window, &self->options.side.window))
    return FALSE;
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "sheet.all", zoomed);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), zoomed ? "grab" : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[ZOOMED], 0);
  return TRUE;
}

static gboolean
zoom (WsSheetView *self, double x, double y, double factor)
{
  WsSheetOptions before = self->options;

  if (!can_pick (self))
    return FALSE;
  ws_sheet_zoom (self->sheet, &self->options,
                 &(WsArea){ get_theme (self), get_width (self), get_height (self) }, x, y, factor);
  return tell_zoom (self, &before);
}

static void
pan (WsSheetView *self, double x, double y, double dx, double dy)
{
  WsSheetOptions before = self->options;

  if (!can_pick (self))
    return;
  ws_sheet_pan (self->sheet, &self->options,
                &(WsArea){ get_theme (self), get_width (self), get_height (self) },
                &(WsPoint){ x, y }, dx, dy);
  tell_zoom (self, &before);
}

static WsBox
get_drag_box (WsSheetView *self)
{
  return (WsBox){ MIN (self->start_x, self->at_x), MIN (self->start_y, self->at_y),
                  fabs (self->at_x - self->start_x), fabs (self->at_y - self->start_y) };
}

static void
zoom_to_box (WsSheetView *self)
{
  WsSheetOptions before = self->options;
  WsBox box = get_drag_box (self);

  if (!can_pick (self) || box.w < CLICK_PX || box.h < CLICK_PX)
    return;
  ws_sheet_zoom_to (self->sheet, &self->options,
                    &(WsArea){ get_theme (self), get_width (self), get_height (self) }, &box);
  tell_zoom (self, &before);
}

/* ---- the pointer ---- */

static gboolean
scroll_cb (GtkEventControllerScroll *scroll, double dx, double dy, WsSheetView *self)
{
  double x;
  double y;

  ws_drawing_get_hover (WS_DRAWING (self), &x, &y);
  return zoom (self, x, y, pow (WHEEL_FACTOR, -dy)) ? GDK_EVENT_STOP : GDK_EVENT_PROPAGATE;
}

static void
begin_drag (WsSheetView *self, double x, double y, gboolean box)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->drag = box ? DRAG_BOX : DRAG_PAN;
  self->start_x = self->at_x = x;
  self->start_y = self->at_y = y;
}

static void
drag_to (WsSheetView *self, double x, double y)
{
  if (self->drag == DRAG_PAN)
    pan (self, self->start_x, self->start_y, x - self->at_x, y - self->at_y);
  self->at_x = x;
  self->at_y = y;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
end_drag (WsSheetView *self)
{
  WsChartPick pick;
  WsSheetPart part;
  double way = hypot (self->at_x - self->start_x, self->at_y - self->start_y);

  if (self->drag == DRAG_BOX)
    zoom_to_box (self);
  else if (self->drag == DRAG_PAN && way < CLICK_PX && can_pick (self))
    {
      part = ws_sheet_pick (self->sheet, &self->options,
                            &(WsArea){ get_theme (self), get_width (self), get_height (self) },
                            self->start_x, self->start_y, &pick);
      if (part != WS_SHEET_NOWHERE)
        g_signal_emit (self, signals[PICKED], 0, part, pick.series, pick.point);
    }
  self->drag = DRAG_NONE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drag_begin_cb (GtkGestureDrag *drag, double x, double y, WsSheetView *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (drag));
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (drag));

  if (button != GDK_BUTTON_PRIMARY && button != GDK_BUTTON_SECONDARY)
    {
      gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  begin_drag (self, x, y, button == GDK_BUTTON_SECONDARY || (state & GDK_SHIFT_MASK) != 0);
}

static void
drag_update_cb (GtkGestureDrag *drag, double dx, double dy, WsSheetView *self)
{
  double x;
  double y;

  if (gtk_gesture_drag_get_start_point (drag, &x, &y))
    drag_to (self, x + dx, y + dy);
}

static void
drag_end_cb (GtkGestureDrag *drag, double dx, double dy, WsSheetView *self)
{
  end_drag (self);
}

static void
pressed_cb (GtkGestureClick *click, int n_press, double x, double y, WsSheetView *self)
{
  /* a pane's title may also use it: claimed only if there is something to undo */
  if (n_press == 2 && ws_sheet_view_is_zoomed (self))
    {
      gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
      ws_sheet_view_show_all (self);
    }
}

/* ---- the keys ---- */

static void
set_focus (WsSheetView *self, int focus)
{
  self->focus = focus;
  ws_drawing_update_description (WS_DRAWING (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
move_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WsSheetView *self = WS_SHEET_VIEW (widget);
  int dx;
  int dy;

  g_variant_get (parameter, "(ii)", &dx, &dy);
  if (self->sheet == NULL)
    return;
  set_focus (self, dy != 0 && self->sheet->main->series->len > 1
                       ? ws_chart_move_focus_to_series (self->sheet->main, self->focus, dy)
                       : ws_chart_move_focus (self->sheet->main, self->focus, dx, dy));
}

/* To the first or last point of a series. */
static void
end_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WsSheetView *self = WS_SHEET_VIEW (widget);
  int by = g_variant_get_int32 (parameter) * (1 << 20);

  if (self->sheet == NULL)
    return;
  if (self->focus < 0)
    self->focus = 0;
  set_focus (self, ws_chart_move_focus (self->sheet->main, self->focus, by, 0));
}

/* About the pointer, or the middle of the chart. */
static void
zoom_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WsSheetView *self = WS_SHEET_VIEW (widget);
  double x;
  double y;

  if (!can_pick (self))
    return;
  ws_drawing_get_hover (WS_DRAWING (self), &x, &y);
  if (x < 0)
    {
      WsBox chart;
      WsBox side;
      WsBox table;

      ws_sheet_layout (self->sheet, &self->options,
                       &(WsArea){ get_theme (self), get_width (self), get_height (self) }, &chart,
                       &side, &table);
      x = chart.x + chart.w / 2;
      y = chart.y + chart.h / 2;
    }
  zoom (self, x, y, g_variant_get_int32 (parameter) > 0 ? KEY_FACTOR : 1 / KEY_FACTOR);
}

static void
all_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ws_sheet_view_show_all (WS_SHEET_VIEW (widget));
}

/* If everything is shown, the key is for the surrounding widget: an action would consume it,
 * enabled or not. */
static gboolean
all_key_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  WsSheetView *self = WS_SHEET_VIEW (widget);

  if (!ws_sheet_view_is_zoomed (self))
    return GDK_EVENT_PROPAGATE;
  ws_sheet_view_show_all (self);
  return GDK_EVENT_STOP;
}

static void
pick_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WsSheetView *self = WS_SHEET_VIEW (widget);
  guint series;
  guint point;

  if (self->sheet != NULL && ws_chart_find_point (self->sheet->main, self->focus, &series, &point))
    g_signal_emit (self, signals[PICKED], 0, WS_SHEET_MAIN, series, point);
}

static void
add_move (GtkWidgetClass *klass, guint key, guint keypad_key, int dx, int dy)
{
  gtk_widget_class_add_binding_action (klass, key, 0, "sheet.move", "(ii)", dx, dy);
  gtk_widget_class_add_binding_action (klass, keypad_key, 0, "sheet.move", "(ii)", dx, dy);
}

static void
add_keys (GtkWidgetClass *klass)
{
  static const struct {
    guint key;
    GdkModifierType modifiers;
    const char *action;
    int by;
  } keys[] = {
    { GDK_KEY_Home, 0, "sheet.end", -1 },
    { GDK_KEY_End, 0, "sheet.end", 1 },
    { GDK_KEY_plus, GDK_CONTROL_MASK, "sheet.zoom", 1 },
    { GDK_KEY_equal, GDK_CONTROL_MASK, "sheet.zoom", 1 },
    { GDK_KEY_KP_Add, GDK_CONTROL_MASK, "sheet.zoom", 1 },
    { GDK_KEY_minus, GDK_CONTROL_MASK, "sheet.zoom", -1 },
    { GDK_KEY_KP_Subtract, GDK_CONTROL_MASK, "sheet.zoom", -1 },
  };
  static const struct {
    guint key;
    GdkModifierType modifiers;
  } all_keys[] = {
    { GDK_KEY_0, 0 }, { GDK_KEY_KP_0, 0 }, { GDK_KEY_0, GDK_CONTROL_MASK }, { GDK_KEY_Escape, 0 }
  };

  gtk_widget_class_install_action (klass, "sheet.move", "(ii)", move_cb);
  gtk_widget_class_install_action (klass, "sheet.end", "i", end_cb);
  gtk_widget_class_install_action (klass, "sheet.zoom", "i", zoom_cb);
  gtk_widget_class_install_action (klass, "sheet.all", NULL, all_cb);
  gtk_widget_class_install_action (klass, "sheet.pick", NULL, pick_cb);
  add_move (klass, GDK_KEY_Left, GDK_KEY_KP_Left, -1, 0);
  add_move (klass, GDK_KEY_Right, GDK_KEY_KP_Right, 1, 0);
  add_move (klass, GDK_KEY_Up, GDK_KEY_KP_Up, 0, -1);
  add_move (klass, GDK_KEY_Down, GDK_KEY_KP_Down, 0, 1);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (klass, keys[i].key, keys[i].modifiers, keys[i].action, "i",
                                         keys[i].by);
  for (guint i = 0; i < G_N_ELEMENTS (all_keys); i++)
    gtk_widget_class_add_binding (klass, all_keys[i].key, all_keys[i].modifiers, all_key_cb, NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_Return, 0, "sheet.pick", NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_KP_Enter, 0, "sheet.pick", NULL);
}

/* ---- drawing ---- */

static void
draw_drag_box (WsSheetView *self, cairo_t *cr, const WsTheme *theme)
{
  WsBox box = get_drag_box (self);

  ws_box_path (cr, &box);
  ws_paint_set (cr, ws_color_alpha (theme->accent, 0.15));
  cairo_fill_preserve (cr);
  cairo_set_line_width (cr, 1);
  ws_paint_set (cr, theme->accent);
  cairo_stroke (cr);
}

static gboolean
ws_sheet_view_draw (WsDrawing *drawing, cairo_t *cr, const WsTheme *theme, double width,
                    double height)
{
  WsSheetView *self = WS_SHEET_VIEW (drawing);
  WsSheetOptions options = self->options;

  if (self->sheet == NULL)
    return FALSE;
  if (self->drag == DRAG_NONE)
    ws_drawing_get_hover (drawing, &options.main.hover_x, &options.main.hover_y);
  options.side.hover_x = options.main.hover_x;
  options.side.hover_y = options.main.hover_y;
  if (gtk_widget_has_visible_focus (GTK_WIDGET (self)))
    options.main.focus = self->focus;
  ws_draw_sheet (cr, self->sheet, &options, &(WsArea){ theme, width, height });
  if (self->drag == DRAG_BOX)
    draw_drag_box (self, cr, theme);
  return TRUE;
}

/* The focused mark comes first: it has changed. */
static char *
ws_sheet_view_describe (WsDrawing *drawing)
{
  WsSheetView *self = WS_SHEET_VIEW (drawing);
  g_autofree char *sheet = NULL;
  g_autofree char *words = NULL;
  guint series;
  guint point;

  if (self->sheet == NULL)
    return NULL;
  sheet = ws_sheet_describe (self->sheet);
  if (!ws_chart_find_point (self->sheet->main, self->focus, &series, &point))
    return g_steal_pointer (&sheet);
  words = ws_chart_describe_point (self->sheet->main, series, point);
  return g_strconcat (words, "\n", sheet, NULL);
}

static gboolean
ws_sheet_view_get_part (WsDrawing *drawing, WsDrawingPart *part)
{
  WsSheetView *self = WS_SHEET_VIEW (drawing);
  guint series;
  guint point;

  if (self->sheet == NULL || !ws_chart_find_point (self->sheet->main, self->focus, &series, &point))
    return FALSE;
  part->most = ws_chart_count_points (self->sheet->main) - 1;
  part->now = self->focus;
  part->text = ws_chart_describe_point (self->sheet->main, series, point);
  return TRUE;
}

/* ---- the type ---- */

static void
ws_sheet_view_dispose (GObject *object)
{
  g_clear_pointer (&WS_SHEET_VIEW (object)->sheet, ws_sheet_unref);

  G_OBJECT_CLASS (ws_sheet_view_parent_class)->dispose (object);
}

static void
ws_sheet_view_class_init (WsSheetViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  WsDrawingClass *drawing_class = WS_DRAWING_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ws_sheet_view_dispose;
  drawing_class->draw = ws_sheet_view_draw;
  drawing_class->describe = ws_sheet_view_describe;
  drawing_class->get_part = ws_sheet_view_get_part;
  add_keys (widget_class);
  signals[ZOOMED] = g_signal_new ("zoomed", WS_TYPE_SHEET_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
  signals[PICKED] =
      g_signal_new ("picked", WS_TYPE_SHEET_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 3, WS_TYPE_SHEET_PART, G_TYPE_UINT, G_TYPE_UINT);
  gtk_widget_class_set_css_name (widget_class, "sheetview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
}

static void
ws_sheet_view_init (WsSheetView *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  static const WsSheetOptions options = WS_SHEET_OPTIONS_INIT;

  self->options = options;
  self->focus = -1;
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "sheet.all", FALSE);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Chart"),
                                  -1);
}

/* Returns: (transfer floating): a view without a sheet */
GtkWidget *
ws_sheet_view_new (void)
{
  return g_object_new (WS_TYPE_SHEET_VIEW, NULL);
}

/**
 * ws_sheet_view_set_sheet:
 * @sheet: (nullable) (transfer none): what to show; zoom and focus are kept if it has the same name
 * as the previous one
 */
void
ws_sheet_view_set_sheet (WsSheetView *self, WsSheet *sheet)
{
  gboolean same;

  g_return_if_fail (WS_IS_SHEET_VIEW (self));
  if (self->sheet == sheet)
    return;
  same = self->sheet != NULL && sheet != NULL && g_strcmp0 (self->sheet->name, sheet->name) == 0;
  g_clear_pointer (&self->sheet, ws_sheet_unref);
  self->sheet = sheet != NULL ? ws_sheet_ref (sheet) : NULL;
  if (!same)
    {
      self->focus = -1;
      ws_sheet_view_show_all (self);
    }
  else
    self->focus = MIN (self->focus, ws_chart_count_points (sheet->main) - 1);
  if (sheet != NULL && !same)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    sheet->title != NULL ? sheet->title : _ ("Chart"), -1);
  ws_drawing_update_description (WS_DRAWING (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Returns: (transfer none) (nullable): what it shows */
WsSheet *
ws_sheet_view_get_sheet (WsSheetView *self)
{
  g_return_val_if_fail (WS_IS_SHEET_VIEW (self), NULL);
  return self->sheet;
}

/* Whether a part of a chart is shown, and not all of it. */
gboolean
ws_sheet_view_is_zoomed (WsSheetView *self)
{
  g_return_val_if_fail (WS_IS_SHEET_VIEW (self), FALSE);
  return self->options.main.window.set || self->options.side.window.set;
}

/* Returns: whether the second chart of its sheet, if there is one, has room in it */
gboolean
ws_sheet_view_has_side (WsSheetView *self)
{
  WsBox main;
  WsBox side;
  WsBox table;

  g_return_val_if_fail (WS_IS_SHEET_VIEW (self), FALSE);
  if (self->sheet == NULL || self->sheet->side == NULL)
    return FALSE;
  ws_sheet_layout (self->sheet, &self->options,
                   &(WsArea){ get_theme (self), get_width (self), get_height (self) }, &main, &side,
                   &table);
  return side.w > 0;
}

/* Shows all of both charts. */
void
ws_sheet_view_show_all (WsSheetView *self)
{
  WsSheetOptions before;

  g_return_if_fail (WS_IS_SHEET_VIEW (self));
  before = self->options;
  self->options.main.window.set = FALSE;
  self->options.side.window.set = FALSE;
  tell_zoom (self, &before);
}

/**
 * ws_sheet_view_get_options:
 * @options: (out): what is shown, to export the same, without pointer and focus
 */
void
ws_sheet_view_get_options (WsSheetView *self, WsSheetOptions *options)
{
  g_return_if_fail (WS_IS_SHEET_VIEW (self));
  *options = self->options;
}

/**
 * ws_sheet_view_zoom:
 * @x: of the pointer, pixels
 * @y: likewise
 * @factor: above 1 it zooms in
 *
 * For tests: the wheel at a place.
 */
void
ws_sheet_view_zoom (WsSheetView *self, double x, double y, double factor)
{
  g_return_if_fail (WS_IS_SHEET_VIEW (self));
  zoom (self, x, y, factor);
}

/**
 * ws_sheet_view_drag:
 * @x: where the drag begins, pixels
 * @y: likewise
 * @to_x: where it ends, pixels
 * @to_y: likewise
 * @box: whether it is one with Shift, which zooms to a box
 *
 * For tests: a drag as the pointer makes it, with a stop half way.
 */
void
ws_sheet_view_drag (WsSheetView *self, double x, double y, double to_x, double to_y, gboolean box)
{
  g_return_if_fail (WS_IS_SHEET_VIEW (self));
  begin_drag (self, x, y, box);
  drag_to (self, (x + to_x) / 2, (y + to_y) / 2);
  drag_to (self, to_x, to_y);
  end_drag (self);
}
