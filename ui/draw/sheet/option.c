/* option.c: one kernel, one of its own options: the time of a run at each of its values, next to
 * the option's metric; and the throughput with more warps. */
#include "sheet/words.h"

#include "words/words.h"

#include <glib/gi18n.h>
#include <math.h>

#define NEARLY_ALL 0.9 /* share of the maximum rate: from there on latency is hidden */
#define MAX_VALUES 64  /* with separate lines */
#define FEW        12  /* values: bars side by side, else below each other */
#define MOST_BARS  40  /* more numbers are joined by a line */

static gboolean
is_of (const WsSweep *sweep, const WsSweep *other)
{
  const WsSweepPoint *a = ws_sweep_get_n_points (sweep) > 0 ? ws_sweep_get_point (sweep, 0) : NULL;
  const WsSweepPoint *b = ws_sweep_get_n_points (other) > 0 ? ws_sweep_get_point (other, 0) : NULL;

  return a != NULL && b != NULL && g_strcmp0 (a->kernel, b->kernel) == 0
         && g_strcmp0 (sweep->over, other->over) == 0;
}

/* (transfer full): as displayed, not as named in files */
static char *
get_label (const WsSweep *sweep)
{
  return ws_sheet_clean (sweep->over_label != NULL ? ws_words_translate (sweep->over_label) : "");
}

/* (transfer full): "32 × 16" of "32x16" */
static char *
write_value (const WsSweepPoint *point)
{
  g_autofree char *clean = ws_sheet_clean (point->option != NULL ? point->option : "");
  GString *text = g_string_new (clean);

  g_string_replace (text, "x", " × ", 0);
  return g_string_free (text, FALSE);
}

/* (transfer full): "Stride 4" */
static char *
name_value (const WsSweep *sweep, const WsSweepPoint *point)
{
  g_autofree char *label = get_label (sweep);
  g_autofree char *value = write_value (point);

  /* Translators: the name of an option and its value: "Stride 4" */
  return g_strdup_printf (_ ("%1$s %2$s"), label, value);
}

/* ---- charts ---- */

static gboolean
has_bars (const WsSweep *sweep)
{
  return sweep->over_is_choice || ws_sweep_get_n_points (sweep) <= MOST_BARS;
}

static gboolean
is_few (const WsSweep *sweep)
{
  return ws_sweep_get_n_points (sweep) <= FEW;
}

/* Horizontal bars if their names fit. */
static gboolean
is_horizontal (const WsSweep *sweep)
{
  return has_bars (sweep) && is_few (sweep);
}

static void
set_values (const WsSweep *sweep, WsChart *chart)
{
  WsChartAxis *axis = is_horizontal (sweep) ? &chart->y : &chart->x;

  chart->horizontal = is_horizontal (sweep);
  axis->label = get_label (sweep);
  axis->quantity = WS_QUANTITY_NUMBER;
  if (!has_bars (sweep))
    return;
  axis->categories = g_new0 (char *, ws_sweep_get_n_points (sweep) + 1);
  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    axis->categories[i] = write_value (ws_sweep_get_point (sweep, i));
}

static gboolean
is_percent (const WsSweep *sweep)
{
  return g_strcmp0 (sweep->metric_unit, "%") == 0;
}

static double
get_metric (const WsSweep *sweep, const WsSweepPoint *point)
{
  return is_percent (sweep) ? point->metric / 100 : point->metric;
}

static char *
make_tip (const WsSweepPoint *point)
{
  g_autofree char *occupancy = ws_quantity_format (WS_QUANTITY_SHARE, point->achieved);

  if (!point->correct)
    return g_strdup (_ ("wrong result"));
  return point->has_occupancy ? g_strdup_printf (_ ("achieved occupancy %s"), occupancy) : NULL;
}

/* The position of the value among the categories of the first sweep, or on its axis. */
static double
get_place (const WsSweep *shown, const WsSweepPoint *point)
{
  if (!has_bars (shown))
    return point->value;
  for (guint i = 0; i < ws_sweep_get_n_points (shown); i++)
    if (ws_sweep_get_point (shown, i)->value == point->value)
      return i;
  return NAN;
}

