#include <cstdio>
#include <cstdlib>

struct Max {
  __device__ float operator() (float a, float b) const { return a > b ? a : b; }
};
struct Plus {
  template <typename T> __device__ T operator() (T a, T b) const { return a + b; }
};

template <typename T, typename Op>
__global__ void reduce (const T *in, T *out, int n, Op op)
{
  extern __shared__ float s[];
  int tid = threadIdx.x;
  int i = blockIdx.x * blockDim.x + tid;

  s[tid] = i < n ? in[i] : 0;
  __syncthreads ();
  for (int stride = blockDim.x / 2; stride > 0; stride >>= 1)
    {
      if (tid < stride)
        s[tid] = op (s[tid], s[tid + stride]);
      __syncthreads ();
    }
  if (tid == 0)
    out[blockIdx.x] = s[0];
}

template <typename T, typename Op>
void launch_reduce (const T *in, T *out, int n, Op op)
{
  int block = 256;

  reduce<T, Op><<<(n + block - 1) / block, block, block * sizeof (T)>>> (in, out, n, op);
}

int main ()
{
  int n = 2048;
  float *in, *out;

  cudaMalloc (&in, n * sizeof (float));
  cudaMalloc (&out, 8 * sizeof (float));
  launch_reduce (in, out, n, Max ());
  launch_reduce<float> (in, out, n, Plus ());
  cudaDeviceSynchronize ();
  return 0;
}
