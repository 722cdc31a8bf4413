// Atomics of shared and global memory, 32 and 64 bits, with a result and without. What they return depends on the order; what is
// left in the end does not.
__device__ unsigned long long grand;
__device__ int highest;

extern "C" __global__ void atomics (const int *in, int *out, unsigned n)
{
  __shared__ int sum;
  __shared__ int least;
  __shared__ unsigned count;
  __shared__ unsigned long long wide;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0)
    {
      sum = 0;
      least = 1 << 30;
      count = 0;
      wide = 0;
    }
  __syncthreads ();
  if (i < n)
    {
      int v = in[i];
      atomicAdd (&sum, v);
      atomicMin (&least, v);
      unsigned old = atomicInc (&count, 1000000);
      atomicAdd (&wide, (unsigned long long) (v & 255) << 20);
      if (v > 3)
        atomicMax (&highest, v + (int) (old & 0));
      atomicOr ((unsigned *) &out[n + 1], 1u << (v & 31));
      atomicCAS (&out[n + 2], 0, 5);
      asm volatile ("red.global.add.s32 [%0], %1;" : : "l"(&out[n + 3]), "r"(v) : "memory");
    }
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      atomicAdd (&grand, wide);
      out[blockIdx.x] = sum + least + (int) count;
    }
}
