/* Sources as people have them, compiled: each becomes a job. Skipped where there is no compiler.
 *
 * WS_UPDATE_PTX=1 in the environment writes ptx/ anew, of those that are not too long to keep. */
#include "compiler.h"
#include "lines/lines.h"
#include "opening.h"
#include "paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_KEPT 100000 /* bytes of PTX */

typedef struct {
  GMainLoop *loop;
  WsRun *run;
  GError *error;
} Answer;

static WsClient *client;

static void
keep_ptx (const char *name, const WsJob *job)
{
  g_autofree char *file = g_strconcat (name, ".ptx", NULL);
  g_autofree char *path = g_build_filename (WS_TEST_DIR, "ptx", file, NULL);
  g_autoptr (GString) text = g_string_new ("//");

  for (guint i = 0; i < job->program.entries->len; i++)
    g_string_append_printf (text, " %s", ws_job_get_entry (job, i)->name);
  g_string_append_printf (text, "\n%s", job->program.ptx);
  if (text->len <= MOST_KEPT)
    g_assert_true (g_file_set_contents (path, text->str, (gssize)text->len, NULL));
}

static void
test_compiled (gconstpointer data)
{
  const char *name = data;
  g_autofree char *file_name = g_strconcat (name, ".cu", NULL);
  g_autofree char *path = g_build_filename (WS_TEST_DIR, "sources", file_name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserKernel) kernel = opening_open (file, NULL, NULL, NULL, client, &error);
  g_autoptr (WsJob) job = NULL;

  g_assert_no_error (error);
  if (!compiler_is_here (client))
    return;
  job = opening_make (kernel, client, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (job->launches->len, ==, ws_user_kernel_get_plan (kernel)->launches->len);
  g_assert_cmpstr (job->program.file, ==, file_name);
  if (g_getenv ("WS_UPDATE_PTX") != NULL)
    keep_ptx (name, job);
}

/* What is newer than the least architecture is compiled for a newer one. */
static void
test_newer (void)
{
  g_autoptr (GFile) file = g_file_new_for_path ("/nowhere/newer.cu");
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserKernel) kernel =
      opening_open (file,
                    "__global__ void k (int *p) { p[threadIdx.x] = __reduce_add_sync (~0u, "
                    "(int)threadIdx.x); }\n",
                    NULL, NULL, client, &error);
  g_autoptr (WsJob) job = NULL;

  g_assert_no_error (error);
  if (!compiler_is_here (client))
    return;
  job = opening_make (kernel, client, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (job->program.ptx, ".target sm_90"));
}

/* For the GPU that runs it; for an older one where that gives instructions that the virtual GPU has
 * not, or where the compiler does not know it. */
static void
test_architecture (void)
{
  static const char copies[] =
      "#include <cuda_pipeline.h>\n"
      "__global__ void k (int *p, const int *q)\n"
      "{\n"
      "  __shared__ int tile[32];\n"
      "  __pipeline_memcpy_async (&tile[threadIdx.x], &q[threadIdx.x], 4);\n"
      "  __pipeline_commit ();\n"
      "  __pipeline_wait_prior (0);\n"
      "#if __CUDA_ARCH__ >= 900\n"
      "  asm volatile (\"wgmma.fence.sync.aligned;\");\n"
      "#endif\n"
      "  p[threadIdx.x] = tile[threadIdx.x];\n"
      "}\n";
  static const struct {
    guint architecture;
    const char *text;
    const char *target;
    gboolean copies;
  } rows[] = {
    { 0, copies, ".target sm_75", FALSE },
    { 75, copies, ".target sm_75", FALSE },
    { 86, copies, ".target sm_86", TRUE },
    { 90, copies, ".target sm_80", TRUE },
    { 90, "__global__ void k (int *p) { p[0] = __CUDA_ARCH__; }\n", ".target sm_90", FALSE },
    { 998, "__global__ void k (int *p) { p[0] = __CUDA_ARCH__; }\n", ".target sm_90", FALSE },
  };
  g_autoptr (GFile) file = g_file_new_for_path ("/tmp/copies.cu");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WsUserKernel) kernel =
          opening_open (file, rows[i].text, NULL, NULL, client, &error);
      g_autoptr (WsJob) job = NULL;

      g_assert_no_error (error);
      if (!compiler_is_here (client))
        return;
      ws_user_kernel_set_architecture (kernel, rows[i].architecture);
      job = opening_make (kernel, client, &error);
      g_assert_no_error (error);
      g_assert_nonnull (strstr (job->program.ptx, rows[i].target));
      g_assert_cmpint (strstr (job->program.ptx, "cp.async.ca") != NULL, ==, rows[i].copies);
    }
}

