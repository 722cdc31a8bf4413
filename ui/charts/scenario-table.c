#include "charts/scenario-table.h"

#include "scenario/layout.h"
#include "toolkit/spot.h"
#include "words/words.h"

#include <glib/gi18n.h>

struct _WsScenarioTable {
  WsDrawing parent_instance;

  WsScenario *scenario;
  WsScenarioOptions options;
  double scrolled; /* accumulated fraction of a row of the scroll wheel */
  int width;       /* that it was laid out for */
  int height;
  GPtrArray *spots; /* WsSpot of each cell, row by row; borrowed */
};

enum { RUN_CELL, CHOSEN, PASSED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsScenarioTable, ws_scenario_table, WS_TYPE_DRAWING)

static const WsTheme *
get_theme (WsScenarioTable *self)
{
  return ws_drawing_peek_theme (WS_DRAWING (self));
}

static gboolean
pick (WsScenarioTable *self, double x, double y, WsScenarioHit *hit)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));

  return self->scenario != NULL && width > 0 && height > 0
         && ws_scenario_pick (self->scenario, &self->options,
                              &(WsArea){ get_theme (self), width, height }, x, y, hit);
}

static void
scroll_to_choice (WsScenarioTable *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));

  if (self->scenario != NULL && width > 0 && height > 0)
    ws_scenario_scroll (self->scenario, &self->options,
                        &(WsArea){ get_theme (self), width, height });
}

static void
run_chosen (WsScenarioTable *self)
{
  if (self->scenario != NULL
      && ws_scenario_get_cell (self->scenario, self->options.row, self->options.group)->kernel
             != NULL)
    g_signal_emit (self, signals[RUN_CELL], 0, self->options.row, self->options.group);
}

/* ---- the table, as assistive technology sees it: rows of cells, headers first ---- */

static WsSpot *
add_spot (GtkWidget *row, GtkAccessibleRole role, int column, const char *label)
{
  WsSpot *spot = ws_spot_new (row, role);

  ws_spot_set_label (spot, label);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (spot), GTK_ACCESSIBLE_RELATION_COL_INDEX, column,
                                  -1);
  return spot;
}

static GtkWidget *
add_row (WsScenarioTable *self, int index, const char *label)
{
  WsSpot *row = ws_spot_new (GTK_WIDGET (self), GTK_ACCESSIBLE_ROLE_ROW);

  ws_spot_set_label (row, label);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_RELATION_ROW_INDEX, index,
                                  -1);
  return GTK_WIDGET (row);
}

static void
make_spots (WsScenarioTable *self)
{
  const WsScenario *scenario = self->scenario;
  GtkWidget *row;

  g_ptr_array_set_size (self->spots, 0);
  ws_spot_remove_all (GTK_WIDGET (self));
  if (scenario == NULL)
    return;
  row = add_row (self, 1, ws_words_translate (scenario->row_title));
  add_spot (row, GTK_ACCESSIBLE_ROLE_COLUMN_HEADER, 1, ws_words_translate (scenario->row_title));
  for (guint g = 0; g < scenario->n_groups; g++)
    add_spot (row, GTK_ACCESSIBLE_ROLE_COLUMN_HEADER, (int)g + 2,
              ws_words_translate (*scenario->group_names[g] != '\0' ? scenario->group_names[g]
                                                                    : scenario->title));
  for (guint i = 0; i < scenario->n_rows; i++)
    {
      row = add_row (self, (int)i + 2, ws_words_translate (scenario->rows[i].label));
      add_spot (row, GTK_ACCESSIBLE_ROLE_ROW_HEADER, 1,
                ws_words_translate (scenario->rows[i].label));
      for (guint g = 0; g < scenario->n_groups; g++)
        g_ptr_array_add (self->spots,
                         add_spot (row, GTK_ACCESSIBLE_ROLE_GRID_CELL, (int)g + 2, ""));
    }
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_RELATION_ROW_COUNT,
                                  (int)scenario->n_rows + 1, GTK_ACCESSIBLE_RELATION_COL_COUNT,
                                  (int)scenario->n_groups + 1, -1);
}

/* The cells' texts, and the chosen one. */
static void
tell_spots (WsScenarioTable *self)
{
  guint chosen;

  if (self->scenario == NULL)
    return;
  chosen = self->options.row * self->scenario->n_groups + self->options.group;
  for (guint i = 0; i < self->spots->len; i++)
    {
      guint n_groups = self->scenario->n_groups;
      g_autofree char *text =
          ws_scenario_describe_cell (self->scenario, i / n_groups, i % n_groups);

      ws_spot_set_label (self->spots->pdata[i], text);
      ws_spot_set_selected (self->spots->pdata[i], i == chosen);
    }
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT,
                                  self->spots->pdata[chosen], -1);
}

