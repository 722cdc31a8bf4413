// Map: each thread makes one element of the output of one element of the input.

__global__ void map (const float *in, float *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    out[i] = 2 * in[i] + 1;
}
