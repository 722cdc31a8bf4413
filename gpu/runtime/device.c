/* device.c: the device, its properties, and occupancy. */
#include "runtime/api.h"
#include "runtime/runtime-private.h"

#include "occupancy/occupancy.h"

#include <stdlib.h>
#include <string.h>

#define CUDA_VERSION 13000
#define CONST_BYTES  65536
#define SHARED_BYTES (48 << 10) /* that a block has without opting in */
#define MAX_GRID_YZ  65535
#define BUS_ID       "0000:00:00.0"
#define ALIGN_BYTES  512

/* Values by cudaLimit, at first the defaults: stack, printf's buffer, heap, depth, pending
 * launches, fetches, L2. */
static gsize limits[] = { 1024, 1 << 20, 8 << 20, 2, 2048, 128, 0 };

static cudaError_t
answer_int (int *to, int value)
{
  if (to == NULL)
    return ws_runtime_leave (ws_runtime_enter (), cudaErrorInvalidValue);
  *to = value;
  return ws_runtime_leave (ws_runtime_enter (), cudaSuccess);
}

static cudaError_t
answer (cudaError_t error)
{
  return ws_runtime_leave (ws_runtime_enter (), error);
}

cudaError_t
cudaGetDeviceCount (int *count)
{
  return answer_int (count, 1);
}

cudaError_t
cudaGetDevice (int *device)
{
  return answer_int (device, 0);
}

cudaError_t
cudaSetDevice (int device)
{
  return answer (device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t
cudaInitDevice (int device, unsigned int device_flags, unsigned int flags)
{
  return cudaSetDevice (device);
}

cudaError_t
cudaSetDeviceFlags (unsigned int flags)
{
  return answer (cudaSuccess);
}

cudaError_t
cudaGetDeviceFlags (unsigned int *flags)
{
  return answer_int ((int *)flags, 0);
}

cudaError_t
cudaSetValidDevices (int *devices, int count)
{
  return answer (cudaSuccess);
}

cudaError_t
cudaChooseDevice (int *device, const cudaDeviceProp *wanted)
{
  return answer_int (device, 0);
}

cudaError_t
cudaDeviceReset (void)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, ws_runtime_wait (self, NULL));
}

static void
fill_properties (const WsSpec *spec, cudaDeviceProp *to)
{
  *to = (cudaDeviceProp){
    .totalGlobalMem = spec->memory_bytes,
    .sharedMemPerBlock = MIN (SHARED_BYTES, spec->shared_per_block_bytes),
    .regsPerBlock = (int)spec->registers_per_block,
    .warpSize = WS_WARP_SIZE,
    .memPitch = G_MAXINT,
    .maxThreadsPerBlock = (int)spec->max_threads_per_block,
    .maxThreadsDim = { 1024, 1024, 64 },
    .maxGridSize = { (int)spec->max_grid_x, MAX_GRID_YZ, MAX_GRID_YZ },
    .totalConstMem = CONST_BYTES,
    .major = (int)spec->cc_major,
    .minor = (int)spec->cc_minor,
    .textureAlignment = ALIGN_BYTES,
    .texturePitchAlignment = 32,
    .multiProcessorCount = (int)spec->n_sms,
    .canMapHostMemory = 1,
    .maxTexture1D = 131072,
    .maxTexture2D = { 131072, 65536 },
    .maxTexture3D = { 16384, 16384, 16384 },
    .surfaceAlignment = ALIGN_BYTES,
    .concurrentKernels = 1,
    .asyncEngineCount = 2,
    .unifiedAddressing = 1,
    .l2CacheSize = (int)MIN (spec->l2_bytes, G_MAXINT),
    .maxThreadsPerMultiProcessor = (int)spec->max_threads_per_sm,
    .streamPrioritiesSupported = 1,
    .globalL1CacheSupported = 1,
    .localL1CacheSupported = 1,
    .sharedMemPerMultiprocessor = spec->shared_per_sm_bytes,
    .regsPerMultiprocessor = (int)spec->registers_per_sm,
    .managedMemory = 1,
    .concurrentManagedAccess = 1,
    .computePreemptionSupported = 1,
    .canUseHostPointerForRegisteredMem = 1,
    .cooperativeLaunch = 1,
    .sharedMemPerBlockOptin = spec->shared_per_block_bytes,
    .maxBlocksPerMultiProcessor = (int)spec->max_blocks_per_sm,
    .reservedSharedMemPerBlock = spec->shared_reserved_bytes,
    .hostRegisterSupported = 1,
    .memoryPoolsSupported = 1,
    .unifiedFunctionPointers = 1,
    .hostNumaId = -1,
  };
  g_strlcpy (to->name, spec->name, sizeof to->name);
  g_strlcpy (to->uuid, spec->id, sizeof to->uuid);
}

