// Race 1: kernel 3 without the barrier in its loop.
// Problem: a warp may read a sum that another has not yet updated. Most of the time the result is still correct.
// Remedy:  __syncthreads () after the addition, as in kernel 3.
#include "operator.cuh"

__global__ void race1 (const T *in, T *out, unsigned n)
{
  extern __shared__ T sdata[];

  // each thread loads one element from global to shared memory
  unsigned tid = threadIdx.x;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = i < n ? in[i] : identity;
  __syncthreads ();

  // do the reduction in shared memory
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1)
    if (tid < s)
      sdata[tid] = combine (sdata[tid], sdata[tid + s]);

  // write the result of this block to global memory
  if (tid == 0)
    out[blockIdx.x] = sdata[0];
}
