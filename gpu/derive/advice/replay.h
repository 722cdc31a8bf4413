/* replay.h: times a recorded block under a change: without bank conflicts, or with every request
 * coalesced. causes.h bases its estimates on it.
 *
 * It keeps time by gpu/model, like gpu/clock, but from recorded events: nothing is executed. Blocks
 * recorded on a real GPU are timed by the model, too.
 */
#pragma once

#include "model/stalls.h"

G_BEGIN_DECLS

/**
 * WsReplayChange:
 * @WS_REPLAY_AS_IT_IS: nothing is changed
 * @WS_REPLAY_WHOLE_WARPS: lanes that take the same path are packed into the same warps, and finding
 * them needs no division
 * @WS_REPLAY_NO_CONFLICTS: a warp's accesses have no bank conflicts
 * @WS_REPLAY_WHOLE_SECTORS: a warp's requests are fully coalesced
 * @WS_REPLAY_NO_IDLE_WARPS: a warp exits after the barrier that follows its last memory access or
 * exchange of lanes (shuffle, redux, vote); the last remaining warp waits at no barrier
 * @WS_REPLAY_NO_BARRIERS: no warp waits at a barrier
 * @WS_REPLAY_FEW_LOOPS: loops are unrolled by four; completely, if all warps make the same few
 * iterations, as if the compiler knew their number
 * @WS_REPLAY_APART: atomics never contend for an address; those that did use shared memory
 * @WS_REPLAY_OVERLAP: half of each latency is hidden by a second, independent instruction, except
 * those of @WS_REPLAY_LOADS_AHEAD
 * @WS_REPLAY_LOADS_AHEAD: global loads expose a quarter of their latency, as if a thread had four
 * in flight; all of it where the address was itself loaded or the block has read the data before
 * @WS_REPLAY_READ_ONCE: global data that the block has read before, and not written since, comes
 * from shared memory without a conflict, or from a register of the lane that read it; the first
 * read also stores it there
 *
 * What is changed; a bit each.
 */
typedef enum {
  WS_REPLAY_AS_IT_IS = 0,
  WS_REPLAY_WHOLE_WARPS = 1 << 0,
  WS_REPLAY_NO_CONFLICTS = 1 << 1,
  WS_REPLAY_WHOLE_SECTORS = 1 << 2,
  WS_REPLAY_NO_IDLE_WARPS = 1 << 3,
  WS_REPLAY_NO_BARRIERS = 1 << 4,
  WS_REPLAY_FEW_LOOPS = 1 << 5,
  WS_REPLAY_APART = 1 << 6,
  WS_REPLAY_OVERLAP = 1 << 7,
  WS_REPLAY_LOADS_AHEAD = 1 << 8,
  WS_REPLAY_READ_ONCE = 1 << 9,
} WsReplayChange;

/**
 * WsReplayUse:
 * @duration: cycles that the block takes, alone on an SM
 * @issue: issue cycles, summed over the schedulers
 * @together: cycles that it takes with the requested number of co-resident blocks
 * @port: cycles of the port to the caches
 * @shared: cycles of shared memory
 * @missed: sectors of 32 bytes from and to the device memory
 * @hottest: atomics that the busiest slice of the L2 cache serves, serialised; those that add
 * floats count for as many integers as take the same time
 * @under_way: bytes of global loads in flight, times the cycles that they are
 */
typedef struct {
  double duration;
  double together;
  double issue;
  double port;
  double shared;
  double missed;
  double hottest;
  double under_way;
} WsReplayUse;

typedef struct _WsReplay WsReplay;

const WsBlockRecord *ws_replay_choose_block (const WsRun *run, guint launch);
gboolean ws_replay_is_possible (const WsRun *run, guint launch);
WsReplay *ws_replay_new (const WsRun *run, guint launch, const WsBlockRecord *block);
void ws_replay_free (WsReplay *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsReplay, ws_replay_free)

void ws_replay_run (const WsReplay *self, WsReplayChange change, guint n_resident,
                    WsReplayUse *use);
WsStalls *ws_replay_find_stalls (const WsReplay *self, guint n_resident);
double ws_replay_weigh (const WsReplay *self, WsReplayChange change, guint event);
gboolean ws_replay_can (const WsReplay *self, WsReplayChange change);
double ws_replay_get_idle_share (const WsReplay *self);
double ws_replay_get_again_share (const WsReplay *self, double *own);

G_END_DECLS
