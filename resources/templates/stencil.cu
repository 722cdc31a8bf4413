// Stencil: each element becomes the mean of itself and its neighbours. A block loads what its
// threads share into shared memory, once.

constexpr int radius = 2;
constexpr int block_size = 256;

__global__ void stencil (const float *in, float *out, int n)
{
  __shared__ float tile[block_size + 2 * radius];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int at = threadIdx.x + radius;

  tile[at] = i < n ? in[i] : 0;
  // the first threads bring what lies beyond both ends, too
  if (threadIdx.x < radius)
    {
      tile[at - radius] = i >= radius ? in[i - radius] : 0;
      tile[at + block_size] = i + block_size < n ? in[i + block_size] : 0;
    }
  __syncthreads ();

  float sum = 0;

  for (int k = -radius; k <= radius; k++)
    sum += tile[at + k];
  if (i < n)
    out[i] = sum / (2 * radius + 1);
}

// The same without a tile, for what must come out.
__global__ void expected (const float *in, float *out, int n)
{
  for (int i = 0; i < n; i++)
    {
      float sum = 0;

      for (int k = -radius; k <= radius; k++)
        sum += i + k >= 0 && i + k < n ? in[i + k] : 0;
      out[i] = sum / (2 * radius + 1);
    }
}
