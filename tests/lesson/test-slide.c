/* A step as a slide: what it says, what it shows and when, before and after it is revealed. */
#include "lesson-fixture.h"

#include "device/device.h"
#include "lesson/job.h"
#include "lesson/lesson-slide.h"

#include <string.h>

static WsCatalog *catalog;

#define HEAD "# T\nkernel: reduce1\nelements: 128\nblock: 32\n## S\n"

/* (transfer full): the slide of the only step */
static WsSlide *
make (const char *text, gboolean revealed, int chosen, const char *note)
{
  g_autofree char *whole = g_strconcat (HEAD, text, NULL);
  g_autoptr (WsLesson) lesson = lesson_fixture_read (catalog, "test", whole);
  g_autoptr (WsLessonRuns) runs = ws_lesson_runs_new ();
  g_autoptr (GPtrArray) jobs = ws_lesson_step_list_jobs (lesson, 0);
  g_autoptr (GPtrArray) problems = g_ptr_array_new ();
  WsSlide *slide;

  lesson_fixture_run_step (catalog, lesson, 0, runs);
  if (note != NULL)
    ws_lesson_runs_set_note (runs, ((const WsLessonJob *)jobs->pdata[0])->key, note);
  slide = ws_lesson_make_slide (lesson, 0, runs, revealed, chosen, problems);
  g_assert_cmpuint (problems->len, ==, 0);
  return slide;
}

static const WsPicture *
get_picture (const WsSlide *slide, guint part)
{
  g_assert_cmpuint (part, <, slide->parts->len);
  return ((const WsSlidePart *)slide->parts->pdata[part])->picture;
}

static const char *
get_heading (const WsSlide *slide, guint part)
{
  return ((const WsSlidePart *)slide->parts->pdata[part])->heading;
}

static void
test_question (void)
{
  static const char text[] =
      "\nOne {block}.\n\nTwo.\n\n? How many?\n- none\n- {warps}\n* {result}\n"
      "= So many: {result}.\n> Wait.\n";

  for (int revealed = 0; revealed < 2; revealed++)
    {
      g_autoptr (WsSlide) slide = make (text, revealed, 1, NULL);

      g_assert_cmpstr (slide->title, ==, "S");
      g_assert_cmpstr (slide->subtitle, ==, "Kernel 1: interleaved addressing");
      g_assert_cmpuint (slide->step, ==, 1);
      g_assert_cmpuint (slide->n_steps, ==, 1);
      g_assert_cmpstr (slide->words, ==, "One 32.\nTwo.");
      g_assert_cmpstr (slide->question, ==, "How many?");
      g_assert_cmpuint (g_strv_length (slide->answers), ==, 3);
      /* shuffled */
      g_assert_cmpstr (slide->answers[0], ==, "1");
      g_assert_cmpstr (slide->answers[1], ==, "none");
      g_assert_cmpstr (slide->answers[2], ==, "163");
      g_assert_cmpint (slide->right, ==, 2);
      g_assert_cmpint (slide->chosen, ==, 1);
      g_assert_cmpint (slide->revealed, ==, revealed);
      g_assert_cmpstr (slide->reveal, ==, "So many: 163.");
      g_assert_cmpstr (slide->notes, ==, "Wait.");
      g_assert_nonnull (strstr (slide->source, "modelled"));
      g_assert_true (slide->shows_warps);
    }
}

/* The launch that is said, and its telling instants. */
static void
test_instants (void)
{
  static const struct {
    const char *text;
    guint launch;
    guint stage;
  } cases[] = {
    { "at: load\n\nW\n", 0, 0 },
    { "at: stage 2\n\nW\n", 0, 1 },
    { "at: stride 4\n\nW\n", 0, 3 },
    { "\nW\n", 0, 6 },
    { "at: end\n\nW\n", 0, 6 },
    { "at: start\n\nW\n", 0, 0 },
    { "launch: 2\nat: stage 2\n\nW\n", 1, 1 },
    { "launch: last\nat: stage 3\n\nW\n", 1, 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WsSlide) slide = make (cases[i].text, TRUE, -1, NULL);
      const WsPicture *picture = get_picture (slide, 0);
      double telling = ws_scene_stage_moment (picture->scene, cases[i].stage);

      g_assert_cmpint (picture->view, ==, WS_VIEW_TREE);
      g_assert_cmpuint (picture->scene->launch, ==, cases[i].launch);
      g_assert_cmpuint (ws_scene_stage_at (picture->scene, picture->moment.position), ==,
                        cases[i].stage);
      if (strstr (cases[i].text, "start") == NULL && strstr (cases[i].text, "end") == NULL)
        g_assert_cmpfloat (picture->moment.position, ==, telling);
      g_assert_cmpfloat (picture->moment.time, ==,
                         ws_scene_time_at (picture->scene, picture->moment.position));
    }
}

