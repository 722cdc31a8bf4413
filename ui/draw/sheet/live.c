/* live.c: one plan, timed again and again: the times as they arrive, their distribution, and the
 * bandwidth.
 *
 * The line is the median of several consecutive samples, the band around it their p5 to p95. The
 * time axis does not begin at 0: its purpose is to show how much runs vary. It contains the band
 * with a margin, in round steps, so that it does not move with every sample; runs outside it are
 * counted in the caption. Modelled runs do not vary: their axis begins at 0.
 */
#include "sheet/words.h"

#include "words/words.h"

#include <glib/gi18n.h>
#include <math.h>

#define MAX_COLUMNS 120 /* more would be noise instead of a line with a band */
#define FEW         30  /* up to this many have individual marks */
#define N_BINS      28
#define ALL_EQUAL   0.1  /* share of the time, shown around it if there is no spread */
#define ABOVE_EQUAL 1.25 /* multiple of the time, from 0, if there can be no spread */
#define NEAR                                                                           \
  0.5 /* of the median: a peak's time below it is not drawn: it would flatten all else \
       */

/* ---- the samples ---- */

/* A column of the chart: the samples from @first to before @end, counted from the first ever. */
typedef struct {
  guint64 first;
  guint64 end;
  WsLiveColumn column;
} Place;

static void
add_places (WsLive *live, GArray *places, guint first, guint n, guint n_columns)
{
  guint64 before = ws_live_get_n_total (live) - ws_live_get_n_kept (live);
  g_autofree WsLiveColumn *columns = NULL;

  if (n == 0)
    return;
  columns = g_new0 (WsLiveColumn, n_columns);
  ws_live_get_columns (live, first, n, columns, n_columns);
  for (guint i = 0; i < n_columns; i++)
    {
      Place place = { .first = before + first + (guint64)n * i / n_columns,
                      .end = before + first + (guint64)n * (i + 1) / n_columns,
                      .column = columns[i] };

      if (place.column.n > 0)
        g_array_append_val (places, place);
    }
}

/**
 * list_places:
 * @live: the samples
 * @first: of those kept
 * @n: how many
 * @columns: at most so many
 *
 * The width of columns is a power of two, and they begin at its multiples: full columns do not
 * change while samples stream in.
 *
 * Returns: (transfer full) (element-type Place): in their order
 */
static GArray *
list_places (WsLive *live, guint first, guint n, guint columns)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (Place));
  guint64 before = ws_live_get_n_total (live) - ws_live_get_n_kept (live);
  guint width = 1;
  guint head;
  guint full;
  guint tail;

  columns = CLAMP (columns, 1, MAX_COLUMNS);
  while (n / width > columns)
    width *= 2;
  head = (guint)((width - (before + first) % width) % width);
  head = MIN (head, n);
  full = (n - head) / width;
  tail = n - head - full * width;
  /* a column of few samples next to many would look like an outlier */
  if (full == 0 || head >= width / 2)
    add_places (live, places, first, head, 1);
  add_places (live, places, first + head, full * width, MAX (full, 1));
  if (full == 0 || tail >= width / 2)
    add_places (live, places, first + head + full * width, tail, 1);
  return places;
}

/* ---- the axis ---- */

typedef struct {
  double from;
  double to;
} Range;

/* The round step, 1, 2 or 5 times a power of ten, that is at least this long. */
static double
round_up (double least)
{
  double power = pow (10, floor (log10 (least)));
  double factor = least / power;

  return power * (factor <= 1.0001 ? 1 : factor <= 2.0001 ? 2 : factor <= 5.0001 ? 5 : 10);
}

