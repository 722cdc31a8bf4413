/* A program whose text changes: where kernels alone do, they alone are compiled, and what it prints
 * is what they make of it; where anything else does, all of it is. */
#include "compiler.h"
#include "host-program.h"
#include "scratch.h"
#include "specs.h"
#include "program/program-build.h"
#include "program/program.h"

#include <string.h>

#define HEADER                                          \
  "template <typename T> __device__ T times (T value) " \
  "{ return value * 2; }\n"

/* What is replaced in it stands there once. */
#define PROGRAM                                                             \
  "#include <cstdio>\n"                                                     \
  "#include <vector>\n"                                                     \
  "#include <unistd.h>\n"                                                   \
  "#include \"times.h\"\n"                                                  \
  "__constant__ int offset;\n"                                              \
  "__device__ int total;\n"                                                 \
  "__device__ int shift (int value)\n"                                      \
  "{\n"                                                                     \
  "  return value + offset;\n"                                              \
  "}\n"                                                                     \
  "__host__ __device__ int both (int value) { return value; }\n"            \
  "template <typename T> __global__ void scale (T *a, int n)\n"             \
  "{\n"                                                                     \
  "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"                      \
  "  if (i < n) a[i] = shift (times (a[i]));\n"                             \
  "}\n"                                                                     \
  "static __global__ void add_up (const int *a, int n)\n"                   \
  "{\n"                                                                     \
  "  __shared__ int sum;\n"                                                 \
  "  if (threadIdx.x == 0) sum = 0;\n"                                      \
  "  __syncthreads ();\n"                                                   \
  "  atomicAdd (&sum, both (a[threadIdx.x]));\n"                            \
  "  __syncthreads ();\n"                                                   \
  "  if (threadIdx.x == 0) total = sum;\n"                                  \
  "}\n"                                                                     \
  "int main (int argc, char **argv)\n"                                      \
  "{\n"                                                                     \
  "  std::vector<int> host (64, 1);\n"                                      \
  "  int *a, one = 1, sum;\n"                                               \
  "  if (argc > 1) usleep (500000);\n"                                      \
  "  cudaMalloc (&a, 64 * sizeof (int));\n"                                 \
  "  cudaMemcpy (a, host.data (), 64 * sizeof (int), cudaMemcpyDefault);\n" \
  "  cudaMemcpyToSymbol (offset, &one, sizeof one);\n"                      \
  "  scale<int><<<2, 32>>> (a, 64);\n"                                      \
  "  add_up<<<1, 64>>> (a, 64);\n"                                          \
  "  cudaMemcpyFromSymbol (&sum, total, sizeof sum);\n"                     \
  "  printf (\"sum %d\\n\", both (sum));\n"                                 \
  "  return 0;\n"                                                           \
  "}\n"

typedef struct {
  Scratch scratch;
  GFile *file;
  WsClient *reader;
  WsSpec *spec;
  GMainLoop *loop;
  GAsyncResult *result;
} Fixture;

static void
answered_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Fixture *self = data;

  self->result = g_object_ref (result);
  g_main_loop_quit (self->loop);
}

