/* clock.h: the virtual GPU keeps time.
 *
 *   cost.c          what each operation costs: cost.h
 *   memory-model.c  the memory system as one block sees it
 *   clock.c         one block, alone on an SM: its schedulers issue its warps
 *   schedule.c      when and where each block would have run, beside others
 *
 * All its times are modelled, in cycles of the spec.
 */
#pragma once

#include "vm/vm.h"

G_BEGIN_DECLS

/**
 * WsBlockUse:
 * @duration: cycles that the block took, alone on its SM
 * @issue: of them, cycles of all schedulers together
 * @port: cycles of the port to the caches
 * @shared: cycles of shared memory
 * @missed: 32-byte sectors that came from or went to the device memory
 *
 * What a block took.
 */
typedef struct {
  guint32 duration;
  guint32 issue;
  guint32 port;
  guint32 shared;
  guint32 missed;
} WsBlockUse;

typedef struct _WsClock WsClock;

WsClock *ws_clock_new (WsBlockRun *block, const GArray *costs, guint blocks_per_sm);
void ws_clock_free (WsClock *self);
void ws_clock_begin (WsClock *self);
gboolean ws_clock_run (WsClock *self, gboolean *waits, WsBlockUse *use);
guint64 ws_clock_get_warp_end (const WsClock *self, guint warp);

/* schedule.c */
typedef struct _WsSchedule WsSchedule;
/* What it keeps of a block: when it began, and how its SM went on when it came and when it left, in
 * arrays that grow by doubling. */
#define WS_SCHEDULE_BLOCK_BYTES (sizeof (guint64) + 3 * 2 * 3 * sizeof (guint64))
WsSchedule *ws_schedule_new (const WsSpec *spec, guint blocks_per_sm, const WsBlockUse *uses,
                             guint32 n_blocks, WsResidency *residencies, WsDevice *device,
                             GCancellable *cancellable);
void ws_schedule_free (WsSchedule *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsSchedule, ws_schedule_free)
guint64 ws_schedule_get_duration (const WsSchedule *self);
guint64 ws_schedule_get_time (const WsSchedule *self, const WsResidency *residency, guint64 cycles);
guint ws_schedule_blocks_per_sm (const WsSpec *spec, guint n_threads, guint registers,
                                 guint32 shared_bytes);

G_END_DECLS