static void
find_range (const WsLive *live, const GArray *places, const WsTimingSummary *summary, Range *range)
{
  double low = (double)summary->p5_ns;
  double high = (double)summary->p95_ns;
  double band = high - low;
  double margin;
  double step;

  for (guint i = 0; i < places->len; i++)
    {
      const Place *place = &g_array_index (places, Place, i);

      low = MIN (low, (double)place->column.median_ns);
      high = MAX (high, (double)place->column.median_ns);
      if (place->column.n > 1)
        {
          low = MIN (low, MAX ((double)place->column.p5_ns, (double)summary->p5_ns - band));
          high = MAX (high, MIN ((double)place->column.p95_ns, (double)summary->p95_ns + band));
        }
    }
  /* also if earlier timings differ */
  if (summary->min_ns == summary->max_ns && high > 0 && live->origin == WS_ORIGIN_MODELLED)
    {
      step = round_up (high * ABOVE_EQUAL / 16);
      *range = (Range){ 0, ceil (high * ABOVE_EQUAL / step) * step };
      return;
    }
  margin = MAX ((high - low) * 0.15, (double)summary->median_ns * 0.004);
  if (low == high)
    margin = MAX (margin, high * ALL_EQUAL);
  margin = MAX (margin, 1);
  step = round_up ((high - low + 2 * margin) / 16);
  range->from = MAX (floor ((low - margin) / step) * step, 0);
  range->to = ceil ((high + margin) / step) * step;
}

/* ---- charts ---- */

static WsFigures
get_figures (const WsLive *live)
{
  return live->origin == WS_ORIGIN_MEASURED ? WS_FIGURES_MEASURED : WS_FIGURES_MODELLED;
}

static void
set_axis (WsChartAxis *axis, const char *label, WsQuantity quantity, double from, double to)
{
  axis->label = g_strdup (label);
  axis->quantity = quantity;
  axis->kind = WS_SCALE_LINEAR;
  axis->from = from;
  axis->to = to;
}

/* The time of a run at a bandwidth, if close enough to the actual time. */
static void
add_rule (WsChart *chart, const WsLive *live, double bytes_per_s, const Range *range,
          const char *what, gboolean dashed)
{
  double time = bytes_per_s > 0 ? (double)live->n_bytes / bytes_per_s * 1e9 : 0;
  g_autofree char *speed = NULL;
  g_autofree char *label = NULL;

  if (time <= range->from || time >= range->to)
    return;
  speed = ws_quantity_format (WS_QUANTITY_BANDWIDTH, bytes_per_s);
  label = g_strdup_printf (_ ("%1$s %2$s"), what, speed);
  ws_chart_add_rule (chart, FALSE, time, dashed, label);
}

/* Extends the range down to the time of a nearby peak. */
static void
reach_for (Range *range, const WsLive *live, const WsTimingSummary *summary, double bytes_per_s)
{
  double time = bytes_per_s > 0 ? (double)live->n_bytes / bytes_per_s * 1e9 : 0;
  double step;

  if (time < NEAR * (double)summary->median_ns || time >= range->to)
    return;
  step = round_up ((range->to - MIN (range->from, time)) / 8);
  while (range->from > 0 && range->from >= time)
    range->from = MAX ((floor (range->from / step + 0.001) - 1) * step, 0);
  range->from = MAX (floor (range->from / step + 0.001) * step, 0);
}

/* A separate line; earlier timings are paler. */
static void
add_line (WsChart *chart, const WsLive *live, const GArray *places, guint64 n_before,
          gboolean earlier)
{
  WsSeries *series = ws_chart_add_series (chart, _ ("median"), WS_MARK_LINE, 0, get_figures (live));

  for (guint i = 0; i < places->len; i++)
    {
      const Place *place = &g_array_index (places, Place, i);
      WsChartPoint *point = ws_series_add_point (
          series, (double)n_before + ((double)place->first + (double)place->end + 1) / 2,
          (double)place->column.median_ns);

      if (place->column.n > 1)
        {
          point->low = (double)place->column.p5_ns;
          point->high = (double)place->column.p95_ns;
        }
    }
  series->named = FALSE;
  series->quiet = earlier;
  series->plain = places->len > FEW;
}

