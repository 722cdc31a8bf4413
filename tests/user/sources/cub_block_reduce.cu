#include <climits>
#include <cub/cub.cuh>
#include <cstdio>

__global__ void block_sum (const int *in, int *out)
{
  typedef cub::BlockReduce<int, 128> BlockReduce;
  __shared__ typename BlockReduce::TempStorage temp;
  int value = in[blockIdx.x * 128 + threadIdx.x];
  int sum = BlockReduce (temp).Sum (value);

  if (threadIdx.x == 0)
    out[blockIdx.x] = sum < INT_MAX ? sum : 0;
}

int main ()
{
  int *in, *out;

  cudaMalloc (&in, 4 * 128 * sizeof (int));
  cudaMalloc (&out, 4 * sizeof (int));
  block_sum<<<4, 128>>> (in, out);
  cudaDeviceSynchronize ();
}
