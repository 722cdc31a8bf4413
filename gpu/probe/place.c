/* place.c: residencies on one time axis.
 *
 * Each warp records the low half of its SM's clock when it begins and ends; the first ones also the
 * full clock and the global timer. The SMs' clocks have the same rate but may have different
 * offsets, so each is compared with the global timer: the offset of an SM is the median over its
 * timed warps of clock - rate x timer.
 */
#include "probe/probe-private.h"

#include <stdlib.h>

#define SLOTS_MAX 64
#define SMS_MAX   1024 /* upper bound for a corrupt result */

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *)a;
  double y = *(const double *)b;

  return x < y ? -1 : x > y;
}

/* ---- the clocks of the SMs ---- */

/* @reference: a reading of its clock; @offset: its offset from the common time axis */
typedef struct {
  guint64 reference;
  double offset;
  gboolean timed;
} SmClock;

typedef struct {
  guint32 sm;
  double offset;
  guint64 clock;
} Timed;

static int
compare_timed (gconstpointer a, gconstpointer b)
{
  const Timed *x = a;
  const Timed *y = b;

  if (x->sm != y->sm)
    return x->sm < y->sm ? -1 : 1;
  return compare_doubles (&x->offset, &y->offset);
}

/* An SM without a timed warp joined a busy device late: uses its neighbour's clock. */
static void
fill_gaps (SmClock *clocks)
{
  guint known = 0;

  while (known < SMS_MAX && !clocks[known].timed)
    known++;
  for (guint sm = 0; known < SMS_MAX && sm < SMS_MAX; sm++)
    if (clocks[sm].timed)
      known = sm;
    else
      clocks[sm] = clocks[known];
}

static SmClock *
read_clocks (const WsSpanReading *reading, const WsSpec *spec)
{
  const WsProbeSpan *raw = reading->spans;
  const WsProbeTiming *timings = reading->timings;
  SmClock *clocks = g_new0 (SmClock, SMS_MAX);
  guint n = reading->n_timed;
  g_autofree Timed *timed = g_new (Timed, MAX (n, 1));
  guint n_timed = 0;
  guint64 first_ns = G_MAXUINT64;

  for (guint i = 0; i < n; i++)
    if (timings[i].timer_ns > 0)
      first_ns = MIN (first_ns, timings[i].timer_ns);
  for (guint i = 0; i < n; i++)
    if (timings[i].timer_ns > 0 && raw[i].sm < SMS_MAX)
      timed[n_timed++] =
          (Timed){ raw[i].sm,
                   (double)timings[i].clock
                       - (double)(timings[i].timer_ns - first_ns) * (spec->clock_khz / 1e6),
                   timings[i].clock };
  qsort (timed, n_timed, sizeof *timed, compare_timed);
  for (guint at = 0, next; at < n_timed; at = next)
    {
      for (next = at; next < n_timed && timed[next].sm == timed[at].sm; next++)
        ;
      clocks[timed[at].sm] = (SmClock){ timed[at].clock, timed[at + (next - at) / 2].offset, TRUE };
    }
  fill_gaps (clocks);
  return clocks;
}

/* The reading nearest to @near whose low half is @low. */
static guint64
unwrap (guint64 near, guint32 low)
{
  return near + (guint64)(gint64)(gint32)(low - (guint32)near);
}

/* ---- blocks ---- */

typedef struct {
  guint32 block;
  guint32 sm;
  guint64 start;
} Arrival;

static int
compare_arrivals (gconstpointer a, gconstpointer b)
{
  const Arrival *x = a;
  const Arrival *y = b;

  if (x->sm != y->sm)
    return x->sm < y->sm ? -1 : 1;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return x->block < y->block ? -1 : x->block > y->block;
}

/* By SM, then in order of arrival. */
static Arrival *
sort_arrivals (const WsResidency *residencies, guint32 n_blocks)
{
  Arrival *arrivals = g_new (Arrival, MAX (n_blocks, 1));

  for (guint32 i = 0; i < n_blocks; i++)
    arrivals[i] = (Arrival){ i, residencies[i].sm, residencies[i].start };
  qsort (arrivals, n_blocks, sizeof *arrivals, compare_arrivals);
  return arrivals;
}

/* The lowest block slot that is free when each block arrives; as clocks are inexact, none may seem
 * free: then the one that becomes free first. */
