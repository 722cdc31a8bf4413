// bfloat16.
#include <cuda_bf16.h>

extern "C" __global__ void dot_bf16 (const __nv_bfloat16 *x, const __nv_bfloat16 *y, float *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = i < n ? __bfloat162float (x[i]) * __bfloat162float (y[i]) : 0;

  for (int step = 16; step > 0; step /= 2)
    sum += __shfl_down_sync (0xffffffff, sum, step);
  if (threadIdx.x % 32 == 0)
    atomicAdd (out, sum);
}

extern "C" __global__ void relu_bf16x2 (const __nv_bfloat162 *x, const __nv_bfloat162 *y, __nv_bfloat162 *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (2 * i < n)
    out[i] = __hfma2_relu (x[i], y[i], __float2bfloat162_rn (1.0f));
}
