// Transpose: rows become columns.
// Note:    a block moves a tile of 32 x 32 elements, and each thread four of them. It reads rows: the 32 elements of a warp are
//          contiguous.
// Limit:   it writes columns: the 32 elements of a warp are a whole row apart, each in a sector of its own.

constexpr int tile_width = 32;
constexpr int block_rows = 8; // a thread moves every eighth row of the tile

__global__ void transpose_naive (const float *in, float *out, int width, int height)
{
  int x = blockIdx.x * tile_width + threadIdx.x;
  int y = blockIdx.y * tile_width + threadIdx.y;

  for (int k = 0; k < tile_width; k += block_rows)
    if (x < width && y + k < height)
      out[x * height + y + k] = in[(y + k) * width + x];
}
