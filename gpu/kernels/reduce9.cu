// Kernel 9: one instruction per warp.
// Removes: the shuffles. redux.sync combines what all lanes of a warp hold; whole numbers only.
// Leaves:  four bytes per load, few of them under way at a time, and a second launch.
#include "operator.cuh"

// what the members of a warp hold, combined: each of them gets it
namespace op_sum {
__device__ T combineLanes (unsigned members, T v) { return __reduce_add_sync (members, v); }
}
namespace op_max {
__device__ T combineLanes (unsigned members, T v) { return __reduce_max_sync (members, v); }
}
namespace op_min {
__device__ T combineLanes (unsigned members, T v) { return __reduce_min_sync (members, v); }
}

__global__ void reduce9 (const T *in, T *out, unsigned n)
{
  __shared__ T partial[32];
  unsigned lanes = min (blockDim.x, 32);
  unsigned warps = blockDim.x / lanes;

  // each thread combines two elements in every step of the grid
  unsigned tid = threadIdx.x;
  unsigned i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
  unsigned gridSize = blockDim.x * 2 * gridDim.x;
  T v = identity;
  while (i < n)
    {
      v = combine (v, in[i]);
      if (i + blockDim.x < n)
        v = combine (v, in[i + blockDim.x]);
      i += gridSize;
    }

  // each warp combines what its lanes hold, and leaves one value
  v = combineLanes (~0u >> (32 - lanes), v);
  if (tid % 32 == 0)
    partial[tid / 32] = v;
  __syncthreads ();

  // the first warp combines what the warps left
  if (tid < warps)
    v = combineLanes (~0u >> (32 - warps), partial[tid]);

  // write the result of this block to global memory
  if (tid == 0)
    out[blockIdx.x] = v;
}
