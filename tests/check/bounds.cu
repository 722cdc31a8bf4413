// Kernels that reach beyond memory, or to an address that a GPU cannot serve.
#define KERNEL extern "C" __global__ void

// launch: 2 64
KERNEL one_too_far (int *in, int *out, int n)
{
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i + 1] = in[i]; // out-of-bounds
}

// launch: 3 64
KERNEL no_guard (int *in, int *out, int n)
{
  int i = blockIdx.x * 64 + threadIdx.x;
  int v = in[i]; // out-of-bounds
  out[i] = v;
}

// launch: 2 64
KERNEL before_the_first (int *in, int *out, int n)
{
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = in[i - 1]; // out-of-bounds
}

// launch: 2 64
KERNEL tile_too_small (int *in, int *out, int n)
{
  __shared__ int s[64];
  s[threadIdx.x + 1] = in[threadIdx.x]; // out-of-bounds
  __syncthreads ();
  out[threadIdx.x] = s[threadIdx.x];
}

// launch: 2 64
KERNEL wide_load_past_the_end (int *in, int *out, int n)
{
  int i = blockIdx.x * 64 + threadIdx.x;
  int4 v = ((int4 *)in)[i]; // out-of-bounds
  out[i] = v.x + v.y + v.z + v.w;
}

// launch: 2 64
KERNEL misaligned_vector (int *in, int *out, int n)
{
  int2 v = *(int2 *)(in + 1 + 2 * (threadIdx.x / 2)); // misaligned
  out[threadIdx.x] = v.x + v.y;
}

// launch: 2 64
KERNEL misaligned_in_shared (int *in, int *out, int n)
{
  __shared__ __align__ (16) int s[66];
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 2)
    s[threadIdx.x + 64] = in[threadIdx.x];
  __syncthreads ();
  int2 v = *(int2 *)(s + (threadIdx.x | 1)); // misaligned
  out[threadIdx.x] = v.x + v.y;
}

// launch: 2 64
KERNEL misaligned_word (int *in, int *out, int n)
{
  out[threadIdx.x] = *(int *)((char *)in + threadIdx.x * 2 + 2); // misaligned
}

// launch: 2 64
KERNEL through_null (int *in, int *out, int n)
{
  int *p = (int *)(size_t)(unsigned)(n - 128);
  p[threadIdx.x] = in[threadIdx.x]; // out-of-bounds
}
