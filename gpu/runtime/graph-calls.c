/* graph-calls.c: calls that build, inspect and launch graphs. */
#include "runtime/api.h"
#include "runtime/graph.h"
#include "runtime/sequence.h"

#include <glib/gi18n.h>
#include <string.h>

static cudaError_t
answer (cudaError_t error)
{
  return ws_runtime_leave (ws_runtime_enter (), error);
}

/* ---- graphs ---- */

cudaError_t
cudaGraphCreate (cudaGraph_t *graph, unsigned int flags)
{
  if (graph == NULL || flags != 0)
    return answer (cudaErrorInvalidValue);
  *graph = ws_graph_new ();
  return answer (cudaSuccess);
}

cudaError_t
cudaGraphDestroy (cudaGraph_t graph)
{
  if (graph == NULL)
    return answer (cudaErrorInvalidValue);
  ws_graph_free (graph);
  return answer (cudaSuccess);
}

cudaError_t
cudaGraphClone (cudaGraph_t *clone, cudaGraph_t graph)
{
  if (clone == NULL || graph == NULL)
    return answer (cudaErrorInvalidValue);
  *clone = ws_graph_copy (graph);
  return answer (cudaSuccess);
}

cudaError_t
cudaGraphNodeFindInClone (cudaGraphNode_t *node, cudaGraphNode_t original, cudaGraph_t clone)
{
  if (node == NULL || original == NULL || clone == NULL)
    return answer (cudaErrorInvalidValue);
  *node = ws_graph_find_copy (clone, original);
  return answer (*node != NULL ? cudaSuccess : cudaErrorInvalidValue);
}

/* For all calls that list something: @n is the capacity, then the number listed; without @to, only
 * the total. */
static cudaError_t
list (const GPtrArray *found, gpointer *to, gsize *n)
{
  gsize room;

  if (n == NULL)
    return answer (cudaErrorInvalidValue);
  room = *n;
  for (gsize i = 0; to != NULL && i < room; i++)
    to[i] = i < found->len ? g_ptr_array_index (found, i) : NULL;
  *n = to != NULL ? MIN (room, found->len) : found->len;
  return answer (cudaSuccess);
}

cudaError_t
cudaGraphGetNodes (cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n)
{
  return graph != NULL ? list (graph->nodes, (gpointer *)nodes, n) : answer (cudaErrorInvalidValue);
}

cudaError_t
cudaGraphGetRootNodes (cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n)
{
  g_autoptr (GPtrArray) roots = g_ptr_array_new ();

  if (graph == NULL)
    return answer (cudaErrorInvalidValue);
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      WsGraphNode *node = g_ptr_array_index (graph->nodes, i);

      if (node->after->len == 0)
        g_ptr_array_add (roots, node);
    }
  return list (roots, (gpointer *)nodes, n);
}

static void
clear_edges (cudaGraphEdgeData *edges, const gsize *n)
{
  if (edges != NULL && n != NULL)
    memset (edges, 0, *n * sizeof *edges);
}

cudaError_t
cudaGraphGetEdges (cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                   cudaGraphEdgeData *edges, size_t *n)
{
  g_autoptr (GPtrArray) ends = g_ptr_array_new ();
  g_autoptr (GPtrArray) begins = g_ptr_array_new ();
  gsize room = n != NULL ? *n : 0;

  if (graph == NULL || (from == NULL) != (to == NULL))
    return answer (cudaErrorInvalidValue);
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      WsGraphNode *node = g_ptr_array_index (graph->nodes, i);

      for (guint k = 0; k < node->after->len; k++)
        {
          g_ptr_array_add (begins, g_ptr_array_index (node->after, k));
          g_ptr_array_add (ends, node);
        }
    }
  clear_edges (edges, n);
  if (to != NULL)
    list (ends, (gpointer *)to, &room);
  return list (begins, (gpointer *)from, n);
}

cudaError_t
cudaGraphNodeGetDependencies (cudaGraphNode_t node, cudaGraphNode_t *nodes,
                              cudaGraphEdgeData *edges, size_t *n)
{
  clear_edges (edges, n);
  return node != NULL ? list (node->after, (gpointer *)nodes, n) : answer (cudaErrorInvalidValue);
}

