// A captured graph with a fork and a join, launched a few times, then updated.
#include "check.h"
#include <vector>

__global__ void
scale (float *x, int n, float by)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= by;
}
__global__ void
add (float *x, const float *y, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] += y[i];
}

static void
capture (cudaStream_t one, cudaStream_t two, cudaEvent_t fork, cudaEvent_t join, float *a, float *b,
         int n, float by, cudaGraph_t *graph)
{
  CHECK (cudaStreamBeginCapture (one, cudaStreamCaptureModeGlobal));
  CHECK (cudaMemsetAsync (b, 0, n * 4, one));
  CHECK (cudaEventRecord (fork, one));
  CHECK (cudaStreamWaitEvent (two, fork, 0));
  scale<<<(n + 255) / 256, 256, 0, one>>> (a, n, by);
  add<<<(n + 255) / 256, 256, 0, two>>> (b, b, n);
  CHECK (cudaEventRecord (join, two));
  CHECK (cudaStreamWaitEvent (one, join, 0));
  add<<<(n + 255) / 256, 256, 0, one>>> (a, b, n);
  CHECK (cudaStreamEndCapture (one, graph));
}

int
main ()
{
  const int n = 1000;
  std::vector<float> host (n, 1.f);
  cudaStream_t one, two;
  cudaEvent_t fork, join;
  cudaGraph_t graph, other;
  cudaGraphExec_t exec;
  cudaGraphExecUpdateResultInfo info;
  cudaStreamCaptureStatus status;
  size_t nodes = 0, roots = 0, edges = 0;
  float *a, *b;
  bool ok;

  CHECK (cudaStreamCreate (&one));
  CHECK (cudaStreamCreate (&two));
  CHECK (cudaEventCreate (&fork));
  CHECK (cudaEventCreate (&join));
  CHECK (cudaMalloc (&a, n * 4));
  CHECK (cudaMalloc (&b, n * 4));
  CHECK (cudaMemcpy (a, host.data (), n * 4, cudaMemcpyHostToDevice));
  capture (one, two, fork, join, a, b, n, 2.f, &graph);
  CHECK (cudaStreamIsCapturing (one, &status));
  CHECK (cudaGraphGetNodes (graph, NULL, &nodes));
  CHECK (cudaGraphGetRootNodes (graph, NULL, &roots));
  CHECK (cudaGraphGetEdges (graph, NULL, NULL, NULL, &edges));
  std::printf ("%zu nodes, %zu root, %zu edges, capturing: %d\n", nodes, roots, edges, (int)status);
  CHECK (cudaGraphInstantiate (&exec, graph, 0));
  for (int i = 0; i < 3; i++)
    CHECK (cudaGraphLaunch (exec, one));
  CHECK (cudaStreamSynchronize (one));
  CHECK (cudaMemcpy (host.data (), a, n * 4, cudaMemcpyDeviceToHost));
  std::printf ("after three launches: %g\n", host[n - 1]);
  ok = host[0] == 8.f && host[n - 1] == 8.f;
  capture (one, two, fork, join, a, b, n, 0.5f, &other);
  CHECK (cudaGraphExecUpdate (exec, other, &info));
  CHECK (cudaGraphLaunch (exec, one));
  CHECK (cudaStreamSynchronize (one));
  CHECK (cudaMemcpy (host.data (), a, n * 4, cudaMemcpyDeviceToHost));
  std::printf ("updated: %g\n", host[n - 1]);
  ok = ok && host[0] == 4.f;
  // what cannot be captured
  CHECK (cudaStreamBeginCapture (one, cudaStreamCaptureModeGlobal));
  std::printf ("wait: %s\n", cudaGetErrorName (cudaStreamSynchronize (one)));
  std::printf ("end: %s\n", cudaGetErrorName (cudaStreamEndCapture (one, &graph)));
  cudaGetLastError ();
  CHECK (cudaGraphExecDestroy (exec));
  CHECK (cudaGraphDestroy (other));
  std::printf (ok && nodes == 4 && roots == 1 && edges == 4 ? "PASSED\n" : "FAILED\n");
  return !ok;
}
