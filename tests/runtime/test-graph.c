/* Graphs: built by hand and captured, launched, changed and refused; called as nvcc's programs call
 * them. */
#include "binary.h"
#include "runtime/api.h"
#include "runtime/runtime.h"
#include "specs.h"

#include <string.h>

#define N 256

/* x[i] = x[i] * by + plus */
static const char ptx[] = ".version 8.0\n.target sm_75\n.address_size 64\n"
                          ".visible .entry map (.param .u64 x, .param .u32 by, .param .u32 plus)\n"
                          "{\n"
                          "  .reg .b32 %r<8>;\n  .reg .b64 %rd<4>;\n"
                          "  mov.u32 %r1, %tid.x;\n  ld.param.u64 %rd1, [x];\n"
                          "  ld.param.u32 %r2, [by];\n  ld.param.u32 %r3, [plus];\n"
                          "  mul.wide.u32 %rd2, %r1, 4;\n  add.s64 %rd3, %rd1, %rd2;\n"
                          "  ld.global.u32 %r4, [%rd3];\n  mad.lo.u32 %r5, %r4, %r2, %r3;\n"
                          "  st.global.u32 [%rd3], %r5;\n  ret;\n}\n";

static char map;
static guint32 *x;
static cudaStream_t one, two;

static void
launch (guint32 by, guint32 plus, cudaStream_t stream)
{
  void *arguments[] = { &x, &by, &plus };

  g_assert_cmpint (
      cudaLaunchKernel (&map, (dim3){ 1, 1, 1 }, (dim3){ N, 1, 1 }, arguments, 0, stream), ==,
      cudaSuccess);
}

static guint32
read_last (void)
{
  guint32 value = 0;

  g_assert_cmpint (cudaMemcpy (&value, x + N - 1, 4, cudaMemcpyDeviceToHost), ==, cudaSuccess);
  return value;
}

static void
zero (void)
{
  g_assert_cmpint (cudaMemset (x, 0, 4 * N), ==, cudaSuccess);
}

/* One stream gives to another and waits for it; nothing runs before the launch, and what was said
 * then counts, not what the variables are now. */
static void
test_capture (void)
{
  cudaEvent_t fork, join;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphNode_t nodes[4];
  cudaGraphNodeType type;
  gsize n = G_N_ELEMENTS (nodes);
  int status = -1;

  zero ();
  cudaEventCreate (&fork);
  cudaEventCreate (&join);
  g_assert_cmpint (cudaStreamBeginCapture (one, 0), ==, cudaSuccess);
  launch (1, 5, one);
  cudaEventRecord (fork, one);
  g_assert_cmpint (cudaStreamWaitEvent (two, fork, 0), ==, cudaSuccess);
  g_assert_cmpint (cudaStreamIsCapturing (two, &status), ==, cudaSuccess);
  g_assert_cmpint (status, ==, 1);
  launch (3, 0, two);
  cudaEventRecord (join, two);
  g_assert_cmpint (cudaStreamWaitEvent (one, join, 0), ==, cudaSuccess);
  launch (1, 1, one);
  g_assert_cmpint (cudaStreamEndCapture (one, &graph), ==, cudaSuccess);
  cudaStreamIsCapturing (two, &status);
  g_assert_cmpint (status, ==, 0);
  g_assert_cmpuint (read_last (), ==, 0);
  g_assert_cmpint (cudaGraphGetNodes (graph, nodes, &n), ==, cudaSuccess);
  g_assert_cmpuint (n, ==, 3);
  g_assert_null (nodes[3]);
  g_assert_cmpint (cudaGraphNodeGetType (nodes[2], &type), ==, cudaSuccess);
  g_assert_cmpint (type, ==, cudaGraphNodeTypeKernel);
  n = 0;
  g_assert_cmpint (cudaGraphGetEdges (graph, NULL, NULL, NULL, &n), ==, cudaSuccess);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpint (cudaGraphInstantiate (&exec, graph, 0), ==, cudaSuccess);
  g_assert_cmpint (cudaGraphDestroy (graph), ==, cudaSuccess);
  g_assert_cmpint (cudaGraphLaunch (exec, one), ==, cudaSuccess);
  g_assert_cmpuint (read_last (), ==, 16);
  g_assert_cmpint (cudaGraphLaunch (exec, NULL), ==, cudaSuccess);
  g_assert_cmpuint (read_last (), ==, 64);
  g_assert_cmpint (cudaEventQuery (join), ==, cudaErrorCapturedEvent);
  g_assert_cmpint (cudaGraphExecDestroy (exec), ==, cudaSuccess);
  cudaEventDestroy (fork);
  cudaEventDestroy (join);
}

