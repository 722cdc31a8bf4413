/* causes.h: why a launch takes its time: the causes whose removal would make it faster, the largest
 * gain first.
 *
 * An estimate is a modelled time: a recorded block is timed under a change (replay.h), and the
 * launch is extrapolated from it by the model of ws_causes_new(). So causes are ranked by the gain
 * of removing one alone; the gain of removing two is not the product.
 */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

#define WS_CAUSES_MOST 3 /* that are named */

typedef enum {
  WS_CAUSE_DIVERGENCE,
  WS_CAUSE_CONFLICTS,
  WS_CAUSE_SECTORS,
  WS_CAUSE_FEW_BLOCKS,
  WS_CAUSE_TAIL,
  WS_CAUSE_UNEVEN_BLOCKS,
  WS_CAUSE_UNEVEN_WARPS,
  WS_CAUSE_OCCUPANCY,
  WS_CAUSE_LAUNCH_RATE,
  WS_CAUSE_IDLE_THREADS,
  WS_CAUSE_IDLE_WARPS,
  WS_CAUSE_BARRIERS,
  WS_CAUSE_ATOMICS,
  WS_CAUSE_LOOPS,
  WS_CAUSE_DEPENDENCY,
  WS_CAUSE_LOADS,
  WS_CAUSE_READ_AGAIN,
  WS_CAUSE_LAUNCHES,
  WS_N_CAUSES
} WsCauseKind;

/* Where a cause is visible. */
typedef enum {
  WS_CAUSE_SEEN_IN_WARPS,
  WS_CAUSE_SEEN_IN_MEMORY,
  WS_CAUSE_SEEN_IN_SMS,
  WS_CAUSE_SEEN_IN_TREE,
  WS_CAUSE_SEEN_IN_CODE,
} WsCausePlace;

/**
 * WsCause:
 * @kind: what it is
 * @id: its stable name, as in "divergence"
 * @title: translated, as in "Divergence"
 * @share: share of the launch's time that removing it would save: 0 to 1
 * @factor: the speedup of the launch without it
 * @site: its main instruction, or %WS_NONE if it concerns the whole launch
 * @line: of the source, from 1; 0 if unknown, or if it concerns the whole launch
 * @block: recorded in full, where it is seen
 * @event: of that block, where it is seen, or %WS_NONE
 * @warp: of @event
 * @lanes: of @event: that are active, or meet
 * @figure: in words: the actual figure and the ideal one
 * @how: in words: the basis of the estimate
 * @cure: (nullable): id of a kernel of the course that avoids it
 * @place: where to look
 *
 * One cause. Read-only; see ws_causes_free().
 */
typedef struct {
  WsCauseKind kind;
  const char *id;
  const char *title;
  double share;
  double factor;
  guint32 site;
  guint line;
  guint32 block;
  guint32 event;
  guint warp;
  guint32 lanes;
  char *figure;
  const char *how;
  const char *cure;
  WsCausePlace place;
} WsCause;

/**
 * WsCauses:
 * @known: whether the run has what an estimate needs: a spec with timings, a recorded block, a
 * duration
 * @causes: (array length=n_causes): in order of their gain, the largest first
 * @n_causes: %WS_CAUSES_MOST at most
 * @is_small: whether the launch is too small to fill the device: it could do more work in the same
 * time, but not its own work faster
 * @remark: a cause that says so, with a share of 0 and a factor of 1
 * @gains: (array length=WS_N_CAUSES): the factor of every kind, listed in @causes or not; 1: no
 * gain
 * @summary: in words: the main cause, or that there is none and what the launch achieves; if it is
 * too small, that comes first
 *
 * The causes of one launch. Read-only.
 */
typedef struct {
  gboolean known;
  WsCause causes[WS_CAUSES_MOST];
  guint n_causes;
  gboolean is_small;
  WsCause remark;
  double gains[WS_N_CAUSES];
  char *summary;
} WsCauses;

WsCauses *ws_causes_new (const WsRun *run, guint launch);
void ws_causes_free (WsCauses *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsCauses, ws_causes_free)

const char *ws_cause_get_id (WsCauseKind kind);
char *ws_cause_describe_remark (const WsCause *self);
char *ws_cause_describe_gain (const WsCause *self);
char *ws_cause_describe_place (const WsCause *self, const WsRun *run, guint launch);

G_END_DECLS
