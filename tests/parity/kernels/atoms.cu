// Atomics: shared and global, 32 and 64 bits wide, with and without a result. What they return depends on the order in which the
// lanes come; what is stored, which lanes go where, and every address do not.
// In PTX, since the compiler leaves it to ptxas to make red of atom.
__device__ void red (int *at, int value)
{
  asm volatile ("red.global.add.u32 [%0], %1;" : : "l"(at), "r"(value) : "memory");
}

__device__ void red64 (unsigned long long *at, long long value)
{
  asm volatile ("red.global.max.s64 [%0], %1;" : : "l"(at), "l"(value) : "memory");
}

extern "C" __global__ void atoms (const int *in, int *out, unsigned n)
{
  __shared__ int bins[8];
  __shared__ int highest;
  __shared__ int tickets;
  __shared__ int swapped;
  __shared__ int last;
  __shared__ unsigned long long total;
  __shared__ int own[50];
  unsigned t = threadIdx.x;
  unsigned i = blockIdx.x * blockDim.x + t;
  int x = i < n ? in[i] : 0;
  long long wide = (long long)x * x;
  int *all = out; // of the grid: 16 ints
  unsigned long long *all64 = (unsigned long long *)(out + 16); // 8 of 64 bits
  int *mine = out + 32 + 16 * blockIdx.x; // of the block

  if (t < 8)
    bins[t] = 0;
  if (t == 0)
    {
      highest = -2147483647 - 1;
      tickets = swapped = last = 0;
      total = 0;
    }
  own[t] = x & 3;
  __syncthreads ();

  // shared, without results: the order does not matter
  atomicAdd (&bins[x & 7], 1);
  atomicMax (&highest, x);
  atomicAdd (&total, (unsigned long long)wide);
  red (all + 9, x);
  red64 (all64 + 4, wide);

  // shared, with results: their sum does not depend on the order
  int ticket = atomicAdd (&tickets, 1);
  atomicAdd (&swapped, atomicExch (&last, (int)t + 1));
  atomicAdd (all + 0, ticket);

  // one lane of all finds a zero, whichever
  int winner = atomicCAS (all + 1, 0, 7) == 0;
  atomicAdd (all + 2, winner);

  // a loop on a cell of its own: no lane has to wait for another
  int seen = 0, was;
  while ((was = atomicCAS (&own[t], seen, seen + 10)) != seen)
    seen = was;

  // global, of some lanes alone
  if (x & 1)
    {
      atomicMin (all + 3, x);
      atomicOr (all + 4, x);
      atomicXor (all + 5, x);
      atomicMax ((long long *)all64, wide);
      atomicAdd (all64 + 1, (unsigned long long)x);
    }
  else
    {
      atomicInc ((unsigned *)all + 6, 12);
      atomicExch (all64 + 2, 0x123456789abcdefull);
      atomicAdd ((float *)all + 8, (float)(x & 15));
    }
  unsigned long long one = atomicCAS (all64 + 3, 0ull, 1ull << 40);
  atomicAdd (all + 7, one == 0);
  __syncthreads ();

  if (t < 8)
    mine[t] = bins[t];
  if (t == 0)
    {
      mine[8] = highest;
      mine[9] = (int)total;
      mine[10] = (int)(total >> 32);
      mine[11] = tickets;
      mine[12] = swapped + last;
    }
  if (t < 2)
    mine[13 + t] = own[t + 30];
}
