// Loads in flight: a copy in which each thread issues one, two or four loads before its first store.
// Note:    Little's law for memory: bytes in flight = bandwidth x latency. More loads per thread have the same effect as more warps.
// Limit:   once the memory's bandwidth is reached, neither helps.

template <int loads>
__global__ void copy_by (const int *in, int *out, int n)
{
  int stride = gridDim.x * blockDim.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  // neighbouring threads copy neighbouring elements; the elements of one thread are a grid width apart
#pragma unroll 1
  for (; i + (loads - 1) * stride < n; i += loads * stride)
    {
      int v[loads];
      for (int k = 0; k < loads; k++)
        v[k] = in[i + k * stride];
      for (int k = 0; k < loads; k++)
        out[i + k * stride] = v[k];
    }

  // the remaining elements, one by one
#pragma unroll 1
  for (; i < n; i += stride)
    out[i] = in[i];
}

template __global__ void copy_by<1> (const int *, int *, int);
template __global__ void copy_by<2> (const int *, int *, int);
template __global__ void copy_by<4> (const int *, int *, int);
