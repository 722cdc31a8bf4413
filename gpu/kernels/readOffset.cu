// Alignment: every warp begins at an offset.
// Note:    32 neighbours that begin in the middle of a segment span two segments.
// Limit:   one more segment per request; most of it is in the cache when the next warp reads it.

__global__ void readOffset (const float *A, const float *B, float *C, unsigned n, unsigned offset)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned k = i + offset;

  if (i < n)
    C[i] = A[k] + B[k];
}
