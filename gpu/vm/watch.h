/* watch.h: the virtual GPU as a sanitizer: who wrote each word last, who read it since, and what
 * puts two accesses in order.
 *
 * A launch that is checked has a stepper of its own, which looks at each operation before the true
 * one executes it: a launch that is not checked pays nothing. Blocks of a checked launch run one
 * after another, so that the same input gives the same findings.
 *
 *   watch.c          the stepper, and what puts accesses in order: barriers, __syncwarp, fences
 *   watch-memory.c   the shadow of memory: races, and reads of what nobody wrote
 *   watch-report.c   what was found, as findings of a run
 *
 * Time is counted in ticks: one more with each synchronisation. An access is before another one if
 * it is of the same lane; or of the same warp, and the lanes met at a bar.warp.sync since (before
 * compute capability 7.0: at any instruction since); or of the same block, and the warps met at a
 * barrier since; or if its warp or block made a fence, then an atomic or volatile access to a word
 * that the other one's has read since by such an access. Shuffles and votes put nothing in order
 * (CUDA C++ Programming Guide, "Warp Shuffle Functions"). Two accesses of which neither is before
 * the other race where one at least writes; but not two atomics, nor two volatile accesses of
 * different warps, nor writes of the value that stands there, by several lanes of one instruction
 * or not: compute-sanitizer calls these hazards informational, and does not print them.
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
void ws_watch_block_reset (WsBlockRun *block);
void ws_watch_block_free (WsWatchBlock *self);

G_END_DECLS
