/* Whole programs, run by their own main(): what they print, how they end and what they copy back
 * from the device, held against what nvcc and a real GPU made of them. */
#include "built.h"
#include "compiler.h"
#include "host-program.h"
#include "part.h"
#include "paths.h"
#include "program/program-headers.h"
#include "program/program-run.h"
#include "specs.h"

#include <math.h>
#include <string.h>

#define ARCHITECTURE 90
/* Of numbers that both print: sums of floats may be added up in another order. */
#define TOLERANCE 1e-3
#define NOTHING   1e-5 /* what is smaller is what rounding left */
/* Of doubles that kernels get of clang: units in the last place. pow() has by far the most. */
#define MOST_APART 40

typedef struct {
  GMainLoop *loop;
  WsProgramRun *run;
  GError *error;
} Answer;

static const char *const folders[] = { "tests/whole/sources", "tests/user/sources",
                                       "tests/bench/unseen" };

/* ---- what is expected ---- */

static gboolean
is_nearly (const char *a, const char *b)
{
  char *end_a, *end_b;
  double x = g_ascii_strtod (a, &end_a);
  double y = g_ascii_strtod (b, &end_b);

  return end_a != a && end_b != b && g_str_equal (end_a, end_b)
         && fabs (x - y) <= fmax (NOTHING, TOLERANCE * fmax (fabs (x), fabs (y)));
}

/* Word by word: numbers may differ by a rounding, nothing else by anything. */
static gboolean
compare (const char *name, const char *what, const char *came, const char *expected)
{
  g_auto (GStrv) a = g_strsplit_set (came, " \n\t=,()", -1);
  g_auto (GStrv) b = g_strsplit_set (expected, " \n\t=,()", -1);
  guint i = 0;

  while (a[i] != NULL && b[i] != NULL && (g_str_equal (a[i], b[i]) || is_nearly (a[i], b[i])))
    i++;
  if (a[i] == NULL && b[i] == NULL)
    return TRUE;
  g_test_message ("%s, %s: “%s” for “%s” in\n%s", name, what, a[i], b[i], came);
  return FALSE;
}

/* ---- a program ---- */

static void
run_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->run = ws_program_run_finish (result, &answer->error);
  g_main_loop_quit (answer->loop);
}

/* As it stands, behind watch.h. */
static WsCompileRequest *
make_request (GFile *file)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *text = NULL;
  g_autofree char *watch = NULL;
  g_autofree char *watched = NULL;
  WsCompileRequest *request;

  g_assert_true (g_file_load_contents (file, NULL, &text, NULL, NULL, NULL));
  g_assert_true (g_file_get_contents (WS_TEST_DIR "/watch.h", &watch, NULL, NULL));
  watched = g_strdup_printf ("#include \"watch.h\"\n#line 1 \"%s\"\n%s", name, text);
  request = ws_compile_request_new (name, watched);
  request->architecture = ARCHITECTURE;
  ws_compile_request_add_header (request, "watch.h", watch);
  g_assert_true (ws_program_add_headers (request, folder, NULL, NULL));
  return request;
}

static WsProgramRun *
run (GBytes *object)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  const WsProgramOptions options = { .spec = spec, .capture = G_MAXUINT32 };
  Answer answer = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_program_run_async (object, &options, NULL, run_cb, &answer);
  g_main_loop_run (answer.loop);
  g_main_loop_unref (answer.loop);
  g_assert_no_error (answer.error);
  return answer.run;
}

/* Whether it does what it did on the real GPU; one that nvcc refused is refused here, too. */
static gboolean
try (WsClient *client, const char *name, GFile *file, const char *expected)
{
  g_autoptr (WsCompileRequest) request = make_request (file);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCompileResult) compiled = built_compile (client, g_steal_pointer (&request));
  g_autoptr (WsProgramRun) came = NULL;
  g_autofree char *status = NULL;
  g_autofree char *output = NULL;
  const char *first = strchr (expected, '\n') + 1;
  const char *errors = strstr (expected, "----\n");

  if (g_str_has_prefix (expected, "does not compile"))
    return compiled->object == NULL;
  if (!ws_compile_result_check (compiled, &error))
    {
      g_test_message ("%s: %s", name, error->message);
      return FALSE;
    }
  came = run (compiled->object);
  status = came->signal != 0 ? g_strdup_printf ("signal %d", came->signal)
                             : g_strdup_printf ("status %d\n", came->status);
  output = g_strndup (first, (gsize)(errors - first));
  if (!compare (name, "standard output", came->output, output)
      || !compare (name, "standard error", came->errors, errors + strlen ("----\n")))
    return FALSE;
  if (!g_str_has_prefix (expected, status))
    g_test_message ("%s: %s", name, status);
  return g_str_has_prefix (expected, status) && ws_history_count_launches (came->history) > 0;
}

typedef gboolean (*Try) (WsClient *client, const char *name, GFile *file, const char *expected);

/* Each program of which a real GPU's answer is here; "-2" of a name that another folder has, too.
 */
