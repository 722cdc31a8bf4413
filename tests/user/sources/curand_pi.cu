#include <cuda.h>
#include <curand.h>
#include <curand_kernel.h>
#include <stdio.h>

__global__ void setup (curandState *states, unsigned long long seed)
{
  int id = blockIdx.x * blockDim.x + threadIdx.x;

  curand_init (seed, id, 0, &states[id]);
}

__global__ void throw_darts (curandState *states, unsigned int *hits, int per_thread)
{
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  curandState local = states[id];
  unsigned int inside = 0;

  for (int i = 0; i < per_thread; i++)
    {
      float x = curand_uniform (&local);
      float y = curand_uniform (&local);

      inside += x * x + y * y <= 1.0f;
    }
  states[id] = local;
  hits[id] = inside;
}

int main ()
{
  curandState *states;
  unsigned int *hits;

  cudaMalloc (&states, 256 * sizeof (curandState));
  cudaMalloc (&hits, 256 * sizeof (unsigned int));
  setup<<<4, 64>>> (states, 42);
  throw_darts<<<4, 64>>> (states, hits, 16);
  cudaDeviceSynchronize ();
}
