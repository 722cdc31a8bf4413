/* The calculator's picture: golden pictures without text; at every size text inside, apart and
 * large enough; what is pointed at is what is drawn there. */
#include "calculator/private.h"
#include "part.h"
#include "picture.h"
#include "texts.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

typedef struct {
  double width;
  double height;
} Size;

static const Size sizes[] = { { 320, 240 },   { 500, 300 },  { 700, 430 },   { 560, 600 },
                              { 420, 900 },   { 1000, 560 }, { 1280, 720 },  { 1920, 1080 },
                              { 1080, 1920 }, { 2400, 400 }, { 3840, 2160 }, { 7680, 4320 } };

/* What is asked, as "cc threads registers static dynamic carve-out barriers". */
typedef struct {
  guint major, minor;
  WsOccupancyLaunch launch;
} Asked;

static const Asked cases[] = {
  { 8, 0, { 256, 37, 12288, 0, -1, 1 } },
  { 8, 6, { 256, 37, 12288, 0, -1, 1 } },
  { 1, 0, { 1024, 10, 0, 0, -1, 1 } }, /* does not run */
  { 1, 3, { 192, 20, 0, 0, -1, 1 } },
  { 2, 0, { 64, 63, 49152, 0, -1, 1 } },
  { 3, 7, { 1, 0, 0, 0, -1, 1 } }, /* registers not known */
  { 9, 0, { 1024, 255, 49152, 184320, 100, 16 } },
  { 9, 0, { 32, 16, 0, 1, 0, 16 } }, /* barriers */
  { 12, 1, { 100, 1, 100, 100, 50, 0 } },
  { 7, 5, { 4000000000u, 4000000000u, 4000000000u, 4000000000u, -1, 4000000000u } }, /* hostile */
};

static WsCalculatorCase
get_case (guint index)
{
  const Asked *asked = &cases[index % G_N_ELEMENTS (cases)];
  const char *const from[] = { _ ("typed in"), _ ("from ptxas for the nearest architecture"),
                               NULL };

  return (WsCalculatorCase){ .limits = ws_occupancy_limits_find (asked->major, asked->minor),
                             .launch = asked->launch,
                             .registers_from = from[index % G_N_ELEMENTS (from)] };
}

static WsCalculator *
make (guint index, gboolean compared, gboolean stepped)
{
  WsCalculatorCase a = get_case (index);
  WsCalculatorCase b = get_case (index + 1);

  return ws_calculator_new (&a, compared ? &b : NULL,
                            stepped ? ws_occupancy_limits_get (index % 7) : NULL);
}

static WsCalculatorOptions
get_options (guint index)
{
  WsCalculatorOptions options = WS_CALCULATOR_OPTIONS_INIT;

  options.focus = index % WS_CALCULATOR_N_CHARTS;
  options.focus_visible = index % 2 == 0;
  return options;
}

/* ---- golden pictures ---- */

typedef struct {
  const char *name;
  guint index;
  gboolean compared;
  WsThemeKind theme;
  int width, height;
} Golden;

static const Golden goldens[] = {
  { "calculator-light", 0, FALSE, WS_THEME_LIGHT, 640, 400 },
  { "calculator-dark", 1, FALSE, WS_THEME_DARK, 640, 400 },
  { "calculator-projector", 0, FALSE, WS_THEME_PROJECTOR, 640, 400 },
  { "calculator-compare", 0, TRUE, WS_THEME_LIGHT, 640, 400 },
  { "calculator-refused", 2, FALSE, WS_THEME_LIGHT, 400, 600 },
};

static cairo_surface_t *
draw (const WsCalculator *calculator, const WsCalculatorOptions *options, const WsTheme *theme,
      int width, int height)
{
  cairo_t *cr = picture_begin (theme, width, height);

  ws_draw_calculator (cr, calculator, options, &(WsArea){ theme, width, height });
  return picture_finish (cr);
}