/* (transfer full): what changed between two steps: "kernel 3, block 256" */
static char *
name_step (const WsLiveStep *from, const WsLiveStep *to)
{
  GString *text = g_string_new (NULL);
  gboolean other = g_strcmp0 (from->title, to->title) != 0;

  if (other || (from->n == to->n && from->block == to->block))
    {
      g_autofree char *name = ws_sheet_refer (to->title);

      g_string_append (text, name);
    }
  if (from->block != to->block)
    g_string_append_printf (text, text->len > 0 ? _ (", block %u") : _ ("block %u"), to->block);
  if (from->n != to->n)
    {
      g_autofree char *n = ws_quantity_format (WS_QUANTITY_ELEMENTS, (double)to->n);

      g_string_append_printf (text, text->len > 0 ? _ (", n %s") : _ ("n %s"), n);
    }
  return g_string_free (text, FALSE);
}

/* The latest @room samples of earlier timings: a line for each plan, and a mark where the next one
 * began. Returns: samples shown. */
static guint
add_before (WsChart *chart, const WsLive *live, guint room)
{
  const WsLiveStep now = { live->n_before, live->title, live->n, live->block };
  guint kept = live->before != NULL ? ws_live_get_n_kept (live->before) : 0;
  guint64 begin = live->n_before - MIN (kept, room);

  for (guint i = 0; kept > 0 && i < live->steps->len; i++)
    {
      const WsLiveStep *step = &g_array_index (live->steps, WsLiveStep, i);
      const WsLiveStep *next =
          i + 1 < live->steps->len ? &g_array_index (live->steps, WsLiveStep, i + 1) : &now;
      guint64 first = MAX (step->at, begin);
      g_autoptr (GArray) places = NULL;
      g_autofree char *name = NULL;

      if (first >= next->at)
        continue;
      places = list_places (live->before, (guint)(first - live->before->n_before),
                            (guint)(next->at - first), MAX_COLUMNS / 4);
      add_line (chart, live, places, live->before->n_before, TRUE);
      name = name_step (step, next);
      ws_chart_add_rule (chart, TRUE, (double)next->at + 0.5, TRUE, name);
    }
  return (guint)(live->n_before - begin);
}

/* The range of @places, and of the medians shown of earlier timings. */
static GArray *
add_medians_before (const WsLive *live, const GArray *places, guint room)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Place));
  guint kept = live->before != NULL ? ws_live_get_n_kept (live->before) : 0;
  guint64 begin = live->n_before - MIN (kept, room);

  if (places->len > 0)
    g_array_append_vals (all, places->data, places->len);
  for (guint i = 0; kept > 0 && i < live->steps->len; i++)
    {
      guint64 end = i + 1 < live->steps->len ? g_array_index (live->steps, WsLiveStep, i + 1).at
                                             : live->n_before;
      guint64 first = MAX (g_array_index (live->steps, WsLiveStep, i).at, begin);
      Place place = { 0 };

      if (first >= end)
        continue;
      ws_live_get_columns (live->before, (guint)(first - live->before->n_before),
                           (guint)(end - first), &place.column, 1);
      place.column.n = 1;
      g_array_append_val (all, place);
    }
  return all;
}

static WsChart *
make_line (const WsLive *live, const GArray *places, guint room, const Range *range)
{
  WsChart *chart = ws_chart_new ();
  guint n_earlier;

  add_line (chart, live, places, live->n_before, FALSE);
  n_earlier = places->len > 0 ? add_before (chart, live, room) : 0;
  if (places->len > 0)
    set_axis (&chart->x, _ ("run"), WS_QUANTITY_COUNT,
              (double)(live->n_before + g_array_index (places, Place, 0).first + 1 - n_earlier),
              (double)(live->n_before + g_array_index (places, Place, places->len - 1).end));
  else
    set_axis (&chart->x, _ ("run"), WS_QUANTITY_COUNT, NAN, NAN);
  set_axis (&chart->y, _ ("time per run: median, p5 to p95"), WS_QUANTITY_TIME, range->from,
            range->to);
  chart->empty = g_strdup (_ ("No run has been timed yet."));
  return chart;
}

