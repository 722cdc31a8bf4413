// Kernel 1: interleaved addressing, divergent branch.
// Gain:    a tree instead of a serial loop: a block's threads combine its elements together.
// Limit:   active threads lie between idle ones, so every warp diverges; and % is slow.
#include "operator.cuh"

__global__ void reduce1 (const T *in, T *out, unsigned n)
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
      if (tid % (2 * s) == 0)
        sdata[tid] = combine (sdata[tid], sdata[tid + s]);
      __syncthreads ();
    }

  // write the result of this block to global memory
  if (tid == 0)
    out[blockIdx.x] = sdata[0];
}
