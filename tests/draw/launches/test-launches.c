/* Launches: what blocks hand to those of a later launch, drawn: everything in its place at every
 * size and in every theme, what is pointed at, what is said. */
#include "flow/flow.h"
#include "schedule/launcher.h"
#include "launches/layout.h"
#include "launches/private.h"
#include "picture.h"
#include "recorded.h"
#include "table/private.h"
#include "texts.h"

#include <string.h>

static const struct {
  double width;
  double height;
} sizes[] = { { 480, 300 },   { 640, 400 },   { 1280, 550 },
              { 1920, 1080 }, { 3840, 2160 }, { 700, 900 } };

/* Few launches of many blocks; many launches; what comes back to be added; one that is folded
 * nearly whole. */
static const Recorded runs[] = {
  { .kernel = "reduce3", .spec = "h200", .n = 1 << 20, .block = 128 },
  { .kernel = "reduce1", .spec = "h200", .n = 4096, .block = 2 },
  { .kernel = "scan_array", .spec = "h200", .n = 1024, .block = 64 },
  { .kernel = "reduceUnrolling8", .spec = "h200", .n = 1 << 22, .block = 32 },
  { .kernel = "gpuRecursiveReduceNosync", .spec = "h200", .n = 512, .block = 64 },
  { .kernel = "race1",
    .spec = "h200",
    .n = 65536,
    .block = 128,
    .checked = TRUE,
    .order = WS_ORDER_WARPS },
};

static const WsTreeOptions defaults = { .zoom = 1, .layout = WS_PATTERN_PYRAMID };

static WsScene *
make_scene (const Recorded *recorded, guint launch)
{
  g_autoptr (WsRun) run = recorded_new (recorded);
  g_autoptr (GError) error = NULL;
  WsScene *scene = ws_scene_new (run, launch, ws_run_get_first_block (run, launch), &error);

  g_assert_no_error (error);
  return scene;
}

/* Items follow each other without a gap in their numbers, and have room each; what is shown of the
 * present launch has the present block. */
static void
check_row (const WsScene *scene, const WsLaunchesLayout *l, const WsLaunchesRow *row)
{
  guint64 n_blocks = ws_launch_get_n_blocks (&scene->run->launches[row->launch]);
  guint64 next = 0;
  gboolean has_present = FALSE;

  for (guint i = 0; i < row->n_items; i++)
    {
      const WsLaunchesItem *item = &row->items[i];

      g_assert_cmpuint (item->block, ==, next);
      g_assert_cmpint (item->n_folded > 0, ==, item->node == WS_NONE);
      next += MAX (item->n_folded, 1);
      g_assert_cmpfloat (item->box.x, >=, -0.01);
      g_assert_cmpfloat (item->box.x + item->box.w, <=, l->width + 0.01);
      g_assert_cmpfloat (item->box.y, >=, -0.01);
      g_assert_cmpfloat (item->box.y + item->box.h, <=, l->height + 0.01);
      if (i > 0)
        g_assert_false (picture_do_overlap (&item->box, &item[-1].box));
      has_present = has_present || (item->node != WS_NONE && item->block == scene->block);
    }
  g_assert_cmpuint (next, ==, n_blocks);
  if (row->launch == scene->launch)
    g_assert_true (has_present);
}

static void
check_layout (const WsScene *scene, const WsTheme *theme, double width, double height)
{
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  WsLaunchesLayout l;
  gboolean has_present = FALSE;

  ws_launches_layout_init (
      &l, text, &(WsFrame){ .scene = scene, .theme = theme, .width = width, .height = height });
  g_assert_cmpuint (l.n_rows, >, 0);
  for (guint r = 0; r < l.n_rows; r++)
    {
      check_row (scene, &l, &l.rows[r]);
      has_present = has_present || l.rows[r].launch == scene->launch;
      if (r > 0)
        {
          g_assert_cmpuint (l.rows[r].launch, ==, l.rows[r - 1].launch + 1);
          g_assert_cmpfloat (l.rows[r].y, >=, l.rows[r - 1].y + l.box_h + l.text_px);
        }
    }
  g_assert_true (has_present);
  /* a run is as readable as can be: where there is room, one sees more than its recorded blocks */
  if (width >= 1280 && l.rows[0].launch == 0)
    g_assert_cmpuint (l.rows[0].n_items, >=, 6);
}

