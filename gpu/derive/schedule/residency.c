/* residency.c: what residencies add up to. */
#include "schedule/residency.h"

/**
 * ws_residency_describe_launch:
 * @asked: (out): what the calculator is asked for it: with one barrier and no carve-out; registers
 * 0 if they are unknown
 */
void
ws_residency_describe_launch (const WsLaunch *launch, WsOccupancyLaunch *asked)
{
  *asked = (WsOccupancyLaunch){
    .threads = ws_launch_get_n_threads (launch),
    .registers = launch->registers_from != WS_REGISTERS_UNKNOWN ? launch->registers_per_thread : 0,
    .static_shared_bytes = launch->static_shared_bytes,
    .dynamic_shared_bytes = launch->dynamic_shared_bytes,
    .carve_out = -1,
    .barriers = 1,
  };
}

/**
 * ws_residency_compute_occupancy:
 * @occupancy: (out): theoretical occupancy on the run's device, by ws_occupancy_compute(); an upper
 * bound where the registers are unknown
 *
 * Returns: %FALSE if the calculator does not know the spec's compute capability
 */
gboolean
ws_residency_compute_occupancy (const WsRun *run, guint launch, WsOccupancy *occupancy)
{
  const WsOccupancyLimits *limits =
      ws_occupancy_limits_find (run->spec->cc_major, run->spec->cc_minor);
  WsOccupancyLaunch asked;

  if (limits == NULL)
    return FALSE;
  ws_residency_describe_launch (&run->launches[launch], &asked);
  ws_occupancy_compute (limits, &asked, occupancy);
  return TRUE;
}

/* Returns: blocks of the launch that an SM holds at once: as the driver says, or the calculator;
 * never fewer than were seen there together, at least 1. Without registers it is an upper bound */
guint
ws_residency_get_resident (const WsRun *run, guint launch)
{
  const WsLaunch *record = &run->launches[launch];
  WsOccupancy occupancy;
  guint seen = 1;

  for (guint i = 0; i < record->n_residencies; i++)
    seen = MAX (seen, run->residencies[record->first_residency + i].slot + 1u);
  if (record->driver_blocks > 0)
    return MAX (MIN (record->driver_blocks, run->spec->max_blocks_per_sm), seen);
  if (ws_residency_compute_occupancy (run, launch, &occupancy))
    return MAX (MIN (occupancy.blocks, run->spec->max_blocks_per_sm), seen);
  return seen;
}