cudaError_t
cudaGetDeviceProperties (cudaDeviceProp *properties, int device)
{
  WsRuntime *self = ws_runtime_enter ();

  if (device != 0)
    return ws_runtime_leave (self, cudaErrorInvalidDevice);
  if (properties == NULL)
    return ws_runtime_leave (self, cudaErrorInvalidValue);
  fill_properties (self->options.spec, properties);
  return ws_runtime_leave (self, cudaSuccess);
}

/* Attributes that are a figure of cudaDeviceProp. */
#define WS_PROPERTY(number, field)                                                          \
  {                                                                                         \
    number, G_STRUCT_OFFSET (cudaDeviceProp, field), sizeof ((cudaDeviceProp *)NULL)->field \
  }
static const struct {
  int attribute;
  gsize offset;
  gsize size;
} properties_of[] = {
  WS_PROPERTY (1, maxThreadsPerBlock),
  WS_PROPERTY (2, maxThreadsDim[0]),
  WS_PROPERTY (3, maxThreadsDim[1]),
  WS_PROPERTY (4, maxThreadsDim[2]),
  WS_PROPERTY (5, maxGridSize[0]),
  WS_PROPERTY (6, maxGridSize[1]),
  WS_PROPERTY (7, maxGridSize[2]),
  WS_PROPERTY (8, sharedMemPerBlock),
  WS_PROPERTY (9, totalConstMem),
  WS_PROPERTY (10, warpSize),
  WS_PROPERTY (11, memPitch),
  WS_PROPERTY (12, regsPerBlock),
  WS_PROPERTY (14, textureAlignment),
  WS_PROPERTY (16, multiProcessorCount),
  WS_PROPERTY (18, integrated),
  WS_PROPERTY (19, canMapHostMemory),
  WS_PROPERTY (21, maxTexture1D),
  WS_PROPERTY (22, maxTexture2D[0]),
  WS_PROPERTY (23, maxTexture2D[1]),
  WS_PROPERTY (24, maxTexture3D[0]),
  WS_PROPERTY (25, maxTexture3D[1]),
  WS_PROPERTY (26, maxTexture3D[2]),
  WS_PROPERTY (30, surfaceAlignment),
  WS_PROPERTY (31, concurrentKernels),
  WS_PROPERTY (32, ECCEnabled),
  WS_PROPERTY (33, pciBusID),
  WS_PROPERTY (34, pciDeviceID),
  WS_PROPERTY (35, tccDriver),
  WS_PROPERTY (37, memoryBusWidth),
  WS_PROPERTY (38, l2CacheSize),
  WS_PROPERTY (39, maxThreadsPerMultiProcessor),
  WS_PROPERTY (40, asyncEngineCount),
  WS_PROPERTY (41, unifiedAddressing),
  WS_PROPERTY (50, pciDomainID),
  WS_PROPERTY (51, texturePitchAlignment),
  WS_PROPERTY (75, major),
  WS_PROPERTY (76, minor),
  WS_PROPERTY (78, streamPrioritiesSupported),
  WS_PROPERTY (79, globalL1CacheSupported),
  WS_PROPERTY (80, localL1CacheSupported),
  WS_PROPERTY (81, sharedMemPerMultiprocessor),
  WS_PROPERTY (82, regsPerMultiprocessor),
  WS_PROPERTY (83, managedMemory),
  WS_PROPERTY (84, isMultiGpuBoard),
  WS_PROPERTY (86, hostNativeAtomicSupported),
  WS_PROPERTY (88, pageableMemoryAccess),
  WS_PROPERTY (89, concurrentManagedAccess),
  WS_PROPERTY (90, computePreemptionSupported),
  WS_PROPERTY (91, canUseHostPointerForRegisteredMem),
  WS_PROPERTY (95, cooperativeLaunch),
  WS_PROPERTY (97, sharedMemPerBlockOptin),
  WS_PROPERTY (99, hostRegisterSupported),
  WS_PROPERTY (106, maxBlocksPerMultiProcessor),
  WS_PROPERTY (111, reservedSharedMemPerBlock),
  WS_PROPERTY (115, memoryPoolsSupported),
  WS_PROPERTY (120, clusterLaunch),
};
#undef WS_PROPERTY

