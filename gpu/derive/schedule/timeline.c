/* timeline.c: what is asked of a launch's timeline; timeline-build.c makes it. */
#include "schedule/timeline.h"

/* Of ascending @times, how many are at or before @time. */
static gsize
count_until (const guint64 *times, gsize n, guint64 time)
{
  gsize low = 0;
  gsize high = n;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;
      if (times[middle] <= time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/**
 * ws_timeline_find:
 * @slot: a block slot of it
 * @time: cycles since the launch began
 *
 * Returns: (nullable): the block that has the slot at @time
 */
const WsStay *
ws_timeline_find (const WsTimeline *self, guint sm, guint slot, guint64 time)
{
  const guint32 *range;
  guint32 low;
  guint32 high;

  if (sm >= self->n_sms || slot >= self->n_slots)
    return NULL;
  range = &self->first_stay[(gsize)sm * self->n_slots + slot];
  low = range[0];
  high = range[1];
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;
      if (self->stays[middle].start <= time)
        low = middle + 1;
      else
        high = middle;
    }
  return low > range[0] && self->stays[low - 1].end > time ? &self->stays[low - 1] : NULL;
}

/**
 * ws_timeline_place:
 * @sm: (out) (optional): where it was
 * @slot: (out) (optional): where it was
 */
void
ws_timeline_place (const WsTimeline *self, const WsStay *stay, guint *sm, guint *slot)
{
  guint32 index = (guint32)(stay - self->stays);
  gsize low = 0;
  gsize high = (gsize)self->n_sms * self->n_slots;

  /* last slot whose stays begin at or before this one */
  while (high - low > 1)
    {
      gsize middle = low + (high - low) / 2;
      if (self->first_stay[middle] <= index)
        low = middle;
      else
        high = middle;
    }
  if (sm != NULL)
    *sm = (guint)(low / self->n_slots);
  if (slot != NULL)
    *slot = (guint)(low % self->n_slots);
}

/* Returns: (nullable) (array): one per warp of the block; %NULL if unknown */
const WsWarpSpan *
ws_timeline_get_spans (const WsTimeline *self, const WsStay *stay)
{
  return self->spans != NULL ? self->spans + (gsize)stay->block * self->n_warps : NULL;
}

/**
 * ws_timeline_get_warps:
 * @time: cycles since the launch began
 *
 * Returns: bit w: warp w of the block has begun and not left; all of them while the block is there
 * where the warps' own spans are not known
 */
guint32
ws_timeline_get_warps (const WsTimeline *self, const WsStay *stay, guint64 time)
{
  const WsWarpSpan *spans = ws_timeline_get_spans (self, stay);
  guint n = MIN (self->n_warps, WS_WARP_SIZE);
  guint32 mask = 0;
  guint64 at;

  if (time < stay->start || time >= stay->end)
    return 0;
  if (spans == NULL)
    return n == 32 ? G_MAXUINT32 : (1u << n) - 1;
  at = time - stay->start;
  for (guint w = 0; w < n; w++)
    mask |= (guint32)(spans[w].start <= at && spans[w].end > at) << w;
  return mask;
}

/**
 * ws_timeline_count_arrived:
 * @time: cycles since the launch began
 *
 * Returns: blocks that have come
 */
guint32
ws_timeline_count_arrived (const WsTimeline *self, guint64 time)
{
  return (guint32)count_until (self->arrivals, self->n_stays, time);
}

/**
 * ws_timeline_count_left:
 * @time: cycles since the launch began
 *
 * Returns: blocks that have come and gone
 */
guint32
ws_timeline_count_left (const WsTimeline *self, guint64 time)
{
  return (guint32)count_until (self->leaves, self->n_stays, time);
}

/**
 * ws_timeline_wave_at:
 * @time: cycles since the launch began
 *
 * Returns: the latest wave of which a block has come, from 0
 */
guint
ws_timeline_wave_at (const WsTimeline *self, guint64 time)
{
  gsize n = count_until (self->wave_starts, self->n_waves, time);

  return n > 0 ? (guint)n - 1 : 0;
}

/* Where one stops when the launch has been played: of its last tenth, as far as that is the tail,
 * the last cycle of the longest time in which as many SMs were active. There is to be seen why its
 * figures are what they are: one SM left with a long block, or SMs that never got one. At the end
 * they are all empty.
 *
 * Returns: cycles since the launch began */
guint64
ws_timeline_get_telling (const WsTimeline *self)
{
  guint64 last = MAX (self->last_leave, 1);
  guint64 from = MAX (self->tail, last - last / 10);
  guint64 longest = 0;
  guint64 found = last - 1;

  for (gsize i = 0; i < self->sms.n; i++)
    {
      guint64 start = MAX (self->sms.levels[i].time, from);
      guint64 end = i + 1 < self->sms.n ? MIN (self->sms.levels[i + 1].time, last) : last;

      if (self->sms.levels[i].value == 0 || end <= start || end - start < longest)
        continue;
      longest = end - start;
      found = end - 1;
    }
  return found;
}

/**
 * ws_timeline_next_change:
 * @time: cycles since the launch began
 * @direction: 1 forwards, -1 backwards
 *
 * Returns: the next time at which a block comes or leaves; the end, or 0, where there is none
 */
guint64
ws_timeline_next_change (const WsTimeline *self, guint64 time, int direction)
{
  gsize n;

  if (direction > 0)
    {
      n = count_until (self->changes, self->n_changes, time);
      return n < self->n_changes ? self->changes[n] : self->end;
    }
  n = time > 0 ? count_until (self->changes, self->n_changes, time - 1) : 0;
  return n > 0 ? self->changes[n - 1] : 0;
}

/**
 * ws_timeline_get_chapters:
 * @most: room in @times
 * @times: (out caller-allocates) (array length=most): ascending
 *
 * Where to stop when going through a launch: its begin, then each wave's first block, or every
 * second's, third's ... where there are many; and the begin of the tail.
 */
guint
ws_timeline_get_chapters (const WsTimeline *self, guint most, guint64 *times)
{
  guint every;
  guint n = 0;

  if (most < 2)
    return 0;
  every = (self->n_waves + most - 2) / (most - 1);
  for (guint wave = 0; wave < self->n_waves; wave += MAX (every, 1))
    if (n == 0 || self->wave_starts[wave] > times[n - 1])
      times[n++] = self->wave_starts[wave];
  /* the last wave of a launch that fills all is the tail */
  for (guint i = 0; i < n; i++)
    if (times[i] == self->tail)
      return n;
  times[n++] = self->tail;
  return n;
}

/* How many levels begin at or before @time; @low of them are known to. */
static gsize
count_levels (const WsSteps *self, gsize low, double time)
{
  gsize reach = 1;
  gsize high;

  /* in longer and longer strides: what is asked for next is near */
  while (low + reach < self->n && (double)self->levels[low + reach].time <= time)
    {
      low += reach;
      reach *= 2;
    }
  high = MIN (low + reach, self->n);
  while (low < high)
    {
      gsize middle = low + (high - low) / 2;
      if ((double)self->levels[middle].time <= time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static double
get_area (const WsSteps *self, gsize n, double until)
{
  const WsLevel *level = n > 0 ? &self->levels[n - 1] : NULL;

  return level != NULL ? (double)level->area + level->value * (until - (double)level->time) : 0;
}

/**
 * ws_steps_get_value:
 * @time: cycles since the launch began
 *
 * Returns: their value during the cycle that begins at @time
 */
guint32
ws_steps_get_value (const WsSteps *self, guint64 time)
{
  gsize n = count_levels (self, 0, (double)time);

  return n > 0 ? self->levels[n - 1].value : 0;
}

/**
 * ws_steps_get_area:
 * @until: cycles since the launch began
 *
 * Returns: the area below the steps from 0 to @until
 */
double
ws_steps_get_area (const WsSteps *self, double until)
{
  return get_area (self, count_levels (self, 0, until), until);
}

/**
 * ws_steps_sample:
 * @from: cycles since the launch began
 * @to: after @from
 * @n: columns
 * @means: (out caller-allocates) (array length=n): their mean in each column
 *
 * What the columns of a chart show: whatever their number, they have the same area together.
 */
void
ws_steps_sample (const WsSteps *self, double from, double to, guint n, double *means)
{
  gsize level = count_levels (self, 0, from);
  double before = get_area (self, level, from);
  double column = (to - from) / n;

  for (guint i = 0; i < n; i++)
    {
      double until = from + column * (i + 1);
      double area;

      level = count_levels (self, level, until);
      area = get_area (self, level, until);
      means[i] = column > 0 ? (area - before) / column : 0;
      before = area;
    }
}