/* A row at @line, with its header and its groups where these are. */
static void
place_row (WsSpot *row, const WsScenarioLayout *l, const WsBox *line)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (row));
  double height = line->h;

  ws_spot_place (row, 0, line->y, l->width, height);
  ws_spot_place (WS_SPOT (child), l->label.x, 0, l->label.w, height);
  for (guint g = 0; (child = gtk_widget_get_next_sibling (child)) != NULL; g++)
    {
      gboolean seen = g >= l->first_group && g < l->first_group + l->n_groups;
      WsBox box = seen ? l->group[g - l->first_group] : (WsBox){ 0 };

      ws_spot_place (WS_SPOT (child), box.x, 0, box.w, height);
    }
}

static void
place_spots (WsScenarioTable *self, int width, int height)
{
  g_auto (WsScenarioLayout) l = { 0 };
  g_autoptr (WsText) text = ws_text_new (NULL, get_theme (self));
  GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self));

  if (row == NULL)
    return;
  ws_scenario_layout_init (&l, text, self->scenario, &self->options,
                           &(WsArea){ get_theme (self), width, height });
  place_row (WS_SPOT (row), &l, &l.head);
  for (guint i = 0; (row = gtk_widget_get_next_sibling (row)) != NULL; i++)
    {
      gboolean seen = i >= l.first_row && i < l.first_row + l.n_shown;
      WsBox line = seen ? ws_scenario_layout_get_cell (&l, i, l.first_group) : (WsBox){ 0 };

      place_row (WS_SPOT (row), &l, &line);
    }
}

/* Another part of the table is visible. */
static void
place_anew (WsScenarioTable *self)
{
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- events ---- */

static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, WsScenarioTable *self)
{
  WsScenarioHit hit;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (n_press != 1 || !pick (self, x, y, &hit))
    return;
  ws_scenario_table_choose (self, hit.row, hit.group);
  run_chosen (self);
}

static gboolean
scroll_cb (GtkEventControllerScroll *scroll, double dx, double dy, WsScenarioTable *self)
{
  int rows;

  if (self->scenario == NULL)
    return GDK_EVENT_PROPAGATE;
  self->scrolled += dy;
  rows = (int)self->scrolled;
  self->scrolled -= rows;
  self->options.top = CLAMP (self->options.top + rows, 0, (int)self->scenario->n_rows - 1);
  place_anew (self);
  return GDK_EVENT_STOP;
}

static void
move (WsScenarioTable *self, int rows, int groups)
{
  int row = (int)self->options.row + rows;
  int group = (int)self->options.group + groups;

  if (self->scenario != NULL)
    ws_scenario_table_choose (self, (guint)CLAMP (row, 0, (int)self->scenario->n_rows - 1),
                              (guint)CLAMP (group, 0, (int)self->scenario->n_groups - 1));
}

static void
activate_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WsScenarioTable *self = WS_SCENARIO_TABLE (widget);

  if (g_str_equal (name, "table.up"))
    move (self, -1, 0);
  else if (g_str_equal (name, "table.down"))
    move (self, 1, 0);
  else if (g_str_equal (name, "table.left"))
    move (self, 0, -1);
  else if (g_str_equal (name, "table.right"))
    move (self, 0, 1);
  else if (g_str_equal (name, "table.first"))
    move (self, -WS_SCENARIO_MAX_ROWS, -WS_SCENARIO_MAX_GROUPS);
  else if (g_str_equal (name, "table.last"))
    move (self, WS_SCENARIO_MAX_ROWS, WS_SCENARIO_MAX_GROUPS);
  else if (g_str_equal (name, "table.run"))
    run_chosen (self);
  else
    ws_scenario_table_go (self, g_str_equal (name, "table.next") ? 1 : -1);
}

static const struct {
  guint keys[4]; /* 0 behind the last */
  const char *action;
} bindings[] = {
  { { GDK_KEY_Up, GDK_KEY_KP_Up }, "table.up" },
  { { GDK_KEY_Down, GDK_KEY_KP_Down }, "table.down" },
  { { GDK_KEY_Left, GDK_KEY_KP_Left }, "table.left" },
  { { GDK_KEY_Right, GDK_KEY_KP_Right }, "table.right" },
  { { GDK_KEY_Home, GDK_KEY_KP_Home }, "table.first" },
  { { GDK_KEY_End, GDK_KEY_KP_End }, "table.last" },
  { { GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_space, GDK_KEY_KP_Space }, "table.run" },
  { { GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down }, "table.next" },
  { { GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up }, "table.previous" },
};