/* Each mistake is told where CUDA tells it, and ends the capture. */
static void
test_mistakes (void)
{
  cudaGraph_t graph;
  cudaEvent_t event;
  void *data;

  zero ();
  g_assert_cmpint (cudaStreamBeginCapture (NULL, 0), ==, cudaErrorStreamCaptureUnsupported);
  g_assert_cmpint (cudaStreamEndCapture (one, &graph), ==, cudaErrorIllegalState);
  g_assert_cmpint (cudaStreamBeginCapture (one, 0), ==, cudaSuccess);
  g_assert_cmpint (cudaStreamBeginCapture (one, 0), ==, cudaErrorIllegalState);
  g_assert_cmpint (cudaMalloc (&data, 16), ==, cudaErrorStreamCaptureUnsupported);
  g_assert_cmpint (cudaStreamEndCapture (one, &graph), ==, cudaErrorStreamCaptureInvalidated);
  g_assert_null (graph);
  g_assert_cmpint (cudaStreamBeginCapture (one, 2), ==, cudaSuccess);
  g_assert_cmpint (cudaMalloc (&data, 16), ==, cudaSuccess);
  g_assert_cmpint (cudaMemsetAsync (x, 1, 4, NULL), ==, cudaErrorStreamCaptureImplicit);
  g_assert_cmpint (cudaStreamEndCapture (one, &graph), ==, cudaErrorStreamCaptureInvalidated);
  g_assert_cmpuint (read_last (), ==, 0);
  cudaFree (data);
  /* a fork that is not joined */
  cudaEventCreate (&event);
  g_assert_cmpint (cudaStreamBeginCapture (one, 0), ==, cudaSuccess);
  cudaEventRecord (event, one);
  cudaStreamWaitEvent (two, event, 0);
  launch (1, 1, two);
  g_assert_cmpint (cudaStreamEndCapture (two, &graph), ==, cudaErrorStreamCaptureUnmatched);
  g_assert_cmpint (cudaStreamEndCapture (one, &graph), ==, cudaErrorStreamCaptureUnjoined);
  /* an event of what runs outside */
  cudaEventRecord (event, two);
  g_assert_cmpint (cudaStreamBeginCapture (one, 0), ==, cudaSuccess);
  g_assert_cmpint (cudaStreamWaitEvent (one, event, 0), ==, cudaErrorStreamCaptureIsolation);
  cudaStreamEndCapture (one, &graph);
  cudaEventDestroy (event);
  cudaGetLastError ();
}

static void
add_one (void *data)
{
  ++*(guint *)data;
}