static void
test_errors (void)
{
  g_autoptr (GFile) file = g_file_new_for_path ("/nowhere/wrong.cu");
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserKernel) kernel =
      opening_open (file, "#include <stdio.h>\n__global__ void k (int *p)\n{\n  p[0] = none;\n}\n",
                    NULL, NULL, client, &error);
  g_autoptr (WsJob) job = NULL;
  const WsDiagnostic *first;

  g_assert_no_error (error);
  if (!compiler_is_here (client))
    return;
  job = opening_make (kernel, client, &error);
  g_assert_null (job);
  g_assert_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE);
  g_assert_cmpuint (ws_user_kernel_get_diagnostics (kernel)->len, ==, 1);
  first = ws_user_kernel_get_diagnostics (kernel)->pdata[0];
  g_assert_cmpstr (first->file, ==, "wrong.cu");
  g_assert_cmpuint (first->line, ==, 4);
  g_assert_cmpuint (first->column, ==, 10);
}

/* What people hand in by mistake: one sentence each, with the place. */
static void
test_mistakes (void)
{
  static const struct {
    const char *text;
    const char *says;
  } rows[] = {
    { "__global__ void k (int *p)\n{\n  p[0] = 1\n}\n", "wrong.cu:4:*expected a \";\"*" },
    { "#include \"none.h\"\n__global__ void k (int *p) { p[0] = NONE; }\n",
      "wrong.cu:1:*none.h*not found*1 more error*" },
    { "__global__ void k (int *p) { p[0] = helper (1); }\n", "wrong.cu:1:*helper*undefined*" },
    { "__global__ void k (int *p)\n{\n  p[0] = 1;\n}\n__global__", "wrong.cu:5:*declaration*" },
    { "constexpr int f (int n) { return n < 0 ? f (n) : f (n + 1); }\n"
      "__global__ void k (int *p) { constexpr int x = f (0); p[0] = x; }\n",
      "*" },
  };

  if (!compiler_is_here (client))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GFile) file = g_file_new_for_path ("/nowhere/wrong.cu");
      g_autoptr (GError) error = NULL;
      g_autoptr (WsUserKernel) kernel =
          opening_open (file, rows[i].text, NULL, NULL, client, &error);
      g_autoptr (WsJob) job = NULL;

      g_assert_no_error (error);
      job = opening_make (kernel, client, &error);
      g_assert_null (job);
      if (!g_pattern_match_simple (rows[i].says, error->message))
        g_error ("%s", error->message);
    }
}

/* What is missing, and not needed, is said; what headers define anew is not the source's. */
static void
test_warnings (void)
{
  static const struct {
    const char *text;
    const char *said; /* nullable */
  } rows[] = {
    { "#include \"none.h\"\n#include <torch/none.h>\n__global__ void k (int *p) { p[0] = 1; }\n",
      "w.cu:1:*none.h*not found*\nw.cu:2:*torch/none.h*not found*" },
    { "#include <cuda/std/climits>\n__global__ void k (int *p) { p[0] = INT_MAX; }\n", NULL },
    { "#define INT_MAX 3\n__global__ void k (int *p) { p[0] = INT_MAX; }\n", NULL },
    { "#define N 3\n#define N 4\n__global__ void k (int *p) { p[0] = N; }\n", "w.cu:2:*N*" },
    /* what was wrong for an older device only */
    { "__global__ void k (int *p) { p[0] = __reduce_add_sync (~0u, 1); }\n", NULL },
  };

  if (!compiler_is_here (client))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GFile) file = g_file_new_for_path ("/nowhere/w.cu");
      g_autoptr (GError) error = NULL;
      g_autoptr (WsUserKernel) kernel =
          opening_open (file, rows[i].text, NULL, NULL, client, &error);
      g_autoptr (WsJob) job = NULL;
      g_autofree char *said = NULL;

      g_assert_no_error (error);
      job = opening_make (kernel, client, &error);
      g_assert_no_error (error);
      said = ws_user_kernel_dup_said (kernel);
      if (rows[i].said == NULL)
        g_assert_cmpstr (said, ==, NULL);
      else if (said == NULL || !g_pattern_match_simple (rows[i].said, said))
        g_error ("%s: %s", rows[i].text, said);
    }
}

