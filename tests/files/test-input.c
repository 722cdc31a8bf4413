/* A file that another names is read where it lies beside that, and nowhere else; nothing is waited
 * for, and nothing read without end. */
#include "files/input.h"
#include "scratch.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define MOST 64 /* bytes */

/* Beside "job", in which a file names others, are folders that it may not name. */
static void
make_folders (const Scratch *self)
{
  static const char *const folders[] = { "job", "job/below", "common", "jobs" };
  static const char *const files[] = { "job/a.txt", "job/below/b.txt", "common/c.txt",
                                       "jobs/d.txt" };
  static const char *const links[][2] = {
    { "job/near", "below/b.txt" },     { "job/far", "../common/c.txt" },
    { "job/absolute", "/etc/passwd" }, { "job/round", "round" },
    { "job/folder", "../common" },     { "job/back", "below/../a.txt" },
    { "job/zero", "/dev/zero" },       { "common/out", "../jobs/d.txt" },
    { "job/below/up", "../a.txt" },
  };
  g_autofree char *large = g_strnfill (MOST + 1, 'x');
  g_autofree char *path = NULL;
  g_autofree char *pipe = scratch_get_path (self, "job/pipe");

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *folder = scratch_get_path (self, folders[i]);

      g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
    }
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *file = scratch_get_path (self, files[i]);

      g_assert_true (g_file_set_contents (file, files[i], -1, NULL));
    }
  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    {
      g_autofree char *link = scratch_get_path (self, links[i][0]);

      g_assert_cmpint (symlink (links[i][1], link), ==, 0);
    }
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  path = scratch_get_path (self, "job/large");
  g_assert_true (g_file_set_contents (path, large, -1, NULL));
}

static void
check (const Scratch *self, const char *const *allowed, const char *name, const char *contents,
       int code)
{
  g_autofree char *path = scratch_get_path (self, "job");
  g_autoptr (GFile) folder = g_file_new_for_path (path);
  const WsInputScope scope = { folder, allowed };
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = ws_input_read_named (&scope, name, MOST, NULL, &error);

  g_test_message ("%s: %s", name, error != NULL ? error->message : "read");
  if (contents != NULL)
    {
      g_assert_no_error (error);
      g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), contents,
                       strlen (contents));
      return;
    }
  g_assert_null (bytes);
  g_assert_error (error, WS_INPUT_ERROR, code);
  g_assert_true (g_str_has_prefix (error->message, "“"));
  g_assert_nonnull (strstr (error->message, name));
}

static void
test_named (Scratch *self, gconstpointer data)
{
  static const struct {
    const char *name;
    const char *contents;
    int code;
  } rows[] = {
    { "a.txt", "job/a.txt", 0 },
    { "./a.txt", "job/a.txt", 0 },
    { "below/b.txt", "job/below/b.txt", 0 },
    { "below/../a.txt", "job/a.txt", 0 },
    { "../job/a.txt", "job/a.txt", 0 },
    { "near", "job/below/b.txt", 0 },
    { "back", "job/a.txt", 0 },
    { "below/up", "job/a.txt", 0 },
    { "none.txt", NULL, WS_INPUT_ERROR_MISSING },
    { "none/a.txt", NULL, WS_INPUT_ERROR_MISSING },
    { "a.txt/b.txt", NULL, WS_INPUT_ERROR_FAILED },
    { "far", NULL, WS_INPUT_ERROR_LINK },
    { "folder/c.txt", NULL, WS_INPUT_ERROR_LINK },
    { "absolute", NULL, WS_INPUT_ERROR_LINK },
    { "zero", NULL, WS_INPUT_ERROR_LINK },
    { "round", NULL, WS_INPUT_ERROR_FAILED },
    { "../common/c.txt", NULL, WS_INPUT_ERROR_OUTSIDE },
    { "../jobs/d.txt", NULL, WS_INPUT_ERROR_OUTSIDE },
    { "/etc/passwd", NULL, WS_INPUT_ERROR_OUTSIDE },
    { "/dev/zero", NULL, WS_INPUT_ERROR_OUTSIDE },
    { "..", NULL, WS_INPUT_ERROR_OUTSIDE },
    { "below", NULL, WS_INPUT_ERROR_KIND },
    { "pipe", NULL, WS_INPUT_ERROR_KIND },
    { "large", NULL, WS_INPUT_ERROR_TOO_LARGE },
  };

  make_folders (self);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    check (self, NULL, rows[i].name, rows[i].contents, rows[i].code);
}

static void
test_allowed (Scratch *self, gconstpointer data)
{
  g_autofree char *common = scratch_get_path (self, "common");
  g_autofree char *file = scratch_get_path (self, "common/c.txt");
  const char *const allowed[] = { "/dev", common, NULL };

  make_folders (self);
  check (self, allowed, "../common/c.txt", "common/c.txt", 0);
  check (self, allowed, file, "common/c.txt", 0);
  check (self, allowed, "a.txt", "job/a.txt", 0);
  check (self, allowed, "../jobs/d.txt", NULL, WS_INPUT_ERROR_OUTSIDE);
  check (self, allowed, "../common/out", NULL, WS_INPUT_ERROR_LINK);
  check (self, allowed, "../common/none", NULL, WS_INPUT_ERROR_MISSING);
  check (self, allowed, "far", NULL, WS_INPUT_ERROR_LINK);
  check (self, allowed, "/dev/zero", NULL, WS_INPUT_ERROR_KIND);
}

