#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void fill (float *t, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    t[i] = i == 0 || i == n - 1 ? 100.0f : 20.0f;
}

__global__ void heat (const float *in, float *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i > 0 && i < n - 1)
    out[i] = in[i] + 0.25f * (in[i - 1] - 2 * in[i] + in[i + 1]);
  else if (i < n)
    out[i] = in[i];
}

__global__ void sum (const float *t, float *total, int n)
{
  __shared__ float part[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  part[threadIdx.x] = i < n ? t[i] : 0;
  __syncthreads ();
  for (int s = blockDim.x / 2; s > 0; s /= 2)
    {
      if (threadIdx.x < s)
        part[threadIdx.x] += part[threadIdx.x + s];
      __syncthreads ();
    }
  if (threadIdx.x == 0)
    atomicAdd (total, part[0]);
}

int main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 1024;
  int steps = 100;
  float *a, *b, *total, host = 0;

  cudaMalloc (&a, n * sizeof (float));
  cudaMalloc (&b, n * sizeof (float));
  cudaMalloc (&total, sizeof (float));
  cudaMemcpy (total, &host, sizeof host, cudaMemcpyHostToDevice);
  fill<<<(n + 255) / 256, 256>>> (a, n);
  for (int step = 0; step < steps; step++)
    {
      heat<<<(n + 255) / 256, 256>>> (a, b, n);
      float *swap = a;
      a = b;
      b = swap;
    }
  sum<<<(n + 255) / 256, 256>>> (a, total, n);
  cudaMemcpy (&host, total, sizeof host, cudaMemcpyDeviceToHost);
  printf ("mean temperature after %d steps: %.3f\n", steps, host / n);
  printf ("Test %s\n", host / n > 20 && host / n < 100 ? "PASSED" : "FAILED");
  cudaFree (a);
  cudaFree (b);
  cudaFree (total);
  return 0;
}
