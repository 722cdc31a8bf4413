// Kernel 9: one instruction per warp.
// Gain:    no shuffles: redux.sync combines the values of all lanes of a warp; integers only.
// Limit:   four bytes per load, few loads in flight at a time, and a second launch.
#include "operator.cuh"

// combines the values of the members of a warp: each member gets the result
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

  // each warp combines the values of its lanes into one
  v = combineLanes (~0u >> (32 - lanes), v);
  if (tid % 32 == 0)
    partial[tid / 32] = v;
  __syncthreads ();

  // the first warp combines the values of all warps
  if (tid < warps)
    v = combineLanes (~0u >> (32 - warps), partial[tid]);

  // write the result of this block to global memory
  if (tid == 0)
    out[blockIdx.x] = v;
}
