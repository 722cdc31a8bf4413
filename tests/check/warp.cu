// Kernels whose lanes race within one warp: since Volta they need __syncwarp() between what they tell each other.
#define KERNEL extern "C" __global__ void

// launch: 1 32
KERNEL volatile_is_no_barrier (int *in, int *out, int n)
{
  __shared__ volatile int s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  s[tid + 32] = in[tid + 32];
  __syncwarp ();
#pragma unroll 1
  for (int step = 16; step > 0; step /= 2)
    s[tid] = s[tid] + s[tid + step]; // race
  if (tid == 0)
    out[0] = s[0];
}

// launch: 1 32
KERNEL read_then_written (int *in, int *out, int n)
{
  __shared__ int s[32];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncwarp ();
  int v = s[tid ^ 1]; // race
  s[tid] = v + 1; // race
  __syncwarp ();
  out[tid] = s[tid];
}

// launch: 1 32
KERNEL halves_meet_apart (int *in, int *out, int n)
{
  __shared__ int s[32];
  int tid = threadIdx.x;
  s[tid] = in[tid]; // race
  if (tid < 16)
    __syncwarp (0xffff);
  else
    __syncwarp (0xffff0000);
  out[tid] = s[31 - tid]; // race
}

// launch: 1 32
KERNEL one_arm_reads (int *in, int *out, int n)
{
  __shared__ int s[32];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncwarp ();
  if (tid < 16)
    s[tid] = in[tid] + 5; // race
  else
    out[tid] = s[tid - 16]; // race
}

// launch: 1 32
KERNEL shuffle_is_no_barrier (int *in, int *out, int n)
{
  __shared__ int s[32];
  int tid = threadIdx.x;
  s[tid] = in[tid]; // race
  int v = __shfl_xor_sync (0xffffffff, in[tid], 1);
  out[tid] = s[31 - tid] + v; // race
}

// launch: 1 32
KERNEL vote_is_no_barrier (int *in, int *out, int n)
{
  __shared__ int s[32];
  int tid = threadIdx.x;
  s[tid] = in[tid]; // race
  int v = __ballot_sync (0xffffffff, in[tid] > 3);
  out[tid] = s[(tid + 1) % 32] + v; // race
}

// launch: 1 32
KERNEL two_lanes_one_word (int *in, int *out, int n)
{
  __shared__ int s[16];
  s[threadIdx.x / 2] = (int)threadIdx.x; // race
  __syncwarp ();
  out[threadIdx.x] = s[threadIdx.x / 2];
}

// launch: 1 32
KERNEL sync_only_once (int *in, int *out, int n)
{
  __shared__ int s[32];
  int tid = threadIdx.x;
  int v = in[tid];
#pragma unroll 1
  for (int d = 16; d > 0; d /= 2)
    {
      s[tid] = v; // race
      __syncwarp ();
      v += s[tid ^ d]; // race
    }
  out[tid] = v;
}