static void
test_golden (gconstpointer data)
{
  const Golden *golden = data;
  g_autoptr (WsCalculator) calculator = make (golden->index, golden->compared, FALSE);
  WsTheme theme = picture_get_wordless_theme (golden->theme);
  cairo_surface_t *drawn = draw (calculator, NULL, &theme, golden->width, golden->height);

  picture_check_golden (drawn, golden->name);
  cairo_surface_destroy (drawn);
}

/* One register more is seen, and so is the pointer. */
static void
test_difference (void)
{
  WsTheme theme = picture_get_wordless_theme (WS_THEME_LIGHT);
  WsCalculatorCase a = get_case (0);
  WsCalculatorCase b = a;
  WsCalculatorOptions options = WS_CALCULATOR_OPTIONS_INIT;
  g_autoptr (WsCalculator) one = ws_calculator_new (&a, NULL, NULL);
  g_autoptr (WsCalculator) two = NULL;
  cairo_surface_t *drawn[3];

  b.launch.registers = 41;
  two = ws_calculator_new (&b, NULL, NULL);
  g_assert_true (ws_calculator_locate (one, &options, &(WsArea){ &theme, 640, 400 },
                                       WS_CALCULATOR_SHARED, &options.hover_x, &options.hover_y));
  options.hover_x += 60;
  drawn[0] = draw (one, NULL, &theme, 640, 400);
  drawn[1] = draw (two, NULL, &theme, 640, 400);
  drawn[2] = draw (one, &options, &theme, 640, 400);
  g_assert_cmpfloat (picture_compare (drawn[0], drawn[0], 0), ==, 0);
  g_assert_cmpfloat (picture_compare (drawn[0], drawn[1], PICTURE_TOLERANCE), >, PICTURE_MAX_SHARE);
  g_assert_cmpfloat (picture_compare (drawn[0], drawn[2], 8), >, 0);
  g_assert_cmpfloat (picture_compare (drawn[0], drawn[2], 8), <, 0.01);
  for (guint i = 0; i < G_N_ELEMENTS (drawn); i++)
    cairo_surface_destroy (drawn[i]);
}

/* ---- text ---- */

static void
check_texts (guint index, gboolean compared, gboolean figure, const WsTheme *theme,
             const Size *size)
{
  g_autoptr (WsCalculator) calculator = make (index, compared, index % 2 == 1);
  WsFigureOptions options = WS_FIGURE_OPTIONS_INIT;
  cairo_rectangle_t extents = { 0, 0, size->width, size->height };
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GArray) boxes = ws_text_watch (cr);
  g_autofree char *what = NULL;

  options.occupancy = get_options (index);
  options.calculator = calculator;
  if (figure)
    ws_draw_figure (cr, WS_VIEW_CALCULATOR,
                    &(WsFrame){ NULL, NULL, theme, size->width, size->height }, &options);
  else
    ws_draw_calculator (cr, calculator, &options.occupancy,
                        &(WsArea){ theme, size->width, size->height });
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpuint (boxes->len, >, 3);
  what = g_strdup_printf ("calculator, case %u%s%s,", index, compared ? " compared" : "",
                          figure ? " figure" : "");
  texts_check (boxes, theme, what, NULL, FALSE, size->width, size->height);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_texts (gconstpointer data)
{
  const Size *size = data;

  for (guint theme = 0; theme < WS_N_THEMES; theme++)
    for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
      for (guint how = 0; how < 4; how++)
        if ((size->width <= 1280 || (i + how + theme) % 3 == 0) && part_has (i + how + theme, 3))
          check_texts (i, how % 2 == 1, how / 2 == 1, ws_theme_get (theme), size);
}

