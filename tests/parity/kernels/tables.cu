// Tables: in constant memory, in global memory, and one in local memory that each thread fills and then looks things up in.
__constant__ int primes[16] = { 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53 };
__constant__ unsigned short squares[8] = { 0, 1, 4, 9, 16, 25, 36, 49 };
__device__ int offsets[16] = { 5, -3, 8, 0, 1, 1, -2, 13, 21, -34, 55, 89, -144, 7, 6, 4 };
__device__ const double weights[4] = { 0.5, 1.5, -2.0, 4.25 };

extern "C" __global__ void tables (const int *in, int *out, unsigned n)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = i < n ? in[i] : 3;
  int heap[12];
  unsigned char marks[16];

#pragma unroll 1
  for (unsigned k = 0; k < 12; k++)
    heap[k] = primes[(x + k) & 15];
#pragma unroll 1
  for (unsigned k = 0; k < 16; k++)
    marks[k] = (unsigned char)(x >> (k & 7));
  heap[(unsigned)x % 12] += offsets[x >> 4 & 15];
  marks[x >> 8 & 15] += 3;

  // where to go next stands in the table
  unsigned at = x & 7;
  int sum = 0;
#pragma unroll 1
  for (int k = 0; k < 6; k++)
    {
      sum = sum * 3 + heap[at] + marks[(at + k) & 15];
      if (heap[at] > 40)
        break;
      at = (unsigned)heap[at] % 12;
    }
  out[i] = sum + squares[at & 7] + (int)(weights[x & 3] * 4.0) + primes[15];
}
