// Loads and stores of 1 to 16 bytes, signed and not, float and double; volatile; guarded by predicates rather than branches.
extern "C" __global__ void widths (const int *in, int *out, unsigned n)
{
  unsigned t = threadIdx.x;
  unsigned i = blockIdx.x * blockDim.x + t;
  unsigned quads = n / 4;
  __shared__ alignas (16) unsigned char bytes[1024];
  __shared__ volatile float floats[128];
  const signed char *small = (const signed char *) in;
  const unsigned short *medium = (const unsigned short *) in;
  int4 q = ((const int4 *) in)[i % quads];
  int2 p = ((const int2 *) in)[(i + 5) % (n / 2)];
  long long wide = ((const long long *) in)[(i + 3) % (n / 2)];
  int s = small[i] + medium[i];
  bytes[t] = (unsigned char) s;
  ((unsigned short *) bytes)[256 + t] = (unsigned short) (s * 3);
  floats[t] = (float) q.x * 0.5f;
  double d = (double) p.y * 1.25 + floats[t];
  ((int2 *) bytes)[64 + (t & 31)] = make_int2 (7, 9);
  __syncthreads ();
  int r = bytes[(t * 3) & 127] + ((short *) bytes)[256 + ((t * 5) & 127)];
  if (q.y > 0)
    r += q.z;
  if (p.x < 2)
    out[i] = 1;
  r += (int) (wide >> 33) + (int) d + ((int2 *) bytes)[64 + (t & 31)].y;
  if (i < quads)
    ((int4 *) (out + n))[i] = make_int4 (r, q.w, p.x, s);
  else
    out[i % n] = r;
}
