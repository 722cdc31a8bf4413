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
    "bars-horizontal", "bars-compared", "bars-vertical",        "lines", "live",
    "points",          "histogram",     "histogram-horizontal", "cells", "empty"
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

  chart->horizontal = TRUE;
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
make_vertical (void)
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
make_histogram (gboolean horizontal)
{
  WsChart *chart = ws_chart_new ();
  WsSeries *series;

  set_axis (horizontal ? &chart->y : &chart->x, "time per run", WS_QUANTITY_TIME, WS_SCALE_LINEAR);
  set_axis (horizontal ? &chart->x : &chart->y, "runs", WS_QUANTITY_COUNT, WS_SCALE_LINEAR);
  chart->horizontal = horizontal;
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
      return make_vertical ();
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

/* ---- anything ---- */

static const double odd[] = { 0,        1,         -1,   1e-300, 1e300, -1e300, 1e-12, 7,
                              1.5,      123456,    1e9,  0.1,    -0.3,  1024,   65536, NAN,
                              INFINITY, -INFINITY, 3e38, 1e-9,   4e6,   5e6,    6e6,   7e6 };

static const char *const words[] = {
  "",
  "a",
  "3.04 ms",
  "2 strided index",
  "a name that is as long as names become where nobody thinks of those who must place them",
  "wordwithoutanyspacesthatisnonethelessverylongandcannotbebrokenanywhere",
  "Größe × Zahl, 日本語",
};

static double
pick_value (GRand *rand, guint mood)
{
  switch (mood)
    {
    case 0:
      return odd[g_rand_int_range (rand, 0, G_N_ELEMENTS (odd))];
    case 1:
      return 42;
    case 2:
      return pow (10, g_rand_double_range (rand, -12, 12));
    default:
      return g_rand_double_range (rand, -100, 1000);
    }
}

static const char *
pick_words (GRand *rand)
{
  return words[g_rand_int_range (rand, 0, G_N_ELEMENTS (words))];
}

static void
fill_axis (GRand *rand, WsChartAxis *axis, gboolean categories)
{
  guint n = (guint)g_rand_int_range (rand, 0, 12);

  set_axis (axis, pick_words (rand), (WsQuantity)g_rand_int_range (rand, 0, 9),
            (WsScaleKind)g_rand_int_range (rand, 0, 3));
  axis->from_zero = g_rand_boolean (rand);
  if (g_rand_int_range (rand, 0, 6) == 0)
    axis->from = pick_value (rand, 0);
  if (g_rand_int_range (rand, 0, 6) == 0)
    axis->to = pick_value (rand, 0);
  if (!categories)
    return;
  if (g_rand_int_range (rand, 0, 8) == 0)
    n = 300;
  axis->categories = g_new0 (char *, n + 1);
  for (guint i = 0; i < n; i++)
    axis->categories[i] = g_strdup (pick_words (rand));
}

static void
fill_series (GRand *rand, WsChart *chart, gboolean categories, guint mood)
{
  static const guint lengths[] = { 0, 1, 2, 3, 7, 9, 40, 2000 };
  guint n = lengths[g_rand_int_range (rand, 0, G_N_ELEMENTS (lengths))];
  WsMark mark = (WsMark)g_rand_int_range (rand, 0, 4);
  WsSeries *series =
      ws_chart_add_series (chart, pick_words (rand), mark, g_rand_int_range (rand, -2, 20),
                           (WsFigures)g_rand_int_range (rand, 0, 3));

  series->quiet = g_rand_boolean (rand);
  series->named = g_rand_boolean (rand);
  for (guint i = 0; i < n; i++)
    {
      double x = categories || g_rand_boolean (rand) ? i : pick_value (rand, mood);
      WsChartPoint *point = ws_series_add_point (series, x, pick_value (rand, mood));

      if (g_rand_boolean (rand))
        {
          point->low = pick_value (rand, mood);
          point->high = pick_value (rand, mood);
        }
      if (n < 50 && g_rand_boolean (rand))
        point->label = g_strdup (pick_words (rand));
      if (n < 50 && g_rand_boolean (rand))
        point->note = g_strdup (pick_words (rand));
      if (g_rand_boolean (rand))
        point->tip = g_strdup ("one line\nanother, which is longer than the first is");
    }
}

static void
fill_cells (GRand *rand, WsChart *chart, guint mood)
{
  WsChartCells *cells = ws_chart_set_cells (chart, g_strv_length (chart->x.categories),
                                            g_strv_length (chart->y.categories));

  cells->quantity = (WsQuantity)g_rand_int_range (rand, 0, 9);
  cells->less_is_better = g_rand_boolean (rand);
  for (guint i = 0; i < cells->n_columns * cells->n_rows; i++)
    cells->values[i] = pick_value (rand, mood);
}

WsChart *
chart_fixture_new_random (guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  WsChart *chart = ws_chart_new ();
  guint mood = (guint)g_rand_int_range (rand, 0, 4);
  gboolean heat = g_rand_int_range (rand, 0, 5) == 0;
  gboolean categories = g_rand_boolean (rand);
  guint n = (guint)g_rand_int_range (rand, 0, 10);

  chart->horizontal = !heat && g_rand_boolean (rand);
  if (g_rand_boolean (rand))
    chart->heading = g_strdup (pick_words (rand));
  if (g_rand_boolean (rand))
    chart->empty = g_strdup (pick_words (rand));
  fill_axis (rand, &chart->x, heat || (categories && !chart->horizontal));
  fill_axis (rand, &chart->y, heat || (categories && chart->horizontal));
  if (heat)
    {
      fill_cells (rand, chart, mood);
      return chart;
    }
  for (guint i = 0; i < n; i++)
    fill_series (rand, chart, categories, mood);
  for (guint i = (guint)g_rand_int_range (rand, 0, 4); i > 0; i--)
    {
      WsChartRule *rule;

      ws_chart_add_rule (chart, g_rand_boolean (rand), pick_value (rand, mood),
                         g_rand_boolean (rand), pick_words (rand));
      rule = &g_array_index (chart->rules, WsChartRule, chart->rules->len - 1);
      rule->slanted = g_rand_int_range (rand, 0, 4) == 0;
      if (g_rand_boolean (rand))
        rule->from = pick_value (rand, mood);
      if (g_rand_boolean (rand))
        rule->until = pick_value (rand, mood);
    }
  for (guint i = (guint)g_rand_int_range (rand, 0, 3); i > 0; i--)
    ws_chart_add_note (chart, pick_value (rand, mood), pick_value (rand, mood), pick_words (rand));
  return chart;
}

WsSheet *
chart_fixture_new_sheet (void)
{
  WsSheet *sheet = ws_sheet_new ("live");
  static const char *const heads[] = { "kernel", "time, ms", "of peak", "G80, ms", NULL };

  g_clear_pointer (&sheet->main, ws_chart_free);
  sheet->title = g_strdup ("Kernel 7");
  sheet->main = chart_fixture_new (CHART_LIVE);
  sheet->side = chart_fixture_new (CHART_HISTOGRAM_LYING);
  sheet->shares_y = TRUE;
  ws_sheet_set_table (sheet, heads);
  sheet->table->figures[3] = WS_FIGURES_PUBLISHED;
  sheet->table->chosen = 1;
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *time = g_strdup_printf ("%.3f", times[i] / 1e6);
      g_autofree char *share = g_strdup_printf ("%.1f %%", 7.4 * (i + 1));
      g_autofree char *published = i == 1 ? NULL : g_strdup_printf ("%.2f", g80[i] / 1e6);
      const char *cells[] = { kernels[i], time, share, published };

      ws_sheet_add_row (sheet, cells);
    }
  return sheet;
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
