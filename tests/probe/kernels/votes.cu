// Barriers that count and combine; redux over the whole warp and over halves.
extern "C" __global__ void votes (const int *in, int *out, unsigned n)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = in[i % n];
  int r = __syncthreads_count (v > 0);
  r += 100 * __syncthreads_or (v == 5) + 1000 * __syncthreads_and (v > -1000);
  r += __reduce_add_sync (~0u, v) - __reduce_min_sync (~0u, v) * (int) __reduce_max_sync (~0u, (unsigned) v);
  unsigned half = threadIdx.x % 32 < 16 ? 0x0000ffffu : 0xffff0000u;
  if (threadIdx.x % 32 < 16)
    r ^= (int) __reduce_xor_sync (half, (unsigned) v);
  else
    r |= (int) __reduce_or_sync (half, (unsigned) v);
  out[i] = r;
}
