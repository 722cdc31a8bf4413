/* graph.c: graphs: their steps are written to the history when the graph is launched. A graph runs
 * as a whole: the launches in it are not timed one by one, and none of them is captured. */
#include "passing.h"

#include <glib/gi18n.h>

static void
step_free (gpointer step)
{
  g_free (step);
}

/* Returns: (transfer none): the steps of a graph, in the order in which they came */
static GPtrArray *
get_steps (WsPassing *self, gconstpointer graph)
{
  GPtrArray *steps = g_hash_table_lookup (self->graphs, graph);

  if (steps != NULL)
    return steps;
  steps = g_ptr_array_new_with_free_func (step_free);
  g_hash_table_insert (self->graphs, (gpointer)graph, steps);
  return steps;
}

/* Names and titles are the program's kernels' and calls': they stay. */
void
ws_passing_add_to_graph (GPtrArray *graph, const WsStep *step)
{
  g_ptr_array_add (graph, g_memdup2 (step, sizeof *step));
}

static void
add_all (GPtrArray *graph, const GPtrArray *steps)
{
  for (guint i = 0; i < steps->len; i++)
    ws_passing_add_to_graph (graph, g_ptr_array_index (steps, i));
}

/* The graph that a stream is captured into; NULL if it is not. Of the legacy stream CUDA says
 * that with an error, which is not to be the program's. */
static cudaGraph_t
ask_graph (const WsPassing *self, cudaStream_t stream)
{
  int status = 0;
  unsigned long long id = 0;
  cudaGraph_t graph = NULL;

  if (g_hash_table_size (self->sequences) == 0 || (guintptr)stream <= 1
      || WS_REAL (cudaStreamGetCaptureInfo) (stream, &status, &id, &graph, NULL, NULL, NULL)
             != cudaSuccess
      || status != 1)
    return NULL;
  return graph;
}

/* Returns: (transfer none) (nullable): the steps of the graph that a stream is captured into */
GPtrArray *
ws_passing_find_graph (WsPassing *self, cudaStream_t stream)
{
  cudaGraph_t graph = ask_graph (self, stream);

  return graph != NULL ? get_steps (self, graph) : NULL;
}

static void
note_capture (cudaStream_t stream, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();

  if (error == cudaSuccess)
    g_hash_table_add (self->sequences, stream);
  ws_passing_leave (self);
}

/* The graph may have got another handle. */
static cudaError_t
end_capture (cudaStream_t stream, cudaGraph_t *graph,
             cudaError_t (*real) (cudaStream_t, cudaGraph_t *))
{
  WsPassing *self = ws_passing_enter ();
  cudaGraph_t before = ask_graph (self, stream);
  cudaError_t error;

  ws_passing_leave (self);
  error = real (stream, graph);
  self = ws_passing_enter ();
  g_hash_table_remove (self->sequences, stream);
  if (error == cudaSuccess && before != NULL && *graph != before)
    add_all (get_steps (self, *graph), get_steps (self, before));
  ws_passing_leave (self);
  return error;
}

/* Where there was one at the same place, it is gone. */
static void
forget_graph (const cudaGraph_t *graph, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();

  if (error == cudaSuccess)
    g_hash_table_remove (self->graphs, *graph);
  ws_passing_leave (self);
}

static void
note_clone (const cudaGraph_t *clone, gconstpointer graph, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();

  if (error == cudaSuccess)
    {
      g_hash_table_remove (self->graphs, *clone);
      add_all (get_steps (self, *clone), get_steps (self, graph));
    }
  ws_passing_leave (self);
}

/* It can be launched when the graph is there no more. */
static void
note_exec (const cudaGraphExec_t *exec, gconstpointer graph, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();

  if (error == cudaSuccess)
    {
      GPtrArray *steps = g_ptr_array_new_with_free_func (step_free);

      add_all (steps, get_steps (self, graph));
      g_hash_table_insert (self->execs, *exec, steps);
    }
  ws_passing_leave (self);
}

static void
forget_exec (gconstpointer exec, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();

  if (error == cudaSuccess)
    g_hash_table_remove (self->execs, exec);
  ws_passing_leave (self);
}