/* Every capability, with its own limits and names. */
static void
test_capabilities (void)
{
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);

  for (guint i = 0; i < ws_occupancy_limits_get_n (); i++)
    {
      WsCalculatorCase asked = get_case (0);
      g_autoptr (WsCalculator) calculator = NULL;

      asked.limits = ws_occupancy_limits_get (i);
      calculator = ws_calculator_new (&asked, NULL, NULL);
      cairo_surface_destroy (draw (calculator, NULL, theme, 700, 430));
      g_assert_cmpstr (
          ws_occupancy_get_architecture (asked.limits->cc_major, asked.limits->cc_minor), !=,
          "unknown");
    }
}

/* ---- layout ---- */

static gboolean
is_inside (const WsBox *inner, const WsBox *outer)
{
  return inner->h <= 0
         || (inner->x >= outer->x - 0.01 && inner->y >= outer->y - 0.01
             && inner->x + inner->w <= outer->x + outer->w + 0.01
             && inner->y + inner->h <= outer->y + outer->h + 0.01);
}

static gboolean
are_apart (const WsBox *a, const WsBox *b)
{
  return a->h <= 0 || b->h <= 0 || !texts_do_overlap (a, b);
}

static void
check_layout (guint index, gboolean compared, const WsTheme *theme, const Size *size)
{
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  g_autoptr (WsCalculator) calculator = make (index, compared, FALSE);
  WsCalculatorOptions options = get_options (index);
  WsBox canvas = { 0, 0, size->width, size->height };
  const WsBox *parts[16];
  guint n = 0;
  WsCalculatorLayout l;

  ws_calculator_layout_init (&l, text, calculator, &options,
                             &(WsArea){ theme, size->width, size->height });
  for (guint i = 0; i < WS_CALCULATOR_N_CHARTS; i++)
    {
      parts[n++] = &l.charts[i].box;
      g_assert_true (is_inside (&l.charts[i].plot, &l.charts[i].box));
      g_assert_true (is_inside (&l.charts[i].title, &l.charts[i].box));
    }
  for (guint i = 0; i < calculator->n_sides; i++)
    parts[n++] = &l.answer[i];
  for (guint i = 0; i < WS_N_LIMITERS; i++)
    {
      parts[n++] = &l.rows[i].row;
      g_assert_true (is_inside (&l.rows[i].bar, &l.rows[i].row));
    }
  parts[n++] = &l.difference;
  parts[n++] = &l.advice;
  parts[n++] = &l.strip;
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (is_inside (parts[i], &canvas));
      for (guint k = 0; k < i; k++)
        g_assert_true (are_apart (parts[i], parts[k]));
    }
  for (guint i = 0; l.strip.h > 0 && i < l.n_capabilities; i++)
    g_assert_true (is_inside (&l.capabilities[i], &l.strip_bars));
  if (size->height >= 430)
    {
      g_assert_cmpfloat (l.charts[options.focus].box.h, >, 0);
      g_assert_cmpuint (l.n_capabilities, ==, ws_occupancy_limits_get_n ());
    }
}

static void
test_layout (void)
{
  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
      for (guint how = 0; how < 2; how++)
        check_layout (i, how == 1, ws_theme_get ((i + s) % WS_N_THEMES), &sizes[s]);
}

/* ---- steps ---- */

/* Steps follow each other without a gap, and each says what the calculator says of a value in it.
 */
static void
test_steps (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WsCalculator) calculator = make (i, FALSE, FALSE);
      const WsCalculatorSide *a = &calculator->sides[0];

      for (guint chart = 0; chart < WS_CALCULATOR_N_CHARTS; chart++)
        for (guint s = 0; s < a->steps[chart]->len; s++)
          {
            const WsCalculatorStep *step = &g_array_index (a->steps[chart], WsCalculatorStep, s);
            WsOccupancyLaunch launch = a->launch;
            WsOccupancy result;

            if (s > 0)
              g_assert_cmpfloat (step->from, ==,
                                 g_array_index (a->steps[chart], WsCalculatorStep, s - 1).to);
            if (step->to <= step->from)
              continue;
            ws_calculator_set_value (&launch, chart,
                                     (guint)(step->to - (chart == WS_CALCULATOR_THREADS ? 16 : 0)));
            ws_occupancy_compute (a->limits, &launch, &result);
            g_assert_cmpuint (result.warps, ==, step->warps);
            g_assert_cmpuint (result.limiters, ==, step->limiters);
          }
    }
}

