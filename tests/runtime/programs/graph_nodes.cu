// A graph built by hand: memset, copy, kernel, host function, child.
#include "check.h"
#include <vector>

__global__ void
increment (int *x, int n, int by)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] += by;
}

static int calls;
static void
count (void *data)
{
  calls++;
  *(int *)data += 1;
}

int
main ()
{
  const int n = 512;
  std::vector<int> host (n), back (n);
  int *a, by = 5, told = 0, size = n;
  cudaGraph_t graph, child;
  cudaGraphNode_t set, copy, kernel, after, fn, inner, empty;
  cudaGraphExec_t exec;
  cudaMemsetParams memset = {};
  cudaKernelNodeParams launch = {};
  cudaHostNodeParams call = { count, &told };
  cudaStream_t stream;
  void *arguments[] = { &a, &size, &by };
  bool ok;

  CHECK (cudaStreamCreate (&stream));
  CHECK (cudaMalloc (&a, n * 4));
  CHECK (cudaGraphCreate (&graph, 0));
  CHECK (cudaGraphCreate (&child, 0));
  memset.dst = a;
  memset.value = 7;
  memset.elementSize = 4;
  memset.width = n;
  memset.height = 1;
  CHECK (cudaGraphAddMemsetNode (&set, graph, NULL, 0, &memset));
  launch.func = (void *)increment;
  launch.gridDim = dim3 (2);
  launch.blockDim = dim3 (256);
  launch.kernelParams = arguments;
  CHECK (cudaGraphAddKernelNode (&kernel, graph, &set, 1, &launch));
  by = 100;
  CHECK (cudaGraphAddKernelNode (&inner, child, NULL, 0, &launch));
  CHECK (cudaGraphAddChildGraphNode (&after, graph, &kernel, 1, child));
  CHECK (cudaGraphAddMemcpyNode1D (&copy, graph, &after, 1, back.data (), a, n * 4,
                                   cudaMemcpyDeviceToHost));
  CHECK (cudaGraphAddHostNode (&fn, graph, &copy, 1, &call));
  CHECK (cudaGraphAddEmptyNode (&empty, graph, &fn, 1));
  CHECK (cudaGraphInstantiate (&exec, graph, 0));
  CHECK (cudaGraphLaunch (exec, stream));
  CHECK (cudaGraphLaunch (exec, stream));
  CHECK (cudaStreamSynchronize (stream));
  std::printf ("%d, %d calls, told %d\n", back[n - 1], calls, told);
  ok = back[0] == 112 && back[n - 1] == 112 && calls == 2 && told == 2;
  by = 1;
  CHECK (cudaGraphExecKernelNodeSetParams (exec, kernel, &launch));
  CHECK (cudaGraphLaunch (exec, stream));
  CHECK (cudaStreamSynchronize (stream));
  std::printf ("%d\n", back[0]);
  CHECK (cudaGraphKernelNodeGetParams (kernel, &launch));
  std::printf ("grid %u, by %d\n", launch.gridDim.x, *(int *)launch.kernelParams[2]);
  std::printf (ok && back[0] == 108 ? "PASSED\n" : "FAILED\n");
  return 0;
}