/* Rotated: its steps are along the time axis. */
static WsChart *
make_histogram (const WsLive *live, const Range *range)
{
  WsChart *chart = ws_chart_new ();
  WsSeries *series = ws_chart_add_series (chart, _ ("runs"), WS_MARK_STEPS, 0, get_figures (live));
  guint64 from = ws_double_to_count (range->from);
  guint64 to = ws_double_to_count (range->to);
  guint n_bins = (guint)MIN (N_BINS, MAX (to - from, 1));
  guint bins[N_BINS];

  ws_live_get_histogram (live, from, to, bins, n_bins);
  for (guint i = 0; i <= n_bins; i++)
    ws_series_add_point (series, (double)from + (double)(to - from) * i / n_bins,
                         i < n_bins ? bins[i] : 0);
  chart->horizontal = TRUE;
  set_axis (&chart->y, _ ("time per run"), WS_QUANTITY_TIME, range->from, range->to);
  set_axis (&chart->x, _ ("runs"), WS_QUANTITY_COUNT, NAN, NAN);
  chart->x.from_zero = TRUE;
  return chart;
}

/* ---- words ---- */

static double
get_bandwidth (const WsLive *live, const WsTimingSummary *summary)
{
  return summary->median_ns > 0 ? (double)live->n_bytes / (double)summary->median_ns * 1e9 : 0;
}

static char *
format_share (double bandwidth, guint64 of)
{
  return of > 0 && bandwidth > 0 ? ws_quantity_format (WS_QUANTITY_SHARE, bandwidth / (double)of)
                                 : g_strdup ("–");
}

static char *
format_range (const WsTimingSummary *summary)
{
  WsSheetColumn column;

  if (summary->p5_ns == summary->p95_ns)
    return ws_quantity_format (WS_QUANTITY_TIME, (double)summary->p5_ns);
  ws_sheet_column_init (&column, WS_QUANTITY_TIME, (double)summary->p5_ns, (double)summary->p95_ns);
  {
    g_autofree char *low = ws_sheet_column_format (&column, (double)summary->p5_ns);
    g_autofree char *high = ws_sheet_column_format (&column, (double)summary->p95_ns);

    return g_strdup_printf (_ ("%1$s–%2$s %3$s"), low, high, column.unit);
  }
}

static char *
make_head (const char *what, guint64 bytes_per_s)
{
  g_autofree char *speed = ws_quantity_format (WS_QUANTITY_BANDWIDTH, (double)bytes_per_s);

  return bytes_per_s > 0 ? g_strdup_printf (_ ("%1$s %2$s"), what, speed) : g_strdup (what);
}

static void
make_table (const WsLive *live, const WsTimingSummary *summary, WsSheet *sheet)
{
  double bandwidth = get_bandwidth (live, summary);
  g_autofree char *peak_head = make_head (_ ("of the peak"), live->peak_bytes_per_s);
  g_autofree char *copy_head = make_head (_ ("of a copy"), live->copy_bytes_per_s);
  g_autofree char *runs = ws_format_count (ws_live_get_n_total (live));
  g_autofree char *median = ws_quantity_format (WS_QUANTITY_TIME, (double)summary->median_ns);
  g_autofree char *spread = format_range (summary);
  g_autofree char *speed =
      bandwidth > 0 ? ws_quantity_format (WS_QUANTITY_BANDWIDTH, bandwidth) : g_strdup ("–");
  g_autofree char *of_peak = format_share (bandwidth, live->peak_bytes_per_s);
  g_autofree char *of_copy = format_share (bandwidth, live->copy_bytes_per_s);
  gboolean has_copy = live->copy_bytes_per_s > 0;

  if (summary->n == 0)
    return;
  ws_sheet_set_table (
      sheet, has_copy ? (const char *const[]){ _ ("median"), _ ("p5–p95"), _ ("runs"),
                                               _ ("bandwidth"), peak_head, copy_head, NULL }
                      : (const char *const[]){ _ ("median"), _ ("p5–p95"), _ ("runs"),
                                               _ ("bandwidth"), peak_head, NULL });
  for (guint c = 0; c < sheet->table->n_columns; c++)
    sheet->table->figures[c] = get_figures (live);
  ws_sheet_add_row (sheet, (const char *const[]){ median, spread, runs, speed, of_peak,
                                                  has_copy ? of_copy : NULL, NULL });
}

