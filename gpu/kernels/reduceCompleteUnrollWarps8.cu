// Global memory 8: completely unrolled.
// Gain:    no loop: a block has at most 1024 threads, so its steps can be written one by one.
// Limit:   each step tests the block size, though it never changes.
#include "operator.cuh"

// one step of the last warp: all lanes read, then all write; the results of idle lanes are not used
__device__ __forceinline__ void warp_step (T *idata, unsigned tid, unsigned stride, unsigned size)
{
  T v = tid + stride < size ? combine (idata[tid], idata[tid + stride]) : identity;
  __syncwarp ();
  if (tid + stride < size)
    idata[tid] = v;
  __syncwarp ();
}

__global__ void reduceCompleteUnrollWarps8 (T *g_idata, T *g_odata, unsigned n)
{
  // set thread ID
  unsigned tid = threadIdx.x;
  unsigned idx = blockIdx.x * blockDim.x * 8 + threadIdx.x;

  // convert global data pointer to the local pointer of this block; the last block may be short
  T *idata = g_idata + blockIdx.x * blockDim.x * 8;
  unsigned size = min (blockDim.x, n - blockIdx.x * blockDim.x * 8);

  // unrolling 8 data blocks; the last block may have fewer
  if (idx + 7 * blockDim.x < n)
    {
      T a1 = g_idata[idx];
      T a2 = g_idata[idx + blockDim.x];
      T a3 = g_idata[idx + 2 * blockDim.x];
      T a4 = g_idata[idx + 3 * blockDim.x];
      T a5 = g_idata[idx + 4 * blockDim.x];
      T a6 = g_idata[idx + 5 * blockDim.x];
      T a7 = g_idata[idx + 6 * blockDim.x];
      T a8 = g_idata[idx + 7 * blockDim.x];
      a1 = combine (a1, a2);
      a1 = combine (a1, a3);
      a1 = combine (a1, a4);
      a1 = combine (a1, a5);
      a1 = combine (a1, a6);
      a1 = combine (a1, a7);
      a1 = combine (a1, a8);
      g_idata[idx] = a1;
    }
  else
    for (unsigned i = idx + blockDim.x; i < n; i += blockDim.x)
      g_idata[idx] = combine (g_idata[idx], g_idata[i]);
  __syncthreads ();

  // in-place reduction and complete unroll
  if (blockDim.x >= 1024 && tid < 512 && tid + 512 < size)
    idata[tid] = combine (idata[tid], idata[tid + 512]);
  __syncthreads ();

  if (blockDim.x >= 512 && tid < 256 && tid + 256 < size)
    idata[tid] = combine (idata[tid], idata[tid + 256]);
  __syncthreads ();

  if (blockDim.x >= 256 && tid < 128 && tid + 128 < size)
    idata[tid] = combine (idata[tid], idata[tid + 128]);
  __syncthreads ();

  if (blockDim.x >= 128 && tid < 64 && tid + 64 < size)
    idata[tid] = combine (idata[tid], idata[tid + 64]);
  __syncthreads ();

  // unrolling warp: no block barrier. The book declares the pointer volatile; since Volta the lanes of a warp need __syncwarp between
  // reading and writing.
  if (tid < 32)
    {
      warp_step (idata, tid, 32, size);
      warp_step (idata, tid, 16, size);
      warp_step (idata, tid, 8, size);
      warp_step (idata, tid, 4, size);
      warp_step (idata, tid, 2, size);
      warp_step (idata, tid, 1, size);
    }

  // write result for this block to global mem
  if (tid == 0)
    g_odata[blockIdx.x] = idata[0];
}
