// Kernel 3: sequential addressing.
// Gain:    no bank conflicts: neighbouring threads read neighbouring words.
// Limit:   half of the threads load one element and are idle from then on.
#include "operator.cuh"

__global__ void reduce3 (const T *in, T *out, unsigned n)
{
  extern __shared__ T sdata[];

  // each thread loads one element from global to shared memory
  unsigned tid = threadIdx.x;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = i < n ? in[i] : identity;
  __syncthreads ();

  // do the reduction in shared memory
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1)
    {
      if (tid < s)
        sdata[tid] = combine (sdata[tid], sdata[tid + s]);
      __syncthreads ();
    }

  // write the result of this block to global memory
  if (tid == 0)
    out[blockIdx.x] = sdata[0];
}
