// Kernel 8: warp shuffle.
// Gain:    hardly any shared memory: the lanes of a warp exchange registers, without a barrier.
// Limit:   five shuffles per warp, one after the other, where newer GPUs have a single instruction.
#include "operator.cuh"

// combines the values of the first lanes of a warp: lane 0 gets the result
template <unsigned lanes>
__device__ T combineLanes (T v)
{
  unsigned members = ~0u >> (32 - lanes);
  for (unsigned s = lanes / 2; s > 0; s >>= 1)
    v = combine (v, __shfl_down_sync (members, v, s, lanes));
  return v;
}

template <unsigned blockSize>
__global__ void reduce8 (const T *in, T *out, unsigned n)
{
  constexpr unsigned lanes = blockSize < 32 ? blockSize : 32;
  constexpr unsigned warps = blockSize / lanes;
  __shared__ T partial[warps];

  // each thread combines two elements in every step of the grid
  unsigned tid = threadIdx.x;
  unsigned i = blockIdx.x * (blockSize * 2) + threadIdx.x;
  unsigned gridSize = blockSize * 2 * gridDim.x;
  T v = identity;
  while (i < n)
    {
      v = combine (v, in[i]);
      if (i + blockSize < n)
        v = combine (v, in[i + blockSize]);
      i += gridSize;
    }

  // each warp combines the values of its lanes into one
  v = combineLanes<lanes> (v);
  if (tid % lanes == 0)
    partial[tid / lanes] = v;
  __syncthreads ();

  // the first warp combines the values of all warps
  if (tid < warps)
    v = combineLanes<warps> (partial[tid]);

  // write the result of this block to global memory
  if (tid == 0)
    out[blockIdx.x] = v;
}

template __global__ void reduce8<1> (const T *, T *, unsigned);
template __global__ void reduce8<2> (const T *, T *, unsigned);
template __global__ void reduce8<4> (const T *, T *, unsigned);
template __global__ void reduce8<8> (const T *, T *, unsigned);
template __global__ void reduce8<16> (const T *, T *, unsigned);
template __global__ void reduce8<32> (const T *, T *, unsigned);
template __global__ void reduce8<64> (const T *, T *, unsigned);
template __global__ void reduce8<128> (const T *, T *, unsigned);
template __global__ void reduce8<256> (const T *, T *, unsigned);
template __global__ void reduce8<512> (const T *, T *, unsigned);
template __global__ void reduce8<1024> (const T *, T *, unsigned);
