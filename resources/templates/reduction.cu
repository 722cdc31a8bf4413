// Reduction: each block adds its elements up, in a tree in shared memory. The second launch adds
// up what the blocks of the first one leave.

constexpr int block_size = 256;

__global__ void reduction (const int *in, int *out, int n)
{
  __shared__ int sdata[block_size];
  int tid = threadIdx.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  // each thread brings one element
  sdata[tid] = i < n ? in[i] : 0;
  __syncthreads ();

  // half of the threads, then a quarter: each adds what lies a stride away
  for (int stride = block_size / 2; stride > 0; stride /= 2)
    {
      if (tid < stride)
        sdata[tid] += sdata[tid + stride];
      __syncthreads ();
    }

  if (tid == 0)
    out[blockIdx.x] = sdata[0];
}
