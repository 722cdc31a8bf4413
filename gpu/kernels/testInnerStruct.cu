// Layout 1: an array of structures.
// Note:    the x of neighbouring threads are eight bytes apart: each request fetches twice the segments that it uses.
// Limit:   a segment contains both x and y, and each of the two loads uses half of it.

struct innerStruct
{
  float x;
  float y;
};

__global__ void testInnerStruct (const innerStruct *data, innerStruct *result, unsigned n)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    {
      float x = data[i].x;
      float y = data[i].y;

      result[i].x = x + 10.f;
      result[i].y = y + 20.f;
    }
}
