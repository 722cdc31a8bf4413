/* Programs that were compiled before: what is found again, and what is not. */
#include "built.h"
#include "compiler.h"
#include "files/envelope.h"
#include "files/replacement.h"
#include "scratch.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ENTRY_TYPE  "(va(stx))"
#define ENTRY_MAGIC "WSBUILT\0"

#define PROGRAM                                    \
  "#include <cstdio>\n#include \"seven.h\"\n"      \
  "__global__ void set (int *a) { *a = SEVEN; }\n" \
  "int main () { printf (\"%d\\n\", SEVEN); return 0; }\n"

typedef struct {
  char *folder; /* of the cache */
  WsClient *client;
} Fixture;

static void
set_up (Fixture *self, gconstpointer compiler)
{
  self->folder = g_dir_make_tmp ("warpstage-programs-XXXXXX", NULL);
  g_assert_nonnull (self->folder);
  g_setenv ("WARPSTAGE_PROGRAM_CACHE", self->folder, TRUE);
  g_setenv ("WARPSTAGE_COMPILER", "clang", TRUE);
  self->client = ws_client_new_for_programs (NULL);
}

static void
tear_down (Fixture *self, gconstpointer compiler)
{
  g_object_unref (self->client);
  scratch_remove (self->folder);
  g_free (self->folder);
}

/* (transfer full): what comes of @source with @header beside it */
static WsCompileResult *
compile (Fixture *self, const char *source, const char *header)
{
  WsCompileRequest *request = ws_compile_request_new ("seven.cu", source);

  ws_compile_request_add_header (request, "seven.h", header);
  return built_compile (self->client, request);
}

/* (transfer full) (nullable): the path of the only one; @n: how many there are */
static char *
find_entry (Fixture *self, guint n)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  char *path = NULL;
  const char *name;
  guint i;

  for (i = 0; (name = g_dir_read_name (dir)) != NULL; i++)
    {
      g_free (path);
      path = g_build_filename (self->folder, name, NULL);
    }
  g_assert_cmpuint (i, ==, n);
  return path;
}

/* Which file it is: one that is written anew is another. */
static guint64
get_inode (const char *path)
{
  struct stat status;

  g_assert_cmpint (stat (path, &status), ==, 0);
  return status.st_ino;
}

/* (transfer full) */
static GVariant *
load (const char *path)
{
  char *text;
  gsize size;
  g_autoptr (GBytes) bytes = NULL;

  g_assert_true (g_file_get_contents (path, &text, &size, NULL));
  bytes = g_bytes_new_take (text, size);
  return ws_envelope_open (bytes, G_VARIANT_TYPE (ENTRY_TYPE));
}

static void
save (const char *path, GVariant *entry)
{
  g_autoptr (GVariant) sunk = g_variant_ref_sink (entry);
  g_autoptr (GBytes) bytes = ws_envelope_pack (ENTRY_MAGIC, 1, sunk, NULL);
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  g_assert_true (ws_file_replace_path (path, data, size, WS_REPLACE_NONE, NULL));
}

/* ---- cases ---- */

/* The second time what came of the first is there, and is not made again. */
static void
test_again (Fixture *self, gconstpointer data)
{
  g_autoptr (WsCompileResult) first = NULL;
  g_autoptr (WsCompileResult) second = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GVariant) entry = NULL;
  const struct timespec long_ago[2] = { { 1000, 0 }, { 1000, 0 } };
  struct stat status;
  guint64 inode;

  if (!compiler_is_here (self->client))
    return;
  first = compile (self, PROGRAM, "#define SEVEN 7\n");
  path = find_entry (self, 1);
  inode = get_inode (path);
  g_assert_cmpint (utimensat (AT_FDCWD, path, long_ago, 0), ==, 0);
  second = compile (self, PROGRAM, "#define SEVEN 7\n");
  g_assert_true (g_bytes_equal (first->object, second->object));
  g_assert_cmpstr (first->compiler, ==, second->compiler);
  g_assert_cmpuint (get_inode (path), ==, inode);
  g_assert_cmpint (stat (path, &status), ==, 0);
  g_assert_cmpint (status.st_mtim.tv_sec, >, 1000); /* it was of use */
  g_assert_cmpint (status.st_mode & 077, ==, 0);
  entry = load (path);
  g_assert_cmpuint (first->reads->len, >, 10);
  for (guint i = 0; i < first->reads->len; i++)
    {
      const char *name = g_ptr_array_index (first->reads, i);

      g_assert_true (g_file_test (name, G_FILE_TEST_IS_REGULAR));
      g_assert_null (strstr (name, "seven")); /* that is the request's */
    }
  g_assert_true (
      g_ptr_array_find_with_equal_func (first->reads, "/usr/include/stdio.h", g_str_equal, NULL));
}

/* Another source and another header are other programs; one with errors is none. */
static void
test_other (Fixture *self, gconstpointer data)
{
  g_autoptr (WsCompileResult) seven = NULL;
  g_autoptr (WsCompileResult) eight = NULL;
  g_autoptr (WsCompileResult) other = NULL;
  g_autoptr (WsCompileResult) wrong = NULL;

  if (!compiler_is_here (self->client))
    return;
  seven = compile (self, PROGRAM, "#define SEVEN 7\n");
  eight = compile (self, PROGRAM, "#define SEVEN 8\n");
  other = compile (self, "int main () { return 1; }\n", "");
  g_free (find_entry (self, 3));
  g_assert_false (g_bytes_equal (seven->object, eight->object));
  wrong = compile (self, "int main () { return nothing; }\n", "");
  g_assert_null (wrong->object);
  g_assert_cmpuint (wrong->diagnostics->len, >, 0);
  g_free (find_entry (self, 3));
}

