#include "chart-fixture.h"

#include <math.h>

static const char *const kernels[] = { "1 interleaved addressing",     "2 strided index",
                                       "3 sequential addressing",      "4 first add during load",
                                       "5 unroll the last warp",       "6 completely unrolled",
                                       "7 several elements per thread" };
static const double times[] = { 3.039e6, 1.712e6, 1.360e6, 0.732e6, 0.567e6, 0.540e6, 0.292e6 };
static const double g80[] = { 8.054e6, 3.456e6, 1.722e6, 0.965e6, 0.536e6, 0.381e6, 0.268e6 };

const char *
chart_fixture_get_name (ChartFixture kind)
{
  static const char *const names[] = {
    "bars-lying", "bars-compared", "bars-standing",   "lines", "live",
    "points",     "histogram",     "histogram-lying", "cells", "empty"
  };

  return names[kind];
}

static void
set_axis (WsChartAxis *axis, const char *label, WsQuantity quantity, WsScaleKind kind)
{
  axis->label = g_strdup (label);
  axis->quantity = quantity;
  axis->kind = kind;
}

static char **
make_names (guint n)
{
  GStrvBuilder *builder = g_strv_builder_new ();
  char **names;

  for (guint i = 0; i < n; i++)
    g_strv_builder_add (builder, kernels[i]);
  names = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  return names;
}

static void
add_bar (WsSeries *series, guint i, double time, double first)
{
  WsChartPoint *point = ws_series_add_point (series, i, time);

  point->label = ws_quantity_format (WS_QUANTITY_TIME, time);
  if (i > 0 && first > 0)
    point->note = ws_quantity_format (WS_QUANTITY_FACTOR, first / time);
}

static WsChart *
make_bars (gboolean compared)
{
  WsChart *chart = ws_chart_new ();
  WsSeries *chosen = NULL;
  WsSeries *all;

  chart->lying = TRUE;
  chart->y.categories = make_names (G_N_ELEMENTS (kernels));
  set_axis (&chart->x, "time per run", WS_QUANTITY_TIME, WS_SCALE_LINEAR);
  if (!compared)
    chosen = ws_chart_add_series (chart, "chosen", WS_MARK_BARS, -2, WS_FIGURES_MEASURED);
  all = ws_chart_add_series (chart, "this device", WS_MARK_BARS, compared ? 0 : -1,
                             compared ? WS_FIGURES_MODELLED : WS_FIGURES_MEASURED);
  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    add_bar (i == 0 && chosen != NULL ? chosen : all, i, times[i], times[0]);
  if (compared)
    {
      WsSeries *published = ws_chart_add_series (chart, "G80, published by Harris (2007)",
                                                 WS_MARK_BARS, 1, WS_FIGURES_PUBLISHED);

      for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
        add_bar (published, i, g80[i], 0);
    }
  else
    {
      chosen->named = FALSE;
      all->named = FALSE;
    }
  return chart;
}

static WsChart *
make_standing (void)
{
  WsChart *chart = ws_chart_new ();
  static const char *const blocks[] = { "32", "64", "128", "256", "512", "1024" };
  static const double achieved[] = { 0.212, 0.431, 0.857, 0.901, 0.873, 0.640 };
  WsSeries *theoretical;
  WsSeries *reached;

  chart->x.categories = g_strdupv (
      (char **)(void *)(const char *[]){ "32", "64", "128", "256", "512", "1024", NULL });
  chart->heading = g_strdup ("Occupancy");
  chart->x.label = g_strdup ("threads per block");
  set_axis (&chart->y, "share of an SM's warps", WS_QUANTITY_SHARE, WS_SCALE_LINEAR);
  theoretical = ws_chart_add_series (chart, "theoretical", WS_MARK_BARS, -1, WS_FIGURES_MEASURED);
  reached = ws_chart_add_series (chart, "achieved", WS_MARK_BARS, 2, WS_FIGURES_MODELLED);
  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    {
      WsChartPoint *point = ws_series_add_point (theoretical, i, i < 2 ? 0.25 * (i + 1) : 1);

      point->label = ws_quantity_format (WS_QUANTITY_SHARE, point->y);
      point = ws_series_add_point (reached, i, achieved[i]);
      point->label = ws_quantity_format (WS_QUANTITY_SHARE, point->y);
      point->low = achieved[i] * 0.94;
      point->high = achieved[i] * 1.05;
    }
  return chart;
}

