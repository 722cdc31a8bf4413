/* contention.h: how much co-resident blocks slow each other down. */
#pragma once

#include "clock/block-use.h"
#include "clock/traffic.h"
#include "model/sm.h"

G_BEGIN_DECLS

/* Scale of a factor: this value means 1. */
#define WS_CONTENTION_ONE 65536

/**
 * WsContention:
 * @blocks_per_sm: resident at once
 * @factors: (array length=blocks_per_sm): indexed by resident blocks, less one: slowdown of a cycle
 * relative to a block alone
 * @least: lower bound of the launch's cycles, set by what all SMs share
 * @delay: additional cycles of the launch; which blocks wait for them is not modelled
 *
 * How blocks slow each other down.
 */
typedef struct {
  guint blocks_per_sm;
  guint64 *factors;
  guint64 least;
  guint64 delay;
} WsContention;

WsContention *ws_contention_new_none (guint blocks_per_sm);
WsContention *ws_contention_new (const WsSm *sm, const WsTraffic *traffic, const WsBlockUse *uses,
                                 guint32 n_timed);
void ws_contention_free (WsContention *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsContention, ws_contention_free)

G_END_DECLS
