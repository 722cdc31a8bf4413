// Work 1: one element a thread.
// Shows:   each round waits for the one before, so only other warps can hide the wait: it takes all the warps that an SM holds.
// Leaves:  every element pays for its own counter, its own test and its own branch for every four rounds.

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

  // a round of all elements, which do not wait for each other; four rounds before it counts, tests and branches
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
