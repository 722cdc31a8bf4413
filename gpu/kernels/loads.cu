// Loads under way: a copy, in which each thread asks for one, two or four elements before it stores any.
// Shows:   Little's law for memory: the bytes under way are the bandwidth times the latency. More loads of a thread do what more warps do.
// Leaves:  beyond the memory's bandwidth neither of them helps.

template <int loads>
__global__ void copy_by (const int *in, int *out, int n)
{
  int stride = gridDim.x * blockDim.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  // neighbouring threads copy neighbouring elements; those of one thread lie as far apart as the grid is wide
#pragma unroll 1
  for (; i + (loads - 1) * stride < n; i += loads * stride)
    {
      int v[loads];
      for (int k = 0; k < loads; k++)
        v[k] = in[i + k * stride];
      for (int k = 0; k < loads; k++)
        out[i + k * stride] = v[k];
    }

  // what is left, one by one
#pragma unroll 1
  for (; i < n; i += stride)
    out[i] = in[i];
}

template __global__ void copy_by<1> (const int *, int *, int);
template __global__ void copy_by<2> (const int *, int *, int);
template __global__ void copy_by<4> (const int *, int *, int);
