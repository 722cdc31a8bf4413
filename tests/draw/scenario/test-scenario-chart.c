/* Scenarios as charts: which bars there are, by value; what they say; golden pictures; no text over
 * another at any size. */
#include "scenario/scenario.h"
#include "picture.h"
#include "scenario-fixture.h"
#include "texts.h"

#include <math.h>
#include <string.h>

static const char *const ids[] = { "occupancy-k40c",   "coalescing-k40c", "coalescing-large-k40c",
                                   "divergence-k40c",  "predication",     "block-shape-k40c",
                                   "global-reductions" };

static const WsSeries *
get_series (const WsChart *chart, guint i)
{
  g_assert_cmpuint (i, <, chart->series->len);
  return chart->series->pdata[i];
}

static const WsChartPoint *
get_point (const WsChart *chart, guint series, guint row)
{
  const GArray *points = get_series (chart, series)->points;

  g_assert_cmpuint (row, <, points->len);
  return &g_array_index (points, WsChartPoint, row);
}

static void
check (const WsChart *chart, guint series, guint row, double value)
{
  g_assert_cmpfloat_with_epsilon (get_point (chart, series, row)->y, value, fabs (value) * 1e-9);
}

/* The device's own figure of a cell. */
static void
give (WsScenario *scenario, guint row, WsScenarioColumn column, double value)
{
  WsScenarioResult *result = &scenario->device->results[row];

  result->state = WS_SCENARIO_DONE;
  result->known |= 1u << column;
  result->value[column] = value;
  result->origin = WS_ORIGIN_MODELLED;
}

/* Published, modelled and kept bars, in this order, whatever the unit they were written in. */
static void
test_absolute (void)
{
  g_autoptr (WsScenario) scenario = scenario_fixture_load ("coalescing-k40c");
  g_autoptr (WsSheet) sheet = NULL;

  ws_scenario_set_device (scenario, "vm:k40c", "Virtual NVIDIA Tesla K40c");
  give (scenario, 0, WS_SCENARIO_TIME, 2e-6);
  give (scenario, 5, WS_SCENARIO_TIME, 700e-6);
  give (scenario, 5, WS_SCENARIO_LOAD_SEGMENTS, 30.63 * 1.05);
  sheet = ws_sheet_new_for_scenario (scenario, WS_SCENARIO_TIME);
  g_assert_cmpuint (sheet->main->series->len, ==, 3);
  g_assert_cmpint (get_series (sheet->main, 0)->figures, ==, WS_FIGURES_PUBLISHED);
  g_assert_cmpstr (get_series (sheet->main, 0)->name, ==, "Tesla K40c");
  g_assert_cmpint (get_series (sheet->main, 1)->figures, ==, WS_FIGURES_MODELLED);
  g_assert_cmpstr (get_series (sheet->main, 1)->name, ==, "Virtual NVIDIA Tesla K40c");
  g_assert_cmpint (get_series (sheet->main, 2)->figures, ==, WS_FIGURES_MEASURED);
  g_assert_nonnull (strstr (get_series (sheet->main, 2)->name, "NVIDIA H200"));
  check (sheet->main, 0, 0, 9504);
  check (sheet->main, 0, 5, 1684e3);
  check (sheet->main, 1, 5, 700e3);
  check (sheet->main, 2, 5, 49.6e3);
  g_assert_true (isnan (get_point (sheet->main, 1, 3)->y));
  g_assert_cmpstr (get_point (sheet->main, 0, 5)->label, ==, "1.684 ms");
  g_assert_cmpint (sheet->main->x.kind, ==, WS_SCALE_LOG10);
  /* from the first that all know to the last: 350 times */
  g_assert_nonnull (strstr (sheet->caption, "From “consecutive” to “at random”"));
  g_assert_nonnull (strstr (sheet->caption, "177× (published: Tesla K40c), 350× (modelled"));
  /* what was published of counts stands beside the times */
  g_assert_cmpstr (sheet->side->x.label, ==, "segments per load");
  check (sheet->side, 0, 3, 13.41);
  g_assert_nonnull (strstr (sheet->caption, "differ by at most 5"));
  g_assert_nonnull (strstr (sheet->source, "measured before: NVIDIA H200"));
}

