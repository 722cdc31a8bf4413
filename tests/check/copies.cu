// Copies that go on while the thread does: what they bring is there once they have been waited for.
#include <cuda_pipeline.h>

#define KERNEL extern "C" __global__ void
#define N      64

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