/* @times: whether the times, else the metric */
static void
add_values (WsChart *chart, WsSweep *const *sweeps, guint n_sweeps, guint s, gboolean times)
{
  const WsSweep *sweep = sweeps[s];
  g_autofree char *name = ws_sheet_name_sweep (sweeps, n_sweeps, s);
  WsSeries *series =
      ws_chart_add_series (chart, name, has_bars (sweeps[0]) ? WS_MARK_BARS : WS_MARK_LINE,
                           s == 0 ? 0 : -1, ws_sheet_get_figures (sweep));

  series->quiet = s > 0;
  series->named = n_sweeps > 1;
  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);
      double place = get_place (sweeps[0], point);
      WsChartPoint *p;

      if (!ws_sheet_is_timed (point) || !isfinite (place) || (!times && !point->has_metric))
        continue;
      if (times)
        p = ws_sheet_add_time (series, place, point);
      else
        p = ws_series_add_point (series, place, get_metric (sweep, point));
      p->tip = make_tip (point);
      if (is_few (sweeps[0]))
        p->label = ws_quantity_format (times                ? WS_QUANTITY_TIME
                                       : is_percent (sweep) ? WS_QUANTITY_SHARE
                                                            : WS_QUANTITY_NUMBER,
                                       p->y);
    }
}

static WsChart *
make_chart (WsSweep *const *sweeps, guint n_sweeps, gboolean times)
{
  const WsSweep *shown = sweeps[0];
  WsChart *chart = ws_chart_new ();
  WsChartAxis *values = is_horizontal (shown) ? &chart->x : &chart->y;

  set_values (shown, chart);
  values->label = times ? g_strdup (_ ("time per run"))
                        : ws_sheet_clean (ws_words_translate (shown->metric_title));
  values->quantity = times                ? WS_QUANTITY_TIME
                     : is_percent (shown) ? WS_QUANTITY_SHARE
                                          : WS_QUANTITY_NUMBER;
  values->from_zero = TRUE;
  if (values->quantity == WS_QUANTITY_SHARE)
    values->to = 1;
  chart->empty = ws_sheet_explain_nothing (shown);
  for (guint s = 0; s < n_sweeps; s++)
    if (s == 0 || is_of (shown, sweeps[s]))
      add_values (chart, sweeps, n_sweeps, s, times);
  return chart;
}

/* ---- words ---- */

/* (nullable): the point with the longest, or the shortest valid time */
static const WsSweepPoint *
find_end (const WsSweep *sweep, gboolean longest)
{
  const WsSweepPoint *end = NULL;

  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      if (ws_sheet_is_ranked (point)
          && (end == NULL
              || (longest ? point->time.median_ns > end->time.median_ns
                          : point->time.median_ns < end->time.median_ns)))
        end = point;
    }
  return end;
}

/* " Global load efficiency: 50 % to 100 %." */
static void
append_metric (GString *caption, const WsSweep *sweep)
{
  double least = INFINITY;
  double most = -INFINITY;
  WsQuantity quantity = is_percent (sweep) ? WS_QUANTITY_SHARE : WS_QUANTITY_NUMBER;
  g_autofree char *metric = NULL;
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;

  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      if (!ws_sheet_is_ranked (point) || !point->has_metric)
        continue;
      least = MIN (least, get_metric (sweep, point));
      most = MAX (most, get_metric (sweep, point));
    }
  if (!isfinite (least) || sweep->metric_title == NULL)
    return;
  metric = ws_sheet_clean (ws_words_translate (sweep->metric_title));
  from = ws_quantity_format (quantity, least);
  to = ws_quantity_format (quantity, most);
  /* Translators: %1$s is a metric, the others the least and the greatest of its values */
  g_string_append_printf (caption, _ (" %1$s: %2$s to %3$s."), metric, from, to);
}

static char *
tell_values (const WsSweep *sweep)
{
  const WsSweepPoint *slow = find_end (sweep, TRUE);
  const WsSweepPoint *fast = find_end (sweep, FALSE);
  GString *caption = g_string_new (NULL);
  g_autofree char *slow_name = NULL;
  g_autofree char *fast_name = NULL;
  g_autofree char *times = NULL;

  if (slow == NULL)
    {
      g_string_free (caption, TRUE);
      return ws_sheet_explain_nothing (sweep);
    }
  slow_name = name_value (sweep, slow);
  fast_name = name_value (sweep, fast);
  times = ws_sheet_format_times (ws_sheet_get_time (slow) / ws_sheet_get_time (fast));
  if (ws_sheet_get_time (slow) < 1.01 * ws_sheet_get_time (fast))
    g_string_append (caption, _ ("All take equally long, within one per cent."));
  else
    g_string_append_printf (caption, _ ("%1$s takes %2$s times as long as %3$s."), slow_name, times,
                            fast_name);
  append_metric (caption, sweep);
  ws_sheet_append_failures (caption, sweep);
  return g_string_free (caption, FALSE);
}

