#include "timing/live.h"

#include <string.h>

#define N_REMEMBERED 4096 /* columns; a power of two */

/* A column of samples @first to @end, counted from the first ever appended. */
typedef struct {
  guint64 first;
  guint64 end;
  WsLiveColumn column;
} Remembered;

/* The samples are in a ring. Those kept are also sorted by size, up to the first @n_sorted ever
 * appended: later additions and removals are merged on demand, in one pass. */
typedef struct {
  WsLive parent;

  guint64 *ring;
  guint64 n_total;
  Remembered *remembered; /* at an index given by its samples */
  guint64 *sorted;
  guint n_in_sorted;
  guint64 n_sorted;
  GArray *dropped; /* guint64: sorted samples that have left the ring */
} Live;

G_DEFINE_BOXED_TYPE (WsLive, ws_live, ws_live_ref, ws_live_unref)

/**
 * ws_live_new:
 * @kernel: id in the catalogue
 * @title: of the kernel
 *
 * Returns: (transfer full): an empty timing, begun now
 */
WsLive *
ws_live_new (const char *kernel, const char *title)
{
  Live *self = g_rc_box_new0 (Live);

  self->parent.kernel = g_strdup (kernel);
  self->parent.title = g_strdup (title);
  self->parent.date = g_get_real_time () / G_USEC_PER_SEC;
  self->ring = g_new (guint64, WS_LIVE_MAX_SAMPLES);
  self->sorted = g_new (guint64, WS_LIVE_MAX_SAMPLES);
  self->remembered = g_new0 (Remembered, N_REMEMBERED);
  self->dropped = g_array_new (FALSE, FALSE, sizeof (guint64));
  return &self->parent;
}

static void
clear_step (gpointer data)
{
  g_free (((WsLiveStep *)data)->title);
}

static void
append_latest (WsLive *to, const WsLive *from, guint n)
{
  guint first = ws_live_get_n_kept (from) - n;

  for (guint i = 0; i < n; i++)
    {
      guint64 duration = ws_live_get_duration_ns (from, first + i);

      ws_live_append (to, &duration, 1);
    }
}

/* The steps of @self and of earlier timings that still have a sample. */
static GArray *
copy_steps (const WsLive *self, guint64 first)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (WsLiveStep));
  guint n = self->steps != NULL ? self->steps->len : 0;
  WsLiveStep own = { self->n_before, self->title, self->n, self->block };

  g_array_set_clear_func (steps, clear_step);
  for (guint i = 0; i <= n; i++)
    {
      WsLiveStep step = i < n ? g_array_index (self->steps, WsLiveStep, i) : own;
      guint64 end = i + 1 < n ? g_array_index (self->steps, WsLiveStep, i + 1).at
                    : i < n   ? own.at
                              : own.at + ws_live_get_n_total (self);

      if (end <= MAX (first, step.at))
        continue;
      step.title = g_strdup (step.title);
      g_array_append_val (steps, step);
    }
  return steps;
}

/**
 * ws_live_new_after:
 * @earlier: the previous timing, on the same device
 * @kernel: id in the catalogue
 * @title: of the kernel
 *
 * Returns: (transfer full): a timing without samples of its own; the latest of @earlier, and of
 * those before it, are kept as earlier samples
 */
WsLive *
ws_live_new_after (WsLive *earlier, const char *kernel, const char *title)
{
  WsLive *self = ws_live_new (kernel, title);
  guint n_own = MIN (ws_live_get_n_kept (earlier), WS_LIVE_MAX_BEFORE);
  guint n_older = n_own == ws_live_get_n_total (earlier) && earlier->before != NULL
                      ? MIN (ws_live_get_n_kept (earlier->before), WS_LIVE_MAX_BEFORE - n_own)
                      : 0;

  self->n_before = earlier->n_before + ws_live_get_n_total (earlier);
  self->before = ws_live_new (NULL, NULL);
  self->before->n_before = self->n_before - n_own - n_older;
  if (n_older > 0)
    append_latest (self->before, earlier->before, n_older);
  append_latest (self->before, earlier, n_own);
  self->steps = copy_steps (earlier, self->before->n_before);
  return self;
}

