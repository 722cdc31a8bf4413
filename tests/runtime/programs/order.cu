// What kernels print stands where the host waited for them.
#include "check.h"
__global__ void
k (int i)
{
  printf ("device %d\n", i);
}
int
main ()
{
  std::printf ("host 0\n");
  k<<<1, 1>>> (1);
  CHECK (cudaDeviceSynchronize ());
  std::printf ("host 2\n");
  k<<<1, 2>>> (3);
  CHECK (cudaDeviceSynchronize ());
  puts ("host 4");
}
