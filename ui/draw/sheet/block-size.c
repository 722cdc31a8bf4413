/* block-size.c: time against achieved occupancy, a point for each block size: whether more
 * warps at once were faster. */
#include "sheet/words.h"

#include <glib/gi18n.h>
#include <math.h>

/* It has a time and an occupancy. */
static gboolean
is_placed (const WsSweepPoint *point)
{
  return ws_sheet_is_timed (point) && point->has_occupancy;
}

static gboolean
is_ranked (const WsSweepPoint *point)
{
  return is_placed (point) && point->correct;
}

/* The minimum occupancy rounded down to tens: most points are close together. */
static double
find_least (WsSweep *const *sweeps, guint n_sweeps)
{
  double least = 0.9;

  for (guint s = 0; s < n_sweeps; s++)
    for (guint i = 0; i < ws_sweep_get_n_points (sweeps[s]); i++)
      if (is_placed (ws_sweep_get_point (sweeps[s], i)))
        least = MIN (least, ws_sweep_get_point (sweeps[s], i)->achieved);
  return MAX (floor (least * 10 - 0.2) / 10, 0);
}

/* (nullable) */
static const WsSweepPoint *
find_fastest (const WsSweep *sweep)
{
  const WsSweepPoint *fastest = NULL;

  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      if (is_ranked (point) && (fastest == NULL || point->time.median_ns < fastest->time.median_ns))
        fastest = point;
    }
  return fastest;
}

/* (nullable) */
static const WsSweepPoint *
find_slowest (const WsSweep *sweep)
{
  const WsSweepPoint *slowest = NULL;

  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      if (is_ranked (point) && (slowest == NULL || point->time.median_ns > slowest->time.median_ns))
        slowest = point;
    }
  return slowest;
}

static char *
make_tip (const WsSweepPoint *point)
{
  g_autofree char *theoretical = ws_quantity_format (WS_QUANTITY_SHARE, point->theoretical);
  double bandwidth = ws_sweep_point_get_bandwidth (point);
  g_autofree char *speed = ws_quantity_format (WS_QUANTITY_BANDWIDTH, bandwidth);
  GString *tip = g_string_new (NULL);

  g_string_append_printf (tip, _ ("block %1$u, theoretical occupancy %2$s"), point->block,
                          theoretical);
  if (bandwidth > 0)
    g_string_append_printf (tip, "\n%s", speed);
  if (!point->correct)
    g_string_append_printf (tip, "\n%s", _ ("wrong result"));
  return g_string_free (tip, FALSE);
}

static WsSeries *
add_points (WsSheet *sheet, const WsSweep *sweep, const WsSweepPoint *first, const char *name,
            int color, gboolean quiet)
{
  const WsSweepPoint *fastest = find_fastest (sweep);
  const WsSweepPoint *slowest = find_slowest (sweep);
  WsSeries *series =
      ws_chart_add_series (sheet->main, name, WS_MARK_POINTS, color, ws_sheet_get_figures (sweep));

  ws_sheet_add_kernel (sheet, first->kernel);
  series->quiet = quiet;
  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);
      WsChartPoint *p;

      if (!is_placed (point) || g_strcmp0 (point->kernel, first->kernel) != 0)
        continue;
      p = ws_sheet_add_time (series, point->achieved, point);
      p->tip = make_tip (point);
      if (quiet)
        continue;
      p->label = g_strdup_printf ("%u", point->block);
      if (point == fastest)
        p->note = g_strdup (_ ("the fastest"));
      else if (point == slowest) /* usually alone: there is space to say what the numbers are */
        p->note = g_strdup (_ ("threads per block"));
    }
  return series;
}

static void
make_chart (WsSweep *const *sweeps, guint n_sweeps, const GPtrArray *kernels, WsSheet *sheet)
{
  WsChart *chart = sheet->main = ws_chart_new ();

  chart->x.label = g_strdup (_ ("achieved occupancy"));
  chart->x.quantity = WS_QUANTITY_SHARE;
  chart->x.from = find_least (sweeps, n_sweeps);
  chart->x.to = 1;
  chart->y.label = g_strdup (_ ("time per run"));
  chart->y.quantity = WS_QUANTITY_TIME;
  chart->y.from_zero = TRUE;
  chart->empty = ws_sheet_explain_nothing (sweeps[0]);
  for (guint s = 0; s < n_sweeps; s++)
    {
      g_autofree char *sweep_name = ws_sheet_name_sweep (sweeps, n_sweeps, s);

      for (guint k = 0; k < kernels->len; k++)
        {
          const WsSweepPoint *first = kernels->pdata[k];
          g_autofree char *kernel = ws_sheet_shorten_title (first->title);
          gboolean named = n_sweeps > 1 || kernels->len > 1;

          add_points (sheet, sweeps[s], first, kernels->len > 1 && s == 0 ? kernel : sweep_name,
                      (int)k, s > 0)
              ->named = named;
        }
    }
}

/* ---- table ---- */