/* The first warp's first access there, before its stage tells. */
static void
test_lines (void)
{
  static const struct {
    const char *text;
    guint stage;
    WsOpClass op_class;
    WsSpace space;
  } cases[] = {
    { "at: line 13\n\nW\n", 0, WS_OP_LOAD, WS_SPACE_GLOBAL },
    { "at: line 20\n\nW\n", 1, WS_OP_LOAD, WS_SPACE_SHARED },
    { "at: stride 4 line 20\n\nW\n", 3, WS_OP_LOAD, WS_SPACE_SHARED },
    { "at: stage 3 line 20\n\nW\n", 2, WS_OP_LOAD, WS_SPACE_SHARED },
    { "at: line 26\n\nW\n", 6, WS_OP_LOAD, WS_SPACE_SHARED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WsSlide) slide = make (cases[i].text, TRUE, -1, NULL);
      const WsPicture *picture = get_picture (slide, 0);
      const WsScene *scene = picture->scene;
      guint at = ws_scene_event_at (scene, picture->moment.position);
      const WsEvent *event = &scene->run->events[scene->record->first_event + at];
      const WsSite *site = &ws_run_get_kernel (scene->run, scene->launch)->sites[event->site];
      g_autofree char *line = g_strdup_printf ("line %u\n", site->line);

      g_assert_nonnull (strstr (cases[i].text, line));
      g_assert_cmpuint (event->warp, ==, 0);
      g_assert_cmpint (site->op_class, ==, cases[i].op_class);
      g_assert_cmpint (event->space, ==, cases[i].space);
      g_assert_cmpuint (ws_scene_stage_at (scene, picture->moment.position), ==, cases[i].stage);
    }
}

static void
test_time (void)
{
  g_autoptr (WsSlide) slide = make ("view: sms\nat: time 25 %\n\nW\n", TRUE, -1, NULL);
  g_autoptr (WsSlide) telling = make ("view: sms\n\nW\n", TRUE, -1, NULL);
  const WsPicture *picture = get_picture (slide, 0);

  g_assert_cmpint (picture->view, ==, WS_VIEW_SMS);
  g_assert_cmpfloat (picture->moment.time, ==, (double)picture->scene->timeline->end / 4);
  g_assert_false (slide->shows_warps);
  picture = get_picture (telling, 0);
  g_assert_cmpfloat (picture->moment.time, ==,
                     (double)ws_timeline_get_telling (picture->scene->timeline));
}

static void
test_beside (void)
{
  g_autoptr (WsSlide) kernels = make ("beside: reduce3\nat: stage 2\n\nW\n", TRUE, -1, NULL);
  g_autoptr (WsSlide) blocks = make ("beside: block 64\nat: stage 2\n\nW\n", TRUE, -1, NULL);
  g_autoptr (WsSlide) devices = make ("beside: device k40c\n\nW\n", TRUE, -1, NULL);
  g_autoptr (WsSlide) options =
      make ("kernel: bank_stride\nset: stride=31\nbeside: set stride=32\n\nW\n", TRUE, -1, NULL);
  g_autoptr (WsSlide) views = make ("view: lanes, code\n\nW\n", TRUE, -1, NULL);

  g_assert_cmpuint (kernels->parts->len, ==, 2);
  g_assert_cmpstr (get_heading (kernels, 0), ==, "Kernel 1: interleaved addressing");
  g_assert_cmpstr (get_heading (kernels, 1), ==, "Kernel 3: sequential addressing");
  g_assert_cmpstr (get_picture (kernels, 1)->scene->run->id, ==, "reduce3");
  g_assert_cmpstr (get_heading (blocks, 1), ==, "Blocks of 64 threads");
  /* what both have in common is said once */
  g_assert_cmpstr (blocks->source, ==,
                   "Virtual NVIDIA H200, modelled  ·  n 128, block 32, grid 4, launch 1 of 2  ·  "
                   "2026-11-21  ·  n 128, block 64, grid 2, launch 1 of 2");
  g_assert_cmpstr (get_heading (devices, 0), ==, "Virtual NVIDIA H200");
  g_assert_cmpstr (get_heading (devices, 1), ==, "Virtual NVIDIA Tesla K40c");
  g_assert_cmpstr (get_heading (options, 0), ==, "Stride: 31");
  g_assert_cmpstr (get_heading (options, 1), ==, "Stride: 32");
  g_assert_cmpstr (get_heading (views, 0), ==, "Warps");
  g_assert_cmpint (get_picture (views, 1)->view, ==, WS_VIEW_CODE);
}

