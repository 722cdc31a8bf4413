/* before-13.cuh: calls and fields of CUDA's runtime that programs use and CUDA 13 has no more, by
 * those that it has. It comes before a program's source. */
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>

#if CUDART_VERSION >= 13000 && defined __cplusplus

/* What cudaDeviceProp has lost are attributes. */
struct WsDeviceProp : cudaDeviceProp
{
  int clockRate;
  int memoryClockRate;
  int deviceOverlap;
  int kernelExecTimeoutEnabled;
  int computeMode;
  int maxTexture1DLinear;
  int singleToDoublePrecisionPerfRatio;
  int cooperativeMultiDeviceLaunch;
};

static inline cudaError_t
cudaGetDeviceProperties (WsDeviceProp *properties, int device)
{
  cudaError_t error = cudaGetDeviceProperties (static_cast<cudaDeviceProp *> (properties), device);
  const struct
  {
    int *field;
    cudaDeviceAttr attribute;
  } lost[] = {
    { &properties->clockRate, cudaDevAttrClockRate },
    { &properties->memoryClockRate, cudaDevAttrMemoryClockRate },
    { &properties->deviceOverlap, cudaDevAttrGpuOverlap },
    { &properties->kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout },
    { &properties->computeMode, cudaDevAttrComputeMode },
    { &properties->maxTexture1DLinear, cudaDevAttrMaxTexture1DLinearWidth },
    { &properties->singleToDoublePrecisionPerfRatio, cudaDevAttrSingleToDoublePrecisionPerfRatio },
  };

  for (const auto &one : lost)
    if (error == cudaSuccess)
      error = cudaDeviceGetAttribute (one.field, one.attribute, device);
  properties->cooperativeMultiDeviceLaunch = 0;
  return error;
}
#define cudaDeviceProp WsDeviceProp

/* A device, or the host, is a location. */
static inline cudaMemLocation
ws_find_location (int device)
{
  cudaMemLocation location = {};

  location.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  location.id = device == cudaCpuDeviceId ? 0 : device;
  return location;
}

static inline cudaError_t
cudaMemPrefetchAsync (const void *pointer, size_t count, int device, cudaStream_t stream = 0)
{
  return cudaMemPrefetchAsync (pointer, count, ws_find_location (device), 0, stream);
}

static inline cudaError_t
cudaMemAdvise (const void *pointer, size_t count, cudaMemoryAdvise advice, int device)
{
  return cudaMemAdvise (pointer, count, advice, ws_find_location (device));
}

/* Edges of graphs have data. */
static inline cudaError_t
cudaGraphAddDependencies (cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                          size_t count)
{
  return cudaGraphAddDependencies (graph, from, to, nullptr, count);
}

static inline cudaError_t
cudaGraphRemoveDependencies (cudaGraph_t graph, const cudaGraphNode_t *from,
                             const cudaGraphNode_t *to, size_t count)
{
  return cudaGraphRemoveDependencies (graph, from, to, nullptr, count);
}

static inline cudaError_t
cudaGraphGetEdges (cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *count)
{
  return cudaGraphGetEdges (graph, from, to, nullptr, count);
}

static inline cudaError_t
cudaGraphNodeGetDependencies (cudaGraphNode_t node, cudaGraphNode_t *dependencies, size_t *count)
{
  return cudaGraphNodeGetDependencies (node, dependencies, nullptr, count);
}

static inline cudaError_t
cudaGraphNodeGetDependentNodes (cudaGraphNode_t node, cudaGraphNode_t *dependents, size_t *count)
{
  return cudaGraphNodeGetDependentNodes (node, dependents, nullptr, count);
}

#ifndef WS_HAS_HOST /* which has none of the driver */
/* A context of the driver's has parameters. */
static inline CUresult
cuCtxCreate (CUcontext *context, unsigned int flags, CUdevice device)
{
  return cuCtxCreate (context, nullptr, flags, device);
}
#endif

/* What cuFFT no longer returns. */
#define CUFFT_INCOMPLETE_PARAMETER_LIST ((cufftResult)10)
#define CUFFT_PARSE_ERROR               ((cufftResult)12)
#define CUFFT_LICENSE_ERROR             ((cufftResult)15)

/* A context was a thread's. */
static inline cudaError_t
cudaThreadSynchronize ()
{
  return cudaDeviceSynchronize ();
}

static inline cudaError_t
cudaThreadExit ()
{
  return cudaDeviceReset ();
}

#endif
