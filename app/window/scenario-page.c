#include "window/scenario-page.h"

#include "scenarios/scenario-runner.h"
#include "scenarios/scenario-store.h"

/* Runs kept to be shown again when their cell is chosen: a few MB each. */
#define MAX_RUNS 6

typedef struct {
  WsScenario *scenario;
  guint row;
  guint group;
  WsRun *run;
} Kept;

struct _WsScenarioPage {
  GtkWidget parent_instance;

  WsScenarioView *view;
  WsScenarioRunner *runner;
  WsCatalog *catalog;
  GQueue runs;    /* Kept, newest first */
  WsRun *launch;  /* the shown launch; NULL before the first */
  gboolean left;  /* something else is shown, until the user returns */
  gboolean tells; /* all cells are running, and the user has chosen none since */
};

enum { RUN_SHOWN, FAILED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsScenarioPage, ws_scenario_page, GTK_TYPE_WIDGET)

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  ws_scenario_unref (kept->scenario);
  ws_run_unref (kept->run);
  g_free (kept);
}

/* (nullable): id of the device of the scenario's figures */
static const char *
get_device (const WsScenario *scenario)
{
  return scenario->device != NULL ? scenario->device->id : NULL;
}

/* (nullable): the kept run of a cell, on the current device */
static WsRun *
find_run (WsScenarioPage *self, const WsScenario *scenario, guint row, guint group)
{
  for (GList *link = self->runs.head; link != NULL; link = link->next)
    {
      const Kept *kept = link->data;

      if (kept->scenario == scenario && kept->row == row && kept->group == group
          && g_strcmp0 (kept->run->device, get_device (scenario)) == 0)
        return kept->run;
    }
  return NULL;
}

static void
keep (WsScenarioPage *self, WsScenario *scenario, guint row, guint group, WsRun *run)
{
  Kept *kept = g_new (Kept, 1);

  *kept = (Kept){ ws_scenario_ref (scenario), row, group, ws_run_ref (run) };
  g_queue_push_head (&self->runs, kept);
  while (self->runs.length > MAX_RUNS)
    kept_free (g_queue_pop_tail (&self->runs));
}

static gboolean
is_chosen (WsScenarioPage *self, const WsScenario *scenario, guint row, guint group)
{
  guint its_row;
  guint its_group;

  ws_scenario_table_get_chosen (ws_scenario_view_get_table (self->view), &its_row, &its_group);
  return scenario == ws_scenario_view_get_scenario (self->view) && row == its_row
         && group == its_group;
}

/* Whether the shown launch is the cell's. */
static gboolean
is_launch (WsScenarioPage *self, const WsScenario *scenario, guint row, guint group)
{
  return self->launch != NULL && g_strcmp0 (self->launch->device, get_device (scenario)) == 0
         && ws_scenario_store_is_run (self->catalog, ws_scenario_get_cell (scenario, row, group),
                                      self->launch);
}

/* ---- signals of the runner ---- */

static void
changed_cb (WsScenarioRunner *runner, WsScenario *scenario, guint row, guint group,
            WsScenarioPage *self)
{
  if (scenario == ws_scenario_view_get_scenario (self->view))
    ws_scenario_view_refresh (self->view);
}

static void
recorded_cb (WsScenarioRunner *runner, WsScenario *scenario, guint row, guint group, WsRun *run,
             WsScenarioPage *self)
{
  keep (self, scenario, row, group, run);
  if (!self->left && is_chosen (self, scenario, row, group)
      && g_strcmp0 (run->device, get_device (scenario)) == 0)
    g_signal_emit (self, signals[RUN_SHOWN], 0, run);
}

static void
failed_cb (WsScenarioRunner *runner, WsScenario *scenario, guint row, guint group, GError *error,
           WsScenarioPage *self)
{
  if (is_chosen (self, scenario, row, group))
    g_signal_emit (self, signals[FAILED], 0, error);
}

/* The conclusion is drawn from the row in which they differ most. */
static void
choose_telling (WsScenarioPage *self)
{
  WsScenario *scenario = ws_scenario_view_get_scenario (self->view);

  self->tells = FALSE;
  if (!self->left
      && ws_scenario_count (scenario, WS_SCENARIO_DONE) == ws_scenario_get_n_cells (scenario))
    ws_scenario_table_choose (ws_scenario_view_get_table (self->view),
                              ws_scenario_find_telling_row (scenario), 0);
}

static void
busy_cb (WsScenarioRunner *runner, GParamSpec *pspec, WsScenarioPage *self)
{
  gboolean is_busy = ws_scenario_runner_is_busy (runner);

  ws_scenario_view_set_busy (self->view, is_busy);
  if (!is_busy && self->tells)
    choose_telling (self);
}

/* ---- signals of the view ---- */

static void
run_cell_cb (WsScenarioView *view, WsScenario *scenario, guint row, guint group,
             WsScenarioPage *self)
{
  self->left = FALSE;
  if (get_device (scenario) != NULL)
    ws_scenario_runner_run (self->runner, scenario, get_device (scenario), row, group);
}

