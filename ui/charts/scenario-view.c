#include "charts/scenario-view.h"

#include "charts/sheet-view.h"
#include "toolkit/tip.h"
#include "toolkit/wrap-layout.h"

#include "words/words.h"

#include <glib/gi18n.h>

struct _WsScenarioView {
  GtkWidget parent_instance;

  GPtrArray *scenarios; /* WsScenario */
  GtkWidget *bar;
  GtkWidget *chooser;
  GtkWidget *previous;
  GtkWidget *next;
  GtkWidget *run;
  GtkWidget *form;
  GtkWidget *stack;
  GtkWidget *table;
  GtkWidget *chart;
  WsScenarioColumn column; /* that the chart shows; WS_SCENARIO_N_COLUMNS: the table is shown */
  gboolean filling;
  GtkWidget *device;
  char **ids;         /* of the devices to choose from; NULL while none are known */
  char **names;       /* likewise */
  char *at_hand;      /* id of the device for scenarios that have none of their own */
  GHashTable *chosen; /* WsScenario to id of the device that was chosen for it */
  gboolean busy;
};

enum { RUN_CELL, RUN_ALL, STOP, CHOSEN, CHANGED, DEVICE_CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsScenarioView, ws_scenario_view, GTK_TYPE_WIDGET)

static WsScenario *
get_scenario (WsScenarioView *self)
{
  return ws_scenario_table_get_scenario (WS_SCENARIO_TABLE (self->table));
}

/* ---- on which device ---- */

/* %GTK_INVALID_LIST_POSITION if there is none of that id */
static guint
find_device (WsScenarioView *self, const char *id)
{
  for (guint i = 0; id != NULL && self->ids != NULL && self->ids[i] != NULL; i++)
    if (g_str_equal (self->ids[i], id))
      return i;
  return GTK_INVALID_LIST_POSITION;
}

/* The device chosen for the scenario, its own, or the current one. */
static guint
get_device_index (WsScenarioView *self, const WsScenario *scenario)
{
  g_autofree char *own = ws_scenario_dup_own_device (scenario);
  const char *const wanted[] = { g_hash_table_lookup (self->chosen, scenario), own, self->at_hand };

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      guint index = find_device (self, wanted[i]);

      if (index != GTK_INVALID_LIST_POSITION)
        return index;
    }
  return GTK_INVALID_LIST_POSITION;
}

/* Returns: whether the scenario has another device now */
static gboolean
update_device (WsScenarioView *self, WsScenario *scenario)
{
  guint index = get_device_index (self, scenario);
  const WsScenarioDevice *before = scenario->device;

  if (index == GTK_INVALID_LIST_POSITION)
    return FALSE;
  ws_scenario_set_device (scenario, self->ids[index], self->names[index]);
  self->filling = TRUE;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->device), index);
  self->filling = FALSE;
  return scenario->device != before;
}

/* ---- the table, or a chart of one of its columns ---- */

static gboolean
shows_chart (WsScenarioView *self)
{
  return self->column < WS_SCENARIO_N_COLUMNS;
}

static GtkWidget *
get_shown (WsScenarioView *self)
{
  return shows_chart (self) ? self->chart : self->table;
}

static void
update_chart (WsScenarioView *self)
{
  WsScenario *scenario = get_scenario (self);
  g_autoptr (WsSheet) sheet = NULL;

  if (shows_chart (self) && scenario != NULL)
    sheet = ws_sheet_new_for_scenario (scenario, self->column);
  ws_sheet_view_set_sheet (WS_SHEET_VIEW (self->chart), sheet);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), get_shown (self));
}

/* A scenario without the shown column returns to its table. */
static void
fill_forms (WsScenarioView *self)
{
  WsScenario *scenario = get_scenario (self);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  WsScenarioColumn columns[WS_SCENARIO_N_COLUMNS];
  guint n = ws_scenario_list_charts (scenario, columns);
  guint chosen = 0;

  gtk_string_list_append (names, _ ("Table"));
  for (guint i = 0; i < n; i++)
    {
      /* Translators: %s is the title of a column, as in "time" */
      g_autofree char *name =
          g_strdup_printf (_ ("Chart: %s"), ws_scenario_column_get_title (columns[i]));

      gtk_string_list_append (names, name);
      if (columns[i] == self->column)
        chosen = i + 1;
    }
  self->filling = TRUE;
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->form), G_LIST_MODEL (names));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->form), chosen);
  self->filling = FALSE;
  if (chosen == 0)
    self->column = WS_SCENARIO_N_COLUMNS;
  update_chart (self);
}

