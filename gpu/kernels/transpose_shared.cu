// Transpose through shared memory.
// Gain:    no writes that are a row apart. The tile is transposed in shared memory, so that in both reading and writing the
//          elements of a warp are contiguous in global memory.
// Limit:   in shared memory a warp now reads a column, whose 32 elements are all in the same bank.

constexpr int tile_width = 32;
constexpr int block_rows = 8; // a thread moves every eighth row of the tile

__global__ void transpose_shared (const float *in, float *out, int width, int height)
{
  __shared__ float tile[tile_width][tile_width];

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