cudaError_t
cudaGraphNodeGetDependentNodes (cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                cudaGraphEdgeData *edges, size_t *n)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  if (node == NULL)
    return answer (cudaErrorInvalidValue);
  for (guint i = 0; i < node->graph->nodes->len; i++)
    {
      WsGraphNode *other = g_ptr_array_index (node->graph->nodes, i);

      if (g_ptr_array_find (other->after, node, NULL))
        g_ptr_array_add (found, other);
    }
  clear_edges (edges, n);
  return list (found, (gpointer *)nodes, n);
}

static gboolean
has (const WsGraph *graph, const WsGraphNode *node)
{
  return node != NULL && g_ptr_array_find (graph->nodes, node, NULL);
}

cudaError_t
cudaGraphAddDependencies (cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                          const cudaGraphEdgeData *edges, size_t n)
{
  for (gsize i = 0; i < n; i++)
    {
      if (graph == NULL || !has (graph, from[i]) || !has (graph, to[i]) || from[i] == to[i]
          || g_ptr_array_find (to[i]->after, from[i], NULL))
        return answer (cudaErrorInvalidValue);
      g_ptr_array_add (to[i]->after, from[i]);
    }
  return answer (cudaSuccess);
}

cudaError_t
cudaGraphRemoveDependencies (cudaGraph_t graph, const cudaGraphNode_t *from,
                             const cudaGraphNode_t *to, const cudaGraphEdgeData *edges, size_t n)
{
  for (gsize i = 0; i < n; i++)
    if (graph == NULL || !has (graph, to[i]) || !g_ptr_array_remove (to[i]->after, from[i]))
      return answer (cudaErrorInvalidValue);
  return answer (cudaSuccess);
}

cudaError_t
cudaGraphDestroyNode (cudaGraphNode_t node)
{
  if (node == NULL)
    return answer (cudaErrorInvalidValue);
  ws_graph_remove (node->graph, node);
  return answer (cudaSuccess);
}

cudaError_t
cudaGraphNodeGetType (cudaGraphNode_t node, cudaGraphNodeType *type)
{
  if (node == NULL || type == NULL)
    return answer (cudaErrorInvalidValue);
  *type = node->work.type;
  return answer (cudaSuccess);
}

/* ---- launches ---- */

static cudaError_t
instantiate (const char *call, cudaGraphExec_t *exec, cudaGraph_t graph, guint64 flags)
{
  WsRuntime *self = ws_runtime_enter ();

  if (exec == NULL || graph == NULL || !ws_graph_is_acyclic (graph))
    return ws_runtime_leave (self, cudaErrorInvalidValue);
  if ((flags & WS_GRAPH_DEVICE_LAUNCH) != 0)
    return ws_runtime_leave (
        self,
        ws_runtime_refuse (self, call, _ ("%s: kernels that launch graphs are not supported.")));
  *exec = g_new0 (struct _WsGraphExec, 1);
  (*exec)->graph = ws_graph_copy (graph);
  (*exec)->flags = flags;
  return ws_runtime_leave (self, cudaSuccess);
}

cudaError_t
cudaGraphInstantiate (cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
  return instantiate (__func__, exec, graph, flags);
}

cudaError_t
cudaGraphInstantiateWithFlags (cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
  return instantiate (__func__, exec, graph, flags);
}

cudaError_t
cudaGraphInstantiateWithParams (cudaGraphExec_t *exec, cudaGraph_t graph,
                                cudaGraphInstantiateParams *params)
{
  cudaError_t error;

  if (params == NULL)
    return answer (cudaErrorInvalidValue);
  error = instantiate (__func__, exec, graph, params->flags);
  params->result_out = error != cudaSuccess; /* cudaGraphInstantiateSuccess, -Error */
  params->errNode_out = NULL;
  return error;
}

cudaError_t
cudaGraphExecGetFlags (cudaGraphExec_t exec, unsigned long long *flags)
{
  if (exec == NULL || flags == NULL)
    return answer (cudaErrorInvalidValue);
  *flags = exec->flags;
  return answer (cudaSuccess);
}

