/* The worker that compiles, asked by the client: what it compiles, what it refuses, what it cannot
 * reach. Skipped where there is no compiler. */
#include "client/client.h"

#include <string.h>

typedef struct {
  GMainLoop *loop;
  WsCompileResult *result;
  WsClientCompiler *compiler;
  WsRun *run;
  GError *error;
} Answer;

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->compiler = ws_client_find_compiler_finish (WS_CLIENT (source), result, &answer->error);
  g_main_loop_quit (answer->loop);
}

static void
compiled_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->result = ws_client_compile_finish (WS_CLIENT (source), result, &answer->error);
  g_main_loop_quit (answer->loop);
}

/* Whether there is a compiler to ask; otherwise the test is skipped. */
static gboolean
has_compiler (WsClient *client)
{
  Answer answer = { .loop = g_main_loop_new (NULL, FALSE) };
  gboolean has;

  ws_client_find_compiler_async (client, NULL, found_cb, &answer);
  g_main_loop_run (answer.loop);
  g_main_loop_unref (answer.loop);
  has = answer.compiler != NULL;
  if (!has)
    {
      g_assert_error (answer.error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NO_COMPILER);
      g_test_skip ("There is no compiler for CUDA here.");
    }
  g_clear_pointer (&answer.compiler, ws_client_compiler_free);
  g_clear_error (&answer.error);
  return has;
}

static WsCompileResult *
compile (WsClient *client, const WsCompileRequest *request, GError **error)
{
  Answer answer = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_client_compile_async (client, request, NULL, compiled_cb, &answer);
  g_main_loop_run (answer.loop);
  g_main_loop_unref (answer.loop);
  if (answer.error != NULL)
    g_propagate_error (error, answer.error);
  return answer.result;
}

static WsCompileResult *
compile_text (WsClient *client, const char *source, GError **error)
{
  g_autoptr (WsCompileRequest) request = ws_compile_request_new ("own.cu", source);

  return compile (client, request, error);
}

static void
test_compiles (void)
{
  g_autoptr (WsClient) client = ws_client_new_for_compiler (NULL);
  g_autoptr (WsCompileRequest) request = NULL;
  g_autoptr (WsCompileResult) result = NULL;
  g_autoptr (GError) error = NULL;

  if (!has_compiler (client))
    return;
  request = ws_compile_request_new (
      "own.cu",
      "#include \"twice.h\"\n"
      "template <typename T> __global__ void scale (T *a) { a[threadIdx.x] = twice (a[0]); }\n");
  ws_compile_request_add_header (request, "twice.h",
                                 "template <typename T> T twice (T x) { return x + x; }\n");
  g_ptr_array_add (request->expressions, g_strdup ("scale<float>"));
  result = compile (client, request, &error);
  g_assert_no_error (error);
  g_assert_nonnull (result->ptx);
  g_assert_nonnull (strstr (result->ptx, ".entry _Z5scaleIfEvPT_("));
  g_assert_nonnull (strstr (result->ptx, ".loc"));
  g_assert_cmpstr (result->names->pdata[0], ==, "_Z5scaleIfEvPT_");
  g_assert_true (g_str_has_prefix (result->compiler, "NVRTC "));
}

static void
test_says_the_place (void)
{
  g_autoptr (WsClient) client = ws_client_new_for_compiler (NULL);
  g_autoptr (WsCompileResult) result = NULL;
  g_autoptr (GError) error = NULL;
  const WsDiagnostic *first;

  if (!has_compiler (client))
    return;
  result = compile_text (client, "__global__ void k (int *a)\n{\n  a[0] = 3\n}\n", &error);
  g_assert_no_error (error);
  g_assert_null (result->ptx);
  first = result->diagnostics->pdata[0];
  g_assert_cmpstr (first->file, ==, "own.cu");
  g_assert_cmpuint (first->line, ==, 4);
  g_assert_cmpuint (first->column, ==, 1);
  g_assert_cmpuint (first->severity, ==, WS_SEVERITY_ERROR);
}

/* The worker has no file but the compiler's. */
static void
test_reads_nothing_else (void)
{
  g_autoptr (WsClient) client = ws_client_new_for_compiler (NULL);
  static const char *const paths[] = { "/etc/passwd", "/proc/1/environ" };
  g_autofree char *readme = g_build_filename (WS_SOURCE_DIR, "README.md", NULL);

  if (!has_compiler (client))
    return;
  for (guint i = 0; i <= G_N_ELEMENTS (paths); i++)
    {
      const char *path = i < G_N_ELEMENTS (paths) ? paths[i] : readme;
      g_autofree char *source =
          g_strdup_printf ("#include \"%s\"\n__global__ void k () {}\n", path);
      g_autoptr (WsCompileResult) result = NULL;
      g_autoptr (GError) error = NULL;
      const WsDiagnostic *first;

      result = compile_text (client, source, &error);
      g_assert_no_error (error);
      g_assert_null (result->ptx);
      g_assert_cmpuint (result->diagnostics->len, >=, 1);
      first = result->diagnostics->pdata[0];
      g_assert_cmpuint (first->line, ==, 1);
      g_assert_nonnull (strstr (first->text, "open source file"));
    }
}

/* What a compiler computes for ever ends, and the next source is compiled. */
static void
test_ends (void)
{
  g_autoptr (WsClient) client = ws_client_new_for_compiler (NULL);
  g_autoptr (WsCompileResult) result = NULL;
  g_autoptr (WsCompileResult) next = NULL;
  g_autoptr (GError) error = NULL;

  if (!has_compiler (client))
    return;
  result = compile_text (client,
                         "template <int N, int M> struct F { static const int v = F<N - 1, M>::v + "
                         "F<N - 1, M + (1 << N)>::v; };\n"
                         "template <int M> struct F<0, M> { static const int v = 1; };\n"
                         "__global__ void k (int *a) { a[0] = F<30, 0>::v; }\n",
                         &error);
  g_assert_null (result);
  g_assert_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_ENDLESS);
  g_clear_error (&error);
  next = compile_text (client, "__global__ void k (int *a) { a[0] = 1; }\n", &error);
  g_assert_no_error (error);
  g_assert_nonnull (next->ptx);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compile-worker/compiles", test_compiles);
  g_test_add_func ("/compile-worker/says-the-place", test_says_the_place);
  g_test_add_func ("/compile-worker/reads-nothing-else", test_reads_nothing_else);
  g_test_add_func ("/compile-worker/ends", test_ends);
  return g_test_run ();
}
