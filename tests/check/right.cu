// Kernels with nothing wrong: a check finds nothing.
#define KERNEL extern "C" __global__ void
#define N      64

// launch: 2 64
KERNEL mirror (int *in, int *out, int n)
{
  __shared__ int s[N];
  int i = blockIdx.x * N + threadIdx.x;
  s[threadIdx.x] = in[i];
  __syncthreads ();
  out[i] = s[N - 1 - threadIdx.x];
}

// launch: 2 64
KERNEL rounds (int *in, int *out, int n)
{
  __shared__ int s[N];
  int i = blockIdx.x * N + threadIdx.x;
  int v = in[i];
#pragma unroll 1
  for (int k = 0; k < 3; k++)
    {
      s[threadIdx.x] = v + k;
      __syncthreads ();
      v = s[N - 1 - threadIdx.x];
      __syncthreads ();
    }
  out[i] = v;
}

// launch: 2 64
KERNEL count (int *in, int *out, int n)
{
  __shared__ int bins[8];
  if (threadIdx.x < 8)
    bins[threadIdx.x] = 0;
  __syncthreads ();
  atomicAdd (&bins[in[blockIdx.x * N + threadIdx.x] & 7], 1);
  __syncthreads ();
  if (threadIdx.x < 8)
    out[blockIdx.x * 8 + threadIdx.x] = bins[threadIdx.x];
}

// launch: 1 64
KERNEL scan_in_two_buffers (int *in, int *out, int n)
{
  __shared__ int s[2][N];
  int tid = threadIdx.x;
  int from = 0;
  s[0][tid] = in[tid];
  __syncthreads ();
#pragma unroll 1
  for (int d = 1; d < N; d *= 2)
    {
      s[1 - from][tid] = s[from][tid] + (tid >= d ? s[from][tid - d] : 0);
      from = 1 - from;
      __syncthreads ();
    }
  out[tid] = s[from][tid];
}

// launch: 1 32
KERNEL warp_rounds (int *in, int *out, int n)
{
  __shared__ volatile int s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  s[tid + 32] = in[tid + 32];
  __syncwarp ();
#pragma unroll 1
  for (int step = 16; step > 0; step /= 2)
    {
      int v = s[tid] + s[tid + step];
      __syncwarp ();
      s[tid] = v;
      __syncwarp ();
    }
  if (tid == 0)
    out[0] = s[0];
}

// launch: 1 32
KERNEL halves (int *in, int *out, int n)
{
  __shared__ int s[32];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  if (tid < 16)
    __syncwarp (0xffff);
  else
    __syncwarp (0xffff0000);
  out[tid] = s[tid ^ 15];
}

// launch: 1 32
KERNEL arms_meet (int *in, int *out, int n)
{
  __shared__ int s[32];
  int tid = threadIdx.x;
  if (tid % 2)
    {
      s[tid] = in[tid];
      __syncwarp ();
    }
  else
    {
      s[tid] = -1 - in[tid];
      __syncwarp ();
    }
  out[tid] = s[31 - tid];
}

// launch: 1 64
KERNEL one_tells_the_other (int *in, int *out, int n)
{
  __shared__ int s[N];
  if (threadIdx.x < 32)
    {
      s[threadIdx.x] = in[threadIdx.x];
      asm volatile ("bar.arrive 1, 64;" ::: "memory");
    }
  else
    {
      asm volatile ("bar.sync 1, 64;" ::: "memory");
      out[threadIdx.x] = s[threadIdx.x - 32];
    }
}

__device__ unsigned int done;

// launch: 4 32
KERNEL last_block (int *in, int *out, int n)
{
  __shared__ bool is_last;
  if (threadIdx.x == 0)
    {
      out[1 + blockIdx.x] = in[blockIdx.x];
      __threadfence ();
      is_last = atomicInc (&done, gridDim.x - 1) == gridDim.x - 1;
    }
  __syncthreads ();
  if (is_last && threadIdx.x == 0)
    {
      int sum = 0;
      for (unsigned b = 0; b < gridDim.x; b++)
        sum += out[1 + b];
      out[0] = sum;
    }
}

// launch: 4 32
KERNEL all_say_the_same (int *in, int *out, int n)
{
  __shared__ int any;
  if (in[threadIdx.x] >= 0)
    any = 1;
  __syncthreads ();
  if (threadIdx.x == 3)
    out[0] = any;
}

// launch: 3 64
KERNEL some_leave_early (int *in, int *out, int n)
{
  __shared__ int s[N];
  int i = blockIdx.x * N + threadIdx.x;
  s[threadIdx.x] = 0;
  if (i >= n)
    return;
  __syncthreads ();
  s[threadIdx.x] += in[i];
  __syncthreads ();
  out[i] = s[threadIdx.x ^ 1];
}

__device__ int mutex;

// launch: 4 64
KERNEL one_at_a_time (int *in, int *out, int n)
{
  if (threadIdx.x % 32 == 0)
    {
      while (atomicCAS (&mutex, 0, 1) != 0)
        ;
      __threadfence ();
      in[0] += 1;
      __threadfence ();
      atomicExch (&mutex, 0);
    }
}

// launch: 2 64
KERNEL bytes (int *in, int *out, int n)
{
  __shared__ unsigned char s[N];
  s[threadIdx.x] = (unsigned char)in[threadIdx.x];
  __syncthreads ();
  out[blockIdx.x * N + threadIdx.x] = s[threadIdx.x ^ 32] + s[threadIdx.x ^ 1];
}

__device__ unsigned int handed[4];

// launch: 2 32
KERNEL looks_at_the_flag_of_what_it_reads (int *in, int *out, int n)
{
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0)
#pragma unroll 1
    for (int k = 0; k < 4; k++)
      {
        out[8 + k] = in[k];
        __threadfence ();
        atomicExch (&handed[k], 1u);
      }
  else
    {
      while (atomicAdd (&handed[1], 0u) == 0)
        ;
      __threadfence ();
      out[0] = out[8] + out[8 + 1];
    }
}

__device__ unsigned int passed[4];

// launch: 1 64
KERNEL a_warp_hands_on_to_another (int *in, int *out, int n)
{
  __shared__ int s[4];
  if (threadIdx.x == 0)
#pragma unroll 1
    for (int k = 0; k < 4; k++)
      {
        s[k] = in[k];
        __threadfence_block ();
        atomicExch (&passed[k], 1u);
      }
  if (threadIdx.x == 32)
    {
      while (atomicAdd (&passed[2], 0u) == 0)
        ;
      __threadfence_block ();
      out[0] = s[0] + s[1] + s[2];
    }
}
