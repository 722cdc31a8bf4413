// Kernels that read what nobody wrote.
#define KERNEL extern "C" __global__ void

// launch: 2 64
KERNEL half_of_the_tile (int *in, int *out, int n)
{
  __shared__ int s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  if (threadIdx.x < 32)
    s[threadIdx.x] = in[i];
  __syncthreads ();
  out[i] = s[threadIdx.x]; // uninitialised
}

// launch: 1 64
KERNEL counter_never_set (int *in, int *out, int n)
{
  __shared__ int count;
  if (in[threadIdx.x] > 0)
    atomicAdd (&count, 1); // uninitialised
  __syncthreads ();
  if (threadIdx.x == 0)
    out[0] = count;
}

// launch: 2 64
KERNEL adds_to_the_output (int *in, int *out, int n)
{
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] += in[i]; // uninitialised
}

// launch: 1 64
KERNEL local_array (int *in, int *out, int n)
{
  int a[8];
  a[in[threadIdx.x] & 7] = 1;
  out[threadIdx.x] = a[(in[threadIdx.x] + 1) & 7]; // uninitialised
}

// launch: 2 64
KERNEL halo_not_loaded (int *in, int *out, int n)
{
  __shared__ int s[66];
  int i = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x + 1] = in[i];
  __syncthreads ();
  out[i] = s[threadIdx.x]; // uninitialised
}

// launch: 1 64
KERNEL greatest_of_nothing (int *in, int *out, int n)
{
  atomicMax (&out[0], in[threadIdx.x]); // uninitialised
}

// launch: 1 64
KERNEL no_end_of_the_text (int *in, int *out, int n)
{
  __shared__ char text[65];
  text[threadIdx.x] = (char)in[threadIdx.x];
  __syncthreads ();
  out[threadIdx.x] = text[threadIdx.x + 1]; // uninitialised
}

// launch: 2 64
KERNEL only_the_first_block (int *in, int *out, int n)
{
  __shared__ int s[64];
  if (blockIdx.x == 0)
    s[threadIdx.x] = in[threadIdx.x];
  __syncthreads ();
  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x]; // uninitialised
}
