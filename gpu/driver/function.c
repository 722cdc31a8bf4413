/* function.c: kernels: attributes, occupancy and launches. */
#include "driver/api.h"
#include "driver/driver-private.h"

#include "runtime/api.h"
#include "runtime/sequence.h"

#define FUNC_ATTRIBUTE(field) \
  G_STRUCT_OFFSET (cudaFuncAttributes, field), sizeof ((cudaFuncAttributes *)NULL)->field

/* By CUfunction_attribute. */
static const struct {
  gsize offset;
  gsize size;
} attributes_of[] = {
  { FUNC_ATTRIBUTE (maxThreadsPerBlock) },
  { FUNC_ATTRIBUTE (sharedSizeBytes) },
  { FUNC_ATTRIBUTE (constSizeBytes) },
  { FUNC_ATTRIBUTE (localSizeBytes) },
  { FUNC_ATTRIBUTE (numRegs) },
  { FUNC_ATTRIBUTE (ptxVersion) },
  { FUNC_ATTRIBUTE (binaryVersion) },
  { FUNC_ATTRIBUTE (cacheModeCA) },
  { FUNC_ATTRIBUTE (maxDynamicSharedSizeBytes) },
  { FUNC_ATTRIBUTE (preferredShmemCarveout) },
  { FUNC_ATTRIBUTE (clusterDimMustBeSet) },
  { FUNC_ATTRIBUTE (requiredClusterWidth) },
  { FUNC_ATTRIBUTE (requiredClusterHeight) },
  { FUNC_ATTRIBUTE (requiredClusterDepth) },
  { FUNC_ATTRIBUTE (nonPortableClusterSizeAllowed) },
  { FUNC_ATTRIBUTE (clusterSchedulingPolicyPreference) },
};

static cudaError_t
get_attribute (int *value, int attribute, CUfunction function)
{
  cudaFuncAttributes attributes;
  gint64 bits = 0;
  cudaError_t error;

  if (value == NULL || attribute < 0 || attribute >= (int)G_N_ELEMENTS (attributes_of))
    return cudaErrorInvalidValue;
  if (function == NULL)
    return cudaErrorInvalidResourceHandle;
  error = cudaFuncGetAttributes (&attributes, function);
  if (error != cudaSuccess)
    return error;
  memcpy (&bits, (const guint8 *)&attributes + attributes_of[attribute].offset,
          attributes_of[attribute].size);
  *value = (int)bits;
  return cudaSuccess;
}

CUresult
cuFuncGetAttribute (int *value, int attribute, CUfunction function)
{
  WS_DRIVER_CALL (get_attribute (value, attribute, function));
}

CUresult
cuKernelGetAttribute (int *value, int attribute, CUkernel kernel, CUdevice device)
{
  WS_DRIVER_CALL (get_attribute (value, attribute, kernel));
}

CUresult
cuFuncSetAttribute (CUfunction function, int attribute, int value)
{
  WS_DRIVER_CALL (cudaFuncSetAttribute (function, attribute, value));
}

CUresult
cuKernelSetAttribute (int attribute, int value, CUkernel kernel, CUdevice device)
{
  WS_DRIVER_CALL (cudaFuncSetAttribute (kernel, attribute, value));
}

CUresult
cuFuncSetCacheConfig (CUfunction function, int config)
{
  WS_DRIVER_CALL (cudaSuccess);
}

CUresult
cuKernelSetCacheConfig (CUkernel kernel, int config, CUdevice device)
{
  WS_DRIVER_CALL (cudaSuccess);
}

CUresult
cuFuncSetSharedMemConfig (CUfunction function, int config)
{
  WS_DRIVER_CALL (cudaSuccess);
}

CUresult
cuFuncGetName (const char **name, CUfunction function)
{
  WS_DRIVER_CALL (cudaFuncGetName (name, function));
}

CUresult
cuKernelGetName (const char **name, CUkernel kernel)
{
  WS_DRIVER_CALL (cudaFuncGetName (name, kernel));
}

CUresult
cuFuncGetParamInfo (CUfunction function, size_t index, size_t *offset, size_t *size)
{
  WS_DRIVER_CALL (cudaFuncGetParamInfo (function, index, offset, size));
}

CUresult
cuKernelGetParamInfo (CUkernel kernel, size_t index, size_t *offset, size_t *size)
{
  WS_DRIVER_CALL (cudaFuncGetParamInfo (kernel, index, offset, size));
}

static cudaError_t
get_module (CUmodule *module, CUfunction function)
{
  if (module == NULL || function == NULL)
    return module == NULL ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
  *module = function->module;
  return cudaSuccess;
}

CUresult
cuFuncGetModule (CUmodule *module, CUfunction function)
{
  WS_DRIVER_CALL (get_module (module, function));
}

CUresult
cuKernelGetLibrary (CUlibrary *library, CUkernel kernel)
{
  WS_DRIVER_CALL (get_module (library, kernel));
}

static cudaError_t
give_function (CUfunction *to, CUfunction function)
{
  if (to == NULL || function == NULL)
    return to == NULL ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
  *to = function;
  return cudaSuccess;
}

CUresult
cuKernelGetFunction (CUfunction *function, CUkernel kernel)
{
  WS_DRIVER_CALL (give_function (function, kernel));
}

static cudaError_t
is_loaded (int *state)
{
  if (state == NULL)
    return cudaErrorInvalidValue;
  *state = 1; /* CU_FUNCTION_LOADING_STATE_LOADED */
  return cudaSuccess;
}

CUresult
cuFuncIsLoaded (int *state, CUfunction function)
{
  WS_DRIVER_CALL (is_loaded (state));
}

