// Lanes and blocks that look at what others update, and what neighbours read and write.
#define KERNEL extern "C" __global__ void

__device__ int flag;

// launch: 1 32
KERNEL volatile_poll (int *in, int *out, int n)
{
  if (threadIdx.x == 0)
    {
      out[1] = in[0];
      __threadfence ();
      atomicExch (&flag, 1);
    }
  else if (threadIdx.x == 1)
    {
      while (*(volatile int *)&flag == 0)
        ;
      __threadfence ();
      out[0] = out[1];
    }
}

// launch: 1 32
KERNEL counts_those_that_have_come (int *in, int *out, int n)
{
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncwarp ();
  if (threadIdx.x < 16)
    atomicAdd (&count, 1);
  else
    while (*(volatile int *)&count < 16)
      ;
  out[threadIdx.x] = in[threadIdx.x];
}

// launch: 1 32
KERNEL a_plain_look_at_a_counter (int *in, int *out, int n)
{
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncwarp ();
  if (threadIdx.x < 16)
    atomicAdd (&count, 1); // race
  else
    out[threadIdx.x] = count; // race
}

// launch: 4 32
KERNEL reads_what_a_later_block_writes (int *in, int *out, int n)
{
  int i = blockIdx.x * 32 + threadIdx.x;
  int v = in[(i + 1) % n]; // race
  if (threadIdx.x % 2 == 0)
    v += in[i] * 2 + (threadIdx.x < 30 ? in[i + 2] : 0);
  v += in[i ^ 1];
  __syncthreads ();
  if (blockIdx.x > 0 && threadIdx.x == 0)
    in[i] = v + 1000; // race
  out[i] = v;
}

// launch: 4 32
KERNEL each_block_changes_its_own (int *in, int *out, int n)
{
  int i = blockIdx.x * 32 + threadIdx.x;
  int v = in[i] + in[i ^ 1] + in[i ^ 2];
  __syncthreads ();
  in[i] = v;
  out[i] = v;
}
