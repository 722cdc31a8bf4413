// A three-dimensional grid of three-dimensional blocks of 42 threads: each adds up its neighbours, those of its block from shared memory.
#define X 7
#define Y 3
#define Z 2

extern "C" __global__ void solid (const int *in, int *out, unsigned n)
{
  __shared__ int cells[Z][Y][X];
  unsigned tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
  unsigned x = blockIdx.x * blockDim.x + tx;
  unsigned y = blockIdx.y * blockDim.y + ty;
  unsigned z = blockIdx.z * blockDim.z + tz;
  unsigned width = gridDim.x * blockDim.x;
  unsigned i = (z * gridDim.y * blockDim.y + y) * width + x;

  cells[tz][ty][tx] = i < n ? in[i] : 0;
  __syncthreads ();
  int sum = cells[tz][ty][tx] * 6;
  if (tx > 0)
    sum -= cells[tz][ty][tx - 1];
  else if (x > 0 && i - 1 < n)
    sum -= in[i - 1]; // of the block to the left
  if (tx + 1 < X)
    sum -= cells[tz][ty][tx + 1];
  if (ty > 0)
    sum -= cells[tz][ty - 1][tx];
  if (ty + 1 < Y)
    sum -= cells[tz][ty + 1][tx];
  sum -= cells[Z - 1 - tz][ty][tx];
  out[i] = sum;
}
