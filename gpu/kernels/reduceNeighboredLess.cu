// Global memory 2: neighboured pairs, less divergence.
// Gain:    the active threads are the first ones of the block, so whole warps are active or idle.
// Limit:   the threads of a warp read elements that are 2, 4, 8 apart, from more and more segments of memory.
#include "operator.cuh"

__global__ void reduceNeighboredLess (T *g_idata, T *g_odata, unsigned n)
{
  // set thread ID
  unsigned tid = threadIdx.x;

  // convert global data pointer to the local pointer of this block; the last block may be short
  T *idata = g_idata + blockIdx.x * blockDim.x;
  unsigned size = min (blockDim.x, n - blockIdx.x * blockDim.x);

  // in-place reduction in global memory
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2)
    {
      // convert tid into local array index
      unsigned index = 2 * stride * tid;

      if (index + stride < size)
        idata[index] = combine (idata[index], idata[index + stride]);

      // synchronize within threadblock
      __syncthreads ();
    }

  // write result for this block to global mem
  if (tid == 0)
    g_odata[blockIdx.x] = idata[0];
}
