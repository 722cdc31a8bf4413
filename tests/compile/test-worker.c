/* The worker that compiles, asked by the client: what it compiles, what it refuses, what it cannot
 * reach. Skipped where there is no compiler. */
#include "compiler.h"
#include "reader/answer.h"
#include "paths.h"

#include <glib/gstdio.h>
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

/* What a compiler computes for ever ends, and the next source is compiled. Each of the 2^30
 * instances counts to 100,000, so that its time is up long before its memory is. */
static void
test_ends (void)
{
  g_autoptr (WsClient) client = NULL;
  g_autoptr (WsCompileResult) result = NULL;
  g_autoptr (WsCompileResult) next = NULL;
  g_autoptr (GError) error = NULL;

  g_setenv ("WARPSTAGE_COMPILE_SECONDS", "2", TRUE);
  client = ws_client_new_for_compiler (NULL);
  if (!compiler_is_here (client))
    return;
  result = compile_text (
      client,
      "constexpr int count (int n) { for (int i = 0; i < 100000; i++) n ^= i; return n; }\n"
      "template <int N, int M> struct F { static const int v = F<N - 1, M>::v + "
      "F<N - 1, M + (1 << N)>::v; };\n"
      "template <int M> struct F<0, M> { static const int v = count (M); };\n"
      "__global__ void k (int *a) { a[0] = F<30, 0>::v; }\n",
      &error);
  g_assert_null (result);
  g_assert_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_ENDLESS);
  g_assert_nonnull (strstr (error->message, "stopped after 2 s"));
  g_clear_error (&error);
  g_unsetenv ("WARPSTAGE_COMPILE_SECONDS");
  next = compile_text (client, "__global__ void k (int *a) { a[0] = 1; }\n", &error);
  g_assert_no_error (error);
  g_assert_nonnull (next->ptx);
}

/* ---- what a source is ---- */

typedef struct {
  GMainLoop *loop;
  GVariant *answer;
  GError *error;
} Guessed;

static void
guessed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Guessed *guessed = data;

  guessed->answer = ws_client_ask_finish (WS_CLIENT (source), result, &guessed->error);
  g_main_loop_quit (guessed->loop);
}

/* (transfer full) (nullable) */
static GVariant *
request (WsClient *client, const char *what, GVariant *question, GError **error)
{
  Guessed guessed = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_client_ask_async (client, what, question, NULL, guessed_cb, &guessed);
  g_main_loop_run (guessed.loop);
  g_main_loop_unref (guessed.loop);
  if (guessed.error != NULL)
    g_propagate_error (error, guessed.error);
  return guessed.answer;
}

static GVariant *
ask (WsClient *client, GVariant *question, GError **error)
{
  return request (client, "guess", question, error);
}

static GVariant *
ask_of (WsClient *client, const char *name, const char *text, const char *settings,
        const WsUserTexts *texts, GError **error)
{
  const WsUserQuestion question = {
    .name = name, .text = text, .settings = settings, .texts = texts
  };
  GVariant *variant = ws_user_question_to_variant (&question, error);

  return variant != NULL ? ask (client, variant, error) : NULL;
}

#define WITH_HEADER                                                             \
  "#include \"scale.cuh\"\n"                                                    \
  "struct Pair { int x, y; };\n"                                                \
  "__global__ void k (float *p, Pair by) { p[threadIdx.x] *= by.x * SCALE; }\n" \
  "template <typename T> __global__ void unused (T *p) { p[0] = 1; }\n"         \
  "int main () { float *p; cudaMalloc (&p, 4 * 256); k<<<2, 128>>> (p, Pair{ 1, 2 }); }\n"

/* A header is asked for, and then the outline is that of the same source read here. No compiler is
 * needed. */
