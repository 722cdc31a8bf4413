/* A program of a few calls of each kind, as nvcc's code makes them. It prints what came of it. */
#include "binary.h"
#include "runtime/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 300

/* out[i] += table[i % 2][i] * factor; counts its threads */
static const char ptx[] =
    ".version 8.0\n.target sm_75\n.address_size 64\n"
    ".visible .global .align 4 .u32 count;\n"
    ".visible .const .align 4 .f32 factor = 0f00000000;\n"
    ".visible .entry gather (.param .u64 table, .param .u64 out, .param .u32 n)\n"
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

static char gather, count, factor;
static void **binary;

static void
say (const char *call, cudaError_t error)
{
  if (error != cudaSuccess)
    printf ("%s: %s\n", call, cudaGetErrorName (error));
}

#define DO(call) say (#call, call)

static void
unregister_all (void)
{
  __cudaUnregisterFatBinary (binary);
}

static void
register_all (void)
{
  void **handle = __cudaRegisterFatBinary (binary_new (ptx));

  __cudaRegisterFunction (handle, &gather, (char *)"gather", "gather", -1, NULL, NULL, NULL, NULL,
                          NULL);
  __cudaRegisterVar (handle, &count, (char *)"count", "count", 0, 4, 0, 0);
  __cudaRegisterVar (handle, &factor, (char *)"factor", "factor", 0, 4, 1, 0);
  __cudaRegisterFatBinaryEnd (handle);
  binary = handle;
  atexit (unregister_all);
}

/* Streams, events and copies of every shape. */
static void
run_others (float *out)
{
  cudaStream_t stream;
  cudaEvent_t event;
  float rows[4][8] = { { 1 } };
  void *pitched;
  void *pinned;
  size_t pitch;
  cudaArray_t array;
  const cudaChannelFormatDesc texel = { 32, 0, 0, 0, cudaChannelFormatKindFloat };

  DO (cudaStreamCreate (&stream));
  DO (cudaEventCreate (&event));
  DO (cudaMallocPitch (&pitched, &pitch, sizeof rows[0], 4));
  DO (cudaMemcpy2D (pitched, pitch, rows, sizeof rows[0], sizeof rows[0], 4,
                    cudaMemcpyHostToDevice));
  DO (cudaMemset2D (pitched, pitch, 0, 4, 4));
  DO (cudaMallocHost (&pinned, 4096));
  DO (cudaMemsetAsync (out, 0, 64, stream));
  DO (cudaEventRecord (event, stream));
  DO (cudaStreamWaitEvent (NULL, event, 0));
  DO (cudaMemcpyAsync (pinned, out, 64, cudaMemcpyDeviceToHost, stream));
  DO (cudaStreamSynchronize (stream));
  DO (cudaEventSynchronize (event));
  DO (cudaMallocArray (&array, &texel, 8, 4, 0));
  DO (cudaMemcpy2DToArray (array, 0, 0, rows, sizeof rows[0], sizeof rows[0], 4,
                           cudaMemcpyHostToDevice));
  DO (cudaFreeArray (array));
  DO (cudaFreeHost (pinned));
  DO (cudaFree (pitched));
  DO (cudaFree (NULL));
  DO (cudaStreamDestroy (stream));
  DO (cudaEventDestroy (event));
}

/* Launches in a graph, captured and by hand. */
static void
run_graph (void **arguments)
{
  const dim3 grid = { 2, 1, 1 };
  const dim3 block = { 32, 1, 1 };
  const cudaKernelNodeParams params = { &gather, grid, block, 0, arguments, NULL };
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphNode_t node;

  DO (cudaStreamCreate (&stream));
  DO (cudaStreamBeginCapture (stream, 0));
  DO (cudaLaunchKernel (&gather, grid, block, arguments, 0, stream));
  DO (cudaMemsetAsync (*(void **)arguments[1], 0, 16, stream));
  DO (cudaStreamEndCapture (stream, &graph));
  DO (cudaGraphAddKernelNode (&node, graph, NULL, 0, &params));
  DO (cudaGraphInstantiate (&exec, graph, 0));
  DO (cudaGraphDestroy (graph));
  for (int i = 0; i < 2; i++)
    DO (cudaGraphLaunch (exec, stream));
  DO (cudaStreamSynchronize (stream));
  DO (cudaGraphExecDestroy (exec));
  DO (cudaStreamDestroy (stream));
}

int
main (void)
{
  float values[2][N];
  float result[N];
  float *data[2], **table, *out;
  const float half = 0.5f;
  unsigned n = N;
  unsigned n_counted = 0;
  void *arguments[] = { &table, &out, &n };
  double sum = 0;
  void *nothing;

  register_all ();
  for (int k = 0; k < 2; k++)
    {
      for (int i = 0; i < N; i++)
        values[k][i] = (float)(i * (k + 1));
      DO (cudaMalloc ((void **)&data[k], sizeof values[k]));
      DO (cudaMemcpy (data[k], values[k], sizeof values[k], cudaMemcpyHostToDevice));
    }
  DO (cudaMalloc ((void **)&table, sizeof data));
  DO (cudaMalloc ((void **)&out, sizeof result));
  DO (cudaMemcpy (table, data, sizeof data, cudaMemcpyHostToDevice));
  DO (cudaMemset (out, 0, sizeof result));
  DO (cudaMemcpyToSymbol (&factor, &half, sizeof half, 0, cudaMemcpyHostToDevice));
  for (int i = 0; i < 3; i++)
    DO (cudaLaunchKernel (&gather, (dim3){ 3, 1, 1 }, (dim3){ 128, 1, 1 }, arguments, 0, NULL));
  DO (cudaDeviceSynchronize ());
  DO (cudaMemcpy (result, out, sizeof result, cudaMemcpyDeviceToHost));
  DO (cudaMemcpyFromSymbol (&n_counted, &count, sizeof n_counted, 0, cudaMemcpyDeviceToHost));
  for (int i = 0; i < N; i++)
    sum += (double)result[i];
  printf ("%g of %u\n", sum, n_counted);
  /* what is wrong comes back as it is */
  DO (cudaMalloc (&nothing, (size_t)1 << 50));
  DO (cudaGetLastError ());
  DO (cudaLaunchKernel (&gather, (dim3){ 1, 1, 1 }, (dim3){ 2000, 1, 1 }, arguments, 0, NULL));
  DO (cudaPeekAtLastError ());
  DO (cudaGetLastError ());
  DO (cudaMemcpy (out, values, (size_t)1 << 40, cudaMemcpyHostToDevice));
  DO (cudaFree ((void *)values));
  DO (cudaGetLastError ());
  DO (cudaLaunchKernelExC (NULL, &gather, arguments));
  run_others (out);
  run_graph (arguments);
  for (int k = 0; k < 2; k++)
    DO (cudaFree (data[k]));
  /* the kernel now reads what is no memory any more */
  DO (cudaLaunchKernel (&gather, (dim3){ 3, 1, 1 }, (dim3){ 128, 1, 1 }, arguments, 0, NULL));
  DO (cudaDeviceSynchronize ());
  DO (cudaFree (out));
  return 3;
}
