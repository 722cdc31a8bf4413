/* stalls.h: where the cycles of warps and of schedulers go.
 *
 * In each cycle a resident warp either issues or stalls for one reason; a scheduler either issues,
 * or is charged with the stall reason of the warp that issues next. The reasons are those of Nsight
 * Compute (its documentation, "Warp Stall Reasons"), as far as the model covers them.
 */
#pragma once

#include "model/cost.h"

G_BEGIN_DECLS

/**
 * WsStall:
 * @WS_STALL_SELECTED: the warp issues
 * @WS_STALL_NOT_SELECTED: eligible, but its scheduler issues another warp
 * @WS_STALL_WAIT: a fixed latency: of its last instruction, or of an arithmetic result
 * @WS_STALL_BRANCH_RESOLVING: a branch target
 * @WS_STALL_NO_INSTRUCTION: the instruction that a branch leads to has to be fetched
 * @WS_STALL_LONG_SCOREBOARD: a result from global or local memory
 * @WS_STALL_SHORT_SCOREBOARD: one from shared memory, a shuffle, or a special function
 * @WS_STALL_BARRIER: warps of its block that have not reached the barrier
 * @WS_STALL_MATH_PIPE_THROTTLE: its pipe is busy
 * @WS_STALL_LG_THROTTLE: the queue of global and local memory is full
 * @WS_STALL_MIO_THROTTLE: likewise of shared memory
 * @WS_STALL_DRAIN: it has exited, but its stores have not left the SM
 * @WS_STALL_NO_WARP: of a scheduler: it has no warp
 */
typedef enum {
  WS_STALL_SELECTED,
  WS_STALL_NOT_SELECTED,
  WS_STALL_WAIT,
  WS_STALL_BRANCH_RESOLVING,
  WS_STALL_NO_INSTRUCTION,
  WS_STALL_LONG_SCOREBOARD,
  WS_STALL_SHORT_SCOREBOARD,
  WS_STALL_BARRIER,
  WS_STALL_MATH_PIPE_THROTTLE,
  WS_STALL_LG_THROTTLE,
  WS_STALL_MIO_THROTTLE,
  WS_STALL_DRAIN,
  WS_STALL_NO_WARP,
  WS_N_STALLS
} WsStall;

/**
 * WsStallSpan:
 * @warp: of the SM: those of the observed block come first
 * @op: the operation that the warp is about to issue; of a drain, its last
 * @begin: cycles since the observed block began
 * @end: the cycle after the last
 * @reason: a #WsStall
 *
 * A span of a warp with one state; or of a scheduler: issues from @warp, or the stall of @warp,
 * from which it issued next.
 */
typedef struct {
  guint32 warp;
  guint32 op;
  guint64 begin;
  guint64 end;
  guint8 reason;
} WsStallSpan;

/**
 * WsStalls:
 * @n_ops: costs that the traces name
 * @n_schedulers: of the SM; warps are assigned to them by index, modulo this number
 * @end: cycle in which the observed block, the first, has left
 * @warps: cycles of warps, per reason
 * @schedulers: cycles of schedulers, per reason
 * @here: (array): per operation and reason: cycles that warps waited before it
 * @blamed: (array): likewise, charged to the operation that was waited for: the producer of the
 * awaited result, or the warp's last one where that holds the warp up; else to the waiting one
 * @spans: (element-type WsStallSpan): of warps, those that begin before @end; by warp and time
 * @slots: (element-type WsStallSpan): of schedulers likewise; by scheduler and time, without gaps
 *
 * Where the cycles went.
 */
typedef struct {
  guint n_ops;
  guint n_schedulers;
  guint64 end;
  guint64 warps[WS_N_STALLS];
  guint64 schedulers[WS_N_STALLS];
  guint64 (*here)[WS_N_STALLS];
  guint64 (*blamed)[WS_N_STALLS];
  GArray *spans;
  GArray *slots;
} WsStalls;

/* Whether a warp in this state could not issue. */
static inline gboolean
ws_stall_is_wait (WsStall reason)
{
  return reason != WS_STALL_SELECTED && reason != WS_STALL_NOT_SELECTED
         && reason != WS_STALL_NO_WARP;
}

WsStalls *ws_stalls_new (guint n_ops);
void ws_stalls_free (WsStalls *self);
void ws_stalls_finish (WsStalls *self, guint n_schedulers);
const WsStallSpan *ws_stalls_find_warp (const WsStalls *self, guint warp, guint64 cycle);
const WsStallSpan *ws_stalls_find_slot (const WsStalls *self, guint scheduler, guint64 cycle);
void ws_stalls_get_shares (const WsStalls *self, guint scheduler, double from, double to,
                           double shares[WS_N_STALLS]);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsStalls, ws_stalls_free)

G_END_DECLS