static void
check_texts (const WsScene *scene, const WsMoment *moment, const WsTheme *theme, double width,
             double height)
{
  cairo_rectangle_t extents = { 0, 0, width, height };
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GArray) boxes = ws_text_watch (cr);

  ws_draw_flow (cr, &(WsFrame){ scene, moment, theme, width, height }, &defaults);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  texts_check (boxes, theme, scene->run->id, ws_run_get_kernel (scene->run, 0)->source, FALSE,
               width, height);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_sizes (gconstpointer data)
{
  g_autoptr (WsRun) run = recorded_new (data);

  for (guint launch = 0; launch < run->n_launches; launch += MAX (run->n_launches - 1, 1) / 2)
    {
      g_autoptr (WsScene) scene =
          ws_scene_new (run, launch, ws_run_get_first_block (run, launch), NULL);
      const WsMoment end = picture_get_end (scene);

      for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
        for (WsThemeKind kind = 0; kind < WS_N_THEMES; kind++)
          {
            check_layout (scene, ws_theme_get (kind), sizes[s].width, sizes[s].height);
            check_texts (scene, &end, ws_theme_get (kind), sizes[s].width, sizes[s].height);
          }
    }
}

/* Every box says which block it is, and where it is. */
static void
test_pick (void)
{
  g_autoptr (WsScene) scene = make_scene (&runs[0], 1);
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  const WsMoment end = picture_get_end (scene);
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  WsTreeOptions hiding = defaults;
  WsLaunchesLayout l;
  WsTreeHit hit;

  hiding.emphasis.hide = WS_HIDE_VALUES;
  ws_launches_layout_init (
      &l, text, &(WsFrame){ .scene = scene, .theme = theme, .width = 1280, .height = 550 });
  for (guint r = 0; r < l.n_rows; r++)
    for (guint i = 0; i < l.rows[r].n_items; i++)
      {
        const WsLaunchesItem *item = &l.rows[r].items[i];
        double x = item->box.x + item->box.w / 2;
        double y = item->box.y + item->box.h / 2;
        g_autofree char *value = NULL;
        g_autofree char *told = NULL;
        g_autofree char *hidden = NULL;

        g_assert_true (
            ws_flow_pick (&(WsFrame){ scene, &end, theme, 1280, 550 }, &defaults, x, y, &hit));
        g_assert_cmpint (hit.kind, ==, WS_TREE_HIT_BLOCK);
        g_assert_cmpuint (hit.launch, ==, l.rows[r].launch);
        g_assert_cmpuint (hit.block, ==, item->block);
        g_assert_cmpuint (hit.n_folded, ==, item->n_folded);
        told = ws_flow_hit_describe (scene, &end, &defaults, &hit);
        g_assert_nonnull (told);
        if (item->n_folded > 0)
          continue;
        value = ws_value_format (WS_VALUE_S32, scene->pyramid->blocks[item->node].value, 0);
        /* of what is still to come it does not say what it leaves; other blocks of the present
         * launch may be at either side */
        if (l.rows[r].launch > scene->launch)
          g_assert_null (strstr (told, "produces"));
        else if (l.rows[r].launch < scene->launch || item->block == scene->block)
          g_assert_nonnull (strstr (told, value));
        g_assert_cmpint (strstr (told, "Click") != NULL, ==,
                         scene->pyramid->blocks[item->node].is_recorded);
        ws_flow_pick (&(WsFrame){ scene, &end, theme, 1280, 550 }, &hiding, x, y, &hit);
        hidden = ws_flow_hit_describe (scene, &end, &hiding, &hit);
        g_assert_cmpint (strstr (hidden, "produces") != NULL, ==, l.rows[r].launch < scene->launch);
      }
  g_assert_false (
      ws_flow_pick (&(WsFrame){ scene, &end, theme, 1280, 550 }, &defaults, 1, 1, &hit));
}

