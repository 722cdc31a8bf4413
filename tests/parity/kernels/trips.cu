// Loops whose number of trips differs from lane to lane: for, while and do; break and continue; a last warp that is not full.
extern "C" __global__ void trips (const int *in, int *out, unsigned n)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    {
      unsigned x = in[i];

      // as many trips as the value says, none for some lanes
      int sum = 0;
#pragma unroll 1
      for (unsigned k = 0; k < (x & 7); k++)
        sum += in[(i + k * k) % n];

      // until the value says so
      unsigned v = ((x >> 3) & 31) + 1;
      int steps = 0;
      while (v != 1)
        {
          v = v & 1 ? 3 * v + 1 : v >> 1;
          steps++;
        }

      // some lanes leave in the middle, others leave part of a trip out
      int found = -1;
#pragma unroll 1
      for (int k = 0; k < 12; k++)
        {
          int y = in[(i * 7 + k) % n];
          if ((y & 15) == 3)
            {
              found = k;
              break;
            }
          if (y & 1)
            continue;
          sum ^= in[(unsigned)(y & 255) % n];
        }

      // all meet here; an inner loop's trips depend on the outer one's
      unsigned rest = x >> 8 & 15;
      do
        {
#pragma unroll 1
          for (unsigned k = 0; k < (rest & 3); k++)
            sum = sum * 5 + in[(i + rest + k) % n];
          rest >>= 1;
        }
      while (rest != 0);
      out[i] = sum + steps * 1000 + found;
    }
}
