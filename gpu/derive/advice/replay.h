/* replay.h: a recorded block, timed once more under a change: as if no two lanes met in a bank, as
 * if each of its requests were for whole sectors. It is what causes.h estimates with.
 *
 * It keeps time as gpu/clock does, by gpu/model, but over the events of any device: nothing is
 * executed. A real GPU's block is timed by the model, too.
 */
#pragma once

#include "model/stalls.h"

G_BEGIN_DECLS

/**
 * WsReplayChange:
 * @WS_REPLAY_AS_IT_IS: nothing is changed
 * @WS_REPLAY_WHOLE_WARPS: lanes that take the same path at the same place lie in the same warps,
 * and what finds out which these are needs no division
 * @WS_REPLAY_NO_CONFLICTS: no two words that a warp asks for lie in one bank
 * @WS_REPLAY_WHOLE_SECTORS: a warp's request is for no more sectors than its bytes fill
 * @WS_REPLAY_NO_IDLE_WARPS: a warp leaves after the barrier behind its last access to memory or
 * exchange of lanes, and the last one left waits at no barrier
 * @WS_REPLAY_NO_BARRIERS: no warp waits at a barrier
 * @WS_REPLAY_FEW_LOOPS: loops count, test and jump back in every fourth round only, as if unrolled;
 * in none where all warps make the same few rounds, as if their number were known to the compiler
 * @WS_REPLAY_APART: atomics never meet at an address; those that did go to shared memory
 * @WS_REPLAY_OVERLAP: half of each latency is hidden by a second, independent instruction, but for
 * those of @WS_REPLAY_LOADS_AHEAD
 * @WS_REPLAY_LOADS_AHEAD: loads of global memory wait a quarter of their latency, as if a thread
 * had four in flight; those whose address was itself loaded, and those of what the block has read
 * before, wait all of it
 * @WS_REPLAY_READ_ONCE: what the block has read of global memory before, and not written since,
 * comes from shared memory, without a conflict, or from a register of the lane that has read it
 * itself; what is read first is also stored there
 *
 * What would be otherwise; a bit each.
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
 * @issue: cycles of its schedulers, of all of them together
 * @together: cycles that it takes beside as many others as were asked for
 * @port: cycles of the port to the caches
 * @shared: cycles of shared memory
 * @missed: sectors of 32 bytes from and to the device memory
 * @hottest: atomics that the busiest part of the L2 cache serves, one after another
 * @under_way: bytes of global memory that loads wait for, times the cycles that they do
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
