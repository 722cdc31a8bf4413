// Stride: neighbouring threads read elements that lie apart.
// Shows:   with a stride of 2 half of each segment is used, with a stride of 32 one element of 32.
// Leaves:  what is not used is moved all the same.

__global__ void readStride (const float *A, float *C, unsigned n, unsigned stride)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    C[i] = A[i * stride] + 10.f;
}
