/* timing.h: many timings of the same work, in a few figures. */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

/**
 * WsTimingSummary:
 * @n: samples
 * @median_ns: half of the samples took at most so long
 * @p5_ns: one in twenty took at most so long
 * @p95_ns: nineteen in twenty did
 * @min_ns: the shortest
 * @max_ns: the longest
 */
typedef struct {
  guint n;
  guint64 median_ns;
  guint64 p5_ns;
  guint64 p95_ns;
  guint64 min_ns;
  guint64 max_ns;
} WsTimingSummary;

void ws_timing_summarise (const WsSample *samples, guint n, WsTimingSummary *summary);

G_END_DECLS
