#include "player/lesson-runner.h"

#include "lesson/job.h"
#include "scenarios/scenario-runner.h"
#include "scenarios/scenario-store.h"
#include "session/derive.h"
#include "sweeps/sweep-runner.h"

struct _WsLessonRunner {
  GObject parent_instance;

  WsSession *session;
  WsLesson *lesson;
  WsLessonRuns *runs;
  GCancellable *cancellable;
  GHashTable *tasks;  /* char *, the job's key: Task, which whoever works on it owns */
  GHashTable *failed; /* keys of jobs that failed, and are not tried again by themselves */
  char *sentence;     /* why the last that failed did; NULL */
};

/* A job that waits or runs. */
typedef struct {
  WsLessonRunner *runner;
  char *key;
  char *device;
  WsJobSource *source;
  GCancellable *cancellable;
  WsSweepRunner *sweeps;
  WsScenarioRunner *cells;
  WsScenario *scenario;
} Task;

enum { CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsLessonRunner, ws_lesson_runner, G_TYPE_OBJECT)

static void
task_free (Task *task)
{
  g_free (task->key);
  g_free (task->device);
  g_clear_pointer (&task->source, ws_job_source_unref);
  g_clear_object (&task->sweeps);
  g_clear_object (&task->cells);
  g_clear_pointer (&task->scenario, ws_scenario_unref);
  g_object_unref (task->cancellable);
  g_object_unref (task->runner);
  g_free (task);
}

/* The task is done with, whatever came of it. */
static void
end (Task *task, const GError *error)
{
  WsLessonRunner *self = task->runner;

  if (!g_cancellable_is_cancelled (task->cancellable))
    {
      g_hash_table_remove (self->tasks, task->key);
      g_free (self->sentence);
      self->sentence = error != NULL ? g_strdup (error->message) : NULL;
      if (error != NULL)
        g_hash_table_add (self->failed, g_strdup (task->key));
      g_signal_emit (self, signals[CHANGED], 0);
    }
  task_free (task);
}

/* ---- a run ---- */

static void
ask (WsClient *client, GCancellable *cancellable, GAsyncReadyCallback callback,
     gpointer callback_data, gpointer data)
{
  Task *task = data;

  ws_client_record_async (client, task->device, task->source, cancellable, NULL, NULL, callback,
                          callback_data);
}

static void
derived_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  Task *task = data;
  g_autoptr (WsScene) scene = ws_derive_finish (result);

  if (scene != NULL && !g_cancellable_is_cancelled (task->cancellable))
    {
      ws_lesson_runs_set_run (task->runner->runs, task->key, scene->run);
      ws_lesson_runs_set_scene (task->runner->runs, task->key, scene);
    }
  end (task, NULL);
}

/* What the slide draws first is worked out beside the window. */
static void
recorded_cb (GObject *client, GAsyncResult *result, gpointer data)
{
  Task *task = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = ws_client_record_finish (WS_CLIENT (client), result, &error);

  if (run == NULL || g_cancellable_is_cancelled (task->cancellable))
    end (task, error);
  else
    ws_derive_async (run, 0, WS_NONE, derived_cb, task);
}

static void
start_run (Task *task, const WsLessonJob *job)
{
  WsRequest request = { .device = task->device,
                        .priority = WS_PRIORITY_CHOSEN_CELL,
                        .yields = TRUE,
                        .ask = ask,
                        .done = recorded_cb,
                        .user_data = task };

  task->source = ws_job_source_ref (job->source);
  ws_queue_add (ws_session_get_queue (task->runner->session), &request, task->cancellable);
}

/* ---- a chart ---- */

static void
sweep_failed_cb (Task *task, WsSweep *sweep, GError *error)
{
  g_free (task->runner->sentence);
  task->runner->sentence = g_strdup (error->message);
}

static void
sweep_finished_cb (Task *task, WsSweep *sweep)
{
  g_signal_handlers_disconnect_by_data (task->sweeps, task);
  if (!g_cancellable_is_cancelled (task->cancellable))
    ws_lesson_runs_set_sweep (task->runner->runs, task->key, sweep);
  end (task, NULL);
}

