/* device.c: the one device and its attributes. */
#include "driver/api.h"
#include "driver/driver-private.h"

#include "runtime/api.h"

#include <string.h>

CUresult
cuDeviceGetCount (int *count)
{
  WS_DRIVER_ANSWER (cudaGetDeviceCount (count));
}

static cudaError_t
get (CUdevice *device, int ordinal)
{
  if (device == NULL || ordinal != 0)
    return device == NULL ? cudaErrorInvalidValue : cudaErrorInvalidDevice;
  *device = 0;
  return cudaSuccess;
}

CUresult
cuDeviceGet (CUdevice *device, int ordinal)
{
  WS_DRIVER_ANSWER (get (device, ordinal));
}

static cudaError_t
get_name (char *name, int size, CUdevice device)
{
  cudaDeviceProp properties;
  cudaError_t error = cudaGetDeviceProperties (&properties, device);

  if (error != cudaSuccess || name == NULL || size <= 0)
    return error != cudaSuccess ? error : cudaErrorInvalidValue;
  g_strlcpy (name, properties.name, (gsize)size);
  return cudaSuccess;
}

CUresult
cuDeviceGetName (char *name, int size, CUdevice device)
{
  WS_DRIVER_ANSWER (get_name (name, size, device));
}

static cudaError_t
get_uuid (CUuuid *uuid, CUdevice device)
{
  cudaDeviceProp properties;
  cudaError_t error = cudaGetDeviceProperties (&properties, device);

  if (error != cudaSuccess || uuid == NULL)
    return error != cudaSuccess ? error : cudaErrorInvalidValue;
  memcpy (uuid->bytes, properties.uuid, sizeof uuid->bytes);
  return cudaSuccess;
}

CUresult
cuDeviceGetUuid (CUuuid *uuid, CUdevice device)
{
  WS_DRIVER_ANSWER (get_uuid (uuid, device));
}

CUresult
cuDeviceGetUuid_v2 (CUuuid *uuid, CUdevice device)
{
  WS_DRIVER_ANSWER (get_uuid (uuid, device));
}

static cudaError_t
get_total (gsize *size, CUdevice device)
{
  cudaDeviceProp properties;
  cudaError_t error = cudaGetDeviceProperties (&properties, device);

  if (error != cudaSuccess || size == NULL)
    return error != cudaSuccess ? error : cudaErrorInvalidValue;
  *size = properties.totalGlobalMem;
  return cudaSuccess;
}

CUresult
cuDeviceTotalMem_v2 (size_t *size, CUdevice device)
{
  WS_DRIVER_ANSWER (get_total (size, device));
}

static cudaError_t
get_capability (int *major, int *minor, CUdevice device)
{
  cudaDeviceProp properties;
  cudaError_t error = cudaGetDeviceProperties (&properties, device);

  if (error != cudaSuccess || major == NULL || minor == NULL)
    return error != cudaSuccess ? error : cudaErrorInvalidValue;
  *major = properties.major;
  *minor = properties.minor;
  return cudaSuccess;
}

CUresult
cuDeviceComputeCapability (int *major, int *minor, CUdevice device)
{
  WS_DRIVER_ANSWER (get_capability (major, minor, device));
}

CUresult
cuDeviceGetAttribute (int *value, int attribute, CUdevice device)
{
  WS_DRIVER_ANSWER (cudaDeviceGetAttribute (value, attribute, device));
}

CUresult
cuDeviceGetPCIBusId (char *text, int size, CUdevice device)
{
  WS_DRIVER_ANSWER (cudaDeviceGetPCIBusId (text, size, device));
}

CUresult
cuDeviceGetByPCIBusId (CUdevice *device, const char *text)
{
  WS_DRIVER_ANSWER (cudaDeviceGetByPCIBusId (device, text));
}

CUresult
cuDeviceCanAccessPeer (int *can, CUdevice device, CUdevice peer)
{
  WS_DRIVER_ANSWER (cudaDeviceCanAccessPeer (can, device, peer));
}

/* ---- memory pools ---- */

CUresult
cuDeviceGetDefaultMemPool (CUmemoryPool *pool, CUdevice device)
{
  WS_DRIVER_ANSWER (cudaDeviceGetDefaultMemPool (pool, device));
}

CUresult
cuDeviceGetMemPool (CUmemoryPool *pool, CUdevice device)
{
  WS_DRIVER_ANSWER (cudaDeviceGetMemPool (pool, device));
}

CUresult
cuDeviceSetMemPool (CUdevice device, CUmemoryPool pool)
{
  WS_DRIVER_ANSWER (cudaDeviceSetMemPool (device, pool));
}

CUresult
cuMemPoolCreate (CUmemoryPool *pool, const void *properties)
{
  WS_DRIVER_ANSWER (cudaMemPoolCreate (pool, properties));
}

CUresult
cuMemPoolDestroy (CUmemoryPool pool)
{
  WS_DRIVER_ANSWER (cudaMemPoolDestroy (pool));
}

CUresult
cuMemPoolGetAttribute (CUmemoryPool pool, int attribute, void *value)
{
  WS_DRIVER_ANSWER (cudaMemPoolGetAttribute (pool, attribute, value));
}

CUresult
cuMemPoolSetAttribute (CUmemoryPool pool, int attribute, void *value)
{
  WS_DRIVER_ANSWER (cudaMemPoolSetAttribute (pool, attribute, value));
}

CUresult
cuMemPoolTrimTo (CUmemoryPool pool, size_t size)
{
  WS_DRIVER_ANSWER (cudaMemPoolTrimTo (pool, size));
}

CUresult
cuMemPoolSetAccess (CUmemoryPool pool, const void *list, size_t n)
{
  WS_DRIVER_ANSWER (cudaMemPoolSetAccess (pool, list, n));
}

/* ---- the profiler ---- */

CUresult
cuProfilerStart (void)
{
  WS_DRIVER_CALL (cudaSuccess);
}

CUresult
cuProfilerStop (void)
{
  WS_DRIVER_CALL (cudaSuccess);
}