/* The published launch had other elements: each time stands against the first of its own GPU. */
static void
test_relative (void)
{
  g_autoptr (WsScenario) scenario = scenario_fixture_load ("divergence-k40c");
  g_autoptr (WsSheet) sheet = NULL;

  ws_scenario_set_device (scenario, "vm:k40c", "Virtual NVIDIA Tesla K40c");
  give (scenario, 0, WS_SCENARIO_TIME, 100e-6);
  give (scenario, 1, WS_SCENARIO_TIME, 250e-6);
  sheet = ws_sheet_new_for_scenario (scenario, WS_SCENARIO_TIME);
  g_assert_cmpstr (sheet->main->x.label, ==, "time, against “the warp”");
  check (sheet->main, 0, 0, 1);
  check (sheet->main, 0, 1, 38.55 / 12.43);
  check (sheet->main, 1, 1, 2.5);
  check (sheet->main, 2, 1, 1322. / 428.1);
  g_assert_cmpstr (get_point (sheet->main, 1, 1)->note, ==, "250 µs");
  g_assert_cmpint (sheet->main->x.kind, ==, WS_SCALE_LINEAR);
  /* what needs no clock stands as it is */
  g_clear_pointer (&sheet, ws_sheet_unref);
  sheet = ws_sheet_new_for_scenario (scenario, WS_SCENARIO_WARP_EFFICIENCY);
  check (sheet->main, 0, 1, 0.348);
  g_assert_cmpfloat (sheet->main->x.to, ==, 1);
}

/* Where the first row takes longest, what is shown is how much faster the others are. */
static void
test_speed (void)
{
  static const double published[] = {
    11.722, 9.321, 6.967, 3.430, 1.829, 1.422, 1.355, 1.280, 1.253
  };
  g_autoptr (WsScenario) scenario = scenario_fixture_load ("global-reductions");
  g_autoptr (WsSheet) sheet = NULL;

  g_assert_cmpuint (scenario->n_rows, ==, G_N_ELEMENTS (published));
  ws_scenario_set_device (scenario, "vm:k40c", "Virtual NVIDIA Tesla K40c");
  for (guint i = 0; i < scenario->n_rows; i++)
    give (scenario, i, WS_SCENARIO_TIME, (10. - i) / 1e6);
  sheet = ws_sheet_new_for_scenario (scenario, WS_SCENARIO_TIME);
  g_assert_cmpstr (sheet->main->x.label, ==, "speed, against “Neighboured pairs”");
  for (guint i = 0; i < scenario->n_rows; i++)
    {
      check (sheet->main, 0, i, published[0] / published[i]);
      check (sheet->main, 1, i, 10. / (10. - i));
    }
  g_assert_nonnull (strstr (sheet->caption, "From “Neighboured pairs” to “Template parameter” the "
                                            "speed grows: 9.36×"));
}

/* With two groups each has bars of its own; devices that ran it stand beside the one shown. */
static void
test_groups (void)
{
  g_autoptr (WsScenario) scenario = scenario_fixture_load ("occupancy-k40c");
  g_autoptr (WsScenario) copy = NULL;
  g_autoptr (WsSheet) sheet = NULL;

  ws_scenario_set_device (scenario, "vm:h200", "Virtual NVIDIA H200");
  scenario->device->results[0].known = 1u << WS_SCENARIO_ACHIEVED;
  scenario->device->results[0].value[WS_SCENARIO_ACHIEVED] = 7;
  ws_scenario_set_device (scenario, "vm:k40c", "Virtual NVIDIA Tesla K40c");
  scenario->device->results[1].known = 1u << WS_SCENARIO_ACHIEVED;
  scenario->device->results[1].value[WS_SCENARIO_ACHIEVED] = 50;
  copy = ws_scenario_copy (scenario);
  sheet = ws_sheet_new_for_scenario (copy, WS_SCENARIO_ACHIEVED);
  g_assert_cmpuint (sheet->main->series->len, ==, 6);
  g_assert_cmpstr (get_series (sheet->main, 2)->name, ==, "Scenario 1, Virtual NVIDIA Tesla K40c");
  g_assert_cmpstr (get_series (sheet->main, 5)->name, ==, "Scenario 2, Virtual NVIDIA H200");
  check (sheet->main, 3, 0, 0.5);
  g_assert_true (isnan (get_point (sheet->main, 2, 0)->y));
  check (sheet->main, 4, 0, 0.07);
  check (sheet->main, 1, 4, 0.016);
}

static void
test_list (void)
{
  g_autoptr (WsScenario) scenario = scenario_fixture_load ("block-sizes");
  WsScenarioColumn columns[WS_SCENARIO_N_COLUMNS];

  g_assert_cmpuint (ws_scenario_list_charts (scenario, columns), ==, 4);
  g_assert_cmpint (columns[0], ==, WS_SCENARIO_TIME);
  g_assert_cmpint (columns[1], ==, WS_SCENARIO_RESIDENT);
  g_assert_cmpint (columns[3], ==, WS_SCENARIO_ACHIEVED);
}

