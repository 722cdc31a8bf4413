// Barriers under conditions that depend on the thread, with numbers for which all threads come, and right ones.
#define KERNEL extern "C" __global__ void
#define N      64

// launch: 1 64
KERNEL all_below_n (int *in, int *out, int n)
{
  __shared__ int s[N];
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < n) // conditional-barrier
    __syncthreads (); // conditional-barrier
  out[threadIdx.x] = s[threadIdx.x];
}

// launch: 1 64
KERNEL as_many_rounds_as_there_are (int *in, int *out, int n)
{
  int sum = 0;
#pragma unroll 1
  for (int i = threadIdx.x; i < n; i += N) // conditional-barrier
    {
      sum += in[i];
      __syncthreads (); // conditional-barrier
    }
  out[threadIdx.x] = sum;
}

// launch: 1 64
KERNEL guarded_by_itself (int *in, int *out, int n)
{
  asm volatile ("{ .reg .pred p; setp.lt.u32 p, %0, %1; @p bar.sync 0; }" : : "r" (threadIdx.x), "r" (n) : "memory"); // conditional-barrier
  out[threadIdx.x] = in[threadIdx.x];
}

// launch: 1 64
KERNEL uniform_within_dependent (int *in, int *out, int n)
{
  int first = threadIdx.x + in[0];
  if (first < n) // conditional-barrier
    {
      out[threadIdx.x] = 1;
      if (in[n - 1] > 0)
        __syncthreads (); // conditional-barrier
      out[threadIdx.x] += in[threadIdx.x];
    }
  out[threadIdx.x] += 1;
}

// launch: 1 64
KERNEL counts_under_a_condition (int *in, int *out, int n)
{
  int k = 0;
  if (threadIdx.x < n) // conditional-barrier
    k = __syncthreads_count (in[threadIdx.x] > 5); // conditional-barrier
  out[threadIdx.x] = k;
}

// launch: 1 64
KERNEL those_beyond_return (int *in, int *out, int n)
{
  __shared__ int s[N];
  if (threadIdx.x >= n)
    return;
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads ();
  out[threadIdx.x] = s[n / 2 - 1 - threadIdx.x];
}

// launch: 1 64
KERNEL those_beyond_write_and_return (int *in, int *out, int n)
{
  if (threadIdx.x >= n)
    {
      out[threadIdx.x] = 0;
      return;
    }
  out[threadIdx.x] = 1;
  __syncthreads ();
  out[threadIdx.x] = in[threadIdx.x];
}

// launch: 1 64
KERNEL same_for_all (int *in, int *out, int n)
{
  __shared__ int s[N];
  s[threadIdx.x] = in[threadIdx.x];
  if (n > 5)
    __syncthreads ();
  if (in[threadIdx.x / N] == 0)
    __syncthreads ();
#pragma unroll 1
  for (int i = 0; i < n; i += N)
    __syncthreads ();
  if (threadIdx.x < n)
    out[threadIdx.x] = s[N - 1 - threadIdx.x];
}

// launch: 1 64
KERNEL until_all_agree (int *in, int *out, int n)
{
  int k = threadIdx.x;
  while (__syncthreads_or (k > 0))
    k -= N;
  out[threadIdx.x] = in[threadIdx.x];
}

// launch: 1 64
KERNEL half_of_them_by_number (int *in, int *out, int n)
{
  if (threadIdx.x < 32)
    asm volatile ("bar.sync 1, 32;" ::: "memory");
  __syncthreads ();
  out[threadIdx.x] = in[threadIdx.x];
}
