// Layout 2: a structure of arrays.
// Removes: the gaps: all x lie side by side, and so do all y, so a request uses every byte that it takes.
// Leaves:  nothing. What threads read together lies together.

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
