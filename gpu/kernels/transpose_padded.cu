// Transpose through shared memory, padded.
// Gain:    no bank conflicts. With one unused element at the end of each row, the elements of a column
//          are in 32 different banks.
// Limit:   none but the copy itself: every element is read once and written once.

constexpr int tile_width = 32;
constexpr int block_rows = 8; // a thread moves every eighth row of the tile

__global__ void transpose_padded (const float *in, float *out, int width, int height)
{
  __shared__ float tile[tile_width][tile_width + 1]; // the last column is never used

  int x = blockIdx.x * tile_width + threadIdx.x;
  int y = blockIdx.y * tile_width + threadIdx.y;
  for (int k = 0; k < tile_width; k += block_rows)
    if (x < width && y + k < height)
      tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * width + x];
  __syncthreads ();

  // the tile's place in the output: columns and rows of blocks swapped
  x = blockIdx.y * tile_width + threadIdx.x;
  y = blockIdx.x * tile_width + threadIdx.y;
  for (int k = 0; k < tile_width; k += block_rows)
    if (x < height && y + k < width)
      out[(y + k) * height + x] = tile[threadIdx.x][threadIdx.y + k];
}
