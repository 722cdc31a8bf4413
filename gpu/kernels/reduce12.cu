// Kernel 12: cooperative groups.
// Gain:    no masks or lane numbers: a group knows its members, and the library combines their values.
// Limit:   four bytes per load and a second launch, as in kernel 8; and the library's work is hidden.
#include "operator.cuh"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

template <unsigned blockSize>
__global__ void reduce12 (const T *in, T *out, unsigned n)
{
  constexpr unsigned lanes = blockSize < 32 ? blockSize : 32;
  constexpr unsigned warps = blockSize / lanes;
  __shared__ T partial[warps];
  cg::grid_group grid = cg::this_grid ();
  cg::thread_block block = cg::this_thread_block ();
  auto op = [] (T a, T b) { return combine (a, b); };

  // each thread combines the elements that it visits
  T v = identity;
  for (unsigned i = grid.thread_rank (); i < n; i += grid.size ())
    v = combine (v, in[i]);

  // each warp combines the values of its lanes into one
  auto warp = cg::tiled_partition<lanes> (block);
  v = cg::reduce (warp, v, op);
  if (warp.thread_rank () == 0)
    partial[warp.meta_group_rank ()] = v;
  block.sync ();

  // as many threads as there are warps combine the values of the warps
  auto first = cg::tiled_partition<warps> (block);
  if (first.meta_group_rank () == 0)
    v = cg::reduce (first, partial[first.thread_rank ()], op);

  // write the result of this block to global memory
  if (block.thread_rank () == 0)
    out[blockIdx.x] = v;
}

template __global__ void reduce12<1> (const T *, T *, unsigned);
template __global__ void reduce12<2> (const T *, T *, unsigned);
template __global__ void reduce12<4> (const T *, T *, unsigned);
template __global__ void reduce12<8> (const T *, T *, unsigned);
template __global__ void reduce12<16> (const T *, T *, unsigned);
template __global__ void reduce12<32> (const T *, T *, unsigned);
template __global__ void reduce12<64> (const T *, T *, unsigned);
template __global__ void reduce12<128> (const T *, T *, unsigned);
template __global__ void reduce12<256> (const T *, T *, unsigned);
template __global__ void reduce12<512> (const T *, T *, unsigned);
template __global__ void reduce12<1024> (const T *, T *, unsigned);
