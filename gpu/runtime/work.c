/* work.c: work of streams: executed or captured. */
#include "runtime/work.h"

#include "runtime/graph.h"

#include <string.h>

/* (transfer full): a deep copy */
WsWork
ws_work_copy (const WsWork *self)
{
  WsWork copy = *self;

  if (self->type == cudaGraphNodeTypeKernel)
    copy.kernel.params = g_memdup2 (self->kernel.params, self->kernel.params_size);
  else if (self->type == cudaGraphNodeTypeGraph)
    copy.graph = ws_graph_copy (self->graph);
  return copy;
}

void
ws_work_clear (WsWork *self)
{
  if (self->type == cudaGraphNodeTypeKernel)
    g_free (self->kernel.params);
  else if (self->type == cudaGraphNodeTypeGraph)
    ws_graph_free (self->graph);
  self->type = cudaGraphNodeTypeEmpty;
}

/* The program's function may call the runtime, also from another thread. */
static cudaError_t
call_host (WsRuntime *self, const WsWork *work, WsStream *stream)
{
  g_rec_mutex_unlock (&self->lock);
  work->host.fn (work->host.userData);
  g_rec_mutex_lock (&self->lock);
  return cudaSuccess;
}

static cudaError_t
run_child (WsRuntime *self, const WsWork *work, WsStream *stream)
{
  return ws_graph_run (self, work->graph, stream);
}

/* Nothing to do: a graph's allocations exist from its creation on. */
static cudaError_t
rest (WsRuntime *self, const WsWork *work, WsStream *stream)
{
  return cudaSuccess;
}

/* Executes it now, as the next in the stream. */
cudaError_t
ws_work_run (WsRuntime *self, const WsWork *work, WsStream *stream)
{
  static cudaError_t (*const doings[]) (WsRuntime *, const WsWork *, WsStream *) = {
    [cudaGraphNodeTypeKernel] = ws_kernel_run,   [cudaGraphNodeTypeMemcpy] = ws_copy_run,
    [cudaGraphNodeTypeMemset] = ws_fill_run,     [cudaGraphNodeTypeHost] = call_host,
    [cudaGraphNodeTypeGraph] = run_child,        [cudaGraphNodeTypeEmpty] = rest,
    [cudaGraphNodeTypeWaitEvent] = ws_event_run, [cudaGraphNodeTypeEventRecord] = ws_event_run,
    [cudaGraphNodeTypeMemAlloc] = rest,          [cudaGraphNodeTypeMemFree] = rest,
  };

  return doings[work->type](self, work, stream);
}