static void
write_header (Fixture *self, const char *text)
{
  g_autofree char *path = scratch_get_path (&self->scratch, "times.h");

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
set_up (Fixture *self, gconstpointer data)
{
  scratch_set_up (&self->scratch, "edited.cu");
  self->file = g_file_new_for_path (self->scratch.path);
  self->reader = ws_client_new_for_compiler (NULL);
  self->spec = specs_load ("h200");
  self->loop = g_main_loop_new (NULL, FALSE);
  write_header (self, HEADER);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_main_loop_unref (self->loop);
  ws_spec_unref (self->spec);
  g_object_unref (self->reader);
  g_object_unref (self->file);
  scratch_tear_down (&self->scratch, NULL);
}

static gboolean
is_possible (void)
{
  g_autoptr (WsClient) programs = ws_client_new_for_programs (NULL);

  return compiler_is_here (programs) && host_program_can_run ();
}

/* (transfer full): @text, with @with for @what, which stands there once */
static char *
edit (const char *text, const char *what, const char *with)
{
  GString *string = g_string_new (text);

  g_assert_cmpuint (g_string_replace (string, what, with, 0), ==, 1);
  return g_string_free (string, FALSE);
}

/* ---- what is compiled ---- */

/* (transfer full) (nullable) */
static WsProgramRun *
run (Fixture *self, WsProgramBuild *build, guint32 capture)
{
  const WsProgramOptions options = { .spec = self->spec,
                                     .code = ws_program_build_get_code (build),
                                     .capture = capture };
  g_autoptr (GError) error = NULL;
  WsProgramRun *came;

  ws_program_run_async (ws_program_build_get_object (build), &options, NULL, answered_cb, self);
  g_main_loop_run (self->loop);
  came = ws_program_run_finish (self->result, &error);
  g_clear_object (&self->result);
  g_assert_no_error (error);
  return came;
}

static gboolean
make (Fixture *self, WsProgramBuild *build, const char *text, const char *ptx, GError **error)
{
  const WsProgramSource source = { text, self->spec, ptx, self->reader };
  gboolean is_made;

  ws_program_build_make_async (build, &source, NULL, answered_cb, self);
  g_main_loop_run (self->loop);
  is_made = ws_program_build_make_finish (build, self->result, error);
  g_clear_object (&self->result);
  return is_made;
}

/* Of each edit of the program: whether the kernels alone are compiled, and what it prints then. */
static void
test_edits (Fixture *self, gconstpointer data)
{
  static const struct {
    const char *what;
    const char *with;
    gboolean is_device;
    const char *prints;
  } edits[] = {
    { "value + offset", "value + 3 * offset", TRUE, "sum 320\n" },
    { "a[i] = shift (times (a[i]));", "/* less */\n\n a[i] = times (a[i]);", TRUE, "sum 128\n" },
    { "total = sum", "total = sum + 1", TRUE, "sum 193\n" },
    { "__syncthreads ();\n  atomicAdd", "__syncthreads ( ) ;\n  atomicAdd", TRUE, "sum 192\n" },
    { "{ return value; }", "{ return value + 1; }", FALSE, "sum 257\n" },
    { "host (64, 1)", "host (64, 2)", FALSE, "sum 320\n" },
    { "  __shared__ int sum;", "#define MORE 1\n  __shared__ int sum;", FALSE, "sum 192\n" },
    { "__device__ int total;", "__device__ int total, other;", FALSE, "sum 192\n" },
    { "__constant__ int offset;", "__constant__ int offset; // of all", TRUE, "sum 192\n" },
  };
  g_autoptr (WsProgramBuild) build = ws_program_build_new (self->file);
  g_autoptr (WsProgramRun) whole = NULL;
  g_autoptr (GError) error = NULL;
  const char *ptx;

  if (!is_possible ())
    return;
  g_assert_true (make (self, build, PROGRAM, NULL, &error));
  g_assert_null (ws_program_build_get_code (build));
  whole = run (self, build, 0);
  g_assert_cmpstr (whole->output, ==, "sum 192\n");
  g_assert_cmpuint (whole->history->modules->len, ==, 1);
  ptx = ((const WsHistoryModule *)g_ptr_array_index (whole->history->modules, 0))->ptx;
  for (guint i = 0; i < G_N_ELEMENTS (edits); i++)
    {
      g_autofree char *text = edit (PROGRAM, edits[i].what, edits[i].with);
      g_autoptr (WsProgramRun) came = NULL;

      g_test_message ("%s", edits[i].with);
      g_assert_true (make (self, build, PROGRAM, ptx, &error));
      g_assert_null (ws_program_build_get_code (build));
      g_assert_true (make (self, build, text, ptx, &error));
      g_assert_no_error (error);
      g_assert_true ((ws_program_build_get_code (build) != NULL) == edits[i].is_device);
      g_assert_true (ws_program_build_is_of (build, text, self->spec));
      came = run (self, build, 0);
      g_assert_cmpstr (came->output, ==, edits[i].prints);
      g_assert_cmpuint (ws_history_count_launches (came->history), ==, 2);
      /* as ptxas has it, of the edited kernel, too */
      g_assert_cmpuint (came->history->capture->registers, >, 0);
    }
}

/* A header may be the host's, too; a mistake is said as nvcc says it, and the object stays. */
static void
test_headers_and_mistakes (Fixture *self, gconstpointer data)
{
  g_autoptr (WsProgramBuild) build = ws_program_build_new (self->file);
  g_autofree char *better = edit (PROGRAM, "value + offset", "value + 2 * offset");
  g_autofree char *wrong = edit (PROGRAM, "value + offset", "value + nothing");
  g_autofree char *again = edit (PROGRAM, "value + offset", "value + 4 * offset");
  g_autoptr (WsProgramRun) whole = NULL;
  g_autoptr (WsProgramRun) came = NULL;
  g_autoptr (GError) error = NULL;
  const WsDiagnostic *first;
  const char *ptx;

  if (!is_possible ())
    return;
  g_assert_true (make (self, build, PROGRAM, NULL, &error));
  whole = run (self, build, G_MAXUINT32);
  ptx = ((const WsHistoryModule *)g_ptr_array_index (whole->history->modules, 0))->ptx;

  g_assert_false (make (self, build, wrong, ptx, &error));
  g_assert_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE);
  g_clear_error (&error);
  first = g_ptr_array_index (ws_program_build_get_diagnostics (build), 0);
  g_assert_cmpuint (first->line, ==, 9);
  g_assert_false (ws_program_build_is_of (build, wrong, self->spec));
  g_assert_true (make (self, build, again, ptx, &error));
  g_assert_nonnull (ws_program_build_get_code (build));

  write_header (self, "template <typename T> __device__ T times (T value) { return value * 3; }\n");
  g_assert_true (make (self, build, better, ptx, &error));
  g_assert_null (ws_program_build_get_code (build));
  came = run (self, build, G_MAXUINT32);
  g_assert_cmpstr (came->output, ==, "sum 320\n");
}

