/* The compilers that stand in for NVIDIA's library: what they make of the sources that people have
 * computes the same. Each is skipped where it is not there. */
#include "compile/mangled.h"
#include "compiler.h"
#include "opening.h"
#include "paths.h"

#include <math.h>
#include <string.h>

#define MOST_OFF  1e-4 /* of the fast functions of a float, of the size of what comes out */
#define LEAST_ALL 28   /* of the sources that a compiler without CUDA's headers has to make */
#define SOME      6    /* of the sources, with a compiler that takes seconds for each */

typedef struct {
  GMainLoop *loop;
  GPtrArray *outputs;
  GError *error;
} Answer;

static GPtrArray *names; /* of the sources */

static void
computed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->outputs = ws_client_compute_finish (WS_CLIENT (source), result, &answer->error);
  g_main_loop_quit (answer->loop);
}

static WsJob *
make (WsClient *client, const char *name, GError **error)
{
  g_autofree char *path = g_build_filename (WS_TEST_DIR, "sources", name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (WsUserKernel) kernel = opening_open (file, NULL, NULL, NULL, client, error);

  g_assert_nonnull (kernel);
  return opening_make (kernel, client, error);
}

/* (element-type GBytes) */
static GPtrArray *
compute (WsJob *job)
{
  g_autoptr (WsClient) client = ws_client_new (NULL);
  g_autoptr (WsJobSource) source = ws_job_source_new_for_job (job);
  Answer answer = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_client_compute_async (client, &(WsClientJob){ "vm:h200", source }, NULL, computed_cb, &answer);
  g_main_loop_run (answer.loop);
  g_main_loop_unref (answer.loop);
  g_assert_no_error (answer.error);
  return answer.outputs;
}

static void
assert_alike (const char *name, const WsBuffer *buffer, GBytes *bytes, GBytes *expected)
{
  guint64 length;
  WsValueType type = ws_buffer_get_type (buffer, &length);
  gsize size, expected_size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  const guint8 *other = g_bytes_get_data (expected, &expected_size);

  g_assert_cmpuint (size, ==, expected_size);
  if (size == 0 || memcmp (data, other, size) == 0)
    return;
  if (type != WS_VALUE_F32)
    g_error ("%s: “%s” differs", name, buffer->name);
  for (gsize i = 0; i + sizeof (float) <= size; i += sizeof (float))
    {
      float a, b;

      memcpy (&a, data + i, sizeof a);
      memcpy (&b, other + i, sizeof b);
      if (!(fabsf (a - b) <= MOST_OFF * (1 + fabsf (b))))
        g_error ("%s: “%s”[%zu] is %g, not %g", name, buffer->name, i / sizeof (float), a, b);
    }
}

static void
test_alike (gconstpointer data)
{
  const char *kind = data;
  guint n = g_str_equal (kind, "clang") || g_test_slow () ? names->len : SOME;
  guint n_made = 0;
  g_autoptr (WsClient) usual = NULL;
  g_autoptr (WsClient) client = NULL;

  g_setenv ("WARPSTAGE_COMPILER", "nvrtc", TRUE);
  usual = ws_client_new_for_compiler (NULL);
  if (!compiler_is_here (usual))
    return;
  g_setenv ("WARPSTAGE_COMPILER", kind, TRUE);
  client = ws_client_new_for_compiler (NULL);
  if (!compiler_is_here (client))
    return;
  for (guint i = 0; i < n; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      g_autoptr (GError) error = NULL;
      g_autoptr (WsJob) job = make (client, name, &error);
      g_autoptr (WsJob) expected_job = job != NULL ? make (usual, name, NULL) : NULL;
      g_autoptr (GPtrArray) outputs = NULL;
      g_autoptr (GPtrArray) expected = NULL;

      if (job == NULL)
        {
          /* what is missing is one sentence, with its place */
          g_assert_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE);
          g_assert_true (g_str_has_prefix (error->message, name));
          g_test_message ("%s", error->message);
          continue;
        }
      n_made++;
      outputs = compute (job);
      expected = compute (expected_job);
      g_assert_cmpuint (outputs->len, ==, expected->len);
      for (guint j = 0; j < outputs->len; j++)
        assert_alike (name, ws_job_get_buffer (job, j), g_ptr_array_index (outputs, j),
                      g_ptr_array_index (expected, j));
    }
  g_test_message ("%s compiles %u of %u", kind, n_made, n);
  g_assert_cmpuint (n_made, >=, n == names->len ? LEAST_ALL : n);
}

