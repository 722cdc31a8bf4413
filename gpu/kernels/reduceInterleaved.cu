// Global memory 3: interleaved pairs.
// Gain:    no strides between neighbours: each thread adds the element half a block away, so a warp reads whole segments.
// Limit:   half of the threads never do any work, and each block processes only one block of data.
#include "operator.cuh"

__global__ void reduceInterleaved (T *g_idata, T *g_odata, unsigned n)
{
  // set thread ID
  unsigned tid = threadIdx.x;

  // convert global data pointer to the local pointer of this block; the last block may be short
  T *idata = g_idata + blockIdx.x * blockDim.x;
  unsigned size = min (blockDim.x, n - blockIdx.x * blockDim.x);

  // in-place reduction in global memory
  for (unsigned stride = blockDim.x / 2; stride > 0; stride >>= 1)
    {
      if (tid < stride && tid + stride < size)
        idata[tid] = combine (idata[tid], idata[tid + stride]);

      __syncthreads ();
    }

  // write result for this block to global mem
  if (tid == 0)
    g_odata[blockIdx.x] = idata[0];
}
