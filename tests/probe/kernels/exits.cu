// Threads that leave early, in the middle of their warps, before a barrier and behind it; partial warps.
extern "C" __global__ void exits (const int *in, int *out, unsigned n)
{
  __shared__ int tile[192];
  unsigned tid = threadIdx.x;
  unsigned i = blockIdx.x * blockDim.x + tid;
  if (i >= n)
    return;
  int v = in[i];
  out[i] = v;
  if (v % 5 == 0)
    return;
  tile[tid] = v * 2;
  __syncwarp (__activemask ());
  if (tid % 32 > 27)
    {
      out[i] = tile[tid] + 1;
      return;
    }
  if (v % 3 == 1)
    out[i] = tile[tid];
  else
    out[i] = -tile[tid];
}
