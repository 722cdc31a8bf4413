// Fault 2: an allocation that cannot succeed.
// Note:    cudaMalloc returns an error at once when it is asked for more memory than the GPU has.
// Limit:   the pointer stays uninitialised, and code that ignores the error goes on to use it.

#include <cstdio>

__global__ void fill (float *data, unsigned n)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    data[i] = i;
}

int run (size_t bytes, unsigned n)
{
  float *data;
  cudaError_t error = cudaMalloc (&data, bytes);

  if (error != cudaSuccess)
    {
      printf ("CUDA error: %s\n", cudaGetErrorString (error)); // out of memory
      return 1;
    }
  fill<<<(n + 127) / 128, 128>>> (data, n);
  return cudaDeviceSynchronize () != cudaSuccess;
}
