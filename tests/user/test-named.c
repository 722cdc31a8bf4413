/* What a source, its PTX or its .wsjob file names is read where it lies beside them, or where the
 * user allows it, and what the user names himself anywhere. No compiler is needed. */
#include "files/input.h"
#include "opening.h"
#include "reader/source.h"
#include "paths.h"
#include "scratch.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void
write_file (const Scratch *self, const char *name, const char *text)
{
  g_autofree char *path = scratch_get_path (self, name);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* A kernel as PTX, which is not compiled. */
static WsUserKernel *
open_ptx (const Scratch *self, const char *settings, const char *const *allowed, GError **error)
{
  g_autofree char *from = g_build_filename (WS_TEST_DIR, "ptx", "vector_add.ptx", NULL);
  g_autofree char *path = scratch_get_path (self, "job/add.ptx");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (from, &text, NULL, NULL));
  write_file (self, "job/add.ptx", text);
  if (settings != NULL)
    write_file (self, "job/add.wsjob", settings);
  return opening_open (file, NULL, NULL, allowed, NULL, error);
}

static void
assert_first (const WsJob *job, float first)
{
  const WsContents *contents = &ws_job_get_buffer (job, 0)->contents;
  float value;

  g_assert_cmpint (contents->kind, ==, WS_CONTENTS_VALUES);
  memcpy (&value, g_bytes_get_data (contents->values, NULL), sizeof value);
  g_assert_cmpfloat (value, ==, first);
}

static void
make_files (const Scratch *self)
{
  g_autofree char *link = scratch_get_path (self, "job/link.csv");
  g_autofree char *pipe = scratch_get_path (self, "job/pipe.csv");

  write_file (self, "job/beside.csv", "3, 4");
  write_file (self, "job/below/deep.csv", "5, 6");
  write_file (self, "common/far.csv", "7, 8");
  g_assert_cmpint (symlink ("../common/far.csv", link), ==, 0);
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
}

static void
check (const Scratch *self, const char *key, const char *said, const char *const *allowed, int code)
{
  g_autofree char *settings = g_strdup_printf ("[buffer param_0]\n%s=%s\n", key, said);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserKernel) kernel = open_ptx (self, settings, allowed, &error);
  g_autoptr (WsJob) job = NULL;

  g_test_message ("%s=%s", key, said);
  g_assert_no_error (error);
  job = opening_make (kernel, NULL, &error);
  if (code < 0)
    g_assert_no_error (error);
  else
    {
      g_assert_error (error, WS_INPUT_ERROR, code);
      g_assert_null (job);
    }
}

static void
test_contents (Scratch *self, gconstpointer data)
{
  static const struct {
    const char *said;
    int code;
  } rows[] = {
    { "file beside.csv", -1 },
    { "file below/deep.csv", -1 },
    { "file none.csv", WS_INPUT_ERROR_MISSING },
    { "file link.csv", WS_INPUT_ERROR_LINK },
    { "file pipe.csv", WS_INPUT_ERROR_KIND },
    { "file below", WS_INPUT_ERROR_KIND },
    { "file ../common/far.csv", WS_INPUT_ERROR_OUTSIDE },
    { "file /etc/passwd", WS_INPUT_ERROR_OUTSIDE },
    { "file /dev/zero", WS_INPUT_ERROR_OUTSIDE },
  };
  g_autofree char *common = scratch_get_path (self, "common");
  const char *const allowed[] = { common, NULL };

  make_files (self);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    check (self, "contents", rows[i].said, NULL, rows[i].code);
  check (self, "contents", "file ../common/far.csv", allowed, -1);
  check (self, "contents", "file /etc/passwd", allowed, WS_INPUT_ERROR_OUTSIDE);
}

static void
test_expected (Scratch *self, gconstpointer data)
{
  g_autofree char *common = scratch_get_path (self, "common");
  const char *const allowed[] = { common, NULL };
  g_autoptr (GString) values = g_string_new (NULL);

  make_files (self);
  for (guint i = 0; i < 1024; i++)
    g_string_append (values, "1 ");
  write_file (self, "common/right.csv", values->str);
  check (self, "use=inout\nexpect", "file ../common/right.csv", NULL, WS_INPUT_ERROR_OUTSIDE);
  check (self, "use=inout\nexpect", "file /dev/zero", NULL, WS_INPUT_ERROR_OUTSIDE);
  check (self, "use=inout\nexpect", "file ../common/right.csv", allowed, -1);
}

