// Convolution in two dimensions: each output is a weighted sum of the inputs around its position, as in blurring an image.
// Note:    two-dimensional blocks with one thread per output; a square mask in constant memory.
// Limit:   neighbouring outputs share nearly all their inputs, and each thread reads its own from global memory.

constexpr int max_mask_width = 9;
__constant__ float mask[max_mask_width * max_mask_width];

__global__ void convolution_2d (const float *in, float *out, int width, int height, int mask_width)
{
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= width || row >= height)
    return;

  float sum = 0;
  int top = row - mask_width / 2;
  int left = column - mask_width / 2;
  for (int y = 0; y < mask_width; y++)
    for (int x = 0; x < mask_width; x++)
      if (top + y >= 0 && top + y < height && left + x >= 0 && left + x < width) // others are ghost cells: 0
        sum += in[(top + y) * width + left + x] * mask[y * mask_width + x];
  out[row * width + column] = sum;
}