static void
tell_step (WsPassing *self, const WsStep *step, guint32 stream)
{
  WsStep told = *step;

  told.stream = stream;
  if (step->kind == WS_STEP_LAUNCH && self->n_launches++ == self->capture)
    ws_passing_refuse (self, step->title,
                       _ ("A launch of a graph cannot be captured on a real GPU; on a virtual one "
                          "it can."));
  ws_passing_tell (self, &told);
}

static void
note_launch (gconstpointer exec, cudaStream_t stream, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();
  const GPtrArray *steps = g_hash_table_lookup (self->execs, exec);
  GPtrArray *graph = ws_passing_find_graph (self, stream);

  ws_flight_land (self, error);
  if (error == cudaSuccess && steps != NULL && graph != NULL)
    add_all (graph, steps);
  else if (error == cudaSuccess && steps != NULL)
    for (guint i = 0; i < steps->len; i++)
      tell_step (self, g_ptr_array_index (steps, i), ws_passing_get_stream (self, stream));
  ws_passing_leave (self);
}

/* ---- nodes ---- */

static void
add_kernel (gconstpointer graph, const cudaKernelNodeParams *params, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();
  WsFunction *function =
      error == cudaSuccess ? ws_passing_find_function (self, params->func) : NULL;

  if (function != NULL)
    {
      const WsStep step = ws_passing_describe_launch (self, function, params->gridDim,
                                                      params->blockDim, params->sharedMemBytes);

      ws_passing_add_to_graph (get_steps (self, graph), &step);
    }
  ws_passing_leave (self);
}

static void
add_box (gconstpointer graph, const cudaMemcpy3DParms *params, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();

  if (error == cudaSuccess)
    {
      const WsStep step = ws_passing_describe_box (self, "cudaMemcpy3D", params);

      ws_passing_add_to_graph (get_steps (self, graph), &step);
    }
  ws_passing_leave (self);
}

static void
add_row (gconstpointer graph, const void *to, const void *from, gsize size, cudaMemcpyKind kind,
         cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();
  const WsStep step = ws_passing_describe_copy (self, "cudaMemcpy3D", to, from, size, kind);

  if (error == cudaSuccess)
    ws_passing_add_to_graph (get_steps (self, graph), &step);
  ws_passing_leave (self);
}

static void
add_set (gconstpointer graph, const cudaMemsetParams *params, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();

  if (error == cudaSuccess)
    {
      const WsStep step = ws_passing_describe_set (
          "cudaMemset", params->dst, params->width * params->elementSize * params->height);

      ws_passing_add_to_graph (get_steps (self, graph), &step);
    }
  ws_passing_leave (self);
}

static void
add_event (gconstpointer graph, const char *call, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();

  if (error == cudaSuccess)
    ws_passing_add_to_graph (get_steps (self, graph),
                             &(WsStep){ .kind = WS_STEP_EVENT, .name = (char *)call });
  ws_passing_leave (self);
}

static void
add_child (gconstpointer graph, gconstpointer child, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();

  if (error == cudaSuccess)
    add_all (get_steps (self, graph), get_steps (self, child));
  ws_passing_leave (self);
}

static void
add_any (gconstpointer graph, const cudaGraphNodeParams *params, cudaError_t error)
{
  if (error != cudaSuccess)
    return;
  if (params->type == cudaGraphNodeTypeKernel)
    add_kernel (graph, &params->kernel, error);
  else if (params->type == cudaGraphNodeTypeMemcpy)
    add_box (graph, &params->memcpy.copyParams, error);
  else if (params->type == cudaGraphNodeTypeMemset)
    add_set (graph, &params->memset, error);
  else if (params->type == cudaGraphNodeTypeGraph)
    add_child (graph, params->graph.graph, error);
  else if (params->type == cudaGraphNodeTypeEventRecord)
    add_event (graph, "cudaEventRecord", error);
  else if (params->type == cudaGraphNodeTypeWaitEvent)
    add_event (graph, "cudaStreamWaitEvent", error);
}

/* ---- calls ---- */

WS_WATCH_TWO (cudaStreamBeginCapture, _ptsz, (cudaStream_t stream, int mode), (stream, mode),
              note_capture (stream, error))
WS_WATCH_TWO (cudaStreamBeginCaptureToGraph, _ptsz,
              (cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *after,
               const cudaGraphEdgeData *edges, size_t n, int mode),
              (stream, graph, after, edges, n, mode), note_capture (stream, error))

