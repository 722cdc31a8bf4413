/* What holds for every drawing at every size: text inside the canvas, none over another, none too
 * small; boxes where they belong. */
#include "lanes/private.h"
#include "tree/layout.h"
#include "picture.h"
#include "texts.h"

typedef struct {
  double width;
  double height;
} Size;

static const Size sizes[] = { { 320, 240 },  { 700, 430 },   { 560, 600 },
                              { 1000, 560 }, { 1920, 1080 }, { 1080, 1920 },
                              { 2400, 400 }, { 3840, 2160 }, { 7680, 4320 } };
static const guint blocks[] = { 1, 2, 32, 128, 1024 };

/* Whether a value is on its way: it passes over what stands there. */
static gboolean
is_moving (const WsScene *scene, double position)
{
  for (guint i = 0; i < scene->dataflow->n_nodes; i++)
    {
      const WsNode *node = &scene->dataflow->nodes[i];
      if (node->event != WS_NONE && position > MIN (node->load_event, node->event - 1.)
          && position < node->event)
        return TRUE;
    }
  return FALSE;
}

/* (transfer full): what of a run no translator sees */
static char *
list_names (const WsScene *scene)
{
  const WsKernel *kernel = ws_run_get_kernel (scene->run, scene->launch);
  GString *names = g_string_new (kernel->source);

  g_string_append_printf (names, "\n%s\n%s\n%s\n%s", kernel->file, kernel->title,
                          scene->run->device_name, scene->run->title);
  for (guint i = 0; i < kernel->n_sites; i++)
    g_string_append_printf (names, "\n%s", ws_kernel_get_string (kernel, kernel->sites[i].text));
  for (guint i = 0; i < scene->run->regions->len; i++)
    g_string_append_printf (names, "\n%s",
                            ((const WsRegion *)g_ptr_array_index (scene->run->regions, i))->name);
  return g_string_free (names, FALSE);
}

static void
check_texts (WsView view, const WsScene *scene, const WsMoment *moment, const WsTheme *theme,
             double width, double height, gboolean figure)
{
  cairo_rectangle_t extents = { 0, 0, width, height };
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GArray) boxes = ws_text_watch (cr);
  gboolean moving = view == WS_VIEW_TREE && is_moving (scene, moment->position);
  g_autofree char *what = NULL;
  g_autofree char *names = NULL;

  if (figure)
    ws_draw_figure (cr, view, &(WsFrame){ scene, moment, theme, width, height }, NULL);
  else
    picture_draw (cr, view, scene, moment, theme, width, height);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  what = g_strdup_printf ("%s of %s, block of %u, position %.2f,", ws_view_get_name (view),
                          scene->run->id, ws_launch_get_n_threads (&scene->run->launches[0]),
                          moment->position);
  names = list_names (scene);
  texts_check (boxes, theme, what, names, moving, width, height);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
check_stages (const WsScene *scene, const WsTheme *theme, double width, double height, guint step)
{
  for (guint view = 0; view < WS_N_VIEWS; view++)
    for (guint stage = 0; stage < scene->stages->n_stages; stage += step)
      {
        WsMoment moment = { .position = ws_scene_stage_moment (scene, stage), .warp = stage };
        check_texts (view, scene, &moment, theme, width, height, stage % 2 == 0);
      }
}

/* Every shape of tree, at few sizes. */
static void
test_shapes (gconstpointer data)
{
  SyntheticKernel kernel = GPOINTER_TO_UINT (data);

  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    {
      g_autoptr (WsScene) scene = synthetic_scene_new (kernel, blocks[i], i % 3);

      check_stages (scene, ws_theme_get (WS_THEME_LIGHT), 700, 430, 3);
      check_stages (scene, ws_theme_get (WS_THEME_PROJECTOR), 1920, 1080, 4);
    }
}

/* Every size and theme, of few shapes. */
static void
test_sizes (gconstpointer data)
{
  const Size *size = data;
  static const SyntheticKernel kernels[] = { SYNTHETIC_INTERLEAVED, SYNTHETIC_CASCADE };

  for (guint k = 0; k < G_N_ELEMENTS (kernels); k++)
    {
      g_autoptr (WsScene) scene = synthetic_scene_new (kernels[k], k == 0 ? 128 : 64,
                                                       k == 0 ? SYNTHETIC_WIDE : SYNTHETIC_FLOAT);

      for (guint theme = 0; theme < WS_N_THEMES; theme++)
        check_stages (scene, ws_theme_get (theme), size->width, size->height, 3);
    }
}

