/* A lesson with its runs as one file, and back; and files that lie. */
#include "lesson-fixture.h"
#include "scratch.h"

#include "exercise/exercise-store.h"
#include "lecture/lecture.h"
#include "lesson/job.h"
#include "lesson/lesson-slide.h"

#include <string.h>

#define HEADER_BYTES 16

static WsCatalog *catalog;
static WsLesson *lesson;
static WsLessonRuns *runs;
static GBytes *whole;

static const char text[] = "# A lecture\n"
                           "kernel: reduce1\n"
                           "elements: 64\n"
                           "block: 32\n"
                           "time: 20\n"
                           "\n"
                           "## A run\n"
                           "beside: reduce3\n"
                           "\n"
                           "The sum is {result}.\n"
                           "\n"
                           "## A chart\n"
                           "view: chart ladder\n"
                           "\n"
                           "It takes {reduce1: time}.\n"
                           "\n"
                           "## A table\n"
                           "device: k40c\n"
                           "view: scenario occupancy-k40c 1 1\n"
                           "\n"
                           "It takes {row 1 group 1 time}.\n"
                           "\n"
                           "## The run of the first step, again\n"
                           "view: lanes\n"
                           "\n"
                           "Once more.\n"
                           "\n"
                           "## An exercise\n"
                           "exercise: the-missing-barrier\n"
                           "\n"
                           "Your turn.\n";

/* What the scenario's cells gave is made up: running all of them would take long. */
static void
fill_scenario (void)
{
  g_autoptr (GPtrArray) jobs = ws_lesson_step_list_jobs (lesson, 2);

  for (guint i = 0; i < jobs->len; i++)
    {
      const WsLessonJob *job = g_ptr_array_index (jobs, i);

      if (job->kind != WS_LESSON_JOB_SCENARIO)
        continue;
      {
        g_autoptr (WsScenario) scenario =
            ws_scenario_copy (ws_lesson_get_step (lesson, 2)->views[0].scenario);
        WsScenarioResult *result;

        ws_scenario_set_device (scenario, "vm:k40c", "Virtual NVIDIA Tesla K40c");
        result = &scenario->device->results[0];
        result->state = WS_SCENARIO_DONE;
        result->known = 1u << WS_SCENARIO_TIME;
        result->value[WS_SCENARIO_TIME] = 0.25;
        result->threads = 128;
        result->blocks = 7;
        result->n_sms = 15;
        result->n_used_sms = 7;
        result->repeats = 200;
        result->origin = WS_ORIGIN_MODELLED;
        result->date = 1000000000;
        result->explanation = g_strdup ("why");
        result->warps[3] = 0.5f;
        result->sms[63] = 1;
        ws_lesson_runs_set_scenario (runs, job->key, scenario);
      }
    }
}

static void
set_up (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsLecture) lecture = NULL;

  catalog = ws_catalog_new (NULL, NULL);
  lesson = lesson_fixture_read (catalog, "a-lecture", text);
  runs = ws_lesson_runs_new ();
  lesson_fixture_run_step (catalog, lesson, 0, runs);
  lesson_fixture_run_step (catalog, lesson, 1, runs);
  /* not all of it has been run */
  g_assert_null (ws_lecture_new (lesson, runs, &error));
  g_assert_error (error, WS_LECTURE_ERROR, WS_LECTURE_ERROR_NOT_RUN);
  g_clear_error (&error);
  fill_scenario ();
  lesson_fixture_run_step (catalog, lesson, 3, runs);
  lesson_fixture_run_step (catalog, lesson, 4, runs);
  lecture = ws_lecture_new (lesson, runs, &error);
  g_assert_no_error (error);
  whole = ws_lecture_to_bytes (lecture, &error);
  g_assert_no_error (error);
}

static char *
get_words (const WsLesson *of, guint step, WsLessonRuns *from)
{
  g_autoptr (WsSlide) slide = ws_lesson_make_slide (of, step, from, TRUE, -1, NULL);

  return g_strdup (slide->words);
}

/* ---- what is written is what is read ---- */