/* What must come out is computed first, by the same compiler and the virtual GPU. */
static void
test_expected (void)
{
  static const char text[] =
      "__global__ void k (const int *in, int *out, int n)\n"
      "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = 3 * in[i]; }\n"
      "__global__ void naive (const int *in, int *out, int n)\n"
      "{ for (int i = 0; i < n; i++) out[i] = in[i] + 2 * in[i]; }\n";
  static const char *const wants[] = { "out.expect=kernel naive", "out.expect== 3 * in[i]" };

  if (!compiler_is_here (client))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (wants); i++)
    {
      g_autoptr (GFile) file = g_file_new_for_path ("/nowhere/k.cu");
      g_autoptr (GError) error = NULL;
      g_autoptr (WsUserKernel) kernel = opening_open (file, text, "k", NULL, client, &error);
      g_autoptr (WsJob) job = NULL;
      g_autoptr (GBytes) in = NULL;
      g_autoptr (GBytes) out = NULL;
      const WsCheck *check;

      g_assert_no_error (error);
      g_assert_true (ws_user_plan_set (ws_user_kernel_get_plan (kernel), wants[i], NULL));
      job = opening_make (kernel, client, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (job->checks->len, ==, 1);
      check = ws_job_get_check (job, 0);
      g_assert_cmpstr (ws_job_get_buffer (job, check->buffer)->name, ==, "out");
      in = ws_job_make_contents (job, 0, &error);
      out = ws_contents_make (&check->contents, WS_VALUE_S32, check->count);
      for (guint k = 0; k < check->count; k++)
        g_assert_cmpint (((const gint32 *)g_bytes_get_data (out, NULL))[k], ==,
                         3 * ((const gint32 *)g_bytes_get_data (in, NULL))[k]);
    }
}

static void
recorded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->run = ws_client_record_finish (WS_CLIENT (source), result, &answer->error);
  g_main_loop_quit (answer->loop);
}

/* (transfer full): the job's run on a virtual GPU, in a worker */
static WsRun *
record (WsJob *job)
{
  g_autoptr (WsClient) runner = ws_client_new (NULL);
  g_autoptr (WsJobSource) source = ws_job_source_new_for_job (job);
  Answer answer = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_client_record_async (runner, &(WsClientJob){ "vm:h200", source }, NULL, NULL, recorded_cb,
                          &answer);
  g_main_loop_run (answer.loop);
  g_main_loop_unref (answer.loop);
  g_assert_no_error (answer.error);
  return answer.run;
}

/* The lines of a function that the compiler puts into the kernel have their figures, and the line
 * that calls it its own. */
static void
test_inlined (void)
{
  static const char text[] = "static __device__ __forceinline__ float\n"  /* 1 */
                             "scaled (const float *in, int i)\n"          /* 2 */
                             "{\n"                                        /* 3 */
                             "  float value = in[i];\n"                   /* 4 */
                             "  return value * 3 + 1;\n"                  /* 5 */
                             "}\n"                                        /* 6 */
                             "__global__ void\n"                          /* 7 */
                             "k (const float *in, float *out, int n)\n"   /* 8 */
                             "{\n"                                        /* 9 */
                             "  int i = blockIdx.x * 64 + threadIdx.x;\n" /* 10 */
                             "  if (i < n)\n"                             /* 11 */
                             "    out[i] = scaled (in, i);\n"             /* 12 */
                             "}\n";
  g_autoptr (GFile) file = g_file_new_for_path ("/nowhere/inlined.cu");
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserKernel) kernel = opening_open (file, text, "k", NULL, client, &error);
  g_autoptr (WsJob) job = NULL;
  g_autoptr (WsRun) run = NULL;
  g_autoptr (GArray) uses = NULL;
  const WsLineUse *lines;

  g_assert_no_error (error);
  if (!compiler_is_here (client))
    return;
  job = opening_make (kernel, client, &error);
  g_assert_no_error (error);
  run = record (job);
  g_assert_true (run->launches[0].has_counts);
  uses = ws_line_use_new (run, 0);
  g_assert_cmpuint (uses->len, >, 12);
  lines = (const WsLineUse *)(const void *)uses->data;
  g_assert_cmpuint (lines[4].global_requests, >, 0);
  g_assert_cmpuint (lines[5].executed, >, 0);
  g_assert_cmpuint (lines[5].global_requests, ==, 0);
  /* only what it stores is left to the line of the call */
  g_assert_cmpuint (lines[12].global_requests, ==, lines[4].global_requests);
}