/* Added in another order than they run: a dependency says so. */
static void
test_nodes (void)
{
  cudaGraph_t graph, child;
  cudaGraphExec_t exec;
  cudaGraphNode_t set, plus, times, copy, told, inner;
  guint32 by = 1, add = 4, back[2] = { 0 };
  guint n_told = 0;
  void *arguments[] = { &x, &by, &add };
  cudaKernelNodeParams kernel = {
    .func = &map, .gridDim = { 1, 1, 1 }, .blockDim = { N, 1, 1 }, .kernelParams = arguments
  };
  const cudaMemsetParams memset_params = {
    .dst = x, .pitch = 4 * N, .value = 0x10002, .elementSize = 4, .width = N, .height = 1
  };
  const cudaHostNodeParams host = { add_one, &n_told };

  g_assert_cmpint (cudaGraphCreate (&graph, 0), ==, cudaSuccess);
  g_assert_cmpint (cudaGraphCreate (&child, 0), ==, cudaSuccess);
  g_assert_cmpint (cudaGraphAddKernelNode (&plus, graph, NULL, 0, &kernel), ==, cudaSuccess);
  by = 2;
  add = 0;
  g_assert_cmpint (cudaGraphAddKernelNode (&inner, child, NULL, 0, &kernel), ==, cudaSuccess);
  g_assert_cmpint (cudaGraphAddChildGraphNode (&times, graph, &plus, 1, child), ==, cudaSuccess);
  g_assert_cmpint (cudaGraphAddMemcpyNode1D (&copy, graph, &times, 1, back, x + N - 2, 8,
                                             cudaMemcpyDeviceToHost),
                   ==, cudaSuccess);
  g_assert_cmpint (cudaGraphAddHostNode (&told, graph, &copy, 1, &host), ==, cudaSuccess);
  g_assert_cmpint (cudaGraphAddMemsetNode (&set, graph, NULL, 0, &memset_params), ==, cudaSuccess);
  g_assert_cmpint (cudaGraphAddDependencies (graph, &set, &plus, NULL, 1), ==, cudaSuccess);
  g_assert_cmpint (cudaGraphInstantiate (&exec, graph, 0), ==, cudaSuccess);
  g_assert_cmpint (cudaGraphLaunch (exec, one), ==, cudaSuccess);
  g_assert_cmphex (back[1], ==, (0x10002 + 4) * 2);
  g_assert_cmpuint (n_told, ==, 1);
  /* of the instance alone */
  by = 1;
  add = 1;
  g_assert_cmpint (cudaGraphExecKernelNodeSetParams (exec, plus, &kernel), ==, cudaSuccess);
  g_assert_cmpint (cudaGraphNodeSetEnabled (exec, times, 0), ==, cudaSuccess);
  g_assert_cmpint (cudaGraphLaunch (exec, one), ==, cudaSuccess);
  g_assert_cmphex (back[0], ==, 0x10003);
  g_assert_cmpint (cudaGraphKernelNodeGetParams (plus, &kernel), ==, cudaSuccess);
  g_assert_cmpuint (*(guint32 *)kernel.kernelParams[2], ==, 4);
  g_assert_true (kernel.func == &map);
  g_assert_cmpint (cudaGraphExecDestroy (exec), ==, cudaSuccess);
  /* a circle */
  g_assert_cmpint (cudaGraphAddDependencies (graph, &told, &set, NULL, 1), ==, cudaSuccess);
  g_assert_cmpint (cudaGraphInstantiate (&exec, graph, 0), ==, cudaErrorInvalidValue);
  cudaGetLastError ();
  cudaGraphDestroy (graph);
  cudaGraphDestroy (child);
}

static void
capture_one (guint32 by, guint n, cudaGraph_t *graph)
{
  g_assert_cmpint (cudaStreamBeginCapture (one, 0), ==, cudaSuccess);
  for (guint i = 0; i < n; i++)
    launch (by, 1, one);
  g_assert_cmpint (cudaStreamEndCapture (one, graph), ==, cudaSuccess);
}

static void
test_update (void)
{
  cudaGraph_t graph, other, longer;
  cudaGraphExec_t exec;
  cudaGraphExecUpdateResultInfo info;

  zero ();
  capture_one (1, 2, &graph);
  capture_one (10, 2, &other);
  capture_one (1, 3, &longer);
  g_assert_cmpint (cudaGraphInstantiate (&exec, graph, 0), ==, cudaSuccess);
  g_assert_cmpint (cudaGraphExecUpdate (exec, other, &info), ==, cudaSuccess);
  g_assert_cmpint (info.result, ==, 0);
  g_assert_cmpint (cudaGraphLaunch (exec, one), ==, cudaSuccess);
  g_assert_cmpuint (read_last (), ==, 11);
  g_assert_cmpint (cudaGraphExecUpdate (exec, longer, &info), ==, cudaErrorGraphExecUpdateFailure);
  g_assert_cmpint (info.result, ==, 2);
  cudaGetLastError ();
  cudaGraphExecDestroy (exec);
  cudaGraphDestroy (graph);
  cudaGraphDestroy (other);
  cudaGraphDestroy (longer);
}

