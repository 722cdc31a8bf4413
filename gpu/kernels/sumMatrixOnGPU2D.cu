// Block shape: the sum of two matrices.
// Note:    a warp of a block that is 16 threads wide reads half a segment of one row and half a segment of the next.
// Limit:   more blocks and more warps do not make up for loads of which half is discarded.

__global__ void sumMatrixOnGPU2D (const float *A, const float *B, float *C, int NX, int NY)
{
  unsigned ix = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned iy = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned idx = iy * NX + ix;

  if (ix < NX && iy < NY)
    C[idx] = A[idx] + B[idx];
}
