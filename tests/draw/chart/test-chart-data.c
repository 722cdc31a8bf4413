/* What charts say, and where: quantities, places and back, zoom, focus; and golden pictures without
 * text. */
#include "chart-fixture.h"
#include "picture.h"

#include <math.h>
#include <string.h>

static const double width = 900;
static const double height = 500;

/* ---- quantities ---- */

static void
test_quantities (void)
{
  static const struct {
    WsQuantity quantity;
    double value;
    const char *text;
  } cases[] = {
    { WS_QUANTITY_TIME, 3039000, "3.04 ms" },
    { WS_QUANTITY_TIME, 1915, "1.92 µs" },
    { WS_QUANTITY_TIME, 1915 / 1e9 * 1e9, "1.92 µs" }, /* over seconds */
    { WS_QUANTITY_TIME, 999.6, "1.00 µs" },
    { WS_QUANTITY_TIME, 999600, "1.00 ms" },
    { WS_QUANTITY_TIME, 5, "5 ns" },
    { WS_QUANTITY_TIME, 2.5, "2.50 ns" },
    { WS_QUANTITY_TIME, 292000, "292 µs" },
    { WS_QUANTITY_TIME, 0, "0 ns" },
    { WS_QUANTITY_TIME, 12.34e9, "12.3 s" },
    { WS_QUANTITY_TIME, NAN, "not known" },
    { WS_QUANTITY_TIME, INFINITY, "not known" },
    { WS_QUANTITY_TIME, -4000, "−4.00 µs" },
    { WS_QUANTITY_BANDWIDTH, 353e9, "353 GB/s" },
    { WS_QUANTITY_BANDWIDTH, 4.8e12, "4.80 TB/s" },
    { WS_QUANTITY_BANDWIDTH, 999.9e9, "1.00 TB/s" },
    { WS_QUANTITY_RATE, 7.4e9, "7.40 G/s" },
    { WS_QUANTITY_SHARE, 0.6667, "66.7 %" },
    { WS_QUANTITY_SHARE, 1, "100 %" },
    { WS_QUANTITY_FACTOR, 2.333, "2.33×" },
    { WS_QUANTITY_FACTOR, 30.05, "30.1×" },
    { WS_QUANTITY_INTENSITY, 0.25, "0.250 op/B" },
    { WS_QUANTITY_ELEMENTS, 4194304, "2²²" },
    { WS_QUANTITY_ELEMENTS, 1000000, "1\u202f000\u202f000" },
    { WS_QUANTITY_ELEMENTS, 512, "512" },
    { WS_QUANTITY_COUNT, 4194304, "4\u202f194\u202f304" },
    { WS_QUANTITY_NUMBER, 1.5e-9, "1.50 × 10⁻⁹" },
    { WS_QUANTITY_NUMBER, 1e300, "1.00 × 10³⁰⁰" },
    { WS_QUANTITY_NUMBER, 123456, "123\u202f000" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = ws_quantity_format (cases[i].quantity, cases[i].value);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

/* Whatever the value, there is a text, and three digits at most count. */
static void
test_quantities_odd (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint i = 0; i < 20000; i++)
    {
      WsQuantity quantity = (WsQuantity)(i % 11); /* some that there are not */
      double value = pow (10, g_rand_double_range (rand, -305, 305)) * (i % 3 ? 1 : -1);
      g_autofree char *text = ws_quantity_format (quantity, value);
      double divisor;
      const char *unit = ws_quantity_choose_unit (quantity, value, &divisor);

      g_assert_true (g_utf8_validate (text, -1, NULL));
      g_assert_cmpuint (strlen (text), <, 200);
      g_assert_cmpuint (strlen (text), >, 0);
      g_assert_nonnull (unit);
      g_assert_true (divisor > 0 && isfinite (divisor));
    }
}

/* ---- ticks of axes ---- */

/* A slide's axes have at least two labels; they rise. */
static void
test_ticks (void)
{
  WsTheme theme = picture_get_wordless_theme (WS_THEME_LIGHT);
  g_autoptr (WsText) text = ws_text_new (NULL, &theme);
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (guint i = 0; i < 3000; i++)
    {
      double from = pow (10, g_rand_double_range (rand, -9, 9));
      double to = from * pow (10, g_rand_double_range (rand, 0.02, 6));
      WsTicksOptions options = { .vertical = i % 2,
                                 .air = i % 2 ? 2.4 : 3.2,
                                 .powers = i % 5 == 0 };
      WsScale scale;
      g_autoptr (GArray) ticks = NULL;

      ws_scale_init (&scale, (WsScaleKind)(i % 3), from, to, 0, 900);
      ticks = ws_ticks_new (&scale, &options, text, WS_FACE_SANS, 20);
      g_assert_cmpuint (ticks->len, >=, 2);
      for (guint k = 1; k < ticks->len; k++)
        {
          g_assert_cmpfloat (g_array_index (ticks, WsTick, k).value, >,
                             g_array_index (ticks, WsTick, k - 1).value);
          g_assert_cmpstr (g_array_index (ticks, WsTick, k).label, !=,
                           g_array_index (ticks, WsTick, k - 1).label);
        }
    }
}

/* ---- what is where ---- */

/* At a mark, it is the mark that is found, or another at the very same place. */
static void
test_pick (void)
{
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);

  for (ChartFixture kind = 0; kind < CHART_EMPTY; kind++)
    {
      g_autoptr (WsChart) chart = chart_fixture_new (kind);
      WsBox plot;
      WsScale x;
      WsScale y;
      guint n_found = 0;

      ws_chart_get_plot (chart, NULL, &(WsArea){ theme, width, height }, &plot, &x, &y);
      for (int focus = 0; focus < ws_chart_count_points (chart); focus++)
        {
          WsChartPick pick;
          WsChartPick again;
          guint series;
          guint point;
          double at_x;
          double at_y;

          g_assert_true (ws_chart_find_point (chart, focus, &series, &point));
          if (chart->cells != NULL)
            {
              at_x = ws_scale_to_place (&x, point % chart->cells->n_columns);
              at_y = ws_scale_to_place (&y, point / chart->cells->n_columns); /* NOLINT */
            }
          else
            {
              const WsSeries *s = g_ptr_array_index (chart->series, series);
              const WsChartPoint *p = &g_array_index (s->points, WsChartPoint, point);

              /* in the middle of a step, which begins there */
              double along = p->x + (s->mark == WS_MARK_STEPS ? 500 : 0);

              at_x = ws_scale_to_place (&x, chart->horizontal ? p->y : along);
              at_y = ws_scale_to_place (&y, chart->horizontal ? along : p->y);
            }
          ws_chart_pick (chart, NULL, &(WsArea){ theme, width, height }, at_x, at_y, &pick);
          if (!pick.found)
            g_error ("%s: nothing at %.1f, %.1f, point %d", chart_fixture_get_name (kind), at_x,
                     at_y, focus);
          ws_chart_pick (chart, NULL, &(WsArea){ theme, width, height },
                         pick.box.x + pick.box.w / 2,
                         CLAMP (pick.box.y + pick.box.h / 2, plot.y, plot.y + plot.h), &again);
          g_assert_true (again.found);
          g_assert_cmpfloat_with_epsilon (again.box.x, pick.box.x, 1e-6);
          n_found += pick.series == series && pick.point == point;
        }
      g_assert_cmpuint (n_found, >=, (guint)ws_chart_count_points (chart) / 2);
    }
}

static void
test_pick_outside (void)
{
  g_autoptr (WsChart) chart = chart_fixture_new (CHART_LINES);
  g_autofree char *nothing = ws_chart_describe_point (chart, 99, 0);
  g_autofree char *words = ws_chart_describe_point (chart, 1, 5);
  WsChartPick pick;

  ws_chart_pick (chart, NULL, &(WsArea){ ws_theme_get (WS_THEME_DARK), width, height }, 1,
                 height - 1, &pick);
  g_assert_false (pick.found);
  g_assert_cmpstr (nothing, ==, "");
  g_assert_cmpstr (words, ==,
                   "2 strided index\nelements: 2²²\ntime per run: 1.71 ms\n"
                   "1.65 ms to 1.83 ms, measured");
}

/* A cell names its column and its row, the first ones too. */
static void
test_describe_cell (void)
{
  g_autoptr (WsChart) chart = chart_fixture_new (CHART_CELLS);
  g_autofree char *words = ws_chart_describe_point (chart, 0, 0);

  g_assert_cmpstr (words, ==, "43.2 GB/s\nblocks of the grid: 16\nthreads per block: 32");
}

/* ---- zoom ---- */

static void
test_zoom (void)
{
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  g_autoptr (WsChart) chart = chart_fixture_new (CHART_LINES);
  WsChartOptions options = WS_CHART_OPTIONS_INIT;
  WsScale all_x;
  WsScale all_y;
  WsScale x;
  WsScale y;
  WsBox plot;
  double value;

  ws_chart_get_plot (chart, NULL, &(WsArea){ theme, width, height }, &plot, &all_x, &all_y);
  value = ws_scale_from_place (&all_x, 300);
  ws_chart_zoom (chart, &options, &(WsArea){ theme, width, height }, 300, 200, 2);
  g_assert_true (options.window.set);
  ws_chart_get_plot (chart, &options, &(WsArea){ theme, width, height }, &plot, &x, &y);
  /* what is under the pointer stays there, but for other labels beside the axes */
  g_assert_cmpfloat_with_epsilon (ws_scale_to_place (&x, value), 300, 20);
  g_assert_cmpfloat_with_epsilon (log2 (x.to / x.from), log2 (all_x.to / all_x.from) / 2, 1e-6);
  /* out of everything, and far in */
  ws_chart_zoom (chart, &options, &(WsArea){ theme, width, height }, 300, 200, 0.01);
  g_assert_false (options.window.set);
  for (guint i = 0; i < 60; i++)
    ws_chart_zoom (chart, &options, &(WsArea){ theme, width, height }, 300, 200, 3);
  ws_chart_get_plot (chart, &options, &(WsArea){ theme, width, height }, &plot, &x, &y);
  g_assert_cmpfloat_with_epsilon (log (x.to / x.from), log (all_x.to / all_x.from) / 2000, 1e-6);
  /* moved far away it stays in the data */
  ws_chart_pan (chart, &options, &(WsArea){ theme, width, height }, -1e9, 1e9);
  ws_chart_get_plot (chart, &options, &(WsArea){ theme, width, height }, &plot, &x, &y);
  g_assert_cmpfloat_with_epsilon (x.to, all_x.to, all_x.to * 1e-6);
  g_assert_cmpfloat_with_epsilon (y.to, all_y.to, all_y.to * 1e-6);
  ws_chart_zoom (chart, &options, &(WsArea){ theme, width, height }, 300, 200, NAN);
  ws_chart_zoom (chart, &options, &(WsArea){ theme, width, height }, 300, 200, -1);
  g_assert_true (options.window.set);
}

/* Categories are not zoomed: bars grow along their values alone, cells not at all. */
static void
test_zoom_categories (void)
{
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  g_autoptr (WsChart) bars = chart_fixture_new (CHART_BARS_LYING);
  g_autoptr (WsChart) cells = chart_fixture_new (CHART_CELLS);
  WsChartOptions options = WS_CHART_OPTIONS_INIT;
  WsScale before;
  WsScale x;
  WsScale y;
  WsBox plot;

  ws_chart_get_plot (bars, NULL, &(WsArea){ theme, width, height }, &plot, &x, &before);
  ws_chart_zoom (bars, &options, &(WsArea){ theme, width, height }, 400, 200, 2);
  g_assert_true (options.window.set);
  ws_chart_get_plot (bars, &options, &(WsArea){ theme, width, height }, &plot, &x, &y);
  g_assert_cmpfloat (y.from, ==, before.from);
  g_assert_cmpfloat (y.to, ==, before.to);
  options.window.set = FALSE;
  ws_chart_zoom (cells, &options, &(WsArea){ theme, width, height }, 400, 200, 2);
  g_assert_false (options.window.set);
}

/* ---- the focus ---- */

static void
test_focus (void)
{
  g_autoptr (WsChart) lines = chart_fixture_new (CHART_LINES);
  g_autoptr (WsChart) cells = chart_fixture_new (CHART_CELLS);
  g_autoptr (WsChart) empty = chart_fixture_new (CHART_EMPTY);
  guint series;
  guint point;

  g_assert_cmpint (ws_chart_move_focus (lines, -1, 1, 0), ==, 0);
  g_assert_cmpint (ws_chart_move_focus (lines, 0, -1, 0), ==, 0);
  g_assert_cmpint (ws_chart_move_focus (lines, 8, 1, 0), ==, 8);
  g_assert_cmpint (ws_chart_move_focus (lines, 3, 1 << 20, 0), ==, 8);
  g_assert_cmpint (ws_chart_move_focus_to_series (lines, 8, 1), ==, 17);
  g_assert_cmpint (ws_chart_move_focus_to_series (lines, 8, -1), ==, 8);
  g_assert_true (ws_chart_find_point (lines, 17, &series, &point));
  g_assert_cmpuint (series, ==, 1);
  g_assert_cmpuint (point, ==, 8);
  g_assert_false (ws_chart_find_point (lines, 63, &series, &point));
  g_assert_cmpint (ws_chart_move_focus (cells, 0, 0, 1), ==, 8);
  g_assert_cmpint (ws_chart_move_focus (cells, 7, 1, 0), ==, 7);
  g_assert_cmpint (ws_chart_move_focus (cells, 40, 0, 1), ==, 40);
  g_assert_cmpint (ws_chart_move_focus (empty, -1, 1, 0), ==, -1);
  g_assert_cmpint (ws_chart_move_focus_to_series (empty, -1, 1), ==, -1);
}

/* ---- golden pictures ---- */

static const struct {
  ChartFixture kind;
  WsThemeKind theme;
} goldens[] = {
  { CHART_BARS_LYING, WS_THEME_LIGHT },    { CHART_BARS_COMPARED, WS_THEME_DARK },
  { CHART_BARS_STANDING, WS_THEME_LIGHT }, { CHART_LINES, WS_THEME_LIGHT },
  { CHART_LINES, WS_THEME_PROJECTOR },     { CHART_LIVE, WS_THEME_LIGHT },
  { CHART_POINTS, WS_THEME_DARK },         { CHART_HISTOGRAM, WS_THEME_LIGHT },
  { CHART_CELLS, WS_THEME_PROJECTOR },
};

static void
test_golden (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (WsChart) chart = chart_fixture_new (goldens[i].kind);
  WsTheme theme = picture_get_wordless_theme (goldens[i].theme);
  g_autofree char *name =
      g_strdup_printf ("chart-%s-%s", chart_fixture_get_name (goldens[i].kind), theme.name);
  cairo_surface_t *drawn = chart_fixture_draw (chart, NULL, &theme, 420, 260);

  picture_check_golden (drawn, name);
  cairo_surface_destroy (drawn);
}

static void
test_golden_sheet (void)
{
  g_autoptr (WsSheet) sheet = chart_fixture_new_sheet ();
  WsTheme theme = picture_get_wordless_theme (WS_THEME_LIGHT);
  cairo_surface_t *drawn = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 640, 400);
  cairo_t *cr = cairo_create (drawn);

  ws_paint_set (cr, theme.background);
  cairo_paint (cr);
  ws_draw_sheet (cr, sheet, NULL, &(WsArea){ &theme, 640, 400 });
  cairo_destroy (cr);
  cairo_surface_flush (drawn);
  picture_check_golden (drawn, "chart-sheet-light");
  cairo_surface_destroy (drawn);
}

