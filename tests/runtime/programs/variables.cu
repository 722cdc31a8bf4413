// Variables: __managed__, __device__ and __constant__, seen from both sides.
#include "check.h"
__managed__ int counter = 3;
__managed__ float table[16];
__device__ int plain = 5;
__constant__ float c[4];
__global__ void
k ()
{
  atomicAdd (&counter, plain);
  table[threadIdx.x] += threadIdx.x + c[threadIdx.x & 3];
}
int
main ()
{
  float h[4] = { .5f, .25f, 0, 1 };
  int p;
  std::printf ("%d\n", counter);
  for (int i = 0; i < 16; i++)
    table[i] = i;
  CHECK (cudaMemcpyToSymbol (c, h, sizeof h));
  counter += 1;
  k<<<1, 16>>> ();
  CHECK (cudaDeviceSynchronize ());
  CHECK (cudaMemcpyFromSymbol (&p, plain, 4));
  std::printf ("%d %g %d\n", counter, table[15], p);
  bool ok = counter == 84 && table[15] == 31.f;
  std::printf (ok ? "PASSED\n" : "FAILED\n");
}
