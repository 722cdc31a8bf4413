// Unbalanced blocks: every 64th block has 64 times the work.
// Note:    most SMs are idle while the last long blocks run, a few warps on each.
// Remedy:  divide the work into equal blocks, or start the long ones first.

__global__ void unbalanced_blocks (const float *a, const float *b, float *c, int n, int repeats)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;

  int rounds = blockIdx.x % 64 == 63 ? 64 * repeats : repeats;

  float x = a[i];
  for (int k = 0; k < rounds; k++)
    x = 0.5f * x + b[i];
  c[i] = x;
}