/* Memory of a graph is where it was, launch after launch. */
static void
test_memory (void)
{
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  guint32 *own = NULL;
  guint32 back = 0;

  g_assert_cmpint (cudaStreamBeginCapture (one, 0), ==, cudaSuccess);
  g_assert_cmpint (cudaMallocAsync ((void **)&own, 64, one), ==, cudaSuccess);
  g_assert_cmpint (cudaMemsetAsync (own, 3, 64, one), ==, cudaSuccess);
  g_assert_cmpint (cudaMemcpyAsync (&back, own, 4, cudaMemcpyDeviceToHost, one), ==, cudaSuccess);
  g_assert_cmpint (cudaFreeAsync (own, one), ==, cudaSuccess);
  g_assert_cmpint (cudaStreamEndCapture (one, &graph), ==, cudaSuccess);
  g_assert_cmpint (cudaGraphInstantiate (&exec, graph, 0), ==, cudaSuccess);
  for (guint i = 0; i < 2; i++)
    {
      back = 0;
      g_assert_cmpint (cudaGraphLaunch (exec, one), ==, cudaSuccess);
      g_assert_cmphex (back, ==, 0x03030303);
    }
  cudaGraphExecDestroy (exec);
  cudaGraphDestroy (graph);
}

/* Branches of a graph overlap: it takes as long as the longer one, not as both. */
static void
test_time (void)
{
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphNode_t nodes[3];
  cudaEvent_t events[3];
  float wide = 0, narrow = 0;
  guint8 *data;
  cudaMemsetParams params = { .pitch = 1 << 24, .elementSize = 1, .width = 1 << 24, .height = 1 };

  cudaMalloc ((void **)&data, 1 << 24);
  params.dst = data;
  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    cudaEventCreate (&events[i]);
  for (guint is_chain = 0; is_chain < 2; is_chain++)
    {
      cudaGraphCreate (&graph, 0);
      for (guint i = 0; i < G_N_ELEMENTS (nodes); i++)
        cudaGraphAddMemsetNode (&nodes[i], graph, i > 0 ? &nodes[i - 1] : NULL, i > 0 && is_chain,
                                &params);
      cudaGraphInstantiate (&exec, graph, 0);
      cudaEventRecord (events[is_chain], one);
      cudaGraphLaunch (exec, one);
      cudaEventRecord (events[2], one);
      cudaEventElapsedTime (is_chain ? &narrow : &wide, events[is_chain], events[2]);
      cudaGraphExecDestroy (exec);
      cudaGraphDestroy (graph);
    }
  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    cudaEventDestroy (events[i]);
  g_assert_cmpfloat (wide, >, 0);
  g_assert_cmpfloat (narrow, >, 2 * wide);
  cudaFree (data);
}

int
main (int argc, char **argv)
{
  void **handle;

  g_test_init (&argc, &argv, NULL);
  ws_runtime_begin (
      &(WsRuntimeOptions){ .spec = specs_load ("h200"), .history = -1, .capture = G_MAXUINT32 });
  handle = __cudaRegisterFatBinary (binary_new (ptx));
  __cudaRegisterFunction (handle, &map, (char *)"map", "map", -1, NULL, NULL, NULL, NULL, NULL);
  cudaMalloc ((void **)&x, 4 * N);
  cudaStreamCreate (&one);
  cudaStreamCreate (&two);
  g_test_add_func ("/runtime/graph/capture", test_capture);
  g_test_add_func ("/runtime/graph/mistakes", test_mistakes);
  g_test_add_func ("/runtime/graph/nodes", test_nodes);
  g_test_add_func ("/runtime/graph/update", test_update);
  g_test_add_func ("/runtime/graph/memory", test_memory);
  g_test_add_func ("/runtime/graph/time", test_time);
  return g_test_run ();
}
