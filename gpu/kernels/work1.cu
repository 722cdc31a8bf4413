// Work 1: one element per thread.
// Note:    each round depends on the one before, so only other warps can hide the latency: as many as an SM can hold.
// Limit:   every element has its own counter, test and branch for every four rounds.

constexpr int elements = 1; // of a thread, a block's width apart

__global__ void work1 (const float *a, const float *b, float *c, int n, int repeats)
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
