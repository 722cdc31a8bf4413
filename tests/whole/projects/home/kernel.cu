#include <helper_cuda.h>

__global__ void number (float *data, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    data[i] = i;
}

void launch (float *data, int n, cudaStream_t stream)
{
  number<<<4, 32, 0, stream>>> (data, n);
  checkCudaErrors (cudaGetLastError ());
}
