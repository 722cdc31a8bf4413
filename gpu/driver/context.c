/* context.c: contexts: a stack of contexts per thread. All are of the one device, and share its
 * resources. */
#include "driver/api.h"
#include "driver/driver-private.h"

#include "runtime/api.h"
#include "runtime/steps.h"

#define API_VERSION 3020

static struct _WsContext primary;
static guint n_retained; /* references to the primary one; under the lock */
static guint n_contexts;
static _Thread_local GPtrArray *stack; /* the last one is current */

static CUcontext
get_current (void)
{
  return stack != NULL && stack->len > 0 ? g_ptr_array_index (stack, stack->len - 1) : NULL;
}

/* Returns: whether the thread has a current context */
gboolean
ws_context_is_there (void)
{
  return get_current () != NULL;
}

static cudaError_t
push (CUcontext context)
{
  if (context == NULL)
    return cudaErrorInvalidValue;
  if (stack == NULL)
    stack = g_ptr_array_new ();
  g_ptr_array_add (stack, context);
  return cudaSuccess;
}

static CUcontext
pop (void)
{
  CUcontext context = get_current ();

  if (context != NULL)
    g_ptr_array_set_size (stack, (int)stack->len - 1);
  return context;
}

static cudaError_t
check (CUdevice device, const void *to)
{
  return device != 0 ? cudaErrorInvalidDevice : to == NULL ? cudaErrorInvalidValue : cudaSuccess;
}

/* ---- the primary one ---- */

static cudaError_t
retain (CUcontext *context, CUdevice device)
{
  cudaError_t error = check (device, context);

  if (error != cudaSuccess)
    return error;
  n_retained++;
  *context = &primary;
  return cudaSuccess;
}

CUresult
cuDevicePrimaryCtxRetain (CUcontext *context, CUdevice device)
{
  WS_DRIVER_ANSWER (retain (context, device));
}

static cudaError_t
release (CUdevice device)
{
  if (device != 0 || n_retained == 0)
    return device != 0 ? cudaErrorInvalidDevice : cudaErrorDeviceUninitialized;
  n_retained--;
  return cudaSuccess;
}

CUresult
cuDevicePrimaryCtxRelease_v2 (CUdevice device)
{
  WS_DRIVER_ANSWER (release (device));
}

CUresult
cuDevicePrimaryCtxReset_v2 (CUdevice device)
{
  WS_DRIVER_ANSWER (device == 0 ? ws_runtime_wait (self, NULL) : cudaErrorInvalidDevice);
}

static cudaError_t
get_state (const WsRuntime *self, CUdevice device, unsigned int *flags, int *is_active)
{
  cudaError_t error = check (device, flags);

  if (error != cudaSuccess || is_active == NULL)
    return error != cudaSuccess ? error : cudaErrorInvalidValue;
  *flags = primary.flags;
  *is_active = n_retained > 0 || self->is_linked;
  return cudaSuccess;
}

CUresult
cuDevicePrimaryCtxGetState (CUdevice device, unsigned int *flags, int *is_active)
{
  WS_DRIVER_ANSWER (get_state (self, device, flags, is_active));
}

static cudaError_t
set_flags (CUdevice device, unsigned int flags)
{
  if (device != 0)
    return cudaErrorInvalidDevice;
  primary.flags = flags;
  return cudaSuccess;
}

CUresult
cuDevicePrimaryCtxSetFlags_v2 (CUdevice device, unsigned int flags)
{
  WS_DRIVER_ANSWER (set_flags (device, flags));
}

/* ---- others ---- */

static cudaError_t
create (CUcontext *context, unsigned int flags, CUdevice device)
{
  cudaError_t error = check (device, context);

  if (error != cudaSuccess)
    return error;
  *context = g_new0 (struct _WsContext, 1);
  (*context)->id = ++n_contexts;
  (*context)->flags = flags;
  return push (*context);
}

CUresult
cuCtxCreate_v2 (CUcontext *context, unsigned int flags, CUdevice device)
{
  WS_DRIVER_ANSWER (create (context, flags, device));
}

/* Of CUDA 11.4: its SM count is a hint. */
CUresult
cuCtxCreate_v3 (CUcontext *context, void *affinity, int n, unsigned int flags, CUdevice device)
{
  WS_DRIVER_ANSWER (create (context, flags, device));
}

CUresult
cuCtxCreate_v4 (CUcontext *context, void *params, unsigned int flags, CUdevice device)
{
  WS_DRIVER_ANSWER (create (context, flags, device));
}

static cudaError_t
destroy (CUcontext context)
{
  if (context == NULL || context == &primary)
    return cudaErrorDeviceUninitialized;
  if (context == get_current ())
    pop ();
  g_free (context);
  return cudaSuccess;
}

