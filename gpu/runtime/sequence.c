/* sequence.c: captured streams: their work becomes a graph. After "CUDA C++ Programming Guide",
 * Creating a Graph Using Stream Capture. */
#include "runtime/api.h"
#include "runtime/graph.h"
#include "runtime/sequence.h"

enum { GLOBAL, THREAD_LOCAL, RELAXED }; /* cudaStreamCaptureMode */
enum { NONE, ACTIVE, INVALIDATED };     /* cudaStreamCaptureStatus */
#define REPLACES 1u                     /* cudaStreamSetCaptureDependencies */

static _Thread_local int thread_mode = GLOBAL;

gboolean
ws_sequence_is_open (const WsRuntime *self, const WsSequence *sequence)
{
  return sequence != NULL && g_ptr_array_find (self->sequences, sequence, NULL);
}

cudaError_t
ws_sequence_add (WsRuntime *self, WsStream *stream, const WsWork *work)
{
  WsGraphNode *node;

  if (stream->sequence->is_broken)
    return cudaErrorStreamCaptureInvalidated;
  node = ws_graph_add (stream->sequence->graph, work, (cudaGraphNode_t *)stream->last->pdata,
                       stream->last->len);
  g_ptr_array_set_size (stream->last, 0);
  g_ptr_array_add (stream->last, node);
  return cudaSuccess;
}

/* Work in the default stream would have to wait for captured streams, which do nothing now. */
cudaError_t
ws_sequence_check_legacy (WsRuntime *self, const WsStream *stream)
{
  cudaError_t error = cudaSuccess;

  for (guint i = 1; stream->id == 0 && i < self->streams->len; i++)
    {
      const WsStream *other = g_ptr_array_index (self->streams, i);

      if (other->sequence == NULL || !other->waits)
        continue;
      other->sequence->is_broken = TRUE;
      error = cudaErrorStreamCaptureImplicit;
    }
  return error;
}

static cudaError_t
break_all (WsRuntime *self, gboolean spares_relaxed)
{
  cudaError_t error = cudaSuccess;

  for (guint i = 0; i < self->sequences->len; i++)
    {
      WsSequence *sequence = g_ptr_array_index (self->sequences, i);

      if (spares_relaxed && sequence->mode == RELAXED)
        continue;
      sequence->is_broken = TRUE;
      error = cudaErrorStreamCaptureUnsupported;
    }
  return error;
}

/**
 * ws_runtime_submit:
 * @work: the work
 * @handle: in which stream
 * @waits: whether the host waits for it
 *
 * Does it, or adds it to the graph if the stream is being captured.
 */
cudaError_t
ws_runtime_submit (WsRuntime *self, const WsWork *work, cudaStream_t handle, gboolean waits)
{
  WsStream *stream = ws_runtime_get_stream (self, handle);
  cudaError_t error;

  if (stream == NULL)
    return cudaErrorInvalidResourceHandle;
  if (self->left_error != cudaSuccess)
    return ws_runtime_wait (self, stream);
  if (stream->sequence != NULL)
    return waits ? ws_runtime_wait (self, stream) : ws_sequence_add (self, stream, work);
  error = ws_sequence_check_legacy (self, stream);
  if (error == cudaSuccess)
    error = ws_work_run (self, work, stream);
  return error == cudaSuccess && waits ? ws_runtime_wait (self, stream) : error;
}

/* A call that may wait for the device, as cudaMalloc() does. */
cudaError_t
ws_sequence_forbid (WsRuntime *self)
{
  return thread_mode == RELAXED ? cudaSuccess : break_all (self, TRUE);
}

/* The host waits for a stream, or for all: not possible for captured ones. */
cudaError_t
ws_sequence_forbid_wait (WsRuntime *self, const WsStream *stream)
{
  if (stream == NULL)
    return break_all (self, FALSE);
  if (stream->sequence == NULL)
    return cudaSuccess;
  stream->sequence->is_broken = TRUE;
  return cudaErrorStreamCaptureUnsupported;
}

static void
add_last (WsStream *stream, const GPtrArray *nodes)
{
  for (guint i = 0; i < nodes->len; i++)
    if (!g_ptr_array_find (stream->last, g_ptr_array_index (nodes, i), NULL))
      g_ptr_array_add (stream->last, g_ptr_array_index (nodes, i));
}

