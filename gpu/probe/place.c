/* place.c: residencies on one time axis.
 *
 * A block notes the global timer and its SM's clock when it begins, and the SM's clock when it
 * ends. The SMs' clocks run equally fast but need not agree, so each is held against the global
 * timer: the offset of an SM is the median over its blocks of clock - rate x timer.
 */
#include "probe/probe-private.h"

#define SLOTS_MAX 64

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *)a;
  double y = *(const double *)b;

  return x < y ? -1 : x > y;
}

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

/* By SM, and there in order of arrival. */
static Arrival *
sort_arrivals (const WsProbeResidency *raw, guint32 n_blocks)
{
  Arrival *arrivals = g_new (Arrival, MAX (n_blocks, 1));

  for (guint32 i = 0; i < n_blocks; i++)
    arrivals[i] = (Arrival){ .block = i, .sm = raw[i].sm, .start = raw[i].start };
  qsort (arrivals, n_blocks, sizeof *arrivals, compare_arrivals);
  return arrivals;
}

static guint32
count_same_sm (const Arrival *arrivals, guint32 n)
{
  guint32 i = 1;

  while (i < n && arrivals[i].sm == arrivals[0].sm)
    i++;
  return i;
}

static double
find_offset (const WsProbeResidency *raw, const Arrival *arrivals, guint32 n, guint64 first_ns,
             double cycles_per_ns)
{
  g_autofree double *offsets = g_new (double, n);

  for (guint32 i = 0; i < n; i++)
    {
      const WsProbeResidency *each = &raw[arrivals[i].block];

      offsets[i] = (double)each->start - (double)(each->timer_ns - first_ns) * cycles_per_ns;
    }
  qsort (offsets, n, sizeof *offsets, compare_doubles);
  return offsets[n / 2];
}

/* The lowest block slot that is free when each block comes; clocks are not so exact that one always
 * seems to be, so else the one that is free first. */
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

guint64
ws_probe_place (const WsProbeResidency *raw, guint32 n_blocks, const WsSpec *spec,
                WsResidency *residencies)
{
  g_autofree Arrival *arrivals = sort_arrivals (raw, n_blocks);
  g_autofree double *starts = g_new (double, MAX (n_blocks, 1));
  double cycles_per_ns = spec->clock_khz / 1e6;
  guint64 first_ns = G_MAXUINT64;
  double first = G_MAXDOUBLE;
  guint64 duration = 0;

  for (guint32 i = 0; i < n_blocks; i++)
    first_ns = MIN (first_ns, raw[i].timer_ns);
  for (guint32 at = 0; at < n_blocks;)
    {
      guint32 n = count_same_sm (arrivals + at, n_blocks - at);
      double offset = find_offset (raw, arrivals + at, n, first_ns, cycles_per_ns);

      for (guint32 i = at; i < at + n; i++)
        {
          starts[arrivals[i].block] = (double)raw[arrivals[i].block].start - offset;
          first = MIN (first, starts[arrivals[i].block]);
        }
      at += n;
    }
  for (guint32 i = 0; i < n_blocks; i++)
    {
      guint64 start = (guint64)(starts[i] - first);
      guint64 length = raw[i].end > raw[i].start ? raw[i].end - raw[i].start : 1;

      residencies[i] = (WsResidency){
        .block = i, .sm = (guint16)raw[i].sm, .start = start, .end = start + length
      };
      duration = MAX (duration, start + length);
    }
  for (guint32 at = 0; at < n_blocks;)
    {
      guint32 n = count_same_sm (arrivals + at, n_blocks - at);

      give_slots (arrivals + at, n, CLAMP (spec->max_blocks_per_sm, 1, SLOTS_MAX), residencies);
      at += n;
    }
  return duration;
}
