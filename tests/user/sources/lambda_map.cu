#include <cstdio>
#include <vector>

template <typename F> __global__ void for_each_index (int n, F f)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    f (i);
}

__global__ void clamp_all (float *data, int n, float low, float high)
{
  auto clamp = [low, high] (float v) { return v < low ? low : v > high ? high : v; };
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    data[i] = clamp (data[i]);
}

int main ()
{
  int n = 1000;
  float *data;

  cudaMalloc (&data, n * sizeof (float));
  clamp_all<<<4, 256>>> (data, n, 0.25f, 0.75f);
  for_each_index<<<4, 256>>> (n, [=] __device__ (int i) { data[i] *= 2; });
  cudaDeviceSynchronize ();
  return 0;
}
