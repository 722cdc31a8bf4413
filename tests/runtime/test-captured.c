/* The job of a captured launch leaves what the program's own launch left: of numbers, of variables,
 * and of memory that is reached by addresses in memory. */
#include "binary.h"
#include "reader/captured.h"
#include "runtime/api.h"
#include "runtime/runtime.h"
#include "specs.h"
#include "virtual/virtual.h"
#include "worker/execution-private.h"

#include <fcntl.h>
#include <gio/gunixinputstream.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define N       300
#define BLOCK   128
#define CAPTURE 1

/* out[i] += table[i % 2][i] * factor; counts its threads */
static const char ptx[] =
    ".version 8.0\n.target sm_75\n.address_size 64\n"
    ".visible .global .align 4 .u32 count;\n"
    ".visible .const .align 4 .f32 factor = 0f00000000;\n"
    ".visible .entry _Z6gatherPPfS_j (.param .u64 table, .param .u64 out, .param .u32 n)\n"
    "{\n"
    "  .reg .pred %p<2>;\n  .reg .b32 %r<10>;\n  .reg .f32 %f<8>;\n  .reg .b64 %rd<14>;\n"
    "  mov.u32 %r1, %ctaid.x;\n  mov.u32 %r2, %ntid.x;\n  mov.u32 %r3, %tid.x;\n"
    "  mad.lo.s32 %r4, %r1, %r2, %r3;\n  ld.param.u32 %r5, [n];\n"
    "  setp.ge.u32 %p1, %r4, %r5;\n  @%p1 bra END;\n"
    "  ld.param.u64 %rd1, [table];\n  ld.param.u64 %rd2, [out];\n"
    "  and.b32 %r7, %r4, 1;\n  mul.wide.u32 %rd3, %r7, 8;\n  add.s64 %rd4, %rd1, %rd3;\n"
    "  ld.u64 %rd5, [%rd4];\n  mul.wide.u32 %rd6, %r4, 4;\n  add.s64 %rd7, %rd5, %rd6;\n"
    "  add.s64 %rd8, %rd2, %rd6;\n  ld.f32 %f1, [%rd7];\n  ld.const.f32 %f2, [factor];\n"
    "  ld.f32 %f3, [%rd8];\n  fma.rn.f32 %f4, %f1, %f2, %f3;\n  st.f32 [%rd8], %f4;\n"
    "  mov.u64 %rd9, count;\n  atom.global.add.u32 %r6, [%rd9], 1;\n"
    "END:\n  ret;\n}\n";

static const char source[] = "__device__ unsigned count;\n__constant__ float factor;\n"
                             "__global__ void gather (float **table, float *out, unsigned n)\n"
                             "{\n}\n";

static char gather, count, factor;

typedef struct {
  WsSpec *spec;
  char *path;
  float out[N]; /* after the launch that is captured */
  guint32 n;    /* likewise, of threads */
} Fixture;

static void
check (cudaError_t error)
{
  g_assert_cmpstr (cudaGetErrorName (error), ==, "cudaSuccess");
}

static void
run_program (Fixture *self)
{
  void **handle = __cudaRegisterFatBinary (binary_new (ptx));
  float values[2][N];
  float *data[2], **table, *out;
  const float half = 0.5f;
  guint n = N;
  void *arguments[] = { &table, &out, &n };

  __cudaRegisterFunction (handle, &gather, (char *)"gather", "_Z6gatherPPfS_j", -1, NULL, NULL,
                          NULL, NULL, NULL);
  __cudaRegisterVar (handle, &count, (char *)"count", "count", 0, 4, 0, 0);
  __cudaRegisterVar (handle, &factor, (char *)"factor", "factor", 0, 4, 1, 0);
  __cudaRegisterFatBinaryEnd (handle);
  for (guint k = 0; k < 2; k++)
    {
      for (guint i = 0; i < N; i++)
        values[k][i] = (float)(i * (k + 1));
      check (cudaMalloc ((void **)&data[k], sizeof values[k]));
      check (cudaMemcpy (data[k], values[k], sizeof values[k], cudaMemcpyHostToDevice));
    }
  check (cudaMalloc ((void **)&table, sizeof data));
  check (cudaMalloc ((void **)&out, sizeof self->out));
  check (cudaMemcpy (table, data, sizeof data, cudaMemcpyHostToDevice));
  check (cudaMemset (out, 0, sizeof self->out));
  check (cudaMemcpyToSymbol (&factor, &half, sizeof half, 0, cudaMemcpyHostToDevice));
  for (guint launch = 0; launch <= CAPTURE; launch++)
    check (cudaLaunchKernel (&gather, (dim3){ (N + BLOCK - 1) / BLOCK, 1, 1 },
                             (dim3){ BLOCK, 1, 1 }, arguments, 0, NULL));
  check (cudaMemcpy (self->out, out, sizeof self->out, cudaMemcpyDeviceToHost));
  check (cudaMemcpyFromSymbol (&self->n, &count, sizeof self->n, 0, cudaMemcpyDeviceToHost));
}