/* What a screen reader says, the line below the title, and what it is called. */
static void
test_words (void)
{
  g_autoptr (WsScene) scene = make_scene (&runs[0], 1);
  g_autoptr (WsScene) single =
      make_scene (&(Recorded){ .kernel = "reduce11", .spec = "h200", .n = 4096, .block = 128 }, 0);
  g_autofree char *subtitle = ws_flow_subtitle (
      &(WsFrame){ .scene = scene, .theme = NULL, .width = 0, .height = 0 }, &defaults);
  g_autofree char *summary = ws_flow_summarise (scene, &defaults);
  g_autofree char *value = ws_value_format (
      WS_VALUE_S32, scene->pyramid->blocks[ws_pyramid_find (scene->pyramid, 1, 0)].value, 0);
  g_autofree char *expected =
      g_strdup_printf ("Launches: 3 launches, blocks 8192 → 64 → 1. Block 0 of launch 2 produces "
                       "%s. It reads 128 values from 128 blocks. Block 0 of launch 3 reads it.",
                       value);

  g_assert_cmpstr (ws_flow_get_title (scene, &defaults), ==, "Launches");
  g_assert_cmpstr (subtitle, ==, "3 launches, blocks 8192 → 64 → 1");
  g_assert_cmpstr (summary, ==, expected);
  /* one launch is drawn as what it is */
  g_assert_cmpstr (ws_flow_get_title (single, &defaults), ==, "Reduction tree");
}

/* A grid that a kernel launched: who did, what it waits for, and how far in it stands. */
static void
test_children (void)
{
  g_autoptr (WsScene) scene = make_scene (&runs[4], 6);
  g_autoptr (WsRun) tail = recorded_new (
      &(Recorded){ .kernel = "gpuRecursiveReduce", .spec = "h200", .n = 512, .block = 64 });
  g_autofree char *host = ws_launcher_name (scene->run, 0);
  g_autofree char *name = ws_launcher_name (scene->run, 6);
  g_autofree char *nested = ws_launcher_name (scene->run, 7);
  g_autofree char *waits = ws_launcher_describe (tail, 1);
  g_autofree char *of_host = ws_launcher_describe (tail, 0);
  g_autofree char *text = NULL;
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  g_autoptr (WsText) drawn = ws_text_new (NULL, theme);
  const WsMoment end = picture_get_end (scene);
  const WsTreeHit hit = { .kind = WS_TREE_HIT_BLOCK,
                          .launch = 6,
                          .block = 0,
                          .node = ws_pyramid_find (scene->pyramid, 6, 0) };
  WsLaunchesLayout l;

  /* 8 blocks, and of each 32, 16, 8, 4, 2 threads */
  g_assert_cmpuint (scene->run->n_launches, ==, 1 + 8 * 5);
  g_assert_null (host);
  g_assert_null (of_host);
  g_assert_cmpstr (name, ==, "by block 1, thread 0 of launch 1");
  g_assert_cmpstr (nested, ==, "by block 0, thread 0 of launch 7");
  g_assert_cmpstr (waits, ==,
                   "launched by block 0, thread 0 of launch 1, starting when that launch and all "
                   "its descendants have ended");
  text = ws_launches_hit_describe (scene, &end, &hit);
  g_assert_nonnull (strstr (
      text, "\nLaunch 7 was launched by block 1, thread 0 of launch 1, starting at once.\n"));
  ws_launches_layout_init (
      &l, drawn, &(WsFrame){ .scene = scene, .theme = theme, .width = 1280, .height = 550 });
  g_assert_cmpfloat (ws_launches_get_indent (&l, scene->run, 0), ==, 0);
  g_assert_cmpfloat (ws_launches_get_indent (&l, scene->run, 6), >, 0);
  g_assert_cmpfloat (ws_launches_get_indent (&l, scene->run, 7), ==,
                     2 * ws_launches_get_indent (&l, scene->run, 6));
}

static double
get_number (const WsData *data, guint row, guint column)
{
  return ws_data_get_cell (data, row, column)->number;
}

/* The rows of the table add up: what the last block takes is what the blocks before leave. */
static void
test_data (void)
{
  g_autoptr (WsScene) scene = make_scene (&runs[0], 2);
  WsFigureOptions options = WS_FIGURE_OPTIONS_INIT;
  g_autoptr (WsData) data = NULL;
  double sum = 0;
  double result = 0;
  guint n = 0;

  options.tree.layout = WS_PATTERN_PYRAMID;
  data = ws_data_new_for_view (WS_VIEW_TREE, scene, NULL, &options);
  for (guint i = 0; i < ws_data_get_n_rows (data); i++)
    if (get_number (data, i, 0) == 3)
      {
        g_assert_cmpfloat (get_number (data, i, 5), ==, 2);
        g_assert_cmpfloat (get_number (data, i, 6), ==, n);
        sum += get_number (data, i, 8);
        result = get_number (data, i, 4);
        n++;
      }
  g_assert_cmpuint (n, ==, 64);
  g_assert_cmpfloat (sum, ==, result);
  g_assert_cmpfloat (result, ==, (double)(gint32)scene->run->result);
}

