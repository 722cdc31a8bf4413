/* lines.h: statistics of each source line in a launch: executions by warps, active lanes and memory
 * traffic. */
#pragma once

#include "model/stalls.h"

G_BEGIN_DECLS

/**
 * WsLineUse:
 * @executed: warp instructions of this line
 * @lanes: sum of the lanes that were on the path when they executed
 * @shared_requests: accesses of warps to shared memory
 * @passes: wavefronts that these took
 * @ideal_passes: those of them that the bytes need without a conflict
 * @global_requests: accesses of warps to global memory
 * @sectors: of 32 bytes, that these reached
 * @blamed: cycles of warps that are charged to the line, per #WsStall: see ws_launch_stalls_fill()
 * @warp_cycles: of the launch, of all lines; 0: not known
 *
 * The share of active lanes on the line is @lanes / (@executed x 32).
 */
typedef struct {
  guint64 executed;
  guint64 lanes;
  guint64 shared_requests;
  guint64 passes;
  guint64 ideal_passes;
  guint64 global_requests;
  guint64 sectors;
  guint64 blamed[WS_N_STALLS];
  guint64 warp_cycles;
} WsLineUse;

/**
 * WsLineColumn:
 * @WS_LINE_EXECUTIONS: warp instructions of the line
 * @WS_LINE_LANES: active lanes, of 32
 * @WS_LINE_PASSES: passes for each access to shared memory
 * @WS_LINE_SECTORS: sectors for each request to global memory
 * @WS_LINE_WAITED: share of all warp cycles spent waiting for the line, in percent
 *
 * A figure of each line.
 */
typedef enum {
  WS_LINE_EXECUTIONS,
  WS_LINE_LANES,
  WS_LINE_PASSES,
  WS_LINE_SECTORS,
  WS_LINE_WAITED,
  WS_N_LINE_COLUMNS
} WsLineColumn;

GArray *ws_line_use_new (const WsRun *run, guint launch);
GArray *ws_line_use_new_of_ptx (const WsRun *run, guint launch);
double ws_line_use_share (const WsLineUse *self);
const char *ws_line_column_get_name (WsLineColumn column);
const char *ws_line_column_get_title (WsLineColumn column);
gboolean ws_line_use_get (const WsLineUse *self, WsLineColumn column, double *value);
char *ws_line_use_format (const WsLineUse *self, WsLineColumn column);

G_END_DECLS
