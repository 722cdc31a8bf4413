/* A folder that is removed: all that is in it, and nothing that it only names. */
#include "files/folder.h"
#include "scratch.h"

#include <glib/gstdio.h>
#include <unistd.h>

static void
make_tree (const char *folder)
{
  g_autofree char *below = g_build_filename (folder, "a", "b", NULL);
  g_autofree char *file = g_build_filename (below, ".hidden", NULL);

  g_assert_no_errno (g_mkdir_with_parents (below, 0700));
  g_assert_true (g_file_set_contents (file, "x", 1, NULL));
}

static void
test_all (Scratch *fixture, gconstpointer data)
{
  make_tree (fixture->path);
  ws_folder_remove (fixture->path);
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
  ws_folder_remove (fixture->path);
}

static void
test_links (Scratch *fixture, gconstpointer data)
{
  g_autofree char *kept = scratch_get_path (fixture, "kept");
  g_autofree char *file = g_build_filename (kept, "a", "b", ".hidden", NULL);
  g_autofree char *within = g_build_filename (fixture->path, "a", "link", NULL);

  make_tree (kept);
  make_tree (fixture->path);
  g_assert_no_errno (symlink (kept, within));
  ws_folder_remove (fixture->path);
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
  g_assert_no_errno (symlink (kept, fixture->path));
  ws_folder_remove (fixture->path);
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_IS_SYMLINK));
  g_assert_true (g_file_test (file, G_FILE_TEST_EXISTS));
}

int
main (int argc, char **argv)
{
  static const ScratchTest tests[] = { { "/folder/all", test_all },
                                       { "/folder/links", test_links } };

  g_test_init (&argc, &argv, NULL);
  scratch_add_tests (tests, G_N_ELEMENTS (tests), "folder");
  return g_test_run ();
}
