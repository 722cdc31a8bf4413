// Kernels that race in global memory: between blocks, and within one.
#define KERNEL extern "C" __global__ void

// launch: 4 32
KERNEL all_blocks_write (int *in, int *out, int n)
{
  if (threadIdx.x == 0)
    out[0] = (int)blockIdx.x; // race
}

// launch: 4 32
KERNEL all_blocks_add (int *in, int *out, int n)
{
  if (threadIdx.x == 0)
    in[0] += (int)blockIdx.x + 1; // race
}

// launch: 4 32
KERNEL reads_the_next_block (int *in, int *out, int n)
{
  int i = blockIdx.x * 32 + threadIdx.x;
  in[i] = i - 1; // race
  __syncthreads ();
  out[i] = in[(i + 32) % n]; // race
}

__device__ unsigned int done;

// launch: 4 32
KERNEL last_block_without_fence (int *in, int *out, int n)
{
  __shared__ bool is_last;
  if (threadIdx.x == 0)
    {
      out[1 + blockIdx.x] = in[blockIdx.x]; // race
      is_last = atomicInc (&done, gridDim.x - 1) == gridDim.x - 1;
    }
  __syncthreads ();
  if (is_last && threadIdx.x == 0)
    {
      int sum = 0;
      for (unsigned b = 0; b < gridDim.x; b++)
        sum += out[1 + b]; // race
      out[0] = sum;
    }
}

// launch: 4 32
KERNEL counts_and_looks (int *in, int *out, int n)
{
  if (threadIdx.x == 0)
    atomicAdd (&in[1], 1); // race
  if (threadIdx.x == 1)
    out[blockIdx.x] = in[1]; // race
}

// launch: 4 32
KERNEL stencil_in_place (int *in, int *out, int n)
{
  int i = blockIdx.x * 32 + threadIdx.x;
  if (i > 0 && i + 1 < n)
    in[i] = in[i - 1] + in[i + 1] + 1; // race
}

// launch: 1 64
KERNEL no_barrier_within (int *in, int *out, int n)
{
  out[threadIdx.x] = in[threadIdx.x]; // race
  in[threadIdx.x] = out[63 - threadIdx.x]; // race
}

// launch: 4 32
KERNEL blocks_overlap (int *in, int *out, int n)
{
  int i = blockIdx.x * 16 + threadIdx.x;
  out[i] = (int)(blockIdx.x * 100 + threadIdx.x); // race
}

__device__ unsigned int ready[4];

// launch: 2 32
KERNEL looks_at_an_earlier_flag (int *in, int *out, int n)
{
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0)
#pragma unroll 1
    for (int k = 0; k < 4; k++)
      {
        out[8 + k] = in[k]; // race
        __threadfence ();
        atomicExch (&ready[k], 1u);
      }
  else
    {
      while (atomicAdd (&ready[1], 0u) == 0)
        ;
      __threadfence ();
      out[0] = out[8 + 2]; // race
    }
}
