/* What stands out, and what is kept back until it is revealed: a picture that keeps something back
 * says nothing of it, and is else the picture itself, each thing in its place. */
#include "lanes/lanes.h"
#include "picture.h"
#include "scenario-fixture.h"
#include "sheet-fixture.h"
#include "sheet/figure.h"
#include "sms/sms.h"
#include "texts.h"
#include "tree/layout.h"

#include <string.h>

#define WIDTH  1920
#define HEIGHT 1080

typedef void (*DrawFunc) (cairo_t *cr, gconstpointer data, const WsEmphasis *emphasis,
                          const WsTheme *theme, double width, double height);

/* (transfer full): every text of a drawing */
static GArray *
watch (DrawFunc func, gconstpointer data, const WsEmphasis *emphasis, const WsTheme *theme,
       double width, double height)
{
  cairo_rectangle_t extents = { 0, 0, width, height };
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_t *cr = cairo_create (surface);
  GArray *boxes = ws_text_watch (cr);

  func (cr, data, emphasis, theme, width, height);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return boxes;
}

static gboolean
is_at (const WsTextBox *a, const WsTextBox *b)
{
  return strcmp (a->string, b->string) == 0 && ABS (a->box.x - b->box.x) < 0.01
         && ABS (a->box.y - b->box.y) < 0.01 && a->px == b->px;
}

static const WsTextBox *
find (const GArray *boxes, const char *string)
{
  for (guint i = 0; i < boxes->len; i++)
    if (strcmp (g_array_index (boxes, WsTextBox, i).string, string) == 0)
      return &g_array_index (boxes, WsTextBox, i);
  return NULL;
}

static guint
count (const GArray *boxes, const char *string)
{
  guint n = 0;

  for (guint i = 0; i < boxes->len; i++)
    n += strcmp (g_array_index (boxes, WsTextBox, i).string, string) == 0;
  return n;
}

/* All that the picture says with something kept back, it says without, at the same place: but for
 * the sign, and for what stands @instead. Returns: how many texts were kept back */
static guint
check_nothing_moves (const GArray *hidden, const GArray *shown, const char *instead)
{
  guint n_kept = 0;

  for (guint i = 0; i < hidden->len; i++)
    {
      const WsTextBox *text = &g_array_index (hidden, WsTextBox, i);
      gboolean found = strstr (text->string, WS_VEIL_SIGN) != NULL
                       || (instead != NULL && strcmp (text->string, instead) == 0);

      for (guint k = 0; k < shown->len && !found; k++)
        found = is_at (text, &g_array_index (shown, WsTextBox, k));
      if (!found)
        g_error ("“%s” at %.1f, %.1f is another once all is shown", text->string, text->box.x,
                 text->box.y);
    }
  for (guint i = 0; i < shown->len; i++)
    {
      gboolean found = FALSE;

      for (guint k = 0; k < hidden->len && !found; k++)
        found = is_at (&g_array_index (shown, WsTextBox, i), &g_array_index (hidden, WsTextBox, k));
      n_kept += !found;
    }
  return n_kept;
}

/* ---- views of a run ---- */

typedef struct {
  WsView view;
  const WsScene *scene;
  WsMoment moment;
} Look;

static void
draw_figure (cairo_t *cr, gconstpointer data, const WsEmphasis *emphasis, const WsTheme *theme,
             double width, double height)
{
  const Look *look = data;
  WsFigureOptions options = WS_FIGURE_OPTIONS_INIT;

  options.emphasis = *emphasis;
  ws_draw_figure (cr, look->view, &(WsFrame){ look->scene, &look->moment, theme, width, height },
                  &options);
}

static Look
look_at (WsView view, const WsScene *scene, guint stage)
{
  return (Look){
    .view = view,
    .scene = scene,
    .moment = { .position = ws_scene_stage_moment (scene, stage), .hover_x = -1, .hover_y = -1 }
  };
}

static const WsEmphasis nothing = { 0 };