#define ATTRIBUTE_CLOCK_KHZ 13
#define ATTRIBUTE_OVERLAP   15
#define N_ATTRIBUTES        149

static int
get_attribute (const WsSpec *spec, int attribute)
{
  cudaDeviceProp properties;

  fill_properties (spec, &properties);
  for (guint i = 0; i < G_N_ELEMENTS (properties_of); i++)
    {
      gint64 value = 0;

      if (properties_of[i].attribute != attribute)
        continue;
      memcpy (&value, (const guint8 *)&properties + properties_of[i].offset, properties_of[i].size);
      return (int)MIN (value, G_MAXINT);
    }
  return attribute == ATTRIBUTE_CLOCK_KHZ ? (int)spec->clock_khz
         : attribute == ATTRIBUTE_OVERLAP ? 1
                                          : 0;
}

cudaError_t
cudaDeviceGetAttribute (int *value, int attribute, int device)
{
  WsRuntime *self = ws_runtime_enter ();

  if (device != 0)
    return ws_runtime_leave (self, cudaErrorInvalidDevice);
  if (value == NULL || attribute <= 0 || attribute >= N_ATTRIBUTES)
    return ws_runtime_leave (self, cudaErrorInvalidValue);
  *value = get_attribute (self->options.spec, attribute);
  return ws_runtime_leave (self, cudaSuccess);
}

cudaError_t
cudaDeviceGetPCIBusId (char *text, int length, int device)
{
  if (device != 0)
    return answer (cudaErrorInvalidDevice);
  if (text == NULL || length < (int)sizeof BUS_ID)
    return answer (cudaErrorInvalidValue);
  g_strlcpy (text, BUS_ID, (gsize)length);
  return answer (cudaSuccess);
}

cudaError_t
cudaDeviceGetByPCIBusId (int *device, const char *text)
{
  return g_strcmp0 (text, BUS_ID) == 0 ? answer_int (device, 0) : answer (cudaErrorInvalidDevice);
}

cudaError_t
cudaDeviceGetStreamPriorityRange (int *least, int *greatest)
{
  if (least != NULL)
    *least = 0;
  if (greatest != NULL)
    *greatest = -5;
  return answer (cudaSuccess);
}

cudaError_t
cudaDeviceCanAccessPeer (int *can, int device, int peer)
{
  return device == 0 && peer == 0 ? answer_int (can, 0) : answer (cudaErrorInvalidDevice);
}

cudaError_t
cudaDeviceGetLimit (size_t *value, int limit)
{
  if (value == NULL || limit < 0 || limit >= (int)G_N_ELEMENTS (limits))
    return answer (cudaErrorUnsupportedLimit);
  *value = limits[limit];
  return answer (cudaSuccess);
}

/* The virtual GPU has its own limits; the program gets back the values it set. */
cudaError_t
cudaDeviceSetLimit (int limit, size_t value)
{
  if (limit < 0 || limit >= (int)G_N_ELEMENTS (limits))
    return answer (cudaErrorUnsupportedLimit);
  limits[limit] = value;
  return answer (cudaSuccess);
}

cudaError_t
cudaDeviceGetCacheConfig (int *config)
{
  return answer_int (config, 0);
}

