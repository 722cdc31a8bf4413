// Calls that the compiler may not put in line: a function that reads memory and branches, called from two places.
static __device__ __noinline__ int weigh (const int *in, unsigned i, unsigned n, int factor)
{
  int v = in[i % n];
  if (v < 0)
    return -v * factor;
  for (int k = 0; k < (v & 3); k++)
    v += in[(i + k) % n];
  return v + factor;
}

static __device__ __noinline__ void keep (int *to, int v)
{
  if (v % 2)
    *to = v;
}

extern "C" __global__ void calls (const int *in, int *out, unsigned n)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int a = weigh (in, i, n, 2);
  out[i] = a;
  if (a > 4)
    {
      int b = weigh (in, i + 7, n, 3);
      keep (&out[i], a + b);
    }
}