static void
try_all (WsClient *client, Try try_one)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n = 0;
  guint n_wrong = 0;

  if (!compiler_is_here (client) || !host_program_can_run ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = g_build_filename (WS_SOURCE_DIR, folders[i], NULL);
      g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
      const char *entry;

      g_assert_nonnull (dir);
      while ((entry = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *stem = g_strndup (entry, strcspn (entry, "."));
          g_autofree char *name =
              g_strconcat (stem, g_hash_table_contains (seen, stem) ? "-2" : "", NULL);
          g_autofree char *answer = g_strconcat (WS_TEST_DIR "/expected/", name, ".txt", NULL);
          g_autofree char *whole = g_build_filename (path, entry, NULL);
          g_autoptr (GFile) file = g_file_new_for_path (whole);
          g_autofree char *expected = NULL;

          if (!g_str_has_suffix (entry, ".cu")
              || !g_file_get_contents (answer, &expected, NULL, NULL))
            continue;
          g_hash_table_add (seen, g_steal_pointer (&stem));
          if (part_has (n++, 5) && !try_one (client, name, file, expected))
            {
              g_test_message ("%s differs", name);
              n_wrong++;
            }
        }
    }
  g_test_message ("%u of %u programs differ", n_wrong, n);
  g_assert_cmpuint (n, >=, 60);
  g_assert_cmpuint (n_wrong, ==, 0);
}

static void
test_programs (void)
{
  g_autoptr (WsClient) client = ws_client_new_for_programs (NULL);

  try_all (client, try);
}

/* ---- by clang ---- */

/* Those that clang cannot compile without CUDA's own headers, and what they include of them. All
 * others it does. */
static const struct {
  const char *name;
  const char *header;
} beyond_clang[] = {
  { "compact_warp", "cooperative_groups.h" }, { "cooperative", "cooperative_groups.h" },
  { "cub_block_reduce", "cub/cub.cuh" },      { "cub_mix", "cub/cub.cuh" },
  { "curand_pi", "curand_kernel.h" },         { "half_axpy", "cuda_fp16.h" },
  { "monte_carlo", "curand_kernel.h" },       { "pagerank_coop", "cooperative_groups.h" },
  { "pi_curand", "curand_kernel.h" },         { "thrust_wordcount", "thrust/" },
};

/* Nothing becomes of it, and what is said is where to get the header. */
static gboolean
is_refused (WsClient *client, const char *name, GFile *file, const char *header)
{
  g_autoptr (WsCompileRequest) request = make_request (file);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCompileResult) compiled = compiler_compile (client, request, &error);

  g_assert_no_error (error);
  if (ws_compile_result_check (compiled, &error))
    return FALSE;
  g_test_message ("%s: %s", name, error->message);
  return strstr (error->message, header) != NULL
         && strstr (error->message, "Get the Compiler") != NULL;
}

static gboolean
try_by_clang (WsClient *client, const char *name, GFile *file, const char *expected)
{
  for (guint i = 0; i < G_N_ELEMENTS (beyond_clang); i++)
    if (g_str_equal (name, beyond_clang[i].name))
      return is_refused (client, name, file, beyond_clang[i].header);
  return try (client, name, file, expected);
}

static void
test_by_clang (void)
{
  g_autoptr (WsClient) client = ws_client_new_for_programs (NULL);

  try_all (client, try_by_clang);
}

/* What device.cuh has of mathematics, against the host's. */
static void
test_mathematics (void)
{
  g_autoptr (WsClient) client = ws_client_new_for_programs (NULL);
  g_autoptr (GFile) file = g_file_new_for_path (WS_TEST_DIR "/mathematics.cu");
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCompileRequest) request = make_request (file);
  g_autoptr (WsCompileResult) compiled = NULL;
  g_autoptr (WsProgramRun) came = NULL;
  g_auto (GStrv) lines = NULL;
  guint n = 0;

  if (!compiler_is_here (client) || !host_program_can_run ())
    return;
  compiled = compiler_compile (client, request, &error);
  g_assert_no_error (error);
  ws_compile_result_check (compiled, &error);
  g_assert_no_error (error);
  came = run (compiled->object);
  g_test_message ("%s", came->output);
  lines = g_strsplit (came->output, "\n", -1);
  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++, n++)
    g_assert_cmpint (g_ascii_strtoll (strrchr (lines[i], ' '), NULL, 10), <=, MOST_APART);
  g_assert_cmpuint (n, ==, 20);
}

/* Each by clang, whatever is there. */
static void
run_by_clang (gconstpointer data)
{
  g_autofree char *before = g_strdup (g_getenv ("WARPSTAGE_COMPILER"));

  g_setenv ("WARPSTAGE_COMPILER", "clang", TRUE);
  ((void (*) (void))data) ();
  g_unsetenv ("WARPSTAGE_COMPILER");
  if (before != NULL)
    g_setenv ("WARPSTAGE_COMPILER", before, TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/whole/programs", test_programs);
  g_test_add_data_func ("/whole/clang/programs", (gconstpointer)test_by_clang, run_by_clang);
  g_test_add_data_func ("/whole/clang/mathematics", (gconstpointer)test_mathematics, run_by_clang);
  return g_test_run ();
}