/* While the block plays, only its launch's row changes. */
static void
test_parts (void)
{
  g_autoptr (WsScene) scene = make_scene (&runs[0], 1);
  g_autoptr (WsPainter) painter = ws_flow_painter_new (NULL);
  g_autoptr (GArray) before = g_array_new (FALSE, FALSE, sizeof (guint64));
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  guint n_changed = 0;

  for (guint step = 0; step < 2; step++)
    {
      WsMoment moment = picture_get_end (scene);
      const WsPart *parts;
      guint n;

      moment.position = step == 0 ? 0 : moment.position;
      ws_flow_painter_set (painter, &(WsFrame){ scene, &moment, theme, 1280, 550 }, &defaults);
      parts = ws_painter_get_parts (painter, &n);
      for (guint i = 0; i < n; i++)
        if (step == 0)
          g_array_append_val (before, parts[i].key);
        else
          n_changed += g_array_index (before, guint64, i) != parts[i].key;
      g_assert_cmpuint (before->len, ==, n);
    }
  g_assert_cmpuint (n_changed, ==, 1);
}

/* ---- pictures ---- */

static const struct {
  const char *name;
  guint run;
  guint launch;
  WsThemeKind theme;
  guint hide;
  gboolean hovers; /* over the first block */
} goldens[] = {
  { "launches-reduction-light", 0, 1, WS_THEME_LIGHT, 0, FALSE },
  { "launches-many-dark", 1, 4, WS_THEME_DARK, 0, FALSE },
  { "launches-scan-projector", 2, 2, WS_THEME_PROJECTOR, 0, TRUE },
  { "launches-hidden-light", 0, 1, WS_THEME_LIGHT, WS_HIDE_COUNTS, FALSE },
  { "launches-children-light", 4, 6, WS_THEME_LIGHT, 0, FALSE },
  { "launches-children-projector", 4, 7, WS_THEME_PROJECTOR, 0, TRUE },
  { "launches-check-light", 5, 2, WS_THEME_LIGHT, 0, FALSE },
  { "launches-check-dark", 5, 2, WS_THEME_DARK, 0, FALSE },
  { "launches-check-projector", 5, 1, WS_THEME_PROJECTOR, 0, FALSE },
  { "launches-check-hidden-light", 5, 2, WS_THEME_LIGHT, WS_HIDE_FAULT, FALSE },
};

static void
test_golden (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (WsScene) scene = make_scene (&runs[goldens[i].run], goldens[i].launch);
  WsTheme theme = picture_get_wordless_theme (goldens[i].theme);
  WsMoment moment = picture_get_end (scene);
  WsTreeOptions options = defaults;
  cairo_t *cr = picture_begin (&theme, 640, 400);
  cairo_surface_t *drawn;

  options.emphasis.hide = goldens[i].hide;
  if (goldens[i].hovers)
    {
      g_autoptr (WsText) text = ws_text_new (NULL, &theme);
      WsLaunchesLayout l;

      ws_launches_layout_init (
          &l, text, &(WsFrame){ .scene = scene, .theme = &theme, .width = 640, .height = 400 });
      moment.hover_x = l.rows[0].items[0].box.x + 2;
      moment.hover_y = l.rows[0].items[0].box.y + 2;
    }
  ws_draw_flow (cr, &(WsFrame){ scene, &moment, &theme, 640, 400 }, &options);
  drawn = picture_finish (cr);
  picture_check_golden (drawn, goldens[i].name);
  cairo_surface_destroy (drawn);
}

int
main (int argc, char **argv)
{
  texts_init ();
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autofree char *path = g_strdup_printf ("/draw/launches/sizes/%s", runs[i].kernel);

      g_test_add_data_func (path, &runs[i], test_sizes);
    }
  if (!texts_is_pseudo ())
    {
      g_test_add_func ("/draw/launches/pick", test_pick);
      g_test_add_func ("/draw/launches/words", test_words);
      g_test_add_func ("/draw/launches/data", test_data);
      g_test_add_func ("/draw/launches/children", test_children);
      g_test_add_func ("/draw/launches/parts", test_parts);
      for (guint i = 0; i < G_N_ELEMENTS (goldens); i++)
        {
          g_autofree char *path = g_strdup_printf ("/draw/launches/golden/%s", goldens[i].name);

          g_test_add_data_func (path, GUINT_TO_POINTER (i), test_golden);
        }
    }
  return g_test_run ();
}
