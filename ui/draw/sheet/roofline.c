/* roofline.c: the roofline: operations per second against operations per byte, under the limits of
 * the device's memory and arithmetic (S. Williams, A. Waterman, D. Patterson, "Roofline: an
 * insightful visual performance model for multicore architectures", CACM 52, 2009).
 *
 * Operations, of the roof as of the marks, are those that combine two elements: n - 1 of them,
 * whatever else a kernel computes to find its elements. Bytes are those that the SMs move to and
 * from global memory, counted from the run, including those served by the L2 cache, so a kernel
 * whose input stays there may be above the memory's roof.
 */
#include "sheet/words.h"

#include <glib/gi18n.h>
#include <math.h>

#define FAR 0.5 /* share of its roof: below it, the roof is not the bottleneck */

/**
 * Roofs:
 * @peak_bytes: bytes per second of the memory, 0 if unknown
 * @copy_bytes: of a large copy, 0 if not measured
 * @peak_operations: operations per second, 0 if unknown
 */
typedef struct {
  double peak_bytes;
  double copy_bytes;
  double peak_operations;
} Roofs;

static gboolean
is_float (const WsSweep *sweep)
{
  return sweep->type == WS_VALUE_F32 || sweep->type == WS_VALUE_F64;
}

/* Results per cycle of an SM (CUDA C++ Programming Guide, "Throughput of Native Arithmetic
 * Instructions"): 32-bit floating-point add; 32-bit integer add. A row applies from its compute
 * capability up to the next one's. From 10.x on, integers share the lanes of floats (NVIDIA RTX
 * Blackwell GPU Architecture whitepaper: unified INT32 and FP32 cores). */
static const struct {
  guint cc; /* 10 × major + minor */
  guint floats;
  guint integers;
} lane_rows[] = {
  { 10, 8, 8 },     { 20, 32, 32 },  { 21, 48, 48 },   { 30, 192, 160 },
  { 50, 128, 128 }, { 60, 64, 64 },  { 61, 128, 128 }, { 70, 64, 64 },
  { 80, 64, 64 },   { 86, 128, 64 }, { 90, 128, 64 },  { 100, 128, 128 },
};

static guint
get_lanes (const WsSpec *spec, gboolean of_floats)
{
  guint cc = ws_spec_get_capability (spec);
  guint lanes = 0;

  for (guint i = 0; i < G_N_ELEMENTS (lane_rows) && lane_rows[i].cc <= cc; i++)
    lanes = of_floats ? lane_rows[i].floats : lane_rows[i].integers;
  return lanes;
}

/**
 * get_peak_operations:
 * @sweep: with the spec of its device, if known
 *
 * SMs × additions per SM and cycle × clock.
 *
 * Returns: operations per second on elements of the sweep's type; 0 if unknown
 */
static double
get_peak_operations (const WsSweep *sweep)
{
  const WsSpec *spec = sweep->spec;
  double lanes;

  if (spec == NULL)
    return 0;
  lanes = sweep->type == WS_VALUE_F64 ? spec->fp64_lanes : get_lanes (spec, is_float (sweep));
  return (double)spec->n_sms * lanes * spec->clock_khz * 1e3;
}

static void
get_roofs (const WsSweep *sweep, Roofs *roofs)
{
  roofs->peak_operations = get_peak_operations (sweep);
  roofs->copy_bytes = (double)sweep->copy_bytes_per_s;
  roofs->peak_bytes = (double)sweep->peak_bytes_per_s;
  if (roofs->peak_bytes <= 0 && sweep->spec != NULL)
    roofs->peak_bytes = (double)sweep->spec->memory_bandwidth_bytes_per_s;
}

/* Those that combine two elements. */
static double
get_operations (const WsSweepPoint *point)
{
  return (double)point->n - 1;
}

/* At least one of each: a file may have any values. */
static gboolean
is_placed (const WsSweepPoint *point)
{
  return ws_sheet_is_timed (point) && point->has_work && isfinite (point->moved_bytes)
         && isfinite (point->operations) && point->moved_bytes >= 1 && point->n >= 2;
}

static double
get_intensity (const WsSweepPoint *point)
{
  return get_operations (point) / point->moved_bytes;
}

static double
get_rate (const WsSweepPoint *point)
{
  return get_operations (point) / ws_sheet_get_time (point) * 1e9;
}

/* The limit for a kernel of this intensity; 0 if neither roof is known. */
static double
get_roof (const Roofs *roofs, double intensity)
{
  double memory = roofs->peak_bytes * intensity;

  if (memory <= 0 || roofs->peak_operations <= 0)
    return MAX (memory, roofs->peak_operations);
  return MIN (memory, roofs->peak_operations);
}

/* ---- the chart ---- */