/* Lambdas come out as host code has them: kernels of structures, with what they capture. */
static void
test_lambdas (void)
{
  static const char text[] =
      "#include <vector>\n"
      "template <typename F> __global__ void map (float *out, int n, F f)\n"
      "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = f (i); }\n"
      "template <typename F> __global__ void each (int n, F f)\n"
      "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f (i); }\n"
      "__device__ float twice (float x) { return 2 * x; }\n"
      "template <typename F> void apply (int n, F f) { each<<<(n + 127) / 128, 128>>> (n, f); }\n"
      "int main ()\n"
      "{\n"
      "  const int n = 1000;\n"
      "  float a = 2.5f, b = 1, *in, *out, *host = new float[n];\n"
      "  char c = 1; double d = 0.5;\n"
      "  for (int i = 0; i < n; i++) host[i] = i;\n"
      "  cudaMalloc (&in, n * sizeof (float));\n"
      "  cudaMalloc (&out, n * sizeof (float));\n"
      "  cudaMemcpy (in, host, n * sizeof (float), cudaMemcpyHostToDevice);\n"
      "  b = 3;\n"
      "  auto f = [=] __device__ (int i) { return c * a * in[i] + b * d * 2; };\n"
      "  map<<<(n + 255) / 256, 256>>> (out, n, f);\n"
      "  each<<<4, 256>>> (n, [=] __device__ (int i)\n"
      "  {\n"
      "    out[i] = twice (out[i]);\n"
      "  });\n"
      "  for (int k = 1; k < 3; k++)\n"
      "    apply (n, [k, out, n] __device__ (int i) mutable -> void { if (i < n) out[i] += k; });\n"
      "}\n";
  g_autoptr (GFile) file = g_file_new_for_path ("/nowhere/lambdas.cu");
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserKernel) kernel = opening_open (file, text, NULL, NULL, client, &error);
  g_autoptr (WsJob) job = NULL;
  g_autoptr (WsRun) run = NULL;
  g_autoptr (GArray) uses = NULL;

  g_assert_no_error (error);
  if (!compiler_is_here (client))
    return;
  g_assert_true (ws_user_plan_set (ws_user_kernel_get_plan (kernel),
                                   "out.expect== 2 * (2.5f * i + 3) + 3", NULL));
  job = opening_make (kernel, client, &error);
  g_assert_no_error (error);
  run = record (job);
  g_assert_cmpuint (run->n_launches, ==, 4);
  g_assert_true (run->correct);
  /* and what they do is at their own lines */
  uses = ws_line_use_new (run, 1);
  g_assert_cmpuint (uses->len, >, 22);
  g_assert_cmpuint (g_array_index (uses, WsLineUse, 22).global_requests, ==, 64);
}

/* ---- while one types ---- */

/* Ticks of the processor that a process takes; its parent. */
static guint64
read_process (const char *id, int *parent)
{
  g_autofree char *path = g_build_filename ("/proc", id, "stat", NULL);
  g_autofree char *text = NULL;
  const char *behind;
  guint64 user = 0, system = 0;

  *parent = 0;
  if (!g_file_get_contents (path, &text, NULL, NULL) || (behind = strrchr (text, ')')) == NULL)
    return 0;
  sscanf (behind, ") %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", parent, &user, &system);
  return user + system;
}

/* What this program's processes have taken so far: all that descend from it. */
static guint64
count_ticks (guint *n)
{
  g_autoptr (GHashTable) parents = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) ticks = g_hash_table_new (NULL, NULL);
  g_autoptr (GDir) dir = g_dir_open ("/proc", 0, NULL);
  GHashTableIter iter;
  gpointer key, value;
  const char *id;
  guint64 sum = 0;

  while ((id = g_dir_read_name (dir)) != NULL)
    if (g_ascii_isdigit (*id))
      {
        int parent;
        guint64 taken = read_process (id, &parent);

        g_hash_table_insert (parents, GINT_TO_POINTER (atoi (id)), GINT_TO_POINTER (parent));
        g_hash_table_insert (ticks, GINT_TO_POINTER (atoi (id)), GSIZE_TO_POINTER (taken));
      }
  *n = 0;
  g_hash_table_iter_init (&iter, ticks);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      gpointer at = g_hash_table_lookup (parents, key);

      while (at != NULL && at != GINT_TO_POINTER (getpid ()))
        at = g_hash_table_lookup (parents, at);
      if (at == NULL)
        continue;
      (*n)++;
      sum += GPOINTER_TO_SIZE (value);
    }
  return sum;
}