cudaError_t
cudaDeviceSetCacheConfig (int config)
{
  return answer (cudaSuccess);
}

/* Only compute capability 3.x has a choice. */
cudaError_t
cudaDeviceGetSharedMemConfig (int *config)
{
  return answer_int (config, 1); /* cudaSharedMemBankSizeFourByte */
}

cudaError_t
cudaDeviceSetSharedMemConfig (int config)
{
  return answer (cudaSuccess);
}

cudaError_t
cudaFuncSetSharedMemConfig (const void *host, int config)
{
  return answer (cudaSuccess);
}

cudaError_t
cudaDriverGetVersion (int *version)
{
  return answer_int (version, CUDA_VERSION);
}

cudaError_t
cudaRuntimeGetVersion (int *version)
{
  return answer_int (version, CUDA_VERSION);
}

cudaError_t
cudaProfilerStart (void)
{
  return answer (cudaSuccess);
}

cudaError_t
cudaProfilerStop (void)
{
  return answer (cudaSuccess);
}

/* A device is not its own peer, and there is no other. */
cudaError_t
cudaDeviceEnablePeerAccess (int peer, unsigned int flags)
{
  return answer (cudaErrorInvalidDevice);
}

cudaError_t
cudaDeviceDisablePeerAccess (int peer)
{
  return answer (cudaErrorInvalidDevice);
}

cudaError_t
cudaDeviceGetP2PAttribute (int *value, int attribute, int from, int to)
{
  return answer (cudaErrorInvalidDevice);
}

cudaError_t
cudaCtxResetPersistingL2Cache (void)
{
  return answer (cudaSuccess);
}

/* ---- kernels ---- */

static cudaError_t
find (WsRuntime *self, const void *host, WsFunction **function)
{
  *function = ws_registry_find_function (&self->registry, host);
  return *function != NULL ? ws_runtime_find_entry (self, *function)
                           : cudaErrorInvalidDeviceFunction;
}

/* 80 of ".target sm_80": the target of the PTX, for any device. */
static int
read_target (const WsModule *module)
{
  static const char target[] = ".target sm_";
  const char *at = g_strstr_len (module->code.ptx, (gssize)module->code.ptx_bytes, target);

  return at != NULL ? atoi (at + strlen (target)) : 0;
}

cudaError_t
cudaFuncGetAttributes (cudaFuncAttributes *attributes, const void *host)
{
  WsRuntime *self = ws_runtime_enter ();
  const WsSpec *spec = self->options.spec;
  WsFunction *function;
  cudaError_t error = find (self, host, &function);

  if (error != cudaSuccess)
    return ws_runtime_leave (self, error);
  *attributes = (cudaFuncAttributes){
    .sharedSizeBytes = function->entry->shared_bytes,
    .localSizeBytes = function->entry->local_bytes,
    .maxThreadsPerBlock = (int)ws_runtime_get_max_threads (self, function),
    .numRegs = (int)function->registers,
    .ptxVersion = read_target (function->module),
    .binaryVersion = (int)ws_spec_get_capability (spec),
    .maxDynamicSharedSizeBytes =
        (int)MAX (function->max_dynamic_shared,
                  SHARED_BYTES - MIN (function->entry->shared_bytes, SHARED_BYTES)),
    .preferredShmemCarveout = -1,
  };
  return ws_runtime_leave (self, cudaSuccess);
}

#define FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED 8
#define FUNC_ATTRIBUTE_CARVE_OUT          9

cudaError_t
cudaFuncSetAttribute (const void *host, int attribute, int value)
{
  WsRuntime *self = ws_runtime_enter ();
  WsFunction *function;
  cudaError_t error = find (self, host, &function);

  if (error != cudaSuccess)
    return ws_runtime_leave (self, error);
  if (attribute == FUNC_ATTRIBUTE_CARVE_OUT)
    return ws_runtime_leave (self, cudaSuccess);
  if (attribute != FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED || value < 0
      || (guint)value + function->entry->shared_bytes > self->options.spec->shared_per_block_bytes)
    return ws_runtime_leave (self, cudaErrorInvalidValue);
  function->max_dynamic_shared = (guint)value;
  return ws_runtime_leave (self, cudaSuccess);
}