static void
enter (WsStream *stream, WsSequence *sequence)
{
  stream->sequence = sequence;
  g_clear_pointer (&stream->last, g_ptr_array_unref);
  stream->last = g_ptr_array_new ();
}

/**
 * ws_sequence_join:
 * @stream: the stream that waits
 * @event: the event
 *
 * For a captured stream or event: the stream joins the capture.
 */
cudaError_t
ws_sequence_join (WsRuntime *self, WsStream *stream, const WsRuntimeEvent *event)
{
  if (!ws_sequence_is_open (self, event->sequence))
    {
      if (event->sequence == NULL && !event->is_recorded)
        return cudaSuccess;
      stream->sequence->is_broken = TRUE;
      return cudaErrorStreamCaptureIsolation;
    }
  if (stream->id == 0)
    {
      event->sequence->is_broken = TRUE;
      return cudaErrorStreamCaptureImplicit;
    }
  if (stream->sequence == NULL)
    enter (stream, event->sequence);
  if (stream->sequence != event->sequence)
    {
      stream->sequence->is_broken = event->sequence->is_broken = TRUE;
      return cudaErrorStreamCaptureMerge;
    }
  add_last (stream, event->nodes);
  return cudaSuccess;
}

static cudaError_t
begin (WsRuntime *self, cudaStream_t handle, WsGraph *graph, int mode)
{
  WsStream *stream = ws_runtime_get_stream (self, handle);
  WsSequence *sequence;

  if (stream == NULL)
    return cudaErrorInvalidResourceHandle;
  if (mode < GLOBAL || mode > RELAXED)
    return cudaErrorInvalidValue;
  if (stream->id == 0)
    return cudaErrorStreamCaptureUnsupported;
  if (stream->sequence != NULL)
    return cudaErrorIllegalState;
  sequence = g_new0 (WsSequence, 1);
  *sequence = (WsSequence){ .graph = graph != NULL ? graph : ws_graph_new (),
                            .n_before = graph != NULL ? graph->nodes->len : 0,
                            .is_given = graph != NULL,
                            .origin = stream,
                            .mode = mode,
                            .id = ++self->n_sequences };
  g_ptr_array_add (self->sequences, sequence);
  enter (stream, sequence);
  return cudaSuccess;
}

/* Whether all captured work precedes the end of the stream where the capture began. */
static gboolean
is_joined (const WsStream *origin)
{
  const GPtrArray *nodes = origin->sequence->graph->nodes;
  g_autoptr (GHashTable) before = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < nodes->len; i++)
    {
      const WsGraphNode *node = g_ptr_array_index (nodes, i);

      for (guint k = 0; k < node->after->len; k++)
        g_hash_table_add (before, g_ptr_array_index (node->after, k));
    }
  for (guint i = origin->sequence->n_before; i < nodes->len; i++)
    {
      gpointer node = g_ptr_array_index (nodes, i);

      if (!g_hash_table_contains (before, node) && !g_ptr_array_find (origin->last, node, NULL))
        return FALSE;
    }
  return TRUE;
}

static void
leave (WsRuntime *self, WsSequence *sequence)
{
  for (guint i = 0; i < self->streams->len; i++)
    {
      WsStream *stream = g_ptr_array_index (self->streams, i);

      if (stream->sequence != sequence)
        continue;
      stream->sequence = NULL;
      g_clear_pointer (&stream->last, g_ptr_array_unref);
    }
  g_ptr_array_remove (self->sequences, sequence);
}

static cudaError_t
end (WsRuntime *self, cudaStream_t handle, cudaGraph_t *graph)
{
  WsStream *stream = ws_runtime_get_stream (self, handle);
  WsSequence *sequence = stream != NULL ? stream->sequence : NULL;
  cudaError_t error;

  if (graph == NULL || stream == NULL)
    return stream == NULL ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue;
  *graph = NULL;
  if (sequence == NULL)
    return cudaErrorIllegalState;
  if (sequence->origin != stream)
    return cudaErrorStreamCaptureUnmatched;
  error = sequence->is_broken   ? cudaErrorStreamCaptureInvalidated
          : !is_joined (stream) ? cudaErrorStreamCaptureUnjoined
                                : cudaSuccess;
  if (error == cudaSuccess)
    *graph = sequence->graph;
  else if (!sequence->is_given)
    ws_graph_free (sequence->graph);
  leave (self, sequence);
  return error;
}

