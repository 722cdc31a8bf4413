/* The CUDA driver on the virtual GPU, found as programs find it: by its name, and each call by its
 * own; and the history that such a program leaves. */
#include "driver/api.h"
#include "history/history.h"
#include "paths.h"
#include "runtime/api.h"
#include "runtime/runtime.h"
#include "specs.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <gio/gunixinputstream.h>
#include <glib/gstdio.h>
#include <stdbool.h>
#include <string.h>

#define N       600
#define BLOCK   128
#define GRID    ((N + BLOCK - 1) / BLOCK)
#define VERSION 13000

/* out[i] = in[i] * factor + bias */
static const char ptx[] =
    ".version 8.0\n.target sm_75\n.address_size 64\n"
    ".visible .const .align 4 .f32 bias = 0f00000000;\n"
    ".visible .entry scale (.param .u64 in, .param .u64 out, .param .f32 factor, .param .u32 n)\n"
    "{\n"
    "  .reg .pred %p<2>;\n  .reg .b32 %r<8>;\n  .reg .f32 %f<8>;\n  .reg .b64 %rd<8>;\n"
    "  mov.u32 %r1, %ctaid.x;\n  mov.u32 %r2, %ntid.x;\n  mov.u32 %r3, %tid.x;\n"
    "  mad.lo.s32 %r4, %r1, %r2, %r3;\n  ld.param.u32 %r5, [n];\n"
    "  setp.ge.u32 %p1, %r4, %r5;\n  @%p1 bra END;\n"
    "  ld.param.u64 %rd1, [in];\n  ld.param.u64 %rd2, [out];\n  ld.param.f32 %f1, [factor];\n"
    "  mul.wide.u32 %rd3, %r4, 4;\n  add.s64 %rd4, %rd1, %rd3;\n  add.s64 %rd5, %rd2, %rd3;\n"
    "  ld.f32 %f2, [%rd4];\n  ld.const.f32 %f3, [bias];\n"
    "  fma.rn.f32 %f4, %f2, %f1, %f3;\n  st.f32 [%rd5], %f4;\n"
    "END:\n  ret;\n}\n"
    ".visible .entry nothing ()\n{\n  ret;\n}\n";

static CUmodule module;
static CUfunction scale;

/* ---- before anything else ---- */

