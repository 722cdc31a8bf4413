// Convolution in one dimension: each output is a weighted sum of an input and its neighbours.
// Note:    one thread per output. The mask is in constant memory: all threads of a warp read the same factor at the same time.
// Limit:   every input is read from global memory once per factor; and threads at the ends diverge, as they have fewer neighbours.

constexpr int max_mask_width = 31;
__constant__ float mask[max_mask_width];

__global__ void convolution_1d (const float *in, float *out, int width, int mask_width)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= width)
    return;

  float sum = 0;
  int start = i - mask_width / 2;
  for (int j = 0; j < mask_width; j++)
    if (start + j >= 0 && start + j < width) // beyond the ends are ghost cells: they count as 0
      sum += in[start + j] * mask[j];
  out[i] = sum;
}
