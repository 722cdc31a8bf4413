// Functions that are not inlined, with results, arguments and a shared variable of their own; printf and assert from the library.
#include <cassert>
#include <cstdio>

struct Triple
{
  int a, b, c;
};

__device__ __noinline__ int weigh (int a, float b)
{
  return a * 3 + (int) b;
}

__device__ __noinline__ struct Triple turn (struct Triple t)
{
  struct Triple r = { t.c, t.a, weigh (t.b, 1.5f) };
  return r;
}

__device__ __noinline__ int exchange (int v)
{
  __shared__ int box[32];
  box[threadIdx.x & 31] = v;
  __syncthreads ();
  return box[31 - (threadIdx.x & 31)];
}

__global__ void caller (int *out)
{
  __shared__ int mine[4];
  struct Triple t = { out[0], out[1], out[2] };

  mine[threadIdx.x & 3] = exchange (out[threadIdx.x]);
  __syncthreads ();
  if (threadIdx.x & 1)
    t = turn (t);
  out[threadIdx.x] = t.a + t.b * t.c + mine[0];
  if (t.a == 12345)
    printf ("%d\n", t.b);
  assert (t.c != 54321);
}
