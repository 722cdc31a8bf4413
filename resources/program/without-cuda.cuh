/* without-cuda.cuh: what a program's main() has of CUDA where there are no headers of CUDA's, for
 * clang: the calls of gpu/runtime/api.h, with the forms that C++ gives them, and device.cuh for its
 * kernels. It comes before a program's source. After NVIDIA's "CUDA Runtime API" and "CUDA C++
 * Programming Guide".
 */
#pragma once

#define __CUDACC__ 1
#define CUDART_VERSION 13000
#define CUDARTAPI
#define CUDART_CB
#define CUDA_VERSION CUDART_VERSION
#define WS_HAS_HOST 1

/* before the system's headers: what it has for kernels is found there, too */
#include "device.cuh"

extern "C" {
#include "runtime/api.h"
}

/* what CUDA's own headers include */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <new>

#define __noinline__ __attribute__ ((noinline))

typedef struct _WsArray cudaArray;

/* ---- variables of kernels ---- */

template <typename T>
static inline cudaError_t
cudaMemcpyToSymbol (const T &symbol, const void *from, size_t size, size_t offset = 0,
                    cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
  return cudaMemcpyToSymbol ((const void *)&symbol, from, size, offset, kind);
}

template <typename T>
static inline cudaError_t
cudaMemcpyToSymbolAsync (const T &symbol, const void *from, size_t size, size_t offset = 0,
                         cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0)
{
  return cudaMemcpyToSymbolAsync ((const void *)&symbol, from, size, offset, kind, stream);
}

template <typename T>
static inline cudaError_t
cudaMemcpyFromSymbol (void *to, const T &symbol, size_t size, size_t offset = 0,
                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
  return cudaMemcpyFromSymbol (to, (const void *)&symbol, size, offset, kind);
}

template <typename T>
static inline cudaError_t
cudaMemcpyFromSymbolAsync (void *to, const T &symbol, size_t size, size_t offset = 0,
                           cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0)
{
  return cudaMemcpyFromSymbolAsync (to, (const void *)&symbol, size, offset, kind, stream);
}

template <typename T>
static inline cudaError_t
cudaGetSymbolAddress (void **pointer, const T &symbol)
{
  return cudaGetSymbolAddress (pointer, (const void *)&symbol);
}

template <typename T>
static inline cudaError_t
cudaGetSymbolSize (size_t *size, const T &symbol)
{
  return cudaGetSymbolSize (size, (const void *)&symbol);
}

/* ---- pointers to any type ---- */

template <typename T>
static inline cudaError_t
cudaMalloc (T **pointer, size_t size)
{
  return cudaMalloc ((void **)(void *)pointer, size);
}

template <typename T>
static inline cudaError_t
cudaMallocAsync (T **pointer, size_t size, cudaStream_t stream)
{
  return cudaMallocAsync ((void **)(void *)pointer, size, stream);
}

template <typename T>
static inline cudaError_t
cudaMallocManaged (T **pointer, size_t size, unsigned int flags = cudaMemAttachGlobal)
{
  return cudaMallocManaged ((void **)(void *)pointer, size, flags);
}

template <typename T>
static inline cudaError_t
cudaHostAlloc (T **pointer, size_t size, unsigned int flags)
{
  return cudaHostAlloc ((void **)(void *)pointer, size, flags);
}

template <typename T>
static inline cudaError_t
cudaMallocHost (T **pointer, size_t size, unsigned int flags = cudaHostAllocDefault)
{
  return cudaHostAlloc (pointer, size, flags);
}

template <typename T>
static inline cudaError_t
cudaMallocPitch (T **pointer, size_t *pitch, size_t width, size_t height)
{
  return cudaMallocPitch ((void **)(void *)pointer, pitch, width, height);
}

template <typename T>
static inline cudaError_t
cudaHostGetDevicePointer (T **device, void *host, unsigned int flags)
{
  return cudaHostGetDevicePointer ((void **)(void *)device, host, flags);
}

/* ---- kernels, which are functions ---- */

template <typename T>
static inline cudaError_t
cudaLaunchKernel (T *kernel, dim3 grid, dim3 block, void **arguments, size_t shared = 0,
                  cudaStream_t stream = 0)
{
  return cudaLaunchKernel ((const void *)kernel, grid, block, arguments, shared, stream);
}

template <typename T>
static inline cudaError_t
cudaLaunchCooperativeKernel (T *kernel, dim3 grid, dim3 block, void **arguments, size_t shared = 0,
                             cudaStream_t stream = 0)
{
  return cudaLaunchCooperativeKernel ((const void *)kernel, grid, block, arguments, shared, stream);
}

template <typename T>
static inline cudaError_t
cudaFuncGetAttributes (cudaFuncAttributes *attributes, T *kernel)
{
  return cudaFuncGetAttributes (attributes, (const void *)kernel);
}

