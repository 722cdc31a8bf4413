/* sheet-ladder.c: the ladder: one kernel after another, how long each takes, what each step gains.
 *
 * Sweeps to be compared with stand as thinner bars beside ours where their times are of the same
 * work and of our size. Where they are not (a G80 takes 8 ms for what an H200 does in 50 µs, and
 * its bars would leave of ours no more than a line) they are compared in what can be: a chart at
 * the right shows how many times as fast as the first kernel each is, on every device. Their times
 * stand in the table.
 */
#include "draw/sheet-words.h"

#include <math.h>

#define MAX_RATIO  5 /* of a compared sweep's longest bar to ours */
#define MAX_NAMED  2 /* compared sweeps that the caption speaks of */
#define MAX_TABLED 3 /* compared sweeps that have columns in the table */

/**
 * Ladder:
 * @sweeps: borrowed
 * @kernels: (element-type WsSweepPoint): the points of the first sweep, one a kernel
 * @base: (nullable): what speed-ups are against: the first kernel that counts
 */
typedef struct {
  WsSweep *const *sweeps;
  guint n_sweeps;
  GPtrArray *kernels;
  const WsSweepPoint *base;
} Ladder;

static const WsSweepPoint *
get_kernel (const Ladder *self, guint i)
{
  return self->kernels->pdata[i];
}

/* (nullable): what sweep @s has of the @i-th kernel, if it has a time that counts */
static const WsSweepPoint *
find_ranked (const Ladder *self, guint s, guint i)
{
  const WsSweepPoint *point =
      ws_sheet_find_point (self->sweeps[s], get_kernel (self, i)->kernel, 0);

  return point != NULL && ws_sheet_is_ranked (point) ? point : NULL;
}

/* How many times as fast as the first kernel; NAN where either is not known. */
static double
get_speedup (const Ladder *self, guint s, guint i)
{
  const WsSweepPoint *point = find_ranked (self, s, i);
  const WsSweepPoint *base =
      self->base != NULL ? ws_sheet_find_point (self->sweeps[s], self->base->kernel, 0) : NULL;

  if (point == NULL || base == NULL || !ws_sheet_is_ranked (base))
    return NAN;
  return ws_sheet_get_time (base) / ws_sheet_get_time (point);
}

/* How many times as fast as the kernel before it; NAN where either is not known. */
static double
get_step (const Ladder *self, guint s, guint i)
{
  const WsSweepPoint *point = find_ranked (self, s, i);
  const WsSweepPoint *before = i > 0 ? find_ranked (self, s, i - 1) : NULL;

  if (point == NULL || before == NULL)
    return NAN;
  return ws_sheet_get_time (before) / ws_sheet_get_time (point);
}

static double
get_longest (const WsSweep *sweep)
{
  double longest = 0;

  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    if (ws_sheet_is_timed (ws_sweep_get_point (sweep, i)))
      longest = MAX (longest, ws_sheet_get_time (ws_sweep_get_point (sweep, i)));
  return longest;
}

static guint64
get_n (const WsSweep *sweep)
{
  return ws_sweep_get_n_points (sweep) > 0 ? ws_sweep_get_point (sweep, 0)->n : 0;
}

/* Whether its times can stand beside ours as bars of one axis. */
static gboolean
has_bars (const Ladder *self, guint s)
{
  const WsSweep *ours = self->sweeps[0];
  const WsSweep *theirs = self->sweeps[s];
  double longest = get_longest (ours);

  return get_n (ours) == get_n (theirs) && ours->first_launch_only == theirs->first_launch_only
         && longest > 0 && get_longest (theirs) <= MAX_RATIO * longest;
}

/* ---- charts ---- */

static char **
make_categories (const Ladder *self)
{
  char **categories = g_new0 (char *, self->kernels->len + 1);

  for (guint i = 0; i < self->kernels->len; i++)
    {
      categories[i] = ws_sheet_shorten_title (get_kernel (self, i)->title);
      if (*categories[i] == '\0')
        {
          g_free (categories[i]);
          categories[i] = ws_sheet_clean (get_kernel (self, i)->kernel);
        }
    }
  return categories;
}