/* Many points in columns of pixels look as those few lines do that would be drawn without pixels.
 */
static void
test_dense (void)
{
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  g_autoptr (WsChart) chart = chart_fixture_new_long (100000, WS_SCALE_LINEAR);
  cairo_surface_t *columns = chart_fixture_draw (chart, NULL, theme, 800, 500);
  cairo_surface_t *lines = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 800, 500);
  cairo_t *cr = cairo_create (lines);

  ws_paint_set (cr, theme->background);
  cairo_paint (cr);
  cairo_translate (cr, 0.004, 0); /* off the pixels */
  ws_draw_chart (cr, chart, NULL, &(WsArea){ theme, 800, 500 });
  cairo_destroy (cr);
  cairo_surface_flush (lines);
  g_assert_cmpfloat (picture_compare (columns, lines, 90), <, 0.015);
  cairo_surface_destroy (columns);
  cairo_surface_destroy (lines);
}

/* What is pointed at is marked and told. */
static void
test_hover (void)
{
  g_autoptr (WsChart) chart = chart_fixture_new (CHART_LINES);
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  WsChartOptions options = WS_CHART_OPTIONS_INIT;
  cairo_surface_t *plain = chart_fixture_draw (chart, NULL, theme, 700, 400);
  cairo_surface_t *pointed;
  cairo_surface_t *focused;

  options.hover_x = 300;
  options.hover_y = 150;
  pointed = chart_fixture_draw (chart, &options, theme, 700, 400);
  options.hover_x = -1;
  options.focus = 13;
  focused = chart_fixture_draw (chart, &options, theme, 700, 400);
  g_assert_cmpfloat (picture_compare (plain, pointed, 8), >, 0.005);
  g_assert_cmpfloat (picture_compare (plain, pointed, 8), <, 0.15);
  g_assert_cmpfloat (picture_compare (plain, focused, 8), >, 0.005);
  g_assert_cmpfloat (picture_compare (pointed, focused, 8), >, 0.005);
  cairo_surface_destroy (plain);
  cairo_surface_destroy (pointed);
  cairo_surface_destroy (focused);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/chart-data/quantities", test_quantities);
  g_test_add_func ("/draw/chart-data/quantities-odd", test_quantities_odd);
  g_test_add_func ("/draw/chart-data/ticks", test_ticks);
  g_test_add_func ("/draw/chart-data/pick", test_pick);
  g_test_add_func ("/draw/chart-data/pick-outside", test_pick_outside);
  g_test_add_func ("/draw/chart-data/zoom", test_zoom);
  g_test_add_func ("/draw/chart-data/describe-cell", test_describe_cell);
  g_test_add_func ("/draw/chart-data/zoom-categories", test_zoom_categories);
  g_test_add_func ("/draw/chart-data/focus", test_focus);
  for (guint i = 0; i < G_N_ELEMENTS (goldens); i++)
    {
      g_autofree char *path = g_strdup_printf ("/draw/chart-data/golden/%s-%s",
                                               chart_fixture_get_name (goldens[i].kind),
                                               ws_theme_get (goldens[i].theme)->name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_golden);
    }
  g_test_add_func ("/draw/chart-data/golden/sheet", test_golden_sheet);
  g_test_add_func ("/draw/chart-data/dense", test_dense);
  g_test_add_func ("/draw/chart-data/hover", test_hover);
  return g_test_run ();
}
