#include "lesson-fixture.h"

#include "recorded.h"

#include "lesson/job.h"
#include "scenarios/scenario-runner.h"
#include "scenarios/scenario-store.h"
#include "sweeps/sweep-runner.h"
#include "virtual/virtual.h"
#include "worker/execution.h"

#include <string.h>

WsLesson *
lesson_fixture_read (WsCatalog *catalog, const char *id, const char *text)
{
  g_autoptr (GPtrArray) problems = NULL;
  WsLesson *lesson = ws_lesson_new_from_data (id, text, strlen (text), catalog, &problems);

  for (guint i = 0; i < problems->len; i++)
    {
      g_autofree char *said = ws_lesson_problem_format (problems->pdata[i], id);

      g_test_message ("%s", said);
    }
  g_assert_cmpuint (problems->len, ==, 0);
  return lesson;
}

static const char *
get_spec (const WsLessonJob *job)
{
  return job->device.spec != NULL ? job->device.spec : "h200";
}

static void
busy_cb (GObject *runner, GParamSpec *pspec, gpointer loop)
{
  gboolean busy;

  g_object_get (runner, "busy", &busy, NULL);
  if (!busy)
    g_main_loop_quit (loop);
}

/* @runner: that is busy */
static void
wait_for (gpointer runner)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);

  g_signal_connect (runner, "notify::busy", G_CALLBACK (busy_cb), loop);
  g_main_loop_run (loop);
}

static void
run_sweep (WsCatalog *catalog, const WsLessonJob *job, WsLessonRuns *runs)
{
  g_autofree char *id = g_strconcat ("vm:", get_spec (job), NULL);
  const WsSpec *spec = ws_catalog_find_spec (catalog, get_spec (job), NULL);
  WsClientDevice device = { .id = id,
                            .name = id,
                            .spec_id = spec->id,
                            .usable = TRUE,
                            .origin = WS_ORIGIN_MODELLED,
                            .spec = (WsSpec *)spec };
  g_autoptr (WsQueue) queue = ws_queue_new (NULL);
  g_autoptr (WsSweepRunner) runner = ws_sweep_runner_new (catalog, queue);
  g_autoptr (WsSweep) sweep = ws_sweep_plan (catalog, &job->request, spec, NULL);

  ws_sweep_runner_start (runner, sweep, &device);
  wait_for (runner);
  g_assert_cmpuint (ws_sweep_get_n_done (sweep), ==, ws_sweep_get_n_points (sweep));
  ws_lesson_runs_set_sweep (runs, job->key, sweep);
}

static void
run_scenario (WsCatalog *catalog, const WsLessonJob *job, WsLessonRuns *runs)
{
  g_autofree char *id = g_strconcat ("vm:", get_spec (job), NULL);
  g_autoptr (WsQueue) queue = ws_queue_new (NULL);
  g_autoptr (WsScenarioRunner) runner = ws_scenario_runner_new (catalog, queue);
  g_autoptr (WsScenario) scenario = ws_scenario_store_load (catalog, job->scenario, NULL);

  ws_scenario_runner_run_all (runner, scenario, id);
  wait_for (runner);
  g_assert_cmpuint (ws_scenario_count (scenario, WS_SCENARIO_FAILED), ==, 0);
  ws_lesson_runs_set_scenario (runs, job->key, scenario);
}

static void
record (WsCatalog *catalog, const WsLessonJob *job, WsLessonRuns *runs)
{
  WsSpec *spec = (WsSpec *)ws_catalog_find_spec (catalog, get_spec (job), NULL);
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 0);
  g_autoptr (GError) failure = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) partial = NULL;
  g_autoptr (WsRun) recorded = NULL;
  g_autoptr (WsRun) run = NULL;
  g_autoptr (WsJob) what = ws_job_source_make (job->source, &error);

  g_assert_no_error (error);
  recorded = ws_execution_record (device, what, RECORDED_DATE, NULL, &partial, &failure);
  /* of a kernel that races on purpose, what comes out may be wrong */
  g_assert_true (recorded == NULL || recorded->correct || job->kernel->races);
  run = ws_lesson_job_judge (job, recorded, partial, failure, &error);
  g_assert_no_error (error);
  ws_lesson_runs_set_run (runs, job->key, run);
}

void
lesson_fixture_run_step (WsCatalog *catalog, const WsLesson *lesson, guint step, WsLessonRuns *runs)
{
  g_autoptr (GPtrArray) jobs = ws_lesson_step_list_jobs (lesson, step);

  for (guint i = 0; i < jobs->len; i++)
    {
      const WsLessonJob *job = g_ptr_array_index (jobs, i);

      if (ws_lesson_runs_has (runs, job->key))
        continue;
      if (job->kind == WS_LESSON_JOB_SWEEP)
        run_sweep (catalog, job, runs);
      else if (job->kind == WS_LESSON_JOB_SCENARIO)
        run_scenario (catalog, job, runs);
      else
        record (catalog, job, runs);
    }
}