/* @entry, but that the first file that was read had another size or time then. */
static GVariant *
change (GVariant *entry, guint64 size, gint64 ns)
{
  g_autoptr (GVariant) result = NULL;
  g_autoptr (GVariant) reads = NULL;
  GVariantBuilder builder;
  GVariantIter iter;
  const char *path;
  guint64 old_size;
  gint64 old_ns;

  g_variant_get (entry, "(v@a(stx))", &result, &reads);
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(stx)"));
  g_variant_iter_init (&iter, reads);
  for (gboolean is_first = TRUE; g_variant_iter_next (&iter, "(&stx)", &path, &old_size, &old_ns);
       is_first = FALSE)
    g_variant_builder_add (&builder, "(stx)", path, old_size + (is_first ? size : 0),
                           old_ns + (is_first ? ns : 0));
  return g_variant_new ("(v@a(stx))", result, g_variant_builder_end (&builder));
}

/* Where a header of the system's is another now, or what is kept is broken, it is compiled. */
static void
test_changed (Fixture *self, gconstpointer data)
{
  g_autoptr (WsCompileResult) first = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GVariant) entry = NULL;
  g_autofree char *text = NULL;
  gsize size;

  if (!compiler_is_here (self->client))
    return;
  first = compile (self, PROGRAM, "#define SEVEN 7\n");
  path = find_entry (self, 1);
  entry = load (path);
  g_assert_true (g_file_get_contents (path, &text, &size, NULL));
  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (WsCompileResult) again = NULL;
      guint64 inode;

      if (i < 2)
        save (path, change (entry, i == 0, i == 1));
      else if (i == 2)
        g_assert_true (g_file_set_contents (path, text, (gssize)size / 2, NULL));
      else if (i == 3)
        g_assert_true (g_file_set_contents (path, "", 0, NULL));
      else
        {
          text[8]++; /* of a later version */
          g_assert_true (g_file_set_contents (path, text, (gssize)size, NULL));
          text[8]--;
        }
      inode = get_inode (path);
      again = compile (self, PROGRAM, "#define SEVEN 7\n");
      g_assert_true (g_bytes_equal (first->object, again->object));
      g_assert_cmpuint (get_inode (path), !=, inode);
      g_free (find_entry (self, 1));
    }
}

/* What has been of no use for longest goes. */
static void
test_full (Fixture *self, gconstpointer data)
{
  g_autoptr (WsCompileResult) result = NULL;

  if (!compiler_is_here (self->client))
    return;
  for (guint i = 0; i < 6; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i);
      g_autofree char *path = g_build_filename (self->folder, name, NULL);
      const struct timespec then[2] = { { 1000 + i, 0 }, { 1000 + i, 0 } };
      int fd = g_open (path, O_CREAT | O_WRONLY, 0600);

      g_assert_cmpint (ftruncate (fd, 100 << 20), ==, 0); /* which takes no room */
      g_assert_cmpint (futimens (fd, then), ==, 0);
      close (fd);
    }
  result = compile (self, PROGRAM, "#define SEVEN 7\n");
  g_free (find_entry (self, 6)); /* five of 100 MB, and that one */
  for (guint i = 0; i < 6; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i);
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_assert_cmpint (g_file_test (path, G_FILE_TEST_EXISTS), ==, i > 0);
    }
}

/* nvcc's, too, says what it read. */
static void
test_nvcc (Fixture *self, gconstpointer data)
{
  g_autofree char *compiler = g_strdup (data);
  g_autoptr (WsClient) client = NULL;
  g_autoptr (WsCompileResult) first = NULL;
  g_autoptr (WsCompileResult) second = NULL;
  g_autofree char *path = NULL;
  guint64 inode;

  g_unsetenv ("WARPSTAGE_COMPILER");
  if (compiler != NULL)
    g_setenv ("WARPSTAGE_COMPILER", compiler, TRUE);
  client = ws_client_new_for_programs (NULL);
  g_set_object (&self->client, client);
  if (!compiler_is_here (client))
    return;
  first = compile (self, PROGRAM, "#define SEVEN 7\n");
  path = find_entry (self, 1);
  inode = get_inode (path);
  g_assert_true (
      g_ptr_array_find_with_equal_func (first->reads, "/usr/include/stdio.h", g_str_equal, NULL));
  second = compile (self, PROGRAM, "#define SEVEN 7\n");
  g_assert_true (g_bytes_equal (first->object, second->object));
  g_assert_cmpuint (get_inode (path), ==, inode);
}

#define ADD(path, data, function) \
  g_test_add ("/program-cache/" path, Fixture, data, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  const char *before = g_getenv ("WARPSTAGE_COMPILER");
  g_autofree char *compiler = g_strdup (before);

  g_test_init (&argc, &argv, NULL);
  ADD ("again", NULL, test_again);
  ADD ("other", NULL, test_other);
  ADD ("changed", NULL, test_changed);
  ADD ("full", NULL, test_full);
  ADD ("nvcc", compiler, test_nvcc);
  return g_test_run ();
}
