/* A reader finds the old file or the new one, whole: by whatever name, on a full disk, and
 * after a kill. */
#include "files/replacement.h"
#include "scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define OLD       "what was there before"
#define NEW_BYTES (64 * 1024)
#define N_KILLS   60
#define NOBODY    65534
#define LIMIT     (8 * 1024)

static void
write_old (const char *path)
{
  g_assert_true (g_file_set_contents (path, OLD, -1, NULL));
}

static void
check_contents (const char *path, const char *contents)
{
  g_autofree char *got = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_get_contents (path, &got, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (got, ==, contents);
}

static void
replace (const char *path, const char *contents)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (ws_file_replace_path (path, contents, strlen (contents), WS_REPLACE_NONE, &error));
  g_assert_no_error (error);
  check_contents (path, contents);
}

static void
refuse (const char *path, int code)
{
  g_autofree char *big = g_malloc0 (NEW_BYTES);
  g_autoptr (GError) error = NULL;

  g_assert_false (ws_file_replace_path (path, big, NEW_BYTES, WS_REPLACE_NONE, &error));
  g_assert_error (error, G_IO_ERROR, code);
  g_assert_nonnull (strstr (error->message, path));
}

static mode_t
get_mode (const char *path)
{
  GStatBuf info;

  g_assert_cmpint (g_stat (path, &info), ==, 0);
  return info.st_mode & 07777;
}

static void
test_plain (Scratch *fixture, gconstpointer data)
{
  g_autofree char *nowhere = scratch_get_path (fixture, "no/such/folder/file");
  mode_t mask = umask (027);

  replace (fixture->path, "first");
  g_assert_cmpint (get_mode (fixture->path), ==, 0640);
  replace (fixture->path, "the second, which is longer");
  replace (fixture->path, "3");
  replace (fixture->path, "");
  g_assert_cmpint (g_chmod (fixture->path, 0604), ==, 0);
  replace (fixture->path, "its mode is kept");
  g_assert_cmpint (get_mode (fixture->path), ==, 0604);
  refuse (nowhere, G_IO_ERROR_NOT_FOUND);
  refuse (fixture->folder, G_IO_ERROR_IS_DIRECTORY);
  g_assert_cmpuint (scratch_count_entries (fixture->folder), ==, 1);
  umask (mask);
}

static void
test_private (Scratch *fixture, gconstpointer data)
{
  g_assert_true (ws_file_replace_path (fixture->path, "x", 1, WS_REPLACE_PRIVATE, NULL));
  g_assert_cmpint (get_mode (fixture->path), ==, 0600);
}

/* What was begun and not committed leaves nothing, however much of it was written. */
static void
test_abort (Scratch *fixture, gconstpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_path (fixture->path);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autofree char *big = g_malloc0 (NEW_BYTES * 4);
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancelled);
  for (guint is_new = 0; is_new < 2; is_new++)
    for (gsize size = 1; size <= NEW_BYTES * 4; size *= NEW_BYTES * 4)
      {
        WsReplacement *replacement;

        if (is_new)
          g_unlink (fixture->path);
        else
          write_old (fixture->path);
        replacement = ws_replacement_new (file, WS_REPLACE_NONE, NULL, &error);
        g_assert_no_error (error);
        g_assert_true (g_output_stream_write_all (ws_replacement_get_stream (replacement), big,
                                                  size, NULL, NULL, NULL));
        if (size > 1)
          {
            g_assert_false (ws_replacement_commit (replacement, cancelled, &error));
            g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
            g_clear_error (&error);
          }
        ws_replacement_free (replacement);
        g_assert_cmpuint (scratch_count_entries (fixture->folder), ==, is_new ? 0 : 1);
        if (!is_new)
          check_contents (fixture->path, OLD);
      }
}

/* ---- links ---- */

static void
link_to (const char *target, const char *path)
{
  g_assert_no_errno (symlink (target, path));
}

