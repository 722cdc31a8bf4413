// Exclusive scan: out[i] is the sum of in[0] to in[i - 1], within each block. The first result is 0.
// Note:    the elements are shifted by one place as they are loaded, and the first place gets 0: the rest is the inclusive scan
//          of Hillis and Steele.
// Limit:   n log n additions; and each block scans only its own elements.

__global__ void scan_exclusive (const int *in, int *out, int n)
{
  extern __shared__ int buffers[]; // two, of a block's elements each
  int *from = buffers;
  int *to = buffers + blockDim.x;

  int tid = threadIdx.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  from[tid] = tid > 0 && i < n ? in[i - 1] : 0;
  __syncthreads ();

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
