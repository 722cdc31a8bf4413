/* A scenario's table: golden pictures without text, what holds at every size, and picking. */
#include "scenario/layout.h"
#include "picture.h"
#include "scenario-fixture.h"
#include "texts.h"

static const char *const ids[] = { "occupancy-k40c", "block-sizes", "low-achieved", "utilisation" };

static const struct {
  double width;
  double height;
} sizes[] = { { 320, 240 },  { 420, 900 },   { 560, 600 },   { 700, 430 },  { 1000, 560 },
              { 1280, 800 }, { 1920, 1080 }, { 1080, 1920 }, { 2400, 400 }, { 3840, 2160 } };

static cairo_surface_t *
draw (const WsScenario *scenario, const WsScenarioOptions *options, const WsTheme *theme, int width,
      int height)
{
  cairo_t *cr = picture_begin (theme, width, height);

  ws_draw_scenario (cr, scenario, options, &(WsArea){ theme, width, height });
  return picture_finish (cr);
}

/* ---- golden pictures ---- */

typedef struct {
  const char *name;
  const char *id;
  gboolean all; /* or some cells that wait, run and failed */
  WsThemeKind theme;
} Golden;

static const Golden goldens[] = {
  { "scenario-k40c-light", "occupancy-k40c", TRUE, WS_THEME_LIGHT },
  { "scenario-k40c-projector", "occupancy-k40c", FALSE, WS_THEME_PROJECTOR },
  { "scenario-causes-dark", "low-achieved", TRUE, WS_THEME_DARK },
  { "scenario-utilisation-light", "utilisation", FALSE, WS_THEME_LIGHT },
};

static void
test_golden (gconstpointer data)
{
  const Golden *golden = data;
  g_autoptr (WsScenario) scenario = scenario_fixture_load (golden->id);
  WsScenarioOptions options = WS_SCENARIO_OPTIONS_INIT;
  WsTheme theme = picture_get_wordless_theme (golden->theme);
  cairo_surface_t *drawn;

  scenario_fixture_fill (scenario, golden->all);
  options.row = 2;
  options.group = scenario->n_groups - 1;
  drawn = draw (scenario, &options, &theme, 640, 400);
  picture_check_golden (drawn, golden->name);
  cairo_surface_destroy (drawn);
}

/* Another choice, another state, another device: each is seen. */
static void
test_difference (void)
{
  WsTheme theme = picture_get_wordless_theme (WS_THEME_LIGHT);
  g_autoptr (WsScenario) scenario = scenario_fixture_load ("occupancy-k40c");
  WsScenarioOptions options = WS_SCENARIO_OPTIONS_INIT;
  WsScenarioOptions other = options;
  cairo_surface_t *pictures[4];

  pictures[0] = draw (scenario, &options, &theme, 640, 400);
  other.row = 5;
  pictures[1] = draw (scenario, &other, &theme, 640, 400);
  scenario_fixture_fill (scenario, FALSE);
  pictures[2] = draw (scenario, &options, &theme, 640, 400);
  scenario_fixture_fill (scenario, TRUE);
  pictures[3] = draw (scenario, &options, &theme, 640, 400);
  for (guint i = 1; i < G_N_ELEMENTS (pictures); i++)
    g_assert_cmpfloat (picture_compare (pictures[i - 1], pictures[i], PICTURE_TOLERANCE), >,
                       PICTURE_MAX_SHARE);
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    cairo_surface_destroy (pictures[i]);
}

/* ---- at every size ---- */

/* (transfer full): the names in the scenario's file, and its device */
static char *
list_names (const WsScenario *scenario)
{
  GString *names = g_string_new (scenario->source);

  g_string_append_printf (names, "\n%s, %s", scenario->published_on, scenario->source);
  for (guint i = 0; i < ws_scenario_get_n_cells (scenario); i++)
    for (guint c = 0; c < WS_SCENARIO_N_COLUMNS; c++)
      g_string_append_printf (names, "\n%s\n%s", scenario->cells[i].kernel,
                              scenario->cells[i].published[c].text);
  if (scenario->device != NULL)
    g_string_append_printf (names, "\n%s", scenario->device->name);
  return g_string_free (names, FALSE);
}

