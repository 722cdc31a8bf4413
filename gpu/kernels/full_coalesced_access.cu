// Coalescing 1: full.
// Note:    the 32 threads of a warp read 32 neighbours: 128 contiguous bytes, in a single request.
// Limit:   none: any other access pattern is slower.

__global__ void full_coalesced_access (const float *A, const float *B, float *C, unsigned n)
{
  unsigned tid = blockDim.x * blockIdx.x + threadIdx.x; // global thread id

  if (tid < n)
    C[tid] = A[tid] + B[tid]; // vector addition
}
