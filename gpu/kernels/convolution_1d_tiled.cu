// Convolution in one dimension, tiled.
// Gain:    each input is no longer read once per factor. A block loads what it needs into shared memory once: its own inputs and, at
//          both ends, the halo: neighbours that belong to other blocks, or ghost cells.
// Limit:   the halo is loaded twice, by the block that owns it and by its neighbour; a wide mask needs a large block.

constexpr int max_mask_width = 31;
__constant__ float mask[max_mask_width];

__global__ void convolution_1d_tiled (const float *in, float *out, int width, int mask_width)
{
  extern __shared__ float tile[]; // blockDim.x + mask_width - 1 inputs

  // the block's own inputs and the halo; beyond the ends of the input are ghost cells
  int first = blockIdx.x * blockDim.x - mask_width / 2;
  for (int k = threadIdx.x; k < blockDim.x + mask_width - 1; k += blockDim.x)
    tile[k] = first + k >= 0 && first + k < width ? in[first + k] : 0;
  __syncthreads ();

  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= width)
    return;
  float sum = 0;
  for (int j = 0; j < mask_width; j++)
    sum += tile[threadIdx.x + j] * mask[j];
  out[i] = sum;
}
