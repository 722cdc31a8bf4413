// Barriers that tell how many came with what; static and dynamic shared memory; 70 threads, so that the last warp has six.
extern "C" __global__ void barriers (const int *in, int *out, unsigned n)
{
  __shared__ int head[32];
  extern __shared__ int cells[];
  unsigned t = threadIdx.x;
  unsigned i = blockIdx.x * blockDim.x + t;
  int x = i < n ? in[i] : 0;

  cells[t] = x;
  if (t < 32)
    head[t] = x >> 1;
  int odd = __syncthreads_count (x & 1);
  int all = __syncthreads_and ((x & 127) != 5);
  int any = __syncthreads_or ((x & 1023) == 6);

  // sums, a barrier in each trip
#pragma unroll 1
  for (unsigned d = 1; d < 70; d *= 2)
    {
      int before = t >= d ? cells[t - d] : 0;
      __syncthreads ();
      cells[t] += before;
      __syncthreads ();
    }

  // as long as any thread of the block asks for more
  int left = x >> 4 & 7;
  int trips = 0;
  while (__syncthreads_or (left > 0))
    {
      trips++;
      left--;
    }
  out[i] = cells[69 - t] + head[t & 31] + trips;
  if (t == 0)
    out[gridDim.x * blockDim.x + blockIdx.x] = odd * 4 + (all != 0) * 2 + (any != 0);
}
