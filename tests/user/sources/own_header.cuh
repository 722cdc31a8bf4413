#pragma once

#include <cstdlib>

typedef double real;

#define SIZE 640
enum { LEAST = 10, MOST = 20 };

static void init(real **array, size_t n)
{
    cudaMallocManaged(array, n * sizeof(real));
    for (size_t i = 0; i < n; i++)
        (*array)[i] = rand() / (double)RAND_MAX;
}

__device__ __forceinline__ real clamp_to(real x, real low, real high)
{
    return x < low ? low : x > high ? high : x;
}