static WsChart *
make_chart (const Ladder *self, const char *label, WsQuantity quantity)
{
  WsChart *chart = ws_chart_new ();

  chart->lying = TRUE;
  chart->y.categories = make_categories (self);
  chart->x.label = g_strdup (label);
  chart->x.quantity = quantity;
  chart->x.from_zero = TRUE;
  chart->empty = ws_sheet_explain_nothing (self->sweeps[0]);
  return chart;
}

/* What else there is to say of a bar. */
static char *
make_tip (const WsSweep *sweep, const WsSweepPoint *point, double step)
{
  GString *tip = g_string_new (NULL);
  double bandwidth = ws_sweep_point_get_bandwidth (point);

  if (bandwidth > 0)
    {
      g_autofree char *text = ws_quantity_format (WS_QUANTITY_BANDWIDTH, bandwidth);

      g_string_append (tip, text);
      if (sweep->peak_bytes_per_s > 0)
        {
          g_autofree char *share =
              ws_quantity_format (WS_QUANTITY_SHARE, bandwidth / (double)sweep->peak_bytes_per_s);

          g_string_append_printf (tip, ", %s of the peak", share);
        }
    }
  if (isfinite (step))
    {
      g_autofree char *times = ws_sheet_format_times (step);

      g_string_append_printf (tip, "%s%s times as fast as the kernel before",
                              tip->len > 0 ? "\n" : "", times);
    }
  if (point->time.n > 1)
    {
      g_autofree char *low = ws_quantity_format (WS_QUANTITY_TIME, (double)point->time.p5_ns);
      g_autofree char *high = ws_quantity_format (WS_QUANTITY_TIME, (double)point->time.p95_ns);

      g_string_append_printf (tip, "%s%u runs, p5 to p95: %s to %s", tip->len > 0 ? "\n" : "",
                              point->time.n, low, high);
    }
  return g_string_free (tip, FALSE);
}

static void
add_times (const Ladder *self, WsChart *chart, guint s)
{
  const WsSweep *sweep = self->sweeps[s];
  g_autofree char *name = ws_sheet_name_sweep (self->sweeps, self->n_sweeps, s);
  WsSeries *series = ws_chart_add_series (chart, name, WS_MARK_BARS, s == 0 ? 0 : -1,
                                          ws_sheet_get_figures (sweep));

  series->quiet = s > 0;
  series->named = FALSE;
  for (guint i = 0; i < self->kernels->len; i++)
    {
      const WsSweepPoint *point = ws_sheet_find_point (sweep, get_kernel (self, i)->kernel, 0);
      double speedup = get_speedup (self, s, i);
      WsChartPoint *p;

      if (point == NULL || !ws_sheet_is_timed (point))
        {
          ws_series_add_point (series, i, NAN);
          continue;
        }
      p = ws_sheet_add_time (series, i, point);
      p->label = ws_quantity_format (WS_QUANTITY_TIME, ws_sheet_get_time (point));
      if (!point->correct)
        p->note = g_strdup ("wrong result");
      else if (isfinite (speedup) && point->kernel != NULL
               && g_strcmp0 (point->kernel, self->base->kernel) != 0)
        p->note = ws_quantity_format (WS_QUANTITY_FACTOR, speedup);
      p->tip = make_tip (sweep, point, get_step (self, s, i));
    }
}

static void
add_speedups (const Ladder *self, WsChart *chart, guint s)
{
  g_autofree char *name = ws_sheet_name_sweep (self->sweeps, self->n_sweeps, s);
  WsSeries *series = ws_chart_add_series (chart, name, WS_MARK_BARS, s == 0 ? 0 : -1,
                                          ws_sheet_get_figures (self->sweeps[s]));

  series->quiet = s > 0;
  series->named = TRUE;
  for (guint i = 0; i < self->kernels->len; i++)
    {
      double speedup = get_speedup (self, s, i);
      const WsSweepPoint *point = find_ranked (self, s, i);
      WsChartPoint *p = ws_series_add_point (series, i, speedup);

      if (!isfinite (speedup))
        continue;
      p->label = ws_quantity_format (WS_QUANTITY_FACTOR, speedup);
      p->tip = ws_quantity_format (WS_QUANTITY_TIME, ws_sheet_get_time (point));
    }
}

