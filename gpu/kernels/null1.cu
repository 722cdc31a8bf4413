// Fault 1: a write through a null pointer.
// Shows:   what CUDA answers when a kernel misbehaves: an error, later, and no place. The virtual GPU names the line.
#include "operator.cuh"

__global__ void null1 (const T *in, T *out, unsigned n)
{
  // each thread copies its element; one of them has lost its way
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  T *to = out + blockIdx.x;
  if (i == n / 2)
    to = nullptr;
  if (i < n && (threadIdx.x == 0 || i == n / 2))
    *to = in[i];
}