CUresult
cuFuncLoad (CUfunction function)
{
  WS_DRIVER_CALL (cudaSuccess);
}

/* ---- occupancy ---- */

CUresult
cuOccupancyMaxActiveBlocksPerMultiprocessor (int *blocks, CUfunction function, int threads,
                                             size_t shared)
{
  WS_DRIVER_CALL (
      cudaOccupancyMaxActiveBlocksPerMultiprocessor (blocks, function, threads, shared));
}

CUresult
cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags (int *blocks, CUfunction function, int threads,
                                                      size_t shared, unsigned int flags)
{
  WS_DRIVER_CALL (
      cudaOccupancyMaxActiveBlocksPerMultiprocessor (blocks, function, threads, shared));
}

CUresult
cuOccupancyAvailableDynamicSMemPerBlock (size_t *shared, CUfunction function, int blocks,
                                         int threads)
{
  WS_DRIVER_CALL (cudaOccupancyAvailableDynamicSMemPerBlock (shared, function, blocks, threads));
}

/* Arguments of cuOccupancyMaxPotentialBlockSize(). */
typedef struct {
  CUfunction function;
  CUoccupancyB2DSize measure; /* NULL: constant for all block sizes */
  gsize shared;
  int most;
} Wanted;

/* The block size with the most resident threads per SM: of several, the largest. */
static cudaError_t
find_block (const WsRuntime *self, const Wanted *wanted, int *grid, int *block)
{
  cudaFuncAttributes attributes;
  cudaError_t error = wanted->function != NULL
                          ? cudaFuncGetAttributes (&attributes, wanted->function)
                          : cudaErrorInvalidResourceHandle;
  int threads;
  int best = 0;

  if (error != cudaSuccess || grid == NULL || block == NULL)
    return error != cudaSuccess ? error : cudaErrorInvalidValue;
  threads = attributes.maxThreadsPerBlock;
  if (wanted->most > 0)
    threads = MIN (threads, wanted->most);
  *grid = *block = 0;
  for (; threads > 0 && error == cudaSuccess; threads = (threads - 1) / WS_WARP_SIZE * WS_WARP_SIZE)
    {
      int blocks = 0;

      error = cudaOccupancyMaxActiveBlocksPerMultiprocessor (
          &blocks, wanted->function, threads,
          wanted->measure != NULL ? wanted->measure (threads) : wanted->shared);
      if (blocks * threads <= best)
        continue;
      best = blocks * threads;
      *block = threads;
      *grid = blocks * (int)self->options.spec->n_sms;
    }
  return error;
}

CUresult
cuOccupancyMaxPotentialBlockSize (int *grid, int *block, CUfunction function,
                                  CUoccupancyB2DSize measure, size_t shared, int most)
{
  const Wanted wanted = { function, measure, shared, most };

  WS_DRIVER_CALL (find_block (self, &wanted, grid, block));
}

CUresult
cuOccupancyMaxPotentialBlockSizeWithFlags (int *grid, int *block, CUfunction function,
                                           CUoccupancyB2DSize measure, size_t shared, int most,
                                           unsigned int flags)
{
  return cuOccupancyMaxPotentialBlockSize (grid, block, function, measure, shared, most);
}

/* ---- launches ---- */

static cudaError_t
launch (WsRuntime *self, CUfunction function, const CUlaunchConfig *how, void **arguments,
        void **extra)
{
  cudaLaunchConfig_t config;

  if (how == NULL || function == NULL)
    return how == NULL ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
  config = (cudaLaunchConfig_t){ .gridDim = { how->gridDimX, how->gridDimY, how->gridDimZ },
                                 .blockDim = { how->blockDimX, how->blockDimY, how->blockDimZ },
                                 .dynamicSmemBytes = how->sharedMemBytes,
                                 .stream = how->hStream,
                                 .attrs = how->attrs,
                                 .numAttrs = how->numAttrs };
  return ws_runtime_launch (self, function, &config, arguments, extra);
}

CUresult
cuLaunchKernelEx (const CUlaunchConfig *config, CUfunction function, void **arguments, void **extra)
{
  WS_DRIVER_CALL (launch (self, function, config, arguments, extra));
}

CUresult
cuLaunchKernel (CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
                unsigned int block_x, unsigned int block_y, unsigned int block_z,
                unsigned int shared, CUstream stream, void **arguments, void **extra)
{
  const CUlaunchConfig config = { .gridDimX = grid_x,
                                  .gridDimY = grid_y,
                                  .gridDimZ = grid_z,
                                  .blockDimX = block_x,
                                  .blockDimY = block_y,
                                  .blockDimZ = block_z,
                                  .sharedMemBytes = shared,
                                  .hStream = stream };

  WS_DRIVER_CALL (launch (self, function, &config, arguments, extra));
}

CUresult
cuLaunchCooperativeKernel (CUfunction function, unsigned int grid_x, unsigned int grid_y,
                           unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                           unsigned int block_z, unsigned int shared, CUstream stream,
                           void **arguments)
{
  return cuLaunchKernel (function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared,
                         stream, arguments, NULL);
}

static cudaError_t
launch_host (WsRuntime *self, CUstream stream, CUhostFn function, void *user_data)
{
  const WsWork work = { .type = cudaGraphNodeTypeHost,
                        .call = "cuLaunchHostFunc",
                        .host = { function, user_data } };

  return function != NULL ? ws_runtime_submit (self, &work, stream, FALSE) : cudaErrorInvalidValue;
}

CUresult
cuLaunchHostFunc (CUstream stream, CUhostFn function, void *user_data)
{
  WS_DRIVER_CALL (launch_host (self, stream, function, user_data));
}
