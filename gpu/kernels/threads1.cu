// Fault 3: a launch with too many threads.
// Note:    CUDA rejects a block that no SM has room for; the error is reported at once, and the kernel never runs.
// Limit:   the results are whatever was in memory before, as <<<...>>> itself returns no error.

#include <cstdio>

__global__ void number (float *data, unsigned n)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    data[i] = i;
}

int run (float *data, unsigned n, unsigned threads)
{
  number<<<(n + threads - 1) / threads, threads>>> (data, n);

  cudaError_t error = cudaGetLastError ();
  if (error != cudaSuccess)
    printf ("CUDA error: %s\n", cudaGetErrorString (error)); // invalid configuration argument
  return error != cudaSuccess;
}
