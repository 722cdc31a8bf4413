#include <iostream>

template <typename T, int BLOCK> __global__ void axpy (T a, const T *x, T *y, size_t n)
{
  size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;

  if (i < n)
    y[i] += a * x[i];
}

template <typename T> void run (size_t n)
{
  T *x, *y;

  cudaMalloc (&x, n * sizeof (T));
  cudaMalloc (&y, n * sizeof (T));
  axpy<T, 128><<<(n + 127) / 128, 128>>> (T (2), x, y, n);
  cudaDeviceSynchronize ();
  cudaFree (x);
  cudaFree (y);
}

int main ()
{
  run<double> (1000);
  run<int> (512);
  return 0;
}
