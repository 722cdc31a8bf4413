// Stride: neighbouring threads read elements that are a stride apart.
// Note:    with a stride of 2, half of each segment is used; with a stride of 32, one element in 32.
// Limit:   unused elements are transferred all the same.

__global__ void readStride (const float *A, float *C, unsigned n, unsigned stride)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    C[i] = A[i * stride] + 10.f;
}