cudaError_t
cudaKernelSetAttributeForDevice (cudaKernel_t kernel, int attribute, int value, int device)
{
  return device == 0 ? cudaFuncSetAttribute (kernel, attribute, value)
                     : answer (cudaErrorInvalidDevice);
}

cudaError_t
cudaGetFuncBySymbol (cudaFunction_t *function, const void *host)
{
  return function != NULL ? cudaGetKernel (function, host) : answer (cudaErrorInvalidValue);
}

cudaError_t
cudaFuncGetParamInfo (const void *host, size_t index, size_t *offset, size_t *size)
{
  WsRuntime *self = ws_runtime_enter ();
  WsFunction *function;
  cudaError_t error = find (self, host, &function);
  const WsPtxVariable *param;

  if (error != cudaSuccess)
    return ws_runtime_leave (self, error);
  if (offset == NULL || index >= function->entry->params->len)
    return ws_runtime_leave (self, cudaErrorInvalidValue);
  param = g_ptr_array_index (function->entry->params, index);
  *offset = param->offset;
  if (size != NULL)
    *size = param->size;
  return ws_runtime_leave (self, cudaSuccess);
}

cudaError_t
cudaFuncSetCacheConfig (const void *host, int config)
{
  return answer (cudaSuccess);
}

cudaError_t
cudaFuncGetName (const char **name, const void *host)
{
  WsRuntime *self = ws_runtime_enter ();
  const WsFunction *function = ws_registry_find_function (&self->registry, host);

  if (function != NULL && name != NULL)
    *name = function->name;
  return ws_runtime_leave (self, function == NULL ? cudaErrorInvalidDeviceFunction
                                 : name == NULL   ? cudaErrorInvalidValue
                                                  : cudaSuccess);
}

static cudaError_t
count_blocks (WsRuntime *self, const void *host, int threads, gsize shared, int *blocks)
{
  const WsSpec *spec = self->options.spec;
  const WsOccupancyLimits *all = ws_occupancy_limits_find (spec->cc_major, spec->cc_minor);
  WsFunction *function;
  cudaError_t error = find (self, host, &function);
  WsOccupancyLaunch launch;
  WsOccupancy result;

  if (error != cudaSuccess)
    return error;
  if (blocks == NULL || threads <= 0 || all == NULL)
    return cudaErrorInvalidValue;
  launch = (WsOccupancyLaunch){ .threads = (guint)threads,
                                .registers = function->registers,
                                .static_shared_bytes = function->entry->shared_bytes,
                                .dynamic_shared_bytes = (guint)MIN (shared, G_MAXINT),
                                .carve_out = -1,
                                .barriers = 1 };
  ws_occupancy_compute (all, &launch, &result);
  *blocks = (guint)threads <= ws_runtime_get_max_threads (self, function) ? (int)result.blocks : 0;
  return cudaSuccess;
}

cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor (int *blocks, const void *host, int threads,
                                               size_t shared)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, count_blocks (self, host, threads, shared, blocks));
}

cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags (int *blocks, const void *host, int threads,
                                                        size_t shared, unsigned int flags)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, count_blocks (self, host, threads, shared, blocks));
}

/* The maximum with which this many blocks still fit, in steps of 256 bytes. */
cudaError_t
cudaOccupancyAvailableDynamicSMemPerBlock (size_t *shared, const void *host, int blocks,
                                           int threads)
{
  WsRuntime *self = ws_runtime_enter ();
  cudaError_t error = cudaSuccess;
  gsize found = 0;

  if (shared == NULL || blocks <= 0)
    return ws_runtime_leave (self, cudaErrorInvalidValue);
  for (gsize size = 0; size <= self->options.spec->shared_per_block_bytes; size += 256)
    {
      int fits = 0;

      error = count_blocks (self, host, threads, size, &fits);
      if (error != cudaSuccess || fits < blocks)
        break;
      found = size;
    }
  *shared = found;
  return ws_runtime_leave (self, error);
}