static void
test_values (void)
{
  WsOccupancyLaunch launch = { .static_shared_bytes = 1000, .dynamic_shared_bytes = 500 };
  const WsOccupancyLimits *limits = ws_occupancy_limits_find (8, 6);

  ws_calculator_set_value (&launch, WS_CALCULATOR_SHARED, 3000);
  g_assert_cmpuint (launch.static_shared_bytes, ==, 1000);
  g_assert_cmpuint (launch.dynamic_shared_bytes, ==, 2000);
  ws_calculator_set_value (&launch, WS_CALCULATOR_SHARED, 600);
  g_assert_cmpuint (launch.static_shared_bytes, ==, 600);
  g_assert_cmpuint (launch.dynamic_shared_bytes, ==, 0);
  g_assert_cmpuint (ws_calculator_get_value (&launch, WS_CALCULATOR_SHARED), ==, 600);
  g_assert_cmpuint (ws_calculator_clamp_value (limits, WS_CALCULATOR_THREADS, 250), ==, 256);
  g_assert_cmpuint (ws_calculator_clamp_value (limits, WS_CALCULATOR_THREADS, -1e300), ==, 32);
  g_assert_cmpuint (ws_calculator_clamp_value (limits, WS_CALCULATOR_THREADS, NAN), ==, 32);
  g_assert_cmpuint (ws_calculator_clamp_value (limits, WS_CALCULATOR_REGISTERS, 1e300), ==, 255);
  g_assert_cmpuint (ws_calculator_clamp_value (limits, WS_CALCULATOR_SHARED, 1e300), ==, 101376);
}

/* ---- picking ---- */

/* The point of each value is picked as that value again. */
static void
test_pick_points (void)
{
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  static const guint values[WS_CALCULATOR_N_CHARTS][4] = { { 32, 256, 640, 1024 },
                                                           { 1, 37, 128, 255 },
                                                           { 0, 12288, 49152, 101376 } };

  for (guint chart = 0; chart < WS_CALCULATOR_N_CHARTS; chart++)
    for (guint v = 0; v < 4; v++)
      {
        WsCalculatorCase asked = get_case (1);
        WsCalculatorOptions options = WS_CALCULATOR_OPTIONS_INIT;
        g_autoptr (WsCalculator) calculator = NULL;
        WsCalculatorHit hit;
        double x;
        double y;
        guint value;

        options.focus = chart;
        ws_calculator_set_value (&asked.launch, chart, values[chart][v]);
        calculator = ws_calculator_new (&asked, NULL, NULL);
        g_assert_true (ws_calculator_locate (calculator, &options, &(WsArea){ theme, 1920, 1080 },
                                             chart, &x, &y));
        g_assert_true (
            ws_calculator_pick (calculator, &options, &(WsArea){ theme, 1920, 1080 }, x, y, &hit));
        g_assert_cmpint (hit.kind, ==, WS_CALCULATOR_HIT_CHART);
        g_assert_cmpuint (hit.chart, ==, chart);
        g_assert_cmpuint (hit.value, ==, values[chart][v]);
        g_assert_true (ws_calculator_pick_value (calculator, &options,
                                                 &(WsArea){ theme, 1920, 1080 }, chart, x, &value));
        g_assert_cmpuint (value, ==, values[chart][v]);
        /* a drag that leaves the chart ends at its end */
        g_assert_true (ws_calculator_pick_value (
            calculator, &options, &(WsArea){ theme, 1920, 1080 }, chart, 1e6, &value));
        g_assert_cmpuint (value, ==, values[chart][3]);
      }
}