static void
test_symlinks (Scratch *fixture, gconstpointer data)
{
  g_autofree char *sub = scratch_get_path (fixture, "sub");
  g_autofree char *real = scratch_get_path (fixture, "sub/real");
  g_autofree char *middle = scratch_get_path (fixture, "sub/middle");
  g_autofree char *dangling = scratch_get_path (fixture, "dangling");
  g_autofree char *later = scratch_get_path (fixture, "sub/later");
  g_autofree char *loop = scratch_get_path (fixture, "loop");
  g_autofree char *lost = scratch_get_path (fixture, "lost");

  g_assert_no_errno (g_mkdir (sub, 0777));
  write_old (real);
  link_to ("real", middle); /* relative to its own folder, not to ours */
  link_to ("sub/middle", fixture->path);
  replace (fixture->path, "through two links");
  check_contents (real, "through two links");
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_IS_SYMLINK));
  g_assert_true (g_file_test (middle, G_FILE_TEST_IS_SYMLINK));
  g_assert_cmpuint (scratch_count_entries (sub), ==, 2);

  link_to (later, dangling);
  replace (dangling, "where the link leads");
  g_assert_true (g_file_test (dangling, G_FILE_TEST_IS_SYMLINK));
  check_contents (later, "where the link leads");

  link_to ("loop", loop);
  refuse (loop, G_IO_ERROR_TOO_MANY_LINKS);
  link_to ("no/such/folder", lost);
  refuse (lost, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpuint (scratch_count_entries (fixture->folder), ==, 5);
}

static void
test_hard_links (Scratch *fixture, gconstpointer data)
{
  static const char *const texts[] = { "short", "a text that is longer than both before it", "" };
  g_autofree char *other = scratch_get_path (fixture, "other");
  g_autofree char *symbolic = scratch_get_path (fixture, "symbolic");
  GStatBuf info;

  write_old (fixture->path);
  g_assert_no_errno (link (fixture->path, other));
  link_to ("other", symbolic);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      replace (i == 1 ? symbolic : fixture->path, texts[i]);
      check_contents (fixture->path, texts[i]);
      check_contents (other, texts[i]);
      g_assert_no_errno (g_stat (other, &info));
      g_assert_cmpuint (info.st_nlink, ==, 2);
    }
  g_assert_cmpuint (scratch_count_entries (fixture->folder), ==, 3);
}

/* ---- what is no file ---- */

static void
check_pipe (const char *path, int from)
{
  char buffer[64];
  ssize_t n;

  g_assert_true (ws_file_replace_path (path, "through", 7, WS_REPLACE_NONE, NULL));
  n = read (from, buffer, sizeof buffer);
  g_assert_cmpmem (buffer, MAX (n, 0), "through", 7);
}