/* (transfer full): the values of nodes from the stage on, as they are written */
static GPtrArray *
list_values (const WsScene *scene, guint first_row)
{
  const WsTreeModel *model = scene->tree;
  GPtrArray *values = g_ptr_array_new_with_free_func (g_free);

  for (guint r = first_row; r < model->n_rows; r++)
    for (guint i = 0; i < model->rows[r].n_nodes; i++)
      {
        const WsNode *node = &model->dataflow->nodes[model->nodes[model->rows[r].first + i]];

        if (node->reaches_result)
          g_ptr_array_add (values, ws_value_format (node->value_type, node->value, 0));
      }
  return values;
}

/* In every stage the values to come are signs, in all rows from the present one on; and nothing
 * else. */
static void
test_values (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 16, SYNTHETIC_WIDE);
  WsEmphasis values = { .hide = WS_HIDE_VALUES };

  for (guint theme = 0; theme < WS_N_THEMES; theme++)
    for (guint stage = 1; stage < scene->stages->n_stages; stage++)
      {
        Look look = look_at (WS_VIEW_TREE, scene, stage);
        guint row = ws_tree_model_row_at (scene->tree, look.moment.position);
        g_autoptr (GPtrArray) kept = list_values (scene, row);
        g_autoptr (GArray) hidden =
            watch (draw_figure, &look, &values, ws_theme_get (theme), WIDTH, HEIGHT);
        g_autoptr (GArray) shown =
            watch (draw_figure, &look, &nothing, ws_theme_get (theme), WIDTH, HEIGHT);

        check_nothing_moves (hidden, shown, NULL);
        g_assert_cmpuint (count (shown, WS_VEIL_SIGN), ==, 0);
        /* where values are too wide for their columns, some of those are folded away */
        g_assert_cmpuint (count (hidden, WS_VEIL_SIGN), <=, kept->len);
        g_assert_cmpuint (count (hidden, WS_VEIL_SIGN), >=,
                          theme == WS_THEME_LIGHT ? kept->len : kept->len / 2);
        for (guint i = 0; i < kept->len; i++)
          g_assert_cmpuint (count (hidden, kept->pdata[i]), <=, count (shown, kept->pdata[i]));
        /* the sum of all is nowhere, until the row before the result is told */
        if (row + 1 < scene->tree->n_rows)
          g_assert_null (find (hidden, kept->pdata[kept->len - 1]));
      }
}

/* What has been told is told: the first row stays, and every row before the present one. */
static void
test_values_before (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 16, SYNTHETIC_WIDE);
  Look look = look_at (WS_VIEW_TREE, scene, 2);
  WsEmphasis values = { .hide = WS_HIDE_VALUES };
  guint row = ws_tree_model_row_at (scene->tree, look.moment.position);
  g_autoptr (GArray) hidden =
      watch (draw_figure, &look, &values, ws_theme_get (WS_THEME_LIGHT), WIDTH, HEIGHT);

  g_assert_cmpuint (row, >, 1);
  for (guint r = 0; r < row; r++)
    for (guint i = 0; i < scene->tree->rows[r].n_nodes; i++)
      {
        const WsNode *node =
            &scene->dataflow->nodes[scene->tree->nodes[scene->tree->rows[r].first + i]];
        g_autofree char *value = ws_value_format (node->value_type, node->value, 0);

        if (node->reaches_result)
          g_assert_nonnull (find (hidden, value));
      }
}

/* With the counts, the rows themselves are kept back, and the caption names the stage alone. */
static void
test_counts (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 16, SYNTHETIC_WIDE);
  Look look = look_at (WS_VIEW_TREE, scene, 2);
  WsEmphasis counts = { .hide = WS_HIDE_COUNTS };
  guint row = ws_tree_model_row_at (scene->tree, look.moment.position);
  g_autofree char *name = ws_stages_name (scene->stages, 2);
  g_autofree char *caption =
      ws_stages_caption (scene->stages, scene->run, scene->launch, scene->block, 2);
  g_autoptr (GArray) hidden =
      watch (draw_figure, &look, &counts, ws_theme_get (WS_THEME_LIGHT), WIDTH, HEIGHT);
  g_autoptr (GArray) shown =
      watch (draw_figure, &look, &nothing, ws_theme_get (WS_THEME_LIGHT), WIDTH, HEIGHT);

  g_assert_true (g_str_has_suffix (name, "."));
  g_assert_cmpint (strncmp (caption, name, strlen (name) - 1), ==, 0);
  g_assert_cmpuint (check_nothing_moves (hidden, shown, name), >, 0);
  g_assert_nonnull (find (hidden, name));
  g_assert_null (find (hidden, caption));
  /* one sign, and no circle below */
  g_assert_cmpuint (row, <, scene->tree->n_rows);
  g_assert_cmpuint (count (hidden, WS_VEIL_SIGN), ==, 1);
  g_assert_cmpuint (count (hidden, "14"), ==, 2); /* element, and thread of the first stride */
  g_assert_cmpuint (count (shown, "12"), >, count (hidden, "12"));
}

