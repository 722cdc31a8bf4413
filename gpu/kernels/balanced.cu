// Balanced: every thread has the same work.
// Shows:   what the number of blocks alone does. Fewer than there are SMs leave SMs empty; a few more than fill the GPU, or fill it
//          twice, run alone in a last wave.
// Mend:    take a number of blocks that fills every wave, or so many that the last one does not count.

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
