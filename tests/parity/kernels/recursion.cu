// A function that calls itself, to another depth in each lane, and hands on a pointer into its caller's frame; functions that are called
// through a pointer.
__device__ __noinline__ int weigh (const int *p, unsigned lo, unsigned hi, int *deepest)
{
  int below[2] = { 0, 0 };
  if (hi - lo < 2) {
    *deepest = 1;
    return p[lo];
  }
  unsigned middle = lo + (hi - lo) / 2;
  int r = weigh (p, lo, middle, &below[0]) - 3 * weigh (p, middle, hi, &below[1]);
  *deepest = 1 + (below[0] > below[1] ? below[0] : below[1]);
  return r;
}

typedef int (*Mix) (int a, int b);
__device__ __noinline__ int plus (int a, int b) { return a + b; }
__device__ __noinline__ int turn (int a, int b) { return (a << (b & 15)) ^ b; }
__device__ __noinline__ int less (int a, int b) { return a < b ? a : b; }
__device__ __noinline__ int square (int a, int) { return a * a; }
__device__ __noinline__ int triangle (int a, int b) { return a * (a + 1) / 2; }

extern "C" __global__ void recursion (const int *in, int *out, unsigned n)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int deepest = 0;
  unsigned from = i % (n - 12);
  int r = weigh (in, from, from + 1 + i % 11, &deepest);
  unsigned way = (i >> 1) % 3;
  Mix mix = way == 0 ? plus : way == 1 ? turn : less;
  r = mix (r, in[i]);
  Mix area = in[i] & 1 ? square : triangle;
  out[2 * i] = r;
  out[2 * i + 1] = area (deepest, 0);
}