static WsHistory *
read_history (const Fixture *self)
{
  int descriptor = g_open (self->path, O_RDONLY | O_CLOEXEC, 0);
  g_autoptr (GInputStream) stream = g_unix_input_stream_new (descriptor, TRUE);
  g_autoptr (GError) error = NULL;
  WsHistory *history = ws_history_read (stream, NULL, &error);

  g_assert_no_error (error);
  return history;
}

static guint
find_buffer (const WsJob *job, const char *name)
{
  for (guint i = 0; i < job->buffers->len; i++)
    if (g_str_equal (ws_job_get_buffer (job, i)->name, name))
      return i;
  g_error ("no buffer “%s”", name);
}

/* With the source's names, sent as a job is, and run anew. */
static void
test_same (gconstpointer data)
{
  const Fixture *self = data;
  g_autoptr (WsHistory) history = read_history (self);
  g_autoptr (WsUserSource) text = ws_user_source_new ("gather.cu", source, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsJob) made = ws_user_make_captured_job (history, text, &error);
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (WsJob) job = NULL;
  g_autoptr (WsDevice) device = ws_vm_device_new (self->spec, 1);
  g_autoptr (GPtrArray) outputs = NULL;
  const WsJobLaunch *launch;

  g_assert_no_error (error);
  variant = g_variant_ref_sink (ws_job_to_variant (made));
  job = ws_job_from_variant (variant, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (job->words.title, ==, "gather.cu: gather, launch 2");
  g_assert_cmpuint (job->buffers->len, ==, 6);
  g_assert_cmpint (ws_buffer_get_type (ws_job_get_buffer (job, find_buffer (job, "out")), NULL), ==,
                   WS_VALUE_F32);
  g_assert_cmpuint (ws_job_get_buffer (job, find_buffer (job, "table"))->links->len, ==, 2);
  g_assert_cmpstr (ws_job_get_buffer (job, find_buffer (job, "table"))->writer, ==, "cudaMemcpy");
  g_assert_cmpuint (ws_job_get_buffer (job, find_buffer (job, "table"))->writer_launch, ==,
                    WS_NONE);
  g_assert_cmpstr (ws_job_get_buffer (job, find_buffer (job, "out"))->writer, ==,
                   "gather, launch 1");
  g_assert_cmpuint (ws_job_get_buffer (job, find_buffer (job, "out"))->writer_launch, ==, 0);
  g_assert_null (ws_job_get_buffer (job, find_buffer (job, "count"))->writer);
  launch = ws_job_get_launch (job, 0);
  g_assert_cmpuint (launch->grid[0], ==, (N + BLOCK - 1) / BLOCK);
  g_assert_cmpuint (g_array_index (launch->arguments, WsArgument, 2).bits, ==, N);
  outputs = ws_execution_get_outputs (device, job, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (outputs->pdata[find_buffer (job, "out")], NULL),
                   sizeof self->out, self->out, sizeof self->out);
  g_assert_cmpmem (g_bytes_get_data (outputs->pdata[find_buffer (job, "count")], NULL), 4, &self->n,
                   4);
  g_assert_cmpuint (self->n, ==, 2 * N);
  for (guint i = 0; i < N; i++)
    g_assert_cmpfloat (self->out[i], ==, (float)(i * (i % 2 + 1)));
}

static void
forget_set (WsHistory *history)
{
  for (guint i = history->steps->len; i-- > 0;)
    if (((const WsStep *)g_ptr_array_index (history->steps, i))->kind == WS_STEP_SET)
      g_ptr_array_remove_index (history->steps, i);
}

/* What @launch finds in "out", which cudaMemset() has not written. */
static WsContentsKind
find_contents (WsHistory *history, guint launch)
{
  g_autoptr (WsUserSource) text = ws_user_source_new ("gather.cu", source, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsJob) job = NULL;

  history->capture->launch = launch;
  job = ws_user_make_captured_job (history, text, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ws_job_get_buffer (job, find_buffer (job, "table"))->contents.kind, ==,
                   WS_CONTENTS_VALUES);
  g_assert_cmpint (ws_job_get_buffer (job, find_buffer (job, "count"))->contents.kind, ==,
                   WS_CONTENTS_VALUES);
  return ws_job_get_buffer (job, find_buffer (job, "out"))->contents.kind;
}

/* Memory holds nothing before the first launch, unless something was written there. A kernel that
 * wrote the zeros that stood there is not seen: behind it the memory counts as written. */
static void
test_fresh (gconstpointer data)
{
  g_autoptr (WsHistory) history = read_history (data);
  WsStep *first;

  g_assert_cmpint (find_contents (history, 0), ==, WS_CONTENTS_VALUES);
  forget_set (history);
  g_assert_cmpint (find_contents (history, 0), ==, WS_CONTENTS_NOTHING);
  first = (WsStep *)ws_history_get_launch (history, 0);
  g_array_set_size (first->changed, 0);
  g_assert_cmpint (find_contents (history, 1), ==, WS_CONTENTS_VALUES);
  g_free (history->device);
  history->device = g_strdup ("cuda:0");
  g_assert_cmpint (find_contents (history, 0), ==, WS_CONTENTS_VALUES);
}

/* Of PTX alone what its instructions do with a parameter says what it is. */
static void
test_without_source (gconstpointer data)
{
  g_autoptr (WsHistory) history = read_history (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsJob) job = ws_user_make_captured_job (history, NULL, &error);
  const WsArgument *out;

  g_assert_no_error (error);
  out = &g_array_index (ws_job_get_launch (job, 0)->arguments, WsArgument, 1);
  g_assert_cmpint (ws_buffer_get_type (ws_job_get_buffer (job, out->buffer), NULL), ==,
                   WS_VALUE_F32);
}

/* Python's scripts have no source that is read: of their parameters a remark in the PTX says how
 * they are called, where it has as many. */
static void
test_remark (gconstpointer data)
{
  static const char *const names[] = { "tables result n", "tables result" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (WsHistory) history = read_history (data);
      WsHistoryModule *module = g_ptr_array_index (history->modules, 0);
      g_autofree char *plain = module->ptx;
      g_autoptr (GError) error = NULL;
      g_autoptr (WsJob) job = NULL;
      const WsArgument *out;

      module->ptx = g_strdup_printf ("%s\n// parameters of _Z6gatherPPfS_j: %s\n", plain, names[i]);
      job = ws_user_make_captured_job (history, NULL, &error);
      g_assert_no_error (error);
      out = &g_array_index (ws_job_get_launch (job, 0)->arguments, WsArgument, 1);
      if (i == 0)
        g_assert_cmpstr (ws_job_get_buffer (job, out->buffer)->name, ==, "result");
      else
        g_assert_cmpstr (ws_job_get_buffer (job, out->buffer)->name, !=, "result");
    }
}

/* Each is refused by a sentence: parameters that are too few, another module, no such launch. */
static void
test_hostile (gconstpointer data)
{
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (WsHistory) history = read_history (data);
      g_autoptr (GError) error = NULL;
      WsCapture *capture = history->capture;

      if (i == 0)
        {
          g_bytes_unref (capture->params);
          capture->params = g_bytes_new_static ("12345678", 8);
        }
      else if (i == 1)
        capture->module = 1;
      else
        capture->launch = 17;
      g_assert_null (ws_user_make_captured_job (history, NULL, &error));
      g_assert_error (error, WS_HISTORY_ERROR, WS_HISTORY_ERROR_NONSENSE);
    }
}

int
main (int argc, char **argv)
{
  Fixture self = { .spec = specs_load ("h200") };
  int descriptor = g_file_open_tmp ("warpstage-history-XXXXXX", &self.path, NULL);
  int status;

  g_test_init (&argc, &argv, NULL);
  ws_runtime_begin (
      &(WsRuntimeOptions){ .spec = self.spec, .history = descriptor, .capture = CAPTURE });
  run_program (&self);
  g_test_add_data_func ("/captured/same", &self, test_same);
  g_test_add_data_func ("/captured/fresh", &self, test_fresh);
  g_test_add_data_func ("/captured/without-source", &self, test_without_source);
  g_test_add_data_func ("/captured/remark", &self, test_remark);
  g_test_add_data_func ("/captured/hostile", &self, test_hostile);
  status = g_test_run ();
  g_unlink (self.path);
  g_free (self.path);
  ws_spec_unref (self.spec);
  return status;
}