static WsChart *
make_lines (void)
{
  WsChart *chart = ws_chart_new ();

  set_axis (&chart->x, "elements", WS_QUANTITY_ELEMENTS, WS_SCALE_LOG2);
  set_axis (&chart->y, "time per run", WS_QUANTITY_TIME, WS_SCALE_LOG10);
  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    {
      WsSeries *series =
          ws_chart_add_series (chart, kernels[i], WS_MARK_LINE, (int)i, WS_FIGURES_MEASURED);

      for (int e = 17; e <= 25; e++)
        {
          double time = 2500 + times[i] * exp2 (e - 22);
          WsChartPoint *point = ws_series_add_point (series, exp2 (e), time);

          point->low = time * 0.96;
          point->high = time * 1.07;
        }
    }
  return chart;
}

static double
get_noise (guint32 i)
{
  i ^= i >> 16;
  i *= 0x7feb352du;
  i ^= i >> 15;
  i *= 0x846ca68bu;
  i ^= i >> 16;
  return i / 4294967296.;
}

static WsChart *
make_live (void)
{
  WsChart *chart = ws_chart_new ();
  WsSeries *series;

  set_axis (&chart->x, "run", WS_QUANTITY_COUNT, WS_SCALE_LINEAR);
  set_axis (&chart->y, "time per run", WS_QUANTITY_TIME, WS_SCALE_LINEAR);
  series = ws_chart_add_series (chart, "median", WS_MARK_LINE, 0, WS_FIGURES_MEASURED);
  for (guint i = 0; i < 400; i++)
    {
      double time = 292000 + 9000 * sin (i / 30.) + 6000 * get_noise (i);
      WsChartPoint *point = ws_series_add_point (series, i * 25, time);

      point->low = time - 5000 - 4000 * get_noise (i + 1000);
      point->high = time + 7000 + 12000 * get_noise (i + 2000);
    }
  ws_chart_add_rule (chart, FALSE, 262000, TRUE, "a copy of as many bytes, 262 µs");
  ws_chart_add_note (chart, 5000, 295000, "another program began");
  return chart;
}

static WsChart *
make_points (void)
{
  WsChart *chart = ws_chart_new ();
  WsChartRule *rule;

  set_axis (&chart->x, "operations per byte", WS_QUANTITY_INTENSITY, WS_SCALE_LOG10);
  set_axis (&chart->y, "operations per second", WS_QUANTITY_RATE, WS_SCALE_LOG10);
  chart->x.from = 0.01;
  chart->x.to = 100;
  chart->y.from = 1e9;
  chart->y.to = 1e14;
  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    {
      WsSeries *series = ws_chart_add_series (chart, kernels[i], WS_MARK_POINTS, (int)i,
                                              i % 2 ? WS_FIGURES_MODELLED : WS_FIGURES_MEASURED);
      WsChartPoint *point =
          ws_series_add_point (series, 0.24 + 0.004 * i, 4194304. / times[i] * 1e9);

      point->tip = g_strdup ("353 GB/s of 4.8 TB/s");
    }
  ws_chart_add_rule (chart, FALSE, 2e12, FALSE, "integer addition, 2 T/s");
  rule = &g_array_index (chart->rules, WsChartRule, 0);
  rule->from = 2e12 / 4.8e12;
  ws_chart_add_rule (chart, FALSE, 4.8e12, FALSE, "device memory, 4.8 TB/s");
  rule = &g_array_index (chart->rules, WsChartRule, 1);
  rule->slanted = TRUE;
  rule->until = 2e12 / 4.8e12;
  return chart;
}

