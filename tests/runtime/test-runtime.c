/* The CUDA runtime on the virtual GPU, called as a program of nvcc's calls it; and the history that
 * such a program leaves. */
#include "binary.h"
#include "history/history.h"
#include "runtime/api.h"
#include "runtime/runtime.h"
#include "specs.h"

#include <fcntl.h>
#include <gio/gunixinputstream.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define N       1000
#define BLOCK   256
#define CAPTURE 1

/* c[i] = a[i] + b[i] + bias, and counts its threads; reads beyond the end where it is told to. */
static const char ptx[] =
    ".version 8.0\n.target sm_75\n.address_size 64\n"
    ".visible .global .align 4 .u32 count;\n"
    ".visible .const .align 4 .f32 bias = 0f00000000;\n"
    ".visible .entry add (.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 n)\n"
    "{\n"
    "  .reg .pred %p<2>;\n  .reg .b32 %r<8>;\n  .reg .f32 %f<8>;\n  .reg .b64 %rd<12>;\n"
    "  mov.u32 %r1, %ctaid.x;\n  mov.u32 %r2, %ntid.x;\n  mov.u32 %r3, %tid.x;\n"
    "  mad.lo.s32 %r4, %r1, %r2, %r3;\n  ld.param.u32 %r5, [n];\n"
    "  setp.ge.u32 %p1, %r4, %r5;\n  @%p1 bra END;\n"
    "  ld.param.u64 %rd1, [a];\n  ld.param.u64 %rd2, [b];\n  ld.param.u64 %rd3, [c];\n"
    "  mul.wide.u32 %rd4, %r4, 4;\n"
    "  add.s64 %rd5, %rd1, %rd4;\n  add.s64 %rd6, %rd2, %rd4;\n  add.s64 %rd7, %rd3, %rd4;\n"
    "  ld.f32 %f1, [%rd5];\n  ld.f32 %f2, [%rd6];\n  ld.const.f32 %f3, [bias];\n"
    "  add.f32 %f4, %f1, %f2;\n  add.f32 %f5, %f4, %f3;\n  st.f32 [%rd7], %f5;\n"
    "  mov.u64 %rd8, count;\n  atom.global.add.u32 %r6, [%rd8], 1;\n"
    "END:\n  ret;\n}\n";

/* What the host has of the kernel and of the variables: their addresses are what counts. */
static char add, count, bias;

static cudaError_t
launch (const void *kernel, float *a, float *b, float *c, guint n, guint grid)
{
  void *arguments[] = { &a, &b, &c, &n };

  return cudaLaunchKernel (kernel, (dim3){ grid, 1, 1 }, (dim3){ BLOCK, 1, 1 }, arguments, 0, NULL);
}

static void
set_up (void)
{
  void **handle = __cudaRegisterFatBinary (binary_new (ptx));

  __cudaRegisterFunction (handle, &add, (char *)"add", "add", -1, NULL, NULL, NULL, NULL, NULL);
  __cudaRegisterVar (handle, &count, (char *)"count", "count", 0, 4, 0, 0);
  __cudaRegisterVar (handle, &bias, (char *)"bias", "bias", 0, 4, 1, 0);
  __cudaRegisterFatBinaryEnd (handle);
}

