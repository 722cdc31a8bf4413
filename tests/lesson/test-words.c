/* Figures in words: each comes from what was run, by its name; and what a step asks to be run. */
#include "lesson-fixture.h"

#include "lesson/job.h"
#include "lesson/lesson-slide.h"
#include "lesson/words.h"

#include <string.h>

static WsCatalog *catalog;

#define HEAD "# T\nkernel: reduce1\nelements: 128\nblock: 128\n## S\n"

/* The words of the only step, whose keys and words are @text. (transfer full) */
static char *
make (const char *text, GPtrArray *problems)
{
  g_autofree char *whole = g_strconcat (HEAD, text, "\n", NULL);
  g_autoptr (WsLesson) lesson = lesson_fixture_read (catalog, "test", whole);
  g_autoptr (WsLessonRuns) runs = ws_lesson_runs_new ();

  lesson_fixture_run_step (catalog, lesson, 0, runs);
  return ws_lesson_words_make (lesson, 0, ws_lesson_get_step (lesson, 0)->words->pdata[0], runs,
                               problems);
}

static void
test_figures (void)
{
  static const struct {
    const char *text;
    const char *words;
  } cases[] = {
    { "at: stride 2\n\n{stage.threads} of {block} <b>threads</b>,\n  {stage.lanes-working} and "
      "{stage.lanes-waiting} lanes, {stage.share}",
      "32 of 128 <b>threads</b>, 8 and 24 lanes, 25\u00a0%" },
    { "at: stride 2\n\n{stage.number} {stage.title} {stage.stride} {stage.values} "
      "{stage.idle-threads} {stage.warps-divergent} {stage.warps-working} {stage.warps-idle}",
      "3 stride 2 2 32 96 4 4 0" },
    { "\n{stage 1.inputs} {stage 2.threads} {stage.number} {stages}", "128 64 9 9" },
    { "\n{result} = {host}, {value 0}", "163 = 163, 163" },
    { "at: load\n\n{value 0}, {value 1}, {value 127}", "10, 1, -8" },
    { "at: stride 1\n\n{value 0}, {value 1}", "11, 1" },
    { "at: line 13\n\n{request.lanes} {request.transactions} {request.used-bytes} "
      "{request.moved-bytes} {request.efficiency}",
      "32 4 128 128 100.0\u00a0%" },
    { "device: g80\nat: line 13\n\n{request.transactions} {request.moved-bytes}", "2 128" },
    { "at: stride 4 line 20\n\n{request.lanes} {request.passes} {stage.stride}", "4 1 4" },
    { "kernel: reduce2\nat: stride 8 line 21\n\n{request.lanes} {request.passes}", "8 4" },
    { "\n{elements} {results} {threads} {warps} {blocks} {launch} {launches} {sms} {warp-size} "
      "{banks}",
      "128 1 128 4 1 1 1 132 32 32" },
    { "\n{kernel} on {device}", "Kernel 1: interleaved addressing on Virtual NVIDIA H200" },
    { "\n{reduce2: divergent-branches} {divergent-branches / reduce2: divergent-branches}",
      "6 4×" },
    { "beside: reduce3\nat: stride 1\n\n{stage.warps-divergent} | {beside: stage.warps-divergent}",
      "4 | 0" },
    { "\n{{ and }, {branch-efficiency} &amp; {published g80 reduce3 time}, {published g80 reduce3 "
      "speed-up}",
      "{ and }, 64.7\u00a0% &amp; 1.72 ms, 4.68×" },
    { "view: scenario occupancy-k40c\n\n{published row 1 group 2 time}, {published row 1 "
      "sm-efficiency}",
      "0.35 s, 6.54 %" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) problems = g_ptr_array_new ();
      g_autofree char *words = make (cases[i].text, problems);
      g_autoptr (GError) error = NULL;

      g_assert_cmpstr (words, ==, cases[i].words);
      g_assert_cmpuint (problems->len, ==, 0);
      g_assert_true (pango_parse_markup (words, -1, 0, NULL, NULL, NULL, &error));
      g_assert_no_error (error);
    }
}

static void
expect_problem (const char *text, guint line, guint column, const char *sentence)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new ();
  g_autofree char *words = make (text, problems);
  const WsLessonProblem *problem;

  g_assert_nonnull (strstr (words, WS_LESSON_NONE));
  g_assert_cmpuint (problems->len, ==, 1);
  problem = problems->pdata[0];
  g_assert_cmpstr (problem->sentence, ==, sentence);
  g_assert_cmpuint (problem->place.line, ==, line);
  g_assert_cmpuint (problem->place.column, ==, column);
}

