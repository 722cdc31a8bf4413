// Matrix product C = A B, tiled, with four elements of C for each thread.
// Removes: two loads from shared memory for every multiplication. The four elements lie side by side: what a thread loads of A serves all of
//          them, and one load of 16 bytes brings what they take of B. Fewer warps are there, and each has more to do while it waits.
// Leaves:  with still more elements a thread runs out of registers.

constexpr int tile = 16;

__global__ void matrix_product_wide (const float *A, const float4 *B, float4 *C, int n) // n: a multiple of 64
{
  __shared__ float a[tile][tile];
  __shared__ float4 b[tile][tile];

  int column = blockIdx.x * tile + threadIdx.x; // counted in fours
  int row = blockIdx.y * tile + threadIdx.y;
  float4 sum = {};

  for (int t = 0; t < n; t += tile)
    {
      a[threadIdx.y][threadIdx.x] = A[row * n + t + threadIdx.x];
      b[threadIdx.y][threadIdx.x] = B[(t + threadIdx.y) * (n / 4) + column];
      __syncthreads ();

      for (int k = 0; k < tile; k++)
        {
          float x = a[threadIdx.y][k];
          float4 y = b[k][threadIdx.x];
          sum.x += x * y.x;
          sum.y += x * y.y;
          sum.z += x * y.z;
          sum.w += x * y.w;
        }
      __syncthreads ();
    }

  C[row * (n / 4) + column] = sum;
}