static void
add_slanted_roof (WsChart *chart, double bytes, double peak_operations, gboolean dashed,
                  const char *what)
{
  g_autofree char *speed = ws_quantity_format (WS_QUANTITY_BANDWIDTH, bytes);
  WsChartRule rule = { .slanted = TRUE, .value = bytes, .dashed = dashed };

  rule.from = NAN;
  rule.until = peak_operations > 0 ? peak_operations / bytes : NAN;
  rule.label = g_strdup_printf (_ ("%1$s %2$s"), what, speed);
  g_array_append_val (chart->rules, rule);
}

static void
add_roofs (WsChart *chart, const WsSweep *sweep, const Roofs *roofs)
{
  if (roofs->peak_bytes > 0)
    add_slanted_roof (chart, roofs->peak_bytes, roofs->peak_operations, FALSE, _ ("memory's peak"));
  if (roofs->copy_bytes > 0)
    add_slanted_roof (chart, roofs->copy_bytes, roofs->peak_operations, TRUE, _ ("a copy"));
  if (roofs->peak_operations > 0)
    {
      g_autofree char *rate = ws_quantity_format (WS_QUANTITY_RATE, roofs->peak_operations);
      WsChartRule rule = { .value = roofs->peak_operations };

      rule.from = roofs->peak_bytes > 0 ? roofs->peak_operations / roofs->peak_bytes : NAN;
      rule.until = NAN;
      rule.label = g_strdup_printf (is_float (sweep) ? _ ("peak of float operations %s")
                                                     : _ ("peak of integer operations %s"),
                                    rate);
      g_array_append_val (chart->rules, rule);
    }
}

static char *
make_tip (const WsSweepPoint *point, const Roofs *roofs)
{
  double roof = get_roof (roofs, get_intensity (point));
  g_autofree char *time = ws_quantity_format (WS_QUANTITY_TIME, ws_sheet_get_time (point));
  g_autofree char *speed = ws_quantity_format (
      WS_QUANTITY_BANDWIDTH, point->moved_bytes / ws_sheet_get_time (point) * 1e9);
  g_autofree char *share = ws_quantity_format (WS_QUANTITY_SHARE, get_rate (point) / roof);
  GString *tip = g_string_new (NULL);

  g_string_append_printf (tip, _ ("%1$s, %2$s moved"), time, speed);
  if (roof > 0)
    {
      g_string_append_c (tip, '\n');
      g_string_append_printf (tip, _ ("%s of the roof"), share);
    }
  if (!point->correct)
    g_string_append_printf (tip, "\n%s", _ ("wrong result"));
  return g_string_free (tip, FALSE);
}

static void
add_kernels (WsSheet *sheet, const WsSweep *sweep, const Roofs *roofs, const GPtrArray *kernels,
             gboolean quiet, const char *sweep_name)
{
  gboolean named = FALSE;

  for (guint k = 0; k < kernels->len; k++)
    {
      const WsSweepPoint *first = kernels->pdata[k];
      const WsSweepPoint *point = ws_sheet_find_point (sweep, first->kernel, 0);
      g_autofree char *kernel = ws_sheet_shorten_title (first->title);
      WsSeries *series;

      if (point == NULL || !is_placed (point))
        continue;
      series = ws_chart_add_series (sheet->main, quiet ? sweep_name : kernel, WS_MARK_POINTS,
                                    (int)k, ws_sheet_get_figures (sweep));
      ws_sheet_add_kernel (sheet, first->kernel);
      series->quiet = quiet;
      series->named = !quiet || !named;
      named = TRUE;
      ws_series_add_point (series, get_intensity (point), get_rate (point))->tip =
          make_tip (point, roofs);
    }
}

/* The axes include the points, the ridge, and everything between. */
static void
set_range (WsChart *chart, const WsSweep *sweep, const Roofs *roofs)
{
  double from = INFINITY;
  double to = 0;
  double low = INFINITY;
  double high = roofs->peak_operations;

  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      if (!is_placed (point))
        continue;
      from = MIN (from, get_intensity (point));
      to = MAX (to, get_intensity (point));
      low = MIN (low, get_rate (point));
      high = MAX (high, get_rate (point));
    }
  if (to == 0)
    return;
  if (roofs->peak_bytes > 0 && roofs->peak_operations > 0)
    {
      to = MAX (to, roofs->peak_operations / roofs->peak_bytes);
      from = MIN (from, roofs->peak_operations / roofs->peak_bytes);
    }
  chart->x.from = exp2 (floor (log2 (from) - 0.5));
  chart->x.to = exp2 (ceil (log2 (to) + 1));
  chart->y.from = low / 2;
  chart->y.to = high * 2;
}

