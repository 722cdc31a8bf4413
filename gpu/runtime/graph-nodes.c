/* graph-nodes.c: calls that set, query and change the work of a graph's nodes. */
#include "runtime/api.h"
#include "runtime/graph.h"

#include <string.h>

/* ---- from parameters to work ---- */

static cudaError_t
read_memset (const cudaMemsetParams *params, WsWork *work)
{
  if (params->elementSize != 1 && params->elementSize != 2 && params->elementSize != 4)
    return cudaErrorInvalidValue;
  *work = (WsWork){ .type = cudaGraphNodeTypeMemset, .call = "cudaMemset" };
  work->fill = (WsFill){ .to = { (guint64)(guintptr)params->dst, params->pitch, 0 },
                         .width = params->width * params->elementSize,
                         .height = params->height,
                         .depth = 1,
                         .value = params->value,
                         .element = params->elementSize };
  return cudaSuccess;
}

static cudaError_t
read_host (const cudaHostNodeParams *params, WsWork *work)
{
  *work = (WsWork){ .type = cudaGraphNodeTypeHost, .call = "cudaLaunchHostFunc", .host = *params };
  return params->fn != NULL ? cudaSuccess : cudaErrorInvalidValue;
}

static cudaError_t
read_event (cudaGraphNodeType type, cudaEvent_t event, WsWork *work)
{
  *work = (WsWork){ .type = type,
                    .call = type == cudaGraphNodeTypeWaitEvent ? "cudaStreamWaitEvent"
                                                               : "cudaEventRecord",
                    .event = event };
  return event != NULL ? cudaSuccess : cudaErrorInvalidValue;
}

static cudaError_t
read_params (WsRuntime *self, const cudaGraphNodeParams *params, WsWork *work)
{
  switch (params->type)
    {
    case cudaGraphNodeTypeKernel:
      return ws_work_of_kernel (self, &params->kernel, work);
    case cudaGraphNodeTypeMemcpy:
      return ws_work_of_copy (&params->memcpy.copyParams, work);
    case cudaGraphNodeTypeMemset:
      return read_memset (&params->memset, work);
    case cudaGraphNodeTypeHost:
      return read_host (&params->host, work);
    case cudaGraphNodeTypeGraph:
      if (params->graph.graph == NULL)
        return cudaErrorInvalidValue;
      *work = (WsWork){ .type = params->type, .graph = ws_graph_copy (params->graph.graph) };
      return cudaSuccess;
    case cudaGraphNodeTypeEmpty:
      *work = (WsWork){ .type = params->type };
      return cudaSuccess;
    case cudaGraphNodeTypeWaitEvent:
    case cudaGraphNodeTypeEventRecord:
      return read_event (params->type, params->event, work);
    default:
      return cudaErrorNotSupported;
    }
}

/* Where a node is added: its handle, its graph, and its dependencies. */
typedef struct {
  cudaGraphNode_t *node;
  cudaGraph_t graph;
  const cudaGraphNode_t *after;
  gsize n_after;
} Place;

static cudaError_t
add (const Place *place, const cudaGraphNodeParams *params)
{
  WsRuntime *self = ws_runtime_enter ();
  WsWork work = { .type = cudaGraphNodeTypeEmpty };
  cudaError_t error = cudaErrorInvalidValue;

  if (place->node != NULL && place->graph != NULL && (place->after != NULL || place->n_after == 0))
    error = read_params (self, params, &work);
  if (error == cudaSuccess)
    *place->node = ws_graph_add (place->graph, &work, place->after, place->n_after);
  ws_work_clear (&work);
  return ws_runtime_leave (self, error);
}

cudaError_t
cudaGraphAddNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                  const cudaGraphEdgeData *edges, size_t n, cudaGraphNodeParams *params)
{
  return params != NULL ? add (&(Place){ node, graph, after, n }, params)
                        : ws_runtime_leave (ws_runtime_enter (), cudaErrorInvalidValue);
}

