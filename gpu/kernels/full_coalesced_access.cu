// Coalescing 1: full.
// Shows:   the 32 threads of a warp read 32 neighbours: 128 bytes in a row, which the memory hands over at once.
// Leaves:  nothing. Whatever reads otherwise is slower.

__global__ void full_coalesced_access (const float *A, const float *B, float *C, unsigned n)
{
  unsigned tid = blockDim.x * blockIdx.x + threadIdx.x; // global thread id

  if (tid < n)
    C[tid] = A[tid] + B[tid]; // vector addition
}