/* What was run does not have it: that is told by its place in the file. */
static void
test_missing (void)
{
  expect_problem ("\nOf {block}\n{{ä {stage 12.threads}.", 8, 5,
                  "The block has 9 stages; there is no stage 12.");
  expect_problem ("at: load\n\n{stage.lanes-working}", 8, 1,
                  "The run has no figure “stage.lanes-working”.");
  expect_problem ("\n{value 500}", 7, 1, "The run has no figure “value 500”.");
  expect_problem ("at: stride 3\n\n{stage.threads}", 6, 5,
                  "No stage combines elements at a stride of 3.");
  expect_problem ("at: line 99\n\n{stage.threads}", 6, 5, "The first warp is never at line 99.");
  expect_problem ("at: stride 4 line 13\n\n{stage.threads}", 6, 5,
                  "In this stage the first warp is never at line 13.");
  expect_problem ("at: line 13\n\n{request.passes}", 8, 1,
                  "The run has no figure “request.passes”.");
  expect_problem ("at: stride 4 line 20\n\n{request.transactions}", 8, 1,
                  "The run has no figure “request.transactions”.");
  expect_problem ("at: stride 32\n\n{reduce8: stage.threads}", 8, 1,
                  "No stage combines elements at a stride of 32.");
}

/* Nothing has run: the words stand, and their figures are awaited; nothing is wrong. */
static void
test_waiting (void)
{
  g_autoptr (WsLesson) lesson = lesson_fixture_read (
      catalog, "test",
      HEAD "\n{block} {reduce3: duration / duration} {published g80 reduce1 time}\n");
  g_autoptr (WsLessonRuns) runs = ws_lesson_runs_new ();
  g_autoptr (GPtrArray) problems = g_ptr_array_new ();
  g_autofree char *words = ws_lesson_words_make (
      lesson, 0, ws_lesson_get_step (lesson, 0)->words->pdata[0], runs, problems);

  g_assert_cmpstr (words, ==, "… … 8.05 ms");
  g_assert_cmpuint (problems->len, ==, 0);
}

static char *
list_keys (const WsLesson *lesson, guint step)
{
  g_autoptr (GPtrArray) jobs = ws_lesson_step_list_jobs (lesson, step);
  GString *keys = g_string_new (NULL);

  for (guint i = 0; i < jobs->len; i++)
    g_string_append_printf (keys, "%s%s", i > 0 ? "|" : "",
                            ((const WsLessonJob *)jobs->pdata[i])->key);
  return g_string_free (keys, FALSE);
}

static void
test_jobs (void)
{
  static const char text[] =
      "# T\nkernel: reduce1\nelements: 16\nblock: 16\n"
      "## A\nbeside: reduce3\n\n{reduce3: duration} {reduce2: block} {block}\n"
      "## B\nview: chart block-size\nkernel: reduce7\nblock: 64\n\n"
      "{reduce7: time} {published g80 reduce1 time}\n"
      "## C\nview: scenario utilisation, tree\ndevice: k40c\n\nW\n"
      "## D\nview: words\n\nW\n\n? Q\n= {result}\n"
      "## E\nview: words\n\nW\n"
      "## F\nview: scenario block-sizes\n\nW\n"
      "## G\nview: scenario block-sizes\ndevice: h200\n\nW\n"
      "## H\nview: scenario low-achieved\n\nW\n";
  static const char *const keys[] = {
    ("reduce1 16 16 int sum 0 1024 0 any|reduce3 16 16 int sum 0 1024 0 any|"
     "reduce2 16 16 int sum 0 1024 0 any"),
    "chart block-size reduce7 0 64 any",
    "scenario utilisation k40c|reduce1 16 16 int sum 0 1024 0 k40c",
    "reduce1 16 16 int sum 0 1024 0 any",
    "",
    "scenario block-sizes k40c",
    "scenario block-sizes h200",
    "scenario low-achieved any",
  };
  g_autoptr (WsLesson) lesson = lesson_fixture_read (catalog, "test", text);
  g_autoptr (WsLessonRuns) runs = ws_lesson_runs_new ();

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *found = list_keys (lesson, i);

      g_assert_cmpstr (found, ==, keys[i]);
    }
  g_assert_false (ws_lesson_step_is_ready (lesson, 0, runs));
  g_assert_true (ws_lesson_step_is_ready (lesson, 4, runs));
  lesson_fixture_run_step (catalog, lesson, 0, runs);
  g_assert_true (ws_lesson_step_is_ready (lesson, 0, runs));
}

/* ---- devices ---- */

