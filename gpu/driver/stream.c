/* stream.c: streams and events, and graphs captured from streams. */
#include "driver/api.h"
#include "driver/driver-private.h"

#include "runtime/api.h"
#include "runtime/steps.h"

CUresult
cuStreamCreate (CUstream *stream, unsigned int flags)
{
  WS_DRIVER_CALL (cudaStreamCreateWithFlags (stream, flags));
}

CUresult
cuStreamCreateWithPriority (CUstream *stream, unsigned int flags, int priority)
{
  WS_DRIVER_CALL (cudaStreamCreateWithPriority (stream, flags, priority));
}

CUresult
cuStreamDestroy_v2 (CUstream stream)
{
  WS_DRIVER_CALL (cudaStreamDestroy (stream));
}

static cudaError_t
wait_for (WsRuntime *self, const char *call, CUstream handle)
{
  WsStream *stream = ws_runtime_get_stream (self, handle);

  return stream != NULL ? ws_stream_wait (self, call, stream) : cudaErrorInvalidResourceHandle;
}

CUresult
cuStreamSynchronize (CUstream stream)
{
  WS_DRIVER_CALL (wait_for (self, __func__, stream));
}

CUresult
cuStreamQuery (CUstream stream)
{
  WS_DRIVER_CALL (cudaStreamQuery (stream));
}

CUresult
cuStreamWaitEvent (CUstream stream, CUevent event, unsigned int flags)
{
  WS_DRIVER_CALL (ws_stream_await (self, __func__, stream, event));
}

CUresult
cuStreamGetFlags (CUstream stream, unsigned int *flags)
{
  WS_DRIVER_CALL (cudaStreamGetFlags (stream, flags));
}

CUresult
cuStreamGetPriority (CUstream stream, int *priority)
{
  WS_DRIVER_CALL (cudaStreamGetPriority (stream, priority));
}

CUresult
cuStreamGetId (CUstream stream, unsigned long long *id)
{
  WS_DRIVER_CALL (cudaStreamGetId (stream, id));
}

CUresult
cuStreamGetDevice (CUstream stream, CUdevice *device)
{
  WS_DRIVER_CALL (cudaStreamGetDevice (stream, device));
}

CUresult
cuStreamAttachMemAsync (CUstream stream, CUdeviceptr address, size_t size, unsigned int flags)
{
  WS_DRIVER_CALL (cudaStreamAttachMemAsync (stream, NULL, size, flags));
}

CUresult
cuStreamCopyAttributes (CUstream to, CUstream from)
{
  WS_DRIVER_CALL (cudaStreamCopyAttributes (to, from));
}

CUresult
cuStreamGetAttribute (CUstream stream, int attribute, void *value)
{
  WS_DRIVER_CALL (cudaStreamGetAttribute (stream, attribute, value));
}

CUresult
cuStreamSetAttribute (CUstream stream, int attribute, const void *value)
{
  WS_DRIVER_CALL (cudaStreamSetAttribute (stream, attribute, value));
}

/* Whether to call the program: all earlier work in the stream is done. */
static cudaError_t
check_callback (WsRuntime *self, CUstream handle, CUstreamCallback callback)
{
  WsStream *stream = ws_runtime_get_stream (self, handle);

  if (stream == NULL)
    return cudaErrorInvalidResourceHandle;
  if (callback == NULL)
    return cudaErrorInvalidValue;
  return stream->sequence != NULL ? ws_runtime_wait (self, stream) : cudaSuccess;
}

static CUresult
begin_callback (CUstream stream, CUstreamCallback callback)
{
  WS_DRIVER_CALL (check_callback (self, stream, callback));
}

/* The program's function runs without the lock: it may wait for another thread. */
CUresult
cuStreamAddCallback (CUstream stream, CUstreamCallback callback, void *user_data,
                     unsigned int flags)
{
  CUresult result = begin_callback (stream, callback);

  if (result == CUDA_SUCCESS)
    callback (stream, CUDA_SUCCESS, user_data);
  return result;
}

/* ---- events ---- */

CUresult
cuEventCreate (CUevent *event, unsigned int flags)
{
  WS_DRIVER_CALL (cudaEventCreateWithFlags (event, flags));
}

CUresult
cuEventDestroy_v2 (CUevent event)
{
  WS_DRIVER_CALL (cudaEventDestroy (event));
}

CUresult
cuEventRecord (CUevent event, CUstream stream)
{
  WS_DRIVER_CALL (ws_event_record (self, __func__, event, stream));
}

CUresult
cuEventRecordWithFlags (CUevent event, CUstream stream, unsigned int flags)
{
  WS_DRIVER_CALL (ws_event_record (self, __func__, event, stream));
}

CUresult
cuEventQuery (CUevent event)
{
  WS_DRIVER_CALL (cudaEventQuery (event));
}

CUresult
cuEventSynchronize (CUevent event)
{
  WS_DRIVER_CALL (ws_event_wait (self, __func__, event));
}

CUresult
cuEventElapsedTime (float *milliseconds, CUevent from, CUevent to)
{
  WS_DRIVER_CALL (cudaEventElapsedTime (milliseconds, from, to));
}

CUresult
cuEventElapsedTime_v2 (float *milliseconds, CUevent from, CUevent to)
{
  WS_DRIVER_CALL (cudaEventElapsedTime (milliseconds, from, to));
}

/* ---- captured streams ---- */

CUresult
cuStreamBeginCapture_v2 (CUstream stream, int mode)
{
  WS_DRIVER_CALL (cudaStreamBeginCapture (stream, mode));
}

CUresult
cuStreamEndCapture (CUstream stream, CUgraph *graph)
{
  WS_DRIVER_CALL (cudaStreamEndCapture (stream, graph));
}

CUresult
cuStreamIsCapturing (CUstream stream, int *status)
{
  WS_DRIVER_CALL (cudaStreamIsCapturing (stream, status));
}

CUresult
cuStreamGetCaptureInfo_v2 (CUstream stream, int *status, unsigned long long *id, CUgraph *graph,
                           const CUgraphNode **after, size_t *n)
{
  WS_DRIVER_CALL (cudaStreamGetCaptureInfo (stream, status, id, graph, after, NULL, n));
}

CUresult
cuStreamGetCaptureInfo_v3 (CUstream stream, int *status, unsigned long long *id, CUgraph *graph,
                           const CUgraphNode **after, const cudaGraphEdgeData **edges, size_t *n)
{
  WS_DRIVER_CALL (cudaStreamGetCaptureInfo (stream, status, id, graph, after, edges, n));
}

CUresult
cuThreadExchangeStreamCaptureMode (int *mode)
{
  WS_DRIVER_CALL (cudaThreadExchangeStreamCaptureMode (mode));
}

CUresult
cuGraphInstantiateWithFlags (CUgraphExec *exec, CUgraph graph, unsigned long long flags)
{
  WS_DRIVER_CALL (cudaGraphInstantiate (exec, graph, flags));
}

CUresult
cuGraphLaunch (CUgraphExec exec, CUstream stream)
{
  WS_DRIVER_CALL (cudaGraphLaunch (exec, stream));
}

CUresult
cuGraphUpload (CUgraphExec exec, CUstream stream)
{
  WS_DRIVER_CALL (cudaGraphUpload (exec, stream));
}

CUresult
cuGraphExecDestroy (CUgraphExec exec)
{
  WS_DRIVER_CALL (cudaGraphExecDestroy (exec));
}

CUresult
cuGraphDestroy (CUgraph graph)
{
  WS_DRIVER_CALL (cudaGraphDestroy (graph));
}
