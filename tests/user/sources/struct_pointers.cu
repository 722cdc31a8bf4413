#include <cstdio>

struct Vectors {
  const float *x;
  float *y;
  float a;
  int n;
};

__global__ void saxpy(Vectors v)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < v.n)
    v.y[i] = v.a * v.x[i] + v.y[i];
}

int main()
{
  const int n = 1024;
  float *x, *y;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  Vectors v = { x, y, 2.0f, n };
  saxpy<<<n / 256, 256>>>(v);
  cudaDeviceSynchronize();
}
