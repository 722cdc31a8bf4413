/* The texts that a source names, read by one process for another that reads no file: what comes of
 * it is what comes of reading them at once. */
#include "reader/source.h"
#include "paths.h"
#include "scratch.h"

#include <glib/gstdio.h>
#include <string.h>

#define MOST_ROUNDS 20

static void
write_file (const Scratch *self, const char *name, const char *text)
{
  g_autofree char *path = scratch_get_path (self, name);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static GFile *
get_folder (const Scratch *self)
{
  g_autofree char *path = scratch_get_path (self, "job");

  return g_file_new_for_path (path);
}

/* (transfer full): what another process has of it */
static WsUserTexts *
send (const WsUserTexts *texts)
{
  g_autoptr (GVariant) variant = g_variant_ref_sink (ws_user_texts_to_variant (texts));
  g_autoptr (GError) error = NULL;
  WsUserTexts *sent = ws_user_texts_from_variant (variant, &error);

  g_assert_no_error (error);
  return sent;
}

static WsUserSource *
read_in_rounds (const Scratch *self, const char *name, const char *text, GError **error)
{
  g_autoptr (GFile) folder = get_folder (self);
  const WsInputScope scope = { folder, NULL };
  g_autoptr (WsUserTexts) here = ws_user_texts_new_for_scope (&scope, name);

  for (guint i = 0; i < MOST_ROUNDS; i++)
    {
      g_autoptr (WsUserTexts) there = send (here);
      g_autoptr (WsUserSource) source = ws_user_source_read (name, text, there, error);
      g_autoptr (GVariant) missing = NULL;

      if (ws_user_texts_is_complete (there))
        return g_steal_pointer (&source);
      missing = g_variant_ref_sink (ws_user_texts_missing_to_variant (there));
      if (!ws_user_texts_read_missing (here, missing, NULL, error))
        return NULL;
    }
  g_assert_not_reached ();
}

static WsUserSource *
read_at_once (const Scratch *self, const char *name, const char *text, GError **error)
{
  g_autoptr (GFile) folder = get_folder (self);
  const WsInputScope scope = { folder, NULL };

  return g_str_has_suffix (name, ".ptx") ? ws_user_source_new_for_ptx (name, text, &scope, error)
                                         : ws_user_source_new (name, text, &scope, error);
}

static void
assert_same (const WsUserSource *one, const WsUserSource *other, guint n_files)
{
  g_autoptr (WsCompileRequest) first = ws_user_source_make_request (one);
  g_autoptr (WsCompileRequest) second = ws_user_source_make_request (other);

  g_assert_cmpuint (one->files->len, ==, n_files);
  g_assert_cmpuint (other->files->len, ==, n_files);
  g_assert_cmpstr (first->source, ==, second->source);
  g_assert_cmpuint (first->headers->len, ==, second->headers->len);
  for (guint i = 0; i < first->headers->len; i++)
    g_assert_cmpstr (first->headers->pdata[i], ==, second->headers->pdata[i]);
}

/* Headers beside a header, beside the source, around in a circle, and nowhere. */
static void
test_headers (Scratch *self, gconstpointer data)
{
  const char *text = "#include \"below/deep.cuh\"\n"
                     "#include \"none.cuh\"\n"
                     "__global__ void k (int *p) { p[0] = N + M; }\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserSource) at_once = NULL;
  g_autoptr (WsUserSource) in_rounds = NULL;

  write_file (self, "job/below/deep.cuh", "#include \"more.cuh\"\n#include \"beside.cuh\"\n");
  write_file (self, "job/below/more.cuh", "#include \"below/deep.cuh\"\n#define N 1\n");
  write_file (self, "job/beside.cuh", "#define M 2\n");
  at_once = read_at_once (self, "a.cu", text, &error);
  g_assert_no_error (error);
  in_rounds = read_in_rounds (self, "a.cu", text, &error);
  g_assert_no_error (error);
  g_assert_nonnull (ws_user_source_find_macro (in_rounds, "N"));
  g_assert_nonnull (ws_user_source_find_macro (in_rounds, "M"));
  assert_same (at_once, in_rounds, 4);
}

/* What may not be read is said in the same words, with the folder that would have to be allowed. */
static void
test_outside (Scratch *self, gconstpointer data)
{
  const char *text = "\n#include \"../far.cuh\"\n__global__ void k (int *p) { p[0] = N; }\n";
  g_autoptr (GError) first = NULL;
  g_autoptr (GError) second = NULL;

  write_file (self, "far.cuh", "#define N 1\n");
  g_assert_null (read_at_once (self, "a.cu", text, &first));
  g_assert_null (read_in_rounds (self, "a.cu", text, &second));
  g_assert_error (second, WS_INPUT_ERROR, WS_INPUT_ERROR_OUTSIDE);
  g_assert_true (g_str_has_prefix (second->message, "a.cu:2: "));
  g_assert_cmpstr (first->message, ==, second->message);
  g_assert_nonnull (ws_input_error_get_folder (second));
}

static void
set_time (const Scratch *self, const char *name, guint64 seconds)
{
  g_autofree char *path = scratch_get_path (self, name);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_assert_true (g_file_set_attribute_uint64 (file, G_FILE_ATTRIBUTE_TIME_MODIFIED, seconds,
                                              G_FILE_QUERY_INFO_NONE, NULL, NULL));
}

/* The source of PTX counts where it is no newer, and where its headers can be read. */
static void
test_origin (Scratch *self, gconstpointer data)
{
  static const struct {
    guint64 seconds;
    const char *head;
    const char *shown;
  } rows[] = {
    { 1000, "", "vector_add.cu" },
    { G_MAXINT32, "", "other.ptx" },
    { 1000, "#include \"h.cuh\"\n", "vector_add.cu" },
    { 1000, "#include \"../far.cuh\"\n", "other.ptx" },
  };
  g_autofree char *cu = g_build_filename (WS_TEST_DIR, "sources", "vector_add.cu", NULL);
  g_autofree char *path = g_build_filename (WS_TEST_DIR, "ptx", "vector_add.ptx", NULL);
  g_autofree char *text = NULL;
  g_autofree char *ptx = NULL;

  g_assert_true (g_file_get_contents (cu, &text, NULL, NULL));
  g_assert_true (g_file_get_contents (path, &ptx, NULL, NULL));
  write_file (self, "job/other.ptx", ptx);
  write_file (self, "job/h.cuh", "#define N 1\n");
  write_file (self, "far.cuh", "#define N 1\n");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *whole = g_strconcat (rows[i].head, text, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (WsUserSource) at_once = NULL;
      g_autoptr (WsUserSource) in_rounds = NULL;

      write_file (self, "job/vector_add.cu", whole);
      set_time (self, "job/vector_add.cu", rows[i].seconds);
      at_once = read_at_once (self, "other.ptx", ptx, &error);
      g_assert_no_error (error);
      in_rounds = read_in_rounds (self, "other.ptx", ptx, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (((const WsUserFile *)at_once->files->pdata[0])->name, ==, rows[i].shown);
      g_assert_cmpstr (((const WsUserFile *)in_rounds->files->pdata[0])->name, ==, rows[i].shown);
    }
}

/* ---- nonsense ---- */

static void
assert_missing_refused (WsUserTexts *texts, const char *missing, const char *why)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) variant = g_variant_parse (NULL, missing, NULL, NULL, &error);
  g_autofree char *message =
      g_strdup_printf ("Invalid list of the files that a source names: %s.", why);

  g_assert_no_error (error);
  g_assert_false (ws_user_texts_read_missing (texts, variant, NULL, &error));
  g_assert_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NONSENSE);
  g_assert_cmpstr (error->message, ==, message);
}

