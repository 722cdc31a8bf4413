#include "timing/timing.h"

static int
compare (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *)a;
  guint64 y = *(const guint64 *)b;

  return x < y ? -1 : x > y;
}

/* The nearest rank: the smallest sample such that @percent of all are not above it. */
static guint64
percentile (const guint64 *sorted, guint n, guint percent)
{
  guint rank = (guint)(((guint64)n * percent + 99) / 100);

  return sorted[CLAMP (rank, 1, n) - 1];
}

/**
 * ws_timing_summarise:
 * @samples: (array length=n): timings, in any order
 * @n: how many
 * @summary: (out caller-allocates): their figures; all 0 if there are none
 *
 * Percentiles are nearest ranks, so each of the figures is a timing that occurred.
 */
void
ws_timing_summarise (const WsSample *samples, guint n, WsTimingSummary *summary)
{
  g_autofree guint64 *sorted = g_new (guint64, MAX (n, 1));

  *summary = (WsTimingSummary){ .n = n };
  if (n == 0)
    return;
  for (guint i = 0; i < n; i++)
    sorted[i] = samples[i].duration_ns;
  qsort (sorted, n, sizeof *sorted, compare);
  summary->median_ns = percentile (sorted, n, 50);
  summary->p5_ns = percentile (sorted, n, 5);
  summary->p95_ns = percentile (sorted, n, 95);
  summary->min_ns = sorted[0];
  summary->max_ns = sorted[n - 1];
}
