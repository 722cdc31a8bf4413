// Kernel 2: interleaved addressing, strided index.
// Gain:    no divergent branch: the active threads are the first ones of the block.
// Limit:   they access shared memory with strides of 2, 4, 8 ...: bank conflicts.
#include "operator.cuh"

__global__ void reduce2 (const T *in, T *out, unsigned n)
{
  extern __shared__ T sdata[];

  // each thread loads one element from global to shared memory
  unsigned tid = threadIdx.x;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = i < n ? in[i] : identity;
  __syncthreads ();

  // do the reduction in shared memory
  for (unsigned s = 1; s < blockDim.x; s *= 2)
    {
      unsigned index = 2 * s * tid;
      if (index < blockDim.x)
        sdata[index] = combine (sdata[index], sdata[index + s]);
      __syncthreads ();
    }

  // write the result of this block to global memory
  if (tid == 0)
    out[blockIdx.x] = sdata[0];
}
