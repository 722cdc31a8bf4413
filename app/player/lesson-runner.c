#include "player/lesson-runner.h"

#include "lesson/job.h"
#include "scenarios/scenario-runner.h"
#include "scenarios/scenario-store.h"
#include "session/second-run.h"
#include "sweeps/sweep-runner.h"

struct _WsLessonRunner {
  GObject parent_instance;

  WsSession *session;
  WsLesson *lesson;
  WsLessonRuns *runs;
  GHashTable *tasks;  /* char *, the job's key: Task */
  GHashTable *failed; /* keys of jobs that failed, and are not tried again by themselves */
  char *sentence;     /* why the last that failed did; NULL */
};

/* A job that waits or runs: one of the three works on it. Freed, it is given up. */
typedef struct {
  WsLessonRunner *runner; /* whose it is */
  char *key;
  const WsLessonJob *job; /* of @jobs */
  GPtrArray *jobs;        /* WsLessonJob: of its step */
  WsSecondRun *run;
  WsSweepRunner *sweeps;
  WsScenarioRunner *cells;
  WsScenario *scenario;
  GError *error; /* nullable: of the first point of a sweep that failed */
} Task;

enum { CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsLessonRunner, ws_lesson_runner, G_TYPE_OBJECT)

static void
task_free (gpointer data)
{
  Task *task = data;

  if (task->run != NULL)
    {
      g_signal_handlers_disconnect_by_data (task->run, task);
      ws_second_run_cancel (task->run);
    }
  if (task->sweeps != NULL)
    {
      g_signal_handlers_disconnect_by_data (task->sweeps, task);
      ws_sweep_runner_cancel (task->sweeps);
    }
  if (task->cells != NULL)
    {
      g_signal_handlers_disconnect_by_data (task->cells, task);
      ws_scenario_runner_cancel (task->cells);
    }
  g_clear_object (&task->run);
  g_clear_object (&task->sweeps);
  g_clear_object (&task->cells);
  g_clear_pointer (&task->scenario, ws_scenario_unref);
  g_clear_error (&task->error);
  g_ptr_array_unref (task->jobs);
  g_free (task->key);
  g_free (task);
}