static void
make_charts (const Ladder *self, WsSheet *sheet)
{
  gboolean apart = FALSE;
  guint n_bars = 0;

  sheet->main = make_chart (self, "time per run", WS_QUANTITY_TIME);
  for (guint s = 0; s < self->n_sweeps; s++)
    if (s == 0 || has_bars (self, s))
      {
        add_times (self, sheet->main, s);
        n_bars++;
      }
    else
      apart = TRUE;
  for (guint s = 0; n_bars > 1 && s < sheet->main->series->len; s++)
    ((WsSeries *)sheet->main->series->pdata[s])->named = TRUE;
  if (!apart)
    return;
  sheet->side = make_chart (self, "speed-up", WS_QUANTITY_FACTOR);
  sheet->shares_y = TRUE;
  for (guint s = 0; s < self->n_sweeps; s++)
    add_speedups (self, sheet->side, s);
}

/* ---- table ---- */

/* The least and the greatest of what a column has. */
typedef struct {
  double least;
  double largest;
} Extent;

static void
extend (Extent *self, double value)
{
  if (!isfinite (value) || value <= 0)
    return;
  self->least = MIN (self->least, value);
  self->largest = MAX (self->largest, value);
}

static double
get_bandwidth (const Ladder *self, guint i)
{
  const WsSweepPoint *point = find_ranked (self, 0, i);
  double bandwidth = point != NULL ? ws_sweep_point_get_bandwidth (point) : 0;

  return bandwidth > 0 ? bandwidth : NAN;
}

static double
get_time (const Ladder *self, guint s, guint i)
{
  const WsSweepPoint *point = find_ranked (self, s, i);

  return point != NULL ? ws_sheet_get_time (point) : NAN;
}

static void
init_time_column (const Ladder *self, guint s, WsSheetColumn *column)
{
  Extent extent = { INFINITY, 0 };

  for (guint i = 0; i < self->kernels->len; i++)
    extend (&extent, get_time (self, s, i));
  ws_sheet_column_init (column, WS_QUANTITY_TIME, extent.least, extent.largest);
}

static char *
format_time_cell (const Ladder *self, const WsSheetColumn *column, guint i)
{
  const WsSweepPoint *point = get_kernel (self, i);

  if (point->state == WS_SWEEP_FAILED)
    return g_strdup ("failed");
  if (ws_sheet_is_timed (point) && !point->correct)
    return g_strdup ("wrong");
  return ws_sheet_column_format (column, get_time (self, 0, i));
}

static char *
make_head (const char *what, const char *unit)
{
  return *unit != '\0' ? g_strdup_printf ("%s, %s", what, unit) : g_strdup (what);
}

