/* What is typed for an exercise comes back from its file, and nothing else does. */
#include "exercise/attempt-store.h"
#include "exercise/exercise.h"
#include "scratch.h"

#include <glib/gstdio.h>
#include <string.h>

static char *folder;

/* Of a store of its own, as after the window was closed. (transfer full) (nullable) */
static char *
load (const char *bundle, const char *id)
{
  g_autoptr (WsAttemptStore) store = ws_attempt_store_new (folder);

  return ws_attempt_store_load (store, bundle, id);
}

static void
keep (const char *bundle, const char *id, const char *text)
{
  g_autoptr (WsAttemptStore) store = ws_attempt_store_new (folder);

  ws_attempt_store_keep (store, bundle, id, text);
}

static void
check (const char *bundle, const char *id, const char *wanted)
{
  g_autofree char *text = load (bundle, id);

  g_assert_cmpstr (text, ==, wanted);
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

/* Several one after another: the last one counts. */
static void
test_last (void)
{
  {
    g_autoptr (WsAttemptStore) store = ws_attempt_store_new (folder);

    for (guint i = 0; i < 20; i++)
      {
        g_autofree char *text = g_strdup_printf ("%u", i);

        ws_attempt_store_keep (store, NULL, "one", text);
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
  g_test_add_func ("/attempt-store/kept", test_kept);
  g_test_add_func ("/attempt-store/bundles", test_bundles);
  g_test_add_func ("/attempt-store/last", test_last);
  g_test_add_func ("/attempt-store/bounds", test_bounds);
  status = g_test_run ();
  scratch_remove (folder);
  g_free (folder);
  return status;
}
