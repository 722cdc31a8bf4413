// Numbers of 16 bits: one, and two in a word.
#include <cuda_fp16.h>

extern "C" __global__ void axpy_f16 (const __half *x, const __half *y, __half *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    out[i] = __hfma (__float2half (1.5f), x[i], y[i]);
}

extern "C" __global__ void axpy_f16x2 (const __half2 *x, const __half2 *y, __half2 *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (2 * i < n)
    out[i] = __hfma2 (__float2half2_rn (-2.0f), x[i], y[i]);
}

// The larger of the two magnitudes, halved, where it is above 2; else their difference.
extern "C" __global__ void choose_f16 (const __half *x, const __half *y, __half *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i >= n)
    return;
  __half most = __hmax (__habs (x[i]), __habs (y[i]));
  out[i] = __hgt (most, __int2half_rn (2)) ? __hmul (most, __float2half (0.5f)) : __hsub (x[i], y[i]);
}

// Each block adds its pairs to the first two elements.
extern "C" __global__ void sum_f16x2 (const __half2 *x, const __half2 *, __half2 *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __half2 sum = 2 * i < n ? x[i] : __float2half2_rn (0.0f);

  for (int step = 16; step > 0; step /= 2)
    sum = __hadd2 (sum, __shfl_down_sync (0xffffffff, sum, step));
  if (threadIdx.x % 32 == 0)
    atomicAdd (out, sum);
}
