// Scan: each element becomes the sum of all elements of its block up to it.

constexpr int block_size = 256;

__global__ void scan (const int *in, int *out, int n)
{
  __shared__ int sums[block_size];
  int tid = threadIdx.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  sums[tid] = i < n ? in[i] : 0;
  __syncthreads ();

  // each thread adds what lies a distance before it; the distance doubles
  for (int distance = 1; distance < block_size; distance *= 2)
    {
      int before = tid >= distance ? sums[tid - distance] : 0;

      // all have read before any of them writes
      __syncthreads ();
      sums[tid] += before;
      __syncthreads ();
    }

  if (i < n)
    out[i] = sums[tid];
}
