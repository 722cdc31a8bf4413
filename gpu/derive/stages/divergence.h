/* divergence.h: the divergence of one warp over its events: path, guard and the reconvergence
 * stack. */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

/**
 * WsPath:
 * @mask: lanes of this path, a bit each
 * @pc: site where they go on; of the top entry, the event's own site
 * @reconverge: site where they meet the others, %WS_NONE at the bottom
 *
 * One entry of the stack: lanes that wait for (or run on) a path until they reach @reconverge.
 */
typedef struct {
  guint32 mask;
  guint32 pc;
  guint32 reconverge;
} WsPath;

/**
 * WsWarpTrace:
 * @events: (array length=n_events): indices, within the block's events, of the warp's own
 * @depth: (array length=n_events): stack depth while each executes: 1 where the warp is whole
 * @stage: per event, if the trace was made with stages
 */
typedef struct {
  guint warp;
  guint32 *events;
  guint n_events;
  guint8 *depth;
  guint max_depth;
  guint32 *first_path; /* into paths, n_events + 1 of them: the stack at each event, bottom first */
  WsPath *paths;
  gsize n_paths;
} WsWarpTrace;

WsWarpTrace *ws_warp_trace_new (const WsRun *run, guint launch, guint block, guint warp);
void ws_warp_trace_free (WsWarpTrace *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsWarpTrace, ws_warp_trace_free)

G_END_DECLS
