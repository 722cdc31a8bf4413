/* watch.h: the virtual GPU as a sanitizer: who wrote each word last, who read it since, and what
 * puts two accesses in order.
 *
 * A launch that is checked has a stepper of its own, which looks at each operation before the true
 * one executes it: a launch that is not checked pays nothing. Blocks of a checked launch run one
 * after another, so that the same input gives the same findings.
 *
 *   watch.c          the stepper, and what puts accesses in order: barriers, __syncwarp, fences
 *   watch-memory.c   the shadow of memory: races, and reads of what nobody wrote
 *   watch-local.c    what each thread has for itself: which of it is in use, and was written
 *   watch-report.c   what was found, as findings of a run
 *
 * Time is counted in ticks: one more with each synchronisation. An access is before another one if
 * it is of the same lane; or of the same warp, and the lanes met at a bar.warp.sync since (before
 * compute capability 7.0: at any instruction since); or of the same block, and the warps met at a
 * barrier since; or if its warp or block made a fence, then an atomic or volatile access to a word
 * that the other one's has read since by such an access. Shuffles and votes put nothing in order
 * (CUDA C++ Programming Guide, "Warp Shuffle Functions"). Two accesses of which neither is before
 * the other race where one at least writes; but not two atomics, nor two volatile accesses of
 * different warps, nor an atomic and a volatile access, nor writes of the value that stands there,
 * by several lanes of one instruction or not: compute-sanitizer calls these hazards informational,
 * and does not print them.
 */
#pragma once

#include "vm/vm.h"

G_BEGIN_DECLS

typedef struct _WsWatchBlock WsWatchBlock;

WsWatch *ws_watch_new (WsLaunchState *launch, GError **error);
void ws_watch_free (WsWatch *self);
const WsStepper *ws_watch_get_stepper (void);
void ws_watch_report (const WsWatch *self, WsRunBuilder *builder, guint launch);

void ws_watch_fill (WsBlockRun *block, const guint8 *at, guint n_bytes);
void ws_watch_touch (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint lane,
                     const guint8 *at, guint n_bytes, gboolean writes);
guint32 ws_watch_get_issue (const WsBlockRun *block);
void ws_watch_finish_copy (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint lane,
                           const guint8 *to, guint n_bytes, guint32 issued, gboolean is_own);
void ws_watch_free_heap (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint lane,
                         const WsAllocation *allocation);

/* watch-local.c: of a block that is watched */
guint32 ws_watch_enter (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint lane,
                        const WsBody *body);
void ws_watch_leave (WsBlockRun *block, const WsWarp *warp, guint lane);
void ws_watch_take (WsBlockRun *block, const WsWarp *warp, guint lane, guint32 first,
                    guint32 bytes);
void ws_watch_give_back (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint lane,
                         guint32 top);
/* of any */
void ws_watch_pass (WsBlockRun *block, const WsWarp *warp, guint lane, guint32 from, guint32 to,
                    guint32 bytes);
guint32 ws_watch_get_gaps (const WsBlockRun *block, const WsWarp *warp, guint lane);

void ws_watch_block_reset (WsBlockRun *block);
void ws_watch_block_free (WsWatchBlock *self);

G_END_DECLS