static void
check_texts (const WsScenario *scenario, const WsScenarioOptions *options, const WsTheme *theme,
             double width, double height)
{
  cairo_rectangle_t extents = { 0, 0, width, height };
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_t *cr = cairo_create (surface);
  g_autofree char *names = list_names (scenario);
  g_autoptr (GArray) boxes = ws_text_watch (cr);

  ws_draw_scenario (cr, scenario, options, &(WsArea){ theme, width, height });
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpuint (boxes->len, >, 0);
  texts_check (boxes, theme, scenario->id, names, FALSE, width, height);
  for (guint i = 0; i < boxes->len; i++)
    {
      const WsTextBox *a = &g_array_index (boxes, WsTextBox, i);

      if (g_str_has_suffix (a->string, "…"))
        g_error ("%s %s at %.0fx%.0f: \"%s\" is cut", theme->name, scenario->id, width, height,
                 a->string);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static gboolean
is_inside (const WsBox *inner, const WsBox *outer)
{
  return inner->x >= outer->x - 0.01 && inner->y >= outer->y - 0.01
         && inner->x + inner->w <= outer->x + outer->w + 0.01
         && inner->y + inner->h <= outer->y + outer->h + 0.01;
}

static void
check_layout (const WsScenario *scenario, const WsScenarioOptions *options, const WsTheme *theme,
              double width, double height)
{
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  g_auto (WsScenarioLayout) l = { 0 };
  WsBox canvas = { 0, 0, width, height };

  ws_scenario_layout_init (&l, text, scenario, options, &(WsArea){ theme, width, height });
  g_assert_cmpuint (l.n_columns, >=, 1);
  g_assert_cmpuint (l.n_shown, >=, 1);
  g_assert_cmpuint (l.first_row + l.n_shown, <=, scenario->n_rows);
  g_assert_cmpfloat (l.rows.y, >=, l.head.y + l.head.h - 0.01);
  g_assert_cmpfloat (l.caption.y, >=, l.rows.y + l.rows.h - 0.01);
  if (options->top < 0)
    {
      g_assert_cmpuint (options->row, >=, l.first_row);
      g_assert_cmpuint (options->row, <, l.first_row + l.n_shown);
      g_assert_cmpuint (options->group, >=, l.first_group);
      g_assert_cmpuint (options->group, <, l.first_group + l.n_groups);
    }
  for (guint g = l.first_group; g < l.first_group + l.n_groups; g++)
    {
      WsBox cell = ws_scenario_layout_get_cell (&l, l.first_row, g);

      g_assert_true (is_inside (&cell, &canvas));
      for (guint c = 0; c < l.n_columns; c++)
        {
          WsBox figure = ws_scenario_layout_get_figure (&l, l.first_row, g, c);

          g_assert_true (is_inside (&figure, &cell));
          if (c > 0)
            g_assert_cmpfloat (figure.x, >=,
                               l.column_x[g - l.first_group][c - 1] + l.column_w[c - 1]);
        }
    }
}

static void
test_sizes (gconstpointer data)
{
  const char *id = data;

  for (guint state = 0; state < 3; state++)
    {
      g_autoptr (WsScenario) scenario = scenario_fixture_load (id);

      if (state > 0)
        scenario_fixture_fill (scenario, state == 1);
      for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
        for (guint theme = 0; theme < WS_N_THEMES; theme++)
          for (guint row = 0; row < scenario->n_rows; row += 5)
            {
              WsScenarioOptions options = WS_SCENARIO_OPTIONS_INIT;

              options.row = row;
              options.group = (row + theme) % scenario->n_groups;
              options.show_title = (s + row) % 3 != 0;
              options.grows = (s + theme) % 2 == 1;
              check_texts (scenario, &options, ws_theme_get (theme), sizes[s].width,
                           sizes[s].height);
              check_layout (scenario, &options, ws_theme_get (theme), sizes[s].width,
                            sizes[s].height);
            }
    }
}

/* A table that grows fills what a slide has for it, and loses nothing for that; where all is full
 * already, it stays as it is. */
static void
test_grows (void)
{
  static const char *const some[] = { "divergence-k40c", "block-shape-k40c", "occupancy-k40c" };

  for (guint i = 0; i < G_N_ELEMENTS (some); i++)
    {
      g_autoptr (WsScenario) scenario = scenario_fixture_load (some[i]);
      const WsTheme *theme = ws_theme_get (WS_THEME_PROJECTOR);
      g_autoptr (WsText) text = ws_text_new (NULL, theme);
      WsScenarioOptions options = WS_SCENARIO_OPTIONS_INIT;
      g_auto (WsScenarioLayout) usual = { 0 };
      g_auto (WsScenarioLayout) grown = { 0 };

      scenario_fixture_fill (scenario, FALSE);
      options.show_title = options.show_summary = FALSE;
      ws_scenario_layout_init (&usual, text, scenario, &options, &(WsArea){ theme, 1240, 400 });
      options.grows = TRUE;
      ws_scenario_layout_init (&grown, text, scenario, &options, &(WsArea){ theme, 1240, 400 });
      g_assert_cmpuint (grown.n_columns, ==, usual.n_columns);
      g_assert_cmpuint (grown.n_shown, ==, usual.n_shown);
      g_assert_cmpuint (grown.decimals, ==, usual.decimals);
      g_assert_cmpint (grown.has_long_titles, ==, usual.has_long_titles);
      if (i < 2)
        g_assert_cmpfloat (grown.big_px, >, 1.25 * usual.big_px);
      else
        g_assert_cmpfloat (grown.big_px, ==, usual.big_px);
    }
}

/* Any corner of a screen can be drawn into. */
static void
test_odd_sizes (void)
{
  g_autoptr (WsScenario) scenario = scenario_fixture_load ("utilisation");

  scenario_fixture_fill (scenario, FALSE);
  for (int i = 1; i < 40; i++)
    cairo_surface_destroy (
        draw (scenario, NULL, ws_theme_get ((guint)i % WS_N_THEMES), 1 + 13 * i, 420 - 10 * i));
}

/* ---- picking ---- */

static void
test_pick (void)
{
  g_autoptr (WsScenario) scenario = scenario_fixture_load ("occupancy-k40c");
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  WsScenarioOptions options = WS_SCENARIO_OPTIONS_INIT;
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  g_auto (WsScenarioLayout) l = { 0 };
  WsScenarioHit hit;

  scenario_fixture_fill (scenario, TRUE);
  options.row = 9;
  ws_scenario_layout_init (&l, text, scenario, &options, &(WsArea){ theme, 700, 430 });
  g_assert_cmpuint (l.n_shown, <, scenario->n_rows);
  for (guint row = l.first_row; row < l.first_row + l.n_shown; row++)
    for (guint g = 0; g < 2; g++)
      for (guint c = 0; c < l.n_columns; c++)
        {
          WsBox box = ws_scenario_layout_get_figure (&l, row, g, c);

          g_assert_true (ws_scenario_pick (scenario, &options, &(WsArea){ theme, 700, 430 },
                                           box.x + box.w / 2, box.y + box.h / 2, &hit));
          g_assert_cmpuint (hit.row, ==, row);
          g_assert_cmpuint (hit.group, ==, g);
          g_assert_cmpint (hit.column, ==, l.columns[c]);
        }
  g_assert_false (ws_scenario_pick (scenario, &options, &(WsArea){ theme, 700, 430 }, 2, 2, &hit));
  g_assert_false (
      ws_scenario_pick (scenario, &options, &(WsArea){ theme, 700, 430 }, 350, 428, &hit));
}

/* The table moves as little as it must for the chosen row to be seen. */
static void
test_scroll (void)
{
  g_autoptr (WsScenario) scenario = scenario_fixture_load ("occupancy-k40c");
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  WsScenarioOptions options = WS_SCENARIO_OPTIONS_INIT;
  guint n_shown;

  options.top = 0;
  n_shown = ws_scenario_scroll (scenario, &options, &(WsArea){ theme, 700, 330 });
  g_assert_cmpuint (n_shown, >, 1);
  g_assert_cmpuint (n_shown, <, 12);
  g_assert_cmpint (options.top, ==, 0);
  options.row = n_shown;
  ws_scenario_scroll (scenario, &options, &(WsArea){ theme, 700, 330 });
  g_assert_cmpint (options.top, ==, 1);
  options.row = n_shown - 1;
  ws_scenario_scroll (scenario, &options, &(WsArea){ theme, 700, 330 });
  g_assert_cmpint (options.top, ==, 1);
  options.row = 0;
  ws_scenario_scroll (scenario, &options, &(WsArea){ theme, 700, 330 });
  g_assert_cmpint (options.top, ==, 0);
  options.row = 11;
  ws_scenario_scroll (scenario, &options, &(WsArea){ theme, 700, 330 });
  g_assert_cmpint (options.top, ==, 12 - (int)n_shown);
}

static void
test_describe (void)
{
  g_autoptr (WsScenario) scenario = scenario_fixture_load ("utilisation");
  g_autofree char *before = ws_scenario_describe (scenario, NULL);
  g_autofree char *after = NULL;

  g_assert_true (
      g_str_has_prefix (before, "Occupancy is not utilisation: 0 of 4 cells have run. "));
  scenario_fixture_fill (scenario, TRUE);
  after = ws_scenario_describe (scenario, NULL);
  g_assert_true (g_str_has_prefix (after, "Occupancy is not utilisation  ·  on A made-up K40c; "
                                          "published: G80: 4 of 4 cells have run. "));
}

int
main (int argc, char **argv)
{
  texts_init ();
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (goldens); i++)
    {
      g_autofree char *path = g_strconcat ("/scenario-table/golden/", goldens[i].name, NULL);
      g_test_add_data_func (path, &goldens[i], test_golden);
    }
  g_test_add_func ("/scenario-table/golden/a-difference-is-seen", test_difference);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autofree char *path = g_strconcat ("/scenario-table/sizes/", ids[i], NULL);
      g_test_add_data_func (path, ids[i], test_sizes);
    }
  g_test_add_func ("/scenario-table/odd-sizes", test_odd_sizes);
  g_test_add_func ("/scenario-table/grows", test_grows);
  g_test_add_func ("/scenario-table/pick", test_pick);
  g_test_add_func ("/scenario-table/scroll", test_scroll);
  g_test_add_func ("/scenario-table/describe", test_describe);
  return g_test_run ();
}