static cairo_surface_t *
draw (const WsScenario *scenario, guint hide, const WsTheme *theme, int width, int height)
{
  WsScenarioOptions options = WS_SCENARIO_OPTIONS_INIT;
  cairo_t *cr = picture_begin (theme, width, height);

  options.chart = WS_SCENARIO_TIME;
  options.hide = hide;
  ws_draw_scenario (cr, scenario, &options, &(WsArea){ theme, width, height });
  return picture_finish (cr);
}

static void
test_golden (void)
{
  WsTheme light = picture_get_wordless_theme (WS_THEME_LIGHT);
  WsTheme projector = picture_get_wordless_theme (WS_THEME_PROJECTOR);
  g_autoptr (WsScenario) scenario = scenario_fixture_load ("coalescing-k40c");
  cairo_surface_t *shown;
  cairo_surface_t *kept;
  cairo_surface_t *none;

  ws_scenario_set_device (scenario, "vm:k40c", "Virtual NVIDIA Tesla K40c");
  for (guint i = 0; i < scenario->n_rows; i++)
    {
      give (scenario, i, WS_SCENARIO_TIME, 3e-6 * pow (3, i));
      give (scenario, i, WS_SCENARIO_LOAD_SEGMENTS, 1 + 5. * i);
    }
  shown = draw (scenario, 0, &light, 640, 400);
  picture_check_golden (shown, "scenario-chart-light");
  kept = draw (scenario, WS_HIDE_PUBLISHED, &light, 640, 400);
  none = draw (scenario, WS_HIDE_COUNTS, &light, 640, 400);
  g_assert_cmpfloat (picture_compare (shown, kept, PICTURE_TOLERANCE), >, PICTURE_MAX_SHARE);
  g_assert_cmpfloat (picture_compare (kept, none, PICTURE_TOLERANCE), >, PICTURE_MAX_SHARE);
  cairo_surface_destroy (shown);
  cairo_surface_destroy (kept);
  cairo_surface_destroy (none);
  shown = draw (scenario, 0, &projector, 640, 400);
  picture_check_golden (shown, "scenario-chart-projector");
  cairo_surface_destroy (shown);
}

/* (transfer full): the names in the scenario's file, and its device */
static char *
list_names (const WsScenario *scenario)
{
  GString *names = g_string_new (scenario->source);

  g_string_append_printf (names, "\n%s, %s\n%s\n%s", scenario->published_on, scenario->source,
                          scenario->measured_on, scenario->device->name);
  for (guint i = 0; i < ws_scenario_get_n_cells (scenario); i++)
    for (guint c = 0; c < WS_SCENARIO_N_COLUMNS; c++)
      g_string_append_printf (names, "\n%s\n%s", scenario->cells[i].published[c].text,
                              scenario->cells[i].measured[c].text);
  return g_string_free (names, FALSE);
}

static void
test_sizes (void)
{
  static const int sizes[][2] = { { 420, 300 },  { 640, 480 },   { 1000, 380 },
                                  { 1280, 720 }, { 1920, 1080 }, { 1080, 1920 } };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    for (guint t = 0; t < WS_N_THEMES; t++)
      for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
        {
          g_autoptr (WsScenario) scenario = scenario_fixture_load (ids[i]);
          WsScenarioOptions options = WS_SCENARIO_OPTIONS_INIT;
          cairo_rectangle_t extents = { 0, 0, sizes[s][0], sizes[s][1] };
          cairo_surface_t *surface =
              cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
          cairo_t *cr = cairo_create (surface);
          g_autoptr (GArray) boxes = ws_text_watch (cr);
          g_autofree char *names = NULL;

          scenario_fixture_fill (scenario, TRUE);
          names = list_names (scenario);
          options.chart = WS_SCENARIO_TIME;
          ws_draw_scenario (cr, scenario, &options,
                            &(WsArea){ ws_theme_get (t), sizes[s][0], sizes[s][1] });
          g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
          g_assert_cmpuint (boxes->len, >, 4);
          texts_check (boxes, ws_theme_get (t), ids[i], names, FALSE, sizes[s][0], sizes[s][1]);
          cairo_destroy (cr);
          cairo_surface_destroy (surface);
        }
}

int
main (int argc, char **argv)
{
  texts_init ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scenario-chart/absolute", test_absolute);
  g_test_add_func ("/scenario-chart/relative", test_relative);
  g_test_add_func ("/scenario-chart/speed", test_speed);
  g_test_add_func ("/scenario-chart/groups", test_groups);
  g_test_add_func ("/scenario-chart/list", test_list);
  g_test_add_func ("/scenario-chart/golden", test_golden);
  g_test_add_func ("/scenario-chart/sizes", test_sizes);
  return g_test_run ();
}