/* Number of kept samples above the shown range. */
static guint
count_above (const WsLive *live, const Range *range)
{
  guint bin = 0;

  ws_live_get_histogram (live, ws_double_to_count (range->to), G_MAXUINT64, &bin, 1);
  return bin;
}

/* (transfer full): with the figures derived from the time, as far as known */
static char *
describe_median (const WsLive *live, const WsTimingSummary *summary)
{
  double bandwidth = get_bandwidth (live, summary);
  g_autofree char *median = ws_quantity_format (WS_QUANTITY_TIME, (double)summary->median_ns);
  g_autofree char *speed = ws_quantity_format (WS_QUANTITY_BANDWIDTH, bandwidth);
  g_autofree char *share = format_share (bandwidth, live->peak_bytes_per_s);

  if (bandwidth <= 0)
    return g_steal_pointer (&median);
  if (live->peak_bytes_per_s == 0)
    return g_strdup_printf (_ ("%1$s: %2$s"), median, speed);
  /* Translators: a time, a bandwidth, a percentage */
  return g_strdup_printf (_ ("%1$s: %2$s, %3$s of the memory's peak"), median, speed, share);
}

/* (transfer full): if the time comes first, the rest follows it */
static char *
describe_half (const WsLive *live, const WsTimingSummary *summary)
{
  double bandwidth = get_bandwidth (live, summary);
  g_autofree char *median = ws_quantity_format (WS_QUANTITY_TIME, (double)summary->median_ns);
  g_autofree char *speed = ws_quantity_format (WS_QUANTITY_BANDWIDTH, bandwidth);
  g_autofree char *share = format_share (bandwidth, live->peak_bytes_per_s);

  if (bandwidth <= 0)
    return g_strdup_printf (_ ("Half of the runs took %s or less."), median);
  if (live->peak_bytes_per_s == 0)
    return g_strdup_printf (_ ("Half of the runs took %1$s or less: %2$s."), median, speed);
  return g_strdup_printf (
      _ ("Half of the runs took %1$s or less: %2$s, %3$s of the memory's peak."), median, speed,
      share);
}

static char *
make_caption (const WsLive *live, const WsTimingSummary *summary, const Range *range)
{
  g_autofree char *half = describe_half (live, summary);
  g_autofree char *median = describe_median (live, summary);
  g_autofree char *spread = format_range (summary);
  g_autofree char *name = ws_sheet_refer (live->title);
  g_autofree char *begun = ws_words_capitalize (name);
  GString *caption;
  guint n_above;

  if (summary->n == 0)
    return g_strdup (_ ("No run has been timed yet."));
  if (summary->min_ns == summary->max_ns && summary->n == 1)
    return g_strdup_printf (_ ("%1$s took %2$s."), begun, median);
  if (summary->min_ns == summary->max_ns && live->origin == WS_ORIGIN_MODELLED)
    return g_strdup_printf (_ ("A virtual GPU takes the same time in every run: nothing varies. "
                               "Here it takes %s."),
                            median);
  if (summary->min_ns == summary->max_ns)
    return g_strdup_printf (_ ("Every run took the same time, %s."), median);
  caption = g_string_new (half);
  g_string_append_c (caption, ' ');
  g_string_append_printf (caption, _ ("Nine in ten took %s."), spread);
  n_above = count_above (live, range);
  if (n_above > 0)
    {
      g_autofree char *count = ws_format_count (n_above);
      g_autofree char *longest = ws_quantity_format (WS_QUANTITY_TIME, (double)summary->max_ns);

      g_string_append_c (caption, ' ');
      g_string_append_printf (caption,
                              ngettext ("%1$s took longer than shown, up to %2$s.",
                                        "%1$s took longer than shown, up to %2$s.", n_above),
                              count, longest);
    }
  return g_string_free (caption, FALSE);
}

/* Adds an item if known. */
static void G_GNUC_PRINTF (3, 0)
    add_known (GString *text, gboolean known, const char *format, const char *value)
{
  g_autofree char *item = NULL;

  if (!known)
    return;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  item = g_strdup_printf (format, value);
#pragma GCC diagnostic pop
  ws_words_add_item (text, item);
}

