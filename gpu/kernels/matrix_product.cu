// Matrix product C = A B of square matrices.
// Note:    one thread per element of C: it walks along a row of A and down a column of B.
// Limit:   each element of A and of B is read from global memory n times.

__global__ void matrix_product (const float *A, const float *B, float *C, int n)
{
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || column >= n)
    return;

  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += A[row * n + k] * B[k * n + column];
  C[row * n + column] = sum;
}
