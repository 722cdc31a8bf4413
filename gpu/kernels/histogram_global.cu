// Histogram: how often each value occurs.
// Note:    each thread strides over the input and increments the bin of each value that it finds. The increment is atomic, so none
//          is lost when two threads hit the same bin.
// Limit:   all threads of the grid contend for the same few bins in global memory.

__global__ void histogram_global (const int *in, int *bins, int n)
{
  int stride = gridDim.x * blockDim.x;

  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    atomicAdd (&bins[in[i]], 1);
}