/* Wherever the pointer is, what is said of the place can be said. */
static void
test_pick_everywhere (void)
{
  guint seen[WS_CALCULATOR_HIT_LIMITER + 1] = { 0 };

  for (guint s = 0; s < 8; s++)
    for (guint i = 0; i < G_N_ELEMENTS (cases); i += 3)
      {
        g_autoptr (WsCalculator) calculator = make (i, i % 2 == 1, FALSE);
        WsCalculatorOptions options = get_options (i);

        for (guint k = 0; k < 60; k++)
          {
            double x = fmod (k * 0.618034, 1) * 1.1 * sizes[s].width - 5;
            double y = k / 60. * 1.1 * sizes[s].height - 5;
            WsCalculatorHit hit;
            g_autofree char *text = NULL;
            gboolean any = ws_calculator_pick (
                calculator, &options,
                &(WsArea){ ws_theme_get (i % 3), sizes[s].width, sizes[s].height }, x, y, &hit);

            g_assert_cmpint (any, ==, hit.kind != WS_CALCULATOR_HIT_NONE);
            text = ws_calculator_hit_describe (calculator, &hit);
            g_assert_cmpint (any, ==, text != NULL && *text != '\0');
            seen[hit.kind]++;
          }
      }
  for (guint i = 0; i < G_N_ELEMENTS (seen); i++)
    g_assert_cmpuint (seen[i], >, 0);
}

/* ---- words ---- */

static void
test_describe (void)
{
  g_autoptr (WsCalculator) one = make (0, FALSE, FALSE);
  g_autoptr (WsCalculator) refused = make (2, FALSE, FALSE);
  g_autoptr (WsCalculator) two = make (0, TRUE, FALSE);
  g_autoptr (WsCalculator) unknown = make (5, FALSE, FALSE);
  g_autofree char *a = ws_calculator_describe (one);
  g_autofree char *b = ws_calculator_describe (refused);
  g_autofree char *c = ws_calculator_describe (two);
  g_autofree char *d = ws_calculator_describe (unknown);
  g_autofree char *source = ws_calculator_source (one);

  g_assert_cmpstr (a, ==,
                   "8.0 Ampere: 256 threads per block, 37 registers (typed in), 12\u202f288 bytes "
                   "of shared memory: 75 % theoretical occupancy, 6 blocks and 48 of 64 warps on "
                   "an SM, limited by registers. 5 fewer registers give 8 blocks.");
  g_assert_nonnull (strstr (b, "does not run, warps: 1024 threads exceed the limit of 512"));
  g_assert_nonnull (strstr (c, "From A to B: 8.0 → 8.6: warps per SM 64 → 48"));
  g_assert_nonnull (strstr (d, "registers not known"));
  g_assert_nonnull (strstr (d, "at most"));
  g_assert_nonnull (strstr (source, "not measured"));
}

int
main (int argc, char **argv)
{
  texts_init ();
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (goldens); i++)
    {
      g_autofree char *path = g_strdup_printf ("/draw/calculator/golden/%s", goldens[i].name);

      g_test_add_data_func (path, &goldens[i], test_golden);
    }
  g_test_add_func ("/draw/calculator/a-difference-is-seen", test_difference);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/draw/calculator/texts/%.0fx%.0f", sizes[i].width, sizes[i].height);

      g_test_add_data_func (path, &sizes[i], test_texts);
    }
  g_test_add_func ("/draw/calculator/capabilities", test_capabilities);
  g_test_add_func ("/draw/calculator/layout", test_layout);
  g_test_add_func ("/draw/calculator/steps", test_steps);
  g_test_add_func ("/draw/calculator/values", test_values);
  g_test_add_func ("/draw/calculator/pick/points", test_pick_points);
  g_test_add_func ("/draw/calculator/pick/everywhere", test_pick_everywhere);
  g_test_add_func ("/draw/calculator/describe", test_describe);
  return g_test_run ();
}
