// Predication 3: two long branches on one predicate.
// Note:    both are too long for predication. Every warp executes the first with its even lanes, then the second with its odd ones.
// Limit:   two paths, one after the other, where a branch by warp would take one.

__global__ void mathKernel3 (float *c, unsigned n, int repeats)
{
  unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;
  float ia = 0.0f, ib = 0.0f;
  if (tid >= n)
    return;

  bool ipred = (tid % 2 == 0);

  if (ipred)
    for (int i = 0; i < repeats; i++)
      ia = 0.5f * ia + 100.0f;

  if (!ipred)
    for (int i = 0; i < repeats; i++)
      ib = 0.5f * ib + 200.0f;

  c[tid] = ia + ib;
}
