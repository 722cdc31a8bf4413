// Inclusive scan after Hillis and Steele: out[i] is the sum of in[0] to in[i], within each block.
// Note:    as many steps as a tree has, after which every thread has its result. Two buffers alternate, so that no thread overwrites
//          a value that another has yet to read.
// Limit:   n log n additions, where n would do serially.

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