/* By the library's name and the call's, as NVIDIA's own libraries find them. */
static void
test_names (void)
{
  void *library = dlopen (WS_BUILD_DIR "/lib/warpstage/libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  CUresult (*find) (const char *, void **, int, unsigned long long, int *) = NULL;
  void *address = NULL;
  int status = -1;

  g_assert_nonnull (library);
  *(void **)&find = dlsym (library, "cuGetProcAddress_v2");
  g_assert_nonnull (find);
  g_assert_cmpint (find ("cuMemAlloc", &address, VERSION, 0, &status), ==, CUDA_SUCCESS);
  g_assert_true (address == (void *)cuMemAlloc_v2);
  g_assert_cmpint (status, ==, CU_GET_PROC_ADDRESS_SUCCESS);
  /* the same objects, whatever the name of the library */
  g_assert_true (dlsym (library, "cuMemAlloc_v2") == (void *)cuMemAlloc_v2);
  find ("cuMemcpy", &address, VERSION, 0, NULL);
  g_assert_true (address == (void *)cuMemcpy);
  find ("cuCtxSynchronize", &address, 12000, 0, NULL);
  g_assert_true (address == (void *)cuCtxSynchronize);
  find ("cuCtxSynchronize", &address, VERSION, 0, NULL);
  g_assert_true (address == (void *)cuCtxSynchronize_v2);
  g_assert_cmpint (find ("cuCtxCreate", &address, 2000, 0, &status), ==, CUDA_ERROR_NOT_FOUND);
  g_assert_cmpint (status, ==, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
  g_assert_null (address);
  g_assert_cmpint (find ("cuNoSuchCall", &address, VERSION, 0, &status), ==, CUDA_ERROR_NOT_FOUND);
  g_assert_cmpint (status, ==, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
  g_assert_cmpint (find ("cuTexRefCreate", &address, VERSION, 0, NULL), ==, CUDA_SUCCESS);
}

static void
test_errors (void)
{
  const char *text;

  g_assert_cmpint (cuGetErrorName (CUDA_ERROR_ILLEGAL_ADDRESS, &text), ==, CUDA_SUCCESS);
  g_assert_cmpstr (text, ==, "CUDA_ERROR_ILLEGAL_ADDRESS");
  g_assert_cmpint (cuGetErrorString (CUDA_ERROR_OUT_OF_MEMORY, &text), ==, CUDA_SUCCESS);
  g_assert_cmpstr (text, ==, "out of memory");
  g_assert_cmpint (cuGetErrorName ((CUresult)12345, &text), ==, CUDA_ERROR_INVALID_VALUE);
  g_assert_null (text);
}

/* Nothing works before cuInit(), and no memory is there without a context. */
static void
test_begin (void)
{
  CUdeviceptr address;
  CUcontext context, other, current;
  CUdevice device;
  char name[64];
  guint flags;
  int n;

  g_assert_cmpint (cuDeviceGetCount (&n), ==, CUDA_ERROR_NOT_INITIALIZED);
  g_assert_cmpint (cuInit (1), ==, CUDA_ERROR_INVALID_VALUE);
  g_assert_cmpint (cuInit (0), ==, CUDA_SUCCESS);
  g_assert_cmpint (cuDeviceGetCount (&n), ==, CUDA_SUCCESS);
  g_assert_cmpint (n, ==, 1);
  g_assert_cmpint (cuDeviceGet (&device, 1), ==, CUDA_ERROR_INVALID_DEVICE);
  g_assert_cmpint (cuDeviceGet (&device, 0), ==, CUDA_SUCCESS);
  g_assert_cmpint (cuDeviceGetName (name, sizeof name, device), ==, CUDA_SUCCESS);
  g_assert_nonnull (strstr (name, "H200"));
  g_assert_cmpint (cuDeviceGetAttribute (&n, 75, device), ==, CUDA_SUCCESS);
  g_assert_cmpint (n, ==, 9);
  g_assert_cmpint (cuMemAlloc_v2 (&address, 16), ==, CUDA_ERROR_INVALID_CONTEXT);
  g_assert_cmpint (cuDevicePrimaryCtxSetFlags_v2 (device, 4), ==, CUDA_SUCCESS);
  g_assert_cmpint (cuDevicePrimaryCtxGetState (device, &flags, &n), ==, CUDA_SUCCESS);
  g_assert_cmpuint (flags, ==, 4);
  g_assert_false (n);
  g_assert_cmpint (cuDevicePrimaryCtxRetain (&context, device), ==, CUDA_SUCCESS);
  g_assert_cmpint (cuCtxGetCurrent (&current), ==, CUDA_SUCCESS);
  g_assert_null (current);
  g_assert_cmpint (cuCtxSetCurrent (context), ==, CUDA_SUCCESS);
  g_assert_cmpint (cuCtxCreate_v2 (&other, 0, device), ==, CUDA_SUCCESS);
  cuCtxGetCurrent (&current);
  g_assert_true (current == other);
  g_assert_cmpint (cuCtxPopCurrent_v2 (&current), ==, CUDA_SUCCESS);
  g_assert_true (current == other);
  g_assert_cmpint (cuCtxDestroy_v2 (other), ==, CUDA_SUCCESS);
  cuCtxGetCurrent (&current);
  g_assert_true (current == context);
}

/* ---- modules ---- */

static void
test_modules (void)
{
  char log[256] = "x";
  int names[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
  void *values[] = { log, GSIZE_TO_POINTER (sizeof log) };
  CUmodule broken;
  CUfunction function;
  CUdeviceptr bias;
  const char *name;
  size_t size;
  guint n;

  g_assert_cmpint (cuModuleLoadDataEx (&module, ptx, 2, names, values), ==, CUDA_SUCCESS);
  g_assert_cmpstr (log, ==, "");
  g_assert_cmpint (cuModuleGetFunction (&scale, module, "scale"), ==, CUDA_SUCCESS);
  g_assert_cmpint (cuModuleGetFunction (&function, module, "scale"), ==, CUDA_SUCCESS);
  g_assert_true (function == scale);
  g_assert_cmpint (cuFuncGetName (&name, scale), ==, CUDA_SUCCESS);
  g_assert_cmpstr (name, ==, "scale");
  g_assert_cmpint (cuModuleGetFunction (&function, module, "scales"), ==, CUDA_ERROR_NOT_FOUND);
  g_assert_cmpint (cuModuleGetFunctionCount (&n, module), ==, CUDA_SUCCESS);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpint (cuModuleGetGlobal_v2 (&bias, &size, module, "bias"), ==, CUDA_SUCCESS);
  g_assert_cmpuint (size, ==, 4);
  g_assert_cmpint (cuModuleGetGlobal_v2 (&bias, &size, module, "none"), ==, CUDA_ERROR_NOT_FOUND);
  /* what is wrong is said where the program wants to read it */
  values[1] = GSIZE_TO_POINTER (sizeof log);
  g_assert_cmpint (
      cuModuleLoadDataEx (&broken, ".version 8.0\n.target sm_75\n.nonsense\n", 2, names, values),
      ==, CUDA_ERROR_INVALID_PTX);
  g_assert_nonnull (strstr (log, "nonsense"));
  g_assert_cmpuint (GPOINTER_TO_SIZE (values[1]), ==, strlen (log));
  values[1] = GSIZE_TO_POINTER (sizeof log);
  g_assert_cmpint (cuModuleLoadDataEx (&broken, "\177ELF\2\1\1", 2, names, values), ==,
                   CUDA_ERROR_NO_BINARY_FOR_GPU);
  g_assert_nonnull (strstr (log, "machine code"));
}

/* What is linked is PTX, and is loaded as what comes out of a linker. */
static void
test_link (void)
{
  static const char other[] = ".version 8.0\n.target sm_75\n.address_size 64\n"
                              ".visible .entry other ()\n{\n  ret;\n}\n";
  CUlinkState link;
  CUlibrary library;
  CUkernel kernel;
  CUfunction function;
  g_autofree char *copy = NULL;
  void *image;
  size_t size;

  g_assert_cmpint (cuLinkCreate_v2 (0, NULL, NULL, &link), ==, CUDA_SUCCESS);
  g_assert_cmpint (cuLinkComplete (link, &image, &size), ==, CUDA_ERROR_INVALID_VALUE);
  g_assert_cmpint (cuLinkAddData_v2 (link, CU_JIT_INPUT_NVVM, (void *)"BC", 2, "it", 0, NULL, NULL),
                   ==, CUDA_ERROR_NOT_SUPPORTED);
  g_assert_cmpint (
      cuLinkAddData_v2 (link, CU_JIT_INPUT_PTX, (void *)ptx, sizeof ptx, "it", 0, NULL, NULL), ==,
      CUDA_SUCCESS);
  g_assert_cmpint (cuLinkAddData_v2 (link, CU_JIT_INPUT_PTX, (void *)other, sizeof other, "other",
                                     0, NULL, NULL),
                   ==, CUDA_SUCCESS);
  g_assert_cmpint (cuLinkComplete (link, &image, &size), ==, CUDA_SUCCESS);
  copy = g_memdup2 (image, size);
  g_assert_cmpint (cuLinkDestroy (link), ==, CUDA_SUCCESS);
  g_assert_cmpint (cuLibraryLoadData (&library, copy, NULL, NULL, 0, NULL, NULL, 0), ==,
                   CUDA_SUCCESS);
  g_assert_cmpint (cuLibraryGetKernel (&kernel, library, "other"), ==, CUDA_SUCCESS);
  g_assert_cmpint (cuLibraryGetKernel (&kernel, library, "nothing"), ==, CUDA_SUCCESS);
  g_assert_cmpint (cuKernelGetFunction (&function, kernel), ==, CUDA_SUCCESS);
  g_assert_cmpint (cuLaunchKernel (function, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL), ==,
                   CUDA_SUCCESS);
}

/* ---- launches ---- */

static void
check_scaled (CUdeviceptr from, float factor, float bias)
{
  g_autofree float *host = g_new (float, N);

  g_assert_cmpint (cuMemcpyDtoH_v2 (host, from, N * 4), ==, CUDA_SUCCESS);
  for (guint i = 0; i < N; i++)
    g_assert_cmpfloat (host[i], ==, (float)i * factor + bias);
}

/* By addresses of arguments, in one piece, and by a configuration; the runtime sees the same
 * memory. */
static void
test_launch (void)
{
  g_autofree float *host = g_new (float, N);
  struct {
    CUdeviceptr in, out;
    float factor;
    guint n;
  } packed = { .factor = 3, .n = N };
  size_t packed_size = sizeof packed;
  void *extra[] = { (void *)1, &packed, (void *)2, &packed_size, NULL };
  const CUlaunchConfig config = { GRID, 1, 1, BLOCK, 1, 1, 0, NULL, NULL, 0 };
  float factor = 2;
  guint n = N;
  float half = 0.5f;
  CUdeviceptr in, out, bias;
  void *arguments[] = { &in, &out, &factor, &n };
  float first;

  for (guint i = 0; i < N; i++)
    host[i] = (float)i;
  g_assert_cmpint (cuMemAlloc_v2 (&in, N * 4), ==, CUDA_SUCCESS);
  g_assert_cmpint (cuMemAllocManaged (&out, N * 4, 1), ==, CUDA_SUCCESS);
  g_assert_cmpint (cuMemcpyHtoD_v2 (in, host, N * 4), ==, CUDA_SUCCESS);
  g_assert_cmpint (cuLaunchKernel (scale, GRID, 1, 1, BLOCK, 1, 1, 0, NULL, arguments, NULL), ==,
                   CUDA_SUCCESS);
  check_scaled (out, 2, 0);
  cuModuleGetGlobal_v2 (&bias, NULL, module, "bias");
  g_assert_cmpint (cuMemcpyHtoD_v2 (bias, &half, 4), ==, CUDA_SUCCESS);
  packed.in = in;
  packed.out = out;
  g_assert_cmpint (cuLaunchKernelEx (&config, scale, NULL, extra), ==, CUDA_SUCCESS);
  check_scaled (out, 3, 0.5f);
  packed_size = 8;
  g_assert_cmpint (cuLaunchKernelEx (&config, scale, NULL, extra), ==, CUDA_ERROR_INVALID_VALUE);
  g_assert_cmpint (cuLaunchKernel (scale, GRID, 1, 1, 1025, 1, 1, 0, NULL, arguments, NULL), ==,
                   CUDA_ERROR_INVALID_VALUE);
  g_assert_cmpint (cuLaunchKernel (NULL, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL), ==,
                   CUDA_ERROR_INVALID_HANDLE);
  /* the runtime's error is its own */
  g_assert_cmpint (cudaPeekAtLastError (), ==, cudaSuccess);
  g_assert_cmpint (cudaMemcpy (&first, (void *)(guintptr)out, 4, cudaMemcpyDeviceToHost), ==,
                   cudaSuccess);
  g_assert_cmpfloat (first, ==, 0.5f);
  g_assert_cmpint (cuMemFree_v2 (in), ==, CUDA_SUCCESS);
  g_assert_cmpint (cuMemFree_v2 (in), ==, CUDA_ERROR_INVALID_VALUE);
  g_assert_cmpint (cuMemFree_v2 (out), ==, CUDA_SUCCESS);
}

static void
test_memory (void)
{
  guint32 host[12];
  CUDA_MEMCPY2D rows = { .srcMemoryType = CU_MEMORYTYPE_DEVICE,
                         .srcXInBytes = 4,
                         .srcY = 1,
                         .srcPitch = 16,
                         .dstMemoryType = CU_MEMORYTYPE_HOST,
                         .dstHost = host,
                         .WidthInBytes = 8,
                         .Height = 2 };
  CUdeviceptr data, begin;
  int type;
  size_t size;
  bool is_managed;

  g_assert_cmpint (cuMemAlloc_v2 (&data, 0), ==, CUDA_ERROR_INVALID_VALUE);
  g_assert_cmpint (cuMemAlloc_v2 (&data, sizeof host), ==, CUDA_SUCCESS);
  g_assert_cmpint (cuMemsetD32_v2 (data, 0x01020304, 12), ==, CUDA_SUCCESS);
  g_assert_cmpint (cuMemsetD2D16_v2 (data + 16, 16, 0xabcd, 4, 2), ==, CUDA_SUCCESS);
  rows.srcDevice = data;
  memset (host, 0, sizeof host);
  g_assert_cmpint (cuMemcpy2D_v2 (&rows), ==, CUDA_SUCCESS);
  g_assert_cmphex (host[0], ==, 0xabcdabcd);
  g_assert_cmphex (host[1], ==, 0x01020304);
  g_assert_cmphex (host[2], ==, 0xabcdabcd);
  g_assert_cmphex (host[4], ==, 0);
  g_assert_cmpint (cuMemGetAddressRange_v2 (&begin, &size, data + 7), ==, CUDA_SUCCESS);
  g_assert_true (begin == data && size == sizeof host);
  g_assert_cmpint (cuPointerGetAttribute (&type, 2, data), ==, CUDA_SUCCESS);
  g_assert_cmpint (type, ==, CU_MEMORYTYPE_DEVICE);
  g_assert_cmpint (cuPointerGetAttribute (&is_managed, 8, data), ==, CUDA_SUCCESS);
  g_assert_false (is_managed);
  g_assert_cmpint (cuPointerGetAttribute (&type, 2, (CUdeviceptr)(guintptr)host), ==,
                   CUDA_ERROR_INVALID_VALUE);
  g_assert_cmpint (cuMemHostRegister_v2 (host, sizeof host, 0), ==, CUDA_SUCCESS);
  g_assert_cmpint (cuMemHostUnregister (host), ==, CUDA_SUCCESS);
  g_assert_cmpint (cuMemHostUnregister (host), ==, CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
  g_assert_cmpint (cuMemFree_v2 (data), ==, CUDA_SUCCESS);
}

static void
called (CUstream stream, CUresult result, void *count)
{
  ++*(guint *)count;
}

static void
test_streams (void)
{
  CUstream stream;
  CUevent begin, end;
  CUdeviceptr data;
  float milliseconds = -1;
  guint n_called = 0;

  g_assert_cmpint (cuStreamCreate (&stream, 1), ==, CUDA_SUCCESS);
  cuEventCreate (&begin, 0);
  cuEventCreate (&end, 0);
  g_assert_cmpint (cuEventElapsedTime_v2 (&milliseconds, begin, end), ==,
                   CUDA_ERROR_INVALID_HANDLE);
  g_assert_cmpint (cuMemAllocAsync (&data, 1 << 20, stream), ==, CUDA_SUCCESS);
  cuEventRecord (begin, stream);
  g_assert_cmpint (cuMemsetD8Async (data, 1, 1 << 20, stream), ==, CUDA_SUCCESS);
  cuEventRecord (end, stream);
  g_assert_cmpint (cuStreamAddCallback (stream, called, &n_called, 0), ==, CUDA_SUCCESS);
  g_assert_cmpuint (n_called, ==, 1);
  g_assert_cmpint (cuEventSynchronize (end), ==, CUDA_SUCCESS);
  g_assert_cmpint (cuEventElapsedTime_v2 (&milliseconds, begin, end), ==, CUDA_SUCCESS);
  g_assert_cmpfloat (milliseconds, >, 0);
  g_assert_cmpint (cuMemFreeAsync (data, stream), ==, CUDA_SUCCESS);
  g_assert_cmpint (cuStreamDestroy_v2 (stream), ==, CUDA_SUCCESS);
  g_assert_cmpint (cuStreamSynchronize (stream), ==, CUDA_ERROR_INVALID_HANDLE);
  g_assert_cmpint (cuStreamDestroy_v2 (stream), ==, CUDA_ERROR_INVALID_HANDLE);
  g_assert_cmpint (cudaPeekAtLastError (), ==, cudaSuccess);
  cuEventDestroy_v2 (begin);
  cuEventDestroy_v2 (end);
}

static void
test_occupancy (void)
{
  int blocks, grid, block, value;

  g_assert_cmpint (cuOccupancyMaxActiveBlocksPerMultiprocessor (&blocks, scale, 1024, 0), ==,
                   CUDA_SUCCESS);
  g_assert_cmpint (blocks, ==, 2);
  g_assert_cmpint (cuOccupancyMaxPotentialBlockSize (&grid, &block, scale, NULL, 0, 0), ==,
                   CUDA_SUCCESS);
  g_assert_cmpint (block, ==, 1024);
  g_assert_cmpint (grid, ==, 2 * 132);
  g_assert_cmpint (cuFuncGetAttribute (&value, 0, scale), ==, CUDA_SUCCESS);
  g_assert_cmpint (value, ==, 1024);
  g_assert_cmpint (cuFuncGetAttribute (&value, 99, scale), ==, CUDA_ERROR_INVALID_VALUE);
}

/* ---- what is refused, and the end ---- */

static void
test_refusals (void)
{
  g_assert_cmpint (cuTexRefCreate (), ==, CUDA_ERROR_NOT_SUPPORTED);
  g_assert_cmpint (cuGetExportTable (), ==, CUDA_ERROR_NOT_SUPPORTED);
}

/* What a kernel did wrong is found by the next call that waits, and stays. */
static void
test_fault (void)
{
  CUdeviceptr none = 64;
  float factor = 1;
  guint n = 1;
  void *arguments[] = { &none, &none, &factor, &n };
  CUdeviceptr data;

  g_assert_cmpint (cuLaunchKernel (scale, 1, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL), ==,
                   CUDA_SUCCESS);
  g_assert_cmpint (cuCtxSynchronize (), ==, CUDA_ERROR_ILLEGAL_ADDRESS);
  g_assert_cmpint (cuMemAlloc_v2 (&data, 4), ==, CUDA_ERROR_ILLEGAL_ADDRESS);
}

static const WsStep *
find_step (const WsHistory *history, const char *name)
{
  for (guint i = 0; i < history->steps->len; i++)
    {
      const WsStep *step = g_ptr_array_index (history->steps, i);

      if (g_str_equal (step->name, name))
        return step;
    }
  return NULL;
}

/* All that the tests before have done; the third launch was captured, with the variable. */
static void
test_history (gconstpointer path)
{
  int descriptor = g_open (path, O_RDONLY | O_CLOEXEC, 0);
  g_autoptr (GInputStream) stream = g_unix_input_stream_new (descriptor, TRUE);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsHistory) history = ws_history_read (stream, NULL, &error);
  gboolean has_bias = FALSE;

  g_assert_no_error (error);
  g_assert_cmpuint (history->modules->len, ==, 2);
  g_assert_nonnull (find_step (history, "cuMemAlloc"));
  g_assert_nonnull (find_step (history, "cuMemcpyHtoD"));
  g_assert_null (find_step (history, "cudaMalloc"));
  g_assert_nonnull (find_step (history, "cudaMemcpy"));
  g_assert_nonnull (strstr (find_step (history, "cuTexRefCreate")->words, "cuTexRefCreate"));
  g_assert_nonnull (strstr (find_step (history, "cuGetExportTable")->words, "-cudart shared"));
  g_assert_cmpstr (ws_history_get_launch (history, 2)->name, ==, "scale");
  g_assert_nonnull (history->capture);
  for (guint i = 0; i < history->capture->memories->len; i++)
    {
      const WsHistoryMemory *memory = g_ptr_array_index (history->capture->memories, i);
      float value;

      memcpy (&value, g_bytes_get_data (memory->bytes, NULL), sizeof value);
      has_bias |= g_str_equal (memory->symbol, "bias") && value == 0.5f;
    }
  g_assert_true (has_bias);
  g_assert_cmpuint (history->capture->memories->len, ==, 3);
}

int
main (int argc, char **argv)
{
  g_autofree char *path = NULL;
  int descriptor = g_file_open_tmp ("warpstage-history-XXXXXX", &path, NULL);
  WsSpec *spec = specs_load ("h200");
  int status;

  g_test_init (&argc, &argv, NULL);
  ws_runtime_begin (&(WsRuntimeOptions){ .spec = spec, .history = descriptor, .capture = 2 });
  g_test_add_func ("/driver/names", test_names);
  g_test_add_func ("/driver/errors", test_errors);
  g_test_add_func ("/driver/begin", test_begin);
  g_test_add_func ("/driver/modules", test_modules);
  g_test_add_func ("/driver/link", test_link);
  g_test_add_func ("/driver/launch", test_launch);
  g_test_add_func ("/driver/memory", test_memory);
  g_test_add_func ("/driver/streams", test_streams);
  g_test_add_func ("/driver/occupancy", test_occupancy);
  g_test_add_func ("/driver/refusals", test_refusals);
  g_test_add_func ("/driver/fault", test_fault);
  g_test_add_data_func ("/driver/history", path, test_history);
  status = g_test_run ();
  g_unlink (path);
  return status;
}
