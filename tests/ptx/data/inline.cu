// Inlined functions, two and three deep: every instruction belongs to a line of this file.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__device__ __forceinline__ int inner (int x)
{
  return __shfl_xor_sync (~0u, x, 1);
}

__device__ __forceinline__ int middle (int x)
{
  int y = inner (x) * 3;
  return inner (y) + __popc (y);
}

__global__ void groups (int *out, float *f)
{
  cg::thread_block block = cg::this_thread_block ();
  cg::thread_block_tile<8> tile = cg::tiled_partition<8> (block);

  out[threadIdx.x] = middle (out[threadIdx.x]);
  block.sync ();
  int sum = cg::reduce (tile, out[3], cg::plus<int> ());
  if (tile.thread_rank () == 0)
    atomicAdd (out, sum);
  f[0] = sinf (f[1]) + __expf (f[2]) + sqrtf (f[3]) / f[4];
  out[sum % out[2]] = out[1] / out[4];
}