/* Returns: whether it shows something else now */
static gboolean
choose_column (WsScenarioView *self, WsScenarioColumn column)
{
  if (self->column == column)
    return FALSE;
  self->column = column;
  update_chart (self);
  g_signal_emit (self, signals[CHANGED], 0);
  return TRUE;
}

static gboolean
can_step (WsScenarioView *self, int direction)
{
  WsScenario *scenario = get_scenario (self);
  guint row;
  guint group;
  int at;

  if (scenario == NULL)
    return FALSE;
  ws_scenario_table_get_chosen (WS_SCENARIO_TABLE (self->table), &row, &group);
  at = (int)(row * scenario->n_groups + group);
  for (at += direction; at >= 0 && at < (int)ws_scenario_get_n_cells (scenario); at += direction)
    if (scenario->cells[at].kernel != NULL)
      return TRUE;
  return FALSE;
}

/* The scenario before or behind the one shown; %GTK_INVALID_LIST_POSITION if there is none. */
static guint
get_neighbour (WsScenarioView *self, int direction)
{
  guint shown = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->chooser));

  if (self->scenarios == NULL || shown >= self->scenarios->len
      || (direction < 0 ? shown == 0 : shown + 1 >= self->scenarios->len))
    return GTK_INVALID_LIST_POSITION;
  return direction < 0 ? shown - 1 : shown + 1;
}

static gboolean
can_go (WsScenarioView *self, int direction)
{
  return can_step (self, direction) || get_neighbour (self, direction) != GTK_INVALID_LIST_POSITION;
}

static void
update_buttons (WsScenarioView *self)
{
  gtk_widget_set_sensitive (self->previous, can_go (self, -1));
  gtk_widget_set_sensitive (self->next, can_go (self, 1));
  gtk_widget_set_sensitive (self->run, get_scenario (self) != NULL);
  gtk_button_set_label (GTK_BUTTON (self->run), self->busy ? _ ("Stop") : _ ("Run all"));
  ws_tip_set (self->run, self->busy ? _ ("Stop the cells that are waiting or running")
                                    : _ ("Run all cells without figures"));
}

static void
run_cell_cb (WsScenarioTable *table, guint row, guint group, WsScenarioView *self)
{
  g_signal_emit (self, signals[RUN_CELL], 0, get_scenario (self), row, group);
}

static void
chosen_cb (WsScenarioTable *table, guint row, guint group, WsScenarioView *self)
{
  update_buttons (self);
  g_signal_emit (self, signals[CHOSEN], 0, get_scenario (self), row, group);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* After the last cell comes the first of the next scenario: a remote clicker has no other keys. */
static void
passed_cb (WsScenarioTable *table, int direction, WsScenarioView *self)
{
  guint neighbour = get_neighbour (self, direction);
  WsScenario *scenario;

  if (neighbour == GTK_INVALID_LIST_POSITION)
    return;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->chooser), neighbour);
  scenario = get_scenario (self);
  if (direction < 0)
    ws_scenario_table_choose (table, scenario->n_rows - 1, scenario->n_groups - 1);
  ws_scenario_table_run_new (table);
}

static void
run_cb (GtkButton *button, WsScenarioView *self)
{
  if (self->busy)
    g_signal_emit (self, signals[STOP], 0);
  else if (get_scenario (self) != NULL)
    g_signal_emit (self, signals[RUN_ALL], 0, get_scenario (self));
}

static void
go (WsScenarioView *self, int direction)
{
  ws_scenario_table_go (WS_SCENARIO_TABLE (self->table), direction);
  gtk_widget_grab_focus (get_shown (self));
}

static void
previous_cb (GtkButton *button, WsScenarioView *self)
{
  go (self, -1);
}

static void
next_cb (GtkButton *button, WsScenarioView *self)
{
  go (self, 1);
}

