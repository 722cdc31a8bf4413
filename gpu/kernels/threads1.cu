// Fault 3: a launch with too many threads.
// Shows:   what CUDA answers to a block that no SM has room for: an error, at once, to whoever asks. The kernel never runs.
// Leaves:  results that are whatever was there, because <<<...>>> itself says nothing.

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
