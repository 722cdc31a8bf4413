// Work-efficient inclusive scan, within each block.
// Gain:    fewer than 2 n additions instead of n log n. A reduction step builds sums of 2, 4, 8 ... elements in place, as a tree
//          does; a post-scan step distributes them to the elements in between.
// Limit:   twice as many steps, in most of which few threads are active; and bank conflicts at strides of 2, 4, 8 ....

__global__ void scan_work_efficient (const int *in, int *out, int n)
{
  extern __shared__ int data[]; // two elements of each thread

  int tid = threadIdx.x;
  int size = 2 * blockDim.x;
  int i = blockIdx.x * size + threadIdx.x;
  data[tid] = i < n ? in[i] : 0;
  data[tid + blockDim.x] = i + blockDim.x < n ? in[i + blockDim.x] : 0;

  // reduction step
  int stride;
  for (stride = 1; stride < size; stride *= 2)
    {
      int k = (tid + 1) * 2 * stride - 1;
      __syncthreads ();
      if (k < size)
        data[k] += data[k - stride];
    }

  // post-scan step
  for (stride /= 4; stride > 0; stride /= 2)
    {
      int k = (tid + 1) * 2 * stride - 1;
      __syncthreads ();
      if (k + stride < size)
        data[k + stride] += data[k];
    }
  __syncthreads ();

  if (i < n)
    out[i] = data[tid];
  if (i + blockDim.x < n)
    out[i + blockDim.x] = data[tid + blockDim.x];
}