/* ---- the widget ---- */

static gboolean
ws_scenario_table_draw (WsDrawing *drawing, cairo_t *cr, const WsTheme *theme, double width,
                        double height)
{
  WsScenarioTable *self = WS_SCENARIO_TABLE (drawing);

  if (self->scenario == NULL)
    return FALSE;
  ws_drawing_get_hover (drawing, &self->options.hover_x, &self->options.hover_y);
  ws_draw_scenario (cr, self->scenario, &self->options, &(WsArea){ theme, width, height });
  return TRUE;
}

static char *
ws_scenario_table_tooltip (WsDrawing *drawing, const WsTheme *theme, double x, double y,
                           double width, double height)
{
  WsScenarioTable *self = WS_SCENARIO_TABLE (drawing);
  WsScenarioHit hit;

  return pick (self, x, y, &hit) ? ws_scenario_describe_cell (self->scenario, hit.row, hit.group)
                                 : NULL;
}

static char *
ws_scenario_table_describe (WsDrawing *drawing)
{
  WsScenarioTable *self = WS_SCENARIO_TABLE (drawing);

  return self->scenario != NULL ? ws_scenario_describe (self->scenario, &self->options) : NULL;
}

static void
ws_scenario_table_theme_changed (WsDrawing *drawing)
{
  scroll_to_choice (WS_SCENARIO_TABLE (drawing));
  gtk_widget_queue_allocate (GTK_WIDGET (drawing));
}

static void
ws_scenario_table_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WsScenarioTable *self = WS_SCENARIO_TABLE (widget);

  if (width != self->width || height != self->height)
    scroll_to_choice (self);
  self->width = width;
  self->height = height;
  place_spots (self, width, height);
}

static void
ws_scenario_table_dispose (GObject *object)
{
  WsScenarioTable *self = WS_SCENARIO_TABLE (object);

  ws_spot_remove_all (GTK_WIDGET (self));
  g_clear_pointer (&self->spots, g_ptr_array_unref);
  g_clear_pointer (&self->scenario, ws_scenario_unref);

  G_OBJECT_CLASS (ws_scenario_table_parent_class)->dispose (object);
}