/* (transfer full): "Stride  ·  1024 ints, block 128 ..." */
static char *
make_subtitle (const WsSweep *sweep, gboolean with_block)
{
  g_autofree char *label = get_label (sweep);
  g_autofree char *plan = ws_sheet_make_subtitle (sweep, with_block);

  return g_strconcat (label, WS_SHEET_DOT, plan, NULL);
}

static char *
make_title (const WsSweep *sweep)
{
  g_autofree char *title =
      ws_sweep_get_n_points (sweep) > 0
          ? ws_sheet_clean (ws_words_translate (ws_sweep_get_point (sweep, 0)->title))
          : NULL;

  return title != NULL && *title != '\0' ? g_steal_pointer (&title)
                                         : g_strdup (_ (ws_sheet_get_class (sweep->kind)->title));
}

/**
 * ws_sheet_fill_option:
 * @sweeps: (array length=n_sweeps): the first is shown; of the others, those of the same kernel and
 * option are next to it
 * @n_sweeps: at least 1
 *
 * Time against the values of an option, next to the option's metric.
 */
void
ws_sheet_fill_option (WsSheet *self, WsSweep *const *sweeps, guint n_sweeps)
{
  const WsSweep *sweep = sweeps[0];

  self->title = make_title (sweep);
  self->subtitle = make_subtitle (sweep, TRUE);
  self->source = ws_sheet_make_source (sweeps, n_sweeps);
  self->caption = tell_values (sweep);
  self->main = make_chart (sweeps, n_sweeps, TRUE);
  if (sweep->metric_title != NULL)
    {
      self->side = make_chart (sweeps, n_sweeps, FALSE);
      self->shares_y = is_horizontal (sweep);
    }
}

/* ---- by warps ---- */

/* One value of the option: its points, and the label of its line. */
static double
get_warps (const WsSweep *sweep, const WsSweepPoint *point)
{
  guint32 n_sms = sweep->spec != NULL ? sweep->spec->n_sms : 0;
  guint64 blocks = n_sms > 0 ? MAX (point->grid / n_sms, 1) : 1;

  return (double)blocks * ((point->block + WS_WARP_SIZE - 1) / WS_WARP_SIZE);
}

/* Elements a second. */
static double
get_rate (const WsSweepPoint *point)
{
  return (double)point->n / ws_sheet_get_time (point) * 1e9;
}

/* Parallelism of an SM that hides latency: operations or bytes in flight. */
static double
get_under_way (const WsSweep *sweep, const WsSweepPoint *point)
{
  gint64 each = sweep->over_is_choice && point->option != NULL
                    ? g_ascii_strtoll (point->option, NULL, 10)
                    : point->value;

  return get_warps (sweep, point) * WS_WARP_SIZE * sweep->each * (double)MAX (each, 1);
}

/* (transfer full) (element-type WsSweepPoint): the first of each value */
static GPtrArray *
list_values (const WsSweep *sweep)
{
  GPtrArray *values = g_ptr_array_new ();

  for (guint i = 0; i < ws_sweep_get_n_points (sweep) && values->len < MAX_VALUES; i++)
    {
      WsSweepPoint *point = ws_sweep_get_point (sweep, i);
      gboolean known = FALSE;

      for (guint k = 0; k < values->len && !known; k++)
        known = ((const WsSweepPoint *)values->pdata[k])->value == point->value;
      if (!known)
        g_ptr_array_add (values, point);
    }
  return values;
}

static void
add_line (WsChart *chart, const WsSweep *sweep, const WsSweepPoint *first, int color,
          gboolean under_way)
{
  g_autofree char *name = name_value (sweep, first);
  WsSeries *series =
      ws_chart_add_series (chart, name, WS_MARK_LINE, color, ws_sheet_get_figures (sweep));

  series->named = !under_way;
  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      if (point->value != first->value || !ws_sheet_is_timed (point))
        continue;
      ws_series_add_point (series,
                           under_way ? get_under_way (sweep, point) : get_warps (sweep, point),
                           get_rate (point))
          ->tip = make_tip (point);
    }
}

