// Divergence 1: a path for each warp.
// Gain:    no divergence: all threads of a warp take the same path, and the warp executes no other.
// Limit:   warps that divide take longest; the others do not wait for them.

__global__ void warp_no_divergence (const float *A, const float *B, float *C, unsigned n, int repeats)
{
  unsigned tid = blockDim.x * blockIdx.x + threadIdx.x; // global thread id
  if (tid >= n)
    return;

  // first warp adds, second warp subtracts, and so on
  for (int i = 0; i < repeats; i++)
    {
      if ((tid / 32) % 4 == 0)
        C[tid] = A[tid] + B[tid]; // vector addition
      else if ((tid / 32) % 4 == 1)
        C[tid] = A[tid] - B[tid]; // vector subtraction
      else if ((tid / 32) % 4 == 2)
        C[tid] = A[tid] * B[tid]; // vector multiplication
      else if ((tid / 32) % 4 == 3)
        C[tid] = A[tid] / B[tid]; // vector division
    }
}