static void
start_sweep (Task *task, const WsLessonJob *job, const WsClientDevice *device)
{
  WsLessonRunner *self = task->runner;
  WsCatalog *catalog = ws_session_get_catalog (self->session);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsSweep) sweep = ws_sweep_plan (catalog, &job->request, device->spec, &error);

  if (sweep == NULL)
    {
      end (task, error);
      return;
    }
  task->sweeps = ws_sweep_runner_new (catalog, ws_session_get_queue (self->session));
  g_signal_connect_swapped (task->sweeps, "failed", G_CALLBACK (sweep_failed_cb), task);
  g_signal_connect_swapped (task->sweeps, "finished", G_CALLBACK (sweep_finished_cb), task);
  ws_sweep_runner_start (task->sweeps, sweep, device);
}

/* ---- a table ---- */

static void
cells_busy_cb (Task *task)
{
  if (ws_scenario_runner_is_busy (task->cells))
    return;
  g_signal_handlers_disconnect_by_data (task->cells, task);
  if (!g_cancellable_is_cancelled (task->cancellable))
    ws_lesson_runs_set_scenario (task->runner->runs, task->key, task->scenario);
  end (task, NULL);
}

static void
start_scenario (Task *task, const WsLessonJob *job)
{
  WsLessonRunner *self = task->runner;
  WsCatalog *catalog = ws_session_get_catalog (self->session);
  g_autoptr (GError) error = NULL;

  task->scenario = ws_scenario_store_load (catalog, job->scenario, &error);
  if (task->scenario == NULL)
    {
      end (task, error);
      return;
    }
  task->cells = ws_scenario_runner_new (catalog, ws_session_get_queue (self->session));
  ws_scenario_runner_run_all (task->cells, task->scenario, task->device);
  g_signal_connect_swapped (task->cells, "notify::busy", G_CALLBACK (cells_busy_cb), task);
  if (!ws_scenario_runner_is_busy (task->cells))
    cells_busy_cb (task);
}

/* ---- any of them ---- */

static void
start (WsLessonRunner *self, const WsLessonJob *job)
{
  g_autofree char *note = NULL;
  g_autofree char *id = ws_lesson_job_choose_device (
      job, ws_session_get_devices (self->session), ws_session_get_device_id (self->session), &note);
  const WsClientDevice *device = ws_session_find_device (self->session, id);
  Task *task;

  if (device == NULL)
    return;
  task = g_new0 (Task, 1);
  task->runner = g_object_ref (self);
  task->key = g_strdup (job->key);
  task->device = g_steal_pointer (&id);
  task->cancellable = g_object_ref (self->cancellable);
  g_hash_table_insert (self->tasks, g_strdup (job->key), task);
  ws_lesson_runs_set_note (self->runs, job->key, note);
  if (job->kind == WS_LESSON_JOB_SWEEP)
    start_sweep (task, job, device);
  else if (job->kind == WS_LESSON_JOB_SCENARIO)
    start_scenario (task, job);
  else
    start_run (task, job);
}

static void
ws_lesson_runner_dispose (GObject *object)
{
  WsLessonRunner *self = WS_LESSON_RUNNER (object);

  ws_lesson_runner_cancel (self);

  G_OBJECT_CLASS (ws_lesson_runner_parent_class)->dispose (object);
}

static void
ws_lesson_runner_finalize (GObject *object)
{
  WsLessonRunner *self = WS_LESSON_RUNNER (object);

  g_object_unref (self->session);
  ws_lesson_unref (self->lesson);
  ws_lesson_runs_unref (self->runs);
  g_object_unref (self->cancellable);
  g_hash_table_unref (self->tasks);
  g_hash_table_unref (self->failed);
  g_free (self->sentence);

  G_OBJECT_CLASS (ws_lesson_runner_parent_class)->finalize (object);
}

