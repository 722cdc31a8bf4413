// Copies that go on while the thread does: what they bring is there once they have been waited for.
#include <cuda/barrier>
#include <cuda_pipeline.h>
#include <mma.h>

#define KERNEL extern "C" __global__ void
#define N      64

using Barrier = cuda::barrier<cuda::thread_scope_block>;

// launch: 2 64
KERNEL copied_and_waited_for (int *in, int *out, int n)
{
  __shared__ int s[N];
  int i = blockIdx.x * N + threadIdx.x;
  __pipeline_memcpy_async (&s[threadIdx.x], &in[i], sizeof (int));
  __pipeline_commit ();
  __pipeline_wait_prior (0);
  __syncthreads ();
  out[i] = s[N - 1 - threadIdx.x];
}

// launch: 2 64
KERNEL copied_in_two_stages (int *in, int *out, int n)
{
  __shared__ int s[2][N];
  int tid = threadIdx.x;
  int sum = 0;
  __pipeline_memcpy_async (&s[0][tid], &in[tid], sizeof (int));
  __pipeline_commit ();
#pragma unroll 1
  for (int k = 0; k < 2; k++)
    {
      if (k == 0)
        __pipeline_memcpy_async (&s[1][tid], &in[N + tid], sizeof (int));
      __pipeline_commit ();
      __pipeline_wait_prior (1);
      __syncthreads ();
      sum += s[k][N - 1 - tid];
      __syncthreads ();
    }
  out[blockIdx.x * N + tid] = sum;
}

// launch: 1 64
KERNEL not_waited_for (int *in, int *out, int n)
{
  __shared__ int s[N];
  __pipeline_memcpy_async (&s[threadIdx.x], &in[threadIdx.x], sizeof (int));
  __pipeline_commit ();
  out[threadIdx.x] = s[threadIdx.x]; // uninitialised
}

// launch: 1 64
KERNEL waited_for_but_not_met (int *in, int *out, int n)
{
  __shared__ int s[N];
  s[threadIdx.x] = 0;
  __syncthreads ();
  __pipeline_memcpy_async (&s[threadIdx.x], &in[threadIdx.x], sizeof (int)); // race
  __pipeline_commit ();
  __pipeline_wait_prior (0);
  out[threadIdx.x] = s[(threadIdx.x + 32) % N]; // race
}

// launch: 1 64
KERNEL matrix_stored_by_one_warp (int *in, int *out, int n)
{
  __shared__ float tile[16 * 16];
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> c;
  for (int i = threadIdx.x; i < 16 * 16; i += N)
    tile[i] = 0;
  __syncthreads ();
  nvcuda::wmma::fill_fragment (c, 1.f);
  if (threadIdx.x < 32)
    nvcuda::wmma::store_matrix_sync (tile, c, 16, nvcuda::wmma::mem_row_major); // race
  if (threadIdx.x >= 32)
    out[threadIdx.x] = (int)tile[threadIdx.x]; // race
}

// launch: 1 64
KERNEL matrix_behind_a_barrier (int *in, int *out, int n)
{
  __shared__ float tile[16 * 16];
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> c;
  nvcuda::wmma::fill_fragment (c, 1.f);
  if (threadIdx.x < 32)
    {
      nvcuda::wmma::store_matrix_sync (tile, c, 16, nvcuda::wmma::mem_row_major);
      nvcuda::wmma::load_matrix_sync (c, tile, 16, nvcuda::wmma::mem_row_major);
    }
  __syncthreads ();
  out[threadIdx.x] = (int)(tile[threadIdx.x] + c.x[0]);
}

// ---- copies that an mbarrier tells of ----

// launch: 2 64
KERNEL told_by_an_mbarrier (int *in, int *out, int n)
{
  __shared__ int s[N];
  __shared__ Barrier barrier;
  int i = blockIdx.x * N + threadIdx.x;
  if (threadIdx.x == 0)
    init (&barrier, N);
  __syncthreads ();
  cuda::memcpy_async (&s[threadIdx.x], &in[i], sizeof (int), barrier);
  barrier.arrive_and_wait ();
  out[i] = s[N - 1 - threadIdx.x];
}

// launch: 1 64
KERNEL told_again_and_again (int *in, int *out, int n)
{
  __shared__ int s[N];
  __shared__ Barrier barrier;
  int sum = 0;
  if (threadIdx.x == 0)
    init (&barrier, N);
  __syncthreads ();
#pragma unroll 1
  for (int k = 0; k < 2; k++)
    {
      cuda::memcpy_async (&s[threadIdx.x], &in[k * N + threadIdx.x], sizeof (int), barrier);
      barrier.arrive_and_wait ();
      sum += s[N - 1 - threadIdx.x];
      __syncthreads ();
    }
  out[threadIdx.x] = sum;
}

// launch: 1 64
KERNEL copied_over_what_others_read (int *in, int *out, int n)
{
  __shared__ int s[N];
  __shared__ Barrier barrier;
  int sum = 0;
  if (threadIdx.x == 0)
    init (&barrier, N);
  __syncthreads ();
#pragma unroll 1
  for (int k = 0; k < 2; k++)
    {
      __pipeline_memcpy_async (&s[threadIdx.x], &in[k * N + threadIdx.x], sizeof (int)); // race
      __pipeline_arrive_on (reinterpret_cast<__mbarrier_t *> (&barrier));
      barrier.arrive_and_wait ();
      sum += s[N - 1 - threadIdx.x]; // race
    }
  out[threadIdx.x] = sum;
}

// launch: 1 64
KERNEL read_before_it_is_told (int *in, int *out, int n)
{
  __shared__ int s[N];
  __shared__ Barrier barrier;
  if (threadIdx.x == 0)
    init (&barrier, N);
  s[threadIdx.x] = 0;
  __syncthreads ();
  __pipeline_memcpy_async (&s[threadIdx.x], &in[threadIdx.x], sizeof (int)); // race
  __pipeline_arrive_on (reinterpret_cast<__mbarrier_t *> (&barrier));
  __syncthreads ();
  out[threadIdx.x] = s[N - 1 - threadIdx.x]; // race
  barrier.arrive_and_wait ();
}
