#include <stdio.h>
#include <stdlib.h>

#define NUM_BINS 64

__global__ void histogram (const unsigned int *input, unsigned int *bins, unsigned int num_elements,
                           unsigned int num_bins)
{
  extern __shared__ unsigned int local[];
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

  for (unsigned int b = threadIdx.x; b < num_bins; b += blockDim.x)
    local[b] = 0;
  __syncthreads ();
  if (i < num_elements)
    atomicAdd (&local[input[i]], 1);
  __syncthreads ();
  for (unsigned int b = threadIdx.x; b < num_bins; b += blockDim.x)
    atomicAdd (&bins[b], local[b]);
}