static void
forget_before (WsLive *self)
{
  g_clear_pointer (&self->before, ws_live_unref);
  g_clear_pointer (&self->steps, g_array_unref);
  self->n_before = 0;
}

/* For one thread at a time. */
WsLive *
ws_live_ref (WsLive *self)
{
  return g_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  Live *self = data;

  forget_before (&self->parent);
  g_free (self->parent.kernel);
  g_free (self->parent.title);
  g_free (self->parent.device);
  g_free (self->parent.device_name);
  g_free (self->parent.driver);
  g_free (self->ring);
  g_free (self->sorted);
  g_free (self->remembered);
  g_array_unref (self->dropped);
}

void
ws_live_unref (WsLive *self)
{
  g_rc_box_release_full (self, clear);
}

static guint
get_n_kept (const Live *self)
{
  return (guint)MIN (self->n_total, WS_LIVE_MAX_SAMPLES);
}

/* The oldest kept sample, counted from the first ever appended. */
static guint64
get_first (const Live *self)
{
  return self->n_total - get_n_kept (self);
}

static guint64
get_value (const Live *self, guint64 at)
{
  return self->ring[at % WS_LIVE_MAX_SAMPLES];
}

/**
 * ws_live_append:
 * @durations_ns: (array length=n): further samples, oldest first
 * @n: how many
 */
void
ws_live_append (WsLive *self, const guint64 *durations_ns, guint n)
{
  Live *live = (Live *)self;

  for (guint i = 0; i < n; i++)
    {
      guint64 *place = &live->ring[live->n_total % WS_LIVE_MAX_SAMPLES];

      if (live->n_total >= WS_LIVE_MAX_SAMPLES
          && live->n_total - WS_LIVE_MAX_SAMPLES < live->n_sorted)
        g_array_append_val (live->dropped, *place);
      *place = durations_ns[i];
      live->n_total++;
    }
}

/* Removes all samples, including those of earlier timings. */
void
ws_live_clear (WsLive *self)
{
  Live *live = (Live *)self;

  forget_before (self);
  live->n_total = 0;
  live->n_sorted = 0;
  live->n_in_sorted = 0;
  g_array_set_size (live->dropped, 0);
  memset (live->remembered, 0, N_REMEMBERED * sizeof *live->remembered);
}

/* Returns: number of samples appended since it was cleared */
guint64
ws_live_get_n_total (const WsLive *self)
{
  return ((const Live *)self)->n_total;
}

/* Returns: number of kept samples: the latest, at most %WS_LIVE_MAX_SAMPLES */
guint
ws_live_get_n_kept (const WsLive *self)
{
  return get_n_kept ((const Live *)self);
}

/**
 * ws_live_get_duration_ns:
 * @i: index of a kept sample, 0 is the oldest
 *
 * Returns: its duration, ns
 */
guint64
ws_live_get_duration_ns (const WsLive *self, guint i)
{
  const Live *live = (const Live *)self;

  g_return_val_if_fail (i < get_n_kept (live), 0);
  return get_value (live, get_first (live) + i);
}

/* ---- in order of size ---- */

/* Radix sort by bytes, least significant first; a byte equal in all needs no pass. */
static void
sort_values (guint64 *values, guint n)
{
  g_autofree guint64 *other = g_new (guint64, MAX (n, 1));
  guint64 *from = values;
  guint64 *to = other;
  guint64 differ = 0;

  for (guint i = 1; i < n; i++)
    differ |= values[i] ^ values[0];
  for (guint shift = 0; shift < 64; shift += 8)
    {
      guint starts[257] = { 0 };
      guint64 *swap = from;

      if ((differ >> shift & 0xff) == 0)
        continue;
      for (guint i = 0; i < n; i++)
        starts[(from[i] >> shift & 0xff) + 1]++;
      for (guint i = 1; i < G_N_ELEMENTS (starts); i++)
        starts[i] += starts[i - 1];
      for (guint i = 0; i < n; i++)
        to[starts[from[i] >> shift & 0xff]++] = from[i];
      from = to;
      to = swap;
    }
  if (from != values)
    memcpy (values, from, n * sizeof *values);
}