static void
ws_lesson_runner_class_init (WsLessonRunnerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_lesson_runner_dispose;
  G_OBJECT_CLASS (klass)->finalize = ws_lesson_runner_finalize;
  signals[CHANGED] = g_signal_new ("changed", WS_TYPE_LESSON_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
ws_lesson_runner_init (WsLessonRunner *self)
{
  self->cancellable = g_cancellable_new ();
  self->failed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->tasks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/**
 * ws_lesson_runner_new:
 * @session: (transfer none): whose devices run it
 * @lesson: (transfer none): a lesson
 * @runs: (nullable): what has been run already, as of a bundle; gets what is run
 *
 * Returns: (transfer full): what runs its steps
 */
WsLessonRunner *
ws_lesson_runner_new (WsSession *session, const WsLesson *lesson, WsLessonRuns *runs)
{
  WsLessonRunner *self = g_object_new (WS_TYPE_LESSON_RUNNER, NULL);

  self->session = g_object_ref (session);
  self->lesson = ws_lesson_ref ((WsLesson *)lesson);
  self->runs = runs != NULL ? ws_lesson_runs_ref (runs) : ws_lesson_runs_new ();
  return self;
}

/**
 * ws_lesson_runner_get_runs:
 * @self: a runner
 *
 * Returns: (transfer none): what has come out so far
 */
WsLessonRuns *
ws_lesson_runner_get_runs (WsLessonRunner *self)
{
  g_return_val_if_fail (WS_IS_LESSON_RUNNER (self), NULL);
  return self->runs;
}

/**
 * ws_lesson_runner_prepare:
 * @self: a runner
 * @step: of its lesson
 *
 * Starts what the step needs and is neither there nor under way. Nothing can be started before the
 * devices are known.
 */
void
ws_lesson_runner_prepare (WsLessonRunner *self, guint step)
{
  g_autoptr (GPtrArray) jobs = NULL;

  g_return_if_fail (WS_IS_LESSON_RUNNER (self));

  if (step >= ws_lesson_get_n_steps (self->lesson)
      || ws_session_get_devices (self->session) == NULL)
    return;
  jobs = ws_lesson_step_list_jobs (self->lesson, step);
  for (guint i = 0; i < jobs->len; i++)
    {
      const WsLessonJob *job = g_ptr_array_index (jobs, i);

      if (!ws_lesson_runs_has (self->runs, job->key)
          && !g_hash_table_contains (self->tasks, job->key)
          && !g_hash_table_contains (self->failed, job->key))
        start (self, job);
    }
}

/**
 * ws_lesson_runner_retry:
 * @self: a runner
 *
 * What failed may be tried again.
 */
void
ws_lesson_runner_retry (WsLessonRunner *self)
{
  g_return_if_fail (WS_IS_LESSON_RUNNER (self));
  g_hash_table_remove_all (self->failed);
}

/**
 * ws_lesson_runner_is_busy:
 * @self: a runner
 *
 * Returns: whether anything is under way
 */
gboolean
ws_lesson_runner_is_busy (WsLessonRunner *self)
{
  g_return_val_if_fail (WS_IS_LESSON_RUNNER (self), FALSE);
  return g_hash_table_size (self->tasks) > 0;
}

/**
 * ws_lesson_runner_get_sentence:
 * @self: a runner
 *
 * Returns: (transfer none) (nullable): why what ended last failed; %NULL where it did not
 */
const char *
ws_lesson_runner_get_sentence (WsLessonRunner *self)
{
  g_return_val_if_fail (WS_IS_LESSON_RUNNER (self), NULL);
  return self->sentence;
}

/**
 * ws_lesson_runner_cancel:
 * @self: a runner
 *
 * Gives up what is under way; nothing is said of it.
 */
void
ws_lesson_runner_cancel (WsLessonRunner *self)
{
  GHashTableIter iter;
  gpointer task;
  g_autoptr (GPtrArray) sweeps = g_ptr_array_new_with_free_func (g_object_unref);

  g_return_if_fail (WS_IS_LESSON_RUNNER (self));

  g_cancellable_cancel (self->cancellable);
  g_hash_table_iter_init (&iter, self->tasks);
  while (g_hash_table_iter_next (&iter, NULL, &task))
    {
      const Task *each = task;

      if (each->sweeps != NULL)
        g_ptr_array_add (sweeps, g_object_ref (each->sweeps));
      if (each->cells != NULL)
        g_ptr_array_add (sweeps, g_object_ref (each->cells));
    }
  g_hash_table_remove_all (self->tasks);
  /* which ends their tasks */
  for (guint i = 0; i < sweeps->len; i++)
    {
      gpointer runner = g_ptr_array_index (sweeps, i);

      if (WS_IS_SWEEP_RUNNER (runner))
        ws_sweep_runner_cancel (runner);
      else
        ws_scenario_runner_cancel (runner);
    }
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
}
