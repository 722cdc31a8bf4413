// Fault 4: an error that is reported late.
// Note:    a launch returns before its kernel has run: an error in the first kernel is reported after the second launch.
// Limit:   the error seems to come from an innocent call, unless every launch is followed by a synchronisation.

#include <cstdio>

__global__ void spread (const float *in, float *out, unsigned n)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  // a column of a matrix of n rows; out has room for one row
  if (i < n)
    out[(size_t)i * n] = in[i];
}

__global__ void number (float *data, unsigned n)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    data[i] = i;
}

int run (const float *in, float *out, float *data, float *host, unsigned n)
{
  spread<<<(n + 127) / 128, 128>>> (in, out, n);
  printf ("%s\n", cudaGetErrorString (cudaGetLastError ())); // no error
  number<<<(n + 127) / 128, 128>>> (data, n);
  printf ("%s\n", cudaGetErrorString (cudaGetLastError ())); // no error

  // waits for both, and returns the error of the first
  cudaError_t error = cudaMemcpy (host, data, n * sizeof *host, cudaMemcpyDeviceToHost);
  printf ("%s\n", cudaGetErrorString (error)); // an illegal memory access was encountered
  return error != cudaSuccess;
}