static void
sort_anew (Live *self)
{
  self->n_in_sorted = get_n_kept (self);
  for (guint i = 0; i < self->n_in_sorted; i++)
    self->sorted[i] = get_value (self, get_first (self) + i);
  sort_values (self->sorted, self->n_in_sorted);
}

/* One pass: merges the sorted samples, minus those dropped, with the new ones. */
static void
merge (Live *self, guint n_new)
{
  g_autofree guint64 *fresh = g_new (guint64, n_new);
  g_autofree guint64 *old = g_steal_pointer (&self->sorted);
  const guint64 *dropped = (const guint64 *)(const void *)self->dropped->data;
  guint n_dropped = self->dropped->len;
  guint at_dropped = 0;
  guint at_fresh = 0;
  guint n = 0;

  for (guint i = 0; i < n_new; i++)
    fresh[i] = get_value (self, self->n_total - n_new + i);
  sort_values (fresh, n_new);
  sort_values ((guint64 *)(void *)self->dropped->data, n_dropped);
  self->sorted = g_new (guint64, WS_LIVE_MAX_SAMPLES);
  for (guint i = 0; i < self->n_in_sorted; i++)
    {
      if (at_dropped < n_dropped && dropped[at_dropped] == old[i])
        {
          at_dropped++;
          continue;
        }
      while (at_fresh < n_new && fresh[at_fresh] < old[i])
        self->sorted[n++] = fresh[at_fresh++];
      self->sorted[n++] = old[i];
    }
  while (at_fresh < n_new)
    self->sorted[n++] = fresh[at_fresh++];
  self->n_in_sorted = n;
}

static void
sort (Live *self)
{
  guint64 n_new = self->n_total - self->n_sorted;

  if (n_new == 0)
    return;
  if (n_new > get_n_kept (self) / 4)
    sort_anew (self);
  else
    merge (self, (guint)n_new);
  g_array_set_size (self->dropped, 0);
  self->n_sorted = self->n_total;
}

/* The nearest rank, as in timing.c. */
static guint
get_rank (guint n, guint percent)
{
  return (guint)CLAMP (((guint64)n * percent + 99) / 100, 1, n) - 1;
}

/**
 * ws_live_summarise:
 * @summary: (out caller-allocates): of those kept; all 0 if there are none
 *
 * Percentiles are nearest ranks, as those of ws_timing_summarise().
 */
void
ws_live_summarise (const WsLive *self, WsTimingSummary *summary)
{
  Live *live = (Live *)self;
  guint n = get_n_kept (live);

  *summary = (WsTimingSummary){ .n = n };
  if (n == 0)
    return;
  sort (live);
  summary->median_ns = live->sorted[get_rank (n, 50)];
  summary->p5_ns = live->sorted[get_rank (n, 5)];
  summary->p95_ns = live->sorted[get_rank (n, 95)];
  summary->min_ns = live->sorted[0];
  summary->max_ns = live->sorted[n - 1];
}