/* Between the stages, while rows scroll and values travel, text keeps inside and is large enough.
 */
static void
test_on_the_way (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_CASCADE, 128, SYNTHETIC_SMALL);
  guint n = ws_scene_get_n_events (scene);

  for (guint i = 0; i < 60; i++)
    {
      WsMoment moment = { .position = (n - 1) * i / 59. };
      check_texts (i % 3, scene, &moment,
                   ws_theme_get (i % 2 == 0 ? WS_THEME_DARK : WS_THEME_PROJECTOR), 640, 360,
                   i % 4 == 0);
    }
}

static gboolean
is_inside (const WsBox *inner, const WsBox *outer)
{
  return inner->x >= outer->x - 0.01 && inner->y >= outer->y - 0.01
         && inner->x + inner->w <= outer->x + outer->w + 0.01
         && inner->y + inner->h <= outer->y + outer->h + 0.01;
}

static void
check_tree (const WsScene *scene, const WsTreeOptions *options, const WsTheme *theme, double width,
            double height)
{
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  WsMoment moment = { .position = ws_scene_get_n_events (scene) * 0.37 };
  WsBox canvas = { 0, 0, width, height };
  WsTreeLayout l;

  ws_tree_layout_init (&l, text, &(WsFrame){ scene, &moment, theme, width, height }, options);
  g_assert_cmpuint (l.count, >=, 1);
  g_assert_cmpuint (l.first + l.count, <=, scene->tree->n_columns);
  g_assert_true (is_inside (&l.rows, &canvas));
  g_assert_true (is_inside (&l.cells, &canvas));
  g_assert_cmpfloat (l.cell_w, <=, l.pitch_x + 1e-9);
  if (l.value_px > 0)
    g_assert_cmpfloat (l.value_chars * l.value_px * 0.61, <=, l.cell_w + 0.01);
  for (guint r = 0; r < scene->tree->n_rows; r++)
    {
      WsBox cell = ws_tree_layout_get_cell (&l, r, l.first + l.count - 1);
      WsBox thread = ws_tree_layout_get_thread (&l, r, l.first);
      WsBox before;

      if (ws_tree_layout_get_shown (&l, r) >= 1)
        g_assert_true (is_inside (&cell, &l.rows));
      if (r == 0)
        continue;
      before = ws_tree_layout_get_cell (&l, r - 1, l.first);
      g_assert_cmpfloat (cell.y, >=, before.y + before.h - 0.01);
      g_assert_cmpfloat (thread.y, >=, before.y + before.h - 0.01);
      g_assert_cmpfloat (thread.y + thread.h, <=, cell.y + 0.01);
      g_assert_cmpfloat (thread.w, <=, l.pitch_x + 0.01);
    }
  if (l.strip.h > 0)
    {
      g_assert_true (is_inside (&l.strip, &canvas));
      g_assert_true (is_inside (&l.strip_cells, &canvas));
      g_assert_true (is_inside (&l.strip_warps, &canvas));
      g_assert_true (is_inside (&l.frame, &canvas));
      g_assert_cmpfloat (l.strip.y, >=, l.rows.y + l.rows.h);
    }
}

static void
test_tree (void)
{
  for (guint kernel = 0; kernel < SYNTHETIC_N_KERNELS; kernel++)
    for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
      {
        g_autoptr (WsScene) scene = synthetic_scene_new (kernel, blocks[i], SYNTHETIC_SMALL);

        for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
          for (guint count = 0; count <= 1024; count = count == 0 ? 8 : count * 4)
            {
              WsTreeOptions options = { .focus = WS_TREE_FOCUS_WINDOW,
                                        .first = count * 3,
                                        .count = count,
                                        .show_strip = count != 32 };
              check_tree (scene, &options, ws_theme_get ((s + i) % WS_N_THEMES), sizes[s].width,
                          sizes[s].height);
            }
      }
}

static void
test_clamp (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_SEQUENTIAL, 256, SYNTHETIC_SMALL);
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  WsTreeOptions options = {
    .focus = WS_TREE_FOCUS_WINDOW, .first = 5000, .count = 64, .show_strip = TRUE, .zoom = 2
  };

  ws_tree_clamp_options (&(WsFrame){ .scene = scene, .theme = theme, .width = 1000, .height = 560 },
                         &options);
  g_assert_cmpuint (options.count, ==, 32);
  g_assert_cmpuint (options.first, ==, 256 - 32);
  g_assert_cmpfloat (options.zoom, ==, 1);
  options.zoom = 0.001;
  ws_tree_clamp_options (&(WsFrame){ .scene = scene, .theme = theme, .width = 1000, .height = 560 },
                         &options);
  g_assert_cmpuint (options.count, ==, 256);
  g_assert_cmpuint (options.first, ==, 0);
  g_assert_cmpuint (ws_tree_get_n_elements (scene), ==, 256);
}