static void
make_chart (WsSweep *const *sweeps, guint n_sweeps, const Roofs *roofs, const GPtrArray *kernels,
            WsSheet *sheet)
{
  WsChart *chart = sheet->main = ws_chart_new ();

  chart->x.label =
      g_strdup (is_float (sweeps[0]) ? _ ("float operations of the reduction per byte moved")
                                     : _ ("integer operations of the reduction per byte moved"));
  chart->x.quantity = WS_QUANTITY_INTENSITY;
  chart->x.kind = WS_SCALE_LOG2;
  chart->y.label =
      g_strdup (is_float (sweeps[0]) ? _ ("float operations of the reduction per second")
                                     : _ ("integer operations of the reduction per second"));
  chart->y.quantity = WS_QUANTITY_RATE;
  chart->y.kind = WS_SCALE_LOG10;
  chart->empty = ws_sheet_explain_nothing (sweeps[0]);
  add_roofs (chart, sweeps[0], roofs);
  for (guint s = 0; s < n_sweeps; s++)
    {
      g_autofree char *name = ws_sheet_name_sweep (sweeps, n_sweeps, s);

      add_kernels (sheet, sweeps[s], roofs, kernels, s > 0, name);
    }
  set_range (chart, sweeps[0], roofs);
}

/* ---- table ---- */

static void
make_table (const WsSweep *sweep, const Roofs *roofs, const GPtrArray *kernels, WsSheet *sheet)
{
  guint n_placed = 0;

  for (guint k = 0; k < kernels->len; k++)
    n_placed += is_placed (kernels->pdata[k]);
  if (n_placed == 0)
    return;
  ws_sheet_set_table (
      sheet, (const char *const[]){ _ ("kernel"), _ ("op/B"), _ ("of its roof, %"), NULL });
  for (guint c = 0; c < sheet->table->n_columns; c++)
    sheet->table->figures[c] = ws_sheet_get_figures (sweep);
  for (guint k = 0; k < kernels->len; k++)
    {
      const WsSweepPoint *point = kernels->pdata[k];
      gboolean placed = is_placed (point);
      double roof = placed ? get_roof (roofs, get_intensity (point)) : 0;
      g_autofree char *name = ws_sheet_shorten_title (point->title);
      g_autofree char *intensity = ws_sheet_format_factor (placed ? get_intensity (point) : NAN);
      g_autofree char *share = ws_sheet_format_percent (roof > 0 ? get_rate (point) / roof : NAN);

      ws_sheet_add_row (sheet, (const char *const[]){ name, intensity, share, NULL });
    }
}

/* ---- caption ---- */

typedef struct {
  const WsSweepPoint *nearest; /* to its roof */
  const WsSweepPoint *farthest;
  double most;
  double least;
  guint n;
  guint n_memory; /* where memory is the lower roof */
} Findings;

static void
find (const Roofs *roofs, const GPtrArray *kernels, Findings *found)
{
  *found = (Findings){ .least = INFINITY };
  for (guint k = 0; k < kernels->len; k++)
    {
      const WsSweepPoint *point = kernels->pdata[k];
      double share;

      if (!is_placed (point) || !point->correct)
        continue;
      found->n++;
      found->n_memory += roofs->peak_bytes * get_intensity (point) <= roofs->peak_operations;
      share = get_rate (point) / get_roof (roofs, get_intensity (point));
      if (found->nearest == NULL || share > found->most)
        {
          found->nearest = point;
          found->most = share;
        }
      if (share < found->least)
        {
          found->farthest = point;
          found->least = share;
        }
    }
}

/* On which side of the ridge they are: which roof is lower there. */
static void
append_sides (const Roofs *roofs, const Findings *found, GString *caption)
{
  double ridge = roofs->peak_operations / roofs->peak_bytes;
  g_autofree char *at = ws_quantity_format (WS_QUANTITY_NUMBER, ridge);
  guint n_beyond = found->n - found->n_memory;

  if (n_beyond == 0)
    g_string_append_printf (caption,
                            found->n == 1 ? _ ("Below the ridge, at %s operations per byte, memory "
                                               "is the lower roof: the kernel is there.")
                                          : _ ("Below the ridge, at %s operations per byte, memory "
                                               "is the lower roof: all kernels are there."),
                            at);
  else
    g_string_append_printf (caption,
                            ngettext ("Beyond the ridge, at %1$s operations per byte, arithmetic "
                                      "is the lower roof: %2$u of %3$u kernels is there.",
                                      "Beyond the ridge, at %1$s operations per byte, arithmetic "
                                      "is the lower roof: %2$u of %3$u kernels are there.",
                                      n_beyond),
                            at, n_beyond, found->n);
}