/* For the calls of one kind; @field: of cudaGraphNodeParams. */
#define ADD(kind, field, value)                                                    \
  ((value) == NULL ? ws_runtime_leave (ws_runtime_enter (), cudaErrorInvalidValue) \
                   : add (&(Place){ node, graph, after, n },                       \
                          &(cudaGraphNodeParams){ .type = (kind), .field = *(value) }))

cudaError_t
cudaGraphAddKernelNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                        size_t n, const cudaKernelNodeParams *params)
{
  return ADD (cudaGraphNodeTypeKernel, kernel, params);
}

cudaError_t
cudaGraphAddMemcpyNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                        size_t n, const cudaMemcpy3DParms *params)
{
  return ADD (cudaGraphNodeTypeMemcpy, memcpy.copyParams, params);
}

static cudaMemcpy3DParms
parms_of (void *to, const void *from, gsize size, cudaMemcpyKind kind)
{
  return (cudaMemcpy3DParms){ .srcPtr = { (void *)from, size, size, 1 },
                              .dstPtr = { to, size, size, 1 },
                              .extent = { size, 1, 1 },
                              .kind = kind };
}

cudaError_t
cudaGraphAddMemcpyNode1D (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                          size_t n, void *to, const void *from, size_t size, cudaMemcpyKind kind)
{
  cudaMemcpy3DParms parms = parms_of (to, from, size, kind);

  return ADD (cudaGraphNodeTypeMemcpy, memcpy.copyParams, &parms);
}

static cudaError_t
find_symbol (const void *symbol, gsize offset, guint8 **at)
{
  void *pointer = NULL;
  cudaError_t error = cudaGetSymbolAddress (&pointer, symbol);

  *at = (guint8 *)pointer + offset;
  return error;
}

cudaError_t
cudaGraphAddMemcpyNodeToSymbol (cudaGraphNode_t *node, cudaGraph_t graph,
                                const cudaGraphNode_t *after, size_t n, const void *symbol,
                                const void *from, size_t size, size_t offset, cudaMemcpyKind kind)
{
  guint8 *to;
  cudaError_t error = find_symbol (symbol, offset, &to);

  return error != cudaSuccess
             ? error
             : cudaGraphAddMemcpyNode1D (node, graph, after, n, to, from, size, kind);
}

cudaError_t
cudaGraphAddMemcpyNodeFromSymbol (cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *after, size_t n, void *to,
                                  const void *symbol, size_t size, size_t offset,
                                  cudaMemcpyKind kind)
{
  guint8 *from;
  cudaError_t error = find_symbol (symbol, offset, &from);

  return error != cudaSuccess
             ? error
             : cudaGraphAddMemcpyNode1D (node, graph, after, n, to, from, size, kind);
}

cudaError_t
cudaGraphAddMemsetNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                        size_t n, const cudaMemsetParams *params)
{
  return ADD (cudaGraphNodeTypeMemset, memset, params);
}

cudaError_t
cudaGraphAddHostNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                      size_t n, const cudaHostNodeParams *params)
{
  return ADD (cudaGraphNodeTypeHost, host, params);
}

cudaError_t
cudaGraphAddChildGraphNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                            size_t n, cudaGraph_t child)
{
  return ADD (cudaGraphNodeTypeGraph, graph.graph, &child);
}

cudaError_t
cudaGraphAddEmptyNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                       size_t n)
{
  const cudaGraphNodeParams params = { .type = cudaGraphNodeTypeEmpty };

  return add (&(Place){ node, graph, after, n }, &params);
}

cudaError_t
cudaGraphAddEventRecordNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                             size_t n, cudaEvent_t event)
{
  return ADD (cudaGraphNodeTypeEventRecord, event, &event);
}

cudaError_t
cudaGraphAddEventWaitNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                           size_t n, cudaEvent_t event)
{
  return ADD (cudaGraphNodeTypeWaitEvent, event, &event);
}
#undef ADD

/* ---- changes ---- */

static cudaError_t
set (WsGraphNode *node, const cudaGraphNodeParams *params)
{
  WsRuntime *self = ws_runtime_enter ();
  WsWork work = { .type = cudaGraphNodeTypeEmpty };
  cudaError_t error = node != NULL && node->work.type == params->type
                          ? read_params (self, params, &work)
                          : cudaErrorInvalidValue;

  if (error != cudaSuccess)
    return ws_runtime_leave (self, error);
  ws_work_clear (&node->work);
  node->work = work;
  return ws_runtime_leave (self, cudaSuccess);
}

