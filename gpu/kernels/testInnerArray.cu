// Layout 2: a structure of arrays.
// Gain:    no gaps: all x are contiguous, and so are all y, so a request uses every byte that it fetches.
// Limit:   none: data that is read together is stored together.

struct innerArray
{
  const float *x;
  const float *y;
};

__global__ void testInnerArray (const float *data_x, const float *data_y, float *result_x, float *result_y, unsigned n)
{
  innerArray data = { data_x, data_y };
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    {
      float x = data.x[i];
      float y = data.y[i];

      result_x[i] = x + 10.f;
      result_y[i] = y + 20.f;
    }
}