static void
test_round (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsLecture) lecture = ws_lecture_load_bytes (whole, &error);
  g_autoptr (WsLessonRuns) read = NULL;
  g_autoptr (WsLesson) opened = NULL;
  g_autoptr (WsLecture) again = NULL;
  g_autoptr (GBytes) bytes = NULL;

  g_assert_no_error (error);
  opened = ws_lecture_open (lecture, catalog, &read, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (opened->id, ==, "a-lecture");
  g_assert_cmpuint (opened->minutes, ==, 20);
  g_assert_cmpuint (ws_lesson_get_n_steps (opened), ==, 5);
  for (guint i = 0; i < ws_lesson_get_n_steps (opened); i++)
    {
      g_autofree char *before = get_words (lesson, i, runs);
      g_autofree char *after = get_words (opened, i, read);

      g_assert_true (ws_lesson_step_is_ready (opened, i, read));
      g_assert_cmpstr (after, ==, before);
      g_assert_null (strstr (after, "…"));
    }
  /* what is read is written as it was */
  again = ws_lecture_new (lesson, runs, NULL);
  bytes = ws_lecture_to_bytes (again, NULL);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
                   g_bytes_get_data (whole, NULL), g_bytes_get_size (whole));
}

static void
test_notes (void)
{
  g_autoptr (WsLecture) lecture = ws_lecture_load_bytes (whole, NULL);
  g_autoptr (WsLessonRuns) read = NULL;
  g_autoptr (WsLesson) opened = ws_lecture_open (lecture, catalog, &read, NULL);

  for (guint i = 0; i < ws_lesson_get_n_steps (opened); i++)
    {
      g_autoptr (WsSlide) before = ws_lesson_make_slide (lesson, i, runs, TRUE, -1, NULL);
      g_autoptr (WsSlide) slide = ws_lesson_make_slide (opened, i, read, TRUE, -1, NULL);

      if (ws_lesson_get_step (opened, i)->exercise != NULL)
        continue;
      g_assert_true (g_str_has_prefix (slide->source, "recorded on "));
      g_assert_true (before->source == NULL || strstr (before->source, "recorded on") == NULL);
      /* measured or modelled, it stays so */
      if (before->source != NULL && strstr (before->source, "modelled") != NULL)
        g_assert_nonnull (strstr (slide->source, "modelled"));
      if (i == 2)
        g_assert_nonnull (strstr (slide->source, "Virtual NVIDIA Tesla K40c, 2001-09-"));
    }
}

/* What a lesson brings along is that exercise, whatever this computer has by its name; so it does
 * from bundle to bundle. */
static void
test_exercise (void)
{
  static const char name[] = "the-missing-barrier";
  static const char other[] =
      "# Another\nrequires: result\n\nWords.\n\n```cuda\na\n```\n```solution\nb\n```\n";
  g_autoptr (WsLecture) lecture = ws_lecture_load_bytes (whole, NULL);
  g_autoptr (WsLessonRuns) read = NULL;
  g_autoptr (WsLesson) opened = ws_lecture_open (lecture, catalog, &read, NULL);
  g_autoptr (GBytes) shipped = ws_exercise_store_load_text (lesson, name, NULL);
  g_autoptr (GBytes) text_of_other = g_bytes_new_static (other, strlen (other));
  g_autoptr (GBytes) large =
      g_bytes_new_take (g_malloc0 (WS_EXERCISE_MAX_BYTES + 1), WS_EXERCISE_MAX_BYTES + 1);
  GBytes *const brought[] = { text_of_other, large };

  g_assert_null (ws_lesson_get_exercise (lesson, name));
  g_assert_true (g_bytes_equal (ws_lesson_get_exercise (opened, name), shipped));
  for (guint i = 0; i < G_N_ELEMENTS (brought); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WsLecture) again = NULL;
      g_autoptr (WsLecture) next = NULL;
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (WsLesson) last = NULL;
      g_autoptr (WsLessonRuns) runs_of_last = NULL;
      g_autoptr (WsExercise) exercise = NULL;

      ws_lesson_bring_exercise (opened, name, brought[i]);
      again = ws_lecture_new (opened, read, NULL);
      bytes = ws_lecture_to_bytes (again, NULL);
      next = ws_lecture_load_bytes (bytes, &error);
      g_assert_no_error (error);
      last = ws_lecture_open (next, catalog, &runs_of_last, &error);
      g_assert_no_error (error);
      exercise = ws_exercise_store_load_of (last, name, &error);
      g_assert_no_error (error);
      /* one that is too large is left out: there is the shipped one */
      g_assert_cmpstr (exercise->title, ==, i == 0 ? "Another" : "The missing barrier");
    }
}

