// Global memory 5: unrolling 4.
// Gain:    only a quarter of the blocks; the four loads of a thread are independent.
// Limit:   more loads in flight would mean less waiting: there could be eight.
#include "operator.cuh"

__global__ void reduceUnrolling4 (T *g_idata, T *g_odata, unsigned n)
{
  // set thread ID
  unsigned tid = threadIdx.x;
  unsigned idx = blockIdx.x * blockDim.x * 4 + threadIdx.x;

  // convert global data pointer to the local pointer of this block; the last block may be short
  T *idata = g_idata + blockIdx.x * blockDim.x * 4;
  unsigned size = min (blockDim.x, n - blockIdx.x * blockDim.x * 4);

  // unrolling 4 data blocks; the last block may have fewer
  if (idx + 3 * blockDim.x < n)
    {
      T a1 = g_idata[idx];
      T a2 = g_idata[idx + blockDim.x];
      T a3 = g_idata[idx + 2 * blockDim.x];
      T a4 = g_idata[idx + 3 * blockDim.x];
      a1 = combine (a1, a2);
      a1 = combine (a1, a3);
      a1 = combine (a1, a4);
      g_idata[idx] = a1;
    }
  else
    for (unsigned i = idx + blockDim.x; i < n; i += blockDim.x)
      g_idata[idx] = combine (g_idata[idx], g_idata[i]);
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
