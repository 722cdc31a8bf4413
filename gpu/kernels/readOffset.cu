// Alignment: every warp begins a little later.
// Shows:   32 neighbours that begin in the middle of a segment lie in two of them.
// Leaves:  a segment more for each request; most of it is there already when the next warp asks.

__global__ void readOffset (const float *A, const float *B, float *C, unsigned n, unsigned offset)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned k = i + offset;

  if (i < n)
    C[i] = A[k] + B[k];
}
