/* lesson-run.c: runs what the steps of a lesson need, one job after another. */
#include "cli/chart.h"
#include "cli/cli.h"
#include "cli/lesson.h"
#include "cli/output.h"
#include "cli/scenario.h"

#include "lesson/job.h"
#include "scenarios/scenario-store.h"
#include "words/words.h"

#include <glib/gi18n.h>

struct _CliLessonRunner {
  WsCatalog *catalog;
  WsClient *client;
  GPtrArray *devices; /* WsClientDevice */
  char *device;       /* nullable: that was said */
};

/**
 * cli_lesson_runner_new:
 * @catalog: the kernels to run
 * @device: (nullable): id of the current device, if one was given
 *
 * Returns: (transfer full) (nullable): a runner of lessons
 */
CliLessonRunner *
cli_lesson_runner_new (WsCatalog *catalog, const char *device, GError **error)
{
  CliLessonRunner *self = g_new0 (CliLessonRunner, 1);

  self->catalog = ws_catalog_ref (catalog);
  self->device = g_strdup (device);
  self->client = cli_client_new (device);
  self->devices = cli_list_devices (self->client, error);
  if (self->devices != NULL)
    return self;
  cli_lesson_runner_free (self);
  return NULL;
}

void
cli_lesson_runner_free (CliLessonRunner *self)
{
  if (self == NULL)
    return;
  ws_catalog_unref (self->catalog);
  g_object_unref (self->client);
  g_clear_pointer (&self->devices, g_ptr_array_unref);
  g_free (self->device);
  g_free (self);
}

/* Shows which step is running. */
static void
show_step (const WsLesson *lesson, guint step)
{
  g_autofree char *line =
      g_strdup_printf (_ ("%1$s, step %2$u of %3$u"), ws_words_translate (lesson->title), step + 1,
                       ws_lesson_get_n_steps (lesson));

  cli_output_show (line);
}

static const WsClientDevice *
find_device (const CliLessonRunner *self, const char *id, GError **error)
{
  for (guint i = 0; i < self->devices->len; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (self->devices, i);

      if (g_str_equal (device->id, id))
        return device;
    }
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _ ("Unknown device “%s”; “warpstage-cli devices” lists all devices."), id);
  return NULL;
}

static gboolean
run_sweep (const CliLessonRunner *self, const WsLessonJob *job, const WsClientDevice *device,
           WsLessonRuns *runs, GError **error)
{
  g_autoptr (WsSweep) sweep = ws_sweep_plan (self->catalog, &job->request, device->spec, error);
  gboolean cancelled;

  if (sweep == NULL || !cli_chart_run_sweep (self->catalog, sweep, device, &cancelled, error))
    return FALSE;
  ws_lesson_runs_set_sweep (runs, job->key, sweep);
  return TRUE;
}

static gboolean
run_scenario (const CliLessonRunner *self, const WsLessonJob *job, const WsClientDevice *device,
              WsLessonRuns *runs, GError **error)
{
  g_autoptr (WsScenario) scenario = ws_scenario_store_load (self->catalog, job->scenario, error);

  if (scenario == NULL || !cli_scenario_run (self->catalog, scenario, device->id, error))
    return FALSE;
  ws_lesson_runs_set_scenario (runs, job->key, scenario);
  return TRUE;
}

static gboolean
run_job (const CliLessonRunner *self, const WsLessonJob *job, WsLessonRuns *runs, GError **error)
{
  g_autofree char *note = NULL;
  g_autofree char *id = ws_lesson_job_choose_device (job, self->devices, self->device, &note);
  const WsClientDevice *device = find_device (self, id, error);
  g_autoptr (WsRun) recorded = NULL;
  g_autoptr (WsRun) partial = NULL;
  g_autoptr (WsRun) run = NULL;
  g_autoptr (GError) failure = NULL;

  if (device == NULL)
    return FALSE;
  ws_lesson_runs_set_note (runs, job->key, note);
  if (job->kind == WS_LESSON_JOB_SWEEP)
    return run_sweep (self, job, device, runs, error);
  if (job->kind == WS_LESSON_JOB_SCENARIO)
    return run_scenario (self, job, device, runs, error);
  recorded =
      cli_record_source (self->client, &(WsClientJob){ id, job->source }, NULL, &partial, &failure);
  run = ws_lesson_job_judge (job, recorded, partial, failure, error);
  if (run != NULL)
    ws_lesson_runs_set_run (runs, job->key, run);
  return run != NULL;
}

/**
 * cli_lesson_run_step:
 * @step: index, from 0
 * @runs: receives the missing runs
 * @error: return location for a #GError: the error of the first failed job
 *
 * Runs what the step needs, and waits for completion.
 *
 * Returns: whether all runs are there
 */
gboolean
cli_lesson_run_step (CliLessonRunner *self, const WsLesson *lesson, guint step, WsLessonRuns *runs,
                     GError **error)
{
  g_autoptr (GPtrArray) jobs = ws_lesson_step_list_jobs (lesson, step);

  for (guint i = 0; i < jobs->len; i++)
    {
      const WsLessonJob *job = g_ptr_array_index (jobs, i);

      if (!ws_lesson_runs_has (runs, job->key) && !run_job (self, job, runs, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * cli_lesson_run:
 * @catalog: the kernels to run
 * @device: (nullable): id of the current device, if one was given
 * @runs: receives the missing runs
 * @error: return location for a #GError: the error of the first failed job
 *
 * Runs what the steps of the lesson need, and waits for completion. Starts nothing if no run is
 * missing.
 *
 * Returns: whether all runs are there
 */
gboolean
cli_lesson_run (WsCatalog *catalog, const char *device, const WsLesson *lesson, WsLessonRuns *runs,
                GError **error)
{
  g_autoptr (CliLessonRunner) runner = NULL;
  gboolean good = TRUE;

  for (guint i = 0; good && i < ws_lesson_get_n_steps (lesson); i++)
    {
      if (ws_lesson_step_is_ready (lesson, i, runs))
        continue;
      show_step (lesson, i);
      if (runner == NULL)
        runner = cli_lesson_runner_new (catalog, device, error);
      good = runner != NULL && cli_lesson_run_step (runner, lesson, i, runs, error);
    }
  cli_output_show (NULL);
  return good;
}