static void
ws_scenario_table_class_init (WsScenarioTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  WsDrawingClass *drawing_class = WS_DRAWING_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ws_scenario_table_dispose;
  drawing_class->draw = ws_scenario_table_draw;
  drawing_class->tooltip = ws_scenario_table_tooltip;
  drawing_class->describe = ws_scenario_table_describe;
  drawing_class->theme_changed = ws_scenario_table_theme_changed;
  widget_class->size_allocate = ws_scenario_table_size_allocate;
  for (guint i = 0; i < G_N_ELEMENTS (bindings); i++)
    {
      gtk_widget_class_install_action (widget_class, bindings[i].action, NULL, activate_cb);
      for (guint k = 0; k < G_N_ELEMENTS (bindings[i].keys) && bindings[i].keys[k] != 0; k++)
        gtk_widget_class_add_binding_action (widget_class, bindings[i].keys[k], 0,
                                             bindings[i].action, NULL);
    }
  signals[RUN_CELL] = g_signal_new ("run-cell", WS_TYPE_SCENARIO_TABLE, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[CHOSEN] = g_signal_new ("chosen", WS_TYPE_SCENARIO_TABLE, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  /* there is no further cell in this direction, 1 or -1 */
  signals[PASSED] = g_signal_new ("passed", WS_TYPE_SCENARIO_TABLE, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  gtk_widget_class_set_css_name (widget_class, "scenariotable");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GRID);
}

static void
ws_scenario_table_init (WsScenarioTable *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  self->options = (WsScenarioOptions)WS_SCENARIO_OPTIONS_INIT;
  self->options.show_title = FALSE;
  self->options.show_summary = FALSE; /* the window has a place for it */
  self->options.top = 0;
  self->spots = g_ptr_array_new ();
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Scenario"), -1);
}

/**
 * ws_scenario_table_set_scenario:
 * @scenario: (transfer none): what to show, from its first cell
 */
void
ws_scenario_table_set_scenario (WsScenarioTable *self, WsScenario *scenario)
{
  g_return_if_fail (WS_IS_SCENARIO_TABLE (self));

  if (self->scenario == scenario)
    return;
  g_clear_pointer (&self->scenario, ws_scenario_unref);
  self->scenario = scenario != NULL ? ws_scenario_ref (scenario) : NULL;
  self->options.row = 0;
  self->options.group = 0;
  self->options.top = 0;
  make_spots (self);
  ws_scenario_table_refresh (self);
}

/* Returns: (transfer none) (nullable): what it shows */
WsScenario *
ws_scenario_table_get_scenario (WsScenarioTable *self)
{
  g_return_val_if_fail (WS_IS_SCENARIO_TABLE (self), NULL);
  return self->scenario;
}

/**
 * ws_scenario_table_choose:
 * @row: of a cell
 * @group: of a cell
 *
 * Outlines the cell, and scrolls to it. Emits chosen if it is another one.
 */
void
ws_scenario_table_choose (WsScenarioTable *self, guint row, guint group)
{
  g_return_if_fail (WS_IS_SCENARIO_TABLE (self) && self->scenario != NULL);
  g_return_if_fail (row < self->scenario->n_rows && group < self->scenario->n_groups);

  if (self->options.row == row && self->options.group == group)
    return;
  self->options.row = row;
  self->options.group = group;
  scroll_to_choice (self);
  place_anew (self);
  ws_scenario_table_refresh (self);
  g_signal_emit (self, signals[CHOSEN], 0, row, group);
}

/**
 * ws_scenario_table_get_chosen:
 * @row: (out): index of the chosen cell's row
 * @group: (out): of its group
 */
void
ws_scenario_table_get_chosen (WsScenarioTable *self, guint *row, guint *group)
{
  g_return_if_fail (WS_IS_SCENARIO_TABLE (self));
  *row = self->options.row;
  *group = self->options.group;
}

/* The next or previous cell that can be run, row by row. Returns: whether there was one */
static gboolean
step (WsScenarioTable *self, int direction)
{
  int at;
  int n;

  g_return_val_if_fail (WS_IS_SCENARIO_TABLE (self), FALSE);

  if (self->scenario == NULL)
    return FALSE;
  n = (int)ws_scenario_get_n_cells (self->scenario);
  at = (int)(self->options.row * self->scenario->n_groups + self->options.group);
  for (at += direction; at >= 0 && at < n; at += direction)
    if (self->scenario->cells[at].kernel != NULL)
      {
        ws_scenario_table_choose (self, (guint)at / self->scenario->n_groups,
                                  (guint)at % self->scenario->n_groups);
        return TRUE;
      }
  return FALSE;
}

/* Requests a run of the chosen cell if it has no figures yet. */
void
ws_scenario_table_run_new (WsScenarioTable *self)
{
  g_return_if_fail (WS_IS_SCENARIO_TABLE (self));
  if (self->scenario != NULL
      && ws_scenario_get_result (self->scenario, self->options.row, self->options.group)->state
             == WS_SCENARIO_NOT_RUN)
    run_chosen (self);
}

/**
 * ws_scenario_table_go:
 * @direction: 1 or -1
 *
 * Steps, and requests a run of that cell if it has no figures yet: one key does everything. Emits
 * passed if there is no further cell.
 */
void
ws_scenario_table_go (WsScenarioTable *self, int direction)
{
  if (!step (self, direction))
    {
      g_signal_emit (self, signals[PASSED], 0, direction);
      return;
    }
  ws_scenario_table_run_new (self);
}

/* Shows anew: the scenario's results have changed. */
void
ws_scenario_table_refresh (WsScenarioTable *self)
{
  g_return_if_fail (WS_IS_SCENARIO_TABLE (self));
  if (self->scenario != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    ws_words_translate (self->scenario->title), -1);
  tell_spots (self);
  ws_drawing_update_description (WS_DRAWING (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * ws_scenario_table_set_launch:
 * @row: of the cell whose launch is shown beside it; %WS_NONE if what is shown is no cell's
 * @group: of that cell
 *
 * Outlines the cell. The chosen one, where it is another, has dashes.
 */
void
ws_scenario_table_set_launch (WsScenarioTable *self, guint row, guint group)
{
  g_return_if_fail (WS_IS_SCENARIO_TABLE (self));

  if (self->options.has_launch && self->options.launch_row == row
      && self->options.launch_group == group)
    return;
  self->options.has_launch = TRUE;
  self->options.launch_row = row;
  self->options.launch_group = group;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * ws_scenario_table_get_options:
 * @options: (out): what is shown, to export the same: without the pointer
 */
void
ws_scenario_table_get_options (WsScenarioTable *self, WsScenarioOptions *options)
{
  g_return_if_fail (WS_IS_SCENARIO_TABLE (self));
  *options = self->options;
  options->hover_x = options->hover_y = -1;
}
