// Recursion 1: a grid for each half.
// The kernel launches itself for the remaining half until two elements are left. It is a tail launch: the child grid begins when its
// parent has finished, as after the device-side cudaDeviceSynchronize (), which CUDA 12 no longer has.
// Limit:   number of blocks times number of steps grids; each costs a launch, and has half the threads of the one before.
#include "operator.cuh"

__global__ void gpuRecursiveReduce (T *g_idata, T *g_odata, unsigned n)
{
  // set thread ID
  unsigned tid = threadIdx.x;

  // convert global data pointers to the local pointers of this block; the last block may be short
  T *idata = g_idata + blockIdx.x * blockDim.x;
  T *odata = g_odata + blockIdx.x;
  unsigned size = min (blockDim.x, n - blockIdx.x * blockDim.x);

  // stop condition
  if (size <= 2)
    {
      if (tid == 0)
        *odata = size == 2 ? combine (idata[0], idata[1]) : idata[0];
      return;
    }

  // in-place reduction of the two halves
  unsigned stride = (size + 1) / 2;
  if (tid + stride < size)
    idata[tid] = combine (idata[tid], idata[tid + stride]);

  // nested invocation for the remaining half
  if (tid == 0)
    gpuRecursiveReduce<<<1, stride, 0, cudaStreamTailLaunch>>> (idata, odata, stride);
}
