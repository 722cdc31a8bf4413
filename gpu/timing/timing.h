/* timing.h: summary statistics of many timings of the same work. */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

/**
 * WsTimingSummary:
 * @n: samples
 * @median_ns: the median
 * @p5_ns: the 5th percentile
 * @p95_ns: the 95th percentile
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