static void
test_devices (Scratch *fixture, gconstpointer data)
{
  g_autofree char *by_number = NULL;
  int ends[2];
  int fifo;

  refuse ("/dev/full", G_IO_ERROR_NO_SPACE);
  g_assert_true (ws_file_replace_path ("/dev/null", OLD, 5, WS_REPLACE_NONE, NULL));

  g_assert_no_errno (mkfifo (fixture->path, 0600));
  fifo = open (fixture->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  check_pipe (fixture->path, fifo);
  close (fifo);
  g_assert_cmpuint (scratch_count_entries (fixture->folder), ==, 1);

  g_assert_no_errno (pipe (ends));
  by_number = g_strdup_printf ("/dev/fd/%d", ends[1]);
  check_pipe (by_number, ends[0]);
  close (ends[0]);
  close (ends[1]);
  refuse (by_number, G_IO_ERROR_FAILED);
}

/* What was not committed does not come later either. */
static void
test_abort_device (Scratch *fixture, gconstpointer data)
{
  g_autoptr (GFile) file = NULL;
  g_autofree char *by_number = NULL;
  WsReplacement *replacement;
  char byte;
  int ends[2];

  g_assert_no_errno (pipe (ends));
  by_number = g_strdup_printf ("/dev/fd/%d", ends[1]);
  file = g_file_new_for_path (by_number);
  replacement = ws_replacement_new (file, WS_REPLACE_NONE, NULL, NULL);
  g_assert_true (g_output_stream_write_all (ws_replacement_get_stream (replacement), "half", 4,
                                            NULL, NULL, NULL));
  ws_replacement_free (replacement);
  close (ends[1]);
  g_assert_cmpint (read (ends[0], &byte, 1), ==, 0);
  close (ends[0]);
}

/* What a shell opened for us is written on from where it is. */
static void
test_descriptor (Scratch *fixture, gconstpointer data)
{
  int fd = g_open (fixture->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  g_autofree char *by_number = g_strdup_printf ("/proc/self/fd/%d", fd);

  g_assert_cmpint (write (fd, "one ", 4), ==, 4);
  g_assert_true (ws_file_replace_path (by_number, "two ", 4, WS_REPLACE_NONE, NULL));
  g_assert_cmpint (write (fd, "three", 5), ==, 5);
  check_contents (fixture->path, "one two three");
  close (fd);
}

/* ---- a full disk ---- */

/* A file may have so many bytes and no more: what the kernel says then is what it says of a full
 * disk, but for the word. */
static void
test_limit (Scratch *fixture, gconstpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_path (fixture->path);
  g_autofree char *symbolic = scratch_get_path (fixture, "symbolic");
  g_autofree char *hard = scratch_get_path (fixture, "hard");
  g_autofree char *other = scratch_get_path (fixture, "other");
  g_autofree char *big = g_malloc0 (NEW_BYTES);
  struct rlimit before;
  struct rlimit limit;

  write_old (fixture->path);
  write_old (hard);
  link_to ("file", symbolic);
  g_assert_no_errno (link (hard, other));
  signal (SIGXFSZ, SIG_IGN);
  g_assert_no_errno (getrlimit (RLIMIT_FSIZE, &before));
  limit = before;
  limit.rlim_cur = LIMIT;
  g_assert_no_errno (setrlimit (RLIMIT_FSIZE, &limit));
  refuse (fixture->path, G_IO_ERROR_FAILED);
  refuse (symbolic, G_IO_ERROR_FAILED);
  refuse (hard, G_IO_ERROR_FAILED);
  {
    /* who does not look whether it was written cannot commit it either */
    g_autoptr (WsReplacement) replacement = ws_replacement_new (file, WS_REPLACE_NONE, NULL, NULL);

    g_output_stream_write_all (ws_replacement_get_stream (replacement), big, NEW_BYTES, NULL, NULL,
                               NULL);
    g_output_stream_write_all (ws_replacement_get_stream (replacement), big, 1, NULL, NULL, NULL);
    g_assert_false (ws_replacement_commit (replacement, NULL, NULL));
  }
  g_assert_no_errno (setrlimit (RLIMIT_FSIZE, &before));
  signal (SIGXFSZ, SIG_DFL);
  check_contents (symbolic, OLD);
  check_contents (hard, OLD);
  check_contents (other, OLD);
  g_assert_cmpuint (scratch_count_entries (fixture->folder), ==, 4);
}

/* ---- the end of the program ---- */

static void
write_for_ever (const char *path)
{
  g_autofree char *contents = g_malloc (NEW_BYTES);

  for (guint i = 0;; i++)
    {
      memset (contents, 'a' + (int)(i % 26), NEW_BYTES);
      if (!ws_file_replace_path (path, contents, NEW_BYTES, WS_REPLACE_NONE, NULL))
        _exit (1);
    }
}

static void
check_whole (const char *path)
{
  g_autofree char *contents = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (path, &contents, &size, NULL));
  if (strcmp (contents, OLD) == 0)
    return;
  g_assert_cmpuint (size, ==, NEW_BYTES);
  for (gsize i = 1; i < size; i++)
    g_assert_cmpint (contents[i], ==, contents[0]);
}

static void
test_kill (Scratch *fixture, gconstpointer data)
{
  g_autofree char *symbolic = scratch_get_path (fixture, "symbolic");
  guint n_changed = 0;

  link_to ("file", symbolic);
  for (guint i = 0; i < N_KILLS; i++)
    {
      const char *path = i % 2 == 0 ? fixture->path : symbolic;
      GStatBuf info;
      pid_t child;
      int status;

      write_old (fixture->path);
      child = fork ();
      if (child == 0)
        write_for_ever (path);
      /* a busy machine is given longer */
      g_usleep ((gulong)g_random_int_range (500, n_changed == 0 ? 20000 * (gint32)(i + 1) : 20000));
      g_assert_no_errno (kill (child, SIGKILL));
      g_assert_cmpint (waitpid (child, &status, 0), ==, child);
      g_assert_true (WIFSIGNALED (status));
      check_whole (fixture->path);
      g_assert_no_errno (g_stat (fixture->path, &info));
      n_changed += info.st_size == NEW_BYTES;
    }
  g_test_message ("%u of %u were killed after their first file", n_changed, N_KILLS);
  g_assert_cmpuint (n_changed, >, 0);
  replace (symbolic, "whatever was left behind is gone");
  g_assert_cmpuint (scratch_count_entries (fixture->folder), ==, 2);
}

/* What a killed program left is removed by who writes the same file next; what one that lives
 * writes is not. */
static void
test_left_behind (Scratch *fixture, gconstpointer data)
{
  /* names for "file": the first 16 digits of its SHA-256 */
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "file", -1);
  g_autofree char *mine_name = g_strdup_printf (".warpstage-%.16s-0", hash);
  g_autofree char *dead_name = g_strdup_printf (".warpstage-%.16s-3", hash);
  g_autofree char *mine = scratch_get_path (fixture, mine_name);
  g_autofree char *dead = scratch_get_path (fixture, dead_name);
  int fd = g_open (mine, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

  g_assert_no_errno (flock (fd, LOCK_EX));
  write_old (dead);
  replace (fixture->path, "new");
  g_assert_true (g_file_test (mine, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (dead, G_FILE_TEST_EXISTS));
  close (fd);
  replace (fixture->path, "newer");
  g_assert_cmpuint (scratch_count_entries (fixture->folder), ==, 1);
}

static gpointer
write_thread (gpointer data)
{
  g_autofree char *contents = g_malloc (NEW_BYTES);
  g_autoptr (GError) error = NULL;

  memset (contents, 'a' + (int)g_random_int_range (0, 26), NEW_BYTES);
  for (guint i = 0; i < 20; i++)
    {
      g_assert_true (ws_file_replace_path (data, contents, NEW_BYTES, WS_REPLACE_NONE, &error));
      g_assert_no_error (error);
      check_whole (data);
    }
  return NULL;
}

static void
test_threads (Scratch *fixture, gconstpointer data)
{
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("writer", write_thread, fixture->path);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  g_assert_cmpuint (scratch_count_entries (fixture->folder), ==, 1);
}

/* ---- whose it is ---- */

static void
test_owner (Scratch *fixture, gconstpointer data)
{
  GStatBuf info;

  if (geteuid () != 0)
    {
      g_test_skip ("only root may give a file to somebody");
      return;
    }
  write_old (fixture->path);
  g_assert_no_errno (chown (fixture->path, 1234, 4321));
  g_assert_no_errno (g_chmod (fixture->path, 0660));
  replace (fixture->path, "it is still his");
  g_assert_no_errno (g_stat (fixture->path, &info));
  g_assert_cmpuint (info.st_uid, ==, 1234);
  g_assert_cmpuint (info.st_gid, ==, 4321);
  g_assert_cmpint (info.st_mode & 07777, ==, 0660);
}

/* As an unprivileged user. */
static void
test_rights (Scratch *fixture, gconstpointer data)
{
  /* a folder that may not be written to; one in which nobody may replace another's file; one for
   * all */
  static const int modes[] = { 0755, 01777, 0777 };
  g_autofree char *open_file = scratch_get_path (fixture, "open");
  g_autofree char *closed_file = scratch_get_path (fixture, "closed");
  g_autofree char *new_file = scratch_get_path (fixture, "new");

  if (geteuid () != 0)
    {
      g_test_skip ("only root may become somebody else");
      return;
    }
  write_old (open_file);
  write_old (closed_file);
  g_assert_no_errno (g_chmod (open_file, 0666));
  g_assert_no_errno (g_chmod (closed_file, 0444));
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_assert_no_errno (g_chmod (fixture->folder, modes[i]));
      g_assert_no_errno (seteuid (NOBODY));
      replace (open_file, i == 1 ? "for all" : "for everybody");
      refuse (closed_file, G_IO_ERROR_PERMISSION_DENIED);
      if (modes[i] == 0755)
        refuse (new_file, G_IO_ERROR_PERMISSION_DENIED);
      g_assert_no_errno (seteuid (0));
      check_contents (closed_file, OLD);
      g_assert_cmpuint (scratch_count_entries (fixture->folder), ==, 2);
    }
}

int
main (int argc, char **argv)
{
  static const ScratchTest tests[] = {
    { "/files/plain", test_plain },
    { "/files/private", test_private },
    { "/files/abort", test_abort },
    { "/files/symlinks", test_symlinks },
    { "/files/hard-links", test_hard_links },
    { "/files/devices", test_devices },
    { "/files/abort-device", test_abort_device },
    { "/files/descriptor", test_descriptor },
    { "/files/limit", test_limit },
    { "/files/kill", test_kill },
    { "/files/left-behind", test_left_behind },
    { "/files/owner", test_owner },
    { "/files/rights", test_rights },
    { "/files/threads", test_threads },
  };

  g_test_init (&argc, &argv, NULL);
  scratch_add_tests (tests, G_N_ELEMENTS (tests), "file");
  return g_test_run ();
}