/* The one that would have to be allowed is said by its name. */
static void
test_folder (Scratch *self, gconstpointer data)
{
  g_autofree char *path = scratch_get_path (self, "job");
  g_autofree char *common = scratch_get_path (self, "common");
  g_autoptr (GFile) folder = g_file_new_for_path (path);
  const WsInputScope scope = { folder, NULL };
  const WsInputScope none = { NULL, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) other = NULL;
  g_autoptr (GError) copy = NULL;

  make_folders (self);
  g_assert_null (ws_input_read_named (&scope, "../common/c.txt", MOST, NULL, &error));
  g_assert_cmpstr (ws_input_error_get_folder (error), ==, common);
  g_assert_nonnull (strstr (error->message, common));
  copy = g_error_copy (error);
  g_assert_cmpstr (ws_input_error_get_folder (copy), ==, common);
  g_assert_null (ws_input_read_named (&scope, "far", MOST, NULL, &other));
  g_assert_null (ws_input_error_get_folder (other));
  g_assert_null (ws_input_error_get_folder (NULL));
  g_clear_error (&other);
  g_assert_null (ws_input_read_named (&none, "a.txt", MOST, NULL, &other));
  g_assert_error (other, WS_INPUT_ERROR, WS_INPUT_ERROR_OUTSIDE);
}

/* The user may name what he likes, as long as it is a file that ends. */
static void
test_chosen (Scratch *self, gconstpointer data)
{
  static const struct {
    const char *name;
    const char *contents;
    int code;
  } rows[] = {
    { "job/far", "common/c.txt", 0 },
    { "job/pipe", NULL, WS_INPUT_ERROR_KIND },
    { "job", NULL, WS_INPUT_ERROR_KIND },
    { "job/zero", NULL, WS_INPUT_ERROR_KIND },
    { "job/large", NULL, WS_INPUT_ERROR_TOO_LARGE },
    { "job/none", NULL, WS_INPUT_ERROR_MISSING },
    { "job/socket", NULL, WS_INPUT_ERROR_KIND },
  };
  g_autofree char *at = scratch_get_path (self, "job/socket");
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

  make_folders (self);
  g_strlcpy (address.sun_path, at, sizeof address.sun_path);
  g_assert_cmpint (bind (fd, (struct sockaddr *)&address, sizeof address), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = scratch_get_path (self, rows[i].name);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = ws_input_read (file, MOST, NULL, &error);

      if (rows[i].contents != NULL)
        g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), rows[i].contents,
                         strlen (rows[i].contents));
      else
        g_assert_error (error, WS_INPUT_ERROR, rows[i].code);
    }
  close (fd);
}

/* A size of 0 says nothing, and one that was right may be wrong by now. */
static void
test_size (Scratch *self, gconstpointer data)
{
  g_autoptr (GFile) status = g_file_new_for_path ("/proc/self/status");
  g_autoptr (GFile) file = g_file_new_for_path (self->path);
  g_autofree char *full = g_strnfill (MOST, 'x');
  g_autoptr (GBytes) bytes = ws_input_read (status, 1 << 20, NULL, NULL);
  g_autoptr (GBytes) whole = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (g_bytes_get_size (bytes), >, MOST);
  g_assert_null (ws_input_read (status, MOST, NULL, &error));
  g_assert_error (error, WS_INPUT_ERROR, WS_INPUT_ERROR_TOO_LARGE);
  g_assert_true (g_file_set_contents (self->path, full, -1, NULL));
  whole = ws_input_read (file, MOST, NULL, NULL);
  g_assert_cmpuint (g_bytes_get_size (whole), ==, MOST);
}

static void
test_text (void)
{
  g_autoptr (GBytes) empty = g_bytes_new_static ("", 0);
  g_autoptr (GBytes) text = g_bytes_new_static ("ab", 2);
  g_autoptr (GBytes) none = g_bytes_new_static ("a\0b", 3);
  g_autofree char *first = ws_input_dup_text (empty);
  g_autofree char *second = ws_input_dup_text (text);
  g_autoptr (GBytes) marked = g_bytes_new_static ("\xef\xbb\xbf"
                                                  "ab",
                                                  5);
  g_autoptr (GBytes) mark = g_bytes_new_static ("\xef\xbb\xbf", 3);
  g_autofree char *third = ws_input_dup_text (marked);
  g_autofree char *fourth = ws_input_dup_text (mark);

  g_assert_cmpstr (first, ==, "");
  g_assert_cmpstr (second, ==, "ab");
  g_assert_null (ws_input_dup_text (none));
  g_assert_cmpstr (third, ==, "ab");
  g_assert_cmpstr (fourth, ==, "");
}

int
main (int argc, char **argv)
{
  static const ScratchTest tests[] = {
    { "/input/named", test_named },   { "/input/allowed", test_allowed },
    { "/input/folder", test_folder }, { "/input/chosen", test_chosen },
    { "/input/size", test_size },
  };

  g_test_init (&argc, &argv, NULL);
  scratch_add_tests (tests, G_N_ELEMENTS (tests), "file");
  g_test_add_func ("/input/text", test_text);
  return g_test_run ();
}
