// Kernel 11: the last block finishes.
// Gain:    no second launch, for every type and operator: a ticket tells which block is the last.
// Limit:   member masks and lane numbers, which every kernel since the eighth computes by hand.
#include "operator.cuh"

struct alignas (16) T4 { T x, y, z, w; };

__device__ unsigned ticket; // of the next block that is done; the last one turns it back to 0

__device__ __forceinline__ T combine4 (T4 a)
{
  return combine (combine (a.x, a.y), combine (a.z, a.w));
}

// combines the values of the first lanes of a warp: lane 0 gets the result
template <unsigned lanes>
__device__ __forceinline__ T combineLanes (T v)
{
  unsigned members = ~0u >> (32 - lanes);
  for (unsigned s = lanes / 2; s > 0; s >>= 1)
    v = combine (v, __shfl_down_sync (members, v, s, lanes));
  return v;
}

// combines the values of the threads of a block: thread 0 gets the result
template <unsigned blockSize>
__device__ __forceinline__ T combineBlock (T v, T *partial)
{
  constexpr unsigned lanes = blockSize < 32 ? blockSize : 32;
  constexpr unsigned warps = blockSize / lanes;
  unsigned tid = threadIdx.x;
  v = combineLanes<lanes> (v);
  if (tid % lanes == 0)
    partial[tid / lanes] = v;
  __syncthreads ();
  if (tid < warps)
    v = combineLanes<warps> (partial[tid]);
  return v;
}

template <unsigned blockSize>
__global__ void __launch_bounds__ (1024, 2) reduce11 (const T *in, T *out, unsigned n)
{
  __shared__ T partial[32];
  __shared__ bool last;

  // in every step of the grid each thread loads four times four elements, then combines them
  unsigned tid = threadIdx.x;
  const T4 *p = (const T4 *) in + blockIdx.x * (blockSize * 4) + tid;
  const T4 *end = (const T4 *) in + n / 4;
  size_t gridSize = (size_t) gridDim.x * (blockSize * 4);
  T v = identity;
  for (; p + 3 * blockSize < end; p += gridSize)
    {
      T4 a = p[0];
      T4 b = p[blockSize];
      T4 c = p[2 * blockSize];
      T4 d = p[3 * blockSize];
      v = combine (v, combine (combine (combine4 (a), combine4 (b)),
                               combine (combine4 (c), combine4 (d))));
    }

  // the last step of the grid may be short, and up to three elements are left over
  for (; p < end; p += blockSize)
    v = combine (v, combine4 (*p));
  if (blockIdx.x == 0)
    for (unsigned i = n / 4 * 4 + tid; i < n; i += blockSize)
      v = combine (v, in[i]);

  // write the result of this block to global memory, then take a ticket
  v = combineBlock<blockSize> (v, partial);
  if (tid == 0)
    {
      out[1 + blockIdx.x] = v;
      __threadfence (); // who sees the ticket sees the result
      last = atomicInc (&ticket, gridDim.x - 1) == gridDim.x - 1;
      if (last)
        __threadfence (); // the ticket first, then the results of the others
    }
  __syncthreads ();

  // the block with the last ticket combines the results of all
  if (last)
    {
      v = identity;
      for (unsigned i = tid; i < gridDim.x; i += blockSize)
        v = combine (v, out[1 + i]);
      v = combineBlock<blockSize> (v, partial);
      if (tid == 0)
        out[0] = v;
    }
}

template __global__ void reduce11<1> (const T *, T *, unsigned);
template __global__ void reduce11<2> (const T *, T *, unsigned);
template __global__ void reduce11<4> (const T *, T *, unsigned);
template __global__ void reduce11<8> (const T *, T *, unsigned);
template __global__ void reduce11<16> (const T *, T *, unsigned);
template __global__ void reduce11<32> (const T *, T *, unsigned);
template __global__ void reduce11<64> (const T *, T *, unsigned);
template __global__ void reduce11<128> (const T *, T *, unsigned);
template __global__ void reduce11<256> (const T *, T *, unsigned);
template __global__ void reduce11<512> (const T *, T *, unsigned);
template __global__ void reduce11<1024> (const T *, T *, unsigned);