/* The user's own word is another thing than a file's, even where both say the same. */
static void
test_users (Scratch *self, gconstpointer data)
{
  g_autofree char *settings = NULL;
  g_autofree char *assignment = NULL;
  g_autofree char *far = scratch_get_path (self, "common/far.csv");
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserKernel) kernel = NULL;
  g_autoptr (WsJob) job = NULL;
  g_autoptr (WsUserPlan) copy = NULL;

  make_files (self);
  settings = g_strdup_printf ("[buffer param_0]\ncontents=file %s\n", far);
  assignment = g_strdup_printf ("param_0.contents=file %s", far);
  kernel = open_ptx (self, settings, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (opening_make (kernel, NULL, &error));
  g_assert_error (error, WS_INPUT_ERROR, WS_INPUT_ERROR_OUTSIDE);
  g_clear_error (&error);
  g_assert_true (ws_user_plan_set (ws_user_kernel_get_plan (kernel), assignment, NULL));
  job = opening_make (kernel, NULL, &error);
  g_assert_no_error (error);
  assert_first (job, 7);
  copy = ws_user_plan_copy (ws_user_kernel_get_plan (kernel));
  g_assert_true (ws_user_plan_get_buffer (copy, 0)->contents.is_users);
  g_assert_false (ws_user_plan_get_buffer (copy, 1)->contents.is_users);
}

/* The .wsjob file itself is no other. */
static void
test_settings (Scratch *self, gconstpointer data)
{
  g_autofree char *path = scratch_get_path (self, "job/add.wsjob");
  g_autofree char *large = g_strnfill ((1 << 20) + 1, '\n');
  g_autoptr (GError) error = NULL;

  make_files (self);
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  g_assert_null (open_ptx (self, NULL, NULL, &error));
  g_assert_error (error, WS_INPUT_ERROR, WS_INPUT_ERROR_KIND);
  g_clear_error (&error);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (symlink ("/dev/zero", path), ==, 0);
  g_assert_null (open_ptx (self, NULL, NULL, &error));
  g_assert_error (error, WS_INPUT_ERROR, WS_INPUT_ERROR_LINK);
  g_clear_error (&error);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_null (open_ptx (self, large, NULL, &error));
  g_assert_error (error, WS_INPUT_ERROR, WS_INPUT_ERROR_TOO_LARGE);
}

/* A file may be called anything, though not all of it can be run. */
static void
test_names (Scratch *self, gconstpointer data)
{
  static const char *const names[] = { "job/a\"b.cu", "job/a\nb.cu", "job/gr\xfc\xdf.cu" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = scratch_get_path (self, names[i]);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autoptr (GError) error = NULL;
      g_autoptr (WsUserKernel) kernel = NULL;

      write_file (self, names[i], "__global__ void k (int *p) { p[0] = 1; }\n");
      kernel = opening_open (file, NULL, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
    }
}

/* What is not UTF-8 is refused before a worker hears of it. */
static void
test_no_text (Scratch *self, gconstpointer data)
{
  g_autofree char *path = scratch_get_path (self, "latin.cu");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  make_files (self);
  g_assert_null (open_ptx (self, "[buffer param_0]\n# gr\xfc\xdf\ncontents=zeros\n", NULL, &error));
  g_assert_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_FILE);
  g_assert_cmpstr (error->message, ==, "The kernel's settings are not UTF-8 text.");
  g_clear_error (&error);
  write_file (self, "latin.cu", "__global__ void k (int *p) { *p = 1; } // gr\xfc\xdf\n");
  g_assert_null (opening_open (file, NULL, NULL, NULL, NULL, &error));
  g_assert_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE);
  g_assert_cmpstr (error->message, ==, "“latin.cu” is not a text file.");
}

/* What is wrong with the settings is said of a source that can be read. */
static void
test_bad_settings (Scratch *self, gconstpointer data)
{
  g_autofree char *path = scratch_get_path (self, "wrong.cu");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  make_files (self);
  g_assert_null (open_ptx (self, "no group\n", NULL, &error));
  g_assert_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_FILE);
  g_assert_true (g_str_has_prefix (error->message, "The kernel's settings cannot be read: "));
  g_clear_error (&error);
  write_file (self, "wrong.cu", "int main () {}\n");
  write_file (self, "wrong.wsjob", "\xff");
  g_assert_null (opening_open (file, NULL, NULL, NULL, NULL, &error));
  g_assert_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_NO_KERNEL);
}

/* The file to open is the user's choice: a link may lead to it, and it is waited for in vain. */
static void
test_opened (Scratch *self, gconstpointer data)
{
  g_autofree char *path = scratch_get_path (self, "pipe.cu");
  g_autofree char *zero = scratch_get_path (self, "zero.ptx");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) other = g_file_new_for_path (zero);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  g_assert_null (opening_open (file, NULL, NULL, NULL, NULL, &error));
  g_assert_error (error, WS_INPUT_ERROR, WS_INPUT_ERROR_KIND);
  g_clear_error (&error);
  g_assert_cmpint (symlink ("/dev/zero", zero), ==, 0);
  g_assert_null (opening_open (other, NULL, NULL, NULL, NULL, &error));
  g_assert_error (error, WS_INPUT_ERROR, WS_INPUT_ERROR_KIND);
}

