/* hazards.h: which values of a block's data flow a check found to be racing, or never written.
 *
 * A check marks the instructions that did what a finding says (see #WsEventFlags); what they raced
 * with is read off the data flow: a value that another thread wrote, or wrote over, with nothing to
 * put the two in order. Where lanes of an instruction race with another warp, those of them that
 * only race within their own are not marked: what races farther apart says more.
 */
#pragma once

#include "dataflow/dataflow.h"

G_BEGIN_DECLS

/**
 * WsHazard:
 * @node: index of a node of the data flow: it took the value
 * @source: index of the node whose value that is; %WS_NONE where it is @node itself that was
 * written by several at once
 * @finding: index of the finding of the run that is about it
 *
 * A value that was taken while it may have been another one.
 */
typedef struct {
  guint32 node;
  guint32 source;
  guint32 finding;
} WsHazard;

/**
 * WsInstant:
 * @event: index of an event, within the block's
 * @finding: index of the finding of the run that is about it
 *
 * When the block first did what a finding says.
 */
typedef struct {
  guint32 event;
  guint32 finding;
} WsInstant;

/**
 * WsHazards:
 * @items: (array length=n_items): by node, then by source
 * @instants: (array length=n_instants): by event; one at most for each finding
 *
 * Those of a block.
 */
typedef struct _WsHazards {
  WsHazard *items;
  guint n_items;
  WsInstant *instants;
  guint n_instants;
} WsHazards;

WsHazards *ws_hazards_new (const WsRun *run, guint launch, guint block, const WsDataflow *flow);
void ws_hazards_free (WsHazards *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsHazards, ws_hazards_free)

const WsHazard *ws_hazards_find (const WsHazards *self, guint32 node);
gboolean ws_hazards_has_edge (const WsHazards *self, guint32 source, guint32 node);
guint32 ws_hazards_find_event (const WsRun *run, guint finding);

G_END_DECLS
