// What lanes tell each other: shuffles with several widths, votes, matches, redux; in a warp that is not full, and among some lanes alone.
extern "C" __global__ void lanes (const int *in, int *out, unsigned n)
{
  unsigned t = threadIdx.x;
  unsigned i = blockIdx.x * blockDim.x + t;
  unsigned threads = gridDim.x * blockDim.x;
  unsigned lane = t & 31;
  unsigned here = t < 32 ? 0xffffffffu : 0x00ffffffu; // 56 threads: the second warp has 24
  int x = i < n ? in[i] : (int)i;
  int r;

  // within groups of 8, 16 and 4, all lanes
  r = __shfl_down_sync (here, x, 3, 8);
  r += 3 * __shfl_up_sync (here, x, 2, 8);
  r ^= __shfl_xor_sync (here, x, 5, 8);
  r += __shfl_sync (here, x, lane * 3, 4);
  out[i] = r;

  // the whole of a full warp
  if (t < 32)
    {
      int sum = x;
      for (unsigned d = 16; d > 0; d >>= 1)
        sum += __shfl_down_sync (0xffffffffu, sum, d);
      long long both = __shfl_xor_sync (0xffffffffu, (long long)x * x, 16);
      out[i + threads] = sum ^ (int)(both >> 7);
      out[i + 2 * threads] = __shfl_up_sync (0xffffffffu, x, 1, 16) - __shfl_sync (0xffffffffu, x, 31 - lane);
    }

  // votes
  unsigned ballot = __ballot_sync (here, x & 4);
  int any = __any_sync (here, (x & 255) == 17);
  int all = __all_sync (here, (x & 255) != 18);
  int same;
  __match_all_sync (here, x & 1024, &same);
  out[i + 3 * threads] = ballot + any * 2 + all + same * 4;
  out[i + 4 * threads] = __match_any_sync (here, x & 3);
  out[i + 5 * threads] = (int)__match_any_sync (here, (unsigned long long)(x & 1) << 40);
  out[i + 6 * threads] = __reduce_add_sync (here, x & 63) + __reduce_max_sync (here, x);

  // within the lanes that have the same two bits: several groups
  unsigned group = __match_any_sync (here, x & 3);
  out[i + 9 * threads] = __ballot_sync (group, x & 4) + __any_sync (group, x & 8) + 2 * __reduce_max_sync (group, x & 127);

  // among those that came in here: they know who they are from the ballot
  if (x & 4)
    {
      out[i + 7 * threads] = (__activemask () >> lane & 1) + __popc (__activemask () & ~ballot);
      int first = __ffs (ballot) - 1;
      r = __shfl_sync (ballot, x, first);
      __syncwarp (ballot);
      if (x & 8)
        r ^= 1 << (lane & 15);
      __syncwarp (ballot);
      r += __popc (__ballot_sync (ballot, x & 8));
      out[i + 8 * threads] = r;
    }
  else
    out[i + 8 * threads] = __reduce_or_sync (here & ~ballot, x & 0xff0);
}
