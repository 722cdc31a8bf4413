// Kernels that race in shared memory. The lines that do are marked with what a check finds there; "launch:" says how many blocks of how many
// threads.
#define KERNEL extern "C" __global__ void
#define N      64

// launch: 2 64
KERNEL no_barrier (int *in, int *out, int n)
{
  __shared__ int s[N];
  int i = blockIdx.x * N + threadIdx.x;
  s[threadIdx.x] = in[i]; // race
  out[i] = s[N - 1 - threadIdx.x]; // race
}

// launch: 2 64
KERNEL barrier_too_early (int *in, int *out, int n)
{
  __shared__ int s[N];
  int i = blockIdx.x * N + threadIdx.x;
  int v = in[i];
  __syncthreads ();
  s[threadIdx.x] = v; // race
  out[i] = s[(threadIdx.x + 32) % N]; // race
}

// launch: 2 64
KERNEL no_barrier_in_the_loop (int *in, int *out, int n)
{
  __shared__ int s[N];
  int tid = threadIdx.x;
  s[tid] = in[blockIdx.x * N + tid];
  __syncthreads ();
#pragma unroll 1
  for (int step = N / 2; step > 0; step /= 2)
    if (tid < step)
      s[tid] += s[tid + step]; // race
  if (tid == 0)
    out[blockIdx.x] = s[0];
}

// launch: 2 64
KERNEL no_barrier_behind_the_load (int *in, int *out, int n)
{
  __shared__ int s[N];
  int tid = threadIdx.x;
  s[tid] = in[blockIdx.x * N + tid]; // race
#pragma unroll 1
  for (int step = N / 2; step > 0; step /= 2)
    {
      if (tid < step)
        s[tid] += s[tid + step]; // race
      __syncthreads ();
    }
  if (tid == 0)
    out[blockIdx.x] = s[0];
}

// launch: 2 64
KERNEL one_barrier_of_two (int *in, int *out, int n)
{
  __shared__ int s[N];
  int i = blockIdx.x * N + threadIdx.x;
  int v = in[i];
#pragma unroll 1
  for (int k = 0; k < 3; k++)
    {
      s[threadIdx.x] = v + k; // race
      __syncthreads ();
      v = s[N - 1 - threadIdx.x]; // race
    }
  out[i] = v;
}

// launch: 2 64
KERNEL count_without_atomics (int *in, int *out, int n)
{
  __shared__ int bins[8];
  int i = blockIdx.x * N + threadIdx.x;
  if (threadIdx.x < 8)
    bins[threadIdx.x] = 0;
  __syncthreads ();
  bins[in[i] & 7]++; // race
  __syncthreads ();
  if (threadIdx.x < 8)
    out[blockIdx.x * 8 + threadIdx.x] = bins[threadIdx.x];
}

// launch: 1 64
KERNEL greatest_without_atomics (int *in, int *out, int n)
{
  __shared__ int most;
  if (threadIdx.x == 0)
    most = 0;
  __syncthreads ();
  if (in[threadIdx.x] > most) most = in[threadIdx.x]; // race
  __syncthreads ();
  out[threadIdx.x] = most;
}

// launch: 2 64
KERNEL transpose_without_barrier (int *in, int *out, int n)
{
  __shared__ int tile[8][9];
  int x = threadIdx.x % 8;
  int y = threadIdx.x / 8;
  tile[y][x] = in[blockIdx.x * N + threadIdx.x]; // race
  out[blockIdx.x * N + threadIdx.x] = tile[x][y]; // race
}

// launch: 1 64
KERNEL scan_in_one_buffer (int *in, int *out, int n)
{
  __shared__ int s[N];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads ();
#pragma unroll 1
  for (int d = 1; d < N; d *= 2)
    {
      if (tid >= d)
        s[tid] += s[tid - d]; // race
      __syncthreads ();
    }
  out[tid] = s[tid];
}

// launch: 2 64
KERNEL one_thread_for_all (int *in, int *out, int n)
{
  __shared__ int first;
  if (threadIdx.x == 0)
    first = 0;
  __syncthreads ();
  if (threadIdx.x == 0)
    first = in[blockIdx.x]; // race
  out[blockIdx.x * N + threadIdx.x] = first; // race
}

// launch: 1 64
KERNEL counter_read_too_early (int *in, int *out, int n)
{
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads ();
  if (in[threadIdx.x] >= 0)
    atomicAdd (&count, 1); // race
  if (threadIdx.x == 33)
    out[0] = count; // race
}

// launch: 1 64
KERNEL counter_set_too_late (int *in, int *out, int n)
{
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads ();
  if (threadIdx.x == 40)
    count = in[0] + 7; // race
  atomicAdd (&count, 1); // race
  __syncthreads ();
  out[threadIdx.x] = count;
}

// launch: 1 64
KERNEL arrays_overlap (int *in, int *out, int n)
{
  __shared__ int s[N + N / 2];
  int *a = s;
  int *b = s + N / 2;
  a[threadIdx.x] = in[threadIdx.x]; // race
  b[threadIdx.x] = -1 - in[threadIdx.x]; // race
  __syncthreads ();
  out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}

// launch: 1 64
KERNEL barrier_of_a_warp (int *in, int *out, int n)
{
  __shared__ int s[N];
  s[threadIdx.x] = in[threadIdx.x]; // race
  if (threadIdx.x < 32)
    asm volatile ("bar.sync 1, 32;" ::: "memory");
  else
    asm volatile ("bar.sync 2, 32;" ::: "memory");
  out[threadIdx.x] = s[N - 1 - threadIdx.x]; // race
}

// launch: 1 64
KERNEL arrives_too_early (int *in, int *out, int n)
{
  __shared__ int s[N];
  if (threadIdx.x < 32)
    s[threadIdx.x] = 0;
  __syncthreads ();
  if (threadIdx.x < 32)
    {
      asm volatile ("bar.arrive 1, 64;" ::: "memory");
      s[threadIdx.x] = in[threadIdx.x]; // race
    }
  else
    {
      asm volatile ("bar.sync 1, 64;" ::: "memory");
      out[threadIdx.x] = s[threadIdx.x - 32]; // race
    }
}

// launch: 1 64
KERNEL bytes_without_barrier (int *in, int *out, int n)
{
  __shared__ unsigned char s[N];
  s[threadIdx.x] = (unsigned char)in[threadIdx.x]; // race
  out[threadIdx.x] = s[threadIdx.x ^ 32]; // race
}

// launch: 1 64
KERNEL half_of_a_pair (int *in, int *out, int n)
{
  __shared__ int2 s[N];
  int tid = threadIdx.x;
  s[tid] = make_int2 (in[tid], in[tid] + 1); // race
  out[tid] = s[N - 1 - tid].y; // race
}

// launch: 1 64
KERNEL written_by_the_second_reader (int *in, int *out, int n)
{
  __shared__ int s[N];
  int tid = threadIdx.x;
  int sum = 1;
  s[tid] = in[tid];
  __syncthreads ();
  if (tid == 0)
    out[0] = s[5]; // race
  if (tid == 32)
    {
#pragma unroll 1
      for (int k = 0; k < n; k++)
        sum += in[k];
      s[5] += sum; // race
    }
}