static WsChart *
make_histogram (gboolean lying)
{
  WsChart *chart = ws_chart_new ();
  WsSeries *series;

  set_axis (lying ? &chart->y : &chart->x, "time per run", WS_QUANTITY_TIME, WS_SCALE_LINEAR);
  set_axis (lying ? &chart->x : &chart->y, "runs", WS_QUANTITY_COUNT, WS_SCALE_LINEAR);
  chart->lying = lying;
  series = ws_chart_add_series (chart, "runs", WS_MARK_STEPS, 0, WS_FIGURES_MEASURED);
  for (guint i = 0; i < 40; i++)
    {
      double t = (i - 16.) / 6;

      ws_series_add_point (series, 280000 + i * 1000, floor (900 * exp (-t * t / 2)));
    }
  return chart;
}

static WsChart *
make_cells (void)
{
  WsChart *chart = ws_chart_new ();
  WsChartCells *cells = ws_chart_set_cells (chart, 8, 6);
  GStrvBuilder *columns = g_strv_builder_new ();
  GStrvBuilder *rows = g_strv_builder_new ();

  chart->heading = g_strdup ("Bandwidth of kernel 7");
  chart->x.label = g_strdup ("blocks of the grid");
  chart->y.label = g_strdup ("threads per block");
  cells->quantity = WS_QUANTITY_BANDWIDTH;
  for (guint i = 0; i < 8; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", 16u << i);

      g_strv_builder_add (columns, name);
    }
  for (guint i = 0; i < 6; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", 32u << i);

      g_strv_builder_add (rows, name);
    }
  chart->x.categories = g_strv_builder_end (columns);
  chart->y.categories = g_strv_builder_end (rows);
  g_strv_builder_unref (columns);
  g_strv_builder_unref (rows);
  for (guint row = 0; row < 6; row++)
    for (guint column = 0; column < 8; column++)
      {
        double threads = (16 << column) * (double)(32 << row);
        double value = 4.02e12 * threads / (threads + 40000) * (1 - 0.05 * fabs (row - 3.));

        cells->values[row * 8 + column] = row == 5 && column > 5 ? NAN : value;
      }
  return chart;
}

WsChart *
chart_fixture_new (ChartFixture kind)
{
  WsChart *chart;

  switch (kind)
    {
    case CHART_BARS_LYING:
    case CHART_BARS_COMPARED:
      return make_bars (kind == CHART_BARS_COMPARED);
    case CHART_BARS_STANDING:
      return make_standing ();
    case CHART_LINES:
      return make_lines ();
    case CHART_LIVE:
      return make_live ();
    case CHART_POINTS:
      return make_points ();
    case CHART_HISTOGRAM:
    case CHART_HISTOGRAM_LYING:
      return make_histogram (kind == CHART_HISTOGRAM_LYING);
    case CHART_CELLS:
      return make_cells ();
    case CHART_EMPTY:
    default:
      chart = make_live ();
      g_ptr_array_set_size (chart->series, 0);
      chart->empty = g_strdup ("No timings yet: Start runs the kernel again and again");
      return chart;
    }
}

WsChart *
chart_fixture_new_long (guint n, WsScaleKind kind)
{
  WsChart *chart = ws_chart_new ();
  WsSeries *series;

  set_axis (&chart->x, "run", WS_QUANTITY_COUNT, WS_SCALE_LINEAR);
  set_axis (&chart->y, "time per run", WS_QUANTITY_TIME, kind);
  series = ws_chart_add_series (chart, "time", WS_MARK_LINE, 0, WS_FIGURES_MEASURED);
  for (guint i = 0; i < n; i++)
    {
      double time = 3e5 + 2e4 * sin (i * 20. / n) + 3e4 * pow (get_noise (i), 4);
      WsChartPoint *point = ws_series_add_point (series, i, time);

      point->low = time - 2e4;
      point->high = time + 3e4;
    }
  return chart;
}

cairo_surface_t *
chart_fixture_draw (const WsChart *chart, const WsChartOptions *options, const WsTheme *theme,
                    int width, int height)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create (surface);

  ws_paint_set (cr, theme->background);
  cairo_paint (cr);
  ws_draw_chart (cr, chart, options, theme, width, height);
  g_assert_cmpstr (cairo_status_to_string (cairo_status (cr)), ==,
                   cairo_status_to_string (CAIRO_STATUS_SUCCESS));
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}
