// Global memory 4: unrolling 2.
// Gain:    only half as many blocks: each block takes the data of two, which its threads combine before the tree begins.
// Limit:   a thread has only two loads in flight at a time.
#include "operator.cuh"

__global__ void reduceUnrolling2 (T *g_idata, T *g_odata, unsigned n)
{
  // set thread ID
  unsigned tid = threadIdx.x;
  unsigned idx = blockIdx.x * blockDim.x * 2 + threadIdx.x;

  // convert global data pointer to the local pointer of this block; the last block may be short
  T *idata = g_idata + blockIdx.x * blockDim.x * 2;
  unsigned size = min (blockDim.x, n - blockIdx.x * blockDim.x * 2);

  // unrolling 2 data blocks
  if (idx + blockDim.x < n)
    g_idata[idx] = combine (g_idata[idx], g_idata[idx + blockDim.x]);
  __syncthreads ();

  // in-place reduction in global memory
  for (unsigned stride = blockDim.x / 2; stride > 0; stride >>= 1)
    {
      if (tid < stride && tid + stride < size)
        idata[tid] = combine (idata[tid], idata[tid + stride]);

      // synchronize within threadblock
      __syncthreads ();
    }

  // write result for this block to global mem
  if (tid == 0)
    g_odata[blockIdx.x] = idata[0];
}
