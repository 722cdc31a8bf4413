#include "fake-cuda.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAKE(name, symbol, parameters)      \
  CUresult name parameters __asm__(symbol); \
  CUresult name parameters

CUresult
fake_answer (const char *name)
{
  const char *all = getenv ("FAKE_CUDA");
  const char *at = all != NULL ? strstr (all, name) : NULL;
  size_t length = strlen (name);

  return at != NULL && at[length] == '=' ? atoi (at + length + 1) : CUDA_SUCCESS;
}

static int n_unprinted; /* launches whose lines were not waited for */

/* As the driver does while the host waits. FAKE_CUDA_PRINTS is what each launch prints. */
static void
print (void)
{
  const char *line = getenv ("FAKE_CUDA_PRINTS");

  for (; n_unprinted > 0; n_unprinted--)
    if (line != NULL)
      puts (line);
}

FAKE (cuLaunchKernel, "cuLaunchKernel",
      (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
       unsigned block_y, unsigned block_z, unsigned shared_bytes, CUstream stream, void **params,
       void **extra))
{
  n_unprinted++;
  return fake_answer ("cuLaunchKernel");
}

FAKE (cuStreamSynchronize, "cuStreamSynchronize", (CUstream stream))
{
  print ();
  return fake_answer ("cuStreamSynchronize");
}

/* FAKE_CUDA_BUSY says how often it is not ready before it is. */
FAKE (cuStreamQuery, "cuStreamQuery", (CUstream stream))
{
  const char *busy = getenv ("FAKE_CUDA_BUSY");
  char left[16];
  int n = busy != NULL ? atoi (busy) : 0;

  if (n <= 0)
    {
      print ();
      return fake_answer ("cuStreamQuery");
    }
  snprintf (left, sizeof left, "%d", n - 1);
  setenv ("FAKE_CUDA_BUSY", left, 1);
  return CUDA_ERROR_NOT_READY;
}

FAKE (cuGetErrorName, "cuGetErrorName", (CUresult result, const char **name))
{
  *name = result == CUDA_ERROR_OUT_OF_MEMORY ? "CUDA_ERROR_OUT_OF_MEMORY" : "CUDA_ERROR_FAKE";
  return CUDA_SUCCESS;
}

FAKE (cuGetErrorString, "cuGetErrorString", (CUresult result, const char **text))
{
  *text = "made up";
  return CUDA_SUCCESS;
}

FAKE (cuDriverGetVersion, "cuDriverGetVersion", (int *version))
{
  *version = 12080;
  return CUDA_SUCCESS;
}

FAKE (cuDeviceGetCount, "cuDeviceGetCount", (int *count))
{
  const char *n = getenv ("FAKE_CUDA_DEVICES");

  *count = n != NULL ? atoi (n) : 1;
  return fake_answer ("cuDeviceGetCount");
}

FAKE (cuDeviceGetName, "cuDeviceGetName", (char *name, int size, CUdevice device))
{
  strncpy (name, "NVIDIA Fake 9000", (size_t)size);
  return CUDA_SUCCESS;
}

FAKE (cuDeviceGetUuid, "cuDeviceGetUuid_v2", (guint8 uuid[16], CUdevice device))
{
  for (int i = 0; i < 16; i++)
    uuid[i] = (guint8)i;
  return CUDA_SUCCESS;
}

FAKE (cuDeviceGetAttribute, "cuDeviceGetAttribute", (int *value, int attribute, CUdevice device))
{
  switch (attribute)
    {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
      *value = 9;
      break;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
      *value = 4;
      break;
    case CU_DEVICE_ATTRIBUTE_CLOCK_RATE:
      *value = 1000000;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR:
      *value = 2048;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      *value = 1024;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR:
      *value = 32;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR:
    case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK:
      *value = 65536;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR:
      *value = 233472;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
      *value = 232448;
      break;
    case CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK:
      *value = 1024;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X:
      *value = 2147483647;
      break;
    case CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE:
      *value = 1000000;
      break;
    case CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH:
      *value = 4096;
      break;
    case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE:
      *value = 1 << 20;
      break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_MODE:
      *value = getenv ("FAKE_CUDA_PROHIBITED") != NULL ? CU_COMPUTEMODE_PROHIBITED : 0;
      break;
    default:
      *value = 0;
      break;
    }
  return fake_answer ("cuDeviceGetAttribute");
}

FAKE (cuDeviceTotalMem, "cuDeviceTotalMem_v2", (size_t * bytes, CUdevice device))
{
  *bytes = (size_t)1 << 34;
  return CUDA_SUCCESS;
}

FAKE (cuMemGetInfo, "cuMemGetInfo_v2", (size_t * free_bytes, size_t *total_bytes))
{
  *free_bytes = (size_t)1 << 20;
  *total_bytes = (size_t)1 << 34;
  return CUDA_SUCCESS;
}

FAKE (cuMemAlloc, "cuMemAlloc_v2", (CUdeviceptr * address, size_t bytes))
{
  *address = 0x1000;
  return fake_answer ("cuMemAlloc");
}

FAKE (cuModuleLoadDataEx, "cuModuleLoadDataEx",
      (CUmodule * module, const void *image, unsigned n_options, const int *options, void **values))
{
  *module = (CUmodule)0x2000;
  return fake_answer ("cuModuleLoadDataEx");
}

FAKE (cuModuleGetGlobal, "cuModuleGetGlobal_v2",
      (CUdeviceptr * address, size_t *bytes, CUmodule module, const char *name))
{
  *address = 0x3000;
  *bytes = 12;
  return fake_answer ("cuModuleGetGlobal");
}

FAKE (cuArray3DCreate, "cuArray3DCreate_v2",
      (CUarray * array, const CUDA_ARRAY3D_DESCRIPTOR *descriptor))
{
  *array = (CUarray)0x5000;
  return fake_answer ("cuArray3DCreate");
}