/* Who points at what is kept back is told nothing. */
static void
test_pointer (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 16, SYNTHETIC_WIDE);
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  const WsViewClass *tree = ws_view_get_class (WS_VIEW_TREE);
  const WsViewClass *lanes = ws_view_get_class (WS_VIEW_LANES);
  WsFigureOptions options = WS_FIGURE_OPTIONS_INIT;
  WsMoment moment = { .position = ws_scene_stage_moment (scene, 2), .hover_x = -1, .hover_y = -1 };
  guint n[2] = { 0, 0 };
  g_autofree char *total = NULL;
  const WsTreeRow *last = &scene->tree->rows[scene->tree->n_rows - 1];
  const WsNode *result = &scene->dataflow->nodes[scene->tree->nodes[last->first]];

  total = ws_value_format (result->value_type, result->value, 0);
  /* the last combination is done: its sum is there, and kept back */
  moment.position = scene->stages->stages[scene->stages->n_stages - 2].last_event;
  for (guint pass = 0; pass < 2; pass++)
    {
      options.emphasis.hide = pass == 0 ? 0 : WS_HIDE_VALUES | WS_HIDE_MASKS;
      for (double y = 2; y < HEIGHT; y += 6)
        for (double x = 2; x < WIDTH; x += 6)
          {
            const WsFrame frame = { scene, &moment, theme, WIDTH, HEIGHT };
            const WsLook looks[] = { ws_view_look_at (tree, &frame, &options),
                                     ws_view_look_at (lanes, &frame, &options) };
            g_autofree char *tip = tree->point (&looks[0], x, y);
            g_autofree char *lane = lanes->point (&looks[1], x, y);

            n[pass] += tip != NULL && strstr (tip, total) != NULL;
            g_assert_true (pass == 0 || lane == NULL);
          }
    }
  g_assert_cmpuint (n[0], >, 0);
  g_assert_cmpuint (n[1], ==, 0);
}

static gboolean
is_mask (const char *string)
{
  return strlen (string) == 8 && strspn (string, "0123456789abcdef") == 8;
}

/* No mask, no share, no number of active lanes; but the names of warps, lanes and stages. */
static void
test_masks (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 128, SYNTHETIC_SMALL);
  WsEmphasis masks = { .hide = WS_HIDE_MASKS };

  for (guint theme = 0; theme < WS_N_THEMES; theme++)
    for (guint stage = 0; stage < scene->stages->n_stages; stage++)
      {
        Look look = look_at (WS_VIEW_LANES, scene, stage);
        g_autofree char *name = ws_stages_name (scene->stages, stage);
        g_autofree char *stack = g_strdup_printf ("divergence stack of warp %u", look.moment.warp);
        g_autoptr (GArray) hidden =
            watch (draw_figure, &look, &masks, ws_theme_get (theme), WIDTH, HEIGHT);
        g_autoptr (GArray) shown =
            watch (draw_figure, &look, &nothing, ws_theme_get (theme), WIDTH, HEIGHT);

        /* the stack's title says less */
        for (guint i = hidden->len; i-- > 0;)
          if (g_str_equal (g_array_index (hidden, WsTextBox, i).string, stack))
            g_array_remove_index (hidden, i);
        check_nothing_moves (hidden, shown, name);
        for (guint i = 0; i < hidden->len; i++)
          {
            const char *string = g_array_index (hidden, WsTextBox, i).string;

            g_assert_false (is_mask (string));
            /* "of lanes active" stays, without the share */
            g_assert_true (strstr (string, "active") == NULL
                           || strpbrk (string, "0123456789") == NULL);
            g_assert_true (strchr (string, '%') == NULL || strchr (string, '?') != NULL
                           || strstr (string, "tid") != NULL);
          }
        g_assert_cmpuint (count (hidden, WS_VEIL_SIGN), >=, scene->warps->len);
        g_assert_nonnull (find (hidden, "lane"));
        for (guint i = 0; i < shown->len; i++)
          {
            const char *string = g_array_index (shown, WsTextBox, i).string;

            if (g_str_has_prefix (string, "warp ") && strlen (string) == 6)
              g_assert_nonnull (find (hidden, string));
          }
      }
}

