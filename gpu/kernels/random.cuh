// The state of a thread's random numbers, as cuRAND's XORWOW keeps it: six words. Word w of thread t is states[w * stride + t], so that
// the threads of a warp load neighbours.
#pragma once

#include <curand_kernel.h>

__device__ __forceinline__ curandState load_state (const unsigned *states, unsigned t, unsigned stride)
{
  curandState state;

  state.d = states[t];
  for (int i = 0; i < 5; i++)
    state.v[i] = states[(i + 1) * stride + t];
  return state;
}
