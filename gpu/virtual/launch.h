/* launch.h: a launch on the virtual GPU. */
#pragma once

#include "clock/block-sampling.h"
#include "clock/op-costs.h"
#include "clock/traffic.h"

G_BEGIN_DECLS

/**
 * WsVirtualLaunch:
 * @state: what its blocks share
 * @record: (nullable): what is recorded
 * @costs: what each operation costs; borrowed
 * @issued: (out): warp instructions issued, over all blocks
 * @children: (element-type WsChild) (nullable): receives the child grids of its kernel, by block,
 * in launch order; their times are relative to the launch
 *
 * A launch; the other members are ws_launch_run()'s.
 */
typedef struct {
  WsLaunchState state;
  const WsRecordRequest *record;
  const WsOpCosts *costs;
  guint64 issued;
  GPtrArray *children;

  guint blocks_per_sm; /* resident at once */
  WsBlockSampling *sampling;
  WsTraffic *traffic;       /* of timed blocks */
  GPtrArray *traces;        /* WsTrace, of some of them */
  WsResidency *residencies; /* per block; NULL: not wanted */
  WsWarpSpan *warp_spans;   /* per warp of the grid; NULL: not recorded */
  guint32 *models;          /* per block, with them: the timed block that it resembles */
  WsSiteCount *counts;
  GPtrArray *recorded; /* WsRecorded */
  GHashTable *printed; /* by block index: its output; NULL: none */
  guint64 hand_bytes;  /* host memory that a running block takes */
  WsFault fault;
  GMutex lock;
  gint next_block; /* atomic */
  gint cancelled;  /* atomic */
} WsVirtualLaunch;

gboolean ws_launch_run (WsVirtualLaunch *self, guint n_host_threads, guint64 *duration_cycles,
                        GError **error);

G_END_DECLS
