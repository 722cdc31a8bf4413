/* A folder of files appears whole, or not at all; what is there stays what it is. */
#include "files/new-folder.h"
#include "files/replacement.h"
#include "scratch.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static guint64
get_inode (const char *path)
{
  GStatBuf info;

  g_assert_no_errno (g_stat (path, &info));
  return info.st_ino;
}

static WsNewFolder *
begin (const char *path)
{
  g_autoptr (GError) error = NULL;
  WsNewFolder *folder = ws_new_folder_begin (path, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < 3; i++)
    {
      static const char *const names[] = { "a.png", "index.html", "z.png" };
      g_autofree char *file = g_build_filename (ws_new_folder_get_path (folder), names[i], NULL);

      g_assert_true (ws_file_replace_path (file, names[i], strlen (names[i]), 0, &error));
      g_assert_no_error (error);
    }
  return folder;
}

static void
write_folder (const char *path)
{
  g_autoptr (WsNewFolder) folder = begin (path);
  g_autoptr (GError) error = NULL;
  g_autofree char *page = g_build_filename (path, "index.html", NULL);

  g_assert_false (g_file_test (page, G_FILE_TEST_EXISTS));
  g_assert_true (ws_new_folder_commit (folder, "index.html", &error));
  g_assert_no_error (error);
  g_assert_true (g_file_test (page, G_FILE_TEST_EXISTS));
  g_assert_cmpuint (scratch_count_entries (path), ==, 3);
}

static void
test_new (Scratch *fixture, gconstpointer data)
{
  g_autofree char *slash = g_strconcat (fixture->path, "/", NULL);
  g_autofree char *link = scratch_get_path (fixture, "link");
  g_autofree char *led_to = scratch_get_path (fixture, "led-to");
  WsNewFolder *folder = begin (slash);

  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
  ws_new_folder_free (folder);
  g_assert_cmpuint (scratch_count_entries (fixture->folder), ==, 0);
  write_folder (slash);
  g_assert_no_errno (symlink ("led-to", link)); /* to nothing yet */
  write_folder (link);
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  g_assert_cmpuint (scratch_count_entries (led_to), ==, 3);
  g_assert_cmpuint (scratch_count_entries (fixture->folder), ==, 3);
}

/* The folder that one stands in, its parent, and one that a link leads to stay the same. */
static void
test_existing (Scratch *fixture, gconstpointer data)
{
  static const char *const below[] = { ".", "..", "../folder", "" };
  g_autofree char *before = g_get_current_dir ();
  g_autofree char *link = scratch_get_path (fixture, "link");

  g_assert_no_errno (symlink ("folder", link));
  for (guint i = 0; i < G_N_ELEMENTS (below); i++)
    {
      const char *path = *below[i] == '\0' ? link : below[i];
      gboolean is_parent = g_str_equal (path, "..");
      g_autofree char *inner = g_build_filename (fixture->path, "inner", NULL);
      const char *argv[] = { "rm", "-rf", fixture->path, NULL };
      guint64 inode;

      g_assert_no_errno (g_mkdir (fixture->path, 0750));
      inode = get_inode (fixture->path);
      if (is_parent)
        g_assert_no_errno (g_mkdir (inner, 0777));
      g_assert_no_errno (g_chdir (is_parent ? inner : fixture->path));
      if (is_parent) /* it holds the one that we stand in */
        {
          g_autoptr (GError) error = NULL;

          g_assert_null (ws_new_folder_begin (path, &error));
          g_assert_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS);
        }
      else
        {
          ws_new_folder_free (begin (path));
          g_assert_cmpuint (scratch_count_entries (fixture->path), ==, 0);
          write_folder (path);
          g_assert_cmpuint (get_inode ("."), ==, inode);
        }
      g_assert_cmpuint (get_inode (fixture->path), ==, inode);
      g_assert_no_errno (g_chdir (before));
      g_assert_true (g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                                   NULL, NULL, NULL));
    }
  g_assert_cmpuint (scratch_count_entries (fixture->folder), ==, 1);
}

static void
check_refused (const char *path)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (ws_new_folder_check (path, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS);
  g_clear_error (&error);
  g_assert_null (ws_new_folder_begin (path, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS);
}

/* What another program made meanwhile stays. */
static void
test_meanwhile (Scratch *fixture, gconstpointer data)
{
  g_autofree char *file = g_build_filename (fixture->path, "a.png", NULL);
  g_autoptr (WsNewFolder) folder = begin (fixture->path);
  g_autoptr (WsNewFolder) second = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_no_errno (g_mkdir (fixture->path, 0777));
  g_assert_false (ws_new_folder_commit (folder, "index.html", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS);
  g_clear_error (&error);

  second = begin (fixture->path);
  g_assert_true (g_file_set_contents (file, "his", -1, NULL));
  g_assert_false (ws_new_folder_commit (second, "index.html", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS);
  g_clear_pointer (&second, ws_new_folder_free);
  check_refused (fixture->path);
  check_refused (file);
}

/* In a program that ends in the middle. */
static void
begin_and_end (const char *path)
{
  pid_t child = fork ();
  int status;

  if (child == 0)
    {
      begin (path);
      _exit (0);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_cmpint (status, ==, 0);
}

/* What it left the next one removes; but not what one that lives still writes. */
static void
test_left_behind (Scratch *fixture, gconstpointer data)
{
  WsNewFolder *alive = begin (fixture->path);

  begin_and_end (fixture->path);
  g_assert_cmpuint (scratch_count_entries (fixture->folder), ==, 2);
  write_folder (fixture->path);
  g_assert_cmpuint (scratch_count_entries (fixture->folder), ==, 2);
  ws_new_folder_free (alive);
  g_assert_cmpuint (scratch_count_entries (fixture->folder), ==, 1);
}

static void
test_left_within (Scratch *fixture, gconstpointer data)
{
  WsNewFolder *alive;

  g_assert_no_errno (g_mkdir (fixture->path, 0777));
  begin_and_end (fixture->path);
  g_assert_cmpuint (scratch_count_entries (fixture->path), ==, 1);
  g_assert_true (ws_new_folder_check (fixture->path, NULL));
  alive = begin (fixture->path);
  g_assert_cmpuint (scratch_count_entries (fixture->path), ==, 1);
  check_refused (fixture->path); /* two at once would mix */
  ws_new_folder_free (alive);
  write_folder (fixture->path);
}

int
main (int argc, char **argv)
{
  static const ScratchTest tests[] = {
    { "/new-folder/new", test_new },
    { "/new-folder/existing", test_existing },
    { "/new-folder/meanwhile", test_meanwhile },
    { "/new-folder/left-behind", test_left_behind },
    { "/new-folder/left-within", test_left_within },
  };

  g_test_init (&argc, &argv, NULL);
  scratch_add_tests (tests, G_N_ELEMENTS (tests), "folder");
  return g_test_run ();
}
