/* lesson.c: any bytes as a lesson. One that can be read is shown as slides, before anything has run
 * and with what has: whatever its steps ask for, it is a small run that they get, timings that are
 * not done, a scenario without results. */
#include "fuzz.h"

#include "recorded.h"

#include "lesson/job.h"
#include "lesson/lesson-slide.h"
#include "scenarios/scenario-store.h"

#include <string.h>

#define MOST_STEPS 4 /* that are drawn */

static const char *const words[] = {
  "# T\n",
  "\n\n## S\n",
  "kernel: reduce1\n",
  "kernel: reduce9\n",
  "kernel: work4\n",
  "elements: 16\n",
  "block: 16\n",
  "op: max\n",
  "type: float\n",
  "seed: 1\n",
  "grid: 4\n",
  "repeats: 2\n",
  "device: k40c\n",
  "device: real\n",
  "launch: last\n",
  "beside: reduce3\n",
  "beside: block 32\n",
  "view: tree, lanes\n",
  "view: code\n",
  "view: sms\n",
  "view: calculator\n",
  "view: words\n",
  "view: chart ladder\n",
  "view: chart heatmap\n",
  "view: scenario occupancy-k40c 4 2\n",
  "view: scenario utilisation\n",
  "at: start\n",
  "at: stage 2\n",
  "at: stride 4\n",
  "at: time 50 %\n",
  "highlight: warp 0; thread 4; line 17; row 2\n",
  "hide: values, masks, counts, times, published\n",
  "show: 3\n",
  "order: 1\n",
  "time: 20 min\n",
  "before: all of it\n",
  "\n\nWords.\n",
  "\n? Q\n",
  "\n- a\n",
  "\n* b\n",
  "\n= C\n",
  "\n> N\n",
  "<b>",
  "</b>",
  "<tt>",
  "&amp;",
  "{{",
  "{block}",
  "{result}",
  "{value 0}",
  "{stage.threads}",
  "{stage 2.lanes-working}",
  "{branch-efficiency}",
  "{plan.duration}",
  "{reduce3: duration / duration}",
  "{beside: stage.share}",
  "{reduce1: time}",
  "{row 1 group 2 time}",
  "{published row 1 time}",
  "{published g80 reduce1 speed-up}",
};

static void
draw_cb (cairo_t *cr, gconstpointer subject, const WsTheme *theme, double width, double height)
{
  ws_draw_slide (cr, subject, theme, width, height);
}

static void
show (const WsLesson *lesson, guint step, WsLessonRuns *runs, gboolean revealed, guint32 choice)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new ();
  g_autoptr (WsSlide) slide =
      ws_lesson_make_slide (lesson, step, runs, revealed, (int)(choice % 8) - 1, problems);

  ws_fuzz_hear (ws_slide_describe (slide));
  ws_fuzz_hear (g_strdup (slide->notes));
  ws_fuzz_hear (g_strdup (slide->source));
  ws_fuzz_draw (draw_cb, slide, choice);
}

static void
run (WsCatalog *catalog, const WsLessonJob *job, WsRun *any, WsLessonRuns *runs)
{
  const WsSpec *spec = ws_catalog_find_spec (catalog, "h200", NULL);
  g_autoptr (WsSweep) sweep = NULL;
  g_autoptr (WsScenario) scenario = NULL;
  g_autofree char *note = NULL;

  ws_fuzz_hear (ws_lesson_job_choose_device (job, NULL, NULL, &note));
  ws_lesson_runs_set_note (runs, job->key, note);
  if (job->kind == WS_LESSON_JOB_RUN)
    ws_lesson_runs_set_run (runs, job->key, any);
  else if (job->kind == WS_LESSON_JOB_SCENARIO)
    {
      scenario = ws_scenario_store_load (catalog, job->scenario, NULL);
      ws_lesson_runs_set_scenario (runs, job->key, scenario);
    }
  else if ((sweep = ws_sweep_plan (catalog, &job->request, spec, NULL)) != NULL)
    {
      for (guint i = 0; i < ws_sweep_get_n_points (sweep); i += 2)
        {
          WsSweepPoint *point = ws_sweep_get_point (sweep, i);

          point->time = (WsTimingSummary){ 1, i, i, i, i, i };
          point->state = WS_SWEEP_DONE;
        }
      ws_lesson_runs_set_sweep (runs, job->key, sweep);
    }
}

void
ws_fuzz_lesson (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, &error);
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (WsLesson) lesson = NULL;
  g_autoptr (WsRun) any = NULL;
  guint32 choice = ws_fuzz_choose (data, size);

  g_assert_no_error (error);
  lesson = ws_lesson_new_from_data ("fuzz", (const char *)data, size, catalog, &problems);
  g_assert_true ((lesson == NULL) == (ws_lesson_problems_count (problems, FALSE) > 0));
  for (guint i = 0; i < problems->len; i++)
    ws_fuzz_hear (ws_lesson_problem_format (problems->pdata[i], "F"));
  if (lesson == NULL)
    return;
  any = recorded_new (&(Recorded){ .kernel = "reduce3", .spec = "h200", .n = 64, .block = 32 });
  for (guint i = 0; i < MIN (ws_lesson_get_n_steps (lesson), MOST_STEPS); i++)
    {
      g_autoptr (WsLessonRuns) runs = ws_lesson_runs_new ();
      g_autoptr (GPtrArray) jobs = ws_lesson_step_list_jobs (lesson, i);

      show (lesson, i, runs, FALSE, choice + i);
      for (guint k = 0; k < jobs->len; k++)
        run (catalog, jobs->pdata[k], any, runs);
      show (lesson, i, runs, TRUE, choice + i + 1);
    }
}

gsize
ws_fuzz_lesson_mutate (guint8 *data, gsize size, gsize max_size, guint32 seed)
{
  return ws_fuzz_mutate_text (data, size, max_size, seed, words, G_N_ELEMENTS (words));
}
