// Fault 2: an allocation that cannot succeed.
// Shows:   what CUDA answers to a request for more memory than there is: an error, at once, from the call itself.
// Leaves:  a pointer that was never set, which whoever does not look at the answer goes on to use.

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
