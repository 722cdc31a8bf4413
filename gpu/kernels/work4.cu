// Work 4: four elements per thread.
// Note:    four independent chains in each thread: a quarter of the warps suffices.
// Limit:   one counter, test and branch for every four elements.

constexpr int elements = 4; // of a thread, a block's width apart

__global__ void work4 (const float *a, const float *b, float *c, int n, int repeats)
{
  int first = blockIdx.x * blockDim.x * elements + threadIdx.x;
  float x[elements], y[elements];

  for (int e = 0; e < elements; e++)
    {
      int i = first + e * blockDim.x;
      x[e] = i < n ? a[i] : 0;
      y[e] = i < n ? b[i] : 0;
    }

  // a round of all elements, which are independent; four rounds for each count, test and branch
#pragma unroll 4
  for (int k = 0; k < repeats; k++)
    for (int e = 0; e < elements; e++)
      x[e] = 0.5f * x[e] + y[e];

  for (int e = 0; e < elements; e++)
    {
      int i = first + e * blockDim.x;
      if (i < n)
        c[i] = x[e];
    }
}