/* A scenario runs on the model of its published figures, whatever is at hand. */
static void
test_own_model (void)
{
  g_autoptr (WsLesson) lesson =
      lesson_fixture_read (catalog, "test", "# T\n## S\nview: scenario block-sizes\n\nW\n");
  g_autoptr (GPtrArray) jobs = ws_lesson_step_list_jobs (lesson, 0);
  g_autofree char *said = NULL;
  g_autofree char *chosen = ws_lesson_job_choose_device (jobs->pdata[0], NULL, "vm:h200", &said);

  g_assert_cmpstr (chosen, ==, "vm:k40c");
  g_assert_null (said);
}

static const WsSpec *old_spec;
static const WsSpec *new_spec;

static void
add_device (GPtrArray *devices, const char *id, const char *name, WsOrigin origin,
            const WsSpec *spec)
{
  const WsClientDevice device = { .id = (char *)id,
                                  .name = (char *)name,
                                  .spec_id = spec->id,
                                  .state = (char *)"",
                                  .uuid = (char *)"",
                                  .usable = TRUE,
                                  .origin = origin,
                                  .spec = (WsSpec *)spec };

  g_ptr_array_add (devices, ws_client_device_copy (&device));
}

/* (transfer full): a real GPU of @spec, if any, and two virtual ones */
static GPtrArray *
make_devices (const WsSpec *spec)
{
  GPtrArray *devices = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_client_device_free);

  if (spec != NULL)
    add_device (devices, "cuda:0", "NVIDIA X", WS_ORIGIN_MEASURED, spec);
  add_device (devices, "vm:h200", "Virtual H200", WS_ORIGIN_MODELLED, new_spec);
  add_device (devices, "vm:k40c", "Virtual K40c", WS_ORIGIN_MODELLED, old_spec);
  return devices;
}

static void
expect_device (const char *wish, const char *kernel, const WsSpec *real, const char *preferred,
               const char *device, const char *note)
{
  g_autofree char *text =
      g_strdup_printf ("# T\n## S\nkernel: %s\ndevice: %s\n\nW\n", kernel, wish);
  g_autoptr (WsLesson) lesson = lesson_fixture_read (catalog, "test", text);
  g_autoptr (GPtrArray) jobs = ws_lesson_step_list_jobs (lesson, 0);
  g_autoptr (GPtrArray) devices = make_devices (real);
  g_autofree char *said = NULL;
  g_autofree char *chosen = ws_lesson_job_choose_device (jobs->pdata[0], devices, preferred, &said);

  g_assert_cmpstr (chosen, ==, device);
  g_assert_cmpstr (said, ==, note);
}

static void
test_devices (void)
{
  static const char none[] = "No GPU found: using the virtual GPU.";

  old_spec = ws_catalog_find_spec (catalog, "k40c", NULL);
  new_spec = ws_catalog_find_spec (catalog, "h200", NULL);
  expect_device ("any", "reduce1", new_spec, NULL, "cuda:0", NULL);
  expect_device ("any", "reduce1", NULL, NULL, "vm:h200", NULL);
  expect_device ("any", "reduce1", new_spec, "vm:k40c", "vm:k40c", NULL);
  expect_device ("virtual", "reduce1", new_spec, NULL, "vm:h200", NULL);
  expect_device ("virtual", "reduce1", new_spec, "cuda:0", "vm:h200", NULL);
  expect_device ("virtual", "reduce1", new_spec, "vm:k40c", "vm:k40c", NULL);
  expect_device ("real", "reduce1", new_spec, "vm:k40c", "cuda:0", NULL);
  expect_device ("real", "reduce1", NULL, NULL, "vm:h200", none);
  expect_device ("real", "reduce1", NULL, "vm:k40c", "vm:k40c", none);
  expect_device ("k40c", "reduce1", new_spec, "cuda:0", "vm:k40c", NULL);
  expect_device ("real", "reduce9", old_spec, NULL, "vm:h200",
                 "NVIDIA X has no redux.sync: using the virtual GPU.");
  expect_device ("any", "reduce9", new_spec, "vm:k40c", "vm:h200",
                 "Virtual K40c has no redux.sync: using the virtual GPU.");
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  catalog = ws_catalog_new (NULL, NULL);
  g_test_add_func ("/lesson/words/figures", test_figures);
  g_test_add_func ("/lesson/words/missing", test_missing);
  g_test_add_func ("/lesson/words/waiting", test_waiting);
  g_test_add_func ("/lesson/words/jobs", test_jobs);
  g_test_add_func ("/lesson/words/own-model", test_own_model);
  g_test_add_func ("/lesson/words/devices", test_devices);
  status = g_test_run ();
  ws_catalog_unref (catalog);
  return status;
}
