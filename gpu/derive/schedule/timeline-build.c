/* timeline-build.c: makes a timeline: sorts by the digits of the times, for there may be millions
 * of warps. */
#include "schedule/residency.h"
#include "schedule/timeline.h"

#include <string.h>

typedef struct {
  guint64 time;
  guint32 index;
} Entry;

/* Ascending by time; entries of one time keep their order. */
static void
sort_entries (Entry *entries, gsize n)
{
  g_autofree Entry *other = NULL;
  Entry *from = entries;
  Entry *to;
  guint64 most = 0;
  gboolean sorted = TRUE;

  for (gsize i = 0; i < n; i++)
    {
      most = MAX (most, entries[i].time);
      sorted = sorted && (i == 0 || entries[i - 1].time <= entries[i].time);
    }
  if (sorted)
    return;
  to = other = g_new (Entry, n);
  for (guint shift = 0; shift < 64 && most >> shift > 0; shift += 8)
    {
      gsize places[257] = { 0 };
      Entry *swap;

      for (gsize i = 0; i < n; i++)
        places[(from[i].time >> shift & 255) + 1]++;
      for (guint d = 1; d < 256; d++)
        places[d] += places[d - 1];
      for (gsize i = 0; i < n; i++)
        to[places[from[i].time >> shift & 255]++] = from[i];
      swap = from;
      from = to;
      to = swap;
    }
  if (from != entries)
    memcpy (entries, from, n * sizeof *entries);
}

/* The steps of something that is there between each start and its end, @weight times. */
static void
make_steps (WsSteps *self, const Entry *starts, const Entry *ends, gsize n, guint32 weight)
{
  gsize i = 0;
  gsize k = 0;
  guint32 value = 0;

  self->levels = g_new (WsLevel, 2 * n + 1);
  self->n = 0;
  while (k < n)
    {
      guint64 time = i < n ? MIN (starts[i].time, ends[k].time) : ends[k].time;
      const WsLevel *last = self->n > 0 ? &self->levels[self->n - 1] : NULL;
      guint32 before = value;

      for (; i < n && starts[i].time == time; i++)
        value += weight;
      for (; k < n && ends[k].time == time; k++)
        value -= weight;
      if (value == before)
        continue;
      self->levels[self->n] = (WsLevel){
        .time = time,
        .area = last != NULL ? last->area + last->value * (time - last->time) : 0,
        .value = value,
      };
      self->n++;
    }
  self->levels = g_renew (WsLevel, self->levels, MAX (self->n, 1));
}

/* When the block had a warp: as its warps saw it, where they are known. */
static void
get_active (const WsTimeline *self, const WsResidency *residency, guint64 *start, guint64 *end)
{
  const WsWarpSpan *spans;
  guint32 first = G_MAXUINT32;
  guint32 last = 0;

  *start = residency->start;
  *end = residency->end;
  if (self->spans == NULL)
    return;
  spans = self->spans + (gsize)residency->block * self->n_warps;
  for (guint w = 0; w < self->n_warps; w++)
    {
      first = MIN (first, spans[w].start);
      last = MAX (last, spans[w].end);
    }
  *end = *start + last;
  *start += MIN (first, last);
}

static void
make_warps (WsTimeline *self, const WsResidency *residencies)
{
  guint per_block = self->spans != NULL ? self->n_warps : 1;
  gsize n = (gsize)self->n_stays * per_block;
  g_autofree Entry *starts = g_new0 (Entry, n);
  g_autofree Entry *ends = g_new0 (Entry, n);

  for (gsize i = 0; i < n; i++)
    {
      const WsResidency *residency = &residencies[i / per_block];

      if (self->spans == NULL)
        {
          starts[i].time = residency->start;
          ends[i].time = residency->end;
          continue;
        }
      starts[i].time = residency->start + self->spans[i].start;
      ends[i].time = residency->start + self->spans[i].end;
    }
  sort_entries (starts, n);
  sort_entries (ends, n);
  make_steps (&self->warps, starts, ends, n, self->spans != NULL ? 1 : self->n_warps);
}

/* SMs with a warp: the union of each SM's blocks. @order: blocks by the time of their first warp.
 */