/* The results of a scenario, field by field. */
static void
test_results (void)
{
  g_autoptr (WsLecture) lecture = ws_lecture_load_bytes (whole, NULL);
  g_autoptr (WsLessonRuns) read = NULL;
  g_autoptr (WsLesson) opened = ws_lecture_open (lecture, catalog, &read, NULL);
  g_autoptr (GPtrArray) jobs = ws_lesson_step_list_jobs (opened, 2);
  const WsScenario *scenario = NULL;
  const WsScenarioResult *result;

  for (guint i = 0; i < jobs->len; i++)
    if (ws_lesson_runs_get_scenario (read, ((const WsLessonJob *)jobs->pdata[i])->key) != NULL)
      scenario = ws_lesson_runs_get_scenario (read, ((const WsLessonJob *)jobs->pdata[i])->key);
  g_assert_nonnull (scenario);
  result = ws_scenario_get_result (scenario, 0, 0);
  g_assert_cmpint (result->state, ==, WS_SCENARIO_DONE);
  g_assert_cmpuint (result->known, ==, 1u << WS_SCENARIO_TIME);
  g_assert_cmpfloat (result->value[WS_SCENARIO_TIME], ==, 0.25);
  g_assert_cmpuint (result->threads, ==, 128);
  g_assert_cmpuint (result->blocks, ==, 7);
  g_assert_cmpuint (result->n_sms, ==, 15);
  g_assert_cmpuint (result->n_used_sms, ==, 7);
  g_assert_cmpuint (result->repeats, ==, 200);
  g_assert_cmpint (result->origin, ==, WS_ORIGIN_MODELLED);
  g_assert_cmpint (result->date, ==, 1000000000);
  g_assert_cmpstr (result->explanation, ==, "why");
  g_assert_cmpfloat (result->warps[3], ==, 0.5f);
  g_assert_cmpfloat (result->sms[63], ==, 1);
  g_assert_cmpint (ws_scenario_get_result (scenario, 1, 0)->state, ==, WS_SCENARIO_NOT_RUN);
}

/* ---- files that lie ---- */

/* Whatever it says: no crash; and an error where there is no lecture. */
static gboolean
try (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsLecture) lecture = ws_lecture_load_bytes (bytes, &error);
  g_autoptr (WsLessonRuns) read = NULL;
  g_autoptr (WsLesson) opened = NULL;

  g_assert_true ((lecture == NULL) == (error != NULL));
  if (lecture == NULL)
    return FALSE;
  opened = ws_lecture_open (lecture, catalog, &read, &error);
  g_assert_true ((opened == NULL) == (error != NULL));
  g_assert_true ((opened == NULL) == (read == NULL));
  return opened != NULL;
}

static void
test_cut (void)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (whole, &size);

  g_assert_true (try (data, size));
  for (gsize n = 0; n < size; n += n < 200 ? 1 : 97)
    g_assert_false (try (data, n));
}

/* A byte is another: zlib's checksum, the form and the checks of each part notice what matters. */
static void
test_flipped (void)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (whole, &size);
  g_autofree guint8 *copy = g_memdup2 (data, size);
  guint n_refused = 0;
  guint n = 0;

  for (gsize i = 0; i < size; i += i < 400 ? 1 : 61)
    {
      copy[i] ^= 0x41;
      n_refused += !try (copy, size);
      n++;
      copy[i] = data[i];
    }
  g_assert_cmpuint (n_refused, >, n / 2);
}

/* (transfer full): a file of these parts */
static GBytes *
make_file (GVariant *variant)
{
  g_autoptr (GVariant) owned = g_variant_ref_sink (variant);
  gsize size = HEADER_BYTES + g_variant_get_size (owned);
  guint8 *data = g_malloc0 (size);

  memcpy (data, g_bytes_get_data (whole, NULL), HEADER_BYTES);
  g_variant_store (owned, data + HEADER_BYTES);
  return g_bytes_new_take (data, size);
}

/* @size: that the part says it has. (transfer floating) */
static GVariant *
make_part (guint8 kind, const char *key, guint64 size, const char *packed, gsize n)
{
  return g_variant_new (
      "(ysms@(tay))", kind, key, NULL,
      g_variant_new ("(t@ay)", size,
                     g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, packed, n, 1)));
}

static void
check_refused (GVariant *variant, const char *sentence)
{
  g_autoptr (GBytes) bytes = make_file (variant);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsLecture) lecture = ws_lecture_load_bytes (bytes, &error);

  g_assert_null (lecture);
  g_assert_nonnull (error);
  g_assert_cmpstr (error->message, ==, sentence);
}

