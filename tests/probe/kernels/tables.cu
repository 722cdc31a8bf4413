// Constant and global tables, an array of each thread in local memory, generic pointers that point into one space or another.
__constant__ int weights[8] = { 3, 1, 4, 1, 5, 9, 2, 6 };
__device__ int offsets[4] = { 100, 200, 300, 400 };

extern "C" __global__ void tables (const int *in, int *out, unsigned n)
{
  __shared__ int shared[64];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int own[8];
  for (int k = 0; k < 8; k++)
    own[k] = in[(i + k) % n] & 7;
  shared[threadIdx.x % 64] = own[in[i % n] & 7];
  __syncthreads ();
  int r = weights[own[3]] + offsets[own[5] & 3];
  const int *from = in[i % n] > 0 ? &shared[(threadIdx.x + 1) % 64] : in[(i + 1) % n] > 2 ? &own[r & 7] : &offsets[r & 3];
  r += *from;
  own[r & 7] = r;
  if (i < n)
    out[i] = own[(r + in[i]) & 7] + r;
}
