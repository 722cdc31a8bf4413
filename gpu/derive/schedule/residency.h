/* residency.h: where a launch's blocks were, and when: occupancy and SM efficiency as areas. */
#pragma once

#include "occupancy/occupancy.h"
#include "record/run.h"

G_BEGIN_DECLS

/**
 * WsResidencySummary:
 * @elapsed_cycles: of the launch, including the time before its first block begins
 * @active_cycles: cycles with at least one resident warp, summed over the SMs
 * @warp_cycles: resident warps, summed over cycles and SMs
 * @sm_efficiency: @active_cycles / (@elapsed_cycles x SMs), 0 to 1
 * @achieved_occupancy: @warp_cycles / (@active_cycles x warps that an SM has room for), 0 to 1
 * @warps_known: whether each warp's own span is known; else a warp counts as resident as long as
 * its block
 *
 * Of one launch. As nvprof's sm_efficiency and achieved_occupancy, and as
 * sm__cycles_active.avg / sm__cycles_elapsed.max and
 * sm__warps_active.avg.pct_of_peak_sustained_active of Nsight Compute.
 */
typedef struct {
  guint64 elapsed_cycles;
  guint64 active_cycles;
  guint64 warp_cycles;
  double sm_efficiency;
  double achieved_occupancy;
  gboolean warps_known;
} WsResidencySummary;

gboolean ws_residency_summarise (const WsRun *run, guint launch, WsResidencySummary *summary);

void ws_residency_describe_launch (const WsLaunch *launch, WsOccupancyLaunch *asked);

gboolean ws_residency_compute_occupancy (const WsRun *run, guint launch, WsOccupancy *occupancy);

guint ws_residency_get_resident (const WsRun *run, guint launch);

G_END_DECLS
