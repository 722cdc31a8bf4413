#include <cuda_runtime.h>
#include <stdio.h>

void launch (float *data, int n, cudaStream_t stream);

int main ()
{
  float host[100], *device, sum = 0;
  cudaStream_t stream;

  cudaStreamCreate (&stream);
  cudaMalloc ((void **)&device, sizeof host);
  launch (device, 100, stream);
  cudaMemcpyAsync (host, device, sizeof host, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize (stream);
  for (int i = 0; i < 100; i++)
    sum += host[i];
  printf ("sum %g\n", sum);
  return sum != 4950;
}
