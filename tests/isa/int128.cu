/* What nvcc makes of a division of 128 bits: carries through sub.cc, subc and madc. */
extern "C" __global__ void
test (const unsigned long long *in, unsigned long long *out)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  __int128 a = (__int128)(((unsigned __int128)in[4 * i + 1] << 64) | in[4 * i]);
  __int128 b = (__int128)(((unsigned __int128)in[4 * i + 3] << 64) | in[4 * i + 2]);
  __int128 q = a / b;
  __int128 r = a % b;
  out[4 * i] = (unsigned long long)q;
  out[4 * i + 1] = (unsigned long long)(q >> 64);
  out[4 * i + 2] = (unsigned long long)r;
  out[4 * i + 3] = (unsigned long long)(r >> 64);
}