/* What a compiler is given to read, and what it computes for ever. */
static void
test_hostile (gconstpointer data)
{
  static const struct {
    const char *text;
    const char *says;
  } rows[] = {
    { "__global__ void k (int *p)\n{\n  p[0] = none;\n}\n", "own.cu:3:*none*" },
    { "#define HIDDEN \"/etc/passwd\"\n#include HIDDEN\n__global__ void k () {}\n", "own.cu:*" },
    { "#include \"../../README.md\"\n__global__ void k () {}\n", "own.cu:*" },
    { "constexpr int f (int n) { int s = 0; for (;;) s += n; return s; }\n"
      "constexpr int v = f (1);\n__global__ void k (int *p) { p[0] = v; }\n",
      "own.cu:2:*" },
    { "template <int N> struct F { static const int v = F<N + 1>::v; };\n"
      "__global__ void k (int *p) { p[0] = F<0>::v; }\n",
      "own.cu:1:*" },
  };
  const char *kind = data;
  g_autoptr (WsClient) client = NULL;

  g_setenv ("WARPSTAGE_COMPILER", kind, TRUE);
  client = ws_client_new_for_compiler (NULL);
  if (!compiler_is_here (client))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (WsCompileRequest) request = ws_compile_request_new ("own.cu", rows[i].text);
      g_autoptr (GError) error = NULL;
      g_autoptr (WsCompileResult) result = compiler_compile (client, request, &error);

      if (result != NULL)
        g_assert_false (ws_compile_result_check (result, &error));
      g_assert_nonnull (error);
      g_assert_null (strstr (error->message, "root:"));
      if (!g_pattern_match_simple (rows[i].says, error->message)
          && !g_error_matches (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_ENDLESS))
        g_error ("%s, %u: %s", kind, i, error->message);
    }
}

static void
test_names (void)
{
  static const char ptx[] =
      ".visible .entry _Z5scaleIfLj4EEvPT_(\n.visible .entry _Z5scaleIfLi8EEvPT_(\n"
      ".entry _ZN5image4blurEPf(\n.visible .entry plain(\n";
  static const struct {
    const char *expression;
    const char *name;
  } rows[] = {
    { "scale<float, 4>", "_Z5scaleIfLj4EEvPT_" },
    { "scale<float, 8>", "_Z5scaleIfLi8EEvPT_" },
    { "scale<Odd, 8>", "" },
    { "image::blur", "_ZN5image4blurEPf" },
    { "plain", "plain" },
    { "none", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *found = ws_mangled_find (ptx, rows[i].expression);

      g_assert_cmpstr (found, ==, rows[i].name);
    }
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_build_filename (WS_TEST_DIR, "sources", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  int status;

  g_test_init (&argc, &argv, NULL);
  names = g_ptr_array_new_with_free_func (g_free);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".cu"))
      g_ptr_array_add (names, g_strdup (name));
  g_test_add_func ("/own-fallback/names", test_names);
  g_test_add_data_func ("/own-fallback/nvcc", "nvcc", test_alike);
  g_test_add_data_func ("/own-fallback/clang", "clang", test_alike);
  g_test_add_data_func ("/own-fallback/hostile/nvrtc", "nvrtc", test_hostile);
  g_test_add_data_func ("/own-fallback/hostile/nvcc", "nvcc", test_hostile);
  g_test_add_data_func ("/own-fallback/hostile/clang", "clang", test_hostile);
  status = g_test_run ();
  g_ptr_array_unref (names);
  return status;
}
