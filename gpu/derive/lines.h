/* lines.h: what each line of a kernel's source did in a launch: how often warps executed it, and
 * with how many lanes. */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

/**
 * WsLineUse:
 * @executed: warp instructions of this line
 * @lanes: sum of the lanes that were on the path when they executed
 *
 * The share of lanes at work on the line is @lanes / (@executed x 32).
 */
typedef struct {
  guint64 executed;
  guint64 lanes;
} WsLineUse;

GArray *ws_line_use_new (const WsRun *run, guint launch);
double ws_line_use_share (const WsLineUse *self);

G_END_DECLS