static void
show_scenario (WsScenarioView *self, guint index)
{
  WsScenario *scenario;

  if (self->scenarios == NULL || index >= self->scenarios->len)
    return;
  scenario = g_ptr_array_index (self->scenarios, index);
  update_device (self, scenario);
  ws_scenario_table_set_scenario (WS_SCENARIO_TABLE (self->table), scenario);
  fill_forms (self);
  update_buttons (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static gboolean
focus_cb (gpointer data)
{
  WsScenarioView *self = data;

  if (self->table != NULL && gtk_widget_get_mapped (get_shown (self)))
    gtk_widget_grab_focus (get_shown (self));
  g_object_unref (self);
  return G_SOURCE_REMOVE;
}

static void
selected_cb (GtkDropDown *chooser, GParamSpec *pspec, WsScenarioView *self)
{
  show_scenario (self, gtk_drop_down_get_selected (chooser));
  /* when the list has gone, and has given the focus back */
  if (gtk_widget_get_mapped (get_shown (self)))
    g_idle_add (focus_cb, g_object_ref (self));
}

static void
form_cb (GtkDropDown *form, GParamSpec *pspec, WsScenarioView *self)
{
  guint chosen = gtk_drop_down_get_selected (form);
  WsScenarioColumn columns[WS_SCENARIO_N_COLUMNS];
  guint n;

  if (self->filling || get_scenario (self) == NULL)
    return;
  n = ws_scenario_list_charts (get_scenario (self), columns);
  if (choose_column (self, chosen > 0 && chosen <= n ? columns[chosen - 1] : WS_SCENARIO_N_COLUMNS)
      && gtk_widget_get_mapped (self->stack))
    g_idle_add (focus_cb, g_object_ref (self));
}

static void
device_cb (GtkDropDown *drop, GParamSpec *pspec, WsScenarioView *self)
{
  guint index = gtk_drop_down_get_selected (drop);

  if (self->filling || index == GTK_INVALID_LIST_POSITION)
    return;
  ws_scenario_view_choose_device (self, self->ids[index]);
  if (gtk_widget_get_mapped (self->stack))
    g_idle_add (focus_cb, g_object_ref (self));
}

/* A bar is its row's. */
static void
picked_cb (WsSheetView *chart, WsSheetPart part, guint series, guint point, WsScenarioView *self)
{
  WsScenario *scenario = get_scenario (self);

  if (scenario != NULL && point < scenario->n_rows)
    ws_scenario_table_choose (WS_SCENARIO_TABLE (self->table), point, series % scenario->n_groups);
}

static gboolean
ws_scenario_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (get_shown (WS_SCENARIO_VIEW (widget)));
}

static void
ws_scenario_view_dispose (GObject *object)
{
  WsScenarioView *self = WS_SCENARIO_VIEW (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), WS_TYPE_SCENARIO_VIEW);
  g_clear_pointer (&self->scenarios, g_ptr_array_unref);
  g_clear_pointer (&self->chosen, g_hash_table_unref);
  g_clear_pointer (&self->ids, g_strfreev);
  g_clear_pointer (&self->names, g_strfreev);
  g_clear_pointer (&self->at_hand, g_free);

  G_OBJECT_CLASS (ws_scenario_view_parent_class)->dispose (object);
}

