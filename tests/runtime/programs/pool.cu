// Memory from the default pool, as the samples' streamOrderedAllocation does it; and in a graph.
#include "check.h"

__global__ void
fill (int *x, int v)
{
  x[threadIdx.x] = v + threadIdx.x;
}
__global__ void
sum (const int *x, int *s)
{
  atomicAdd (s, x[threadIdx.x]);
}

int
main ()
{
  cudaMemPool_t pool;
  unsigned long long threshold = ~0ull, used = 0, high = 0;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  int *x, *s, total = 0;

  CHECK (cudaDeviceGetDefaultMemPool (&pool, 0));
  CHECK (cudaMemPoolSetAttribute (pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  CHECK (cudaStreamCreate (&stream));
  CHECK (cudaMallocAsync (&x, 1024, stream));
  CHECK (cudaMallocFromPoolAsync (&s, 4, pool, stream));
  CHECK (cudaMemsetAsync (s, 0, 4, stream));
  fill<<<1, 256, 0, stream>>> (x, 1);
  sum<<<1, 256, 0, stream>>> (x, s);
  CHECK (cudaMemcpyAsync (&total, s, 4, cudaMemcpyDeviceToHost, stream));
  CHECK (cudaMemPoolGetAttribute (pool, cudaMemPoolAttrUsedMemCurrent, &used));
  CHECK (cudaFreeAsync (x, stream));
  CHECK (cudaStreamSynchronize (stream));
  std::printf ("sum %d\n", total);
  CHECK (cudaMemPoolGetAttribute (pool, cudaMemPoolAttrUsedMemHigh, &high));
  std::printf ("used: %d, high: %d\n", used >= 1028, high >= 1028);
  CHECK (cudaStreamBeginCapture (stream, cudaStreamCaptureModeGlobal));
  CHECK (cudaMallocAsync (&x, 1024, stream));
  fill<<<1, 256, 0, stream>>> (x, 2);
  sum<<<1, 256, 0, stream>>> (x, s);
  CHECK (cudaFreeAsync (x, stream));
  CHECK (cudaStreamEndCapture (stream, &graph));
  CHECK (cudaGraphInstantiate (&exec, graph, 0));
  CHECK (cudaGraphLaunch (exec, stream));
  CHECK (cudaGraphLaunch (exec, stream));
  CHECK (cudaMemcpyAsync (&total, s, 4, cudaMemcpyDeviceToHost, stream));
  CHECK (cudaStreamSynchronize (stream));
  std::printf ("sum %d\n", total);
  std::printf (total == 32896 + 2 * 33152 ? "PASSED\n" : "FAILED\n");
  return 0;
}
