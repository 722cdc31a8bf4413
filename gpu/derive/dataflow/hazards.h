/* hazards.h: the values of a block's dataflow that a check reported as racing or uninitialised.
 *
 * A check marks the instructions of a finding (see #WsEventFlags); the other side of a race follows
 * from the dataflow: a value that another thread wrote, or wrote over, with nothing to put the two
 * in order. Where lanes of an instruction race with another warp, lanes that race only within their
 * own warp are not marked: the wider race says more.
 */
#pragma once

#include "dataflow/dataflow.h"

G_BEGIN_DECLS

/**
 * WsHazard:
 * @node: index of the dataflow node that took the value
 * @source: index of the node whose value it took; %WS_NONE if several threads wrote @node itself at
 * once
 * @finding: index of the finding of the run that is about it
 *
 * A value that was taken while it might have been a different one.
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
 * When a finding first occurred in the block.
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
 * The hazards of a block.
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