/* Some editors put a byte order mark before what they write. */
static void
test_marked (Scratch *self, gconstpointer data)
{
  g_autofree char *path = scratch_get_path (self, "marked.cu");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserKernel) kernel = NULL;

  write_file (self, "marked.cu",
              "\xef\xbb\xbf#include \"h.cuh\"\n__global__ void k (int *p) { *p = N; }\n");
  write_file (self, "h.cuh", "\xef\xbb\xbf#define N 4\n");
  kernel = opening_open (file, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (ws_user_kernel_get_text (kernel), "#include"));
}

/* ---- headers ---- */

static WsUserSource *
open_source (const Scratch *self, const char *text, const char *const *allowed, GError **error)
{
  g_autofree char *path = scratch_get_path (self, "job");
  g_autoptr (GFile) folder = g_file_new_for_path (path);
  const WsInputScope scope = { folder, allowed };

  return ws_user_source_new ("a.cu", text, &scope, error);
}

#define KERNEL "__global__ void k (int *p) { p[0] = N; }\n"

static void
test_includes (Scratch *self, gconstpointer data)
{
  static const struct {
    const char *included;
    int code;
  } rows[] = {
    { "h.cuh", -1 },
    { "none.cuh", -1 }, /* it may be CUDA's own */
    { "link.csv", WS_INPUT_ERROR_LINK },
    { "pipe.csv", WS_INPUT_ERROR_KIND },
    { "below", WS_INPUT_ERROR_KIND },
    { "large.cuh", WS_INPUT_ERROR_TOO_LARGE },
    { "../common/h.cuh", WS_INPUT_ERROR_OUTSIDE },
    { "/etc/passwd", WS_INPUT_ERROR_OUTSIDE },
    { "/dev/zero", WS_INPUT_ERROR_OUTSIDE },
  };
  g_autofree char *large = g_strnfill (WS_COMPILE_MAX_SOURCE + 1, '\n');

  make_files (self);
  write_file (self, "job/h.cuh", "#define N 1\n");
  write_file (self, "job/large.cuh", large);
  write_file (self, "common/h.cuh", "#define N 2\n");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf ("\n#include \"%s\"\n" KERNEL, rows[i].included);
      g_autoptr (GError) error = NULL;
      G_GNUC_UNUSED g_autoptr (WsUserSource) source = open_source (self, text, NULL, &error);

      g_test_message ("%s", rows[i].included);
      if (rows[i].code < 0)
        {
          g_assert_no_error (error);
          continue;
        }
      g_assert_error (error, WS_INPUT_ERROR, rows[i].code);
      g_assert_true (g_str_has_prefix (error->message, "a.cu:2: “"));
      g_assert_true (rows[i].code != WS_INPUT_ERROR_OUTSIDE
                     || ws_input_error_get_folder (error) != NULL);
    }
}

/* A compiler is given names that lead out of no folder, in lines of the same length. */
static void
test_allowed (Scratch *self, gconstpointer data)
{
  g_autofree char *common = scratch_get_path (self, "common");
  const char *const allowed[] = { common, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserSource) source = NULL;
  g_autoptr (WsCompileRequest) request = NULL;
  g_autoptr (GPtrArray) diagnostics = g_ptr_array_new ();
  g_autofree char *file = g_strdup ("__/common/h.cuh");
  WsDiagnostic diagnostic = { .file = g_steal_pointer (&file) };
  gboolean has_moved = FALSE;

  make_files (self);
  write_file (self, "common/h.cuh", "#include \"more.cuh\"\n");
  write_file (self, "common/more.cuh", "#define N 2\n");
  source = open_source (self, "#include \"../common/h.cuh\" // it\n" KERNEL, allowed, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (source->files->len, ==, 3);
  g_assert_nonnull (ws_user_source_find_macro (source, "N"));
  request = ws_user_source_make_request (source);
  g_assert_nonnull (strstr (request->source, "#include \"__/common/h.cuh\" // it\n"));
  for (guint i = 0; i < request->headers->len; i += 2)
    {
      const char *name = g_ptr_array_index (request->headers, i);

      g_assert_null (strstr (name, ".."));
      has_moved |= g_str_equal (name, "__/common/h.cuh");
    }
  g_assert_true (has_moved);
  g_ptr_array_add (diagnostics, &diagnostic);
  ws_user_source_name_files (source, diagnostics);
  g_assert_cmpstr (diagnostic.file, ==, "../common/h.cuh");
  g_free (diagnostic.file);
}

int
main (int argc, char **argv)
{
  static const ScratchTest tests[] = {
    { "/own-named/contents", test_contents },
    { "/own-named/expected", test_expected },
    { "/own-named/users", test_users },
    { "/own-named/settings", test_settings },
    { "/own-named/names", test_names },
    { "/own-named/no-text", test_no_text },
    { "/own-named/bad-settings", test_bad_settings },
    { "/own-named/opened", test_opened },
    { "/own-named/marked", test_marked },
    { "/own-named/includes", test_includes },
    { "/own-named/allowed", test_allowed },
  };

  g_test_init (&argc, &argv, NULL);
  scratch_add_tests (tests, G_N_ELEMENTS (tests), "file");
  return g_test_run ();
}
