/* stream.c: streams and events. */
#include "runtime/api.h"
#include "runtime/sequence.h"
#include "runtime/steps.h"

#include <glib/gi18n.h>
#include <string.h>

#define IS_NON_BLOCKING 1u /* cudaStreamNonBlocking */
#define HAS_NO_TIMING   2u /* cudaEventDisableTiming */

static void
tell (WsRuntime *self, WsStepKind kind, const char *call, const WsStream *stream, guint64 begin)
{
  ws_runtime_tell (self, &(WsStep){ .kind = kind,
                                    .name = (char *)call,
                                    .stream = stream != NULL ? stream->id : 0,
                                    .begin_ns = begin });
}

static cudaError_t
create_stream (WsRuntime *self, cudaStream_t *handle, guint flags, int priority)
{
  WsStream *stream;

  if (handle == NULL || flags > IS_NON_BLOCKING)
    return cudaErrorInvalidValue;
  stream = g_new0 (WsStream, 1);
  stream->id = self->n_streams++;
  stream->flags = flags;
  stream->priority = priority;
  stream->waits = flags == 0;
  g_ptr_array_add (self->streams, stream);
  *handle = stream;
  return cudaSuccess;
}

cudaError_t
cudaStreamCreate (cudaStream_t *stream)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, create_stream (self, stream, 0, 0));
}

cudaError_t
cudaStreamCreateWithFlags (cudaStream_t *stream, unsigned int flags)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, create_stream (self, stream, flags, 0));
}

cudaError_t
cudaStreamCreateWithPriority (cudaStream_t *stream, unsigned int flags, int priority)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, create_stream (self, stream, flags, priority));
}

cudaError_t
cudaStreamDestroy (cudaStream_t handle)
{
  WsRuntime *self = ws_runtime_enter ();
  WsStream *stream = ws_runtime_get_stream (self, handle);

  if (stream == NULL || stream->id == 0)
    return ws_runtime_leave (self, cudaErrorInvalidResourceHandle);
  if (stream->sequence != NULL)
    stream->sequence->is_broken = TRUE;
  g_ptr_array_remove (self->streams, stream);
  return ws_runtime_leave (self, cudaSuccess);
}

/**
 * ws_runtime_wait:
 * @stream: (nullable): the stream to wait for; %NULL for all streams
 *
 * Returns: a kernel's error
 */
cudaError_t
ws_runtime_wait (WsRuntime *self, WsStream *stream)
{
  cudaError_t error = ws_sequence_forbid_wait (self, stream);

  if (error != cudaSuccess)
    return error;
  for (guint i = 0; i < self->streams->len; i++)
    {
      const WsStream *each = g_ptr_array_index (self->streams, i);

      if (stream == NULL || stream == each)
        self->host_ns = MAX (self->host_ns, each->end_ns);
    }
  self->is_broken = self->left_error != cudaSuccess;
  return self->left_error;
}

/**
 * ws_stream_wait:
 * @call: as in "cudaStreamSynchronize"
 * @stream: (nullable): the stream to wait for; %NULL for the device
 */
cudaError_t
ws_stream_wait (WsRuntime *self, const char *call, WsStream *stream)
{
  cudaError_t error = ws_runtime_wait (self, stream);

  tell (self, WS_STEP_WAIT, call, stream, self->host_ns);
  return error;
}

cudaError_t
cudaStreamSynchronize (cudaStream_t handle)
{
  WsRuntime *self = ws_runtime_enter ();
  WsStream *stream = ws_runtime_get_stream (self, handle);

  return ws_runtime_leave (self, stream != NULL ? ws_stream_wait (self, __func__, stream)
                                                : cudaErrorInvalidResourceHandle);
}

cudaError_t
cudaDeviceSynchronize (void)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, ws_stream_wait (self, __func__, NULL));
}

/* Work is always done by the time of a query. */
cudaError_t
cudaStreamQuery (cudaStream_t handle)
{
  WsRuntime *self = ws_runtime_enter ();
  WsStream *stream = ws_runtime_get_stream (self, handle);

  return ws_runtime_leave (self, stream != NULL ? ws_runtime_wait (self, stream)
                                                : cudaErrorInvalidResourceHandle);
}

/**
 * ws_stream_await:
 * @call: as in "cudaStreamWaitEvent"
 * @handle: a stream
 * @event: the event it waits for
 */
cudaError_t
ws_stream_await (WsRuntime *self, const char *call, cudaStream_t handle, cudaEvent_t event)
{
  WsStream *stream = ws_runtime_get_stream (self, handle);

  if (stream == NULL || event == NULL)
    return cudaErrorInvalidResourceHandle;
  if (stream->sequence != NULL || ws_sequence_is_open (self, event->sequence))
    return ws_sequence_join (self, stream, event);
  return ws_event_run (
      self, &(WsWork){ .type = cudaGraphNodeTypeWaitEvent, .call = call, .event = event }, stream);
}

