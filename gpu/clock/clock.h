/* clock.h: the virtual GPU keeps time.
 *
 *   clock.c         one block, alone on an SM, as it is executed: its schedulers issue its warps
 *   op-costs.c      what its operations cost
 *   reach.c         their requests to memory
 *   traffic.c       and to what all SMs share
 *   contention.c    how much co-resident blocks slow each other down
 *   schedule.c      when and where each block would have run
 *
 * All its times are modelled, in cycles of the spec.
 */
#pragma once

#include "clock/block-use.h"
#include "clock/op-costs.h"
#include "clock/traffic.h"
#include "model/trace.h"

G_BEGIN_DECLS

typedef struct _WsClock WsClock;

WsClock *ws_clock_new (WsBlockRun *block, const WsOpCosts *costs, guint blocks_per_sm);
void ws_clock_free (WsClock *self);
void ws_clock_begin (WsClock *self, WsTrace *trace);
gboolean ws_clock_run (WsClock *self, gboolean *waits, WsBlockUse *use);
const WsTraffic *ws_clock_get_traffic (const WsClock *self);
guint64 ws_clock_get_warp_end (const WsClock *self, guint warp);

G_END_DECLS
