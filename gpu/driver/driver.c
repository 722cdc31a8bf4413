/* driver.c: initialises the driver, and has what its calls share. */
#include "driver/api.h"
#include "driver/driver-private.h"

#include "runtime/api.h"
#include "runtime/refused.h"

#include <string.h>

static gint is_initialized; /* atomic: cuInit() was called */

/* ---- errors ---- */

static const struct {
  CUresult result;
  const char *name;
} results[] = {
#define WS_RESULT(number, name) { name, #name },
#include "driver/results.def"
#undef WS_RESULT
};

/* Errors that the driver has no code for; all others have the same code. */
static const struct {
  cudaError_t error;
  CUresult result;
} others[] = {
  { cudaErrorInvalidConfiguration, CUDA_ERROR_INVALID_VALUE },
  { cudaErrorInvalidPitchValue, CUDA_ERROR_INVALID_VALUE },
  { cudaErrorInvalidSymbol, CUDA_ERROR_NOT_FOUND },
  { cudaErrorInvalidHostPointer, CUDA_ERROR_INVALID_VALUE },
  { cudaErrorInvalidDevicePointer, CUDA_ERROR_INVALID_VALUE },
  { cudaErrorInvalidMemcpyDirection, CUDA_ERROR_INVALID_VALUE },
  { cudaErrorInvalidDeviceFunction, CUDA_ERROR_NOT_SUPPORTED }, /* the history says why */
};

static CUresult
convert (cudaError_t error)
{
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (others[i].error == error)
      return others[i].result;
  return (CUresult)error;
}

CUresult
cuGetErrorName (CUresult result, const char **name)
{
  if (name == NULL)
    return CUDA_ERROR_INVALID_VALUE;
  *name = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    if (results[i].result == result)
      *name = results[i].name;
  return *name != NULL ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult
cuGetErrorString (CUresult result, const char **words)
{
  const char *name;

  if (words == NULL || cuGetErrorName (result, &name) != CUDA_SUCCESS)
    return CUDA_ERROR_INVALID_VALUE;
  *words = cudaGetErrorString ((cudaError_t)result);
  return CUDA_SUCCESS;
}

/* ---- calls begin and end ---- */

/**
 * ws_driver_enter:
 * @self: (out) (transfer none): the shared state, locked until ws_driver_leave()
 * @kept: (out): for ws_driver_leave()
 *
 * Returns: the error of every call before cuInit()
 */
cudaError_t
ws_driver_enter (WsRuntime **self, cudaError_t *kept)
{
  *self = ws_runtime_enter ();
  *kept = (*self)->last_error;
  return g_atomic_int_get (&is_initialized) || (*self)->is_linked ? cudaSuccess
                                                                  : cudaErrorInitializationError;
}

/**
 * ws_driver_enter_context:
 * @self: (out) (transfer none): as for ws_driver_enter()
 * @kept: (out): likewise
 *
 * For a call that needs a context, which the runtime would create itself.
 */
cudaError_t
ws_driver_enter_context (WsRuntime **self, cudaError_t *kept)
{
  cudaError_t error = ws_driver_enter (self, kept);

  if (error != cudaSuccess)
    return error;
  return ws_context_is_there () || (*self)->is_linked ? cudaSuccess : cudaErrorDeviceUninitialized;
}

/* Returns: the call's result */
CUresult
ws_driver_leave (WsRuntime *self, cudaError_t error, cudaError_t kept)
{
  self->last_error = kept;
  return convert (ws_runtime_end (self, error));
}

CUresult
cuInit (unsigned int flags)
{
  if (flags != 0)
    return CUDA_ERROR_INVALID_VALUE;
  g_atomic_int_set (&is_initialized, TRUE);
  return ws_driver_leave (ws_runtime_enter (), cudaSuccess, cudaSuccess);
}

CUresult
cuDriverGetVersion (int *version)
{
  return convert (cudaDriverGetVersion (version));
}

/* ---- calls by their names ---- */

typedef void (*Call) (void);

/* Of entries with the same name, the last that existed in the requested version counts. */
static const struct {
  const char *name;
  Call call;
  int since;
} calls[] = {
#define WS_CALL(name, call, since) { #name, (Call)call, since },
#include "driver/calls.def"
#undef WS_CALL
#define WS_LACKS(call, group) { #call, (Call)call, 0 },
#include "driver/lacks.def"
#undef WS_LACKS
};

/* Whether @call is @name, or a later one of that name: "cuMemcpyDtoA_v2". */
static gboolean
is_called (const char *call, const char *name)
{
  gsize length = strlen (name);

  return g_str_has_prefix (call, name)
         && (call[length] == '\0' || g_str_has_prefix (call + length, "_v"));
}

CUresult
cuGetProcAddress_v2 (const char *name, void **address, int version, unsigned long long flags,
                     CUdriverProcAddressQueryResult *status)
{
  gboolean is_known = FALSE;

  if (name == NULL || address == NULL)
    return CUDA_ERROR_INVALID_VALUE;
  *address = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      if (!is_called (calls[i].name, name))
        continue;
      is_known = TRUE;
      if (calls[i].since <= version)
        *address = (void *)calls[i].call;
    }
  if (status != NULL)
    *status = *address != NULL ? CU_GET_PROC_ADDRESS_SUCCESS
              : is_known       ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                               : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  return *address != NULL ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

/* Of CUDA 11.3. */
CUresult
cuGetProcAddress (const char *name, void **address, int version, unsigned long long flags)
{
  return cuGetProcAddress_v2 (name, address, version, flags, NULL);
}

/* The runtime's own, which calls the driver. */
cudaError_t
cudaGetDriverEntryPointByVersion (const char *name, void **function, unsigned version,
                                  unsigned long long flags, cudaDriverEntryPointQueryResult *status)
{
  CUdriverProcAddressQueryResult found = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;

  if (name == NULL || function == NULL)
    return ws_runtime_leave (ws_runtime_enter (), cudaErrorInvalidValue);
  cuGetProcAddress_v2 (name, function, (int)version, flags, &found);
  if (status != NULL)
    *status = (cudaDriverEntryPointQueryResult)found;
  return ws_runtime_leave (ws_runtime_enter (), status != NULL || *function != NULL
                                                    ? cudaSuccess
                                                    : cudaErrorSymbolNotFound);
}

cudaError_t
cudaGetDriverEntryPoint (const char *name, void **function, unsigned long long flags,
                         cudaDriverEntryPointQueryResult *status)
{
  int version = 0;

  cudaDriverGetVersion (&version);
  return cudaGetDriverEntryPointByVersion (name, function, (unsigned)version, flags, status);
}

/* ---- missing calls ---- */

static CUresult
refuse (const char *call, WsLack lack)
{
  WS_DRIVER_ANSWER (ws_runtime_lack (self, call, lack));
}

/* Their arguments are ignored. */
#define WS_LACKS(call, group)               \
  CUresult call (void)                      \
  {                                         \
    return refuse (#call, WS_LACK_##group); \
  }
#include "driver/lacks.def"
#undef WS_LACKS
