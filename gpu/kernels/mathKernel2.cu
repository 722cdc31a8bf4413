// Predication 2: a long branch by warp.
// Note:    all threads of a warp take the same path: there is a branch, but no divergence.
// Limit:   elements that take the same path must be contiguous, in groups of 32.

__global__ void mathKernel2 (float *c, unsigned n, int repeats)
{
  unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;
  float a = 0.0f, b = 0.0f;
  if (tid >= n)
    return;

  if ((tid / warpSize) % 2 == 0)
    for (int i = 0; i < repeats; i++)
      a = 0.5f * a + 100.0f;
  else
    for (int i = 0; i < repeats; i++)
      b = 0.5f * b + 200.0f;

  c[tid] = a + b;
}