/* Where it ran elsewhere than asked for, the slide says so. */
static void
test_note (void)
{
  g_autoptr (WsSlide) slide = make ("device: real\n\nW\n", TRUE, -1, "There is none.");

  g_assert_true (g_str_has_prefix (slide->source, "There is none."));
}

static void
test_scenario (void)
{
  g_autoptr (WsLesson) lesson = lesson_fixture_read (
      catalog, "test", "# T\n## S\nview: scenario utilisation 3\n\nW\n## R\nview: words\n\nW\n");
  g_autoptr (WsLessonRuns) runs = ws_lesson_runs_new ();
  g_autoptr (WsSlide) slide = ws_lesson_make_slide (lesson, 0, runs, TRUE, -1, NULL);
  g_autoptr (WsSlide) words = ws_lesson_make_slide (lesson, 1, runs, TRUE, -1, NULL);
  const WsPicture *picture = get_picture (slide, 0);

  g_assert_cmpstr (picture->scenario->id, ==, "utilisation");
  g_assert_true (picture->table.show_choice);
  g_assert_cmpuint (picture->table.row, ==, 2);
  g_assert_cmpuint (picture->table.group, ==, 0);
  g_assert_cmpuint (words->parts->len, ==, 0);
  g_assert_cmpuint (words->step, ==, 2);
  g_assert_null (words->source);
}

/* The block and the warp that a step follows, recorded for it. */
static void
test_follow (void)
{
  g_autoptr (WsSlide) slide =
      make ("elements: 4K\nblock: 128\nfollow: block 5, warp 2\nview: lanes\nat: stride 2\n\nW\n",
            TRUE, -1, NULL);
  g_autoptr (WsSlide) first =
      make ("elements: 4K\nblock: 128\nhighlight: warp 3\nview: lanes\n\nW\n", TRUE, -1, NULL);
  g_autoptr (WsSlide) beside =
      make ("elements: 4K\nblock: 128\nfollow: block 7\nbeside: reduce3\n\nW\n", TRUE, -1, NULL);

  g_assert_cmpuint (get_picture (slide, 0)->scene->block, ==, 5);
  g_assert_cmpuint (get_picture (slide, 0)->scene->record->block, ==, 5);
  g_assert_cmpuint (get_picture (slide, 0)->moment.warp, ==, 2);
  g_assert_cmpuint (get_picture (first, 0)->scene->block, ==, 0);
  g_assert_cmpuint (get_picture (first, 0)->moment.warp, ==, 3);
  g_assert_cmpuint (get_picture (beside, 0)->scene->block, ==, 7);
  g_assert_cmpuint (get_picture (beside, 1)->scene->block, ==, 7);
}

static const WsSlidePart *
get_part (const WsSlide *slide, guint part)
{
  return slide->parts->pdata[part];
}

/* What goes wrong is shown where it went wrong, with what CUDA answers, which is kept back with the
 * line until it is revealed. */
static void
test_fault (void)
{
  static const char text[] = "kernel: null1\nelements: 4096\nblock: 128\noutcome: fault\nview: "
                             "code, lanes\nhide: fault\n\nW\n\n? Where?\n= {fault.line}, "
                             "{fault.block}, {fault.warp}, {fault.lane}, {fault.thread}\n";
  g_autoptr (WsSlide) asks = make (text, FALSE, -1, NULL);
  g_autoptr (WsSlide) tells = make (text, TRUE, -1, NULL);
  const WsPicture *picture = get_picture (tells, 0);

  g_assert_cmpstr (tells->reveal, ==, "13, 16, 0, 0, 0");
  g_assert_cmpuint (picture->scene->block, ==, 16);
  g_assert_cmpfloat (picture->moment.position, ==, ws_scene_get_n_events (picture->scene) - 1);
  g_assert_nonnull (strstr (get_part (tells, 0)->note,
                            "block 16, warp 0, lane 0 (thread 0) of "
                            "null1 makes an invalid __global__ write of 4 bytes through a null"));
  g_assert_nonnull (strstr (get_part (tells, 0)->note, "cudaErrorIllegalAddress"));
  g_assert_false (get_part (tells, 0)->veils_note);
  g_assert_null (get_part (tells, 1)->note); /* once is enough */
  g_assert_null (get_part (asks, 0)->note);
  g_assert_true (get_part (asks, 0)->veils_note);
  g_assert_cmpstr (get_part (asks, 0)->note_room, ==, get_part (tells, 0)->note);
}

