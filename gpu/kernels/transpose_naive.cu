// Transpose: rows become columns.
// Shows:   a block moves a tile of 32 x 32 elements, four rows of which each thread. It reads whole rows: a warp's 32 elements lie side by
//          side.
// Leaves:  it writes columns: a warp's 32 elements lie a whole row apart, each in a sector of its own.

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