static WsGraphNode *
find (cudaGraphExec_t exec, cudaGraphNode_t node)
{
  return exec != NULL && node != NULL ? ws_graph_find_copy (exec->graph, node) : NULL;
}

#define SET(node, kind, field, value)                                              \
  ((value) == NULL ? ws_runtime_leave (ws_runtime_enter (), cudaErrorInvalidValue) \
                   : set ((node), &(cudaGraphNodeParams){ .type = (kind), .field = *(value) }))

cudaError_t
cudaGraphNodeSetParams (cudaGraphNode_t node, cudaGraphNodeParams *params)
{
  return params != NULL ? set (node, params)
                        : ws_runtime_leave (ws_runtime_enter (), cudaErrorInvalidValue);
}

cudaError_t
cudaGraphExecNodeSetParams (cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNodeParams *params)
{
  return cudaGraphNodeSetParams (find (exec, node), params);
}

cudaError_t
cudaGraphKernelNodeSetParams (cudaGraphNode_t node, const cudaKernelNodeParams *params)
{
  return SET (node, cudaGraphNodeTypeKernel, kernel, params);
}

cudaError_t
cudaGraphExecKernelNodeSetParams (cudaGraphExec_t exec, cudaGraphNode_t node,
                                  const cudaKernelNodeParams *params)
{
  return SET (find (exec, node), cudaGraphNodeTypeKernel, kernel, params);
}

cudaError_t
cudaGraphMemcpyNodeSetParams (cudaGraphNode_t node, const cudaMemcpy3DParms *params)
{
  return SET (node, cudaGraphNodeTypeMemcpy, memcpy.copyParams, params);
}

cudaError_t
cudaGraphExecMemcpyNodeSetParams (cudaGraphExec_t exec, cudaGraphNode_t node,
                                  const cudaMemcpy3DParms *params)
{
  return SET (find (exec, node), cudaGraphNodeTypeMemcpy, memcpy.copyParams, params);
}

cudaError_t
cudaGraphMemcpyNodeSetParams1D (cudaGraphNode_t node, void *to, const void *from, size_t size,
                                cudaMemcpyKind kind)
{
  cudaMemcpy3DParms parms = parms_of (to, from, size, kind);

  return SET (node, cudaGraphNodeTypeMemcpy, memcpy.copyParams, &parms);
}

cudaError_t
cudaGraphExecMemcpyNodeSetParams1D (cudaGraphExec_t exec, cudaGraphNode_t node, void *to,
                                    const void *from, size_t size, cudaMemcpyKind kind)
{
  cudaMemcpy3DParms parms = parms_of (to, from, size, kind);

  return SET (find (exec, node), cudaGraphNodeTypeMemcpy, memcpy.copyParams, &parms);
}

cudaError_t
cudaGraphMemsetNodeSetParams (cudaGraphNode_t node, const cudaMemsetParams *params)
{
  return SET (node, cudaGraphNodeTypeMemset, memset, params);
}

cudaError_t
cudaGraphExecMemsetNodeSetParams (cudaGraphExec_t exec, cudaGraphNode_t node,
                                  const cudaMemsetParams *params)
{
  return SET (find (exec, node), cudaGraphNodeTypeMemset, memset, params);
}

cudaError_t
cudaGraphHostNodeSetParams (cudaGraphNode_t node, const cudaHostNodeParams *params)
{
  return SET (node, cudaGraphNodeTypeHost, host, params);
}

cudaError_t
cudaGraphExecHostNodeSetParams (cudaGraphExec_t exec, cudaGraphNode_t node,
                                const cudaHostNodeParams *params)
{
  return SET (find (exec, node), cudaGraphNodeTypeHost, host, params);
}

cudaError_t
cudaGraphExecChildGraphNodeSetParams (cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraph_t child)
{
  return SET (find (exec, node), cudaGraphNodeTypeGraph, graph.graph, &child);
}
#undef SET

