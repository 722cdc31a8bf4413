/* Charts of every kind, and of anything, at every size: words are inside, none over another, none
 * too small. */
#include "chart-fixture.h"
#include "part.h"
#include "picture.h"
#include "texts.h"

#include <math.h>
#include <string.h>

typedef struct {
  double width;
  double height;
} Size;

static const Size sizes[] = { { 320, 240 },   { 240, 320 },   { 500, 160 },
                              { 900, 380 },   { 480, 900 },   { 1366, 768 },
                              { 1920, 1080 }, { 3840, 2160 }, { 7680, 4320 } };

/* Goes on: one fault is seldom alone. */
static void G_GNUC_PRINTF (1, 2) fail (const char *format, ...)
{
  g_autofree char *words = NULL;
  va_list args;

  va_start (args, format);
  words = g_strdup_vprintf (format, args);
  va_end (args);
  g_printerr ("%s\n", words);
  g_test_fail ();
}

/* Returns: how many words were shown */
static guint
check (const WsChart *chart, const WsChartOptions *options, const WsTheme *theme, const char *name,
       double width, double height)
{
  cairo_rectangle_t extents = { 0, 0, width, height };
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GArray) boxes = ws_text_watch (cr);

  ws_draw_chart (cr, chart, options, &(WsArea){ theme, width, height });
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  texts_check (boxes, theme, name, NULL, FALSE, width, height);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return boxes->len;
}

static void
test_sizes (gconstpointer data)
{
  ChartFixture kind = GPOINTER_TO_UINT (data);
  g_autoptr (WsChart) chart = chart_fixture_new (kind);

  for (guint theme = 0; theme <= WS_THEME_PRESENTING; theme++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      {
        WsChartOptions options = WS_CHART_OPTIONS_INIT;
        guint n = check (chart, &options, ws_theme_get (theme), chart_fixture_get_name (kind),
                         sizes[i].width, sizes[i].height);

        /* axes say something wherever there is room, where there are values */
        if (sizes[i].width >= 900)
          g_assert_cmpuint (n, >=, kind == CHART_EMPTY ? 1 : 5);
        /* pointed at, in a few places */
        for (guint k = 1; k < 4 && theme == WS_THEME_LIGHT; k++)
          {
            options.hover_x = sizes[i].width * k / 4;
            options.hover_y = sizes[i].height * (1 - k / 4.);
            check (chart, &options, ws_theme_get (theme), chart_fixture_get_name (kind),
                   sizes[i].width, sizes[i].height);
          }
      }
}

/* What a slide shows is whole: bars have their values, lines their names. */
static void
test_slide (void)
{
  for (guint theme = 0; theme < WS_N_THEMES; theme++)
    {
      static const struct {
        ChartFixture kind;
        const char *words;
      } expected[] = {
        { CHART_BARS_LYING, "3.04 ms" },
        { CHART_BARS_LYING, "10.4×" },
        { CHART_BARS_COMPARED, "381 µs" },
        { CHART_BARS_COMPARED, "540 µs" },
        { CHART_BARS_STANDING, "90.1 %" },
        { CHART_LINES, "7 several elements per thread" },
        { CHART_LINES, "2²²" },
        { CHART_LINES, "time per run, µs" },
        { CHART_LIVE, "a copy of as many bytes, 262 µs" },
        { CHART_POINTS, "5 unroll the last warp" },
        { CHART_POINTS, "device memory, 4.8 TB/s" },
        { CHART_CELLS, "best" },
        { CHART_CELLS, "GB/s" },
        { CHART_HISTOGRAM, "runs" },
        { CHART_EMPTY, "No timings yet: Start runs the kernel "
                       "again and again" },
      };

      for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
        {
          g_autoptr (WsChart) chart = chart_fixture_new (expected[i].kind);
          cairo_surface_t *surface =
              cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
          cairo_t *cr = cairo_create (surface);
          g_autoptr (GArray) boxes = ws_text_watch (cr);
          gboolean found = FALSE;

          ws_draw_chart (cr, chart, NULL, &(WsArea){ ws_theme_get (theme), 1920, 1080 });
          for (guint k = 0; k < boxes->len; k++)
            found |= g_str_equal (g_array_index (boxes, WsTextBox, k).string, expected[i].words);
          if (!found)
            fail ("%s in %s: no \"%s\"", chart_fixture_get_name (expected[i].kind),
                  ws_theme_get (theme)->name, expected[i].words);
          cairo_destroy (cr);
          cairo_surface_destroy (surface);
        }
    }
}

/* Anything, at any size, zoomed, pointed at, focused. */
static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint32 seed = 1; seed <= part_of (400, 5); seed++)
    {
      g_autoptr (WsChart) chart = chart_fixture_new_random (seed);
      g_autofree char *name = g_strdup_printf ("random %u", seed);
      g_autofree char *description = ws_chart_describe (chart);
      const WsTheme *theme = ws_theme_get ((WsThemeKind)(seed % (WS_THEME_PRESENTING + 1)));
      double width = g_rand_int_range (rand, 320, 2000);
      double height = g_rand_int_range (rand, 240, 1200);
      WsChartOptions options = WS_CHART_OPTIONS_INIT;
      WsBox plot;
      WsScale x;
      WsScale y;

      g_assert_true (g_utf8_validate (description, -1, NULL));
      check (chart, NULL, theme, name, width, height);
      for (guint i = 0; i < 3; i++)
        {
          double at_x = g_rand_double_range (rand, 0, width);
          double at_y = g_rand_double_range (rand, 0, height);

          ws_chart_zoom (chart, &options, &(WsArea){ theme, width, height }, at_x, at_y,
                         g_rand_double_range (rand, 0.3, 8));
          ws_chart_pan (chart, &options, &(WsArea){ theme, width, height }, at_x - at_y,
                        at_y - at_x);
          options.focus = g_rand_int_range (rand, -1, 40);
          options.hover_x = i == 1 ? at_x : -1;
          options.hover_y = at_y;
          check (chart, &options, theme, name, width, height);
        }
      ws_chart_get_plot (chart, &options, &(WsArea){ theme, width, height }, &plot, &x, &y);
      g_assert_true (plot.x >= 0 && plot.y >= 0 && plot.w > 0 && plot.h > 0);
      g_assert_true (plot.x + plot.w <= width + 0.5 && plot.y + plot.h <= height + 0.5);
    }
}

