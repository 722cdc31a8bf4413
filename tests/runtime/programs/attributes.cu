// What a program is told of the device and of a kernel: by attribute, by property, and by
// occupancy.
#include "check.h"

__global__ void __launch_bounds__ (256) reverse (float *x, int n)
{
  __shared__ float s[256];

  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads ();
  if (threadIdx.x < n)
    x[threadIdx.x] = s[255 - threadIdx.x];
}

static int wrong;

static void
same (const char *what, cudaDeviceAttr attribute, long long property)
{
  int value = -1;

  CHECK (cudaDeviceGetAttribute (&value, attribute, 0));
  if (value == property)
    return;
  std::printf ("%s: attribute %d, property %lld\n", what, value, property);
  wrong++;
}
#define SAME(attribute, field) same (#field, cudaDevAttr##attribute, p.field)

int
main ()
{
  cudaDeviceProp p;
  cudaFuncAttributes a;
  size_t offset, size;
  int grid, block, blocks;

  CHECK (cudaGetDeviceProperties (&p, 0));
  SAME (MaxThreadsPerBlock, maxThreadsPerBlock);
  SAME (MaxBlockDimX, maxThreadsDim[0]);
  SAME (MaxBlockDimY, maxThreadsDim[1]);
  SAME (MaxBlockDimZ, maxThreadsDim[2]);
  SAME (MaxGridDimX, maxGridSize[0]);
  SAME (MaxGridDimY, maxGridSize[1]);
  SAME (MaxGridDimZ, maxGridSize[2]);
  SAME (MaxSharedMemoryPerBlock, sharedMemPerBlock);
  SAME (TotalConstantMemory, totalConstMem);
  SAME (WarpSize, warpSize);
  SAME (MaxPitch, memPitch);
  SAME (MaxRegistersPerBlock, regsPerBlock);
  SAME (TextureAlignment, textureAlignment);
  SAME (MultiProcessorCount, multiProcessorCount);
  SAME (Integrated, integrated);
  SAME (CanMapHostMemory, canMapHostMemory);
  SAME (MaxTexture1DWidth, maxTexture1D);
  SAME (MaxTexture2DWidth, maxTexture2D[0]);
  SAME (MaxTexture2DHeight, maxTexture2D[1]);
  SAME (MaxTexture3DWidth, maxTexture3D[0]);
  SAME (MaxTexture3DHeight, maxTexture3D[1]);
  SAME (MaxTexture3DDepth, maxTexture3D[2]);
  SAME (SurfaceAlignment, surfaceAlignment);
  SAME (ConcurrentKernels, concurrentKernels);
  SAME (EccEnabled, ECCEnabled);
  SAME (PciBusId, pciBusID);
  SAME (PciDeviceId, pciDeviceID);
  SAME (TccDriver, tccDriver);
  SAME (GlobalMemoryBusWidth, memoryBusWidth);
  SAME (L2CacheSize, l2CacheSize);
  SAME (MaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor);
  SAME (AsyncEngineCount, asyncEngineCount);
  SAME (UnifiedAddressing, unifiedAddressing);
  SAME (PciDomainId, pciDomainID);
  SAME (TexturePitchAlignment, texturePitchAlignment);
  SAME (ComputeCapabilityMajor, major);
  SAME (ComputeCapabilityMinor, minor);
  SAME (StreamPrioritiesSupported, streamPrioritiesSupported);
  SAME (GlobalL1CacheSupported, globalL1CacheSupported);
  SAME (LocalL1CacheSupported, localL1CacheSupported);
  SAME (MaxSharedMemoryPerMultiprocessor, sharedMemPerMultiprocessor);
  SAME (MaxRegistersPerMultiprocessor, regsPerMultiprocessor);
  SAME (ManagedMemory, managedMemory);
  SAME (IsMultiGpuBoard, isMultiGpuBoard);
  SAME (HostNativeAtomicSupported, hostNativeAtomicSupported);
  SAME (PageableMemoryAccess, pageableMemoryAccess);
  SAME (ConcurrentManagedAccess, concurrentManagedAccess);
  SAME (ComputePreemptionSupported, computePreemptionSupported);
  SAME (CanUseHostPointerForRegisteredMem, canUseHostPointerForRegisteredMem);
  SAME (CooperativeLaunch, cooperativeLaunch);
  SAME (MaxSharedMemoryPerBlockOptin, sharedMemPerBlockOptin);
  SAME (HostRegisterSupported, hostRegisterSupported);
  SAME (MaxBlocksPerMultiprocessor, maxBlocksPerMultiProcessor);
  SAME (ReservedSharedMemoryPerBlock, reservedSharedMemPerBlock);
  SAME (MemoryPoolsSupported, memoryPoolsSupported);
  SAME (ClusterLaunch, clusterLaunch);
  std::printf ("%d attributes differ\n", wrong);
  CHECK (cudaFuncGetAttributes (&a, reverse));
  CHECK (cudaFuncGetParamInfo ((const void *)reverse, 1, &offset, &size));
  CHECK (cudaOccupancyMaxPotentialBlockSize (&grid, &block, reverse, 0, 0));
  CHECK (cudaOccupancyMaxActiveBlocksPerMultiprocessor (&blocks, reverse, 256, 0));
  std::printf ("%zu bytes of shared memory, at most %d threads\n", a.sharedSizeBytes,
               a.maxThreadsPerBlock);
  std::printf ("parameter 1: %zu bytes at %zu\n", size, offset);
  std::printf ("%d blocks of %d threads on an SM\n", blocks, block);
  std::printf (wrong == 0 && blocks == 8 ? "PASSED\n" : "FAILED\n");
  return wrong;
}
