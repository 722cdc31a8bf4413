/* What is typed for an exercise comes back from its file, and nothing else does. */
#include "exercise/attempt-store.h"
#include "exercise/exercise.h"
#include "scratch.h"

#include <glib/gstdio.h>
#include <string.h>

static char *folder;
static WsCatalog *catalog;

/* Of a store of its own, as after the window was closed. (transfer full) (nullable) */
static char *
load (const WsAttemptKey *key)
{
  g_autoptr (WsAttemptStore) store = ws_attempt_store_new (folder);

  return ws_attempt_store_load (store, key);
}

static void
keep_by (const WsAttemptKey *key, const char *text)
{
  g_autoptr (WsAttemptStore) store = ws_attempt_store_new (folder);

  ws_attempt_store_keep (store, key, text);
}

static void
check_by (const WsAttemptKey *key, const char *wanted)
{
  g_autofree char *text = load (key);

  g_assert_cmpstr (text, ==, wanted);
}

/* @lesson: (nullable): that brings the exercise along */
static void
keep (const char *lesson, const char *id, const char *text)
{
  keep_by (&(WsAttemptKey){ (char *)lesson, lesson != NULL ? (char *)"mark" : NULL, (char *)id },
           text);
}

static void
check (const char *lesson, const char *id, const char *wanted)
{
  check_by (&(WsAttemptKey){ (char *)lesson, lesson != NULL ? (char *)"mark" : NULL, (char *)id },
            wanted);
}

static void
test_kept (void)
{
  g_autofree char *path = g_build_filename (folder, "one.cu", NULL);
  GStatBuf info;

  check (NULL, "one", NULL);
  keep (NULL, "one", "int ä;\n");
  keep (NULL, "two", "");
  check (NULL, "one", "int ä;\n");
  check (NULL, "two", "");
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 077, ==, 0);
  keep (NULL, "one", NULL);
  check (NULL, "one", NULL);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

/* Exercises of one name that several lessons bring along; what was kept before they were told apart
 * is found by all of them. */
static void
test_bundles (void)
{
  g_autofree char *inside = g_build_filename (folder, "outside.cu", NULL);

  keep (NULL, "one", "older");
  check ("course", "one", "older");
  keep ("course", "one", "first");
  keep ("other", "one", "second");
  check ("course", "one", "first");
  check ("other", "one", "second");
  check ("third", "one", "older");
  check (NULL, "one", "older");
  keep (NULL, "one", NULL);
  check ("third", "one", NULL);
  keep ("course", "one", NULL);
  check ("course", "one", NULL);
  check ("other", "one", "second");
  keep ("..", "outside", "no");
  keep ("a/b", "outside", "no");
  keep ("", "outside", "no");
  check ("..", "outside", NULL);
  g_assert_false (g_file_test (inside, G_FILE_TEST_EXISTS));
}

/* (transfer full): a lesson "week-1" */
static WsLesson *
lesson_new (const char *title, const char *words)
{
  g_autofree char *text =
      g_strdup_printf ("# %s\n\n## Step\nkernel: reduce1\nexercise: sum\n%s\n", title, words);
  g_autoptr (GPtrArray) problems = NULL;
  WsLesson *lesson = ws_lesson_new_from_data ("week-1", text, strlen (text), catalog, &problems);

  g_assert_nonnull (lesson);
  return lesson;
}

static WsAttemptKey *
key_new (const char *title, const char *words, const char *exercise)
{
  g_autoptr (WsLesson) lesson = lesson_new (title, words);
  g_autoptr (GBytes) bytes = g_bytes_new (exercise, strlen (exercise));

  ws_lesson_bring_exercise (lesson, "sum", bytes);
  return ws_attempt_key_new (lesson, "sum");
}

/* Lectures whose lessons have one id: what is typed for one is not the other's, be it the title or
 * the exercise that differs; other words may be corrected. */
