// Recursion 2: without waiting.
// Gain:    no wait for the whole parent. The block's own barrier is enough: a child sees what the launching thread saw,
//          and after the barrier that thread sees what its whole block wrote.
// Limit:   as many grids as before; each costs a launch, and has half the threads of the one before.
#include "operator.cuh"

__global__ void gpuRecursiveReduceNosync (T *g_idata, T *g_odata, unsigned n)
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

  // the block's sums are complete
  __syncthreads ();

  // nested invocation for the remaining half
  if (tid == 0)
    gpuRecursiveReduceNosync<<<1, stride, 0, cudaStreamFireAndForget>>> (idata, odata, stride);
}
