// Race 2: kernel 5 as it was written before Volta, without __syncwarp.
// Problem: since compute capability 7.0 the lanes of a warp do not execute in lockstep; volatile does not order them either.
// Remedy:  read, __syncwarp (), write, __syncwarp (), as in kernel 5.
#include "operator.cuh"

__global__ void race2 (const T *in, T *out, unsigned n)
{
  extern __shared__ T sdata[]; // of 64 elements at least

  // each thread loads two elements and stores their combination
  unsigned tid = threadIdx.x;
  unsigned i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
  T v = i < n ? in[i] : identity;
  if (i + blockDim.x < n)
    v = combine (v, in[i + blockDim.x]);
  sdata[tid] = v;

  // a block of less than two warps initialises what its idle lanes will read
  for (unsigned j = tid + blockDim.x; j < 64; j += blockDim.x)
    sdata[j] = identity;
  __syncthreads ();

  // do the reduction in shared memory
  for (unsigned s = blockDim.x / 2; s > 32; s >>= 1)
    {
      if (tid < s)
        sdata[tid] = combine (sdata[tid], sdata[tid + s]);
      __syncthreads ();
    }

  // the last warp: before Volta its lanes ran in lockstep
  if (tid < 32)
    {
      volatile T *step = sdata;
#pragma unroll
      for (unsigned s = 32; s > 0; s >>= 1)
        step[tid] = combine (step[tid], step[tid + s]);
    }

  // write the result of this block to global memory
  if (tid == 0)
    out[blockIdx.x] = sdata[0];
}