cudaError_t
cudaStreamEndCapture (cudaStream_t stream, cudaGraph_t *graph)
{
  return end_capture (stream, graph, WS_REAL (cudaStreamEndCapture));
}

WS_API cudaError_t cudaStreamEndCapture_ptsz (cudaStream_t stream, cudaGraph_t *graph);
cudaError_t
cudaStreamEndCapture_ptsz (cudaStream_t stream, cudaGraph_t *graph)
{
  return end_capture (stream, graph, WS_TWIN (cudaStreamEndCapture, _ptsz));
}

#define NODE cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n

WS_WATCH (cudaGraphCreate, (cudaGraph_t * graph, unsigned int flags), (graph, flags),
          forget_graph (graph, error))
WS_WATCH (cudaGraphClone, (cudaGraph_t * clone, cudaGraph_t graph), (clone, graph),
          note_clone (clone, graph, error))
WS_WATCH (cudaGraphDestroy, (cudaGraph_t graph), (graph), forget_graph (&graph, error))
WS_WATCH (cudaGraphInstantiate,
          (cudaGraphExec_t * exec, cudaGraph_t graph, unsigned long long flags),
          (exec, graph, flags), note_exec (exec, graph, error))
WS_WATCH (cudaGraphInstantiateWithFlags,
          (cudaGraphExec_t * exec, cudaGraph_t graph, unsigned long long flags),
          (exec, graph, flags), note_exec (exec, graph, error))
WS_WATCH_TWO (cudaGraphInstantiateWithParams, _ptsz,
              (cudaGraphExec_t * exec, cudaGraph_t graph, cudaGraphInstantiateParams *params),
              (exec, graph, params), note_exec (exec, graph, error))
WS_WATCH (cudaGraphExecUpdate,
          (cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *info),
          (exec, graph, info), note_exec (&exec, graph, error))
WS_WATCH (cudaGraphExecDestroy, (cudaGraphExec_t exec), (exec), forget_exec (exec, error))
WS_WATCH_TWO (cudaGraphLaunch, _ptsz, (cudaGraphExec_t exec, cudaStream_t stream), (exec, stream),
              note_launch (exec, stream, error))
WS_WATCH (cudaGraphAddNode,
          (cudaGraphNode_t * node, cudaGraph_t graph, const cudaGraphNode_t *after,
           const cudaGraphEdgeData *edges, size_t n, cudaGraphNodeParams *params),
          (node, graph, after, edges, n, params), add_any (graph, params, error))
WS_WATCH (cudaGraphAddKernelNode, (NODE, const cudaKernelNodeParams *params),
          (node, graph, after, n, params), add_kernel (graph, params, error))
WS_WATCH (cudaGraphAddMemcpyNode, (NODE, const cudaMemcpy3DParms *params),
          (node, graph, after, n, params), add_box (graph, params, error))
WS_WATCH (cudaGraphAddMemcpyNode1D,
          (NODE, void *to, const void *from, size_t size, cudaMemcpyKind kind),
          (node, graph, after, n, to, from, size, kind),
          add_row (graph, to, from, size, kind, error))
WS_WATCH (cudaGraphAddMemcpyNodeToSymbol,
          (NODE, const void *symbol, const void *from, size_t size, size_t offset,
           cudaMemcpyKind kind),
          (node, graph, after, n, symbol, from, size, offset, kind),
          add_row (graph, NULL, from, size, kind, error))
WS_WATCH (cudaGraphAddMemcpyNodeFromSymbol,
          (NODE, void *to, const void *symbol, size_t size, size_t offset, cudaMemcpyKind kind),
          (node, graph, after, n, to, symbol, size, offset, kind),
          add_row (graph, to, NULL, size, kind, error))
WS_WATCH (cudaGraphAddMemsetNode, (NODE, const cudaMemsetParams *params),
          (node, graph, after, n, params), add_set (graph, params, error))
WS_WATCH (cudaGraphAddChildGraphNode, (NODE, cudaGraph_t child), (node, graph, after, n, child),
          add_child (graph, child, error))
WS_WATCH (cudaGraphAddEventRecordNode, (NODE, cudaEvent_t event), (node, graph, after, n, event),
          add_event (graph, "cudaEventRecord", error))
WS_WATCH (cudaGraphAddEventWaitNode, (NODE, cudaEvent_t event), (node, graph, after, n, event),
          add_event (graph, "cudaStreamWaitEvent", error))
