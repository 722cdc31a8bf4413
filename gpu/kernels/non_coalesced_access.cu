// Coalescing 3: none.
// Note:    each thread reads at a random index: the 32 threads of a warp touch nearly 32 segments, each of which is fetched.
// Limit:   128 bytes are transferred for every 4 that are used.
#include "random.cuh"

__global__ void non_coalesced_access (const float *A, const float *B, float *C, const unsigned *RNGs, unsigned NPP, unsigned n,
                                      int repeats)
{
  unsigned tid = blockDim.x * blockIdx.x + threadIdx.x; // global thread id
  if (tid >= n)
    return;

  curandState state = load_state (RNGs, tid, n); // state of the generator

  for (int i = 0; i < repeats; i++)
    {
      // a random number between 0 and n - 1
      unsigned index = curand (&state) / NPP;

      C[tid] = A[index] + B[index]; // vector addition
    }
}
