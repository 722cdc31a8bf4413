/* sanitizer.h: the virtual GPU as a sanitizer: tracks the last writer and the readers of each word,
 * and the order of accesses.
 *
 * A checked launch has its own stepper, which inspects each operation before the regular one
 * executes it: unchecked launches pay nothing. Blocks of a checked launch run one after another, so
 * that the same input gives the same findings.
 *
 *   sanitizer.c         the stepper, and what puts accesses in order: barriers, __syncwarp, fences
 *   sanitizer-memory.c  the shadow of memory: races, and uninitialised reads
 *   sanitizer-local.c   what each thread has for itself: which of it is in use, and was written
 *   sanitizer-report.c  what was found, as findings of a run
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

#define WS_COPY_MOST_BYTES 16

/* A thread's cp.async. */
typedef struct {
  guint32 lane;
  guint32 group; /* its group, closed or still open */
  guint64 to;    /* in shared memory */
  guint32 n_bytes;
  guint32 op;   /* index of its operation */
  guint32 tick; /* of a sanitizer: when it was issued */
  gboolean done;
  guint8 data[WS_COPY_MOST_BYTES];
} WsCopy;

typedef struct _WsSanitizerBlock WsSanitizerBlock;

WsSanitizer *ws_sanitizer_new (WsLaunchState *launch, GError **error);
void ws_sanitizer_free (WsSanitizer *self);
const WsStepper *ws_sanitizer_get_stepper (void);
void ws_sanitizer_report (const WsSanitizer *self, WsRunBuilder *builder, guint launch);

void ws_sanitizer_fill (WsBlockRun *block, const guint8 *at, guint n_bytes);
void ws_sanitizer_touch (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint lane,
                         const guint8 *at, guint n_bytes);
guint32 ws_sanitizer_get_issue (const WsBlockRun *block);
void ws_sanitizer_finish_copy (WsBlockRun *block, const WsWarp *warp, const WsCopy *copy,
                               gboolean is_own);
void ws_sanitizer_free_heap (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint lane,
                             const WsAllocation *allocation);

/* sanitizer-local.c: of a block that is watched */
guint32 ws_sanitizer_enter (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint lane,
                            const WsBody *body);
void ws_sanitizer_leave (WsBlockRun *block, const WsWarp *warp, guint lane);
void ws_sanitizer_take (WsBlockRun *block, const WsWarp *warp, guint lane, guint32 first,
                        guint32 bytes);
void ws_sanitizer_give_back (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint lane,
                             guint32 top);
/* of any */
void ws_sanitizer_pass (WsBlockRun *block, const WsWarp *warp, guint lane, guint32 from, guint32 to,
                        guint32 bytes);
guint32 ws_sanitizer_get_gaps (const WsBlockRun *block, const WsWarp *warp, guint lane);

void ws_sanitizer_block_reset (WsBlockRun *block);
void ws_sanitizer_block_free (WsSanitizerBlock *self);

G_END_DECLS
