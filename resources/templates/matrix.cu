// Matrix product: c = a b. A block makes a tile of c; tiles of a and of b go through shared memory,
// so that each element is loaded once for a whole row, or a whole column, of threads.

constexpr int tile = 16;

__global__ void matrix (const float *a, const float *b, float *c, int n)
{
  __shared__ float tile_a[tile][tile];
  __shared__ float tile_b[tile][tile];
  int column = blockIdx.x * tile + threadIdx.x;
  int row = blockIdx.y * tile + threadIdx.y;
  float sum = 0;

  for (int k = 0; k < n; k += tile)
    {
      tile_a[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
      tile_b[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
      __syncthreads ();
      for (int j = 0; j < tile; j++)
        sum += tile_a[threadIdx.y][j] * tile_b[j][threadIdx.x];
      __syncthreads ();
    }
  c[row * n + column] = sum;
}
