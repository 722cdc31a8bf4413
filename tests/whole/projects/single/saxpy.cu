#include <cmath>
#include <cstdio>

__global__ void saxpy (int n, float a, const float *x, float *y)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    y[i] = a * x[i] + y[i];
}

int main ()
{
  const int n = 1000;
  float *x, *y, worst = 0;
  cudaDeviceProp properties;

  cudaGetDeviceProperties (&properties, 0);
  cudaMallocManaged (&x, n * sizeof (float));
  cudaMallocManaged (&y, n * sizeof (float));
  for (int i = 0; i < n; i++)
    x[i] = i, y[i] = 1;
  saxpy<<<(n + 255) / 256, 256>>> (n, 2, x, y);
  cudaDeviceSynchronize ();
  for (int i = 0; i < n; i++)
    worst = fmaxf (worst, fabsf (y[i] - (2.0f * i + 1)));
  printf ("worst %g, clock %s\n", worst, properties.clockRate > 0 ? "known" : "unknown");
  return worst > 0;
}