static void
make_sms (WsTimeline *self, const WsResidency *residencies)
{
  g_autofree Entry *order = g_new0 (Entry, self->n_stays);
  g_autofree guint64 *since = g_new0 (guint64, self->n_sms);
  g_autofree guint64 *until = g_new0 (guint64, self->n_sms);
  g_autofree gboolean *busy = g_new0 (gboolean, self->n_sms);
  g_autofree Entry *starts = g_new0 (Entry, (gsize)self->n_stays + self->n_sms);
  g_autofree Entry *ends = g_new0 (Entry, (gsize)self->n_stays + self->n_sms);
  gsize n = 0;

  for (guint32 i = 0; i < self->n_stays; i++)
    {
      guint64 end;

      get_active (self, &residencies[i], &order[i].time, &end);
      order[i].index = i;
    }
  sort_entries (order, self->n_stays);
  for (guint32 i = 0; i < self->n_stays; i++)
    {
      const WsResidency *residency = &residencies[order[i].index];
      guint16 sm = residency->sm;
      guint64 start;
      guint64 end;

      get_active (self, residency, &start, &end);
      if (busy[sm] && start > until[sm])
        {
          starts[n].time = since[sm];
          ends[n++].time = until[sm];
          busy[sm] = FALSE;
        }
      if (!busy[sm])
        since[sm] = start;
      until[sm] = busy[sm] ? MAX (until[sm], end) : end;
      busy[sm] = TRUE;
    }
  for (guint sm = 0; sm < self->n_sms; sm++)
    if (busy[sm])
      {
        starts[n].time = since[sm];
        ends[n++].time = until[sm];
      }
  sort_entries (starts, n);
  sort_entries (ends, n);
  make_steps (&self->sms, starts, ends, n, 1);
}

static void
make_stays (WsTimeline *self, const WsResidency *residencies)
{
  gsize n_places = (gsize)self->n_sms * self->n_slots;
  g_autofree Entry *order = g_new0 (Entry, self->n_stays);
  guint32 n_at_once = self->n_resident * self->n_sms;
  guint32 *first = g_new0 (guint32, n_places + 2);

  for (guint32 i = 0; i < self->n_stays; i++)
    order[i] = (Entry){ residencies[i].start, i };
  sort_entries (order, self->n_stays);
  self->arrivals = g_new (guint64, self->n_stays);
  for (guint32 i = 0; i < self->n_stays; i++)
    {
      const WsResidency *residency = &residencies[order[i].index];

      self->arrivals[i] = order[i].time;
      first[(gsize)residency->sm * self->n_slots + residency->slot + 2]++;
    }
  /* one place further than where a slot begins, until its stays are put there */
  for (gsize i = 2; i < n_places + 2; i++)
    first[i] += first[i - 1];
  self->stays = g_new (WsStay, self->n_stays);
  self->stay_of_block = g_new (guint32, self->n_stays);
  for (guint32 i = 0; i < self->n_stays; i++)
    {
      const WsResidency *residency = &residencies[order[i].index];
      guint32 *place = &first[(gsize)residency->sm * self->n_slots + residency->slot + 1];

      self->stays[*place] = (WsStay){ .start = residency->start,
                                      .end = residency->end,
                                      .block = residency->block,
                                      .wave = i / n_at_once };
      self->stay_of_block[residency->block] = (*place)++;
    }
  self->first_stay = first;
  self->n_waves = (self->n_stays + n_at_once - 1) / n_at_once;
  self->wave_starts = g_new (guint64, MAX (self->n_waves, 1));
  for (guint wave = 0; wave < self->n_waves; wave++)
    self->wave_starts[wave] = G_MAXUINT64;
  for (guint32 i = 0; i < self->n_stays; i++)
    {
      guint64 *start = &self->wave_starts[self->stays[i].wave];
      *start = MIN (*start, self->stays[i].start);
    }
}