static void
check_lanes (const WsScene *scene, const WsLanesOptions *options, const WsTheme *theme,
             double width, double height)
{
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  WsMoment moment = { .position = 0, .warp = 3 };
  WsBox canvas = { 0, 0, width, height };
  WsLanesLayout l;
  double bottom;

  ws_lanes_layout_init (&l, text, &(WsFrame){ scene, &moment, theme, width, height }, options);
  g_assert_true (is_inside (&l.instant, &canvas));
  for (guint warp = 0; warp < scene->warps->len; warp++)
    {
      WsBox row = ws_lanes_layout_get_row (&l, warp);

      g_assert_true (is_inside (&row, &l.instant));
      for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
        {
          WsBox box = ws_lanes_layout_get_lane (&l, warp, lane);
          g_assert_true (is_inside (&box, &row));
          g_assert_cmpfloat (box.w, >, 0.5);
          g_assert_cmpfloat (box.h, >, 0.5);
        }
    }
  bottom = l.instant.y + l.instant.h;
  if (l.stack.h > 0)
    {
      g_assert_cmpfloat (l.stack.y, >=, bottom);
      bottom = l.stack.y + l.stack.h;
    }
  if (l.cloth.h > 0)
    {
      g_assert_cmpfloat (l.ticks.y, >=, bottom);
      g_assert_cmpfloat (l.cloth.y, >=, l.ticks.y + l.ticks.h);
      g_assert_true (is_inside (&l.cloth, &canvas));
      g_assert_true (is_inside (&l.axis, &canvas));
    }
}

static void
test_lanes (void)
{
  static const WsLanesOptions options[] = {
    { FALSE }, { .hide_stack = TRUE }, { .hide_weave = TRUE }, { .first = 9, .count = 20 }
  };

  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    {
      g_autoptr (WsScene) scene =
          synthetic_scene_new (SYNTHETIC_INTERLEAVED, blocks[i], SYNTHETIC_SMALL);

      for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
        for (guint o = 0; o < G_N_ELEMENTS (options); o++)
          check_lanes (scene, &options[o], ws_theme_get ((s + o) % WS_N_THEMES), sizes[s].width,
                       sizes[s].height);
    }
}

/* Every moment can be drawn, in a corner of a screen too. */
static void
test_every_position (void)
{
  for (guint kernel = 0; kernel < SYNTHETIC_N_KERNELS; kernel++)
    {
      g_autoptr (WsScene) scene =
          synthetic_scene_new (kernel, kernel % 2 == 0 ? 64 : 96, SYNTHETIC_WIDE);
      guint n = ws_scene_get_n_events (scene);

      for (guint i = 0; i <= 24; i++)
        {
          WsMoment moment = { .position = (n - 1) * i / 24., .warp = i % 5 };
          cairo_surface_destroy (picture_new (i % WS_N_VIEWS, scene, &moment,
                                              ws_theme_get (i % WS_N_THEMES), 40 + 12 * i,
                                              300 - 11 * i));
        }
    }
}

int
main (int argc, char **argv)
{
  texts_init ();
  g_test_init (&argc, &argv, NULL);
  for (guint kernel = 0; kernel < SYNTHETIC_N_KERNELS; kernel++)
    {
      g_autofree char *path =
          g_strconcat ("/draw/layout/texts/", synthetic_get_name (kernel), NULL);
      g_test_add_data_func (path, GUINT_TO_POINTER (kernel), test_shapes);
    }
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/draw/layout/texts/%.0fx%.0f", sizes[i].width, sizes[i].height);
      g_test_add_data_func (path, &sizes[i], test_sizes);
    }
  g_test_add_func ("/draw/layout/texts/on-the-way", test_on_the_way);
  g_test_add_func ("/draw/layout/tree", test_tree);
  g_test_add_func ("/draw/layout/clamp", test_clamp);
  g_test_add_func ("/draw/layout/lanes", test_lanes);
  g_test_add_func ("/draw/layout/every-position", test_every_position);
  return g_test_run ();
}
