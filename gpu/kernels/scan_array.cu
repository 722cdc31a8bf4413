// Scan of a whole array in three launches.
// Gain:    a scan across blocks. First each block scans its own elements and stores their sum; then one block scans
//          the sums; finally each block adds the sum of all preceding blocks to its elements.
// Limit:   every element is read and written twice.

// The work-efficient inclusive scan of two elements per thread.
__device__ void scan (int *data)
{
  int size = 2 * blockDim.x;
  int stride;

  for (stride = 1; stride < size; stride *= 2)
    {
      int k = (threadIdx.x + 1) * 2 * stride - 1;
      __syncthreads ();
      if (k < size)
        data[k] += data[k - stride];
    }
  for (stride /= 4; stride > 0; stride /= 2)
    {
      int k = (threadIdx.x + 1) * 2 * stride - 1;
      __syncthreads ();
      if (k + stride < size)
        data[k + stride] += data[k];
    }
  __syncthreads ();
}

// First launch: each block scans its elements, and stores their sum.
__global__ void scan_blocks (const int *in, int *out, int *sums, int n)
{
  extern __shared__ int data[]; // two elements of each thread

  int tid = threadIdx.x;
  int i = blockIdx.x * 2 * blockDim.x + threadIdx.x;
  data[tid] = i < n ? in[i] : 0;
  data[tid + blockDim.x] = i + blockDim.x < n ? in[i + blockDim.x] : 0;
  scan (data);
  if (i < n)
    out[i] = data[tid];
  if (i + blockDim.x < n)
    out[i + blockDim.x] = data[tid + blockDim.x];
  if (tid == 0)
    sums[blockIdx.x] = data[2 * blockDim.x - 1];
}

// Second launch: one block scans the sums, as many at a time as it can hold, and adds the total of those before.
__global__ void scan_sums (int *sums, int n)
{
  extern __shared__ int data[]; // two elements of each thread

  int before = 0;
  for (int first = 0; first < n; first += 2 * blockDim.x)
    {
      int i = first + threadIdx.x;
      data[threadIdx.x] = i < n ? sums[i] : 0;
      data[threadIdx.x + blockDim.x] = i + blockDim.x < n ? sums[i + blockDim.x] : 0;
      scan (data);
      if (i < n)
        sums[i] = before + data[threadIdx.x];
      if (i + blockDim.x < n)
        sums[i + blockDim.x] = before + data[threadIdx.x + blockDim.x];
      before += data[2 * blockDim.x - 1];
      __syncthreads ();
    }
}

// Third launch: each block but the first adds the scanned sum of the block before it.
__global__ void add_sums (int *out, const int *sums, int n)
{
  int i = blockIdx.x * 2 * blockDim.x + threadIdx.x;
  if (blockIdx.x == 0)
    return;

  int before = sums[blockIdx.x - 1];
  if (i < n)
    out[i] += before;
  if (i + blockDim.x < n)
    out[i + blockDim.x] += before;
}