static void
make_changes (WsTimeline *self, const WsResidency *residencies)
{
  g_autofree Entry *order = g_new0 (Entry, self->n_stays);
  gsize i = 0;
  gsize k = 0;

  for (guint32 b = 0; b < self->n_stays; b++)
    order[b].time = residencies[b].end;
  sort_entries (order, self->n_stays);
  self->leaves = g_new (guint64, self->n_stays);
  for (guint32 b = 0; b < self->n_stays; b++)
    self->leaves[b] = order[b].time;
  self->changes = g_new (guint64, 2 * (gsize)self->n_stays);
  while (i < self->n_stays || k < self->n_stays)
    {
      guint64 time = i < self->n_stays && self->arrivals[i] <= self->leaves[k] ? self->arrivals[i]
                                                                               : self->leaves[k];

      while (i < self->n_stays && self->arrivals[i] == time)
        i++;
      while (k < self->n_stays && self->leaves[k] == time)
        k++;
      self->changes[self->n_changes++] = time;
    }
  self->changes = g_renew (guint64, self->changes, self->n_changes);
}

static void
sum_up (WsTimeline *self, const WsSpec *spec)
{
  WsResidencySummary *summary = &self->summary;

  summary->warps_known = self->spans != NULL;
  summary->active_cycles = self->sms.n > 0 ? self->sms.levels[self->sms.n - 1].area : 0;
  summary->warp_cycles = self->warps.n > 0 ? self->warps.levels[self->warps.n - 1].area : 0;
  if (summary->active_cycles == 0)
    return;
  summary->sm_efficiency =
      (double)summary->active_cycles / (double)summary->elapsed_cycles / spec->n_sms;
  summary->achieved_occupancy =
      (double)summary->warp_cycles / (double)summary->active_cycles / spec->max_warps_per_sm;
}

/* O(n) in blocks and warps, times the bytes of the last time.
 *
 * Returns: (transfer full) (nullable): its timeline; %NULL if the run does not have the launch's
 * residencies */
WsTimeline *
ws_timeline_new (WsRun *run, guint launch)
{
  const WsLaunch *record;
  const WsResidency *residencies;
  WsTimeline *self;

  g_return_val_if_fail (run != NULL && launch < run->n_launches, NULL);

  record = &run->launches[launch];
  if (record->n_residencies == 0)
    return NULL;
  residencies = run->residencies + record->first_residency;
  self = g_new0 (WsTimeline, 1);
  g_atomic_ref_count_init (&self->refs);
  self->run = ws_run_ref (run);
  self->n_sms = run->spec->n_sms;
  self->n_warps = ws_launch_get_n_warps (record);
  self->n_stays = record->n_residencies;
  if (record->first_warp_span != WS_NONE)
    self->spans = run->warp_spans + record->first_warp_span;
  self->n_resident = ws_residency_get_resident (run, launch);
  for (guint32 i = 0; i < self->n_stays; i++)
    {
      self->n_slots = MAX (self->n_slots, residencies[i].slot + 1u);
      self->end = MAX (self->end, residencies[i].end);
    }
  self->last_leave = self->end;
  /* a launch takes a while besides its blocks */
  self->end = MAX (self->end, record->duration_cycles);
  self->summary.elapsed_cycles = self->end;
  make_stays (self, residencies);
  make_changes (self, residencies);
  make_warps (self, residencies);
  make_sms (self, residencies);
  self->tail = self->arrivals[self->n_stays - 1];
  sum_up (self, run->spec);
  return self;
}

WsTimeline *
ws_timeline_ref (WsTimeline *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
ws_timeline_unref (WsTimeline *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_free (self->stays);
  g_free (self->first_stay);
  g_free (self->stay_of_block);
  g_free (self->wave_starts);
  g_free (self->warps.levels);
  g_free (self->sms.levels);
  g_free (self->arrivals);
  g_free (self->leaves);
  g_free (self->changes);
  ws_run_unref (self->run);
  g_free (self);
}

/**
 * ws_residency_summarise:
 * @summary: (out): SM efficiency, achieved occupancy, and what they come from; nothing is known in
 * it where the residencies are not there
 *
 * Who has the launch's #WsTimeline has this, too.
 *
 * Returns: %FALSE if the run does not have the launch's residencies
 */
gboolean
ws_residency_summarise (const WsRun *run, guint launch, WsResidencySummary *summary)
{
  g_autoptr (WsTimeline) timeline = ws_timeline_new ((WsRun *)run, launch);

  if (timeline == NULL)
    {
      *summary = (WsResidencySummary){ .warps_known = FALSE };
      return FALSE;
    }
  *summary = timeline->summary;
  return TRUE;
}