static void
run_all_cb (WsScenarioView *view, WsScenario *scenario, WsScenarioPage *self)
{
  self->left = FALSE;
  /* a user who ran cells before has chosen what to see */
  self->tells = ws_scenario_count (scenario, WS_SCENARIO_DONE) == 0;
  ws_scenario_page_run_all (self);
}

static void
stop_cb (WsScenarioView *view, WsScenarioPage *self)
{
  ws_scenario_page_stop (self);
}

/* A cell with figures whose run was not kept runs again: the chosen cell is always shown. */
static void
chosen_cb (WsScenarioView *view, WsScenario *scenario, guint row, guint group, WsScenarioPage *self)
{
  WsRun *run = find_run (self, scenario, row, group);

  self->tells = FALSE;
  if (is_launch (self, scenario, row, group))
    return;
  self->left = FALSE;
  if (run != NULL)
    g_signal_emit (self, signals[RUN_SHOWN], 0, run);
  else if (ws_scenario_get_result (scenario, row, group)->state == WS_SCENARIO_DONE
           && get_device (scenario) != NULL)
    ws_scenario_runner_run (self->runner, scenario, get_device (scenario), row, group);
}

/* Cancels cells that run or wait for the previous device. */
static void
device_changed_cb (WsScenarioView *view, WsScenarioPage *self)
{
  ws_scenario_page_stop (self);
}

/* Outlines the cell of the shown launch: of several, the chosen one. Returns: whether there is
 * one */
static gboolean
update_launch (WsScenarioPage *self, guint *row, guint *group)
{
  WsScenarioTable *table = ws_scenario_view_get_table (self->view);
  const WsScenario *scenario = ws_scenario_view_get_scenario (self->view);

  if (scenario == NULL)
    return FALSE;
  ws_scenario_table_get_chosen (table, row, group);
  if (is_launch (self, scenario, *row, *group))
    {
      ws_scenario_table_set_launch (table, *row, *group);
      return TRUE;
    }
  for (*row = 0; *row < scenario->n_rows; (*row)++)
    for (*group = 0; *group < scenario->n_groups; (*group)++)
      if (is_launch (self, scenario, *row, *group))
        {
          ws_scenario_table_set_launch (table, *row, *group);
          return TRUE;
        }
  ws_scenario_table_set_launch (table, WS_NONE, 0);
  return FALSE;
}

static void
view_changed_cb (WsScenarioView *view, WsScenarioPage *self)
{
  guint row;
  guint group;

  update_launch (self, &row, &group);
}

/* ---- the widget ---- */

static void
ws_scenario_page_dispose (GObject *object)
{
  WsScenarioPage *self = WS_SCENARIO_PAGE (object);

  if (self->runner != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->runner, self);
      ws_scenario_runner_cancel (self->runner);
    }
  g_clear_object (&self->runner);
  g_queue_clear_full (&self->runs, kept_free);
  g_clear_pointer (&self->launch, ws_run_unref);
  g_clear_pointer (&self->catalog, ws_catalog_unref);
  if (self->view != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->view));
  self->view = NULL;

  G_OBJECT_CLASS (ws_scenario_page_parent_class)->dispose (object);
}

