#include <cstdlib>
__global__ void random_gather (const float *in, const int *at, float *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[at[i]] * 2.0f;
}
int main ()
{
  int n = 1 << 21;
  int *at = new int[n];
  float *in = new float[n];
  for (int i = 0; i < n; i++)
    {
      at[i] = rand () % n;
      in[i] = i;
    }
  float *d_in, *d_out;
  int *d_at;
  cudaMalloc (&d_in, n * sizeof (float));
  cudaMalloc (&d_out, n * sizeof (float));
  cudaMalloc (&d_at, n * sizeof (int));
  cudaMemcpy (d_in, in, n * sizeof (float), cudaMemcpyHostToDevice);
  cudaMemcpy (d_at, at, n * sizeof (int), cudaMemcpyHostToDevice);
  random_gather<<<n / 256, 256>>> (d_in, d_at, d_out, n);
}
