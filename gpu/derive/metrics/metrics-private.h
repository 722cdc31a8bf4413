/* metrics-private.h: the sums that the figures are computed from, and the table of figures. */
#pragma once

#include "metrics/metrics.h"
#include "accesses/work.h"

G_BEGIN_DECLS

/**
 * WsMetricTraffic:
 * @requests: of warps
 * @sectors: of 32 bytes
 * @sector_bytes: bytes of those
 * @segments: of 128 bytes
 * @moved_bytes: bytes of sectors or segments, whichever the device moves
 * @wavefronts: of shared memory: passes
 * @conflicts: passes beyond those that the bytes need
 * @bytes: asked for
 *
 * Requests of one kind to one memory.
 */
typedef struct {
  guint64 requests;
  guint64 sectors;
  guint64 sector_bytes;
  guint64 segments;
  guint64 moved_bytes;
  guint64 wavefronts;
  guint64 conflicts;
  guint64 bytes;
} WsMetricTraffic;

/* The terms of the figures, summed over the sites of one launch or several. */
typedef struct _WsMetricTotals {
  guint64 one;
  guint64 executed;
  guint64 lane_slots; /* executed x 32 */
  guint64 active_lanes;
  guint64 on_lanes; /* active, and not predicated off */
  guint64 branches; /* conditional ones */
  guint64 divergent;
  guint64 whole; /* uniform conditional branches */
  guint64 warps;
  guint64 barriers; /* of blocks, executed by warps */
  WsMetricTraffic global_load;
  WsMetricTraffic global_store;
  WsMetricTraffic shared_load;
  WsMetricTraffic shared_store;
  WsMetricTraffic shared;  /* atomics too */
  guint64 shared_capacity; /* bytes that the wavefronts could have moved */
  guint64 warp_cycles;     /* of warps resident on SMs */
  guint64 warp_room;       /* cycles of active SMs x warps that an SM has room for */
  guint64 active_cycles;   /* of SMs with a warp */
  guint64 sm_cycles;       /* of all SMs, while the launch lasted */
  guint64 admitted_warps;  /* as the calculator says, of an SM */
  guint64 sm_warps;        /* that it has room for */
  guint64 timed;           /* 1 if the time of each launch is known, else 0 */
  guint64 duration_ns;     /* 0 if not */
  guint64 element_bytes;   /* of what the first launch is given */
  guint64 peak_bytes;      /* that the memory could have moved meanwhile */
  guint64 load_l1_sectors; /* of the recorded blocks' loads: that L1 answers for, modelled */
  guint64 load_sectors;    /* of those loads */
  guint64 l1_sectors;      /* of the recorded blocks: that L1 answers for, modelled */
  guint64 asked_sectors;   /* of the recorded blocks */
  guint64 l2_sectors;      /* of them, that L2 answers for */
  guint64 past_l1_sectors; /* of them, that L1 does not */
  guint64 load_bytes;      /* moved for all blocks; 0 if only some were counted */
  guint64 store_bytes;
  WsWork work;
} WsMetricTotals;

void ws_metrics_tabulate (GArray *metrics, const WsRun *run, const WsMetricTotals *totals,
                          gboolean recorded_only, WsOrigin clock_origin);

G_END_DECLS
