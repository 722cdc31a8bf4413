// Global memory 1: neighboured pairs.
// Gain:    a tree instead of a serial loop: a block combines its elements in place, over its input.
// Limit:   active threads lie between idle ones, so every warp diverges.
#include "operator.cuh"

__global__ void reduceNeighbored (T *g_idata, T *g_odata, unsigned n)
{
  // set thread ID
  unsigned tid = threadIdx.x;

  // convert global data pointer to the local pointer of this block; the last block may be short
  T *idata = g_idata + blockIdx.x * blockDim.x;
  unsigned size = min (blockDim.x, n - blockIdx.x * blockDim.x);

  // in-place reduction in global memory
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2)
    {
      if ((tid % (2 * stride)) == 0 && tid + stride < size)
        idata[tid] = combine (idata[tid], idata[tid + stride]);

      // synchronize within block
      __syncthreads ();
    }

  // write result for this block to global mem
  if (tid == 0)
    g_odata[blockIdx.x] = idata[0];
}
