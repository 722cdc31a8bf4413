// Recursion 1: a grid for each half.
// The kernel launches itself for the half that is left, until two elements are. It is a tail launch: the grid begins when all that its
// parent does is done, as after cudaDeviceSynchronize () in kernels, which CUDA 12 has no more.
// Leaves: as many grids as blocks, times steps; each costs a launch, and has half the threads of the one before.
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

  // nested invocation for the half that is left
  if (tid == 0)
    gpuRecursiveReduce<<<1, stride, 0, cudaStreamTailLaunch>>> (idata, odata, stride);
}
