/* graph.c: graphs: nodes, copies, and launches. */
#include "runtime/graph.h"

WsGraph *
ws_graph_new (void)
{
  WsGraph *self = g_new0 (WsGraph, 1);

  self->nodes = g_ptr_array_new ();
  return self;
}

static void
node_free (WsGraphNode *self)
{
  ws_work_clear (&self->work);
  g_ptr_array_unref (self->after);
  g_free (self->arguments);
  g_free (self);
}

void
ws_graph_free (WsGraph *self)
{
  for (guint i = 0; i < self->nodes->len; i++)
    node_free (g_ptr_array_index (self->nodes, i));
  g_ptr_array_unref (self->nodes);
  g_free (self);
}

/* Also removes its edges. */
void
ws_graph_remove (WsGraph *self, WsGraphNode *node)
{
  for (guint i = 0; i < self->nodes->len; i++)
    g_ptr_array_remove (((WsGraphNode *)g_ptr_array_index (self->nodes, i))->after, node);
  g_ptr_array_remove (self->nodes, node);
  node_free (node);
}

/**
 * ws_graph_add:
 * @work: the node's work, copied
 * @after: (array length=n_after): nodes of the same graph
 *
 * Returns: (transfer none): the node
 */
WsGraphNode *
ws_graph_add (WsGraph *self, const WsWork *work, const cudaGraphNode_t *after, gsize n_after)
{
  WsGraphNode *node = g_new0 (WsGraphNode, 1);

  node->graph = self;
  node->work = ws_work_copy (work);
  node->after = g_ptr_array_new ();
  for (gsize i = 0; i < n_after; i++)
    g_ptr_array_add (node->after, after[i]);
  g_ptr_array_add (self->nodes, node);
  return node;
}

/* (nullable): the node that corresponds to @origin of another graph */
WsGraphNode *
ws_graph_find_copy (const WsGraph *self, const WsGraphNode *origin)
{
  for (guint i = 0; i < self->nodes->len; i++)
    {
      WsGraphNode *node = g_ptr_array_index (self->nodes, i);

      if (node->origin == origin)
        return node;
    }
  return NULL;
}

/* (transfer full) */
WsGraph *
ws_graph_copy (const WsGraph *self)
{
  WsGraph *copy = ws_graph_new ();
  g_autoptr (GHashTable) copies = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->nodes->len; i++)
    {
      const WsGraphNode *from = g_ptr_array_index (self->nodes, i);
      WsGraphNode *node = ws_graph_add (copy, &from->work, NULL, 0);

      node->origin = (WsGraphNode *)from;
      node->is_off = from->is_off;
      g_hash_table_insert (copies, (gpointer)from, node);
    }
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const WsGraphNode *from = g_ptr_array_index (self->nodes, i);
      WsGraphNode *node = g_ptr_array_index (copy->nodes, i);

      for (guint k = 0; k < from->after->len; k++)
        g_ptr_array_add (node->after,
                         g_hash_table_lookup (copies, g_ptr_array_index (from->after, k)));
    }
  return copy;
}

static gboolean
is_next (const WsGraphNode *node, GHashTable *done)
{
  for (guint i = 0; i < node->after->len; i++)
    if (!g_hash_table_contains (done, g_ptr_array_index (node->after, i)))
      return FALSE;
  return !g_hash_table_contains (done, node);
}

/* (transfer container) (nullable): its nodes in topological order; %NULL if there is a cycle */
static GPtrArray *
sort (const WsGraph *self)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);
  gboolean goes_on = TRUE;

  while (goes_on && sorted->len < self->nodes->len)
    {
      goes_on = FALSE;
      for (guint i = 0; i < self->nodes->len; i++)
        {
          WsGraphNode *node = g_ptr_array_index (self->nodes, i);

          if (!is_next (node, done))
            continue;
          g_hash_table_add (done, node);
          g_ptr_array_add (sorted, node);
          goes_on = TRUE;
        }
    }
  return goes_on ? g_steal_pointer (&sorted) : NULL;
}

gboolean
ws_graph_is_acyclic (const WsGraph *self)
{
  g_autoptr (GPtrArray) sorted = sort (self);

  return sorted != NULL;
}

/**
 * ws_graph_run:
 * @graph: an acyclic graph
 * @stream: the stream of the launch
 *
 * Each node begins when its dependencies have ended, the first ones with the graph; the stream
 * continues when all have ended.
 */
cudaError_t
ws_graph_run (WsRuntime *self, WsGraph *graph, WsStream *stream)
{
  g_autoptr (GPtrArray) sorted = sort (graph);
  guint64 begin = ws_runtime_queue (self, stream, 0);
  guint64 end = begin;
  cudaError_t error = cudaSuccess;

  for (guint i = 0; sorted != NULL && i < sorted->len && error == cudaSuccess; i++)
    {
      WsGraphNode *node = g_ptr_array_index (sorted, i);

      stream->end_ns = begin;
      for (guint k = 0; k < node->after->len; k++)
        stream->end_ns =
            MAX (stream->end_ns, ((WsGraphNode *)g_ptr_array_index (node->after, k))->end_ns);
      if (!node->is_off)
        error = ws_work_run (self, &node->work, stream);
      node->end_ns = stream->end_ns;
      end = MAX (end, node->end_ns);
    }
  stream->end_ns = end;
  return error;
}

/* Memory of a graph lives until the program ends: every launch of the graph uses it. */
void
ws_graph_keep (WsRuntime *self, const void *pointer)
{
  g_hash_table_add (self->kept, (gpointer)pointer);
}

gboolean
ws_graph_keeps (const WsRuntime *self, const void *pointer)
{
  return g_hash_table_contains (self->kept, pointer);
}
