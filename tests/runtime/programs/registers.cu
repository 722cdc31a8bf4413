// A kernel with many registers: what it has, how many blocks that leaves room for, and a block that is too large for it.
#include "check.h"

__global__ void many (float *x)
{
  float v[96];

#pragma unroll
  for (int i = 0; i < 96; i++)
    v[i] = x[i * 1024 + threadIdx.x];
  __syncthreads ();
#pragma unroll
  for (int i = 0; i < 96; i++)
    x[i * 1024 + threadIdx.x] = v[i] - 2 * v[(i * 37 + 11) % 96];
}

int main ()
{
  cudaFuncAttributes a;
  cudaDeviceProp p;
  float *x;
  int blocks, most;

  CHECK (cudaGetDeviceProperties (&p, 0));
  CHECK (cudaFuncGetAttributes (&a, many));
  std::printf ("more than 64 registers, at most 255: %d\n", a.numRegs > 64 && a.numRegs <= 255);
  CHECK (cudaOccupancyMaxActiveBlocksPerMultiprocessor (&blocks, many, 128, 0));
  most = p.regsPerMultiprocessor / ((a.numRegs + 7) / 8 * 8 * 32) / 4;
  std::printf ("as many blocks as registers allow: %d\n", blocks == most);
  CHECK (cudaMalloc (&x, 96 * 1024 * 4));
  CHECK (cudaMemset (x, 0, 96 * 1024 * 4));
  many<<<1, 256>>> (x);
  CHECK (cudaDeviceSynchronize ());
  many<<<1, 1024>>> (x);
  std::printf ("%s\n", cudaGetErrorString (cudaGetLastError ()));
  std::printf (blocks == most && a.numRegs > 64 ? "PASSED\n" : "FAILED\n");
}