/* As many points as are ever kept, on either kind of axis, and in no order. */
static void
test_many (void)
{
  for (guint i = 0; i < 6; i++)
    {
      g_autoptr (WsChart) chart =
          chart_fixture_new_long (100000, i % 2 ? WS_SCALE_LOG10 : WS_SCALE_LINEAR);
      WsSeries *series = g_ptr_array_index (chart->series, 0);

      if (i == 2)
        g_array_index (series->points, WsChartPoint, 777).x = 1e6;
      if (i == 3)
        for (guint k = 20000; k < 30000; k++)
          g_array_index (series->points, WsChartPoint, k).y = NAN;
      if (i >= 4)
        series->mark = i == 4 ? WS_MARK_BARS : WS_MARK_POINTS;
      check (chart, NULL, ws_theme_get (WS_THEME_LIGHT), "100000 points", 1920, 1080);
    }
}

/* ---- sheets ---- */

static void
test_sheet (void)
{
  g_autoptr (WsSheet) sheet = chart_fixture_new_sheet ();

  for (guint kind = 0; kind <= WS_THEME_PRESENTING; kind++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      {
        const WsTheme *theme = ws_theme_get (kind);
        double width = sizes[i].width;
        double height = sizes[i].height;
        cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
        cairo_t *cr = cairo_create (surface);
        g_autoptr (GArray) boxes = ws_text_watch (cr);
        WsBox parts[3];

        ws_draw_sheet (cr, sheet, NULL, &(WsArea){ theme, width, height });
        texts_check (boxes, theme, "sheet", NULL, FALSE, width, height);
        ws_sheet_layout (sheet, NULL, &(WsArea){ theme, width, height }, &parts[0], &parts[1],
                         &parts[2]);
        g_assert_cmpfloat (parts[0].w, >, width * 0.3);
        for (guint a = 0; a < 3; a++)
          for (guint b = 0; b < a; b++)
            if (parts[a].w > 0 && parts[b].w > 0)
              g_assert_false (texts_do_overlap (&parts[a], &parts[b]));
        /* on a slide there is room for all */
        if (width == 1920 && kind != WS_THEME_PRESENTING)
          g_assert_true (parts[1].w > 0 && parts[2].w > 0);
        cairo_destroy (cr);
        cairo_surface_destroy (surface);
      }
}

/* A point of the kernel @kernel, alone. */
static cairo_surface_t *
draw_marker (int kernel)
{
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  g_autoptr (WsChart) chart = ws_chart_new ();
  cairo_t *cr = picture_begin (theme, 400, 400);

  if (kernel >= 0)
    ws_series_add_point (
        ws_chart_add_series (chart, "", WS_MARK_POINTS, kernel, WS_FIGURES_MODELLED), 5, 5);
  chart->x.from = chart->y.from = 0;
  chart->x.to = chart->y.to = 10;
  ws_draw_chart (cr, chart, NULL, &(WsArea){ theme, 400, 400 });
  return picture_finish (cr);
}

/* Without colours, too, every two of twelve reductions are told apart. */
static void
test_markers (void)
{
  cairo_surface_t *drawn[13];

  for (int i = 0; i < 13; i++)
    drawn[i] = draw_marker (i - 1);
  for (guint a = 1; a < 13; a++)
    for (guint b = 1; b < a; b++)
      {
        guint n_differ = 0;

        for (gsize i = 0; i < 400; i++)
          for (gsize k = 0; k < 400; k++)
            {
              gsize at = i * (gsize)cairo_image_surface_get_stride (drawn[0]) + 4 * k;
              gboolean is_a = memcmp (cairo_image_surface_get_data (drawn[a]) + at,
                                      cairo_image_surface_get_data (drawn[0]) + at, 3)
                              != 0;
              gboolean is_b = memcmp (cairo_image_surface_get_data (drawn[b]) + at,
                                      cairo_image_surface_get_data (drawn[0]) + at, 3)
                              != 0;

              n_differ += is_a != is_b;
            }
        g_test_message ("markers %u and %u differ in %u pixels", a - 1, b - 1, n_differ);
        g_assert_cmpuint (n_differ, >=, 8);
      }
  for (guint i = 0; i < 13; i++)
    cairo_surface_destroy (drawn[i]);
}

int
main (int argc, char **argv)
{
  texts_init ();
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < N_CHART_FIXTURES; i++)
    {
      g_autofree char *path =
          g_strconcat ("/draw/chart-layout/sizes/", chart_fixture_get_name (i), NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_sizes);
    }
  g_test_add_func ("/draw/chart-layout/slide", test_slide);
  g_test_add_func ("/draw/chart-layout/many", test_many);
  g_test_add_func ("/draw/chart-layout/random", test_random);
  g_test_add_func ("/draw/chart-layout/sheet", test_sheet);
  g_test_add_func ("/draw/chart-layout/markers", test_markers);
  return g_test_run ();
}