/* (transfer floating): of one part, or of two that are the same */
static GVariant *
make_twice (const char *id, GVariant *part, gboolean twice)
{
  g_autoptr (GVariant) owned = g_variant_ref_sink (part);
  GVariant *parts[] = { owned, owned };

  return g_variant_new ("(ss@ay@a(ysms(tay)))", "Test", id,
                        g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, text, strlen (text), 1),
                        g_variant_new_array (G_VARIANT_TYPE ("(ysms(tay))"), parts, twice ? 2 : 1));
}

static GVariant *
make_lecture (const char *id, GVariant *part)
{
  return make_twice (id, part, FALSE);
}

/* (transfer full): the first part of the one that is whole */
static GVariant *
get_part (void)
{
  g_autoptr (GBytes) payload =
      g_bytes_new_from_bytes (whole, HEADER_BYTES, g_bytes_get_size (whole) - HEADER_BYTES);
  g_autoptr (GVariant) variant = g_variant_ref_sink (
      g_variant_new_from_bytes (G_VARIANT_TYPE ("(ssaya(ysms(tay)))"), payload, FALSE));
  g_autoptr (GVariant) parts = g_variant_get_child_value (variant, 3);

  return g_variant_get_child_value (parts, 0);
}

static void
test_lies (void)
{
  /* of zlib: nothing */
  static const char empty[] = { 0x78, (char)0x9c, 0x03, 0, 0, 0, 0, 1 };
  const gsize n = sizeof empty;

  check_refused (make_lecture ("a", make_part (0, "k", 1 << 20, empty, n)),
                 "Damaged lecture: a part is too large");
  check_refused (make_lecture ("a", make_part (0, "k", G_MAXUINT64, empty, n)),
                 "Damaged lecture: a part is too large");
  check_refused (make_lecture ("a", make_part (0, "k", 8, empty, n)),
                 "Damaged lecture: a part has the wrong checksum");
  check_refused (make_lecture ("a", make_part (0, "k", 0, empty, n - 1)),
                 "Damaged lecture: a part has the wrong checksum");
  check_refused (make_lecture ("a", make_part (77, "k", 0, empty, n)),
                 "Damaged lecture: a part has an unknown type");
  check_refused (make_lecture ("a", make_part (0, "", 0, empty, n)),
                 "Damaged lecture: a part has an invalid name");
  check_refused (make_lecture ("../../a", make_part (0, "k", 0, empty, n)),
                 "Damaged lecture: a lesson has an invalid name or is too large");
  check_refused (make_lecture ("a", make_part (0, "k", 0, empty, n)),
                 "Damaged run: the file ends after 0 bytes");
  check_refused (make_twice ("a", get_part (), TRUE),
                 "Damaged lecture: two parts have the same name");
}

static void
test_version (void)
{
  gsize size;
  g_autofree guint8 *copy = g_memdup2 (g_bytes_get_data (whole, &size), g_bytes_get_size (whole));
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;

  g_bytes_get_data (whole, &size);
  copy[8] = 9;
  bytes = g_bytes_new (copy, size);
  g_assert_null (ws_lecture_load_bytes (bytes, &error));
  g_assert_error (error, WS_LECTURE_ERROR, WS_LECTURE_ERROR_VERSION);
}

/* ---- the file ---- */

static void
test_file (Scratch *scratch, gconstpointer name)
{
  g_autofree char *path = scratch_get_path (scratch, "a.lecture");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (WsLecture) lecture = ws_lecture_new (lesson, runs, NULL);
  g_autoptr (WsLecture) read = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (ws_lecture_is_path (path));
  g_assert_null (ws_lecture_load (file, NULL, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_clear_error (&error);
  ws_lecture_save (lecture, file, NULL, &error);
  g_assert_no_error (error);
  read = ws_lecture_load (file, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (read);
}

int
main (int argc, char **argv)
{
  static const ScratchTest files[] = { { "/lecture/file", test_file } };
  int status;

  g_test_init (&argc, &argv, NULL);
  set_up ();
  g_test_add_func ("/lecture/round", test_round);
  g_test_add_func ("/lecture/notes", test_notes);
  g_test_add_func ("/lecture/exercise", test_exercise);
  g_test_add_func ("/lecture/results", test_results);
  g_test_add_func ("/lecture/cut", test_cut);
  g_test_add_func ("/lecture/flipped", test_flipped);
  g_test_add_func ("/lecture/lies", test_lies);
  g_test_add_func ("/lecture/version", test_version);
  scratch_add_tests (files, G_N_ELEMENTS (files), "lecture");
  status = g_test_run ();
  g_bytes_unref (whole);
  ws_lesson_runs_unref (runs);
  ws_lesson_unref (lesson);
  ws_catalog_unref (catalog);
  return status;
}
