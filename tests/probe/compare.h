/* compare.h: two recordings of the same launches, lane by lane. */
#pragma once

#include "record/run.h"

/**
 * WsComparison:
 * @n_blocks: blocks that both recorded in full
 * @n_lane_events: lane after lane, the events compared
 * @n_masks: of those, the ones whose active masks differ
 * @n_parts: of these, the ones where the second run's mask is a part of the first's: there the
 * hardware split a warp that could have stayed together
 * @n_contended: values of atomics that differ, where that is no difference
 * @n_cut: lanes that were compared only up to where what an atomic returned made them differ
 * @difference: (nullable): the first real difference, in words
 */
typedef struct {
  guint64 n_blocks;
  guint64 n_lane_events;
  guint64 n_masks;
  guint64 n_parts;
  guint64 n_contended;
  guint64 n_cut;
  char *difference;
} WsComparison;

/* Whether site, participation, addresses and values are the same, lane by lane; masks are counted.
 * Global addresses are held against each other from the start of their buffers. @contended: what
 * atomics return depends on the order of lanes and blocks, and so may all that a block does after
 * one that returned something else. */
gboolean ws_compare_runs (const WsRun *a, const WsRun *b, gboolean contended, WsComparison *result);