static void
ws_scenario_view_class_init (WsScenarioViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GType type = WS_TYPE_SCENARIO_VIEW;

  g_type_ensure (WS_TYPE_SCENARIO_TABLE);
  g_type_ensure (WS_TYPE_SHEET_VIEW);
  g_type_ensure (WS_TYPE_WRAP_LAYOUT);
  G_OBJECT_CLASS (klass)->dispose = ws_scenario_view_dispose;
  widget_class->grab_focus = ws_scenario_view_grab_focus;
  signals[RUN_CELL] = g_signal_new ("run-cell", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 3, WS_TYPE_SCENARIO, G_TYPE_UINT, G_TYPE_UINT);
  signals[RUN_ALL] = g_signal_new ("run-all", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, WS_TYPE_SCENARIO);
  signals[STOP] =
      g_signal_new ("stop", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[CHOSEN] = g_signal_new ("chosen", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 3, WS_TYPE_SCENARIO, G_TYPE_UINT, G_TYPE_UINT);
  signals[CHANGED] =
      g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[DEVICE_CHANGED] =
      g_signal_new ("device-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "scenarioview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/scenario-view.ui");
  gtk_widget_class_bind_template_child (widget_class, WsScenarioView, bar);
  gtk_widget_class_bind_template_child (widget_class, WsScenarioView, chooser);
  gtk_widget_class_bind_template_child (widget_class, WsScenarioView, previous);
  gtk_widget_class_bind_template_child (widget_class, WsScenarioView, next);
  gtk_widget_class_bind_template_child (widget_class, WsScenarioView, run);
  gtk_widget_class_bind_template_child (widget_class, WsScenarioView, device);
  gtk_widget_class_bind_template_child (widget_class, WsScenarioView, form);
  gtk_widget_class_bind_template_child (widget_class, WsScenarioView, stack);
  gtk_widget_class_bind_template_child (widget_class, WsScenarioView, table);
  gtk_widget_class_bind_template_child (widget_class, WsScenarioView, chart);
  gtk_widget_class_bind_template_callback (widget_class, selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, previous_cb);
  gtk_widget_class_bind_template_callback (widget_class, next_cb);
  gtk_widget_class_bind_template_callback (widget_class, run_cb);
  gtk_widget_class_bind_template_callback (widget_class, run_cell_cb);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, passed_cb);
  gtk_widget_class_bind_template_callback (widget_class, device_cb);
  gtk_widget_class_bind_template_callback (widget_class, form_cb);
  gtk_widget_class_bind_template_callback (widget_class, picked_cb);
}

static void
ws_scenario_view_init (WsScenarioView *self)
{
  self->column = WS_SCENARIO_N_COLUMNS;
  self->chosen = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  update_buttons (self);
}

/* Returns: (transfer floating): a view of no scenarios yet */
GtkWidget *
ws_scenario_view_new (void)
{
  return g_object_new (WS_TYPE_SCENARIO_VIEW, NULL);
}

/**
 * ws_scenario_view_set_scenarios:
 * @scenarios: (element-type WsScenario): what there is to choose from; the first is shown
 */
void
ws_scenario_view_set_scenarios (WsScenarioView *self, GPtrArray *scenarios)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  g_return_if_fail (WS_IS_SCENARIO_VIEW (self) && scenarios != NULL);

  if (self->scenarios == scenarios)
    return;
  g_clear_pointer (&self->scenarios, g_ptr_array_unref);
  self->scenarios = g_ptr_array_ref (scenarios);
  g_hash_table_remove_all (self->chosen);
  for (guint i = 0; i < scenarios->len; i++)
    gtk_string_list_append (
        titles, ws_words_translate (((WsScenario *)g_ptr_array_index (scenarios, i))->title));
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->chooser), G_LIST_MODEL (titles));
  show_scenario (self, 0);
}

/* Returns: (transfer none) (nullable) (element-type WsScenario): what there is to choose from */
GPtrArray *
ws_scenario_view_get_scenarios (WsScenarioView *self)
{
  g_return_val_if_fail (WS_IS_SCENARIO_VIEW (self), NULL);
  return self->scenarios;
}

/* Returns: (transfer none) (nullable): what is shown */
WsScenario *
ws_scenario_view_get_scenario (WsScenarioView *self)
{
  g_return_val_if_fail (WS_IS_SCENARIO_VIEW (self), NULL);
  return get_scenario (self);
}

/* Returns: %FALSE if there is none of that id */
gboolean
ws_scenario_view_show (WsScenarioView *self, const char *id)
{
  g_return_val_if_fail (WS_IS_SCENARIO_VIEW (self) && id != NULL, FALSE);

  for (guint i = 0; self->scenarios != NULL && i < self->scenarios->len; i++)
    {
      const WsScenario *scenario = g_ptr_array_index (self->scenarios, i);

      if (g_str_equal (scenario->id, id))
        {
          gtk_drop_down_set_selected (GTK_DROP_DOWN (self->chooser), i);
          return TRUE;
        }
    }
  return FALSE;
}

static void
show_device (WsScenarioView *self)
{
  WsScenario *scenario = get_scenario (self);

  if (scenario != NULL && update_device (self, scenario))
    g_signal_emit (self, signals[DEVICE_CHANGED], 0);
  ws_scenario_view_refresh (self);
}

