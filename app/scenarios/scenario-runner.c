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
  WsJobSource *source;
  GCancellable *cancellable;
  gboolean runs;
} Task;

struct _WsScenarioRunner {
  GObject parent_instance;

  WsCatalog *catalog;
  WsQueue *queue;
  GPtrArray *tasks; /* Task; what is asked of the queue owns them */
};

enum { PROP_0, PROP_BUSY, N_PROPS };
enum { CHANGED, RECORDED, FAILED, N_SIGNALS };

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsScenarioRunner, ws_scenario_runner, G_TYPE_OBJECT)

static void
task_free (Task *task)
{
  ws_scenario_unref (task->scenario);
  g_object_unref (task->cancellable);
  g_object_unref (task->runner);
  g_clear_pointer (&task->source, ws_job_source_unref);
  g_free (task->device);
  g_free (task);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Task, task_free)

static void
set_state (WsScenarioRunner *self, const Task *task, WsScenarioState state, double fraction,
           const char *sentence)
{
  ws_scenario_set_state (task->scenario, task->device, task->row, task->group,
                         &(WsScenarioProgress){ state, fraction, sentence });
  g_signal_emit (self, signals[CHANGED], 0, task->scenario, task->row, task->group);
}

static void
fail (WsScenarioRunner *self, const Task *task, const GError *error)
{
  set_state (self, task, WS_SCENARIO_FAILED, 0, error->message);
  g_signal_emit (self, signals[FAILED], 0, task->scenario, task->row, task->group, error);
}

/* Whether every other cell would wait as long, to fail in the same way. */
static gboolean
has_no_worker (const GError *error)
{
  return g_error_matches (error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_START)
         || g_error_matches (error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_NO_WORKER)
         || g_error_matches (error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_SILENT);
}

static gboolean
is_given_up (const Task *task)
{
  return g_cancellable_is_cancelled (task->cancellable);
}

static void
progress_cb (double fraction, const char *sentence, gpointer data)
{
  const Task *task = data;

  if (!is_given_up (task))
    set_state (task->runner, task, WS_SCENARIO_RUNNING, fraction, NULL);
}

static void
ask (WsClient *client, GCancellable *cancellable, GAsyncReadyCallback callback,
     gpointer callback_data, gpointer data)
{
  Task *task = data;

  task->runs = TRUE;
  progress_cb (0, NULL, task);
  ws_client_record_async (client, &(WsClientJob){ task->device, task->source },
                          &(WsClientWatch){ progress_cb, task }, cancellable, callback,
                          callback_data);
}

static void
notify_rest (WsScenarioRunner *self)
{
  if (self->tasks->len == 0)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
}

static void
recorded_cb (GObject *client, GAsyncResult *result, gpointer data)
{
  g_autoptr (Task) task = data;
  WsScenarioRunner *self = task->runner;
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = ws_client_record_finish (WS_CLIENT (client), result, &error);

  if (is_given_up (task))
    return;
  g_ptr_array_remove (self->tasks, task);
  if (run != NULL)
    {
      ws_scenario_take_run (task->scenario, task->row, task->group, run, run->date);
      g_signal_emit (self, signals[CHANGED], 0, task->scenario, task->row, task->group);
      g_signal_emit (self, signals[RECORDED], 0, task->scenario, task->row, task->group, run);
    }
  else
    fail (self, task, error);
  if (run == NULL && has_no_worker (error))
    ws_scenario_runner_cancel (self);
  else
    notify_rest (self);
}

/* It waits from now on, unless its turn has come at once. */
static void
add_task (WsScenarioRunner *self, WsScenario *scenario, const char *device, guint row, guint group,
          WsPriority priority)
{
  const WsScenarioCell *cell = ws_scenario_get_cell (scenario, row, group);
  WsRequest request = { .priority = priority, .yields = TRUE, .ask = ask, .done = recorded_cb };
  g_autoptr (GError) error = NULL;
  const WsCatalogKernel *kernel = ws_catalog_find (self->catalog, cell->kernel, &error);
  WsPlanParameters parameters;
  g_autoptr (Task) task = g_new0 (Task, 1);

  task->runner = g_object_ref (self);
  task->scenario = ws_scenario_ref (scenario);
  task->device = g_strdup (device);
  task->row = row;
  task->group = group;
  task->cancellable = g_cancellable_new ();
  if (kernel == NULL)
    {
      fail (self, task, error);
      return;
    }
  ws_scenario_store_fill_parameters (
      kernel, cell,
      ws_scenario_store_find_spec (self->catalog, device,
                                   scenario->device != NULL ? scenario->device->name : NULL),
      &parameters);
  task->source = ws_catalog_choose (self->catalog, kernel, &parameters, BLOCKS, FALSE);
  set_state (self, task, WS_SCENARIO_WAITING, 0, NULL);
  g_ptr_array_add (self->tasks, task);
  if (self->tasks->len == 1)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
  request.device = task->device;
  request.user_data = task;
  ws_queue_add (self->queue, &request, task->cancellable);
  g_steal_pointer (&task);
}