/* ---- the program ---- */

/* (transfer full) */
static WsJob *
make_job (Fixture *self, WsUserProgram *program, const char *text)
{
  g_autoptr (GError) error = NULL;
  WsJob *job;

  ws_user_program_set_text (program, text);
  ws_user_program_make_async (program, self->reader, NULL, answered_cb, self);
  g_main_loop_run (self->loop);
  job = ws_user_program_make_finish (program, self->result, &error);
  g_clear_object (&self->result);
  g_assert_no_error (error);
  return job;
}

static void
count_cb (guint *n)
{
  ++*n;
}

static const char *
get_ptx (const WsJob *job)
{
  return job->program.ptx;
}

static guint
get_registers (const WsJob *job)
{
  return g_array_index (job->program.entries, WsEntry, 0).registers->len;
}

/* main() takes half a second: the launch is seen with its new kernel before it has run again. */
static void
test_slow_main (Fixture *self, gconstpointer data)
{
  g_autoptr (WsUserProgram) program = ws_user_program_new (self->file);
  g_autofree char *text = edit (PROGRAM, "total = sum", "total = 5 * sum");
  g_autoptr (WsJob) before = NULL;
  g_autoptr (WsJob) after = NULL;
  guint n_runs = 0;

  if (!is_possible ())
    return;
  g_signal_connect_swapped (program, "ran", G_CALLBACK (count_cb), &n_runs);
  ws_user_program_set_device (program, self->spec);
  g_assert_true (ws_user_program_set_arguments (program, "slowly", NULL));
  ws_user_program_set_launch (program, 1);
  before = make_job (self, program, PROGRAM);
  g_assert_cmpuint (n_runs, ==, 1);
  g_assert_cmpstr (ws_user_program_get_run (program)->output, ==, "sum 192\n");

  after = make_job (self, program, text);
  g_assert_cmpuint (n_runs, ==, 1);
  g_assert_cmpstr (ws_user_program_get_run (program)->output, ==, "sum 192\n");
  g_assert_cmpstr (get_ptx (before), !=, get_ptx (after));
  g_assert_cmpuint (get_registers (after), ==, 1);
  while (n_runs < 2)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (ws_user_program_get_run (program)->output, ==, "sum 960\n");
}

/* One run is enough where the launch is known before. */
static void
test_one_run (Fixture *self, gconstpointer data)
{
  g_autoptr (WsUserProgram) program = ws_user_program_new (self->file);
  g_autofree char *text = edit (PROGRAM, "total = sum", "total = 5 * sum");
  g_autoptr (WsJob) before = NULL;
  g_autoptr (WsJob) after = NULL;
  g_autoptr (WsJob) renewed = NULL;
  g_autofree char *edited = NULL;

  if (!is_possible ())
    return;
  ws_user_program_set_device (program, self->spec);
  before = make_job (self, program, PROGRAM);
  after = make_job (self, program, text);
  g_assert_cmpstr (ws_user_program_get_run (program)->output, ==, "sum 960\n");
  g_assert_nonnull (ws_user_program_get_run (program)->history->capture);
  edited = g_strdup (get_ptx (after));

  ws_user_program_renew (program);
  renewed = make_job (self, program, text);
  g_assert_cmpstr (ws_user_program_get_run (program)->output, ==, "sum 960\n");
  g_assert_cmpstr (get_ptx (renewed), !=, edited); /* it is nvcc's again */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/edit/edits", Fixture, NULL, set_up, test_edits, tear_down);
  g_test_add ("/edit/headers-and-mistakes", Fixture, NULL, set_up, test_headers_and_mistakes,
              tear_down);
  g_test_add ("/edit/slow-main", Fixture, NULL, set_up, test_slow_main, tear_down);
  g_test_add ("/edit/one-run", Fixture, NULL, set_up, test_one_run, tear_down);
  return g_test_run ();
}
