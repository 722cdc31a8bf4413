// Launched with clusters.
#include <cstdio>
__global__ void
k (int *x)
{
  x[blockIdx.x] = 1;
}
int
main ()
{
  cudaLaunchConfig_t config = {};
  cudaLaunchAttribute attribute[1];
  int *x;
  cudaMalloc (&x, 64);
  config.gridDim = dim3 (4);
  config.blockDim = dim3 (32);
  attribute[0].id = cudaLaunchAttributeClusterDimension;
  attribute[0].val.clusterDim.x = 2;
  attribute[0].val.clusterDim.y = 1;
  attribute[0].val.clusterDim.z = 1;
  config.attrs = attribute;
  config.numAttrs = 1;
  std::printf ("%s\n", cudaGetErrorName (cudaLaunchKernelEx (&config, k, x)));
  return 0;
}