cudaError_t
cudaStreamWaitEvent (cudaStream_t handle, cudaEvent_t event, unsigned int flags)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, ws_stream_await (self, __func__, handle, event));
}

cudaError_t
cudaStreamGetFlags (cudaStream_t handle, unsigned int *flags)
{
  WsRuntime *self = ws_runtime_enter ();
  const WsStream *stream = ws_runtime_get_stream (self, handle);

  if (stream == NULL || flags == NULL)
    return ws_runtime_leave (self, stream == NULL ? cudaErrorInvalidResourceHandle
                                                  : cudaErrorInvalidValue);
  *flags = stream->flags;
  return ws_runtime_leave (self, cudaSuccess);
}

cudaError_t
cudaStreamGetPriority (cudaStream_t handle, int *priority)
{
  WsRuntime *self = ws_runtime_enter ();
  const WsStream *stream = ws_runtime_get_stream (self, handle);

  if (stream == NULL || priority == NULL)
    return ws_runtime_leave (self, stream == NULL ? cudaErrorInvalidResourceHandle
                                                  : cudaErrorInvalidValue);
  *priority = stream->priority;
  return ws_runtime_leave (self, cudaSuccess);
}

cudaError_t
cudaStreamGetId (cudaStream_t handle, unsigned long long *id)
{
  WsRuntime *self = ws_runtime_enter ();
  const WsStream *stream = ws_runtime_get_stream (self, handle);

  if (stream == NULL || id == NULL)
    return ws_runtime_leave (self, stream == NULL ? cudaErrorInvalidResourceHandle
                                                  : cudaErrorInvalidValue);
  *id = stream->id;
  return ws_runtime_leave (self, cudaSuccess);
}

cudaError_t
cudaStreamGetDevice (cudaStream_t handle, int *device)
{
  WsRuntime *self = ws_runtime_enter ();

  if (ws_runtime_get_stream (self, handle) == NULL || device == NULL)
    return ws_runtime_leave (self, cudaErrorInvalidValue);
  *device = 0;
  return ws_runtime_leave (self, cudaSuccess);
}

/* Everything before it is done; nothing after it has been submitted. */
cudaError_t
cudaStreamAddCallback (cudaStream_t handle, cudaStreamCallback_t callback, void *user_data,
                       unsigned int flags)
{
  WsRuntime *self = ws_runtime_enter ();
  const WsStream *stream = ws_runtime_get_stream (self, handle);
  cudaError_t left = self->left_error;

  if (stream == NULL || callback == NULL)
    return ws_runtime_leave (self, cudaErrorInvalidValue);
  if (stream->sequence != NULL)
    return ws_runtime_leave (self, ws_runtime_wait (self, (WsStream *)stream));
  ws_runtime_leave (self, cudaSuccess);
  callback (handle, left, user_data);
  return cudaSuccess;
}

cudaError_t
cudaLaunchHostFunc (cudaStream_t stream, cudaHostFn_t function, void *user_data)
{
  WsRuntime *self = ws_runtime_enter ();
  const WsWork work = { .type = cudaGraphNodeTypeHost,
                        .call = __func__,
                        .host = { function, user_data } };

  return ws_runtime_leave (self, function != NULL ? ws_runtime_submit (self, &work, stream, FALSE)
                                                  : cudaErrorInvalidValue);
}

cudaError_t
cudaStreamAttachMemAsync (cudaStream_t handle, void *pointer, size_t size, unsigned int flags)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, ws_runtime_get_stream (self, handle) != NULL
                                     ? cudaSuccess
                                     : cudaErrorInvalidResourceHandle);
}

/* ---- events ---- */

static cudaError_t
create_event (cudaEvent_t *event, guint flags)
{
  if (event == NULL)
    return cudaErrorInvalidValue;
  *event = g_new0 (WsRuntimeEvent, 1);
  (*event)->flags = flags;
  return cudaSuccess;
}

cudaError_t
cudaEventCreate (cudaEvent_t *event)
{
  return ws_runtime_leave (ws_runtime_enter (), create_event (event, 0));
}

cudaError_t
cudaEventCreateWithFlags (cudaEvent_t *event, unsigned int flags)
{
  return ws_runtime_leave (ws_runtime_enter (), create_event (event, flags));
}

