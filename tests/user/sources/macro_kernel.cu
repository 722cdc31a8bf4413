#include <stdio.h>

#define CUDA_CHECK(call) do { if ((call) != cudaSuccess) printf ("error\n"); } while (0)
#define GLOBAL_INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#define KERNEL __global__ void
#define DEFINE_BINARY(name, op)                                             \
  __global__ void name (const float *a, const float *b, float *c, int n)    \
  {                                                                         \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                          \
    if (i < n)                                                              \
      c[i] = a[i] op b[i];                                                  \
  }

DEFINE_BINARY (add, +)
DEFINE_BINARY (multiply, *)

KERNEL scale (float *a, float s, int n)
{
  int i = GLOBAL_INDEX;

  if (i < n)
    a[i] *= s;
}

int main (void)
{
  int n = 1 << 10;
  float *a, *b, *c;

  CUDA_CHECK (cudaMalloc ((void **)&a, n * sizeof (float)));
  CUDA_CHECK (cudaMalloc ((void **)&b, n * sizeof (float)));
  CUDA_CHECK (cudaMalloc ((void **)&c, n * sizeof (float)));
  add<<<n / 256, 256>>> (a, b, c, n);
  multiply<<<n / 256, 256>>> (c, b, a, n);
  scale<<<n / 256, 256>>> (a, 0.5f, n);
  CUDA_CHECK (cudaDeviceSynchronize ());
  return 0;
}
