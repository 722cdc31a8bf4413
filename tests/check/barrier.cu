// Kernels whose threads wait for others that never come, and one that never ends.
#define KERNEL extern "C" __global__ void

// launch: 1 32
KERNEL halves_wait_for_each_other (int *in, int *out, int n)
{
  if (threadIdx.x < 16)
    __syncwarp (); // deadlock
  else
    __syncthreads ();
  out[threadIdx.x] = in[threadIdx.x];
}

// launch: 1 64
KERNEL waits_for_three_warps (int *in, int *out, int n)
{
  asm volatile ("bar.sync 1, 96;" ::: "memory"); // deadlock
  out[threadIdx.x] = in[threadIdx.x];
}

// launch: 1 64
KERNEL two_barriers (int *in, int *out, int n)
{
  if (threadIdx.x < 32)
    asm volatile ("bar.sync 1, 64;" ::: "memory"); // deadlock
  else
    asm volatile ("bar.sync 2, 64;" ::: "memory");
  out[threadIdx.x] = in[threadIdx.x];
}

// launch: 1 32
KERNEL no_such_barrier (int *in, int *out, int n)
{
  asm volatile ("bar.sync %0;" : : "r" (n) : "memory"); // divergent-barrier
  out[threadIdx.x] = in[threadIdx.x];
}

// launch: 1 32
KERNEL never_ends (int *in, int *out, int n)
{
  while (*(volatile int *)in == 0) // deadlock
    ;
  out[threadIdx.x] = 1;
}

// launch: 1 32
KERNEL gives_up (int *in, int *out, int n)
{
  if (in[0] == 0)
    __trap (); // trap
  out[threadIdx.x] = in[threadIdx.x];
}
