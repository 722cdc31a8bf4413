// Kernel 7: several elements per thread.
// Gain:    the memory bus is kept busy. A grid of fixed size strides over the array; each thread
//          combines all elements that it visits before the tree begins (algorithm cascading, after Brent).
// Limit:   four bytes per load, and shared memory where a warp could exchange registers.
#include "operator.cuh"

template <unsigned blockSize>
__global__ void reduce7 (const T *in, T *out, unsigned n)
{
  extern __shared__ T sdata[]; // of 64 elements at least

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
  sdata[tid] = v;

  // a block of one warp initialises what its idle lanes will read
  if (blockSize <= 32)
    sdata[tid + blockSize] = identity;
  __syncthreads ();

  // do the reduction in shared memory: the compiler keeps only the steps that this block needs
  if (blockSize >= 1024)
    { if (tid < 512) sdata[tid] = combine (sdata[tid], sdata[tid + 512]); __syncthreads (); }
  if (blockSize >= 512)
    { if (tid < 256) sdata[tid] = combine (sdata[tid], sdata[tid + 256]); __syncthreads (); }
  if (blockSize >= 256)
    { if (tid < 128) sdata[tid] = combine (sdata[tid], sdata[tid + 128]); __syncthreads (); }
  if (blockSize >= 128)
    { if (tid < 64) sdata[tid] = combine (sdata[tid], sdata[tid + 64]); __syncthreads (); }
  if (tid < 32)
    {
      v = sdata[tid];
      if (blockSize >= 64)
        { v = combine (v, sdata[tid + 32]); __syncwarp (); sdata[tid] = v; __syncwarp (); }
      if (blockSize >= 32)
        { v = combine (v, sdata[tid + 16]); __syncwarp (); sdata[tid] = v; __syncwarp (); }
      if (blockSize >= 16)
        { v = combine (v, sdata[tid + 8]); __syncwarp (); sdata[tid] = v; __syncwarp (); }
      if (blockSize >= 8)
        { v = combine (v, sdata[tid + 4]); __syncwarp (); sdata[tid] = v; __syncwarp (); }
      if (blockSize >= 4)
        { v = combine (v, sdata[tid + 2]); __syncwarp (); sdata[tid] = v; __syncwarp (); }
      if (blockSize >= 2)
        { v = combine (v, sdata[tid + 1]); __syncwarp (); sdata[tid] = v; __syncwarp (); }
    }

  // write the result of this block to global memory
  if (tid == 0)
    out[blockIdx.x] = sdata[0];
}

template __global__ void reduce7<1> (const T *, T *, unsigned);
template __global__ void reduce7<2> (const T *, T *, unsigned);
template __global__ void reduce7<4> (const T *, T *, unsigned);
template __global__ void reduce7<8> (const T *, T *, unsigned);
template __global__ void reduce7<16> (const T *, T *, unsigned);
template __global__ void reduce7<32> (const T *, T *, unsigned);
template __global__ void reduce7<64> (const T *, T *, unsigned);
template __global__ void reduce7<128> (const T *, T *, unsigned);
template __global__ void reduce7<256> (const T *, T *, unsigned);
template __global__ void reduce7<512> (const T *, T *, unsigned);
template __global__ void reduce7<1024> (const T *, T *, unsigned);