/* Active lanes, and those that wait, look alike: whatever the stage is, the instant is one
 * picture. */
static void
test_masks_look_alike (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 128, SYNTHETIC_SMALL);
  WsTheme theme = picture_get_wordless_theme (WS_THEME_LIGHT);
  cairo_surface_t *pictures[2][2];

  for (guint hide = 0; hide < 2; hide++)
    {
      WsLanesOptions options = { .hide_stack = TRUE, .hide_weave = TRUE };

      options.emphasis.hide = hide == 1 ? WS_HIDE_MASKS : 0;
      for (guint i = 0; i < 2; i++)
        {
          WsMoment moment = { .position = ws_scene_stage_moment (scene, 1 + 2 * i) };
          cairo_t *cr = picture_begin (&theme, 700, 300);

          ws_draw_lanes (cr, &(WsFrame){ scene, &moment, &theme, 700, 300 }, &options);
          pictures[hide][i] = picture_finish (cr);
        }
    }
  g_assert_cmpfloat (picture_compare (pictures[0][0], pictures[0][1], 8), >, 0.01);
  g_assert_cmpfloat (picture_compare (pictures[1][0], pictures[1][1], 0), ==, 0);
  for (guint i = 0; i < 4; i++)
    cairo_surface_destroy (pictures[i / 2][i % 2]);
}

/* At every size and in every theme what is kept back and what stands out keep to the rules of all
 * drawings. */
static void
test_sizes (void)
{
  static const double sizes[][2] = { { 320, 240 },  { 700, 430 },   { 560, 600 },
                                     { 1024, 768 }, { 1920, 1080 }, { 3840, 2160 } };
  static const SyntheticKernel kernels[] = { SYNTHETIC_INTERLEAVED, SYNTHETIC_CASCADE,
                                             SYNTHETIC_SHUFFLE };
  static const guint hides[] = { WS_HIDE_VALUES, WS_HIDE_MASKS, WS_HIDE_COUNTS,
                                 WS_HIDE_TIMES | WS_HIDE_PUBLISHED };

  for (guint k = 0; k < G_N_ELEMENTS (kernels); k++)
    {
      g_autoptr (WsScene) scene = synthetic_scene_new (kernels[k], 64, SYNTHETIC_WIDE);

      for (guint i = 0; i < G_N_ELEMENTS (sizes) * WS_N_THEMES * G_N_ELEMENTS (hides); i++)
        {
          const double *size = sizes[i % G_N_ELEMENTS (sizes)];
          const WsTheme *theme = ws_theme_get (i / G_N_ELEMENTS (sizes) % WS_N_THEMES);
          WsEmphasis emphasis = { .hide = hides[i / G_N_ELEMENTS (sizes) / WS_N_THEMES] };

          for (WsHighlightKind kind = 0; kind < WS_N_HIGHLIGHTS; kind++)
            {
              ws_emphasis_add (&emphasis, kind, 1);
              ws_emphasis_add (&emphasis, kind, G_MAXINT32);
            }
          for (WsView view = 0; view <= WS_VIEW_SMS; view++)
            {
              Look look = look_at (view, scene, (i + 1) % scene->stages->n_stages);
              g_autoptr (GArray) boxes =
                  watch (draw_figure, &look, &emphasis, theme, size[0], size[1]);

              texts_check (boxes, theme, ws_view_get_name (view), NULL, FALSE, size[0], size[1]);
            }
        }
    }
}

/* ---- charts ---- */

typedef struct {
  const WsSheet *sheet;
  int n_shown;
} Chart;