/* The task is done with, and gone. @sentence: (nullable): why nothing came of it */
static void
end (Task *task, const char *sentence)
{
  WsLessonRunner *self = task->runner;

  g_free (self->sentence);
  self->sentence = g_strdup (sentence);
  if (sentence != NULL)
    g_hash_table_add (self->failed, g_strdup (task->key));
  g_hash_table_remove (self->tasks, task->key);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* ---- a run ---- */

static void
run_cb (Task *task)
{
  WsLessonRuns *runs = task->runner->runs;
  WsSecondState state = ws_second_run_get_state (task->run);
  g_autoptr (WsRun) run = NULL;
  g_autoptr (GError) error = NULL;

  if (state == WS_SECOND_RUNS)
    return;
  run = ws_lesson_job_judge (task->job, ws_second_run_get_run (task->run),
                             ws_second_run_get_partial (task->run),
                             ws_second_run_get_error (task->run), &error);
  if (run != NULL)
    ws_lesson_runs_set_run (runs, task->key, run);
  if (run != NULL && state == WS_SECOND_THERE)
    ws_lesson_runs_set_scene (runs, task->key, ws_second_run_get_scene (task->run));
  end (task, error != NULL ? error->message : NULL);
}

/* What the slide draws first, the first launch, is worked out beside the window. */
static void
start_run (Task *task, const WsLessonJob *job, const WsClientDevice *device)
{
  task->run = ws_second_run_new (ws_session_get_queue (task->runner->session));
  ws_second_run_record (task->run, device->id, job->source, 0, WS_NONE);
  g_signal_connect_swapped (task->run, "changed", G_CALLBACK (run_cb), task);
}

/* ---- a chart ---- */

static void
sweep_failed_cb (Task *task, WsSweep *sweep, GError *error)
{
  g_clear_error (&task->error);
  task->error = g_error_copy (error);
}

/* A part of it is a chart, too. */
static void
sweep_finished_cb (Task *task, WsSweep *sweep)
{
  gboolean any = ws_sweep_get_n_done (sweep) > 0 || task->error == NULL;

  if (any)
    ws_lesson_runs_set_sweep (task->runner->runs, task->key, sweep);
  end (task, any ? NULL : task->error->message);
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
      end (task, error->message);
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
  ws_lesson_runs_set_scenario (task->runner->runs, task->key, task->scenario);
  end (task, NULL);
}

static void
start_scenario (Task *task, const WsLessonJob *job, const WsClientDevice *device)
{
  WsLessonRunner *self = task->runner;
  WsCatalog *catalog = ws_session_get_catalog (self->session);
  g_autoptr (GError) error = NULL;

  task->scenario = ws_scenario_store_load (catalog, job->scenario, &error);
  if (task->scenario == NULL)
    {
      end (task, error->message);
      return;
    }
  task->cells = ws_scenario_runner_new (catalog, ws_session_get_queue (self->session));
  ws_scenario_runner_run_all (task->cells, task->scenario, device->id);
  g_signal_connect_swapped (task->cells, "notify::busy", G_CALLBACK (cells_busy_cb), task);
  if (!ws_scenario_runner_is_busy (task->cells))
    cells_busy_cb (task);
}

/* ---- any of them ---- */

static void
start (WsLessonRunner *self, GPtrArray *jobs, guint index)
{
  const WsLessonJob *job = g_ptr_array_index (jobs, index);
  static void (*const starts[]) (Task *, const WsLessonJob *, const WsClientDevice *) = {
    [WS_LESSON_JOB_RUN] = start_run,
    [WS_LESSON_JOB_SWEEP] = start_sweep,
    [WS_LESSON_JOB_SCENARIO] = start_scenario,
  };
  g_autofree char *note = NULL;
  g_autofree char *id = ws_lesson_job_choose_device (
      job, ws_session_get_devices (self->session), ws_session_get_device_id (self->session), &note);
  const WsClientDevice *device = ws_session_find_device (self->session, id);
  Task *task;

  if (device == NULL)
    return;
  task = g_new0 (Task, 1);
  task->runner = self;
  task->key = g_strdup (job->key);
  task->jobs = g_ptr_array_ref (jobs);
  task->job = job;
  g_hash_table_insert (self->tasks, task->key, task);
  ws_lesson_runs_set_note (self->runs, job->key, note);
  starts[job->kind](task, job, device);
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
  self->failed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->tasks = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, task_free);
}

/**
 * ws_lesson_runner_new:
 * @session: (transfer none): whose devices run it
 * @runs: (nullable): what has been run already, as of a bundle; gets what is run
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

/* Returns: (transfer none): what has come out so far */
WsLessonRuns *
ws_lesson_runner_get_runs (WsLessonRunner *self)
{
  g_return_val_if_fail (WS_IS_LESSON_RUNNER (self), NULL);
  return self->runs;
}

/* Starts whatever the step needs that is neither stored nor running. Nothing can be started before
 * the devices are known. */
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
        start (self, jobs, i);
    }
}

/* Allows failed jobs to be tried again. */
void
ws_lesson_runner_retry (WsLessonRunner *self)
{
  g_return_if_fail (WS_IS_LESSON_RUNNER (self));
  g_hash_table_remove_all (self->failed);
}

/* Returns: whether anything is running */
gboolean
ws_lesson_runner_is_busy (WsLessonRunner *self)
{
  g_return_val_if_fail (WS_IS_LESSON_RUNNER (self), FALSE);
  return g_hash_table_size (self->tasks) > 0;
}

/* Returns: (transfer none) (nullable): why what ended last failed; %NULL if it did not */
const char *
ws_lesson_runner_get_sentence (WsLessonRunner *self)
{
  g_return_val_if_fail (WS_IS_LESSON_RUNNER (self), NULL);
  return self->sentence;
}

/* Cancels what is running, silently. */
void
ws_lesson_runner_cancel (WsLessonRunner *self)
{
  g_return_if_fail (WS_IS_LESSON_RUNNER (self));
  g_hash_table_remove_all (self->tasks);
}
