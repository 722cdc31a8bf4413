// An assert that fails: what is said of it, and that nothing works behind it.
#include <cassert>
#include <cstdio>
__global__ void
k (int n)
{
  assert (threadIdx.x < n);
}
int
main ()
{
  k<<<2, 32>>> (32);
  std::printf ("%s\n", cudaGetErrorName (cudaDeviceSynchronize ()));
  k<<<1, 64>>> (60);
  std::printf ("%s\n", cudaGetErrorName (cudaDeviceSynchronize ()));
  std::printf ("%s\n", cudaGetErrorString (cudaGetLastError ()));
}
