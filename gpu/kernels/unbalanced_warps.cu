// Unbalanced warps: the last warp of a block has the most to do.
// Shows:   warps that are done leave their places empty until the whole block is done: no other block can have them.
// Mend:    give every warp of a block the same work.

__global__ void unbalanced_warps (const float *a, const float *b, float *c, int n, int repeats)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;

  // warp 0 does it repeats times, warp 1 twice as often, warp 2 three times
  int rounds = repeats * (threadIdx.x / 32 + 1);

  float x = a[i];
  for (int k = 0; k < rounds; k++)
    x = 0.5f * x + b[i];
  c[i] = x;
}