/* "2²² elements, block 128 · measured on NVIDIA H200" */
static char *
make_subtitle (const WsLive *live)
{
  g_autofree char *n = ws_quantity_format (WS_QUANTITY_ELEMENTS, (double)live->n);
  g_autofree char *block = g_strdup_printf ("%u", live->block);
  g_autofree char *origin = ws_sheet_describe_origin (get_figures (live), live->device_name);
  GString *text = g_string_new (NULL);

  add_known (text, live->n > 0, ngettext ("%s element", "%s elements", live->n), n);
  add_known (text, live->block > 0, _ ("block %s"), block);
  g_string_append_printf (text, "%s%s", text->len > 0 ? WS_SHEET_DOT : "", origin);
  return g_string_free (text, FALSE);
}

static char *
make_source (const WsLive *live, const WsTimingSummary *summary)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GString) plan = g_string_new (NULL);
  g_autofree char *n = ws_format_count (live->n);
  g_autofree char *block = g_strdup_printf ("%u", live->block);
  g_autofree char *grid = ws_format_count (live->grid);
  gboolean cached = live->origin == WS_ORIGIN_MEASURED && !live->rotates && summary->n > 0;

  ws_sheet_append_device (text, live->device_name, live->driver);
  ws_words_add_item (text, _ (ws_origin_get_name (live->origin)));
  add_known (plan, live->n > 0, _ ("n %s"), n);
  add_known (plan, live->block > 0, _ ("block %s"), block);
  add_known (plan, live->grid > 0, _ ("grid %s"), grid);
  add_known (plan, cached, _ ("L2 may serve the input"), NULL);
  if (plan->len > 0)
    g_string_append_printf (text, "%s%s", live->n > 0 ? WS_SHEET_DOT : ", ", plan->str);
  ws_sheet_append_day (text, live->date);
  return g_string_free (text, FALSE);
}

/**
 * ws_sheet_new_for_live:
 * @live: timings of one plan; read, and its columns cached
 * @first: index of the first shown sample among those kept
 * @n: maximum number shown
 * @columns: number of columns, one per pixel
 *
 * The figures (median, p5 to p95, bandwidth) and the histogram are of all kept samples, the line of
 * those from @first on.
 */
WsSheet *
ws_sheet_new_for_live (WsLive *live, guint first, guint n, guint columns)
{
  WsSheet *self = ws_sheet_new ("live");
  guint n_kept = ws_live_get_n_kept (live);
  g_autoptr (GArray) places = NULL;
  guint room = 0; /* for earlier timings */
  WsTimingSummary summary;
  Range range = { NAN, NAN };

  first = MIN (first, n_kept);
  places = list_places (live, first, MIN (n, n_kept - first), columns);
  ws_live_summarise (live, &summary);
  if (summary.n > 0)
    {
      g_autoptr (GArray) all = NULL;

      if (first == 0 && ws_live_get_n_total (live) == n_kept)
        room = WS_LIVE_MAX_BEFORE - MIN (WS_LIVE_MAX_BEFORE, n_kept);
      all = add_medians_before (live, places, room);
      find_range (live, all, &summary, &range);
      reach_for (&range, live, &summary, (double)live->copy_bytes_per_s);
      reach_for (&range, live, &summary, (double)live->peak_bytes_per_s);
    }
  self->title = ws_sheet_clean (ws_words_translate (live->title));
  self->subtitle = make_subtitle (live);
  self->caption = make_caption (live, &summary, &range);
  self->source = make_source (live, &summary);
  g_clear_pointer (&self->main, ws_chart_free);
  self->main = make_line (live, places, room, &range);
  if (summary.n > 0)
    {
      add_rule (self->main, live, (double)live->peak_bytes_per_s, &range, _ ("memory's peak"),
                FALSE);
      add_rule (self->main, live, (double)live->copy_bytes_per_s, &range, _ ("a copy"), TRUE);
      self->side = make_histogram (live, &range);
      self->shares_y = TRUE;
    }
  make_table (live, &summary, self);
  return self;
}
