// Bytes, four in a word: an image's filters, and a convolution.

// Four outputs of a filter of four taps: the words of five bytes that they reach into, byte by byte.
extern "C" __global__ void convolve_dp4a (const unsigned *pixels, const unsigned *taps, int *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i >= n)
    return;
  unsigned low = pixels[i / 4], high = pixels[i / 4 + 1];
  unsigned window = __funnelshift_r (low, high, 8 * (i % 4));
  out[i] = __dp4a ((int)window, (int)taps[0], 10);
}

// How far two images are from each other: the sum of the differences of their bytes.
extern "C" __global__ void difference (const unsigned *a, const unsigned *b, unsigned *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned sum = i < n ? __vsadu4 (a[i], b[i]) : 0;

  for (int step = 16; step > 0; step /= 2)
    sum += __shfl_down_sync (0xffffffff, sum, step);
  if (threadIdx.x % 32 == 0)
    atomicAdd (out, sum);
}

// Written as PTX has them: |a - b| of each byte, the mean, and the sum that stays at 255.
extern "C" __global__ void filters (const unsigned *a, const unsigned *b, unsigned *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned far, mean, bright;

  if (i >= n)
    return;
  asm ("vabsdiff4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(far) : "r"(a[i]), "r"(b[i]), "r"(0));
  asm ("vavrg4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(mean) : "r"(a[i]), "r"(b[i]), "r"(0));
  asm ("vadd4.u32.u32.u32.sat %0, %1, %2, %3;" : "=r"(bright) : "r"(a[i]), "r"(b[i]), "r"(0));
  out[3 * i] = far;
  out[3 * i + 1] = mean;
  out[3 * i + 2] = bright;
}