static void
test_launch (void)
{
  g_autofree float *host = g_new (float, N);
  float *a, *b, *c;
  const float half = 0.5f;
  cudaFuncAttributes attributes;
  guint n = 0;

  for (guint i = 0; i < N; i++)
    host[i] = (float)i;
  g_assert_cmpint (cudaMalloc ((void **)&a, N * 4), ==, cudaSuccess);
  g_assert_cmpint (cudaMalloc ((void **)&b, N * 4), ==, cudaSuccess);
  g_assert_cmpint (cudaMallocManaged ((void **)&c, N * 4, 1), ==, cudaSuccess);
  g_assert_cmpint (cudaMemcpy (a, host, N * 4, cudaMemcpyHostToDevice), ==, cudaSuccess);
  g_assert_cmpint (cudaMemcpy (b, a, N * 4, cudaMemcpyDeviceToDevice), ==, cudaSuccess);
  g_assert_cmpint (cudaMemcpyToSymbol (&bias, &half, 4, 0, cudaMemcpyHostToDevice), ==,
                   cudaSuccess);
  /* the PTX is that of its target, whatever the device is */
  g_assert_cmpint (cudaFuncGetAttributes (&attributes, &add), ==, cudaSuccess);
  g_assert_cmpint (attributes.ptxVersion, ==, 75);
  g_assert_cmpint (attributes.binaryVersion, ==, 90);
  for (guint k = 0; k < 2; k++)
    g_assert_cmpint (launch (&add, a, b, c, N, (N + BLOCK - 1) / BLOCK), ==, cudaSuccess);
  g_assert_cmpint (cudaDeviceSynchronize (), ==, cudaSuccess);
  /* managed memory is the host's, too */
  for (guint i = 0; i < N; i++)
    g_assert_cmpfloat (c[i], ==, 2 * (float)i + 0.5f);
  g_assert_cmpint (cudaMemcpyFromSymbol (&n, &count, 4, 0, cudaMemcpyDeviceToHost), ==,
                   cudaSuccess);
  g_assert_cmpuint (n, ==, 2 * N);
  g_assert_cmpint (cudaFree (a), ==, cudaSuccess);
  g_assert_cmpint (cudaFree (a), ==, cudaErrorInvalidValue);
  g_assert_cmpint (cudaGetLastError (), ==, cudaErrorInvalidValue);
  g_assert_cmpint (cudaGetLastError (), ==, cudaSuccess);
  g_assert_cmpint (cudaFree (b), ==, cudaSuccess);
  g_assert_cmpint (cudaFree (c), ==, cudaSuccess);
}

static void
test_streams (void)
{
  cudaStream_t stream;
  cudaEvent_t begin, end, other;
  float milliseconds = -1;
  float *data;

  g_assert_cmpint (cudaStreamCreate (&stream), ==, cudaSuccess);
  g_assert_cmpint (cudaEventCreate (&begin), ==, cudaSuccess);
  g_assert_cmpint (cudaEventCreate (&end), ==, cudaSuccess);
  g_assert_cmpint (cudaEventCreate (&other), ==, cudaSuccess);
  g_assert_cmpint (cudaMalloc ((void **)&data, 1 << 20), ==, cudaSuccess);
  g_assert_cmpint (cudaEventElapsedTime (&milliseconds, begin, end), ==,
                   cudaErrorInvalidResourceHandle);
  cudaEventRecord (begin, stream);
  g_assert_cmpint (cudaMemsetAsync (data, 0, 1 << 20, stream), ==, cudaSuccess);
  cudaEventRecord (end, stream);
  cudaEventRecord (other, stream);
  g_assert_cmpint (cudaEventSynchronize (other), ==, cudaSuccess);
  g_assert_cmpint (cudaEventElapsedTime (&milliseconds, begin, end), ==, cudaSuccess);
  g_assert_cmpfloat (milliseconds, >, 0);
  {
    float between;

    g_assert_cmpint (cudaEventElapsedTime (&between, end, other), ==, cudaSuccess);
    g_assert_cmpfloat (between, >=, 0);
    g_assert_cmpfloat (between, <, milliseconds);
  }
  g_assert_cmpint (cudaStreamDestroy (stream), ==, cudaSuccess);
  g_assert_cmpint (cudaStreamSynchronize (stream), ==, cudaErrorInvalidResourceHandle);
  cudaGetLastError ();
  cudaEventDestroy (begin);
  cudaEventDestroy (end);
  cudaEventDestroy (other);
  cudaFree (data);
}

/* What does not fit is refused where CUDA refuses it, by its words. */
static void
test_refusals (void)
{
  guint8 byte = 0;
  void *data;

  g_assert_cmpint (cudaMalloc (&data, G_MAXSIZE / 2), ==, cudaErrorMemoryAllocation);
  g_assert_cmpstr (cudaGetErrorString (cudaGetLastError ()), ==, "out of memory");
  g_assert_cmpint (cudaMalloc (&data, 16), ==, cudaSuccess);
  g_assert_cmpint (cudaMemcpy (data, &byte, 17, cudaMemcpyHostToDevice), ==, cudaErrorInvalidValue);
  g_assert_cmpint (cudaMemcpy (data, &byte, 1, cudaMemcpyDeviceToHost), ==, cudaErrorInvalidValue);
  g_assert_cmpint (cudaLaunchKernel (&byte, (dim3){ 1, 1, 1 }, (dim3){ 1, 1, 1 }, NULL, 0, NULL),
                   ==, cudaErrorInvalidDeviceFunction);
  g_assert_cmpint (launch (&add, data, data, data, 1, 0), ==, cudaErrorInvalidValue);
  g_assert_cmpstr (cudaGetErrorName (cudaGetLastError ()), ==, "cudaErrorInvalidValue");
  g_assert_cmpint (cudaSetDevice (1), ==, cudaErrorInvalidDevice);
  cudaGetLastError ();
  cudaFree (data);
}

