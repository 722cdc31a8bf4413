#include "scenarios/scenario-runner.h"

#include "scenarios/scenario-store.h"

/* One block is kept whole, the first: of the others, where they were and when is enough. */
#define BLOCKS "0"

/* A cell that waits or runs. */
typedef struct {
  WsScenarioRunner *runner;
  WsScenario *scenario;
  char *device;
  guint row;
  guint group;
  GCancellable *cancellable; /* while it runs */
} Task;

struct _WsScenarioRunner {
  GObject parent_instance;

  WsCatalog *catalog;
  WsClient *client;
  GQueue waiting; /* Task */
  Task *running;  /* not owned: the call under way owns it */
};

enum { PROP_0, PROP_BUSY, N_PROPS };
enum { CHANGED, RECORDED, FAILED, N_SIGNALS };

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsScenarioRunner, ws_scenario_runner, G_TYPE_OBJECT)

static void begin_next (WsScenarioRunner *self);

static void
task_free (Task *task)
{
  ws_scenario_unref (task->scenario);
  g_clear_object (&task->cancellable);
  g_clear_object (&task->runner);
  g_free (task->device);
  g_free (task);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Task, task_free)

static void
set_state (WsScenarioRunner *self, const Task *task, WsScenarioState state, double fraction,
           const char *sentence)
{
  ws_scenario_set_state (task->scenario, task->device, task->row, task->group, state, fraction,
                         sentence);
  g_signal_emit (self, signals[CHANGED], 0, task->scenario, task->row, task->group);
}

static void
fail (WsScenarioRunner *self, const Task *task, const GError *error)
{
  set_state (self, task, WS_SCENARIO_FAILED, 0, error->message);
  g_signal_emit (self, signals[FAILED], 0, task->scenario, task->row, task->group, error);
}

static void
drop_waiting (WsScenarioRunner *self)
{
  Task *waiting;

  while ((waiting = g_queue_pop_head (&self->waiting)) != NULL)
    {
      set_state (self, waiting, WS_SCENARIO_NOT_RUN, 0, NULL);
      task_free (waiting);
    }
}

/* Whether every other cell would wait as long, to fail in the same way. */
static gboolean
has_no_worker (const GError *error)
{
  return g_error_matches (error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_START)
         || g_error_matches (error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_SILENT);
}

static void
progress_cb (double fraction, const char *sentence, gpointer data)
{
  Task *task = data;

  if (task->runner->running == task)
    set_state (task->runner, task, WS_SCENARIO_RUNNING, fraction, NULL);
}

static void
recorded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Task) task = data;
  g_autoptr (WsScenarioRunner) self = g_object_ref (task->runner);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = ws_client_record_finish (WS_CLIENT (source), result, &error);

  if (self->running != task) /* given up */
    return;
  self->running = NULL;
  if (run != NULL)
    {
      ws_scenario_take_run (task->scenario, task->row, task->group, run, run->date);
      g_signal_emit (self, signals[CHANGED], 0, task->scenario, task->row, task->group);
      g_signal_emit (self, signals[RECORDED], 0, task->scenario, task->row, task->group, run);
    }
  else
    fail (self, task, error);
  if (run == NULL && has_no_worker (error))
    drop_waiting (self);
  begin_next (self);
}

/* Returns: whether the worker has been asked */
static gboolean
begin (WsScenarioRunner *self, Task *task)
{
  const WsScenarioCell *cell = ws_scenario_get_cell (task->scenario, task->row, task->group);
  g_autoptr (GError) error = NULL;
  const WsCatalogKernel *kernel = ws_catalog_find (self->catalog, cell->kernel, &error);
  WsPlanParameters parameters;
  g_autoptr (WsJobSource) source = NULL;

  if (kernel == NULL)
    {
      fail (self, task, error);
      return FALSE;
    }
  ws_scenario_store_fill_parameters (kernel, cell, &parameters);
  source = ws_catalog_choose (self->catalog, kernel, &parameters, BLOCKS, FALSE);
  self->running = task;
  task->cancellable = g_cancellable_new ();
  set_state (self, task, WS_SCENARIO_RUNNING, 0, NULL);
  ws_client_record_async (self->client, task->device, source, task->cancellable, progress_cb, task,
                          recorded_cb, task);
  return TRUE;
}

