// Memory from malloc and new in kernels, which stays from one launch to the next.
#include "check.h"
__device__ int *kept[64];
__global__ void
make ()
{
  int *p = (int *)malloc (16);
  p[0] = threadIdx.x;
  p[3] = 7;
  kept[threadIdx.x] = p;
}
__global__ void
use (int *s)
{
  atomicAdd (s, kept[threadIdx.x][0] + kept[threadIdx.x][3]);
  free (kept[threadIdx.x]);
}
__global__ void
objects (int *s)
{
  struct A {
    int v;
    virtual __device__ int
    get ()
    {
      return v;
    }
  };
  A *a = new A;
  a->v = threadIdx.x;
  atomicAdd (s, a->get ());
  delete a;
}
int
main ()
{
  int *s, h = 0;
  CHECK (cudaMalloc (&s, 4));
  CHECK (cudaMemset (s, 0, 4));
  make<<<1, 64>>> ();
  use<<<1, 64>>> (s);
  objects<<<1, 10>>> (s);
  CHECK (cudaMemcpy (&h, s, 4, cudaMemcpyDefault));
  std::printf ("%d\n%s\n", h, h == 64 * 63 / 2 + 64 * 7 + 45 ? "PASSED" : "FAILED");
}