/* A kernel whose function is in another source file; and one whose function is in none. */
static void
test_linked (void)
{
#define PART ".version 8.0\n.target sm_75\n.address_size 64\n"
  static const char *const good[] = {
    PART ".extern .func (.param .b32 r) value ();\n"
         ".visible .entry fill (.param .u64 to)\n{\n"
         "  .reg .b32 %r<2>;\n  .reg .b64 %rd<2>;\n"
         "  {\n  .param .b32 back;\n  call.uni (back), value, ();\n"
         "  ld.param.b32 %r1, [back];\n  }\n"
         "  ld.param.u64 %rd1, [to];\n  st.u32 [%rd1], %r1;\n  ret;\n}\n",
    PART ".visible .func (.param .b32 r) value ()\n{\n  st.param.b32 [r], 77;\n  ret;\n}\n", NULL
  };
  const char *const bad[] = { good[0], NULL };
  static char fill, lost;
  void **handle = __cudaRegisterFatBinary (binary_new_linked (good));
  int *data;
  void *arguments[] = { &data };
  const dim3 one = { 1, 1, 1 };
  int value = 0;

  __cudaRegisterFunction (handle, &fill, (char *)"fill", "fill", -1, NULL, NULL, NULL, NULL, NULL);
  handle = __cudaRegisterFatBinary (binary_new_linked (bad));
  __cudaRegisterFunction (handle, &lost, (char *)"fill", "fill", -1, NULL, NULL, NULL, NULL, NULL);
  g_assert_cmpint (cudaMalloc ((void **)&data, 4), ==, cudaSuccess);
  g_assert_cmpint (cudaLaunchKernel (&fill, one, one, arguments, 0, NULL), ==, cudaSuccess);
  g_assert_cmpint (cudaMemcpy (&value, data, 4, cudaMemcpyDeviceToHost), ==, cudaSuccess);
  g_assert_cmpint (value, ==, 77);
  g_assert_cmpint (cudaLaunchKernel (&lost, one, one, arguments, 0, NULL), ==, cudaErrorInvalidPtx);
  g_assert_cmpint (cudaGetLastError (), ==, cudaErrorInvalidPtx);
  cudaFree (data);
}

/* What a kernel did wrong is found by the next call that waits, and stays. Last: nothing works
 * behind it. */
static void
test_fault (void)
{
  float *data;

  g_assert_cmpint (cudaMalloc ((void **)&data, 4 * BLOCK), ==, cudaSuccess);
  g_assert_cmpint (launch (&add, data, data, data, 2 * BLOCK, 2), ==, cudaSuccess);
  g_assert_cmpint (cudaDeviceSynchronize (), ==, cudaErrorIllegalAddress);
  g_assert_cmpint (cudaGetLastError (), ==, cudaErrorIllegalAddress);
  g_assert_cmpint (cudaMalloc ((void **)&data, 4), ==, cudaErrorIllegalAddress);
  g_assert_cmpstr (cudaGetErrorString (cudaGetLastError ()), ==,
                   "an illegal memory access was encountered");
}

static guint
count_steps (const WsHistory *history, WsStepKind kind)
{
  guint n = 0;

  for (guint i = 0; i < history->steps->len; i++)
    n += ((const WsStep *)g_ptr_array_index (history->steps, i))->kind == kind;
  return n;
}

/* (nullable): why the last call that was refused was */
static const char *
find_refusal (const WsHistory *history)
{
  const char *words = NULL;

  for (guint i = 0; i < history->steps->len; i++)
    {
      const WsStep *step = g_ptr_array_index (history->steps, i);

      words = step->kind == WS_STEP_REFUSED ? step->words : words;
    }
  return words;
}