static void
ws_scenario_page_class_init (WsScenarioPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ws_scenario_page_dispose;
  signals[RUN_SHOWN] = g_signal_new ("run-shown", WS_TYPE_SCENARIO_PAGE, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 1, WS_TYPE_RUN);
  signals[FAILED] = g_signal_new ("failed", WS_TYPE_SCENARIO_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
ws_scenario_page_init (WsScenarioPage *self)
{
  g_queue_init (&self->runs);
  self->view = WS_SCENARIO_VIEW (ws_scenario_view_new ());
  gtk_widget_set_parent (GTK_WIDGET (self->view), GTK_WIDGET (self));
  g_signal_connect (self->view, "run-cell", G_CALLBACK (run_cell_cb), self);
  g_signal_connect (self->view, "run-all", G_CALLBACK (run_all_cb), self);
  g_signal_connect (self->view, "stop", G_CALLBACK (stop_cb), self);
  g_signal_connect (self->view, "chosen", G_CALLBACK (chosen_cb), self);
  g_signal_connect (self->view, "changed", G_CALLBACK (view_changed_cb), self);
  g_signal_connect (self->view, "device-changed", G_CALLBACK (device_changed_cb), self);
}

/**
 * ws_scenario_page_new:
 * @session: (transfer none): with the catalogue, and the queue of device requests
 * @error: return location
 *
 * Returns: (transfer floating) (nullable): a page with the bundled scenarios; %NULL if they
 * cannot be read
 */
GtkWidget *
ws_scenario_page_new (WsSession *session, GError **error)
{
  WsCatalog *catalog = ws_session_get_catalog (session);
  g_autoptr (GPtrArray) scenarios = ws_scenario_store_load_all (catalog, error);
  WsScenarioPage *self;

  if (scenarios == NULL)
    return NULL;
  self = g_object_new (WS_TYPE_SCENARIO_PAGE, NULL);
  self->catalog = ws_catalog_ref (catalog);
  self->runner = ws_scenario_runner_new (catalog, ws_session_get_queue (session));
  g_signal_connect (self->runner, "changed", G_CALLBACK (changed_cb), self);
  g_signal_connect (self->runner, "recorded", G_CALLBACK (recorded_cb), self);
  g_signal_connect (self->runner, "failed", G_CALLBACK (failed_cb), self);
  g_signal_connect (self->runner, "notify::busy", G_CALLBACK (busy_cb), self);
  ws_scenario_view_set_scenarios (self->view, scenarios);
  return GTK_WIDGET (self);
}

/**
 * ws_scenario_page_set_devices:
 * @self: a page
 * @devices: (element-type WsClientDevice): the available devices
 * @at_hand: id of the device for scenarios without their own model
 *
 * Offers those that can run. A scenario begins with the model of its published figures. Cancels
 * cells of a device that the shown scenario no longer has.
 */
void
ws_scenario_page_set_devices (WsScenarioPage *self, GPtrArray *devices, const char *at_hand)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) all_ids = NULL;
  g_auto (GStrv) all_names = NULL;

  g_return_if_fail (WS_IS_SCENARIO_PAGE (self) && devices != NULL && at_hand != NULL);

  for (guint i = 0; i < devices->len; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (devices, i);

      if (!device->usable)
        continue;
      g_strv_builder_add (ids, device->id);
      g_strv_builder_add (names, device->name);
    }
  all_ids = g_strv_builder_end (ids);
  all_names = g_strv_builder_end (names);
  ws_scenario_view_set_devices (self->view, (const char *const *)all_ids,
                                (const char *const *)all_names, at_hand);
}

void
ws_scenario_page_set_theme (WsScenarioPage *self, WsThemeKind theme)
{
  g_return_if_fail (WS_IS_SCENARIO_PAGE (self));
  ws_scenario_view_set_theme (self->view, theme);
}

/**
 * ws_scenario_page_run_all:
 * @self: a page
 *
 * Runs the cells of the shown scenario that have no figures of the device yet, or all of them again
 * if none is left. Does nothing if there is no device yet.
 */
void
ws_scenario_page_run_all (WsScenarioPage *self)
{
  WsScenario *scenario;

  g_return_if_fail (WS_IS_SCENARIO_PAGE (self));

  scenario = ws_scenario_view_get_scenario (self->view);
  if (scenario != NULL && get_device (scenario) != NULL)
    ws_scenario_runner_run_all (self->runner, scenario, get_device (scenario));
}

WsScenarioView *
ws_scenario_page_get_view (WsScenarioPage *self)
{
  g_return_val_if_fail (WS_IS_SCENARIO_PAGE (self), NULL);
  return self->view;
}

/**
 * ws_scenario_page_is_busy:
 * @self: a page
 *
 * Whether a cell is running or waiting.
 */
gboolean
ws_scenario_page_is_busy (WsScenarioPage *self)
{
  g_return_val_if_fail (WS_IS_SCENARIO_PAGE (self), FALSE);
  return self->runner != NULL && ws_scenario_runner_is_busy (self->runner);
}

/**
 * ws_scenario_page_set_launch:
 * @self: a page
 * @run: (transfer none): the shown run, a cell's or another
 * @choose: whether to choose its cell, too, if it has one
 *
 * Outlines the cell of the shown launch, or none.
 */
void
ws_scenario_page_set_launch (WsScenarioPage *self, WsRun *run, gboolean choose)
{
  guint row;
  guint group;

  g_return_if_fail (WS_IS_SCENARIO_PAGE (self) && run != NULL);

  ws_run_ref (run);
  g_clear_pointer (&self->launch, ws_run_unref);
  self->launch = run;
  if (update_launch (self, &row, &group) && choose)
    ws_scenario_table_choose (ws_scenario_view_get_table (self->view), row, group);
}

/**
 * ws_scenario_page_leave:
 * @self: a page
 *
 * To be called when something else is shown: running cells still fill the table, but are not shown
 * until the user chooses or runs a cell.
 */
void
ws_scenario_page_leave (WsScenarioPage *self)
{
  g_return_if_fail (WS_IS_SCENARIO_PAGE (self));
  self->left = TRUE;
}

/**
 * ws_scenario_page_stop:
 * @self: a page
 *
 * Cancels the cells that run or wait; their previous figures are kept.
 */
void
ws_scenario_page_stop (WsScenarioPage *self)
{
  g_return_if_fail (WS_IS_SCENARIO_PAGE (self));
  self->tells = FALSE;
  if (self->runner != NULL)
    ws_scenario_runner_cancel (self->runner);
}