cudaError_t
cudaGraphExecDestroy (cudaGraphExec_t exec)
{
  if (exec == NULL)
    return answer (cudaErrorInvalidValue);
  ws_graph_free (exec->graph);
  g_free (exec);
  return answer (cudaSuccess);
}

/* In a captured stream, it becomes a node of that graph. */
cudaError_t
cudaGraphLaunch (cudaGraphExec_t exec, cudaStream_t stream)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (
      self,
      exec != NULL ? ws_runtime_submit (
          self, &(WsWork){ .type = cudaGraphNodeTypeGraph, .call = __func__, .graph = exec->graph },
          stream, FALSE)
                   : cudaErrorInvalidValue);
}

cudaError_t
cudaGraphUpload (cudaGraphExec_t exec, cudaStream_t stream)
{
  return answer (exec != NULL ? cudaSuccess : cudaErrorInvalidValue);
}

/* cudaGraphExecUpdateResult */
enum { UPDATED, FAILED, OTHER_TOPOLOGY, OTHER_TYPE };

static gboolean
is_after_the_same (const WsGraph *old, const WsGraph *new, guint index)
{
  const GPtrArray *a = ((const WsGraphNode *)g_ptr_array_index (old->nodes, index))->after;
  const GPtrArray *b = ((const WsGraphNode *)g_ptr_array_index (new->nodes, index))->after;

  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    {
      guint x = 0;
      guint y = 0;

      g_ptr_array_find (old->nodes, g_ptr_array_index (a, i), &x);
      g_ptr_array_find (new->nodes, g_ptr_array_index (b, i), &y);
      if (x != y)
        return FALSE;
    }
  return TRUE;
}

static void
compare (const WsGraph *old, const WsGraph *new, cudaGraphExecUpdateResultInfo *info)
{
  *info = (cudaGraphExecUpdateResultInfo){ .result = UPDATED };
  if (old->nodes->len != new->nodes->len)
    info->result = OTHER_TOPOLOGY;
  for (guint i = 0; info->result == UPDATED && i < new->nodes->len; i++)
    {
      const WsGraphNode *before = g_ptr_array_index (old->nodes, i);
      WsGraphNode *node = g_ptr_array_index (new->nodes, i);

      if (before->work.type != node->work.type)
        info->result = OTHER_TYPE;
      else if (!is_after_the_same (old, new, i))
        info->result = OTHER_TOPOLOGY;
      else if (node->work.type == cudaGraphNodeTypeGraph)
        compare (before->work.graph, node->work.graph, info);
      if (info->result != UPDATED)
        info->errorNode = node;
    }
}

cudaError_t
cudaGraphExecUpdate (cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *info)
{
  WsRuntime *self = ws_runtime_enter ();
  cudaGraphExecUpdateResultInfo found;

  if (exec == NULL || graph == NULL)
    return ws_runtime_leave (self, cudaErrorInvalidValue);
  compare (exec->graph, graph, &found);
  if (info != NULL)
    *info = found;
  if (found.result != UPDATED)
    return ws_runtime_leave (self, cudaErrorGraphExecUpdateFailure);
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      WsGraphNode *node = g_ptr_array_index (exec->graph->nodes, i);

      ws_work_clear (&node->work);
      node->work = ws_work_copy (&((const WsGraphNode *)g_ptr_array_index (graph->nodes, i))->work);
    }
  return ws_runtime_leave (self, cudaSuccess);
}

cudaError_t
cudaGraphNodeSetEnabled (cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int is_enabled)
{
  WsGraphNode *own = exec != NULL ? ws_graph_find_copy (exec->graph, node) : NULL;

  if (own == NULL)
    return answer (cudaErrorInvalidValue);
  own->is_off = is_enabled == 0;
  return answer (cudaSuccess);
}

cudaError_t
cudaGraphNodeGetEnabled (cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int *is_enabled)
{
  const WsGraphNode *own = exec != NULL ? ws_graph_find_copy (exec->graph, node) : NULL;

  if (own == NULL || is_enabled == NULL)
    return answer (cudaErrorInvalidValue);
  *is_enabled = !own->is_off;
  return answer (cudaSuccess);
}