/* Another process may ask for anything: it is given what the source may read, and each once. */
static void
test_missing_refused (Scratch *self, gconstpointer data)
{
  g_autoptr (GFile) folder = get_folder (self);
  const WsInputScope scope = { folder, NULL };
  g_autoptr (WsUserTexts) texts = ws_user_texts_new_for_scope (&scope, "a.cu");
  g_autoptr (GVariant) outside = g_variant_ref_sink (
      g_variant_new_parsed ("[('/etc/passwd', @ms nothing), ('none', nothing)]"));
  g_autoptr (WsUserTexts) sent = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;

  assert_missing_refused (texts, "'x'", "no names, or too many");
  assert_missing_refused (texts, "@a(sms) []", "no names, or too many");
  assert_missing_refused (texts, "[('', @ms nothing)]", "a name is empty, or too long");
  assert_missing_refused (texts, "[('n', @ms nothing), ('n', nothing)]",
                          "a file is requested twice");
  g_assert_true (ws_user_texts_read_missing (texts, outside, NULL, &error));
  g_assert_no_error (error);
  sent = send (texts);
  bytes = ws_user_texts_read (sent, "/etc/passwd", NULL, &error);
  g_assert_null (bytes);
  g_assert_error (error, WS_INPUT_ERROR, WS_INPUT_ERROR_FAILED);
  g_assert_true (ws_user_texts_is_complete (sent));
}

static void
assert_texts_refused (GVariant *floating, int code)
{
  g_autoptr (GVariant) variant = g_variant_ref_sink (floating);
  g_autoptr (GError) error = NULL;

  g_assert_null (ws_user_texts_from_variant (variant, &error));
  g_assert_error (error, WS_COMPILE_ERROR, code);
}

static GVariant *
make_texts (guint n, gsize size)
{
  g_autofree char *text = g_strnfill (size, 'a');
  g_autoptr (GBytes) bytes = g_bytes_new (text, size);
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(sybay)"));
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("h%u", i);

      g_variant_builder_add (&builder, "(syb@ay)", name, 0, FALSE,
                             g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING, bytes, TRUE));
    }
  return g_variant_builder_end (&builder);
}

static void
test_texts_refused (Scratch *self, gconstpointer data)
{
  assert_texts_refused (g_variant_new_string ("x"), WS_COMPILE_ERROR_NONSENSE);
  assert_texts_refused (g_variant_new_parsed ("[('', byte 0, false, b'x')]"),
                        WS_COMPILE_ERROR_NONSENSE);
  assert_texts_refused (g_variant_new_parsed ("[('h', byte 3, false, b'x')]"),
                        WS_COMPILE_ERROR_NONSENSE);
  assert_texts_refused (make_texts (1, WS_COMPILE_MAX_SOURCE + 1), WS_COMPILE_ERROR_NONSENSE);
  assert_texts_refused (make_texts (WS_USER_MAX_NAMES + 1, 0), WS_COMPILE_ERROR_NONSENSE);
  assert_texts_refused (
      make_texts (WS_USER_MAX_BYTES / WS_COMPILE_MAX_SOURCE + 1, WS_COMPILE_MAX_SOURCE),
      WS_COMPILE_ERROR_TOO_LARGE);
}

int
main (int argc, char **argv)
{
  static const ScratchTest tests[] = {
    { "/own-texts/headers", test_headers },
    { "/own-texts/outside", test_outside },
    { "/own-texts/origin", test_origin },
    { "/own-texts/missing-refused", test_missing_refused },
    { "/own-texts/texts-refused", test_texts_refused },
  };

  g_test_init (&argc, &argv, NULL);
  scratch_add_tests (tests, G_N_ELEMENTS (tests), "none");
  return g_test_run ();
}
