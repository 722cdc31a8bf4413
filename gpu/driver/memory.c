/* memory.c: memory of the device, and host memory accessible to it. */
#include "driver/api.h"
#include "driver/driver-private.h"

#include "runtime/api.h"
#include "runtime/pool.h"
#include "runtime/steps.h"

#include <string.h>

static void *
pointer_of (CUdeviceptr address)
{
  return (void *)(guintptr)address;
}

/* The runtime accepts a size of 0; the driver rejects it. */
static cudaError_t
allocate (WsRuntime *self, const char *call, CUdeviceptr *address, gsize size)
{
  void *pointer = NULL;
  cudaError_t error = address == NULL || size == 0
                          ? cudaErrorInvalidValue
                          : ws_runtime_allocate (self, call, &pointer, size);

  if (error == cudaSuccess)
    *address = (CUdeviceptr)(guintptr)pointer;
  return error;
}

static cudaError_t
allocate_managed (WsRuntime *self, const char *call, CUdeviceptr *address, gsize size)
{
  void *pointer = NULL;
  cudaError_t error = address == NULL ? cudaErrorInvalidValue
                                      : ws_runtime_allocate_shared (self, call, &pointer, size);

  if (error == cudaSuccess)
    *address = (CUdeviceptr)(guintptr)pointer;
  return error;
}

static cudaError_t
allocate_rows (WsRuntime *self, const char *call, CUdeviceptr *address, gsize *pitch, gsize width,
               gsize height)
{
  void *pointer = NULL;
  cudaError_t error = address == NULL || width == 0 || height == 0
                          ? cudaErrorInvalidValue
                          : ws_runtime_allocate_rows (self, call, &pointer, pitch, width, height);

  if (error == cudaSuccess)
    *address = (CUdeviceptr)(guintptr)pointer;
  return error;
}

static cudaError_t
allocate_in_stream (WsRuntime *self, const char *call, CUmemoryPool pool, CUdeviceptr *address,
                    gsize size, CUstream stream)
{
  void *pointer = NULL;
  cudaError_t error = address == NULL || size == 0
                          ? cudaErrorInvalidValue
                          : ws_pool_allocate (self, call, pool, size, stream, &pointer);

  if (error == cudaSuccess)
    *address = (CUdeviceptr)(guintptr)pointer;
  return error;
}

CUresult
cuMemAlloc_v2 (CUdeviceptr *address, size_t size)
{
  WS_DRIVER_CALL (allocate (self, "cuMemAlloc", address, size));
}

CUresult
cuMemAllocManaged (CUdeviceptr *address, size_t size, unsigned int flags)
{
  WS_DRIVER_CALL (allocate_managed (self, __func__, address, size));
}

CUresult
cuMemAllocPitch_v2 (CUdeviceptr *address, size_t *pitch, size_t width, size_t height,
                    unsigned int element)
{
  WS_DRIVER_CALL (allocate_rows (self, "cuMemAllocPitch", address, pitch, width, height));
}

CUresult
cuMemAllocAsync (CUdeviceptr *address, size_t size, CUstream stream)
{
  WS_DRIVER_CALL (allocate_in_stream (self, __func__, NULL, address, size, stream));
}

CUresult
cuMemAllocFromPoolAsync (CUdeviceptr *address, size_t size, CUmemoryPool pool, CUstream stream)
{
  WS_DRIVER_CALL (pool != NULL ? allocate_in_stream (self, __func__, pool, address, size, stream)
                               : cudaErrorInvalidValue);
}

CUresult
cuMemAllocHost_v2 (void **pointer, size_t size)
{
  WS_DRIVER_CALL (ws_runtime_allocate_shared (self, "cuMemAllocHost", pointer, size));
}

CUresult
cuMemHostAlloc (void **pointer, size_t size, unsigned int flags)
{
  WS_DRIVER_CALL (ws_runtime_allocate_shared (self, __func__, pointer, size));
}

CUresult
cuMemFree_v2 (CUdeviceptr address)
{
  WS_DRIVER_CALL (ws_runtime_give_back (self, "cuMemFree", pointer_of (address)));
}

CUresult
cuMemFreeAsync (CUdeviceptr address, CUstream stream)
{
  WS_DRIVER_CALL (ws_pool_free (self, __func__, pointer_of (address), stream));
}

CUresult
cuMemFreeHost (void *pointer)
{
  WS_DRIVER_CALL (ws_runtime_give_back (self, __func__, pointer));
}

CUresult
cuMemHostRegister_v2 (void *pointer, size_t size, unsigned int flags)
{
  WS_DRIVER_CALL (ws_runtime_register (self, "cuMemHostRegister", pointer, size));
}

CUresult
cuMemHostUnregister (void *pointer)
{
  WS_DRIVER_CALL (ws_runtime_unregister (self, __func__, pointer));
}

CUresult
cuMemHostGetDevicePointer_v2 (CUdeviceptr *address, void *pointer, unsigned int flags)
{
  WS_DRIVER_CALL (cudaHostGetDevicePointer ((void **)address, pointer, flags));
}

CUresult
cuMemHostGetFlags (unsigned int *flags, void *pointer)
{
  WS_DRIVER_CALL (cudaHostGetFlags (flags, pointer));
}

