// Divergence 2: a path for each thread.
// Shows:   four threads side by side go four ways, so every warp goes all four, one after the other, with a quarter of its lanes at work.
// Leaves:  the division, the longest way, is gone by every warp.

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