/* Number of samples below @value. */
static guint
count_below (const Live *self, guint64 value)
{
  guint low = 0;
  guint high = self->n_in_sorted;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (self->sorted[middle] < value)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/**
 * ws_live_get_histogram:
 * @self: timings
 * @from_ns: where the first bin begins
 * @to_ns: where the last one ends; not below @from_ns
 * @bins: (out caller-allocates) (array length=n_bins): number of kept samples in each
 * @n_bins: of equal width, to the nanosecond: bin i begins at @from_ns + (@to_ns - @from_ns) i /
 * @n_bins
 */
void
ws_live_get_histogram (const WsLive *self, guint64 from_ns, guint64 to_ns, guint *bins,
                       guint n_bins)
{
  Live *live = (Live *)self;
  guint before;

  g_return_if_fail (to_ns >= from_ns);

  sort (live);
  before = count_below (live, from_ns);
  for (guint i = 0; i < n_bins; i++)
    {
      guint64 end = from_ns + (guint64)((unsigned __int128)(to_ns - from_ns) * (i + 1) / n_bins);
      guint upto = count_below (live, end);

      bins[i] = upto - before;
      before = upto;
    }
}

/* ---- columns ---- */

/* Partitions the values from @low to before @high around the one of rank @rank: none before it is
 * greater, and none after it is less (C. A. R. Hoare, Algorithm 65: FIND). */
static guint64
choose (guint64 *values, guint low, guint high, guint rank)
{
  gint64 left = low;
  gint64 right = (gint64)high - 1;

  while (left < right)
    {
      guint64 pivot = values[(left + right) / 2];
      gint64 i = left;
      gint64 j = right;

      while (i <= j)
        {
          guint64 swap;

          while (values[i] < pivot)
            i++;
          while (values[j] > pivot)
            j--;
          if (i > j)
            break;
          swap = values[i];
          values[i++] = values[j];
          values[j--] = swap;
        }
      if (rank <= j)
        right = j;
      else if (rank >= i)
        left = i;
      else
        break;
    }
  return values[rank];
}

static void
make_column (const Live *self, guint64 first, guint64 end, guint64 *values, WsLiveColumn *column)
{
  guint n = (guint)(end - first);
  guint middle = get_rank (n, 50);

  *column = (WsLiveColumn){ .n = n, .min_ns = G_MAXUINT64 };
  for (guint i = 0; i < n; i++)
    {
      values[i] = get_value (self, first + i);
      column->min_ns = MIN (column->min_ns, values[i]);
      column->max_ns = MAX (column->max_ns, values[i]);
    }
  column->median_ns = choose (values, 0, n, middle);
  column->p5_ns = choose (values, 0, middle + 1, get_rank (n, 5));
  column->p95_ns = choose (values, middle, n, get_rank (n, 95));
}

/**
 * ws_live_get_columns:
 * @first: index of the first requested kept sample
 * @n: how many are
 * @columns: (out caller-allocates) (array length=n_columns): their summaries; @n is 0 for a column
 * without samples
 * @n_columns: column i has the samples from @first + @n i / @n_columns on
 *
 * Columns are cached: while samples stream in, the same columns are requested again if they begin
 * at multiples of a constant width, counted from the first sample ever appended (the first one kept
 * is the ws_live_get_n_total() - ws_live_get_n_kept()-th).
 */
void
ws_live_get_columns (WsLive *self, guint first, guint n, WsLiveColumn *columns, guint n_columns)
{
  Live *live = (Live *)self;
  g_autofree guint64 *values = NULL;

  g_return_if_fail (first <= get_n_kept (live) && n <= get_n_kept (live) - first);

  for (guint i = 0; i < n_columns; i++)
    {
      guint64 from = get_first (live) + first + (guint64)n * i / n_columns;
      guint64 end = get_first (live) + first + (guint64)n * (i + 1) / n_columns;
      guint64 width = MAX (end - from, 1);
      Remembered *place = &live->remembered[(from / width + width) % N_REMEMBERED];

      columns[i] = (WsLiveColumn){ 0 };
      if (end == from)
        continue;
      if (place->first != from || place->end != end)
        {
          if (values == NULL)
            values = g_new (guint64, n / n_columns + 1);
          make_column (live, from, end, values, &place->column);
          place->first = from;
          place->end = end;
        }
      columns[i] = place->column;
    }
}
