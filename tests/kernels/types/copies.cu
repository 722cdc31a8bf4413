// Copies that go on beside: a pipeline of two stages, and one whose barrier tells when they are there.
#include <cuda/barrier>
#include <cuda_pipeline.h>

#define TILE 128

// Of tiles that come one after another, each element and its neighbour's from the other end.
extern "C" __global__ void pipeline (const float *in, const float *, float *out, int n)
{
  __shared__ float tiles[2][TILE];
  int n_tiles = n / TILE;

  __pipeline_memcpy_async (&tiles[0][threadIdx.x], in + threadIdx.x, sizeof (float));
  __pipeline_commit ();
  for (int t = 0; t < n_tiles; t++)
    {
      if (t + 1 < n_tiles)
        __pipeline_memcpy_async (&tiles[(t + 1) % 2][threadIdx.x], in + (t + 1) * TILE + threadIdx.x, sizeof (float));
      __pipeline_commit ();
      __pipeline_wait_prior (1);
      __syncthreads ();
      out[t * TILE + threadIdx.x] = tiles[t % 2][threadIdx.x] + tiles[t % 2][TILE - 1 - threadIdx.x];
      __syncthreads ();
    }
}

// Sixteen bytes for each thread, of the last one only four: the rest is 0.
extern "C" __global__ void wide_copy (const float4 *in, const float *, float *out, int n)
{
  __shared__ float4 tile[TILE];
  const float *values = (const float *)tile;

  __pipeline_memcpy_async (&tile[threadIdx.x], in + threadIdx.x, sizeof (float4), threadIdx.x == TILE - 1 ? 12 : 0);
  __pipeline_commit ();
  __pipeline_wait_prior (0);
  __syncthreads ();
  for (int i = threadIdx.x; i < n; i += TILE)
    out[i] = values[n - 1 - i];
}

extern "C" __global__ void barrier_copy (const float *in, const float *, float *out, int n)
{
  __shared__ float tile[TILE];
  __shared__ alignas (8) char place[sizeof (cuda::barrier<cuda::thread_scope_block>)];
  auto *barrier = reinterpret_cast<cuda::barrier<cuda::thread_scope_block> *> (place);

  if (threadIdx.x == 0)
    init (barrier, blockDim.x);
  __syncthreads ();
  for (int t = 0; t < n / TILE; t++)
    {
      cuda::memcpy_async (&tile[threadIdx.x], in + t * TILE + threadIdx.x, cuda::aligned_size_t<4> (4), *barrier);
      barrier->arrive_and_wait ();
      out[t * TILE + threadIdx.x] = tile[TILE - 1 - threadIdx.x];
      __syncthreads ();
    }
}
