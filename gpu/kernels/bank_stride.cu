// Bank conflicts by stride: neighbouring threads read words of shared memory that are a stride apart.
// Note:    an odd stride uses all banks; an even one uses only some of them, and a stride of 32 a single one.
// Limit:   the stride is fixed. Where it can be chosen, take an odd one, or pad the rows.

constexpr int words = 1024; // a power of two: so the stride goes round

__global__ void bank_stride (const int *in, int *out, int n, int stride, int rounds)
{
  __shared__ int table[words];

  for (int k = threadIdx.x; k < words; k += blockDim.x)
    table[k] = in[k];
  __syncthreads ();

  // the same stride in every round, one word further
  int sum = 0;
  for (int k = 0; k < rounds; k++)
    sum += table[(threadIdx.x * stride + k) % words];

  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = sum;
}
