// Matrix product C = A B, tiled, with four elements of C per thread.
// Gain:    fewer loads from shared memory. The four elements are contiguous: each value of A that a thread loads serves all four, and
//          one 16-byte load fetches their values of B. There are fewer warps, and each has more independent work.
// Limit:   with still more elements a thread runs out of registers.

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