static void
make_table (const WsSweep *sweep, gboolean one_kernel, WsSheet *sheet)
{
  WsSheetColumn column;
  double least = INFINITY;
  double largest = 0;
  g_autofree char *time_head = NULL;

  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      if (!ws_sheet_is_timed (point))
        continue;
      least = MIN (least, ws_sheet_get_time (point));
      largest = MAX (largest, ws_sheet_get_time (point));
    }
  if (largest == 0)
    return;
  ws_sheet_column_init (&column, WS_QUANTITY_TIME, least, largest);
  time_head = g_strdup_printf (_ ("time, %s"), column.unit);
  ws_sheet_set_table (sheet, (const char *const[]){ _ ("block"), time_head, _ ("theoretical, %"),
                                                    _ ("achieved, %"), NULL });
  for (guint c = 0; c < sheet->table->n_columns; c++)
    sheet->table->figures[c] = ws_sheet_get_figures (sweep);
  for (guint i = 0; i < ws_sweep_get_n_points (sweep) && i < 64; i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);
      g_autofree char *kernel = ws_sheet_shorten_title (point->title);
      g_autofree char *name = one_kernel ? g_strdup_printf ("%u", point->block)
                                         : g_strdup_printf (_ ("%1$s, %2$u"), kernel, point->block);
      g_autofree char *time = point->state == WS_SWEEP_FAILED ? g_strdup (_ ("failed"))
                              : ws_sheet_is_timed (point) && !point->correct
                                  ? g_strdup (_ ("wrong"))
                                  : ws_sheet_column_format (&column, ws_sheet_get_time (point));
      g_autofree char *theoretical =
          ws_sheet_format_percent (is_placed (point) ? point->theoretical : NAN);
      g_autofree char *achieved =
          ws_sheet_format_percent (is_placed (point) ? point->achieved : NAN);

      ws_sheet_add_row (sheet, (const char *const[]){ name, time, theoretical, achieved, NULL });
    }
}

/* ---- caption ---- */

/* "block 256", "kernel 3 with block 256" */
static char *
name_point (const WsSweepPoint *point, gboolean one_kernel)
{
  g_autofree char *kernel = ws_sheet_refer (point->title);

  return one_kernel ? g_strdup_printf (_ ("block %u"), point->block)
                    : g_strdup_printf (_ ("%1$s with block %2$u"), kernel, point->block);
}

static void
append_findings (const WsSweepPoint *fastest, const WsSweepPoint *fullest, guint n,
                 gboolean one_kernel, GString *caption)
{
  g_autofree char *fast = name_point (fastest, one_kernel);
  g_autofree char *full = name_point (fullest, one_kernel);
  g_autofree char *time = ws_quantity_format (WS_QUANTITY_TIME, ws_sheet_get_time (fastest));
  g_autofree char *its = ws_quantity_format (WS_QUANTITY_SHARE, fastest->achieved);
  g_autofree char *most = ws_quantity_format (WS_QUANTITY_SHARE, fullest->achieved);
  double ratio = ws_sheet_get_time (fullest) / ws_sheet_get_time (fastest);
  g_autofree char *times = ws_sheet_format_times (ratio);
  g_autofree char *begun = ws_words_capitalize (fast);

  if (n == 1)
    g_string_append_printf (caption, _ ("%1$s takes %2$s with an achieved occupancy of %3$s."),
                            begun, time, its);
  else if (fullest->achieved - fastest->achieved < 0.005)
    g_string_append_printf (caption,
                            _ ("The fastest, %1$s (%2$s), also has the highest occupancy: %3$s."),
                            fast, time, its);
  else if (ratio < 1.005)
    g_string_append_printf (caption,
                            _ ("The fastest, %1$s (%2$s), achieves an occupancy of %3$s; the "
                               "highest, %4$s with %5$s, is no faster."),
                            fast, time, its, most, full);
  else
    g_string_append_printf (caption,
                            _ ("The fastest, %1$s (%2$s), achieves an occupancy of %3$s, not the "
                               "highest: %4$s achieves %5$s and takes %6$s times as long."),
                            fast, time, its, full, most, times);
}

static char *
make_caption (const WsSweep *sweep, gboolean one_kernel)
{
  GString *caption = g_string_new (NULL);
  const WsSweepPoint *fastest = find_fastest (sweep);
  const WsSweepPoint *fullest = NULL;
  guint n = 0;

  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      if (!is_ranked (point))
        continue;
      n++;
      if (fullest == NULL || point->achieved > fullest->achieved)
        fullest = point;
    }
  if (n > 0)
    append_findings (fastest, fullest, n, one_kernel, caption);
  else
    {
      g_autofree char *nothing = ws_sheet_explain_nothing (sweep);

      g_string_append (caption, ws_sweep_get_n_done (sweep) > 0 ? _ ("The occupancy is not known.")
                                                                : nothing);
    }
  ws_sheet_append_failures (caption, sweep);
  return g_string_free (caption, FALSE);
}

/**
 * ws_sheet_fill_block_size:
 * @sweeps: (array length=n_sweeps): the first is shown, the others next to it
 * @n_sweeps: at least 1
 *
 * Time against achieved occupancy, a point for each block size.
 */
void
ws_sheet_fill_block_size (WsSheet *self, WsSweep *const *sweeps, guint n_sweeps)
{
  g_autoptr (GPtrArray) kernels = ws_sheet_list_kernels (sweeps[0]);
  g_autofree char *count = ws_sheet_count_kernels (sweeps[0]);
  g_autofree char *kernel = kernels->len == 1
                                ? ws_sheet_refer (((const WsSweepPoint *)kernels->pdata[0])->title)
                                : g_strdup (count);
  g_autofree char *begun = ws_words_capitalize (kernel);
  gboolean one = kernels->len <= 1;

  self->title = g_strdup_printf (_ ("%s: time and occupancy"), begun);
  self->subtitle = ws_sheet_make_subtitle (sweeps[0], FALSE);
  self->source = ws_sheet_make_source (sweeps, n_sweeps);
  self->caption = make_caption (sweeps[0], one);
  make_chart (sweeps, n_sweeps, kernels, self);
  make_table (sweeps[0], one, self);
}
