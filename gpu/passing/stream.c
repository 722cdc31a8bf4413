/* stream.c: streams, events, and what the host waits for. */
#include "passing.h"

static void
note_stream (const cudaStream_t *stream, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();

  if (error == cudaSuccess)
    g_hash_table_insert (self->streams, *stream, GUINT_TO_POINTER (self->n_streams++));
  ws_passing_leave (self);
}

static void
forget_stream (cudaStream_t stream, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();

  if (error == cudaSuccess)
    {
      g_hash_table_remove (self->streams, stream);
      g_hash_table_remove (self->sequences, stream);
    }
  ws_passing_leave (self);
}

static void
note_wait (const char *call, cudaStream_t stream, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();

  ws_flight_land (self, error);
  ws_passing_tell (self, &(WsStep){ .kind = WS_STEP_WAIT,
                                    .name = (char *)call,
                                    .stream = ws_passing_get_stream (self, stream) });
  ws_passing_leave (self);
}

/* In a stream that is captured it says only what comes after it. */
static void
note_event (const char *call, cudaStream_t stream, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();

  if (error == cudaSuccess && ws_passing_find_graph (self, stream) == NULL)
    ws_passing_tell (self, &(WsStep){ .kind = WS_STEP_EVENT,
                                      .name = (char *)call,
                                      .stream = ws_passing_get_stream (self, stream) });
  ws_passing_leave (self);
}

WS_WATCH (cudaStreamCreate, (cudaStream_t * stream), (stream), note_stream (stream, error))
WS_WATCH (cudaStreamCreateWithFlags, (cudaStream_t * stream, unsigned int flags), (stream, flags),
          note_stream (stream, error))
WS_WATCH (cudaStreamCreateWithPriority, (cudaStream_t * stream, unsigned int flags, int priority),
          (stream, flags, priority), note_stream (stream, error))
WS_WATCH (cudaStreamDestroy, (cudaStream_t stream), (stream), forget_stream (stream, error))
WS_WATCH_TWO (cudaStreamSynchronize, _ptsz, (cudaStream_t stream), (stream),
              note_wait ("cudaStreamSynchronize", stream, error))
WS_WATCH (cudaEventSynchronize, (cudaEvent_t event), (event),
          note_wait ("cudaEventSynchronize", NULL, error))
WS_WATCH (cudaDeviceSynchronize, (void), (), note_wait ("cudaDeviceSynchronize", NULL, error))
WS_WATCH_TWO (cudaStreamWaitEvent, _ptsz,
              (cudaStream_t stream, cudaEvent_t event, unsigned int flags), (stream, event, flags),
              note_event ("cudaStreamWaitEvent", stream, error))
WS_WATCH_TWO (cudaEventRecord, _ptsz, (cudaEvent_t event, cudaStream_t stream), (event, stream),
              note_event ("cudaEventRecord", stream, error))
WS_WATCH_TWO (cudaEventRecordWithFlags, _ptsz,
              (cudaEvent_t event, cudaStream_t stream, unsigned int flags), (event, stream, flags),
              note_event ("cudaEventRecordWithFlags", stream, error))