CUresult
cuCtxDestroy_v2 (CUcontext context)
{
  WS_DRIVER_ANSWER (destroy (context));
}

/* ---- the current one ---- */

static cudaError_t
give_current (const WsRuntime *self, CUcontext *context)
{
  if (context == NULL)
    return cudaErrorInvalidValue;
  *context = get_current ();
  if (*context == NULL && self->is_linked)
    *context = &primary;
  return cudaSuccess;
}

CUresult
cuCtxGetCurrent (CUcontext *context)
{
  WS_DRIVER_ANSWER (give_current (self, context));
}

static cudaError_t
set_current (CUcontext context)
{
  pop ();
  return context != NULL ? push (context) : cudaSuccess;
}

CUresult
cuCtxSetCurrent (CUcontext context)
{
  WS_DRIVER_ANSWER (set_current (context));
}

CUresult
cuCtxPushCurrent_v2 (CUcontext context)
{
  WS_DRIVER_ANSWER (push (context));
}

static cudaError_t
pop_current (CUcontext *context)
{
  CUcontext popped = pop ();

  if (context != NULL)
    *context = popped;
  return popped != NULL ? cudaSuccess : cudaErrorDeviceUninitialized;
}

CUresult
cuCtxPopCurrent_v2 (CUcontext *context)
{
  WS_DRIVER_ANSWER (pop_current (context));
}

/* ---- queries ---- */

CUresult
cuCtxGetDevice (CUdevice *device)
{
  WS_DRIVER_CALL (cudaGetDevice (device));
}

CUresult
cuCtxGetDevice_v2 (CUdevice *device, CUcontext context)
{
  WS_DRIVER_CALL (cudaGetDevice (device));
}

CUresult
cuCtxSynchronize (void)
{
  WS_DRIVER_CALL (ws_stream_wait (self, __func__, NULL));
}

CUresult
cuCtxSynchronize_v2 (CUcontext context)
{
  WS_DRIVER_CALL (ws_stream_wait (self, "cuCtxSynchronize", NULL));
}

static cudaError_t
give (unsigned int *to, unsigned int value)
{
  if (to == NULL)
    return cudaErrorInvalidValue;
  *to = value;
  return cudaSuccess;
}

CUresult
cuCtxGetApiVersion (CUcontext context, unsigned int *version)
{
  WS_DRIVER_CALL (give (version, API_VERSION));
}

CUresult
cuCtxGetFlags (unsigned int *flags)
{
  WS_DRIVER_CALL (give (flags, get_current () != NULL ? get_current ()->flags : 0));
}

static cudaError_t
get_id (CUcontext context, unsigned long long *id)
{
  CUcontext meant = context != NULL ? context : get_current ();

  if (id == NULL)
    return cudaErrorInvalidValue;
  *id = meant != NULL ? meant->id : 0;
  return cudaSuccess;
}

CUresult
cuCtxGetId (CUcontext context, unsigned long long *id)
{
  WS_DRIVER_CALL (get_id (context, id));
}

CUresult
cuCtxGetLimit (size_t *value, int limit)
{
  WS_DRIVER_CALL (cudaDeviceGetLimit (value, limit));
}

CUresult
cuCtxSetLimit (int limit, size_t value)
{
  WS_DRIVER_CALL (cudaDeviceSetLimit (limit, value));
}

CUresult
cuCtxGetCacheConfig (int *config)
{
  WS_DRIVER_CALL (cudaDeviceGetCacheConfig (config));
}

CUresult
cuCtxSetCacheConfig (int config)
{
  WS_DRIVER_CALL (cudaDeviceSetCacheConfig (config));
}

CUresult
cuCtxGetStreamPriorityRange (int *least, int *greatest)
{
  WS_DRIVER_CALL (cudaDeviceGetStreamPriorityRange (least, greatest));
}

CUresult
cuCtxResetPersistingL2Cache (void)
{
  WS_DRIVER_CALL (cudaSuccess);
}

static cudaError_t
get_of_stream (WsRuntime *self, CUstream stream, CUcontext *context)
{
  return ws_runtime_get_stream (self, stream) != NULL ? give_current (self, context)
                                                      : cudaErrorInvalidResourceHandle;
}

CUresult
cuStreamGetCtx (CUstream stream, CUcontext *context)
{
  WS_DRIVER_CALL (get_of_stream (self, stream, context));
}

/* There are no green contexts. */
CUresult
cuStreamGetCtx_v2 (CUstream stream, CUcontext *context, void **green)
{
  if (green != NULL)
    *green = NULL;
  return cuStreamGetCtx (stream, context);
}
