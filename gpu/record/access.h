/* access.h: what an access costs: sectors, segments, wavefronts. Pure functions of addresses, for
 * every device. */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

/**
 * WsAccessCost:
 * @sectors: of 32 bytes, that are touched
 * @segments: of 128 bytes, that are touched
 * @wavefronts: of shared memory: passes needed
 * @ideal_wavefronts: of shared memory: passes that these bytes need without a conflict
 * @bytes: asked for
 *
 * What one access of a warp costs.
 */
typedef struct {
  guint sectors;
  guint segments;
  guint wavefronts;
  guint ideal_wavefronts;
  guint bytes;
} WsAccessCost;

/* @addresses: one per set bit of @mask, in lane order; @bytes_per_lane: 1 to 16. Without a mask:
 * lanes 0 to n - 1. The mask matters if a warp is served in parts: banks == 16, or more than 4
 * bytes per lane. */
guint ws_access_get_lanes_per_pass (guint bytes_per_lane, guint banks);
void ws_access_cost_global (const guint64 *addresses, guint n, guint bytes_per_lane,
                            WsAccessCost *cost);
void ws_access_cost_shared (const guint64 *addresses, guint n, guint bytes_per_lane, guint banks,
                            WsAccessCost *cost);
void ws_access_cost_shared_masked (guint32 mask, const guint64 *addresses, guint bytes_per_lane,
                                   guint banks, WsAccessCost *cost);
void ws_access_cost_shared_atomic (guint32 mask, const guint64 *addresses, guint bytes_per_lane,
                                   guint banks, WsAccessCost *cost);

G_END_DECLS