/* How close they come; kernels far below their roof are limited by neither. */
static void
append_shares (const Findings *found, GString *caption)
{
  g_autofree char *near_name = ws_sheet_refer (found->nearest->title);
  g_autofree char *begun = ws_words_capitalize (near_name);
  g_autofree char *near_share = ws_quantity_format (WS_QUANTITY_SHARE, found->most);
  g_autofree char *far_name = ws_sheet_refer (found->farthest->title);
  g_autofree char *far_share = ws_quantity_format (WS_QUANTITY_SHARE, found->least);
  gboolean held = found->least < FAR;

  g_string_append_c (caption, ' ');
  if (found->nearest == found->farthest)
    g_string_append_printf (caption,
                            held ? _ ("%1$s reaches %2$s of its roof: something else limits it.")
                                 : _ ("%1$s reaches %2$s of its roof."),
                            begun, near_share);
  else
    g_string_append_printf (
        caption,
        held ? _ (
            "%1$s comes closest to its roof, %2$s; %3$s reaches %4$s: something else limits it.")
             : _ ("%1$s comes closest to its roof, %2$s; %3$s reaches %4$s."),
        begun, near_share, far_name, far_share);
}

/* What is counted, and how much more the busiest kernel executes. */
static void
append_counts (const WsSweep *sweep, const GPtrArray *kernels, GString *caption)
{
  const WsSweepPoint *most = NULL;
  g_autofree char *name = NULL;
  g_autofree char *counted = NULL;
  g_autofree char *executed = NULL;

  for (guint k = 0; k < kernels->len; k++)
    {
      const WsSweepPoint *point = kernels->pdata[k];

      if (is_placed (point) && (most == NULL || point->operations > most->operations))
        most = point;
    }
  counted = ws_format_count (most->n - 1);
  g_string_append_c (caption, ' ');
  if (most->operations <= get_operations (most))
    {
      g_string_append_printf (
          caption,
          is_float (sweep)
              ? _ ("Marks and roof count only the float operations that combine two elements, %s.")
              : _ ("Marks and roof count only the integer operations that combine two elements, "
                   "%s."),
          counted);
      return;
    }
  name = ws_sheet_refer (most->title);
  executed = ws_format_count (ws_double_to_count (most->operations));
  g_string_append_printf (
      caption,
      is_float (sweep) ? _ ("Marks and roof count only the float operations that combine two "
                            "elements, %1$s; with indices and addresses %2$s executes %3$s.")
                       : _ ("Marks and roof count only the integer operations that combine two "
                            "elements, %1$s; with indices and addresses %2$s executes %3$s."),
      counted, name, executed);
}

static char *
make_caption (const WsSweep *sweep, const Roofs *roofs, const GPtrArray *kernels)
{
  GString *caption = g_string_new (NULL);
  Findings found;

  find (roofs, kernels, &found);
  if (found.n == 0)
    {
      g_autofree char *nothing = ws_sheet_explain_nothing (sweep);

      g_string_append (caption, ws_sweep_get_n_done (sweep) > 0
                                    ? _ ("The kernels' operations and bytes are not known.")
                                    : nothing);
    }
  else if (roofs->peak_bytes <= 0 || roofs->peak_operations <= 0)
    g_string_append (caption, _ ("The device's peaks are not known, so there is no roof."));
  else
    {
      append_sides (roofs, &found, caption);
      append_shares (&found, caption);
      append_counts (sweep, kernels, caption);
    }
  ws_sheet_append_failures (caption, sweep);
  return g_string_free (caption, FALSE);
}

/**
 * ws_sheet_fill_roofline:
 * @sweeps: (array length=n_sweeps): the first is shown, the others next to it
 * @n_sweeps: at least 1
 *
 * Operations per second against operations per byte, under the device's roofs: S. Williams, A.
 * Waterman, D. Patterson, "Roofline: an insightful visual performance model for multicore
 * architectures", CACM 52, 2009.
 */
void
ws_sheet_fill_roofline (WsSheet *self, WsSweep *const *sweeps, guint n_sweeps)
{
  g_autoptr (GPtrArray) kernels = ws_sheet_list_kernels (sweeps[0]);
  g_autofree char *count = ws_sheet_count_kernels (sweeps[0]);
  g_autofree char *kernel = kernels->len == 1
                                ? ws_sheet_refer (((const WsSweepPoint *)kernels->pdata[0])->title)
                                : g_strdup (count);
  g_autofree char *begun = ws_words_capitalize (kernel);
  Roofs roofs;

  get_roofs (sweeps[0], &roofs);
  self->title = g_strdup_printf (_ ("%s under the roofline"), begun);
  self->subtitle = ws_sheet_make_subtitle (sweeps[0], TRUE);
  self->source = ws_sheet_make_source (sweeps, n_sweeps);
  self->caption = make_caption (sweeps[0], &roofs, kernels);
  make_chart (sweeps, n_sweeps, &roofs, kernels, self);
  make_table (sweeps[0], &roofs, kernels, self);
}
