/* launch-stalls.h: where the cycles of a launch went: what its warps waited for, by reason, by
 * instruction and over time.
 *
 * gpu/model times a block that was recorded in full once more, with as many copies of it as an SM
 * holds. So the cycles are modelled, even for a run on a real GPU.
 */
#pragma once

#include "lines/lines.h"

G_BEGIN_DECLS

/**
 * WsStallLine:
 * @line: of the source, from 1; 0: not known
 * @blamed: cycles that warps waited for results of this line, per reason
 * @waited: over all reasons except selected and not selected
 *
 * A line of the source.
 */
typedef struct {
  guint line;
  guint64 blamed[WS_N_STALLS];
  guint64 waited;
} WsStallLine;

/**
 * WsLaunchStalls:
 * @block: that was timed
 * @n_warps: of the block
 * @kernel: borrowed from the run
 * @stalls: (nullable): in cycles; its operations are sites of @kernel; %NULL if the run lacks what
 * it takes: a block recorded in full, timings of the spec
 * @n_resident: co-resident blocks
 * @lines: (element-type WsStallLine): that warps waited for, the longest first
 * @warp_cycles: summed over all reasons
 * @scheduler_cycles: likewise
 *
 * Where the cycles of one launch went. Read-only.
 */
typedef struct {
  guint32 block;
  guint n_warps;
  const WsKernel *kernel;
  WsStalls *stalls;
  guint n_resident;
  GArray *lines;
  guint64 warp_cycles;
  guint64 scheduler_cycles;
} WsLaunchStalls;

WsLaunchStalls *ws_launch_stalls_new (const WsRun *run, guint launch);
void ws_launch_stalls_free (WsLaunchStalls *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsLaunchStalls, ws_launch_stalls_free)

double ws_launch_stalls_get_share (const WsLaunchStalls *self, WsStall reason);
double ws_launch_stalls_get_scheduler_share (const WsLaunchStalls *self, WsStall reason);
guint64 ws_launch_stalls_get_site_cycles (const WsLaunchStalls *self, guint site);
double ws_launch_stalls_get_line_share (const WsLaunchStalls *self, guint line);
void ws_launch_stalls_fill (const WsLaunchStalls *self, GArray *uses, gboolean of_ptx);
char *ws_launch_stalls_describe (const WsLaunchStalls *self);
guint ws_launch_stalls_sort (const WsLaunchStalls *self, WsStall reasons[WS_N_STALLS]);

const char *ws_stall_get_name (WsStall reason);
const char *ws_stall_get_title (WsStall reason);
const char *ws_stall_get_meaning (WsStall reason);

G_END_DECLS
