// A grid that waits for itself, and tiles of a warp.
#include "check.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void
k (int *x, int n, int *out)
{
  cg::grid_group g = cg::this_grid ();
  for (int i = g.thread_rank (); i < n; i += g.size ())
    x[i] = i;
  g.sync ();
  int s = 0;
  for (int i = g.thread_rank (); i < n; i += g.size ())
    s += x[n - 1 - i];
  auto tile = cg::tiled_partition<32> (cg::this_thread_block ());
  for (int o = 16; o > 0; o /= 2)
    s += tile.shfl_down (s, o);
  if (tile.thread_rank () == 0)
    atomicAdd (out, s);
}
int
main ()
{
  int *x, *out, n = 4096, h = 0, blocks = 0, can = 0;
  cudaDeviceProp p;
  CHECK (cudaGetDeviceProperties (&p, 0));
  CHECK (cudaDeviceGetAttribute (&can, cudaDevAttrCooperativeLaunch, 0));
  CHECK (cudaOccupancyMaxActiveBlocksPerMultiprocessor (&blocks, k, 128, 0));
  CHECK (cudaMalloc (&x, n * 4));
  CHECK (cudaMalloc (&out, 4));
  CHECK (cudaMemset (out, 0, 4));
  void *args[] = { &x, &n, &out };
  CHECK (cudaLaunchCooperativeKernel ((void *)k, dim3 (8), dim3 (128), args, 0, 0));
  CHECK (cudaMemcpy (&h, out, 4, cudaMemcpyDeviceToHost));
  std::printf ("can %d, blocks %d\n%d\n%s\n", can, blocks, h,
               h == n * (n - 1) / 2 ? "PASSED" : "FAILED");
}
