#include <cuda_fp16.h>

__global__ void scale_half(half *x, float factor, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i] = __float2half(__half2float(x[i]) * factor);
}
