// Inclusive scan after Hillis and Steele: out[i] is the sum of in[0] to in[i], of each block by itself.
// Shows:   as many steps as a tree has, and after them every thread has its result. Two buffers take turns, so that no thread overwrites
//          what another one has yet to read.
// Leaves:  n log n additions, where one after another n would do.

__global__ void scan_hillis_steele (const int *in, int *out, int n)
{
  extern __shared__ int buffers[]; // two, of a block's elements each
  int *from = buffers;
  int *to = buffers + blockDim.x;

  int tid = threadIdx.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  from[tid] = i < n ? in[i] : 0;
  __syncthreads ();

  // after a step each element is the sum of twice as many
  for (int stride = 1; stride < blockDim.x; stride *= 2)
    {
      if (tid >= stride)
        to[tid] = from[tid - stride] + from[tid];
      else
        to[tid] = from[tid];
      __syncthreads ();

      int *written = to;
      to = from;
      from = written;
    }

  if (i < n)
    out[i] = from[tid];
}