static void
begin_next (WsScenarioRunner *self)
{
  while (self->running == NULL && !g_queue_is_empty (&self->waiting))
    {
      g_autoptr (Task) task = g_queue_pop_head (&self->waiting);

      task->runner = g_object_ref (self);
      if (begin (self, task))
        g_steal_pointer (&task);
    }
  if (self->running == NULL)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
}

static void
ws_scenario_runner_dispose (GObject *object)
{
  WsScenarioRunner *self = WS_SCENARIO_RUNNER (object);

  drop_waiting (self);
  g_clear_object (&self->client);

  G_OBJECT_CLASS (ws_scenario_runner_parent_class)->dispose (object);
}

/* An answer may come after dispose. */
static void
ws_scenario_runner_finalize (GObject *object)
{
  ws_catalog_unref (WS_SCENARIO_RUNNER (object)->catalog);

  G_OBJECT_CLASS (ws_scenario_runner_parent_class)->finalize (object);
}

static void
ws_scenario_runner_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  if (prop_id == PROP_BUSY)
    g_value_set_boolean (value, ws_scenario_runner_is_busy (WS_SCENARIO_RUNNER (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
ws_scenario_runner_class_init (WsScenarioRunnerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ws_scenario_runner_dispose;
  object_class->finalize = ws_scenario_runner_finalize;
  object_class->get_property = ws_scenario_runner_get_property;
  props[PROP_BUSY] =
      g_param_spec_boolean ("busy", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  signals[CHANGED] =
      g_signal_new ("changed", WS_TYPE_SCENARIO_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 3, G_TYPE_POINTER, G_TYPE_UINT, G_TYPE_UINT);
  signals[RECORDED] =
      g_signal_new ("recorded", WS_TYPE_SCENARIO_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 4, G_TYPE_POINTER, G_TYPE_UINT, G_TYPE_UINT, WS_TYPE_RUN);
  signals[FAILED] =
      g_signal_new ("failed", WS_TYPE_SCENARIO_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 4, G_TYPE_POINTER, G_TYPE_UINT, G_TYPE_UINT, G_TYPE_ERROR);
}

static void
ws_scenario_runner_init (WsScenarioRunner *self)
{
  g_queue_init (&self->waiting);
  self->client = ws_client_new (NULL);
}

/**
 * ws_scenario_runner_new:
 * @catalog: (transfer none): what the kernels are
 *
 * Returns: (transfer full): a runner at rest
 */
WsScenarioRunner *
ws_scenario_runner_new (WsCatalog *catalog)
{
  WsScenarioRunner *self;

  g_return_val_if_fail (catalog != NULL, NULL);
  self = g_object_new (WS_TYPE_SCENARIO_RUNNER, NULL);
  self->catalog = ws_catalog_ref (catalog);
  return self;
}

static gboolean
is_task (const Task *task, const WsScenario *scenario, const char *device, guint row, guint group)
{
  return task->scenario == scenario && task->row == row && task->group == group
         && g_str_equal (task->device, device);
}

/* (nullable): takes what waits for this cell out of the queue */
static Task *
take_waiting (WsScenarioRunner *self, const WsScenario *scenario, const char *device, guint row,
              guint group)
{
  for (GList *link = self->waiting.head; link != NULL; link = link->next)
    if (is_task (link->data, scenario, device, row, group))
      {
        Task *task = link->data;

        g_queue_delete_link (&self->waiting, link);
        return task;
      }
  return NULL;
}

static Task *
make_task (WsScenarioRunner *self, WsScenario *scenario, const char *device, guint row, guint group)
{
  Task *task = g_new0 (Task, 1);

  task->scenario = ws_scenario_ref (scenario);
  task->device = g_strdup (device);
  task->row = row;
  task->group = group;
  set_state (self, task, WS_SCENARIO_WAITING, 0, NULL);
  return task;
}

static void
start (WsScenarioRunner *self)
{
  if (self->running != NULL)
    return;
  begin_next (self);
  if (self->running != NULL)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
}

/**
 * ws_scenario_runner_run:
 * @self: a runner
 * @scenario: (transfer none): a scenario
 * @device: what to run it on, as in "vm:k40c"
 * @row: of the cell
 * @group: of the cell
 *
 * Runs a cell next, before others that wait. One that has nothing to run is left alone, and so is
 * one that runs already.
 */
void
ws_scenario_runner_run (WsScenarioRunner *self, WsScenario *scenario, const char *device, guint row,
                        guint group)
{
  Task *task;

  g_return_if_fail (WS_IS_SCENARIO_RUNNER (self) && scenario != NULL && device != NULL);
  g_return_if_fail (row < scenario->n_rows && group < scenario->n_groups);

  if (ws_scenario_get_cell (scenario, row, group)->kernel == NULL
      || (self->running != NULL && is_task (self->running, scenario, device, row, group)))
    return;
  task = take_waiting (self, scenario, device, row, group);
  g_queue_push_head (&self->waiting,
                     task != NULL ? task : make_task (self, scenario, device, row, group));
  start (self);
}

static gboolean
needs_run (const WsScenarioResult *result)
{
  return result->state == WS_SCENARIO_NOT_RUN || result->state == WS_SCENARIO_FAILED;
}

/**
 * ws_scenario_runner_run_all:
 * @self: a runner
 * @scenario: (transfer none): a scenario
 * @device: what to run it on
 *
 * Runs the cells that have no figures on this device, row by row; all of them anew where none is
 * left. The scenario shows this device from then on.
 */
void
ws_scenario_runner_run_all (WsScenarioRunner *self, WsScenario *scenario, const char *device)
{
  gboolean any = FALSE;

  g_return_if_fail (WS_IS_SCENARIO_RUNNER (self) && scenario != NULL && device != NULL);

  ws_scenario_set_device (scenario, device, NULL);
  for (guint pass = 0; pass < 2 && !any; pass++)
    for (guint row = 0; row < scenario->n_rows; row++)
      for (guint group = 0; group < scenario->n_groups; group++)
        {
          const WsScenarioResult *result = ws_scenario_get_result (scenario, row, group);

          if (ws_scenario_get_cell (scenario, row, group)->kernel == NULL
              || !(needs_run (result) || (pass == 1 && result->state == WS_SCENARIO_DONE)))
            continue;
          any = TRUE;
          g_queue_push_tail (&self->waiting, make_task (self, scenario, device, row, group));
        }
  start (self);
}

/**
 * ws_scenario_runner_cancel:
 * @self: a runner
 *
 * Gives up the cell that runs and all that wait; figures that they had stand.
 */
void
ws_scenario_runner_cancel (WsScenarioRunner *self)
{
  Task *running;

  g_return_if_fail (WS_IS_SCENARIO_RUNNER (self));

  drop_waiting (self);
  running = g_steal_pointer (&self->running);
  if (running == NULL)
    return;
  set_state (self, running, WS_SCENARIO_NOT_RUN, 0, NULL);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
  g_cancellable_cancel (running->cancellable); /* its call may end here, and free it */
}

gboolean
ws_scenario_runner_is_busy (WsScenarioRunner *self)
{
  g_return_val_if_fail (WS_IS_SCENARIO_RUNNER (self), FALSE);
  return self->running != NULL;
}

WsClient *
ws_scenario_runner_get_client (WsScenarioRunner *self)
{
  g_return_val_if_fail (WS_IS_SCENARIO_RUNNER (self), NULL);
  return self->client;
}
