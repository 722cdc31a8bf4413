#include "rules.h"
#include <cstdio>
#include <vector>

/* of the same name in another source */
static __device__ int own (int value)
{
  return value * 7;
}

__global__ void run (int *values, int n)
{
  extern __shared__ int room[];
  int i = threadIdx.x;

  room[i] = apply (i);
  __syncthreads ();
  values[i] = room[i] + own (i);
  counter.count ();
  if (i == n)
    printf ("never %d\n", i);
}

int solve (std::vector<int> &values)
{
  Counter found = {};
  int bytes = values.size () * sizeof (int);
  int *device;

  cudaMalloc (&device, bytes);
  run<<<1, values.size (), bytes>>> (device, values.size ());
  cudaMemcpy (values.data (), device, bytes, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol (&found, counter, sizeof found);
  cudaFree (device);
  if (cudaGetLastError () != cudaSuccess)
    return -1;
  return found.calls;
}