static void
give_slots (const Arrival *arrivals, guint32 n, guint n_slots, WsResidency *residencies)
{
  guint64 free_at[SLOTS_MAX] = { 0 };

  for (guint32 i = 0; i < n; i++)
    {
      WsResidency *residency = &residencies[arrivals[i].block];
      guint slot = 0;

      while (slot < n_slots && free_at[slot] > residency->start)
        slot++;
      if (slot == n_slots)
        {
          slot = 0;
          for (guint other = 1; other < n_slots; other++)
            if (free_at[other] < free_at[slot])
              slot = other;
        }
      residency->slot = (guint16)slot;
      free_at[slot] = residency->end;
    }
}

/* Finds when the block's first warp began, by the full clock of its SM, and its warps' spans from
 * then on. Returns the block's length; 0 if none of its warps wrote anything. */
static guint32
read_block (const WsProbeSpan *raw, guint32 n_warps, SmClock *clock, guint64 *start,
            WsWarpSpan *spans)
{
  gint32 first = G_MAXINT32;
  guint32 last = 1;
  guint32 base = 0;

  for (guint32 w = 0; w < n_warps; w++)
    if (ws_probe_span_is_written (&raw[w]))
      {
        if (first == G_MAXINT32)
          {
            base = raw[w].start;
            first = 0;
          }
        first = MIN (first, (gint32)(raw[w].start - base));
      }
  if (first == G_MAXINT32)
    return 0;
  *start = clock->reference = unwrap (clock->reference, base + (guint32)first);
  for (guint32 w = 0; w < n_warps; w++)
    {
      guint32 begun = raw[w].start - (guint32)*start;
      guint32 ended = raw[w].end - (guint32)*start;

      if (!ws_probe_span_is_written (&raw[w]))
        continue;
      spans[w] = (WsWarpSpan){ begun, MAX (begun, ended) };
      last = MAX (last, spans[w].end);
    }
  return last;
}

/**
 * ws_probe_place:
 * @reading: what the warps of a launch wrote
 * @residencies: (out caller-allocates) (array): for each block of the grid: its SM, and when it
 * began and ended, in cycles since the first one began; without slots. Blocks without records have
 * no duration
 * @spans: (out caller-allocates) (array): for each warp of the grid: cycles since its block began
 *
 * Maps the SMs' clocks to one time axis. See the top of this file.
 */
void
ws_probe_place (const WsSpanReading *reading, const WsSpec *spec, WsResidency *residencies,
                WsWarpSpan *spans)
{
  g_autofree SmClock *clocks = read_clocks (reading, spec);
  g_autofree double *starts = g_new0 (double, MAX (reading->n_blocks, 1));
  double first = G_MAXDOUBLE;

  for (guint32 i = 0; i < reading->n_blocks; i++)
    {
      gsize at = (gsize)i * reading->n_warps;
      guint sm = MIN (reading->spans[at].sm, SMS_MAX - 1);
      guint64 start = 0;
      guint32 length =
          read_block (reading->spans + at, reading->n_warps, &clocks[sm], &start, spans + at);

      residencies[i] = (WsResidency){ .block = i, .sm = (guint16)sm, .end = length };
      starts[i] = (double)start - clocks[sm].offset;
      if (length > 0)
        first = MIN (first, starts[i]);
    }
  for (guint32 i = 0; i < reading->n_blocks; i++)
    {
      residencies[i].start = residencies[i].end > 0 ? (guint64)(starts[i] - first) : 0;
      residencies[i].end += residencies[i].start;
    }
}

/**
 * ws_probe_give_slots:
 * @residencies: (inout) (array length=n_blocks): of each block of the grid; receive their slots
 * @n_blocks: blocks of the grid
 * @spec: the device, with the number of slots per SM
 *
 * Assigns each block a slot of its SM that is free while the block is resident.
 */
void
ws_probe_give_slots (WsResidency *residencies, guint32 n_blocks, const WsSpec *spec)
{
  g_autofree Arrival *arrivals = sort_arrivals (residencies, n_blocks);

  for (guint32 at = 0, next; at < n_blocks; at = next)
    {
      for (next = at; next < n_blocks && arrivals[next].sm == arrivals[at].sm; next++)
        ;
      give_slots (arrivals + at, next - at, CLAMP (spec->max_blocks_per_sm, 1, SLOTS_MAX),
                  residencies);
    }
}

/**
 * ws_probe_span_is_written:
 * @span: of a warp
 *
 * Whether a warp wrote it: a span that is all zeros is unused.
 */
gboolean
ws_probe_span_is_written (const WsProbeSpan *span)
{
  return (span->start | span->sm | span->end) != 0;
}