static void
test_lectures (void)
{
  g_autoptr (WsAttemptKey) one = key_new ("Sums", "One.", "# Add\n");
  g_autoptr (WsAttemptKey) corrected = key_new ("Sums", "Once more.", "# Add\n");
  g_autoptr (WsAttemptKey) other = key_new ("Sums", "One.", "# Add it up\n");
  g_autoptr (WsAttemptKey) third = key_new ("Totals", "One.", "# Add\n");

  keep_by (one, "one");
  check_by (corrected, "one");
  check_by (other, NULL);
  check_by (third, NULL);
  keep_by (other, "other");
  keep_by (third, "third");
  check_by (one, "one");
  check_by (other, "other");
  check_by (third, "third");
}

/* What was kept when such lessons shared it is the first one's that asks; an exercise of this
 * computer's, as those that are shipped, is kept by its id alone, as ever. */
static void
test_older (void)
{
  const WsAttemptKey shared = { .lesson = (char *)"week-2", .id = (char *)"sum" };
  const WsAttemptKey one = { .lesson = (char *)"week-2", .mark = (char *)"1", .id = (char *)"sum" };
  const WsAttemptKey two = { .lesson = (char *)"week-2", .mark = (char *)"2", .id = (char *)"sum" };
  g_autoptr (WsLesson) lesson = lesson_new ("Sums", "One.");
  g_autoptr (WsAttemptKey) plain = ws_attempt_key_new (lesson, "sum");
  g_autofree char *path = g_build_filename (folder, "sum.cu", NULL);

  keep_by (&shared, "older");
  check_by (&one, "older");
  check_by (&two, NULL);
  check_by (&one, "older");
  g_assert_null (plain->lesson);
  g_assert_true (g_file_set_contents (path, "shipped", -1, NULL));
  check_by (plain, "shipped");
}

/* Several one after another: the last one counts. */
static void
test_last (void)
{
  {
    g_autoptr (WsAttemptStore) store = ws_attempt_store_new (folder);

    for (guint i = 0; i < 20; i++)
      {
        g_autofree char *text = g_strdup_printf ("%u", i);

        ws_attempt_store_keep (store, &(WsAttemptKey){ .id = (char *)"one" }, text);
      }
  }
  check (NULL, "one", "19");
}

static void
test_bounds (void)
{
  g_autofree char *large = g_strnfill (WS_EXERCISE_MAX_BYTES + 1, 'a');
  g_autofree char *path = g_build_filename (folder, "one.cu", NULL);
  g_autofree char *outside = g_build_filename (folder, "..", "outside.cu", NULL);

  keep (NULL, "one", "before");
  keep (NULL, "one", large);
  check (NULL, "one", "before");
  g_assert_true (g_file_set_contents (path, large, -1, NULL));
  check (NULL, "one", NULL);
  large[WS_EXERCISE_MAX_BYTES] = '\0';
  keep (NULL, "one", large);
  check (NULL, "one", large);
  g_assert_true (g_file_set_contents (path, "a\0b", 3, NULL));
  check (NULL, "one", NULL);
  g_assert_true (g_file_set_contents (path, "\xff", 1, NULL));
  check (NULL, "one", NULL);
  keep (NULL, "../outside", "no");
  g_assert_false (g_file_test (outside, G_FILE_TEST_EXISTS));
  check (NULL, "../outside", NULL);
  check (NULL, "", NULL);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("warpstage-attempts-XXXXXX", NULL);
  g_assert_nonnull (folder);
  catalog = ws_catalog_new (NULL, NULL);
  g_test_add_func ("/attempt-store/kept", test_kept);
  g_test_add_func ("/attempt-store/bundles", test_bundles);
  g_test_add_func ("/attempt-store/lectures", test_lectures);
  g_test_add_func ("/attempt-store/older", test_older);
  g_test_add_func ("/attempt-store/last", test_last);
  g_test_add_func ("/attempt-store/bounds", test_bounds);
  status = g_test_run ();
  ws_catalog_unref (catalog);
  scratch_remove (folder);
  g_free (folder);
  return status;
}
