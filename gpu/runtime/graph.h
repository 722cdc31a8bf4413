/* graph.h: CUDA graphs: work and its dependencies. */
#pragma once

#include "runtime/work.h"

G_BEGIN_DECLS

/**
 * WsGraphNode:
 * @graph: that it is in
 * @work: what it does
 * @after: (element-type WsGraphNode): nodes that it depends on
 * @origin: (nullable): in a copied graph, the original node
 * @arguments: (nullable): of a kernel, for cudaGraphKernelNodeGetParams()
 * @is_off: whether it is disabled
 * @end_ns: when it ended last
 */
typedef struct _WsGraphNode WsGraphNode;
struct _WsGraphNode {
  cudaGraph_t graph;
  WsWork work;
  GPtrArray *after;
  cudaGraphNode_t origin;
  void **arguments;
  gboolean is_off;
  guint64 end_ns;
};

/* @nodes: WsGraphNode, as they were added */
typedef struct _WsGraph WsGraph;
struct _WsGraph {
  GPtrArray *nodes;
};

#define WS_GRAPH_DEVICE_LAUNCH 4u /* cudaGraphInstantiateFlagDeviceLaunch */

/* An executable graph: its own copy of the graph. */
struct _WsGraphExec {
  cudaGraph_t graph;
  guint64 flags;
};

WsGraph *ws_graph_new (void);
WsGraph *ws_graph_copy (const WsGraph *self);
void ws_graph_free (WsGraph *self);
void ws_graph_remove (WsGraph *self, WsGraphNode *node);
WsGraphNode *ws_graph_add (WsGraph *self, const WsWork *work, const cudaGraphNode_t *after,
                           gsize n_after);
WsGraphNode *ws_graph_find_copy (const WsGraph *self, const WsGraphNode *origin);
gboolean ws_graph_is_acyclic (const WsGraph *self);
cudaError_t ws_graph_run (WsRuntime *self, WsGraph *graph, WsStream *stream);
void ws_graph_keep (WsRuntime *self, const void *pointer);
gboolean ws_graph_keeps (const WsRuntime *self, const void *pointer);

G_END_DECLS