template <typename T>
static inline cudaError_t
cudaFuncSetAttribute (T *kernel, cudaFuncAttribute attribute, int value)
{
  return cudaFuncSetAttribute ((const void *)kernel, (int)attribute, value);
}

template <typename T>
static inline cudaError_t
cudaFuncSetCacheConfig (T *kernel, cudaFuncCache config)
{
  return cudaFuncSetCacheConfig ((const void *)kernel, (int)config);
}

template <typename T>
static inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor (int *blocks, T *kernel, int threads, size_t shared)
{
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor (blocks, (const void *)kernel, threads,
                                                        shared);
}

/* The block with which most threads of a multiprocessor have work; of two, the larger one. */
template <typename T, typename F>
static inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMem (int *grid, int *block, T *kernel, F shared,
                                                int most = 0)
{
  cudaFuncAttributes attributes;
  cudaError_t error = cudaFuncGetAttributes (&attributes, kernel);
  int device = 0;
  int n = 0;
  int best = 0;

  if (error == cudaSuccess)
    error = cudaGetDevice (&device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute (&n, cudaDevAttrMultiProcessorCount, device);
  if (error != cudaSuccess)
    return error;
  if (most == 0 || most > attributes.maxThreadsPerBlock)
    most = attributes.maxThreadsPerBlock;
  for (int size = (most + 31) / 32 * 32; size > 0; size -= 32)
    {
      int threads = size < most ? size : most;
      int blocks = 0;

      error = cudaOccupancyMaxActiveBlocksPerMultiprocessor (&blocks, kernel, threads,
                                                             (size_t)shared (threads));
      if (error != cudaSuccess)
        return error;
      if (blocks * threads <= best)
        continue;
      best = blocks * threads;
      *block = threads;
      *grid = blocks * n;
    }
  return cudaSuccess;
}

template <typename T>
static inline cudaError_t
cudaOccupancyMaxPotentialBlockSize (int *grid, int *block, T *kernel, size_t shared = 0,
                                    int most = 0)
{
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem (
      grid, block, kernel, [=] (int) { return shared; }, most);
}

/* ---- what is given and what is made ---- */

static inline cudaError_t
cudaEventCreate (cudaEvent_t *event, unsigned int flags)
{
  return cudaEventCreateWithFlags (event, flags);
}

static inline cudaError_t
cudaStreamIsCapturing (cudaStream_t stream, cudaStreamCaptureStatus *status)
{
  return cudaStreamIsCapturing (stream, (int *)status);
}

static inline cudaError_t
cudaDeviceGetCacheConfig (cudaFuncCache *config)
{
  return cudaDeviceGetCacheConfig ((int *)config);
}

static inline cudaError_t
cudaDeviceGetSharedMemConfig (cudaSharedMemConfig *config)
{
  return cudaDeviceGetSharedMemConfig ((int *)config);
}

static inline cudaPitchedPtr
make_cudaPitchedPtr (void *pointer, size_t pitch, size_t width, size_t height)
{
  return { pointer, pitch, width, height };
}

static inline cudaExtent
make_cudaExtent (size_t width, size_t height, size_t depth)
{
  return { width, height, depth };
}

static inline cudaPos
make_cudaPos (size_t x, size_t y, size_t z)
{
  return { x, y, z };
}

template <typename T> static inline cudaChannelFormatDesc cudaCreateChannelDesc ();
#define WS_CHANNEL(NAME, N, T, KIND)                                                         \
  template <>                                                                                \
  inline cudaChannelFormatDesc cudaCreateChannelDesc<NAME> ()                                \
  {                                                                                          \
    const int bits = 8 * (int)sizeof (T);                                                    \
                                                                                             \
    return cudaCreateChannelDesc (bits, N > 1 ? bits : 0, N > 2 ? bits : 0, N > 2 ? bits : 0, \
                                  cudaChannelFormatKind##KIND);                              \
  }
#define WS_CHANNELS(NAME, T, KIND) \
  WS_CHANNEL (T, 1, T, KIND)       \
  WS_CHANNEL (NAME##1, 1, T, KIND) \
  WS_CHANNEL (NAME##2, 2, T, KIND) \
  WS_CHANNEL (NAME##4, 4, T, KIND)

WS_CHANNELS (char, signed char, Signed)
WS_CHANNEL (char, 1, char, Signed)
WS_CHANNELS (uchar, unsigned char, Unsigned)
WS_CHANNELS (short, short, Signed)
WS_CHANNELS (ushort, unsigned short, Unsigned)
WS_CHANNELS (int, int, Signed)
WS_CHANNELS (uint, unsigned int, Unsigned)
WS_CHANNELS (float, float, Float)

#include "before-13.cuh"
