/* contention.h: how much longer blocks take beside each other than alone. */
#pragma once

#include "clock/block-use.h"
#include "clock/traffic.h"
#include "model/sm.h"

G_BEGIN_DECLS

/* Of a factor: as many are one. */
#define WS_CONTENTION_ONE 65536

/**
 * WsContention:
 * @blocks_per_sm: resident at once
 * @factors: (array length=blocks_per_sm): by how many blocks are resident, less one: how much
 * longer a cycle takes than alone
 * @least: cycles that the launch takes at least, for what all SMs share
 * @delay: cycles that the launch takes beyond its blocks: what waits for them is not modelled
 *
 * What blocks do to each other.
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