static WsChart *
make_rates (const WsSweep *sweep, const GPtrArray *values, gboolean under_way)
{
  WsChart *chart = ws_chart_new ();

  chart->x.label = g_strdup (!under_way         ? _ ("warps of an SM")
                             : sweep->each == 1 ? _ ("operations in flight")
                                                : _ ("bytes in flight"));
  chart->x.quantity = WS_QUANTITY_NUMBER;
  chart->x.kind = WS_SCALE_LOG2;
  chart->y.label = g_strdup (_ ("elements per second"));
  chart->y.quantity = WS_QUANTITY_RATE;
  chart->y.from_zero = TRUE;
  chart->empty = ws_sheet_explain_nothing (sweep);
  for (guint k = 0; k < values->len; k++)
    add_line (chart, sweep, values->pdata[k], (int)k, under_way);
  if (sweep->needs > 0 && sweep->each > 0)
    {
      double at = under_way ? sweep->needs : sweep->needs / (sweep->each * WS_WARP_SIZE);
      g_autofree char *number = ws_quantity_format (WS_QUANTITY_NUMBER, ceil (at));
      g_autofree char *label =
          g_strdup_printf (under_way ? _ ("needed: %s") : _ ("needed with one each: %s"), number);

      ws_chart_add_rule (chart, TRUE, at, TRUE, label);
    }
  return chart;
}

/* The maximum rate of a value. */
static double
find_most (const WsSweep *sweep, const WsSweepPoint *first)
{
  double most = 0;

  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      if (point->value == first->value && ws_sheet_is_ranked (point))
        most = MAX (most, get_rate (point));
    }
  return most;
}

/* The minimum number of warps with which the value nearly reaches @most; 0 if none that was run
 * does. */
static double
find_enough (const WsSweep *sweep, const WsSweepPoint *first, double most)
{
  double enough = 0;

  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);
      double warps = get_warps (sweep, point);

      if (point->value == first->value && ws_sheet_is_ranked (point)
          && get_rate (point) >= NEARLY_ALL * most && (enough == 0 || warps < enough))
        enough = warps;
    }
  return enough;
}

static void
append_enough (GString *caption, const WsSweep *sweep, const GPtrArray *values)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint k = 0; k < values->len; k++)
    {
      const WsSweepPoint *value = values->pdata[k];
      double enough = find_enough (sweep, value, find_most (sweep, value));
      g_autofree char *name = name_value (sweep, value);
      g_autofree char *warps = ws_quantity_format (WS_QUANTITY_NUMBER, enough);

      if (enough == 0)
        continue;
      /* Translators: number of warps, and the option's value: "6 (Chains 1)" */
      g_string_append_printf (list, "%s", list->len > 0 ? ", " : "");
      g_string_append_printf (list, _ ("%1$s (%2$s)"), warps, name);
    }
  if (list->len > 0)
    {
      g_autofree char *text = g_strdup_printf (
          _ ("This many warps per SM reach nine tenths of the highest rate: %s."), list->str);

      ws_words_append (caption, text);
    }
}

static char *
tell_rates (const WsSweep *sweep, const GPtrArray *values)
{
  GString *caption = g_string_new (NULL);
  g_autofree char *needs = ws_quantity_format (WS_QUANTITY_NUMBER, ceil (sweep->needs));
  g_autofree char *warps = ws_quantity_format (
      WS_QUANTITY_NUMBER, sweep->each > 0 ? ceil (sweep->needs / sweep->each / WS_WARP_SIZE) : 0);

  if (find_end (sweep, TRUE) == NULL)
    {
      g_string_free (caption, TRUE);
      return ws_sheet_explain_nothing (sweep);
    }
  if (sweep->needs > 0 && sweep->each > 0)
    g_string_append_printf (caption,
                            sweep->each == 1 ? _ ("Latency × throughput: an SM needs %1$s "
                                                  "operations in flight, %2$s warps with one each.")
                                             : _ ("Latency × bandwidth: an SM needs %1$s bytes in "
                                                  "flight, %2$s warps with one load each."),
                            needs, warps);
  append_enough (caption, sweep, values);
  ws_sheet_append_failures (caption, sweep);
  return g_string_free (caption, FALSE);
}

/**
 * ws_sheet_fill_latency:
 * @sweeps: (array length=n_sweeps): the first is shown
 * @n_sweeps: at least 1
 *
 * Elements a second against the warps of an SM, one line per value of the option; next to it
 * against the parallelism in flight, where the lines coincide. Little's law predicts where it
 * bends.
 */
void
ws_sheet_fill_latency (WsSheet *self, WsSweep *const *sweeps, guint n_sweeps)
{
  const WsSweep *sweep = sweeps[0];
  g_autoptr (GPtrArray) values = list_values (sweep);

  self->title = make_title (sweep);
  self->subtitle = make_subtitle (sweep, FALSE);
  self->source = ws_sheet_make_source (sweeps, 1);
  self->caption = tell_rates (sweep, values);
  self->main = make_rates (sweep, values, FALSE);
  if (sweep->each > 0)
    {
      self->side = make_rates (sweep, values, TRUE);
      self->shares_y = TRUE;
    }
}
