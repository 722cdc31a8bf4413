/* schedule.h: when and on which SM each block would have run among the others. */
#pragma once

#include "clock/contention.h"

G_BEGIN_DECLS

typedef struct _WsSchedule WsSchedule;
/* Per block: when it began, and the progress of its SM when it arrived and when it left, in arrays
 * that grow by doubling. */
#define WS_SCHEDULE_BLOCK_BYTES (sizeof (guint64) + 3 * 2 * 3 * sizeof (guint64))
WsSchedule *ws_schedule_new (WsDevice *device, const WsContention *contention,
                             const WsBlockUse *uses, guint32 n_blocks, WsResidency *residencies,
                             GCancellable *cancellable);
void ws_schedule_free (WsSchedule *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsSchedule, ws_schedule_free)
guint64 ws_schedule_get_duration (const WsSchedule *self);
guint64 ws_schedule_get_time (const WsSchedule *self, const WsResidency *residency, guint64 cycles);
guint ws_schedule_blocks_per_sm (const WsSpec *spec, guint n_threads, guint registers,
                                 guint32 shared_bytes);

G_END_DECLS
