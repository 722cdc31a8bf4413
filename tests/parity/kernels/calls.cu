// Functions that are called: one that loads and branches, called from two places; one that it calls; one that writes through a pointer.
__device__ __noinline__ int twist (int a, unsigned by)
{
  return by & 1 ? a ^ (a << 5) : a - (int)by;
}

__device__ __noinline__ int walk (const int *p, unsigned at, unsigned n)
{
  int v = p[at];
  if (v & 1)
    return twist (v, at);
#pragma unroll 1
  for (unsigned k = 0; k < (v >> 1 & 3); k++)
    v += p[(at + 3 * k + 1) % n];
  return v;
}

__device__ __noinline__ void spread (int *to, int value)
{
  if (value < 0)
    to[1] = value;
  else
    to[0] += value;
}

__device__ __noinline__ double halve (double a, long long b)
{
  return a * 0.5 + (double)(b & 15);
}

extern "C" __global__ void calls (const int *in, int *out, unsigned n)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int pair[2] = { 1, 2 };     // in local memory, since spread() takes its address
  int r = walk (in, i, n);    // by all
  if (r & 2)
    r += 3 * walk (in, (i * 5 + 1) % n, n); // by some
  spread (pair, r);
  int *cell = r & 4 ? pair : out + 2 * i; // each lane has its own space
  spread (cell, r & 0xffff);
  out[2 * i] += pair[0] + twist (r, i >> 2);
  out[2 * i + 1] = pair[1] + (int)halve (r & 1022, (long long)r << 2);
}
