// Kernel 10: sixteen bytes per load, four loads in flight.
// Gain:    less waiting for memory: each thread requests 64 bytes before it uses any; one launch.
// Limit:   only sums of integers, as one atomic both adds a block's sum and counts the block.
#include "operator.cuh"

// of the finished blocks: the sum of their sums in the high half, their number in the low half.
// An overflow is lost at the top, so the count stays exact.
__device__ unsigned long long total;

__device__ __forceinline__ T sum4 (int4 a) { return (a.x + a.y) + (a.z + a.w); }

// at most 32 registers, so that 2048 threads fill an SM: 128 KiB in flight hide the latency
template <unsigned blockSize>
__global__ void __launch_bounds__ (1024, 2) reduce10 (const T *in, T *out, unsigned n)
{
  constexpr unsigned lanes = blockSize < 32 ? blockSize : 32;
  constexpr unsigned warps = blockSize / lanes;
  __shared__ T partial[warps];

  // in every step of the grid each thread loads four times four elements, then adds them up.
  // One pointer advances; the compiler knows the offsets of the others. Plain loads: cache hints
  // to discard what was read would evict an array that fits into L2.
  unsigned tid = threadIdx.x;
  const int4 *p = (const int4 *) in + blockIdx.x * (blockSize * 4) + tid;
  const int4 *end = (const int4 *) in + n / 4;
  size_t gridSize = (size_t) gridDim.x * (blockSize * 4);
  T v = 0;
  for (; p + 3 * blockSize < end; p += gridSize)
    {
      int4 a = p[0];
      int4 b = p[blockSize];
      int4 c = p[2 * blockSize];
      int4 d = p[3 * blockSize];
      v += (sum4 (a) + sum4 (b)) + (sum4 (c) + sum4 (d));
    }

  // the last step of the grid may be short, and up to three elements are left over
  for (; p < end; p += blockSize)
    v += sum4 (*p);
  if (blockIdx.x == 0)
    for (unsigned i = n / 4 * 4 + tid; i < n; i += blockSize)
      v += in[i];

  // each warp adds up the values of its lanes, and the first warp the sums of the warps
  v = __reduce_add_sync (~0u >> (32 - lanes), v);
  if (tid % lanes == 0)
    partial[tid / lanes] = v;
  __syncthreads ();
  if (tid < warps)
    v = __reduce_add_sync (~0u >> (32 - warps), partial[tid]);

  // one atomic per block; the last block sees the sums of all others
  if (tid == 0)
    {
      unsigned long long own = ((unsigned long long) (unsigned) v << 32) + 1;
      unsigned long long all = atomicAdd (&total, own) + own;
      if ((unsigned) all == gridDim.x)
        {
          out[0] = (T) (all >> 32);
          total = 0; // for the next launch
        }
    }
}

template __global__ void reduce10<1> (const T *, T *, unsigned);
template __global__ void reduce10<2> (const T *, T *, unsigned);
template __global__ void reduce10<4> (const T *, T *, unsigned);
template __global__ void reduce10<8> (const T *, T *, unsigned);
template __global__ void reduce10<16> (const T *, T *, unsigned);
template __global__ void reduce10<32> (const T *, T *, unsigned);
template __global__ void reduce10<64> (const T *, T *, unsigned);
template __global__ void reduce10<128> (const T *, T *, unsigned);
template __global__ void reduce10<256> (const T *, T *, unsigned);
template __global__ void reduce10<512> (const T *, T *, unsigned);
template __global__ void reduce10<1024> (const T *, T *, unsigned);
