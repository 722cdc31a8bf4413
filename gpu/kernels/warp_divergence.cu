// Divergence 2: a path for each thread.
// Note:    four neighbouring threads take four paths, so every warp executes all four in turn, with a quarter of its lanes active.
// Limit:   every warp executes the division, the longest path.

__global__ void warp_divergence (const float *A, const float *B, float *C, unsigned n, int repeats)
{
  unsigned tid = blockDim.x * blockIdx.x + threadIdx.x; // global thread id
  if (tid >= n)
    return;

  // first thread adds, second thread subtracts, and so on
  for (int i = 0; i < repeats; i++)
    {
      if (tid % 4 == 0)
        C[tid] = A[tid] + B[tid]; // vector addition
      else if (tid % 4 == 1)
        C[tid] = A[tid] - B[tid]; // vector subtraction
      else if (tid % 4 == 2)
        C[tid] = A[tid] * B[tid]; // vector multiplication
      else if (tid % 4 == 3)
        C[tid] = A[tid] / B[tid]; // vector division
    }
}
