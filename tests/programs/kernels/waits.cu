// Blocks that wait for each other.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define I (blockIdx.x * blockDim.x + threadIdx.x)

// Four steps of a smoothing, a barrier of the grid between them. out: two rows.
extern "C" __global__ void grid_sync (const unsigned *in, unsigned *out)
{
  cg::grid_group grid = cg::this_grid ();
  unsigned n = gridDim.x * blockDim.x;
  out[I] = in[I] & 0xffff;
  grid.sync ();
  for (int step = 0; step < 4; step++) {
    unsigned *from = out + (step & 1) * n, *to = out + (~step & 1) * n;
    to[I] = (from[I] + from[(I + n - 37) % n] + from[(I + 41) % n]) / 3;
    grid.sync ();
  }
}

// Decoupled look-back: each block waits for the sum of those before it. Behind the answers: sums and flags.
extern "C" __global__ void look_back (const unsigned *in, unsigned *out)
{
  unsigned n = gridDim.x * blockDim.x;
  volatile unsigned *sums = out + n, *flags = sums + gridDim.x;
  __shared__ unsigned s[64], before;
  s[threadIdx.x] = in[I] & 0xff;
  __syncthreads ();
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    unsigned left = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
    __syncthreads ();
    s[threadIdx.x] += left;
    __syncthreads ();
  }
  if (threadIdx.x == 0) {
    before = 0;
    if (blockIdx.x > 0) {
      while (flags[blockIdx.x - 1] == 0)
        ;
      __threadfence ();
      before = sums[blockIdx.x - 1];
    }
    sums[blockIdx.x] = before + s[blockDim.x - 1];
    __threadfence ();
    flags[blockIdx.x] = 1;
  }
  __syncthreads ();
  out[I] = before + s[threadIdx.x];
}

// The first blocks wait for what the last ones make: out[2 i], then a flag.
extern "C" __global__ void consume (const unsigned *in, unsigned *out)
{
  unsigned half = gridDim.x / 2;
  volatile unsigned *v = out;
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x < half) {
    while (v[4 * blockIdx.x + 1] == 0)
      __nanosleep (100);
    __threadfence ();
    v[4 * blockIdx.x + 2] = v[4 * blockIdx.x] * 2;
  } else {
    unsigned to = blockIdx.x - half;
    v[4 * to] = in[blockIdx.x];
    __threadfence ();
    v[4 * to + 1] = 1;
  }
}
