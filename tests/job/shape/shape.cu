// Two kernels of a shape that the catalogue has none of: a matrix of structures and a row of doubles become a matrix of ints, in blocks of
// two dimensions; then a second kernel counts in it.

struct Pixel {
  float value;
  unsigned short weight;
};

struct Scale {
  double factor;
  int offset;
  char wide;
};

__global__ void
shade (const Pixel *pixels, const double *row, int *out, Scale scale, unsigned width, unsigned height)
{
  __shared__ double part[16];
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;

  if (threadIdx.y == 0)
    part[threadIdx.x] = x < width ? row[x] : 0;
  __syncthreads ();
  if (x < width && y < height)
    {
      Pixel pixel = pixels[y * width + x];

      out[y * width + x] = (int)(pixel.value * pixel.weight * part[threadIdx.x] * scale.factor) + scale.offset;
    }
}

__global__ void
count_above (const int *in, int *count, int least, unsigned n)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n && in[i] >= least)
    atomicAdd (count, 1);
}