/* ---- queries ---- */

static cudaError_t
check (const WsGraphNode *node, cudaGraphNodeType type, const void *to)
{
  return ws_runtime_leave (
      ws_runtime_enter (),
      node != NULL && node->work.type == type && to != NULL ? cudaSuccess : cudaErrorInvalidValue);
}

/* The arguments are valid until the node is changed. */
cudaError_t
cudaGraphKernelNodeGetParams (cudaGraphNode_t node, cudaKernelNodeParams *params)
{
  cudaError_t error = check (node, cudaGraphNodeTypeKernel, params);
  const WsKernelWork *kernel;
  const GPtrArray *declared;

  if (error != cudaSuccess)
    return error;
  kernel = &node->work.kernel;
  declared = kernel->function->entry->params;
  g_free (node->arguments);
  node->arguments = g_new0 (void *, declared->len + 1);
  for (guint i = 0; i < declared->len; i++)
    node->arguments[i] =
        kernel->params + ((const WsPtxVariable *)g_ptr_array_index (declared, i))->offset;
  *params = (cudaKernelNodeParams){ .func = (void *)kernel->function->host,
                                    .gridDim = kernel->grid,
                                    .blockDim = kernel->block,
                                    .sharedMemBytes = kernel->shared,
                                    .kernelParams = node->arguments };
  return cudaSuccess;
}

static cudaPitchedPtr
pitched_of (const WsPlace *place)
{
  gsize pitch = MAX (place->pitch, 1);

  return (cudaPitchedPtr){ (void *)(guintptr)place->address, place->pitch, place->pitch,
                           MAX (place->slice / pitch, 1) };
}

/* For an array, its memory. */
cudaError_t
cudaGraphMemcpyNodeGetParams (cudaGraphNode_t node, cudaMemcpy3DParms *params)
{
  cudaError_t error = check (node, cudaGraphNodeTypeMemcpy, params);
  const WsCopy *copy;

  if (error != cudaSuccess)
    return error;
  copy = &node->work.copy;
  *params = (cudaMemcpy3DParms){ .srcPtr = pitched_of (&copy->from),
                                 .dstPtr = pitched_of (&copy->to),
                                 .extent = { copy->width, copy->height, copy->depth },
                                 .kind = copy->kind };
  return cudaSuccess;
}

cudaError_t
cudaGraphMemsetNodeGetParams (cudaGraphNode_t node, cudaMemsetParams *params)
{
  cudaError_t error = check (node, cudaGraphNodeTypeMemset, params);
  const WsFill *fill;

  if (error != cudaSuccess)
    return error;
  fill = &node->work.fill;
  *params = (cudaMemsetParams){ .dst = (void *)(guintptr)fill->to.address,
                                .pitch = fill->to.pitch,
                                .value = fill->value,
                                .elementSize = fill->element,
                                .width = fill->width / fill->element,
                                .height = fill->height };
  return cudaSuccess;
}

cudaError_t
cudaGraphHostNodeGetParams (cudaGraphNode_t node, cudaHostNodeParams *params)
{
  cudaError_t error = check (node, cudaGraphNodeTypeHost, params);

  if (error == cudaSuccess)
    *params = node->work.host;
  return error;
}

cudaError_t
cudaGraphChildGraphNodeGetGraph (cudaGraphNode_t node, cudaGraph_t *graph)
{
  cudaError_t error = check (node, cudaGraphNodeTypeGraph, graph);

  if (error == cudaSuccess)
    *graph = node->work.graph;
  return error;
}

cudaError_t
cudaGraphEventRecordNodeGetEvent (cudaGraphNode_t node, cudaEvent_t *event)
{
  cudaError_t error = check (node, cudaGraphNodeTypeEventRecord, event);

  if (error == cudaSuccess)
    *event = node->work.event;
  return error;
}

cudaError_t
cudaGraphEventWaitNodeGetEvent (cudaGraphNode_t node, cudaEvent_t *event)
{
  cudaError_t error = check (node, cudaGraphNodeTypeWaitEvent, event);

  if (error == cudaSuccess)
    *event = node->work.event;
  return error;
}