static void
make_table (const Ladder *self, WsSheet *sheet)
{
  const WsSweep *ours = self->sweeps[0];
  g_autoptr (GPtrArray) heads = g_ptr_array_new_with_free_func (g_free);
  WsSheetColumn times[MAX_TABLED + 1];
  WsSheetColumn bandwidths;
  Extent extent = { INFINITY, 0 };
  guint n = MIN (self->n_sweeps, MAX_TABLED + 1);

  for (guint s = 0; s < n; s++)
    init_time_column (self, s, &times[s]);
  for (guint i = 0; i < self->kernels->len; i++)
    extend (&extent, get_bandwidth (self, i));
  ws_sheet_column_init (&bandwidths, WS_QUANTITY_BANDWIDTH, extent.least, extent.largest);

  g_ptr_array_add (heads, g_strdup ("kernel"));
  g_ptr_array_add (heads, make_head ("time", times[0].unit));
  g_ptr_array_add (heads, g_strdup (*bandwidths.unit != '\0' ? bandwidths.unit : "bandwidth"));
  g_ptr_array_add (heads, g_strdup ("of peak, %"));
  g_ptr_array_add (heads, g_strdup ("step, ×"));
  g_ptr_array_add (heads, g_strdup ("speed-up, ×"));
  for (guint s = 1; s < n; s++)
    {
      g_autofree char *name = ws_sheet_name_sweep (self->sweeps, self->n_sweeps, s);

      g_ptr_array_add (heads, make_head (name, times[s].unit));
      g_ptr_array_add (heads, make_head (name, "×"));
    }
  g_ptr_array_add (heads, NULL);
  ws_sheet_set_table (sheet, (const char *const *)heads->pdata);
  for (guint c = 0; c < sheet->table->n_columns; c++)
    sheet->table->figures[c] = ws_sheet_get_figures (self->sweeps[c < 6 ? 0 : (c - 4) / 2]);

  for (guint i = 0; i < self->kernels->len; i++)
    {
      g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);
      double bandwidth = get_bandwidth (self, i);
      double share = ours->peak_bytes_per_s > 0 ? bandwidth / (double)ours->peak_bytes_per_s : NAN;

      g_ptr_array_add (cells, g_strdup (sheet->main->y.categories[i]));
      g_ptr_array_add (cells, format_time_cell (self, &times[0], i));
      g_ptr_array_add (cells, ws_sheet_column_format (&bandwidths, bandwidth));
      g_ptr_array_add (cells, ws_sheet_format_percent (share));
      g_ptr_array_add (cells, ws_sheet_format_factor (get_step (self, 0, i)));
      g_ptr_array_add (cells, ws_sheet_format_factor (get_speedup (self, 0, i)));
      for (guint s = 1; s < n; s++)
        {
          g_ptr_array_add (cells, ws_sheet_column_format (&times[s], get_time (self, s, i)));
          g_ptr_array_add (cells, ws_sheet_format_factor (get_speedup (self, s, i)));
        }
      ws_sheet_add_row (sheet, (const char *const *)cells->pdata);
    }
}

/* Some point is done, or failed. */
static gboolean
is_begun (const WsSweep *sweep)
{
  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      WsSweepState state = ws_sweep_get_point (sweep, i)->state;

      if (state == WS_SWEEP_DONE || state == WS_SWEEP_FAILED)
        return TRUE;
    }
  return FALSE;
}

/* ---- caption ---- */

/* The kernels between which the ladder spans, and its biggest step; -1 where there is none. */
typedef struct {
  int fastest;
  int slowest;
  int biggest_step;
  guint n_ranked;
} Findings;

static void
find (const Ladder *self, Findings *found)
{
  double biggest = 1;

  *found = (Findings){ .fastest = -1, .slowest = -1, .biggest_step = -1 };
  for (guint i = 0; i < self->kernels->len; i++)
    {
      double time = get_time (self, 0, i);
      double step = get_step (self, 0, i);

      if (!isfinite (time))
        continue;
      found->n_ranked++;
      if (found->fastest < 0 || time < get_time (self, 0, found->fastest))
        found->fastest = (int)i;
      if (found->slowest < 0 || time > get_time (self, 0, found->slowest))
        found->slowest = (int)i;
      if (isfinite (step) && step > biggest)
        {
          biggest = step;
          found->biggest_step = (int)i;
        }
    }
}

/* "; on the G80 it was 30 times" */
static void
append_compared (const Ladder *self, const Findings *found, GString *caption)
{
  guint n_named = 0;

  for (guint s = 1; s < self->n_sweeps && n_named < MAX_NAMED; s++)
    {
      double fast = get_time (self, s, found->fastest);
      double slow = get_time (self, s, found->slowest);
      g_autofree char *name = NULL;
      g_autofree char *times = NULL;

      if (!isfinite (fast) || !isfinite (slow))
        continue;
      name = ws_sheet_name_sweep (self->sweeps, self->n_sweeps, s);
      times = ws_sheet_format_times (slow / fast);
      g_string_append_printf (caption, "%s on the %s it %s %s times", n_named++ == 0 ? ";" : ",",
                              name, self->sweeps[s]->source != NULL ? "was" : "is", times);
    }
}

