// Coalescing 2: semi.
// Gain:    a narrower random range: each warp picks a group of neighbouring segments, and its threads read at random inside it. A
//          request cannot touch more segments than the group has.
// Limit:   still many segments per request, each fetched for a few of its bytes.
#include "random.cuh"

__global__ void semi_coalesced_access (const float *A, const float *B, float *C, const unsigned *RNGs1, const unsigned *RNGs2,
                                       unsigned NPP_group_count, unsigned NPP_group_size, unsigned GS, unsigned n, int repeats)
{
  unsigned tid = blockDim.x * blockIdx.x + threadIdx.x; // global thread id
  if (tid >= n)
    return;

  curandState state1 = load_state (RNGs1, tid, n);                   // a generator for each thread
  curandState state2 = load_state (RNGs2, tid / 32, (n + 31) / 32);  // and one for each warp

  // pick a random group: a number between 0 and group count - 1
  unsigned GN = curand (&state2) / NPP_group_count;

  for (int i = 0; i < repeats; i++)
    {
      // pick a random element of it: a number between 0 and group size - 1, plus the start of the group
      unsigned index = curand (&state1) / NPP_group_size + GN * GS;

      C[tid] = A[index] + B[index]; // vector addition
    }
}
