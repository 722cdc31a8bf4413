// Matrix product C = A B, tiled.
// Gain:    elements are no longer read n times. A block loads one tile of A and one of B into shared memory, where each element
//          serves as many threads as the tile is wide; then it loads the next two tiles.
// Limit:   two loads from shared memory for every multiplication.

template <int tile>
__global__ void matrix_product_tiled (const float *A, const float *B, float *C, int n)
{
  __shared__ float a[tile][tile];
  __shared__ float b[tile][tile];

  int column = blockIdx.x * tile + threadIdx.x;
  int row = blockIdx.y * tile + threadIdx.y;
  float sum = 0;

  for (int t = 0; t < n; t += tile)
    {
      // each thread loads an element of both tiles; beyond the edges they are 0
      a[threadIdx.y][threadIdx.x] = row < n && t + threadIdx.x < n ? A[row * n + t + threadIdx.x] : 0;
      b[threadIdx.y][threadIdx.x] = t + threadIdx.y < n && column < n ? B[(t + threadIdx.y) * n + column] : 0;
      __syncthreads ();

      for (int k = 0; k < tile; k++)
        sum += a[threadIdx.y][k] * b[k][threadIdx.x];
      __syncthreads ();
    }

  if (row < n && column < n)
    C[row * n + column] = sum;
}

template __global__ void matrix_product_tiled<8> (const float *, const float *, float *, int);
template __global__ void matrix_product_tiled<16> (const float *, const float *, float *, int);
template __global__ void matrix_product_tiled<32> (const float *, const float *, float *, int);