/* What is refused never begins: there is its code to see, and what the device says. */
static void
test_refusal (void)
{
  g_autoptr (WsSlide) slide = make (
      "kernel: threads1\nelements: 4096\noutcome: refusal\nview: code, calculator\n\n{block}\n",
      TRUE, -1, NULL);
  g_autoptr (WsSlide) fits =
      make ("kernel: threads1\nelements: 4096\noutcome: refusal\nview: code\nbeside: set "
            "threads=1024 outcome right\n\nW\n",
            TRUE, -1, NULL);

  g_assert_cmpstr (slide->words, ==, "2048");
  g_assert_cmpuint (slide->parts->len, ==, 2);
  g_assert_null (get_picture (slide, 0)->scene->record);
  g_assert_nonnull (strstr (get_part (slide, 0)->note, "exceeds the limit of 1024 threads"));
  g_assert_nonnull (strstr (get_part (slide, 0)->note, "cudaErrorInvalidConfiguration"));
  g_assert_null (get_part (fits, 1)->note);
  g_assert_nonnull (get_picture (fits, 1)->scene->record);
}

/* What comes of a run is what the lesson says, or why it is not. */
static void
test_judge (void)
{
  g_autoptr (WsLesson) lesson = lesson_fixture_read (
      catalog, "test",
      "# T\n## S\nkernel: null1\noutcome: fault\n\nW\n## R\nkernel: reduce1\nelements: "
      "128\n\nW\n");
  g_autoptr (WsLessonRuns) runs = ws_lesson_runs_new ();
  g_autoptr (GPtrArray) faults = ws_lesson_step_list_jobs (lesson, 0);
  g_autoptr (GPtrArray) rights = ws_lesson_step_list_jobs (lesson, 1);
  g_autoptr (GError) fault = g_error_new_literal (WS_DEVICE_ERROR, WS_DEVICE_ERROR_FAULT, "fault");
  g_autoptr (GError) refusal =
      g_error_new_literal (WS_DEVICE_ERROR, WS_DEVICE_ERROR_LIMIT, "refused");
  g_autoptr (GError) error = NULL;
  WsRun *run;

  lesson_fixture_run_step (catalog, lesson, 1, runs);
  run = ws_lesson_runs_get_run (runs, ((const WsLessonJob *)rights->pdata[0])->key);
  g_assert_null (ws_lesson_job_judge (faults->pdata[0], run, NULL, NULL, &error));
  g_assert_error (error, WS_LESSON_ERROR, WS_LESSON_ERROR_OUTCOME);
  g_assert_cmpstr (error->message, ==,
                   "Fault 1: a write through a null pointer was expected to fail, but finished.");
  g_clear_error (&error);
  g_assert_null (ws_lesson_job_judge (faults->pdata[0], NULL, run, refusal, &error));
  g_assert_cmpstr (error->message, ==, "refused");
  g_clear_error (&error);
  g_assert_null (ws_lesson_job_judge (rights->pdata[0], NULL, run, fault, &error));
  g_assert_cmpstr (error->message, ==, "fault");
  ws_run_unref (ws_lesson_job_judge (faults->pdata[0], NULL, run, fault, NULL));
  ws_run_unref (ws_lesson_job_judge (rights->pdata[0], run, NULL, NULL, NULL));
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  catalog = ws_catalog_new (NULL, NULL);
  g_test_add_func ("/lesson/slide/question", test_question);
  g_test_add_func ("/lesson/slide/instants", test_instants);
  g_test_add_func ("/lesson/slide/lines", test_lines);
  g_test_add_func ("/lesson/slide/time", test_time);
  g_test_add_func ("/lesson/slide/beside", test_beside);
  g_test_add_func ("/lesson/slide/note", test_note);
  g_test_add_func ("/lesson/slide/follow", test_follow);
  g_test_add_func ("/lesson/slide/fault", test_fault);
  g_test_add_func ("/lesson/slide/refusal", test_refusal);
  g_test_add_func ("/lesson/slide/judge", test_judge);
  g_test_add_func ("/lesson/slide/scenario", test_scenario);
  status = g_test_run ();
  ws_catalog_unref (catalog);
  return status;
}
