// Shuffles of all kinds and widths, votes, matches, reductions over parts of a warp.
extern "C" __global__ void shuffles (const int *in, int *out, unsigned n)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned lane = threadIdx.x % 32;
  int v = in[i % n];
  int r = __shfl_up_sync (~0u, v, 3) + __shfl_down_sync (~0u, v, 5, 8) * 3;
  r += __shfl_xor_sync (~0u, v, 17) + __shfl_sync (~0u, v, (lane * 7) & 31, 16);
  r += __shfl_sync (~0u, v, in[(i + 1) % n] & 31);
  unsigned positive = __ballot_sync (~0u, v > 0);
  if (__any_sync (~0u, v == 9))
    r += 1000;
  if (__all_sync (~0u, v > -100))
    r += (int) __popc (positive);
  unsigned same = __match_any_sync (~0u, v & 7);
  r ^= (int) same;
  int all_same;
  __match_all_sync (~0u, v >> 10, &all_same);
  if (v & 1)
    {
      // some lanes only, together
      unsigned here = __activemask ();
      r += (int) __popc (here) + __shfl_sync (here, r, __ffs (here) - 1);
      __syncwarp (here);
    }
  out[i] = r + all_same;
}
