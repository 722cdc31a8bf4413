// Kernel 5: unroll the last warp.
// Gain:    no loop, branch or block barrier in the last six steps, which a single warp executes.
// Limit:   the loop over the earlier steps, as the block size is not known at compile time.
#include "operator.cuh"

__global__ void reduce5 (const T *in, T *out, unsigned n)
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

  // the last warp: no branch, no block barrier; the results of idle lanes are not used.
  // Since Volta the lanes of a warp need __syncwarp between reading and writing.
  if (tid < 32)
    {
      v = sdata[tid];
      v = combine (v, sdata[tid + 32]); __syncwarp (); sdata[tid] = v; __syncwarp ();
      v = combine (v, sdata[tid + 16]); __syncwarp (); sdata[tid] = v; __syncwarp ();
      v = combine (v, sdata[tid + 8]);  __syncwarp (); sdata[tid] = v; __syncwarp ();
      v = combine (v, sdata[tid + 4]);  __syncwarp (); sdata[tid] = v; __syncwarp ();
      v = combine (v, sdata[tid + 2]);  __syncwarp (); sdata[tid] = v; __syncwarp ();
      v = combine (v, sdata[tid + 1]);  __syncwarp (); sdata[tid] = v; __syncwarp ();
    }

  // write the result of this block to global memory
  if (tid == 0)
    out[blockIdx.x] = sdata[0];
}