/**
 * ws_scenario_view_set_devices:
 * @ids: (array zero-terminated=1): devices that can run, as in "vm:k40c"
 * @names: (array zero-terminated=1): what people call them
 * @at_hand: id of the one for scenarios that have none of their own
 *
 * Offers these. The choice for a scenario is kept if still available.
 */
void
ws_scenario_view_set_devices (WsScenarioView *self, const char *const *ids,
                              const char *const *names, const char *at_hand)
{
  g_auto (GStrv) old_ids = NULL;
  g_auto (GStrv) old_names = NULL;
  g_autoptr (GtkStringList) list = gtk_string_list_new (names);

  g_return_if_fail (WS_IS_SCENARIO_VIEW (self) && at_hand != NULL);

  old_ids = self->ids;
  old_names = self->names;
  self->ids = g_strdupv ((char **)ids);
  self->names = g_strdupv ((char **)names);
  g_free (self->at_hand);
  self->at_hand = g_strdup (at_hand);
  self->filling = TRUE;
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->device), G_LIST_MODEL (list));
  self->filling = FALSE;
  gtk_widget_set_visible (self->device, *ids != NULL);
  show_device (self);
}

/* Shows, for the scenario shown, what this device recorded, and runs its cells there from now on.
 */
void
ws_scenario_view_choose_device (WsScenarioView *self, const char *id)
{
  g_return_if_fail (WS_IS_SCENARIO_VIEW (self) && id != NULL);

  if (get_scenario (self) == NULL || find_device (self, id) == GTK_INVALID_LIST_POSITION)
    return;
  g_hash_table_replace (self->chosen, get_scenario (self), g_strdup (id));
  show_device (self);
}

/**
 * ws_scenario_view_set_theme:
 * @theme: in which its table is drawn
 */
void
ws_scenario_view_set_theme (WsScenarioView *self, WsThemeKind theme)
{
  g_return_if_fail (WS_IS_SCENARIO_VIEW (self));
  ws_drawing_set_theme (WS_DRAWING (self->table), theme);
  ws_drawing_set_theme (WS_DRAWING (self->chart), theme);
}

/**
 * ws_scenario_view_set_busy:
 * @busy: whether cells run: the button stops them then
 */
void
ws_scenario_view_set_busy (WsScenarioView *self, gboolean busy)
{
  g_return_if_fail (WS_IS_SCENARIO_VIEW (self));
  if (self->busy == busy)
    return;
  self->busy = busy;
  update_buttons (self);
}

/* Shows anew: the scenario's results have changed. */
void
ws_scenario_view_refresh (WsScenarioView *self)
{
  g_return_if_fail (WS_IS_SCENARIO_VIEW (self));
  ws_scenario_table_refresh (WS_SCENARIO_TABLE (self->table));
  if (shows_chart (self))
    update_chart (self);
  update_buttons (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

WsScenarioTable *
ws_scenario_view_get_table (WsScenarioView *self)
{
  g_return_val_if_fail (WS_IS_SCENARIO_VIEW (self), NULL);
  return WS_SCENARIO_TABLE (self->table);
}

/**
 * ws_scenario_view_get_options:
 * @options: (out): what is shown, to export the same: without the pointer
 */
void
ws_scenario_view_get_options (WsScenarioView *self, WsScenarioOptions *options)
{
  g_return_if_fail (WS_IS_SCENARIO_VIEW (self));
  ws_scenario_table_get_options (WS_SCENARIO_TABLE (self->table), options);
  options->chart = self->column;
}

/* Returns: (transfer full): the chosen cell, or what the chart shows, in words; empty without a
 * scenario */
char *
ws_scenario_view_dup_subtitle (WsScenarioView *self)
{
  WsScenario *scenario;
  guint row;
  guint group;

  g_return_val_if_fail (WS_IS_SCENARIO_VIEW (self), NULL);
  scenario = get_scenario (self);
  if (scenario == NULL)
    return g_strdup ("");
  if (shows_chart (self))
    return g_strdup (ws_sheet_view_get_sheet (WS_SHEET_VIEW (self->chart))->caption);
  ws_scenario_table_get_chosen (WS_SCENARIO_TABLE (self->table), &row, &group);
  return ws_scenario_tell (scenario, row, group);
}