static void
append_step (const Ladder *self, const Findings *found, GString *caption)
{
  g_autofree char *times = NULL;
  g_autofree char *name = NULL;
  g_autofree char *idea = NULL;

  if (found->biggest_step < 0 || found->n_ranked < 3)
    return;
  times = ws_sheet_format_times (get_step (self, 0, found->biggest_step));
  name = ws_sheet_refer (get_kernel (self, found->biggest_step)->title);
  idea = ws_sheet_get_idea (get_kernel (self, found->biggest_step)->title);
  g_string_append_printf (caption, " The biggest step, %s times, is %s%s%s.", times, name,
                          *idea != '\0' ? ": " : "", idea);
}

static char *
make_caption (const Ladder *self)
{
  GString *caption = g_string_new (NULL);
  Findings found;
  double ratio;

  find (self, &found);
  if (found.n_ranked == 0)
    {
      g_autofree char *nothing = ws_sheet_explain_nothing (self->sweeps[0]);

      g_string_append (caption, nothing);
      ws_sheet_append_failures (caption, self->sweeps[0]);
      return g_string_free (caption, FALSE);
    }
  ratio = get_time (self, 0, found.slowest) / get_time (self, 0, found.fastest);
  if (found.n_ranked == 1 || ratio < 1.005)
    {
      g_autofree char *name = ws_sheet_refer (get_kernel (self, found.fastest)->title);
      g_autofree char *begun = ws_sheet_begin (name);
      g_autofree char *time =
          ws_quantity_format (WS_QUANTITY_TIME, get_time (self, 0, found.fastest));

      if (found.n_ranked == 1)
        g_string_append_printf (caption, "%s takes %s.", begun, time);
      else
        g_string_append_printf (caption, "All %u kernels take the same time: %s.", found.n_ranked,
                                time);
    }
  else
    {
      g_autofree char *fast = ws_sheet_refer (get_kernel (self, found.fastest)->title);
      g_autofree char *begun = ws_sheet_begin (fast);
      g_autofree char *slow = ws_sheet_refer (get_kernel (self, found.slowest)->title);
      g_autofree char *times = ws_sheet_format_times (ratio);

      g_string_append_printf (caption, "%s, the fastest, is %s times as fast as %s, the slowest",
                              begun, times, slow);
      append_compared (self, &found, caption);
      g_string_append_c (caption, '.');
      append_step (self, &found, caption);
    }
  ws_sheet_append_failures (caption, self->sweeps[0]);
  return g_string_free (caption, FALSE);
}

void
ws_sheet_fill_ladder (WsSheet *self, WsSweep *const *sweeps, guint n_sweeps)
{
  g_autoptr (GPtrArray) kernels = ws_sheet_list_kernels (sweeps[0]);
  g_autofree char *count = ws_sheet_count_kernels (sweeps[0]);
  Ladder ladder = { .sweeps = sweeps, .n_sweeps = n_sweeps, .kernels = kernels };

  for (guint i = 0; i < kernels->len && ladder.base == NULL; i++)
    if (ws_sheet_is_ranked (kernels->pdata[i]))
      ladder.base = kernels->pdata[i];
  self->title = kernels->len == 1
                    ? ws_sheet_clean (((const WsSweepPoint *)kernels->pdata[0])->title)
                    : ws_sheet_begin (count);
  self->subtitle = ws_sheet_make_subtitle (sweeps[0], TRUE);
  self->source = ws_sheet_make_source (sweeps, n_sweeps);
  self->caption = make_caption (&ladder);
  make_charts (&ladder, self);
  for (guint i = 0; i < kernels->len; i++)
    ws_sheet_add_kernel (self, get_kernel (&ladder, i)->kernel);
  if (is_begun (sweeps[0]))
    make_table (&ladder, self);
}
