/* dataflow.h: the dataflow graph of one block: which value was computed from which.
 *
 * Derived solely from the block's events, accesses and the register lists of its sites. Each lane's
 * registers are tracked from the loads that fill them to the store that writes them out: a stored
 * value is a node with an edge from each node that contributed to it. A shuffle is an edge between
 * lanes. Once stored, a register stands for the node that it was stored as, so that `v += s[t +
 * 16]; s[t] = v; v += s[t + 8]; s[t] = v` is two nodes of two sources, not one of two and one of
 * three; but a value that is copied unchanged between cells of shared memory is still that of the
 * first. Addresses and branch conditions carry no data; the sources of a value's address, such as
 * the bin of a histogram, are kept as its choosers.
 */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

/**
 * WsNode:
 * @space: where the cell is; %WS_SPACE_NONE for a register value produced by a shuffle or redux
 * @address: of the cell in its space; for %WS_SPACE_NONE, the thread's index in the block
 * @value: its bits
 * @event: event, within the block's, that stored it; %WS_NONE for a value that was there before (an
 * input)
 * @load_event: event that first read one of its sources; @event where there is none
 * @told: event at which it appears if a stage is shown as one step: @event, clamped to the span
 * from the beginning of its stage to its telling instant; set by ws_stages_new()
 * @thread: thread of the block that stored it; %WS_NONE for an input
 * @stage: stage that stored it; set by ws_stages_new()
 * @version: number of earlier nodes of this cell
 * @op_site: site of the last instruction that combined two of its sources, %WS_NONE if nothing
 * did
 * @first_edge: into WsDataflow.edges: its sources
 * @n_edges: number of sources
 * @n_choosers: nodes that its address was computed from; they follow its sources in
 * WsDataflow.edges
 * @width_bytes: of the cell
 * @value_type: a #WsValueType
 * @reaches_result: whether a result of the block, or the address of one, depends on it
 * @n_loaded: of an input: vector elements of the load that first read it
 * @is_packed: whether it is two 32-bit numbers packed into one of 64
 * @is_atomic: whether an atomic left it behind
 * @is_shuffled: whether a shuffle brought one of its sources from another lane
 * @has_value: whether @value is known: values that no access recorded, such as the result of an
 * atomic, are known only if they can be computed from the values read
 */
typedef struct {
  guint64 address;
  guint64 value;
  guint32 event;
  guint32 load_event;
  guint32 told;
  guint32 thread;
  guint32 stage;
  guint32 version;
  guint32 op_site;
  guint32 first_edge;
  guint32 n_edges;
  guint8 space;
  guint8 width_bytes;
  guint8 value_type;
  guint8 n_loaded;
  guint8 n_choosers;
  guint8 reaches_result : 1;
  guint8 is_packed : 1;
  guint8 has_value : 1;
  guint8 is_atomic : 1;
  guint8 is_shuffled : 1;
} WsNode;

/**
 * WsDataflow:
 * @nodes: (array length=n_nodes): in the order of their events; inputs where they were first read
 * @edges: (array length=n_edges): node indices, each node's sources side by side, in the order in
 * which they were read
 * @results: (array length=n_results): nodes that the block stored to global memory and did not
 * overwrite, except in a buffer that serves as scratch memory, if another buffer receives the
 * results
 * @shared_base: lowest shared address that a node has, and
 * @shared_end: one past the highest; 0 if there is none
 * @truncated: whether tracking stopped after tens of millions of steps: the nodes end there
 */
typedef struct {
  WsNode *nodes;
  guint n_nodes;
  guint32 *edges;
  guint n_edges;
  guint32 *results;
  guint n_results;
  guint64 shared_base;
  guint64 shared_end;
  guint element_bytes; /* most frequent width of a node, for cell numbers */
  gboolean truncated;
} WsDataflow;

WsDataflow *ws_dataflow_new (const WsRun *run, guint launch, guint block);
void ws_dataflow_free (WsDataflow *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsDataflow, ws_dataflow_free)

G_END_DECLS
