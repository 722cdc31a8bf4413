// Predication 1: a short branch by thread.
// Note:    it looks divergent and is not: each lane computes both values and selects one by a predicate.
// Limit:   every lane also computes the value that it does not need, so the compiler does this only for short branches.

__global__ void mathKernel1 (float *c, unsigned n)
{
  unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;
  float a, b;
  a = b = 0.0f;

  if (tid % 2 == 0)
    a = 100.0f;
  else
    b = 200.0f;

  if (tid < n)
    c[tid] = a + b;
}
