// Kernel 4: first add during the load.
// Gain:    each thread combines two elements as it loads them, in half as many blocks.
// Limit:   loop and barrier overhead; in the last six steps only one warp is active, yet all warps wait.
#include "operator.cuh"

__global__ void reduce4 (const T *in, T *out, unsigned n)
{
  extern __shared__ T sdata[];

  // each thread loads two elements and stores their combination
  unsigned tid = threadIdx.x;
  unsigned i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
  T v = i < n ? in[i] : identity;
  if (i + blockDim.x < n)
    v = combine (v, in[i + blockDim.x]);
  sdata[tid] = v;
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
