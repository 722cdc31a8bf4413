// What the threads of a block or of a warp do together.
#define I (blockIdx.x * blockDim.x + threadIdx.x)
#define N 256

extern "C" __global__ void histogram (const unsigned *in, unsigned *out)
{
  __shared__ unsigned bins[16];
  if (threadIdx.x < 16)
    bins[threadIdx.x] = 0;
  __syncthreads ();
  atomicAdd (&bins[in[I] & 15], 1);
  __syncthreads ();
  if (threadIdx.x < 16)
    atomicAdd (&out[threadIdx.x], bins[threadIdx.x]);
}

extern "C" __global__ void scan (const unsigned *in, unsigned *out)
{
  __shared__ unsigned sums[32];
  unsigned lane = threadIdx.x & 31, v = in[I];
  for (unsigned d = 1; d < 32; d *= 2) {
    unsigned left = __shfl_up_sync (0xffffffffu, v, d);
    if (lane >= d)
      v += left;
  }
  if (lane == 31)
    sums[threadIdx.x / 32] = v;
  __syncthreads ();
  for (unsigned w = 0; w < threadIdx.x / 32; w++)
    v += sums[w];
  out[I] = v;
}

// A number-theoretic transform of 256 numbers modulo 257: 3 is a root of order 256.
extern "C" __global__ void transform (const unsigned *in, unsigned *out)
{
  __shared__ unsigned s[N];
  unsigned t = threadIdx.x;
  s[__brev (t) >> 24] = in[I] % 257;
  for (unsigned half = 1; half < N; half *= 2) {
    __syncthreads ();
    if ((t & half) == 0) {
      unsigned root = 1, k = (t & (half - 1)) * (N / 2 / half);
      for (unsigned e = k, b = 3; e != 0; e >>= 1, b = b * b % 257)
        if (e & 1)
          root = root * b % 257;
      unsigned a = s[t], b = s[t + half] * root % 257;
      s[t] = (a + b) % 257;
      s[t + half] = (a + 257 - b) % 257;
    }
  }
  __syncthreads ();
  out[I] = s[t];
}

// A step of the Game of Life on 16 x 16 cells.
extern "C" __global__ void life (const unsigned *in, unsigned *out)
{
  __shared__ unsigned char now[16][16];
  unsigned x = threadIdx.x % 16, y = threadIdx.x / 16, n = 0;
  now[y][x] = in[I] & 1;
  __syncthreads ();
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      n += (dx != 0 || dy != 0) && now[(y + dy) & 15][(x + dx) & 15];
  out[I] = n == 3 || (n == 2 && now[y][x]);
}

// Lanes that count for the same bin elect one that adds for all.
extern "C" __global__ void aggregated (const unsigned *in, unsigned *out)
{
  unsigned bin = in[I] & 7, mask = __match_any_sync (0xffffffffu, bin);
  if ((threadIdx.x & 31) == __ffs (mask) - 1)
    atomicAdd (&out[bin], __popc (mask));
}

// A determinant by elimination modulo a prime: 16 x 16, a row a thread.
extern "C" __global__ void determinant (const unsigned *in, unsigned *out)
{
  __shared__ unsigned long long a[16][16];
  __shared__ unsigned long long inverse;
  const unsigned long long p = 65521;
  unsigned r = threadIdx.x;
  unsigned long long det = 1;
  for (unsigned c = 0; c < 16; c++)
    a[r][c] = (in[(blockIdx.x * 16 + r) * 16 + c] + (r == c)) % p;
  for (unsigned k = 0; k < 16; k++) {
    __syncthreads ();
    if (r == 0) {
      unsigned long long b = a[k][k];
      inverse = 1;
      for (unsigned e = 65519; e != 0; e >>= 1, b = b * b % p)
        if (e & 1)
          inverse = inverse * b % p;
    }
    __syncthreads ();
    det = det * a[k][k] % p;
    if (r > k) {
      unsigned long long f = a[r][k] * inverse % p;
      for (unsigned c = k; c < 16; c++)
        a[r][c] = (a[r][c] + (p - f) * a[k][c]) % p;
    }
  }
  out[I] = (unsigned)det;
}

// Forces between 64 bodies in whole numbers.
extern "C" __global__ void bodies (const unsigned *in, unsigned *out)
{
  __shared__ int at[64];
  at[threadIdx.x] = (int)(in[I] & 0xfff);
  __syncthreads ();
  int force = 0;
  for (int j = 0; j < 64; j++) {
    int d = at[j] - at[threadIdx.x];
    force += d == 0 ? 0 : 100000 / d;
  }
  out[I] = (unsigned)force;
}