static void
draw_chart (cairo_t *cr, gconstpointer data, const WsEmphasis *emphasis, const WsTheme *theme,
            double width, double height)
{
  const Chart *chart = data;
  WsSheetOptions options = WS_SHEET_OPTIONS_INIT;

  ws_sheet_options_keep_back (&options, emphasis->hide, chart->n_shown);
  ws_draw_sheet_figure (cr, chart->sheet, &options, FALSE, &(WsArea){ theme, width, height });
}

/* Bars are revealed one by one, and nothing moves; the finding is said with the last of them. */
static void
test_bars (void)
{
  g_autoptr (WsSheet) sheet = sheet_fixture_new_sheet (WS_SWEEP_LADDER, SHEET_VM_H200, NULL);
  const WsTheme *theme = ws_theme_get (WS_THEME_PROJECTOR);
  const Chart all = { sheet, -1 };
  const WsSeries *series = g_ptr_array_index (sheet->main->series, 0);
  g_autoptr (GArray) shown = watch (draw_chart, &all, &nothing, theme, WIDTH, HEIGHT);
  guint n = series->points->len;

  g_assert_cmpuint (n, ==, 7);
  for (guint i = 0; i <= n; i++)
    {
      const Chart chart = { sheet, (int)i };
      g_autoptr (GArray) hidden = watch (draw_chart, &chart, &nothing, theme, WIDTH, HEIGHT);

      check_nothing_moves (hidden, shown, NULL);
      for (guint k = 0; k < n; k++)
        {
          const WsChartPoint *point = &g_array_index (series->points, WsChartPoint, k);

          g_assert_nonnull (find (shown, point->label));
          g_assert_true ((find (hidden, point->label) != NULL) == (k < i));
        }
      g_assert_cmpuint (count (hidden, WS_VEIL_SIGN), >=, n - i);
      if (i == n)
        g_assert_cmpuint (hidden->len, ==, shown->len);
    }
}

/* All bars that are kept back are as long as each other: their length tells nothing. */
static void
test_bars_look_alike (void)
{
  g_autoptr (WsSheet) ours = sheet_fixture_new_sheet (WS_SWEEP_LADDER, SHEET_VM_H200, NULL);
  g_autoptr (WsSheet) other = sheet_fixture_new_sheet (WS_SWEEP_LADDER, SHEET_VM_H200, NULL);
  WsSeries *series = g_ptr_array_index (other->main->series, 0);
  WsTheme theme = picture_get_wordless_theme (WS_THEME_LIGHT);
  WsEmphasis times = { .hide = WS_HIDE_TIMES };
  const Chart charts[] = { { ours, -1 }, { other, -1 } };
  cairo_surface_t *pictures[2];

  g_array_index (series->points, WsChartPoint, 3).y *= 0.5;
  for (guint i = 0; i < 2; i++)
    {
      cairo_t *cr = picture_begin (&theme, 700, 430);

      draw_chart (cr, &charts[i], &times, &theme, 700, 430);
      pictures[i] = picture_finish (cr);
    }
  g_assert_cmpfloat (picture_compare (pictures[0], pictures[1], 0), ==, 0);
  cairo_surface_destroy (pictures[0]);
  cairo_surface_destroy (pictures[1]);
}

