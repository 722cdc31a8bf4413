/* divergence.h: the divergence of one warp over its events: path, guard and the reconvergence
 * stack. */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

/**
 * WsPath:
 * @mask: lanes of this path, a bit each
 * @pc: site where they resume; of the top entry, the event's own site
 * @reconverge: reconvergence site, %WS_NONE at the bottom
 *
 * An entry of the reconvergence stack: lanes that run a path, or wait for one, until they reach
 * @reconverge.
 */
typedef struct {
  guint32 mask;
  guint32 pc;
  guint32 reconverge;
} WsPath;

/**
 * WsWarpTrace:
 * @events: (array length=n_events): indices, within the block's events, of the warp's own
 * @depth: (array length=n_events): stack depth at each event: 1 if the warp is converged
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