CUresult
cuMemGetInfo_v2 (size_t *free_bytes, size_t *total_bytes)
{
  WS_DRIVER_CALL (cudaMemGetInfo (free_bytes, total_bytes));
}

static const WsAllocation *
find (WsRuntime *self, CUdeviceptr address)
{
  return ws_memory_find (ws_vm_device_get_memory (self->device), address);
}

static cudaError_t
get_range (WsRuntime *self, CUdeviceptr *begin, gsize *size, CUdeviceptr address)
{
  const WsAllocation *allocation = find (self, address);

  if (allocation == NULL)
    return cudaErrorSymbolNotFound;
  if (begin != NULL)
    *begin = allocation->address;
  if (size != NULL)
    *size = allocation->size;
  return cudaSuccess;
}

CUresult
cuMemGetAddressRange_v2 (CUdeviceptr *begin, size_t *size, CUdeviceptr address)
{
  WS_DRIVER_CALL (get_range (self, begin, size, address));
}

/* ---- pointer attributes ---- */

/* CUpointer_attribute, those supported */
enum {
  CONTEXT = 1,
  MEMORY_TYPE = 2,
  DEVICE_POINTER = 3,
  HOST_POINTER = 4,
  SYNC_MEMOPS = 6,
  BUFFER_ID = 7,
  IS_MANAGED = 8,
  DEVICE_ORDINAL = 9,
  RANGE_START = 11,
  RANGE_SIZE = 12,
  IS_MAPPED = 13
};

/* Size of an attribute in bytes; 0 if unknown. */
static gsize
measure (int attribute)
{
  static const guint8 sizes[] = {
    [CONTEXT] = 8,     [MEMORY_TYPE] = 4, [DEVICE_POINTER] = 8, [HOST_POINTER] = 8,
    [SYNC_MEMOPS] = 1, [BUFFER_ID] = 8,   [IS_MANAGED] = 1,     [DEVICE_ORDINAL] = 4,
    [RANGE_START] = 8, [RANGE_SIZE] = 8,  [IS_MAPPED] = 1
  };

  return attribute > 0 && attribute < (int)G_N_ELEMENTS (sizes) ? sizes[attribute] : 0;
}

static guint64
read_attribute (const WsAllocation *allocation, int attribute, CUdeviceptr address)
{
  gboolean is_of_device = allocation->room != NULL;
  CUcontext context = NULL;

  switch (attribute)
    {
    case CONTEXT:
      cuCtxGetCurrent (&context);
      return (guint64)(guintptr)context;
    case MEMORY_TYPE:
      return is_of_device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
    case DEVICE_POINTER:
      return address;
    case HOST_POINTER:
      return is_of_device ? 0 : address;
    case IS_MANAGED:
      return strstr (allocation->name, "Managed") != NULL;
    case BUFFER_ID:
    case RANGE_START:
      return allocation->address;
    case RANGE_SIZE:
      return allocation->size;
    case IS_MAPPED:
      return 1;
    default:
      return 0;
    }
}

static cudaError_t
get_attribute (WsRuntime *self, void *value, int attribute, CUdeviceptr address)
{
  const WsAllocation *allocation = find (self, address);
  gsize size = measure (attribute);
  guint64 bits;

  if (value == NULL || size == 0 || allocation == NULL
      || (attribute == HOST_POINTER && allocation->room != NULL))
    return cudaErrorInvalidValue;
  bits = read_attribute (allocation, attribute, address);
  memcpy (value, &bits, size);
  return cudaSuccess;
}

CUresult
cuPointerGetAttribute (void *value, int attribute, CUdeviceptr address)
{
  WS_DRIVER_CALL (get_attribute (self, value, attribute, address));
}

/* A missing attribute of a pointer is 0, not an error. */
static cudaError_t
get_attributes (WsRuntime *self, guint n, const int *attributes, void **values, CUdeviceptr address)
{
  for (guint i = 0; i < n; i++)
    if (get_attribute (self, values[i], attributes[i], address) != cudaSuccess)
      memset (values[i], 0, measure (attributes[i]));
  return cudaSuccess;
}

CUresult
cuPointerGetAttributes (unsigned int n, int *attributes, void **values, CUdeviceptr address)
{
  WS_DRIVER_CALL (get_attributes (self, n, attributes, values, address));
}

/* Hints without effect: all memory is local. */
CUresult
cuPointerSetAttribute (const void *value, int attribute, CUdeviceptr address)
{
  WS_DRIVER_CALL (cudaSuccess);
}

CUresult
cuMemAdvise (CUdeviceptr address, size_t size, int advice, CUdevice device)
{
  WS_DRIVER_CALL (cudaSuccess);
}

CUresult
cuMemAdvise_v2 (CUdeviceptr address, size_t size, int advice, CUmemLocation location)
{
  WS_DRIVER_CALL (cudaSuccess);
}

CUresult
cuMemPrefetchAsync (CUdeviceptr address, size_t size, CUdevice device, CUstream stream)
{
  WS_DRIVER_CALL (cudaSuccess);
}

CUresult
cuMemPrefetchAsync_v2 (CUdeviceptr address, size_t size, CUmemLocation location, unsigned int flags,
                       CUstream stream)
{
  WS_DRIVER_CALL (cudaSuccess);
}
