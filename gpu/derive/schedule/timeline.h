/* timeline.h: the timeline of a launch: the resident blocks of each SM, the number of warps, and
 * the number of busy SMs over time.
 *
 * Derived once per launch from its residencies and the spans of its warps. Look-ups by time are
 * binary searches, so that a launch of a hundred thousand blocks can be played.
 */
#pragma once

#include "schedule/residency.h"

G_BEGIN_DECLS

/**
 * WsStay:
 * @start: cycles since the launch began
 * @end: cycles since the launch began, when its last warp had left
 * @block: linear index of the block
 * @wave: wave of the launch, from 0: earlier blocks divided by the blocks that the device holds at
 * once
 *
 * A block in a slot of an SM.
 */
typedef struct {
  guint64 start;
  guint64 end;
  guint32 block;
  guint32 wave;
} WsStay;

/**
 * WsLevel:
 * @time: cycles since the launch began
 * @area: sum of the values of all cycles before @time
 * @value: from @time on
 */
typedef struct {
  guint64 time;
  guint64 area;
  guint32 value;
} WsLevel;

/**
 * WsSteps:
 * @levels: (array length=n): in the order of time
 * @n: how many
 *
 * A number that changes in steps: 0 before its first level.
 */
typedef struct {
  WsLevel *levels;
  gsize n;
} WsSteps;

/**
 * WsTimeline:
 * @summary: its areas
 * @n_sms: SMs of the device
 * @n_slots: block slots of an SM that were used on any
 * @n_resident: blocks that an SM holds at once
 * @n_warps: warps of a block
 * @n_waves: of its blocks, the last not always a full one: 4 where blocks are 3.88 times what the
 * device holds at once
 * @end: cycles of the launch, including its overhead
 * @last_leave: when its last block had left
 * @tail: arrival of the last block: from here on SMs run dry
 * @stays: (array length=n_stays): by SM, slot, start
 * @first_stay: of each slot of each SM, and one more
 * @stay_of_block: (array length=n_stays): into @stays
 * @wave_starts: (array length=n_waves): arrival of the first block of each wave
 * @warps: warps on the device
 * @sms: SMs that have at least one warp
 * @arrivals: (array length=n_stays): times at which a block arrived, ascending
 * @leaves: (array length=n_stays): times at which one left, ascending
 * @changes: (array length=n_changes): both, each time once
 *
 * All read-only.
 */
typedef struct {
  WsResidencySummary summary;
  guint n_sms;
  guint n_slots;
  guint n_resident;
  guint n_warps;
  guint n_waves;
  guint64 end;
  guint64 last_leave;
  guint64 tail;
  WsStay *stays;
  guint32 n_stays;
  guint32 *first_stay;
  guint32 *stay_of_block;
  guint64 *wave_starts;
  WsSteps warps;
  WsSteps sms;
  guint64 *arrivals;
  guint64 *leaves;
  guint64 *changes;
  gsize n_changes;

  /*< private >*/
  const WsWarpSpan *spans; /* of the run; NULL if unknown */
  WsRun *run;
  gatomicrefcount refs;
} WsTimeline;

WsTimeline *ws_timeline_new (WsRun *run, guint launch);
WsTimeline *ws_timeline_ref (WsTimeline *self);
void ws_timeline_unref (WsTimeline *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsTimeline, ws_timeline_unref)

const WsStay *ws_timeline_find (const WsTimeline *self, guint sm, guint slot, guint64 time);
void ws_timeline_place (const WsTimeline *self, const WsStay *stay, guint *sm, guint *slot);
guint32 ws_timeline_get_warps (const WsTimeline *self, const WsStay *stay, guint64 time);
const WsWarpSpan *ws_timeline_get_spans (const WsTimeline *self, const WsStay *stay);
guint32 ws_timeline_count_arrived (const WsTimeline *self, guint64 time);
guint32 ws_timeline_count_left (const WsTimeline *self, guint64 time);
guint ws_timeline_wave_at (const WsTimeline *self, guint64 time);
guint64 ws_timeline_get_telling (const WsTimeline *self);
guint64 ws_timeline_next_change (const WsTimeline *self, guint64 time, int direction);
guint ws_timeline_get_chapters (const WsTimeline *self, guint most, guint64 *times);

guint32 ws_steps_get_value (const WsSteps *self, guint64 time);
double ws_steps_get_area (const WsSteps *self, double until);
void ws_steps_sample (const WsSteps *self, double from, double to, guint n, double *means);

G_END_DECLS