static void
test_guesses (void)
{
  g_autoptr (WsClient) client = ws_client_new_for_compiler (NULL);
  g_autofree char *folder = g_dir_make_tmp ("guess-XXXXXX", NULL);
  g_autofree char *header = g_build_filename (folder, "scale.cuh", NULL);
  g_autoptr (GFile) directory = g_file_new_for_path (folder);
  const WsInputScope scope = { directory, NULL };
  g_autoptr (WsUserTexts) texts = ws_user_texts_new_for_scope (&scope, "a.cu");
  const char *settings = "[launch 1]\nkernel=k\ngrid=3\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) first = NULL;
  g_autoptr (GVariant) missing = NULL;
  g_autoptr (GVariant) second = NULL;
  g_autoptr (GVariant) here = NULL;
  g_autoptr (WsUserOutline) outline = NULL;
  g_autoptr (WsUserOutline) own = NULL;
  g_autoptr (WsUserSource) source = NULL;

  g_assert_true (g_file_set_contents (header, "#define SCALE 2\n", -1, NULL));
  first = ask_of (client, "a.cu", WITH_HEADER, settings, texts, &error);
  g_assert_no_error (error);
  missing = ws_user_answer_get_missing (first);
  g_assert_nonnull (missing);
  g_assert_true (ws_user_texts_read_missing (texts, missing, NULL, &error));
  second = ask_of (client, "a.cu", WITH_HEADER, settings, texts, &error);
  g_assert_no_error (error);
  g_assert_null (ws_user_answer_get_missing (second));
  outline = ws_user_outline_from_variant (second, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (outline->file, ==, "a.cu");
  g_assert_cmpuint (outline->kernels->len, ==, 2);
  g_assert_cmpuint (((const WsUserOutlineKernel *)outline->kernels->pdata[1])->line, ==, 4);
  g_assert_cmpuint (ws_user_outline_find_type (outline, "Pair")->n_fields, ==, 2);
  g_assert_cmpstr (ws_user_plan_get_launch (outline->plan, 0)->grid.text, ==, "3");
  source = ws_user_source_new ("a.cu", WITH_HEADER, &scope, &error);
  own = ws_user_source_outline (source, NULL, settings, &error);
  g_assert_no_error (error);
  here = g_variant_ref_sink (ws_user_outline_to_variant (own));
  g_assert_true (g_variant_equal (here, second));
  g_remove (header);
  g_rmdir (folder);
}

/* What is wrong with a source is said as it is said without a worker. */
static void
test_guesses_nothing (void)
{
  static const struct {
    const char *name;
    const char *text;
    const char *says;
  } rows[] = {
    { "a.cu", "int main () {}", "“a.cu” has no kernel: *" },
    { "a.cu", "__global__ void k () {}\n#include \"/etc/passwd\"\n", "a.cu:2: “/etc/passwd” *" },
    { "a.ptx", "int main () {}", "a.ptx:1:*" },
  };
  g_autoptr (WsClient) client = ws_client_new_for_compiler (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GVariant) answer = ask_of (client, rows[i].name, rows[i].text, NULL, NULL, &error);

      g_assert_null (answer);
      g_assert_nonnull (error);
      g_test_message ("%s", error->message);
      g_assert_true (g_pattern_match_simple (rows[i].says, error->message));
    }
}

/* A request that is none is refused by the worker, and the next is answered by the same one. */
static void
test_guess_refused (void)
{
  static const char *const rows[] = {
    "{'name': <'a.cu'>}",
    "{'name': <'../a.cu'>, 'text': <'x'>}",
    "{'name': <''>, 'text': <'x'>}",
    "{'name': <'a.cu'>, 'text': <'x'>, 'texts': <<'x'>>}",
  };
  g_autoptr (WsClient) client = ws_client_new_for_compiler (NULL);
  g_autofree char *long_text = g_strnfill (WS_COMPILE_MAX_SOURCE + 1, 'a');
  g_autofree char *long_row = g_strdup_printf ("{'name': <'a.cu'>, 'text': <'%s'>}", long_text);

  for (guint i = 0; i <= G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      GVariant *question =
          g_variant_parse (NULL, i < G_N_ELEMENTS (rows) ? rows[i] : long_row, NULL, NULL, &error);
      g_autoptr (GVariant) answer = NULL;

      g_assert_no_error (error);
      answer = ask (client, g_variant_take_ref (question), &error);
      g_variant_unref (question);
      g_assert_null (answer);
      g_assert_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NONSENSE);
    }
}

/* So are orders, forms and settings that are none. */
static void
test_orders_refused (void)
{
  static const char *const requests[] = { "build", "make", "examine", "write" };
  static const char *const rows[] = {
    "@a{sv} {}",
    "{'name': <'a.cu'>, 'text': <'__global__ void k () {}'>}",
    "{'name': <'a.cu'>, 'text': <'__global__ void k () {}'>, 'plan': <<'x'>>}",
  };
  g_autoptr (WsClient) client = ws_client_new_for_compiler (NULL);
  guint pid = 0;

  for (guint i = 0; i < G_N_ELEMENTS (requests) * G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GVariant) answer =
          request (client, requests[i % G_N_ELEMENTS (requests)],
                   g_variant_new_parsed (rows[i / G_N_ELEMENTS (requests)]), &error);

      g_assert_null (answer);
      g_assert_nonnull (error);
      g_assert_false (error->domain == WS_CLIENT_ERROR);
      if (pid == 0)
        pid = ws_client_get_worker_pid (client);
      g_assert_cmpuint (ws_client_get_worker_pid (client), ==, pid);
    }
}

/* A worker that runs kernels reads no source. */
static void
test_others_refuse (void)
{
  g_autoptr (WsClient) client = ws_client_new (NULL);
  const WsUserQuestion question = { .name = "a.cu", .text = "__global__ void k () {}" };
  g_autoptr (GError) error = NULL;

  g_assert_null (ask (client, ws_user_question_to_variant (&question, NULL), &error));
  g_assert_nonnull (error);
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
  g_test_add_func ("/compile-worker/guesses", test_guesses);
  g_test_add_func ("/compile-worker/guesses-nothing", test_guesses_nothing);
  g_test_add_func ("/compile-worker/guess-refused", test_guess_refused);
  g_test_add_func ("/compile-worker/orders-refused", test_orders_refused);
  g_test_add_func ("/compile-worker/others-refuse", test_others_refuse);
  return g_test_run ();
}
