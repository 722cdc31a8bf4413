// Fault 1: a write through a null pointer.
// Note:    CUDA reports the fault late and without a location. The virtual GPU names the line.
#include "operator.cuh"

__global__ void null1 (const T *in, T *out, unsigned n)
{
  // each thread copies its element; one of them uses a null pointer
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  T *to = out + blockIdx.x;
  if (i == n / 2)
    to = nullptr;
  if (i < n && (threadIdx.x == 0 || i == n / 2))
    *to = in[i];
}