cudaError_t
cudaStreamBeginCapture (cudaStream_t stream, int mode)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, begin (self, stream, NULL, mode));
}

cudaError_t
cudaStreamBeginCaptureToGraph (cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *after,
                               const cudaGraphEdgeData *edges, size_t n, int mode)
{
  WsRuntime *self = ws_runtime_enter ();
  cudaError_t error = graph != NULL ? begin (self, stream, graph, mode) : cudaErrorInvalidValue;

  for (gsize i = 0; error == cudaSuccess && i < n; i++)
    g_ptr_array_add (stream->last, after[i]);
  return ws_runtime_leave (self, error);
}

cudaError_t
cudaStreamEndCapture (cudaStream_t stream, cudaGraph_t *graph)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, end (self, stream, graph));
}

static int
get_status (const WsStream *stream)
{
  return stream->sequence == NULL ? NONE : stream->sequence->is_broken ? INVALIDATED : ACTIVE;
}

cudaError_t
cudaStreamIsCapturing (cudaStream_t handle, int *status)
{
  WsRuntime *self = ws_runtime_enter ();
  const WsStream *stream = ws_runtime_get_stream (self, handle);

  if (stream == NULL || status == NULL)
    return ws_runtime_leave (self, stream == NULL ? cudaErrorInvalidResourceHandle
                                                  : cudaErrorInvalidValue);
  *status = get_status (stream);
  return ws_runtime_leave (self, cudaSuccess);
}

cudaError_t
cudaStreamGetCaptureInfo (cudaStream_t handle, int *status, unsigned long long *id,
                          cudaGraph_t *graph, const cudaGraphNode_t **after,
                          const cudaGraphEdgeData **edges, size_t *n)
{
  WsRuntime *self = ws_runtime_enter ();
  const WsStream *stream = ws_runtime_get_stream (self, handle);

  if (stream == NULL || status == NULL)
    return ws_runtime_leave (self, stream == NULL ? cudaErrorInvalidResourceHandle
                                                  : cudaErrorInvalidValue);
  *status = get_status (stream);
  if (edges != NULL)
    *edges = NULL;
  if (*status == ACTIVE && id != NULL)
    *id = stream->sequence->id;
  if (*status == ACTIVE && graph != NULL)
    *graph = stream->sequence->graph;
  if (*status == ACTIVE && after != NULL)
    *after = (const cudaGraphNode_t *)stream->last->pdata;
  if (*status == ACTIVE && n != NULL)
    *n = stream->last->len;
  return ws_runtime_leave (self, cudaSuccess);
}

cudaError_t
cudaStreamUpdateCaptureDependencies (cudaStream_t handle, cudaGraphNode_t *after,
                                     const cudaGraphEdgeData *edges, size_t n, unsigned int flags)
{
  WsRuntime *self = ws_runtime_enter ();
  WsStream *stream = ws_runtime_get_stream (self, handle);

  if (stream == NULL || stream->sequence == NULL)
    return ws_runtime_leave (self, stream == NULL ? cudaErrorInvalidResourceHandle
                                                  : cudaErrorIllegalState);
  if (flags == REPLACES)
    g_ptr_array_set_size (stream->last, 0);
  for (gsize i = 0; i < n; i++)
    g_ptr_array_add (stream->last, after[i]);
  return ws_runtime_leave (self, cudaSuccess);
}

cudaError_t
cudaThreadExchangeStreamCaptureMode (int *mode)
{
  WsRuntime *self = ws_runtime_enter ();
  int before = thread_mode;

  if (mode == NULL || *mode < GLOBAL || *mode > RELAXED)
    return ws_runtime_leave (self, cudaErrorInvalidValue);
  thread_mode = *mode;
  *mode = before;
  return ws_runtime_leave (self, cudaSuccess);
}