cudaError_t
cudaEventDestroy (cudaEvent_t event)
{
  WsRuntime *self = ws_runtime_enter ();

  if (event != NULL)
    g_clear_pointer (&event->nodes, g_ptr_array_unref);
  g_free (event);
  return ws_runtime_leave (self, event != NULL ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

/* Two events with nothing between them differ by the time of an event, as with a real GPU. */
cudaError_t
ws_event_run (WsRuntime *self, const WsWork *work, WsStream *stream)
{
  cudaEvent_t event = work->event;

  if (work->type == cudaGraphNodeTypeWaitEvent)
    stream->end_ns = MAX (stream->end_ns, event->time_ns);
  else
    {
      ws_runtime_queue (self, stream, self->options.spec->event_ns);
      event->time_ns = stream->end_ns;
      event->is_recorded = TRUE;
    }
  tell (self, WS_STEP_EVENT, work->call, stream, stream->end_ns);
  return cudaSuccess;
}

/* In a captured stream it only marks dependencies. */
cudaError_t
ws_event_record (WsRuntime *self, const char *call, cudaEvent_t event, cudaStream_t handle)
{
  WsStream *stream = ws_runtime_get_stream (self, handle);

  if (stream == NULL || event == NULL)
    return cudaErrorInvalidResourceHandle;
  g_clear_pointer (&event->nodes, g_ptr_array_unref);
  event->sequence = stream->sequence;
  if (stream->sequence == NULL)
    return ws_event_run (
        self, &(WsWork){ .type = cudaGraphNodeTypeEventRecord, .call = call, .event = event },
        stream);
  event->nodes = g_ptr_array_copy (stream->last, NULL, NULL);
  return cudaSuccess;
}

cudaError_t
cudaEventRecord (cudaEvent_t event, cudaStream_t stream)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, ws_event_record (self, __func__, event, stream));
}

cudaError_t
cudaEventRecordWithFlags (cudaEvent_t event, cudaStream_t stream, unsigned int flags)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, ws_event_record (self, __func__, event, stream));
}

static cudaError_t
wait_for_event (WsRuntime *self, cudaEvent_t event)
{
  if (event == NULL)
    return cudaErrorInvalidResourceHandle;
  if (event->sequence != NULL)
    {
      if (ws_sequence_is_open (self, event->sequence))
        event->sequence->is_broken = TRUE;
      return cudaErrorCapturedEvent;
    }
  self->host_ns = MAX (self->host_ns, event->time_ns);
  self->is_broken = self->left_error != cudaSuccess;
  return self->left_error;
}

cudaError_t
cudaEventQuery (cudaEvent_t event)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, wait_for_event (self, event));
}

/* The host waits for it, by a call such as "cudaEventSynchronize". */
cudaError_t
ws_event_wait (WsRuntime *self, const char *call, cudaEvent_t event)
{
  cudaError_t error = wait_for_event (self, event);

  tell (self, WS_STEP_WAIT, call, NULL, self->host_ns);
  return error;
}

cudaError_t
cudaEventSynchronize (cudaEvent_t event)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, ws_event_wait (self, __func__, event));
}

cudaError_t
cudaEventElapsedTime (float *milliseconds, cudaEvent_t from, cudaEvent_t to)
{
  WsRuntime *self = ws_runtime_enter ();

  if (milliseconds == NULL)
    return ws_runtime_leave (self, cudaErrorInvalidValue);
  if (from == NULL || to == NULL || !from->is_recorded || !to->is_recorded
      || ((from->flags | to->flags) & HAS_NO_TIMING) != 0)
    return ws_runtime_leave (self, cudaErrorInvalidResourceHandle);
  *milliseconds = (float)(((double)to->time_ns - (double)from->time_ns) / 1e6);
  return ws_runtime_leave (self, cudaSuccess);
}

/* ---- attributes ---- */

static cudaError_t
check_attribute (WsRuntime *self, cudaStream_t handle, int attribute, const void *value,
                 WsStream **stream)
{
  *stream = ws_runtime_get_stream (self, handle);
  if (*stream == NULL)
    return cudaErrorInvalidResourceHandle;
  return value == NULL || attribute <= 0 || attribute >= WS_STREAM_ATTRIBUTES
             ? cudaErrorInvalidValue
             : cudaSuccess;
}

/* They are hints: the program gets back what it set. */
cudaError_t
cudaStreamSetAttribute (cudaStream_t handle, int attribute, const void *value)
{
  WsRuntime *self = ws_runtime_enter ();
  WsStream *stream;
  cudaError_t error = check_attribute (self, handle, attribute, value, &stream);

  if (error == cudaSuccess)
    memcpy (stream->attributes[attribute], value, sizeof stream->attributes[attribute]);
  return ws_runtime_leave (self, error);
}

cudaError_t
cudaStreamGetAttribute (cudaStream_t handle, int attribute, void *value)
{
  WsRuntime *self = ws_runtime_enter ();
  WsStream *stream;
  cudaError_t error = check_attribute (self, handle, attribute, value, &stream);

  if (error == cudaSuccess)
    memcpy (value, stream->attributes[attribute], sizeof stream->attributes[attribute]);
  return ws_runtime_leave (self, error);
}

cudaError_t
cudaStreamCopyAttributes (cudaStream_t to, cudaStream_t from)
{
  WsRuntime *self = ws_runtime_enter ();
  WsStream *target = ws_runtime_get_stream (self, to);
  const WsStream *source = ws_runtime_get_stream (self, from);

  if (target == NULL || source == NULL)
    return ws_runtime_leave (self, cudaErrorInvalidResourceHandle);
  memmove (target->attributes, source->attributes, sizeof target->attributes);
  return ws_runtime_leave (self, cudaSuccess);
}