/* What others published is kept back in the chart, in the notes and in the table. */
static void
test_published (void)
{
  g_autoptr (WsSweep) published = sheet_fixture_new_sweep (WS_SWEEP_LADDER, SHEET_PUBLISHED);
  g_autoptr (WsSheet) sheet = sheet_fixture_new_sheet (WS_SWEEP_LADDER, SHEET_VM_H200, published);
  WsEmphasis hide = { .hide = WS_HIDE_PUBLISHED };
  const Chart chart = { sheet, -1 };
  static const double sizes[][2] = { { 1280, 720 }, { 760, 500 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
      g_autoptr (GArray) hidden =
          watch (draw_chart, &chart, &hide, theme, sizes[i][0], sizes[i][1]);
      g_autoptr (GArray) shown =
          watch (draw_chart, &chart, &nothing, theme, sizes[i][0], sizes[i][1]);
      gboolean told = FALSE;

      for (guint k = 0; k < shown->len; k++)
        told = told || strstr (g_array_index (shown, WsTextBox, k).string, "4.68") != NULL;
      g_assert_true (told);
      for (guint k = 0; k < hidden->len; k++)
        g_assert_null (strstr (g_array_index (hidden, WsTextBox, k).string, "4.68"));
      texts_check (hidden, theme, "published", NULL, FALSE, sizes[i][0], sizes[i][1]);
    }
}

/* ---- tables ---- */

static void
draw_table (cairo_t *cr, gconstpointer data, const WsEmphasis *emphasis, const WsTheme *theme,
            double width, double height)
{
  WsScenarioOptions options = WS_SCENARIO_OPTIONS_INIT;

  options.hide = emphasis->hide;
  ws_draw_scenario (cr, data, &options, &(WsArea){ theme, width, height });
}

static void
test_table (void)
{
  g_autoptr (WsScenario) scenario = scenario_fixture_load ("occupancy-k40c");
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  static const guint hides[] = { WS_HIDE_PUBLISHED, WS_HIDE_COUNTS, WS_HIDE_TIMES };
  g_autoptr (GArray) shown = NULL;

  scenario_fixture_fill (scenario, TRUE);
  shown = watch (draw_table, scenario, &nothing, theme, WIDTH, HEIGHT);
  for (guint i = 0; i < G_N_ELEMENTS (hides); i++)
    {
      WsEmphasis hide = { .hide = hides[i] };
      g_autoptr (GArray) hidden = watch (draw_table, scenario, &hide, theme, WIDTH, HEIGHT);

      g_assert_cmpuint (check_nothing_moves (hidden, shown, NULL), >, scenario->n_rows);
      g_assert_cmpuint (count (hidden, WS_VEIL_SIGN), >=, scenario->n_rows);
    }
  {
    WsScenarioOptions told = WS_SCENARIO_OPTIONS_INIT;
    WsScenarioOptions kept = WS_SCENARIO_OPTIONS_INIT;
    g_autofree char *figure = ws_scenario_format (scenario, 0, 0, WS_SCENARIO_ACHIEVED, 1);
    g_autofree char *all = ws_scenario_describe (scenario, &told);
    g_autofree char *part = NULL;

    /* nor is it said to who does not see it */
    kept.hide = WS_HIDE_COUNTS;
    part = ws_scenario_describe (scenario, &kept);
    g_assert_nonnull (strstr (all, figure));
    g_assert_null (strstr (part, figure));
  }
  /* each by what it is */
  for (WsScenarioColumn column = WS_SCENARIO_SM_EFFICIENCY; column <= WS_SCENARIO_TIME; column++)
    {
      g_autofree char *ours = ws_scenario_format (scenario, 0, 0, column, 1);
      WsEmphasis times = { .hide = WS_HIDE_TIMES };
      g_autoptr (GArray) hidden = watch (draw_table, scenario, &times, theme, WIDTH, HEIGHT);

      if (ours != NULL && find (shown, ours) != NULL)
        g_assert_true ((find (hidden, ours) != NULL) == (column != WS_SCENARIO_TIME));
    }
}

/* ---- what stands out ---- */

static guint
get_lightness (cairo_surface_t *surface, int x, int y)
{
  const guint8 *at = cairo_image_surface_get_data (surface)
                     + (gsize)y * cairo_image_surface_get_stride (surface) + 4 * (gsize)x;

  return (at[0] * 11u + at[1] * 59u + at[2] * 30u) / 100;
}

/* Share of the pixels whose lightness changes: what is seen without colours. */
static double
compare_lightness (cairo_surface_t *a, cairo_surface_t *b)
{
  int width = cairo_image_surface_get_width (a);
  int height = cairo_image_surface_get_height (a);
  guint n = 0;

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      n += (guint)ABS ((int)get_lightness (a, x, y) - (int)get_lightness (b, x, y)) > 40;
  return n / (double)(width * height);
}

/* Each highlight is seen in the views that have what it names, in every theme, without colours; and
 * it says nothing in words, so that nothing else changes. */
static void
test_highlights (void)
{
  static const struct {
    WsView view;
    WsHighlightKind kind;
    guint number;
  } cases[] = {
    { WS_VIEW_TREE, WS_HIGHLIGHT_THREAD, 4 },   { WS_VIEW_TREE, WS_HIGHLIGHT_WARP, 0 },
    { WS_VIEW_TREE, WS_HIGHLIGHT_ELEMENT, 8 },  { WS_VIEW_TREE, WS_HIGHLIGHT_ROW, 2 },
    { WS_VIEW_LANES, WS_HIGHLIGHT_WARP, 1 },    { WS_VIEW_LANES, WS_HIGHLIGHT_LANE, 4 },
    { WS_VIEW_LANES, WS_HIGHLIGHT_THREAD, 40 }, { WS_VIEW_CODE, WS_HIGHLIGHT_LINE, 9 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases) * WS_N_THEMES; i++)
    {
      guint c = i / WS_N_THEMES;
      const WsTheme *theme = ws_theme_get (i % WS_N_THEMES);
      g_autoptr (WsScene) scene = synthetic_scene_new (
          SYNTHETIC_INTERLEAVED, cases[c].view == WS_VIEW_LANES ? 64 : 16, SYNTHETIC_SMALL);
      Look look = look_at (cases[c].view, scene, 2);
      WsEmphasis emphasis = { 0 };
      g_autoptr (GArray) plain = NULL;
      g_autoptr (GArray) marked = NULL;
      cairo_surface_t *pictures[2];
      cairo_t *cr;

      ws_emphasis_add (&emphasis, cases[c].kind, cases[c].number);
      for (guint k = 0; k < 2; k++)
        {
          cr = picture_begin (theme, WIDTH, HEIGHT);
          draw_figure (cr, &look, k == 0 ? &nothing : &emphasis, theme, WIDTH, HEIGHT);
          pictures[k] = picture_finish (cr);
        }
      g_test_message ("%s: %s %u", theme->name, ws_view_get_name (cases[c].view),
                      (guint)cases[c].kind);
      g_assert_cmpfloat (compare_lightness (pictures[0], pictures[1]), >, 2e-4);
      g_assert_cmpfloat (picture_compare (pictures[0], pictures[1], 8), <, 0.04);
      plain = watch (draw_figure, &look, &nothing, theme, WIDTH, HEIGHT);
      marked = watch (draw_figure, &look, &emphasis, theme, WIDTH, HEIGHT);
      g_assert_cmpuint (check_nothing_moves (marked, plain, NULL), ==, 0);
      cairo_surface_destroy (pictures[0]);
      cairo_surface_destroy (pictures[1]);
    }
}

static void
test_parse (void)
{
  WsHide hide = 0;
  WsHighlight highlight = { WS_N_HIGHLIGHTS, 0 };
  WsEmphasis full = { 0 };

  for (guint flag = WS_HIDE_VALUES; flag <= WS_HIDE_FAULT; flag <<= 1)
    {
      g_assert_true (ws_hide_parse (ws_hide_get_name (flag), &hide));
      g_assert_cmpint (hide, ==, flag);
    }
  g_assert_false (ws_hide_parse ("everything", &hide));
  g_assert_true (ws_highlight_parse ("thread 4", &highlight));
  g_assert_cmpint (highlight.kind, ==, WS_HIGHLIGHT_THREAD);
  g_assert_cmpuint (highlight.number, ==, 4);
  g_assert_true (ws_highlight_parse ("SM  131", &highlight));
  g_assert_cmpint (highlight.kind, ==, WS_HIGHLIGHT_SM);
  g_assert_cmpuint (highlight.number, ==, 131);
  g_assert_false (ws_highlight_parse ("thread", &highlight));
  g_assert_false (ws_highlight_parse ("thread four", &highlight));
  g_assert_false (ws_highlight_parse ("thread -4", &highlight));
  g_assert_false (ws_highlight_parse ("bank 3", &highlight));
  g_assert_false (ws_highlight_parse ("line 0", &highlight));
  for (guint i = 0; i < WS_MAX_HIGHLIGHTS; i++)
    g_assert_true (ws_emphasis_add (&full, WS_HIGHLIGHT_LANE, i));
  g_assert_false (ws_emphasis_add (&full, WS_HIGHLIGHT_LANE, 32));
}

/* ---- golden pictures ---- */

typedef struct {
  const char *name;
  WsView view;
  guint block;
  guint stage;
  WsThemeKind theme;
  guint hide;
  WsHighlight highlights[2];
} Golden;

static const Golden goldens[] = {
  { "emphasis-tree-values-light",
    WS_VIEW_TREE,
    16,
    2,
    WS_THEME_LIGHT,
    WS_HIDE_VALUES,
    { { WS_HIGHLIGHT_THREAD, 4 }, { WS_HIGHLIGHT_ELEMENT, 8 } } },
  { "emphasis-tree-counts-dark",
    WS_VIEW_TREE,
    128,
    2,
    WS_THEME_DARK,
    WS_HIDE_COUNTS,
    { { WS_HIGHLIGHT_ROW, 2 }, { WS_HIGHLIGHT_SM, 0 } } },
  { "emphasis-lanes-masks-projector",
    WS_VIEW_LANES,
    128,
    3,
    WS_THEME_PROJECTOR,
    WS_HIDE_MASKS,
    { { WS_HIGHLIGHT_WARP, 2 }, { WS_HIGHLIGHT_LANE, 4 } } },
  { "emphasis-code-light",
    WS_VIEW_CODE,
    128,
    2,
    WS_THEME_LIGHT,
    WS_HIDE_COUNTS,
    { { WS_HIGHLIGHT_LINE, 9 }, { WS_HIGHLIGHT_SM, 0 } } },
};

static void
test_golden (gconstpointer data)
{
  const Golden *golden = data;
  g_autoptr (WsScene) scene =
      synthetic_scene_new (SYNTHETIC_INTERLEAVED, golden->block, SYNTHETIC_SMALL);
  Look look = look_at (golden->view, scene, golden->stage);
  WsTheme theme = picture_get_wordless_theme (golden->theme);
  WsEmphasis emphasis = { .hide = golden->hide };
  cairo_t *cr = picture_begin (&theme, 480, 300);
  cairo_surface_t *drawn;

  for (guint i = 0; i < G_N_ELEMENTS (golden->highlights); i++)
    ws_emphasis_add (&emphasis, golden->highlights[i].kind, golden->highlights[i].number);
  draw_figure (cr, &look, &emphasis, &theme, 480, 300);
  drawn = picture_finish (cr);
  picture_check_golden (drawn, golden->name);
  cairo_surface_destroy (drawn);
}

static void
test_golden_bars (void)
{
  g_autoptr (WsSweep) published = sheet_fixture_new_sweep (WS_SWEEP_LADDER, SHEET_PUBLISHED);
  g_autoptr (WsSheet) sheet = sheet_fixture_new_sheet (WS_SWEEP_LADDER, SHEET_VM_H200, published);
  WsTheme theme = picture_get_wordless_theme (WS_THEME_LIGHT);
  const Chart chart = { sheet, 3 };
  cairo_t *cr = picture_begin (&theme, 480, 300);
  cairo_surface_t *drawn;

  draw_chart (cr, &chart, &nothing, &theme, 480, 300);
  drawn = picture_finish (cr);
  picture_check_golden (drawn, "emphasis-bars-light");
  cairo_surface_destroy (drawn);
}

int
main (int argc, char **argv)
{
  texts_init ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/emphasis/parse", test_parse);
  g_test_add_func ("/draw/emphasis/values", test_values);
  g_test_add_func ("/draw/emphasis/values-before", test_values_before);
  g_test_add_func ("/draw/emphasis/counts", test_counts);
  g_test_add_func ("/draw/emphasis/pointer", test_pointer);
  g_test_add_func ("/draw/emphasis/masks", test_masks);
  g_test_add_func ("/draw/emphasis/masks-look-alike", test_masks_look_alike);
  g_test_add_func ("/draw/emphasis/sizes", test_sizes);
  g_test_add_func ("/draw/emphasis/bars", test_bars);
  g_test_add_func ("/draw/emphasis/bars-look-alike", test_bars_look_alike);
  g_test_add_func ("/draw/emphasis/published", test_published);
  g_test_add_func ("/draw/emphasis/table", test_table);
  g_test_add_func ("/draw/emphasis/highlights", test_highlights);
  for (guint i = 0; i < G_N_ELEMENTS (goldens); i++)
    {
      g_autofree char *path = g_strconcat ("/draw/emphasis/golden/", goldens[i].name, NULL);

      g_test_add_data_func (path, &goldens[i], test_golden);
    }
  g_test_add_func ("/draw/emphasis/golden/bars", test_golden_bars);
  return g_test_run ();
}
