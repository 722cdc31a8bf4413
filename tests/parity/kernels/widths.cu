// Loads and stores of every width, signed and unsigned, of floats, doubles and vectors, and volatile ones. A thread has 24 ints of out.
extern "C" __global__ void widths (const int *in, int *out, unsigned n)
{
  __shared__ double halves[45];
  __shared__ volatile short corner[48];
  unsigned t = threadIdx.x;
  unsigned i = blockIdx.x * blockDim.x + t;
  if (4 * i + 4 > n)
    return;
  char *record = (char *)(out + 24 * i);
  const char *bytes = (const char *)(in + 4 * i);

  // vectors
  int4 four = ((const int4 *)in)[i];
  int2 two = ((const int2 *)in)[2 * i + 1];
  *(int4 *)record = make_int4 (four.w, four.z, four.y, four.x);
  *(int2 *)(record + 16) = make_int2 (two.y - 1, two.x + 1);
  *(float4 *)(record + 32) = make_float4 (four.x & 255, four.y & 255, 0.5f, -0.25f);
  float4 floats = *(const float4 *)(record + 32);

  // 8, 16 and 64 bits
  signed char s8 = *(const signed char *)(bytes + 1);
  unsigned char u8 = *(const unsigned char *)(bytes + 2);
  short s16 = *(const short *)(bytes + 4);
  unsigned short u16 = *(const unsigned short *)(bytes + 6);
  long long s64 = *(const long long *)(bytes + 8);
  *(signed char *)(record + 24) = (signed char)(s8 + u8);
  *(unsigned char *)(record + 25) = (unsigned char)(u8 ^ 0x5a);
  *(unsigned short *)(record + 26) = (unsigned short)(u16 + s16);
  *(int *)(record + 28) = s8 * 1000 + s16;
  *(long long *)(record + 48) = s64 >> 3;
  *(unsigned long long *)(record + 56) = (unsigned long long)s64 >> 3;

  // floating point: all of it exact
  *(float *)(record + 64) = floats.x * floats.z + floats.y;
  *(double *)(record + 72) = (double)s64 * 0.125;
  halves[t] = (double)s16 * 0.5;
  double half = *(const volatile double *)&halves[t];
  *(double2 *)(record + 80) = make_double2 (half, half - floats.w);

  // volatile: each of them is done
  corner[t] = s16;
  short twice = corner[t] + corner[t];
  volatile int *watched = (volatile int *)(record + 68);
  *watched = twice;
  *watched = *watched + 1;
}
