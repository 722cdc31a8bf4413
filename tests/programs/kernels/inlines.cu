// Functions of the kernel's own file that the compiler puts into it, one of them into the other.
#define I (blockIdx.x * blockDim.x + threadIdx.x)

__device__ __forceinline__ unsigned mix (unsigned v)
{
  return v * 5 + threadIdx.x;
}

__device__ __forceinline__ unsigned fetch (const unsigned *in, unsigned i)
{
  unsigned v = in[i];
  return mix (v);
}

extern "C" __global__ void inlined (const unsigned *in, unsigned *out)
{
  unsigned sum = fetch (in, I);
  if (threadIdx.x < 16)
    sum += fetch (in, I + 1);
  out[I] = sum;
}
