#include <stdio.h>
#include <string.h>

/* Bytes, whatever they are; and floats, whose address comes as nobody's. */
__global__ void fill (void *data, const void *values, size_t n)
{
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const float *from = (const float *)values;

  if (i < n)
    {
      ((unsigned char *)data)[i] = from[i] > 0.5f;
    }
}
