// Histogram with private bins for each block.
// Gain:    blocks no longer contend for the same bins. Each block counts in bins in shared memory, and adds them to those in global
//          memory once, at its end.
// Limit:   threads of one block still contend where the same value is frequent.

__global__ void histogram_shared (const int *in, int *bins, int n, int n_bins)
{
  extern __shared__ int own[]; // bins of this block

  for (int b = threadIdx.x; b < n_bins; b += blockDim.x)
    own[b] = 0;
  __syncthreads ();

  int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    atomicAdd (&own[in[i]], 1);
  __syncthreads ();

  for (int b = threadIdx.x; b < n_bins; b += blockDim.x)
    atomicAdd (&bins[b], own[b]);
}
