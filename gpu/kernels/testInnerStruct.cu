// Layout 1: an array of structures.
// Shows:   the x of neighbouring threads lie eight bytes apart: each request takes twice the segments that it uses.
// Leaves:  a segment comes with x and y, and each of the two loads uses half of it.

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