/* All that the tests before have done. */
static void
test_history (gconstpointer path)
{
  int descriptor = g_open (path, O_RDONLY | O_CLOEXEC, 0);
  g_autoptr (GInputStream) stream = g_unix_input_stream_new (descriptor, TRUE);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsHistory) history = NULL;
  const WsStep *step;
  guint n_found = 0;

  history = ws_history_read (stream, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (history->device, ==, "vm:h200");
  g_assert_false (history->has_ended);
  g_assert_cmpuint (history->modules->len, ==, 2);
  g_assert_cmpuint (count_steps (history, WS_STEP_LAUNCH), ==, 5);
  g_assert_cmpstr (find_refusal (history), ==,
                   "“value” is called by device code, but no source file defines it as a "
                   "__device__ function.");
  step = ws_history_get_launch (history, 0);
  g_assert_cmpstr (step->name, ==, "add");
  g_assert_cmpuint (step->grid[0], ==, 4);
  g_assert_cmpuint (step->block[0], ==, BLOCK);
  g_assert_cmpuint (step->error, ==, 0);
  g_assert_cmpuint (step->duration_ns, >, 0);
  g_assert_true (ws_step_is_like (step, ws_history_get_launch (history, 1)));
  g_assert_false (ws_step_is_like (step, ws_history_get_launch (history, 4)));
  g_assert_cmpuint (ws_history_get_launch (history, 1)->begin_ns, >=,
                    step->begin_ns + step->duration_ns);
  step = ws_history_get_launch (history, 4);
  g_assert_cmpuint (step->error, ==, cudaErrorIllegalAddress);
  g_assert_nonnull (strstr (step->words, "past the end of “cudaMalloc"));
  g_assert_cmpuint (ws_history_find_longest (history), <, 2);
  /* the second launch, with what it found */
  g_assert_nonnull (history->capture);
  g_assert_cmpuint (history->capture->launch, ==, CAPTURE);
  for (guint i = 0; i < history->capture->memories->len; i++)
    {
      const WsHistoryMemory *memory = g_ptr_array_index (history->capture->memories, i);
      const guint8 *bytes = g_bytes_get_data (memory->bytes, NULL);
      guint32 number;
      float value;

      memcpy (&number, bytes, sizeof number);
      memcpy (&value, bytes, sizeof value);
      if (g_str_equal (memory->symbol, "count"))
        g_assert_cmpuint (number, ==, N);
      else if (g_str_equal (memory->symbol, "bias"))
        g_assert_cmpfloat (value, ==, 0.5f);
      else
        g_assert_cmpuint (g_bytes_get_size (memory->bytes), ==, N * 4);
      n_found++;
    }
  g_assert_cmpuint (n_found, ==, 5);
}

/* Calls of the driver, found by their names. */
static void
test_entry_points (void)
{
  cudaDriverEntryPointQueryResult status = cudaDriverEntryPointSymbolNotFound;
  int (*count_devices) (int *) = NULL;
  void *address = NULL;
  int n = 0;

  g_assert_cmpint (
      cudaGetDriverEntryPointByVersion ("cuDeviceGetCount", &address, 12000, 0, &status), ==,
      cudaSuccess);
  g_assert_cmpint (status, ==, cudaDriverEntryPointSuccess);
  *(void **)&count_devices = address;
  g_assert_cmpint (count_devices (&n), ==, 0);
  g_assert_cmpint (n, ==, 1);
  g_assert_cmpint (cudaGetDriverEntryPoint ("cuNoSuchCall", &address, 0, &status), ==, cudaSuccess);
  g_assert_cmpint (status, ==, cudaDriverEntryPointSymbolNotFound);
  g_assert_null (address);
  g_assert_cmpint (cudaGetDriverEntryPoint ("cuNoSuchCall", &address, 0, NULL), ==,
                   cudaErrorSymbolNotFound);
  g_assert_cmpint (cudaGetLastError (), ==, cudaErrorSymbolNotFound);
}

int
main (int argc, char **argv)
{
  g_autofree char *path = NULL;
  int descriptor = g_file_open_tmp ("warpstage-history-XXXXXX", &path, NULL);
  WsSpec *spec = specs_load ("h200");
  int status;

  g_test_init (&argc, &argv, NULL);
  ws_runtime_begin (&(WsRuntimeOptions){ .spec = spec, .history = descriptor, .capture = CAPTURE });
  set_up ();
  g_test_add_func ("/runtime/launch", test_launch);
  g_test_add_func ("/runtime/streams", test_streams);
  g_test_add_func ("/runtime/refusals", test_refusals);
  g_test_add_func ("/runtime/linked", test_linked);
  g_test_add_func ("/runtime/entry-points", test_entry_points);
  /* after it no call succeeds any more */
  g_test_add_func ("/runtime/fault", test_fault);
  g_test_add_data_func ("/runtime/history", path, test_history);
  status = g_test_run ();
  g_unlink (path);
  return status;
}
