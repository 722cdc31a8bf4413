/* causes.h: why a launch takes the time that it takes: what would make it faster if it were gone,
 * most first.
 *
 * An estimate is a time again: a recorded block is timed under a change (replay.h), and with what
 * it takes then, the launch is, by the model of ws_causes_new(). So causes are ranked by what
 * removing one alone would give; two together give more or less than the product.
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

/* Where a cause is seen. */
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
 * @share: of the launch's time, what removing it would save: 0 to 1
 * @factor: how many times as fast the launch would be
 * @site: the instruction that it is about most, or %WS_NONE where it is about the launch
 * @line: of the source, from 1; 0 where it is not known, or it is about the launch
 * @block: recorded in full, where it is seen
 * @event: of that block, where it is seen, or %WS_NONE
 * @warp: of @event
 * @lanes: of @event: that are active, or meet
 * @figure: in words: what is there, and what would do
 * @how: in words: how the estimate is made
 * @cure: (nullable): id of a kernel of the course that shows how to be without it
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
 * @known: whether there was enough in the run to ask: timing of the spec, a recorded block, a
 * duration
 * @causes: (array length=n_causes): that would give most, most first
 * @n_causes: %WS_CAUSES_MOST at most
 * @is_small: whether the launch is too small to fill the device: more work would be done in the
 * same time, which makes nothing of this launch faster
 * @remark: what there is to say of that, with no share and no factor
 * @gains: (array length=WS_N_CAUSES): the factor of each, whether it is among the causes or not; 1
 * where there is nothing to gain
 * @summary: in words: what stands out, or that nothing does and what the launch reaches; of one
 * that is too small, first that
 *
 * What may be said of one launch. Read-only.
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