static gboolean
quit_cb (gpointer loop)
{
  g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

static void
iterate (guint ms)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);

  g_timeout_add (ms, quit_cb, loop);
  g_main_loop_run (loop);
}

static void
cancelled_cb (GObject *source, GAsyncResult *result, gpointer n_cancelled)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (ws_user_kernel_make_finish (WS_USER_KERNEL (source), result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  (*(guint *)n_cancelled)++;
}

/* Of a source that takes minutes to compile, each key gives up what the one before it began: no
 * process goes on with that, and the next that is asked for comes. */
static void
test_typing (void)
{
  static const char slow[] =
      "template <int N> struct F { static __device__ __forceinline__ int f (int x) {\n"
      "  return F<N - 1>::f (x * 3 + N) ^ F<N - 2>::f (x * x + 1); } };\n"
      "template <> struct F<1> { static __device__ __forceinline__ int f (int x) { return x / 7; } "
      "};\n"
      "template <> struct F<0> { static __device__ __forceinline__ int f (int x) { return x / 5; } "
      "};\n"
      "__global__ void k (int *p) { p[0] = F<30>::f (p[1]); }\n";
  g_autoptr (GFile) file = g_file_new_for_path ("/nowhere/typed.cu");
  g_autoptr (WsClient) compiler = NULL;
  g_autoptr (WsUserKernel) last = NULL;
  g_autoptr (WsJob) job = NULL;
  g_autoptr (GError) error = NULL;
  guint n_cancelled = 0, n_before, n_after;
  guint64 ticks;

  if (!compiler_is_here (client))
    return;
  compiler = ws_client_new_for_compiler (NULL);
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (WsUserKernel) kernel = opening_open (file, slow, NULL, NULL, compiler, &error);

      g_assert_no_error (error);
      ws_user_kernel_make_async (kernel, compiler, cancellable, cancelled_cb, &n_cancelled);
      iterate (250);
      g_assert_cmpuint (n_cancelled, ==, i);
      g_cancellable_cancel (cancellable);
      while (n_cancelled == i)
        iterate (10);
    }
  last = opening_open (file, "__global__ void k (int *p) { p[0] = 1; }\n", NULL, NULL, compiler,
                       &error);
  g_assert_no_error (error);
  job = opening_make (last, compiler, &error);
  g_assert_no_error (error);
  /* until nothing is busy any more; the test's limit ends what never is */
  do
    {
      ticks = count_ticks (&n_before);
      iterate (500);
    }
  while (count_ticks (&n_after) != ticks || n_after != n_before);
  /* the compilers of the other tests and of this one, each with what watches it */
  g_assert_cmpuint (n_after, <=, 4);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_build_filename (WS_TEST_DIR, "sources", NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *file;
  int status;

  g_setenv ("WARPSTAGE_COMPILER", "nvrtc", TRUE); /* another says other things */
  g_test_init (&argc, &argv, NULL);
  while ((file = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (file, ".cu"))
      g_ptr_array_add (names, g_strndup (file, strlen (file) - 3));
  client = ws_client_new_for_compiler (NULL);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path =
          g_strconcat ("/own-compiled/", (char *)g_ptr_array_index (names, i), NULL);

      g_test_add_data_func (path, g_ptr_array_index (names, i), test_compiled);
    }
  g_test_add_func ("/own-compiled/newer", test_newer);
  g_test_add_func ("/own-compiled/architecture", test_architecture);
  g_test_add_func ("/own-compiled/errors", test_errors);
  g_test_add_func ("/own-compiled/mistakes", test_mistakes);
  g_test_add_func ("/own-compiled/warnings", test_warnings);
  g_test_add_func ("/own-compiled/expected", test_expected);
  g_test_add_func ("/own-compiled/inlined", test_inlined);
  g_test_add_func ("/own-compiled/lambdas", test_lambdas);
  g_test_add_func ("/own-compiled/typing", test_typing);
  status = g_test_run ();
  g_clear_object (&client);
  return status;
}
