// Numbers: what threads compute by themselves.
#define I (blockIdx.x * blockDim.x + threadIdx.x)

extern "C" __global__ void collatz (const unsigned *in, unsigned *out)
{
  unsigned long long v = (in[I] & 0xffff) + 1;
  unsigned steps = 0;
  while (v != 1) {
    v = v & 1 ? 3 * v + 1 : v / 2;
    steps++;
  }
  out[I] = steps;
}

extern "C" __global__ void mandelbrot (const unsigned *in, unsigned *out)
{
  // in fixed point: 12 bits behind the point
  int cr = (int)(in[I] & 0x3fff) - 0x2400, ci = (int)(in[I] >> 16 & 0x1fff) - 0x1000;
  int r = 0, i = 0;
  unsigned n = 0;
  while (n < 100 && r * r + i * i < 4 << 24) {
    int next = (r * r - i * i) / 4096 + cr;
    i = 2 * r * i / 4096 + ci;
    r = next;
    n++;
  }
  out[I] = n;
}

__device__ unsigned ackermann_of (unsigned m, unsigned n)
{
  if (m == 0)
    return n + 1;
  return n == 0 ? ackermann_of (m - 1, 1) : ackermann_of (m - 1, ackermann_of (m, n - 1));
}

extern "C" __global__ void ackermann (const unsigned *in, unsigned *out)
{
  out[I] = ackermann_of (in[I] % 3, in[I] / 3 % 5);
}

__device__ unsigned place_queens (unsigned n, unsigned columns, unsigned left, unsigned right)
{
  unsigned all = (1u << n) - 1, found = 0;
  if (columns == all)
    return 1;
  for (unsigned free = all & ~(columns | left | right); free != 0; free &= free - 1) {
    unsigned bit = free & -free;
    found += place_queens (n, columns | bit, (left | bit) << 1, (right | bit) >> 1);
  }
  return found;
}

extern "C" __global__ void queens (const unsigned *in, unsigned *out)
{
  unsigned n = 4 + in[I] % 3, bit = 1u << in[I] / 3 % n;
  out[I] = place_queens (n, bit, bit << 1, bit >> 1);
}

extern "C" __global__ void wide_product (const unsigned *in, unsigned *out)
{
  unsigned __int128 a = ((unsigned __int128)in[I] << 70) + in[I] + 12345, b = ((unsigned __int128)in[I] << 31) + 77;
  unsigned __int128 c = a * b + a / ((b >> 40) + 3);
  out[I] = (unsigned)c ^ (unsigned)(c >> 32) ^ (unsigned)(c >> 64) ^ (unsigned)(c >> 96);
}

extern "C" __global__ void gcd (const unsigned *in, unsigned *out)
{
  unsigned a = in[I] >> 12, b = in[I] & 0xfff;
  while (b != 0) {
    unsigned r = a % b;
    a = b;
    b = r;
  }
  out[I] = a;
}

extern "C" __global__ void power (const unsigned *in, unsigned *out)
{
  unsigned long long base = in[I] % 1000003, result = 1;
  for (unsigned e = in[I] >> 8; e != 0; e >>= 1) {
    if (e & 1)
      result = result * base % 1000003;
    base = base * base % 1000003;
  }
  out[I] = (unsigned)result;
}

struct Complex {
  int re, im;
  __device__ Complex operator* (const Complex &o) const { return { re * o.re - im * o.im, re * o.im + im * o.re }; }
  __device__ Complex operator+ (const Complex &o) const { return { re + o.re, im + o.im }; }
};

// A polynomial of Gaussian integers by Horner's rule.
extern "C" __global__ void horner (const unsigned *in, unsigned *out)
{
  Complex x = { (int)(in[I] & 0xff), (int)(in[I] >> 8 & 0xff) }, sum = { 0, 0 };
  for (int k = 1; k < 9; k++)
    sum = sum * x + Complex{ k, (int)(in[I] >> 16) };
  out[I] = (unsigned)(sum.re ^ sum.im);
}
