/* The worker that compiles, asked by the client: what it compiles, what it refuses, what it cannot
 * reach. Skipped where there is no compiler. */
#include "compiler.h"
#include "paths.h"

#include <string.h>

static WsCompileResult *
compile_text (WsClient *client, const char *source, GError **error)
{
  g_autoptr (WsCompileRequest) request = ws_compile_request_new ("own.cu", source);

  return compiler_compile (client, request, error);
}

static void
test_compiles (void)
{
  g_autoptr (WsClient) client = ws_client_new_for_compiler (NULL);
  g_autoptr (WsCompileRequest) request = NULL;
  g_autoptr (WsCompileResult) result = NULL;
  g_autoptr (GError) error = NULL;

  if (!compiler_is_here (client))
    return;
  request = ws_compile_request_new (
      "own.cu",
      "#include \"twice.h\"\n"
      "template <typename T> __global__ void scale (T *a) { a[threadIdx.x] = twice (a[0]); }\n");
  ws_compile_request_add_header (request, "twice.h",
                                 "template <typename T> T twice (T x) { return x + x; }\n");
  g_ptr_array_add (request->expressions, g_strdup ("scale<float>"));
  result = compiler_compile (client, request, &error);
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

  if (!compiler_is_here (client))
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

  if (!compiler_is_here (client))
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

  if (!compiler_is_here (client))
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
  g_setenv ("WARPSTAGE_COMPILER", "nvrtc", TRUE); /* another says other things */
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compile-worker/compiles", test_compiles);
  g_test_add_func ("/compile-worker/says-the-place", test_says_the_place);
  g_test_add_func ("/compile-worker/reads-nothing-else", test_reads_nothing_else);
  g_test_add_func ("/compile-worker/ends", test_ends);
  return g_test_run ();
}
