// Vector add: four branches, one per warp, repeated.
// Note:    how block size and number of blocks fill the SMs. Every round reads and writes the same elements: as far as
//          the compiler knows, A, B and C may overlap, so it cannot remove a round.
// Limit:   warps that divide take longest, and their block stays resident until they are done.

__global__ void vector_add (const float *A, const float *B, float *C, int n, int repeats)
{
  int tid = blockDim.x * blockIdx.x + threadIdx.x; // global thread id
  if (tid >= n)
    return;

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
