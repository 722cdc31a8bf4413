// Balanced: every thread has the same work.
// Note:    the effect of the number of blocks alone. With fewer blocks than SMs, some SMs stay idle; with a few more than
//          fill the GPU, once or twice over, the rest run alone in a last wave.
// Remedy:  choose a number of blocks that fills every wave, or one so large that the last wave does not matter.

__global__ void balanced (const float *a, const float *b, float *c, int n, int repeats)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;

  float x = a[i];
  for (int k = 0; k < repeats; k++)
    x = 0.5f * x + b[i];
  c[i] = x;
}