static void
ws_scenario_runner_dispose (GObject *object)
{
  WsScenarioRunner *self = WS_SCENARIO_RUNNER (object);

  g_clear_object (&self->queue);

  G_OBJECT_CLASS (ws_scenario_runner_parent_class)->dispose (object);
}

/* An answer may come after dispose. */
static void
ws_scenario_runner_finalize (GObject *object)
{
  WsScenarioRunner *self = WS_SCENARIO_RUNNER (object);

  ws_catalog_unref (self->catalog);
  g_ptr_array_unref (self->tasks);

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
                    G_TYPE_NONE, 3, WS_TYPE_SCENARIO, G_TYPE_UINT, G_TYPE_UINT);
  signals[RECORDED] =
      g_signal_new ("recorded", WS_TYPE_SCENARIO_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 4, WS_TYPE_SCENARIO, G_TYPE_UINT, G_TYPE_UINT, WS_TYPE_RUN);
  signals[FAILED] =
      g_signal_new ("failed", WS_TYPE_SCENARIO_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 4, WS_TYPE_SCENARIO, G_TYPE_UINT, G_TYPE_UINT, G_TYPE_ERROR);
}

static void
ws_scenario_runner_init (WsScenarioRunner *self)
{
  self->tasks = g_ptr_array_new ();
}

/**
 * ws_scenario_runner_new:
 * @catalog: (transfer none): what the kernels are
 * @queue: (transfer none): by what the device is asked
 */
WsScenarioRunner *
ws_scenario_runner_new (WsCatalog *catalog, WsQueue *queue)
{
  WsScenarioRunner *self;

  g_return_val_if_fail (catalog != NULL, NULL);
  self = g_object_new (WS_TYPE_SCENARIO_RUNNER, NULL);
  self->catalog = ws_catalog_ref (catalog);
  self->queue = g_object_ref (queue);
  return self;
}

static gboolean
is_task (const Task *task, const WsScenario *scenario, const char *device, guint row, guint group)
{
  return task->scenario == scenario && task->row == row && task->group == group
         && g_str_equal (task->device, device);
}

/* (nullable) */
static Task *
find_task (WsScenarioRunner *self, const WsScenario *scenario, const char *device, guint row,
           guint group)
{
  for (guint i = 0; i < self->tasks->len; i++)
    if (is_task (self->tasks->pdata[i], scenario, device, row, group))
      return self->tasks->pdata[i];
  return NULL;
}

/**
 * ws_scenario_runner_run:
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

  if (ws_scenario_get_cell (scenario, row, group)->kernel == NULL)
    return;
  task = find_task (self, scenario, device, row, group);
  if (task != NULL && task->runs)
    return;
  /* the new one first, so that no signal says that there is nothing to do */
  add_task (self, scenario, device, row, group, WS_PRIORITY_CHOSEN_CELL);
  if (task != NULL)
    {
      g_ptr_array_remove (self->tasks, task);
      g_cancellable_cancel (task->cancellable);
    }
}

static gboolean
needs_run (const WsScenarioResult *result)
{
  return result->state == WS_SCENARIO_NOT_RUN || result->state == WS_SCENARIO_FAILED;
}

/**
 * ws_scenario_runner_run_all:
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
          add_task (self, scenario, device, row, group, WS_PRIORITY_CELL);
        }
}

/* Gives up the cell that runs and all that wait; figures that they had stand. */
void
ws_scenario_runner_cancel (WsScenarioRunner *self)
{
  g_return_if_fail (WS_IS_SCENARIO_RUNNER (self));
  if (self->tasks->len == 0)
    return;
  while (self->tasks->len > 0)
    {
      const Task *task = g_ptr_array_steal_index (self->tasks, self->tasks->len - 1);

      set_state (self, task, WS_SCENARIO_NOT_RUN, 0, NULL);
      g_cancellable_cancel (task->cancellable); /* its call may end here, and free it */
    }
  notify_rest (self);
}

/* Whether a cell runs or waits for its turn. */
gboolean
ws_scenario_runner_is_busy (WsScenarioRunner *self)
{
  g_return_val_if_fail (WS_IS_SCENARIO_RUNNER (self), FALSE);
  return self->tasks->len > 0;
}
