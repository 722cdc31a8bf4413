// Histogram: how often each value is there.
// Shows:   each thread strides over the input and adds 1 to the bin of what it finds there. The addition is atomic: of two threads that hit
//          the same bin none is lost.
// Leaves:  all threads of the grid meet in the same few bins in global memory, and wait for each other.

__global__ void histogram_global (const int *in, int *bins, int n)
{
  int stride = gridDim.x * blockDim.x;

  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    atomicAdd (&bins[in[i]], 1);
}
