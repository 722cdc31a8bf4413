/* sm.h: times traced blocks that share an SM. */
#pragma once

#include "model/stalls.h"
#include "model/trace.h"

G_BEGIN_DECLS

/**
 * WsSm:
 * @spec: the device
 * @costs: that the steps of the traces index
 * @traces: (element-type WsTrace): of some of its blocks
 * @n_rows: of the kernel's registers
 * @blocks_per_sm: that are resident at once at most
 * @n_blocks: of the grid
 * @shared_bytes: of a block
 * @most_steps: of a warp, that ws_sm_time() times
 * @stalls: (nullable): where ws_sm_time() adds up what warps wait for
 *
 * What runs on an SM. All of it is borrowed.
 */
typedef struct {
  const WsSpec *spec;
  const WsCost *costs;
  const GPtrArray *traces;
  guint n_rows;
  guint blocks_per_sm;
  guint32 n_blocks;
  guint32 shared_bytes;
  guint most_steps;
  WsStalls *stalls;
} WsSm;

double ws_sm_time (const WsSm *self, guint n_resident, guint n_blocks, guint new_share,
                   const double *alone);
double ws_sm_find_stretch (const WsSm *self, guint n_resident, guint new_share);
WsStalls *ws_sm_find_stalls (const WsSm *self, guint n_resident, guint new_share, guint n_ops);

G_END_DECLS
