// Predication 1: a short branch by thread.
// Shows:   it looks divergent and is not: the compiler makes both values and selects one, by a predicate of each lane.
// Leaves:  every lane computes what it does not need; so only short branches are done away with like this.

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
