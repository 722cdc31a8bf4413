// Unbalanced warps: the last warp of a block has the most work.
// Note:    warps that have finished keep their slots until the whole block is done: no other block can use them.
// Remedy:  give every warp of a block the same work.

__global__ void unbalanced_warps (const float *a, const float *b, float *c, int n, int repeats)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;

  // warp 0 repeats it repeats times, warp 1 twice as often, warp 2 three times as often
  int rounds = repeats * (threadIdx.x / 32 + 1);

  float x = a[i];
  for (int k = 0; k < rounds; k++)
    x = 0.5f * x + b[i];
  c[i] = x;
}
