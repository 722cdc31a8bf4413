// Recursion 3: one grid for all blocks.
// Gain:    no grid for each block. The first block launches one grid for all, with as many blocks; it is a tail launch, as the other
//          blocks must have finished.
// Limit:   a launch for each step, where a loop needs a barrier.
#include "operator.cuh"

__global__ void gpuRecursiveReduce2 (T *g_idata, T *g_odata, unsigned n, unsigned stride, unsigned dim)
{
  // set thread ID
  unsigned tid = threadIdx.x;

  // convert global data pointer to the local pointer of this block, whose elements are dim apart; the last block may be short
  T *idata = g_idata + blockIdx.x * dim;
  unsigned size = min (dim, n - blockIdx.x * dim);

  // in-place reduction of the two halves
  if (tid + stride < size)
    idata[tid] = combine (idata[tid], idata[tid + stride]);

  // stop condition
  if (stride == 1)
    {
      if (tid == 0)
        g_odata[blockIdx.x] = idata[0];
      return;
    }

  // nested invocation for the remaining half of all blocks
  if (tid == 0 && blockIdx.x == 0)
    gpuRecursiveReduce2<<<gridDim.x, stride / 2, 0, cudaStreamTailLaunch>>> (g_idata, g_odata, n, stride / 2, dim);
}
