// Vector add: four ways, a warp each, again and again.
// Shows:   how block size and number of blocks fill the SMs. It reads and writes the same elements in every round, because for all that
//          the compiler knows A, B and C may overlap: so no round can be left out.
// Leaves:  warps that divide take longest, and their block stays until they are done.

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
