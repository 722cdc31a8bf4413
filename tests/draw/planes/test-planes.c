/* Planes: what is drawn of a dataflow that is no tree: everything in its place at every size and in
 * every theme, what is pointed at, what is said. */
#include "shapes.h"
#include "flow/flow.h"
#include "picture.h"
#include "planes/layout.h"
#include "record/file.h"
#include "scene/tree-model.h"
#include "texts.h"

#include <gio/gio.h>
#include <string.h>

static const struct {
  double width;
  double height;
} sizes[] = { { 640, 400 }, { 1280, 550 }, { 1920, 1080 }, { 3840, 2160 }, { 700, 900 } };

static const WsTreeOptions defaults = WS_TREE_OPTIONS_INIT;

static WsScene *
make_scene (const char *kernel, guint block)
{
  g_autoptr (WsRun) run = shapes_new (kernel);
  g_autoptr (GError) error = NULL;
  WsScene *scene = ws_scene_new (run, 0, block, &error);

  g_assert_no_error (error);
  return scene;
}

static void
check_inside (const WsBox *box, double width, double height)
{
  g_assert_cmpfloat (box->x, >=, -0.01);
  g_assert_cmpfloat (box->y, >=, -0.01);
  g_assert_cmpfloat (box->x + box->w, <=, width + 0.01);
  g_assert_cmpfloat (box->y + box->h, <=, height + 0.01);
}

/* Each value in view has room in its cell. */
static void
check_values (const WsScene *scene, const WsPlanesLayout *l, WsText *text)
{
  const WsPlanes *planes = scene->planes;

  for (guint32 cell = 0; cell < planes->n_cells; cell++)
    for (guint v = planes->first_version[cell]; v < planes->first_version[cell + 1]; v++)
      {
        const WsNode *node = &scene->dataflow->nodes[planes->versions[v]];
        g_autofree char *value = ws_tree_model_format_value (node, 0);
        WsBox box;

        if (node->reaches_result && ws_planes_layout_get_cell (l, planes, cell, &box))
          g_assert_cmpfloat (ws_text_width (text, WS_FACE_MONO_BOLD, l->value_px, value), <=,
                             box.w + 0.01);
      }
}

/* The value that stands out is in view with all that flows into it. */
static void
check_focus (const WsScene *scene, const WsPlanesLayout *l)
{
  const WsDataflow *flow = scene->dataflow;
  guint32 focus = ws_planes_get_focus (scene->planes, WS_NONE, G_MAXUINT32 - 1);
  WsBox box;

  g_assert_cmpuint (focus, !=, WS_NONE);
  g_assert_true (ws_planes_layout_get_cell (l, scene->planes, scene->planes->cell_of[focus], &box));
  for (guint k = 0; k < flow->nodes[focus].n_edges; k++)
    g_assert_true (ws_planes_layout_get_cell (
        l, scene->planes, scene->planes->cell_of[flow->edges[flow->nodes[focus].first_edge + k]],
        &box));
}

static void
check_layout (const WsScene *scene, const WsTheme *theme, double width, double height)
{
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  WsPlanesLayout l;

  ws_planes_layout_init (
      &l, text, &(WsFrame){ .scene = scene, .theme = theme, .width = width, .height = height },
      G_MAXUINT32 - 1, &defaults);
  g_assert_cmpuint (l.n_boxes, ==, scene->planes->n_planes);
  g_assert_cmpfloat (l.value_px, >=, ws_theme_get_min_text (theme, height) - 0.01);
  g_assert_cmpfloat (l.cell_w, <=, l.pitch_x);
  for (guint i = 0; i < l.n_boxes; i++)
    {
      check_inside (&l.boxes[i].cells, width, height);
      check_inside (&l.boxes[i].stacks, width, height);
      g_assert_cmpuint (l.boxes[i].n_columns, >, 0);
      for (guint k = 0; k < i; k++)
        {
          g_assert_false (picture_do_overlap (&l.boxes[i].cells, &l.boxes[k].cells));
          g_assert_false (picture_do_overlap (&l.boxes[i].stacks, &l.boxes[k].cells));
        }
    }
  if (l.strip.h > 0)
    check_inside (&l.frame, width, height);
  check_values (scene, &l, text);
  if (width >= 1280)
    check_focus (scene, &l);
}

static void
check_texts (const WsScene *scene, const WsMoment *moment, const WsTheme *theme, double width,
             double height)
{
  cairo_rectangle_t extents = { 0, 0, width, height };
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GArray) boxes = ws_text_watch (cr);
  g_autofree char *names = NULL;
  GString *list = g_string_new (ws_run_get_kernel (scene->run, 0)->source);

  for (guint i = 0; i < scene->planes->n_planes; i++)
    g_string_append_printf (list, "\n%s", scene->planes->planes[i].name);
  names = g_string_free (list, FALSE);
  ws_draw_flow (cr, &(WsFrame){ scene, moment, theme, width, height }, &defaults);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  texts_check (boxes, theme, scene->run->id, names, TRUE, width, height);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Where a run is to be kept, to look at what is drawn of it with the command line. */
static void
keep (WsRun *run)
{
  const char *folder = g_getenv ("KEEP_SHAPES");
  g_autofree char *name = g_strdup_printf ("%s.wsrun", run->id);
  g_autoptr (GFile) file = NULL;
  g_autoptr (GError) error = NULL;

  if (folder == NULL)
    return;
  file = g_file_new_build_filename (folder, name, NULL);
  ws_run_save (run, file, NULL, &error);
  g_assert_no_error (error);
}

/* Every size and theme; every stage at some. */
static void
test_kernel (gconstpointer data)
{
  const ShapesKernel *kernel = data;
  g_autoptr (WsScene) scene = make_scene (kernel->kernel, 0);
  const WsMoment end = picture_get_end (scene);

  keep (scene->run);
  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (WsThemeKind kind = 0; kind < WS_N_THEMES; kind++)
      {
        check_layout (scene, ws_theme_get (kind), sizes[s].width, sizes[s].height);
        check_texts (scene, &end, ws_theme_get (kind), sizes[s].width, sizes[s].height);
      }
  for (guint stage = 0; stage < scene->stages->n_stages; stage++)
    {
      WsMoment moment = end;

      moment.position = ws_scene_stage_moment (scene, stage) - 0.5;
      check_texts (scene, &moment, ws_theme_get (WS_THEME_PROJECTOR), 1280, 550);
    }
}

/* Every cell says what it is where it is. */
static void
test_pick (gconstpointer data)
{
  const ShapesKernel *kernel = data;
  g_autoptr (WsScene) scene = make_scene (kernel->kernel, 0);
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  const WsMoment end = picture_get_end (scene);
  WsTreeOptions options = defaults;
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  WsPlanesLayout l;
  guint n_seen = 0;

  options.layout = WS_PATTERN_PLAIN;
  ws_planes_layout_init (&l, text,
                         &(WsFrame){ .scene = scene, .theme = theme, .width = 1280, .height = 550 },
                         G_MAXUINT32 - 1, &options);
  for (guint32 cell = 0; cell < scene->planes->n_cells; cell++)
    {
      guint32 node = ws_planes_get_latest (scene->planes, cell, G_MAXUINT32 - 1);
      WsBox box;
      WsTreeHit hit;
      g_autofree char *words = NULL;

      if (node == WS_NONE || !ws_planes_layout_get_cell (&l, scene->planes, cell, &box))
        continue;
      g_assert_true (ws_flow_pick (&(WsFrame){ scene, &end, theme, 1280, 550 }, &options,
                                   box.x + box.w / 2, box.y + box.h / 2, &hit));
      g_assert_cmpint (hit.kind, ==, WS_TREE_HIT_CELL);
      g_assert_cmpuint (hit.node, ==, node);
      g_assert_cmpuint (hit.thread, ==, scene->dataflow->nodes[node].thread);
      words = ws_tree_hit_describe (scene, &end, &hit);
      g_assert_nonnull (words);
      n_seen++;
    }
  g_assert_cmpuint (n_seen, >, 8);
  g_assert_false (ws_flow_pick (&(WsFrame){ scene, &end, theme, 1280, 550 }, &options, 1, 1,
                                &(WsTreeHit){ 0 }));
}

/* Planes that have no room are seen in part: the part goes along the row with the tiles that are
 * loaded, its frame in the map with it; a click beside the frame is a place to go to, and what is
 * chosen stays. */
static void
test_follow (void)
{
  g_autoptr (WsScene) scene = make_scene ("product_tiled", 0);
  const WsTheme *theme = ws_theme_get (WS_THEME_PROJECTOR);
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  WsMoment moment = picture_get_end (scene);
  WsTreeOptions options = defaults;
  WsPlanesLayout before;
  WsPlanesLayout l;
  WsTreeHit hit;
  guint n_moves = 0;
  guint tile;

  for (guint event = 0; event < ws_scene_get_n_events (scene); event++)
    {
      ws_planes_layout_init (
          &l, text, &(WsFrame){ .scene = scene, .theme = theme, .width = 560, .height = 760 },
          event, &options);
      g_assert_cmpuint (l.count, <, l.n_columns);
      g_assert_cmpstr (scene->planes->planes[l.mapped].name, ==, "a");
      g_assert_cmpuint (l.n_columns, ==, 12);
      g_assert_cmpuint (l.n_rows, ==, 4);
      /* the tile of the stage, of four columns, is the one that is seen */
      tile = 4 * MIN (ws_scene_stage_at (scene, event), 2);
      g_assert_cmpuint (l.first + l.count / 2, >=, tile);
      g_assert_cmpuint (l.first + l.count / 2, <=, tile + 4);
      if (event > 0)
        {
          g_assert_cmpuint (l.first, >=, before.first);
          n_moves += !ws_planes_layout_is_same (&l, &before);
          g_assert_cmpint (l.frame.x > before.frame.x, ==, l.first > before.first);
        }
      check_inside (&l.frame, l.strip_cells.x + l.strip_cells.w, l.strip.y + l.strip.h);
      g_assert_cmpfloat (l.frame.w / l.strip_cells.w, <, l.count / 12. + 0.01);
      before = l;
    }
  /* three tiles */
  g_assert_cmpuint (n_moves, ==, 2);
  g_assert_cmpuint (l.first + l.count, >, 8);
  g_assert_true (ws_flow_pick (&(WsFrame){ scene, &moment, theme, 560, 760 }, &options,
                               l.strip_cells.x + 1, l.strip_cells.y + l.strip_cells.h - 1, &hit));
  g_assert_cmpint (hit.kind, ==, WS_TREE_HIT_STRIP);
  g_assert_cmpuint (hit.element, ==, 0);
  g_assert_cmpfloat (hit.strip_row, >, 3.5);
  g_assert_true (ws_flow_pick (&(WsFrame){ scene, &moment, theme, 560, 760 }, &options,
                               l.frame.x + l.frame.w / 2, l.frame.y + 1, &hit));
  g_assert_cmpint (hit.kind, ==, WS_TREE_HIT_FRAME);
  options.focus = WS_TREE_FOCUS_WINDOW;
  options.first = 2;
  options.first_row = 99;
  ws_flow_clamp_options (&(WsFrame){ scene, &moment, theme, 560, 760 }, &options);
  g_assert_cmpuint (options.first, ==, 2);
  g_assert_cmpuint (options.first_row, ==, l.n_rows - l.count_rows);
  ws_planes_layout_init (&l, text,
                         &(WsFrame){ .scene = scene, .theme = theme, .width = 560, .height = 760 },
                         0, &options);
  g_assert_cmpuint (l.first, ==, 2);
  g_assert_cmpuint (l.first_row, ==, options.first_row);
}

/* A plane is drawn anew where what is seen of it is another part, and not else. */
static void
test_follow_parts (void)
{
  g_autoptr (WsScene) scene = make_scene ("product_tiled", 0);
  g_autoptr (WsPainter) painter = ws_flow_painter_new (NULL);
  g_autoptr (WsText) text = ws_text_new (NULL, ws_theme_get (WS_THEME_PROJECTOR));
  const WsTheme *theme = ws_theme_get (WS_THEME_PROJECTOR);
  WsMoment moment = picture_get_end (scene);
  WsPlanesLayout before = { 0 };
  guint64 key = 0;

  for (guint event = 0; event < ws_scene_get_n_events (scene); event++)
    {
      WsPlanesLayout l;
      const WsPart *parts;
      guint n;

      moment.position = event;
      ws_planes_layout_init (
          &l, text, &(WsFrame){ .scene = scene, .theme = theme, .width = 560, .height = 760 },
          event, &defaults);
      ws_flow_painter_set (painter, &(WsFrame){ scene, &moment, theme, 560, 760 }, &defaults);
      parts = ws_painter_get_parts (painter, &n);
      /* that of the strip depends on the layout alone */
      if (event > 0)
        g_assert_cmpint (key == parts[n - 1].key, ==, ws_planes_layout_is_same (&l, &before));
      key = parts[n - 1].key;
      before = l;
    }
}

/* ---- what is known of single ones ---- */

/* The rows of two-dimensional data are found where the threads of a block reach. */
static void
test_rows (void)
{
  static const struct {
    const char *kernel;
    const char *plane;
    guint rows, columns;
    guint64 pitch;
  } cases[] = {
    { "convolution_2d", "in", 7, 7, 7 },
    { "convolution_2d", "out", 7, 7, 7 },
    { "convolution_2d", "constant memory", 5, 5, 5 },
    { "product_tiled", "a", 4, 12, 12 },
    { "product_tiled", "b", 12, 4, 12 },
    { "product_tiled", "as", 4, 4, 4 },
    { "product_tiled", "bs", 4, 4, 4 },
    { "product_tiled", "c", 4, 4, 12 },
    { "transpose_padded", "tile", 8, 8, 9 },
    { "transpose_padded", "out", 8, 8, 12 },
    { "convolution", "in", 1, 18, 0 },
    { "histogram", "local", 1, 8, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WsScene) scene = make_scene (cases[i].kernel, 0);
      const WsPlane *plane = NULL;

      for (guint k = 0; k < scene->planes->n_planes; k++)
        if (g_str_equal (scene->planes->planes[k].name, cases[i].plane))
          plane = &scene->planes->planes[k];
      g_test_message ("%s of %s", cases[i].plane, cases[i].kernel);
      g_assert_nonnull (plane);
      g_assert_cmpuint (plane->n_rows, ==, cases[i].rows);
      g_assert_cmpuint (plane->n_columns, ==, cases[i].columns);
      g_assert_cmpuint (plane->pitch, ==, cases[i].pitch);
    }
}

/* The window of five by five reaches two cells beyond each edge of the 7x7 example, whose element
 * in row 2 and column 2 becomes 321. */
static void
test_convolution (void)
{
  g_autoptr (WsScene) scene = make_scene ("convolution_2d", 0);
  g_autoptr (WsScene) edge = make_scene ("convolution", 3);
  const WsPlane *in = &scene->planes->planes[0];
  const WsPlane *out = &scene->planes->planes[scene->planes->n_planes - 1];
  guint32 node = ws_planes_get_latest (scene->planes, out->first_cell + 2 * 7 + 2, G_MAXUINT32 - 1);

  g_assert_cmpuint (in->ghost_left, ==, 2);
  g_assert_cmpuint (in->ghost_right, ==, 2);
  g_assert_cmpuint (in->ghost_above, ==, 2);
  g_assert_cmpuint (in->ghost_below, ==, 2);
  g_assert_cmpuint (out->ghost_left, ==, 0);
  g_assert_cmpuint (scene->dataflow->nodes[node].value, ==, 321);
  g_assert_cmpuint (scene->dataflow->nodes[node].n_edges, ==, 50);
  /* the last block has ghosts at its right alone */
  g_assert_cmpuint (edge->planes->planes[0].ghost_left, ==, 0);
  g_assert_cmpuint (edge->planes->planes[0].ghost_right, ==, 2);
}

/* What piles up on a bin is what it counts, in the order in which it came. */
static void
test_stacks (void)
{
  g_autoptr (WsScene) scene = make_scene ("histogram", 0);
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  const WsMoment end = picture_get_end (scene);
  const WsPlanes *planes = scene->planes;
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  WsPlanesLayout l;
  guint n_bricks = 0;

  ws_planes_layout_init (&l, text,
                         &(WsFrame){ .scene = scene, .theme = theme, .width = 1280, .height = 550 },
                         G_MAXUINT32 - 1, &defaults);
  g_assert_cmpstr (planes->planes[planes->stacked].name, ==, "local");
  for (guint bin = 0; bin < 8; bin++)
    {
      guint32 cell = planes->planes[planes->stacked].first_cell + bin;
      guint32 latest = ws_planes_get_latest (planes, cell, G_MAXUINT32 - 1);
      guint n = (guint)scene->dataflow->nodes[latest].value;
      guint32 before = 0;

      for (guint k = 0; k < n; k++)
        {
          WsBox box;
          WsTreeHit hit;

          g_assert_true (ws_planes_layout_get_stack (&l, planes, cell, k, &box));
          check_inside (&box, 1280, 550);
          g_assert_true (ws_flow_pick (&(WsFrame){ scene, &end, theme, 1280, 550 }, &defaults,
                                       box.x + box.w / 2, box.y + box.h / 2, &hit));
          g_assert_cmpuint (planes->cell_of[hit.node], ==, cell);
          g_assert_cmpuint (scene->dataflow->nodes[hit.node].value, ==, k + 1);
          g_assert_cmpuint (hit.node, >, before);
          before = hit.node;
          n_bricks++;
        }
      g_assert_cmpuint (n, <=, planes->highest);
    }
  g_assert_cmpuint (n_bricks, ==, 32);
}

/* As what it is drawn: what suits best, or what is asked for. */
static void
test_choice (void)
{
  g_autoptr (WsScene) scene = make_scene ("scan_two_buffers", 0);
  g_autoptr (WsScene) tree = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 64, SYNTHETIC_SMALL);
  WsTreeOptions options = defaults;

  g_assert_cmpstr (ws_flow_get_title (scene, &options), ==, "Scan");
  g_assert_cmpstr (ws_flow_get_title (tree, &options), ==, "Reduction tree");
  /* what changes between two buffers stays in the column of its thread */
  g_assert_cmpuint (ws_flow_get_n_elements (scene, &options), ==, 8);
  g_assert_true (scene->tree->by_thread);
  options.layout = WS_PATTERN_PLAIN;
  g_assert_cmpstr (ws_flow_get_title (scene, &options), ==, "Data flow");
  g_assert_cmpuint (ws_flow_get_n_elements (scene, &options), ==, 16);
}

/* Each step of the sweep down is one row: two values change places, and one is added. */
static void
test_sweeps (void)
{
  static const char *titles[] = { "load",     "stride 1", "stride 2", "stride 4",
                                  "stride 8", "load",     "stride 8", "stride 4",
                                  "stride 2", "stride 1", "results" };
  g_autoptr (WsScene) scene = make_scene ("scan_work_efficient", 0);
  const WsTreeModel *model = scene->tree;
  const WsTreeRow *row = &model->rows[9];

  g_assert_cmpuint (model->n_rows, ==, G_N_ELEMENTS (titles));
  for (guint r = 0; r < model->n_rows; r++)
    g_assert_cmpstr (model->rows[r].title, ==, titles[r]);
  g_assert_cmpuint (row->n_nodes, ==, 16);
  for (guint i = 0; i < row->n_nodes; i++)
    {
      const WsNode *node = &model->dataflow->nodes[model->nodes[row->first + i]];

      g_assert_cmpuint (node->n_edges, ==, i % 2 == 0 ? 1 : 2);
    }
}

/* A block that does too much to be shown so, and one that does nothing. */
static void
test_hostile (void)
{
  g_autoptr (WsRun) run = shapes_new ("product_tiled");
  guint n = 100000;
  WsDataflow many = {
    .nodes = g_new0 (WsNode, n), .n_nodes = n, .edges = g_new0 (guint32, n), .n_edges = n
  };
  WsDataflow none = { .nodes = g_new0 (WsNode, 1) };
  g_autoptr (WsPlanes) planes = NULL;
  g_autoptr (WsPlanes) empty = NULL;

  /* all over memory, and each made of any before */
  for (guint i = 0; i < n; i++)
    {
      many.nodes[i] = (WsNode){ .address = (guint64)g_test_rand_int () << 20,
                                .event = i % 3 == 0 ? WS_NONE : i,
                                .thread = i % 3 == 0 ? WS_NONE : i % 1024,
                                .op_site = WS_NONE,
                                .first_edge = i,
                                .n_edges = i > 0,
                                .space = (guint8)(i % (WS_SPACE_LAST + 1)),
                                .width_bytes = (guint8)(1 << i % 4),
                                .reaches_result = i % 2,
                                .has_value = TRUE };
      many.edges[i] = i > 0 ? (guint32)g_test_rand_int_range (0, (gint32)i) : 0;
    }
  planes = ws_planes_new (run, 0, &many);
  for (guint32 i = 0; i < n; i++)
    if (planes->cell_of[i] != WS_NONE)
      {
        g_assert_cmpuint (planes->cell_of[i], <, planes->n_cells);
        g_assert_cmpuint (ws_planes_get_plane (planes, planes->cell_of[i]), <, planes->n_planes);
      }
  g_assert_cmpuint (planes->n_planes, >, 0);
  empty = ws_planes_new (run, 0, &none);
  g_assert_cmpuint (empty->n_planes, ==, 0);
  g_assert_cmpuint (ws_planes_get_focus (empty, WS_NONE, 0), ==, WS_NONE);
  g_free (many.nodes);
  g_free (many.edges);
  g_free (none.nodes);
}

/* ---- pictures ---- */

static const struct {
  const char *name;
  const char *kernel;
  double stage; /* its telling instant, and a part of the way to it */
  WsThemeKind theme;
  guint hide;
} goldens[] = {
  { "planes-stencil-light", "convolution_2d", 0, WS_THEME_LIGHT, 0 },
  { "planes-tiles-projector", "product_tiled", 3, WS_THEME_PROJECTOR, 0 },
  { "planes-transpose-dark", "transpose_padded", 0, WS_THEME_DARK, 0 },
  { "planes-scatter-light", "histogram", 1, WS_THEME_LIGHT, 0 },
  { "planes-map-dark", "sum_of_two", 0, WS_THEME_DARK, 0 },
  { "planes-plain-light", "tangle", 1, WS_THEME_LIGHT, 0 },
  { "planes-hidden-projector", "convolution", 0, WS_THEME_PROJECTOR, WS_HIDE_VALUES },
  { "scan-two-buffers-light", "scan_two_buffers", 3, WS_THEME_LIGHT, 0 },
  { "scan-work-efficient-projector", "scan_work_efficient", 7, WS_THEME_PROJECTOR, 0 },
};

static void
test_golden (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (WsScene) scene = make_scene (goldens[i].kernel, 0);
  WsTheme theme = picture_get_wordless_theme (goldens[i].theme);
  WsMoment moment = picture_get_end (scene);
  WsTreeOptions options = defaults;
  cairo_t *cr = picture_begin (&theme, 720, 400);
  cairo_surface_t *drawn;

  moment.position = ws_scene_stage_moment (scene, (guint)goldens[i].stage);
  options.emphasis.hide = goldens[i].hide;
  ws_draw_flow (cr, &(WsFrame){ scene, &moment, &theme, 720, 400 }, &options);
  drawn = picture_finish (cr);
  picture_check_golden (drawn, goldens[i].name);
  cairo_surface_destroy (drawn);
}

int
main (int argc, char **argv)
{
  guint n_kernels;
  const ShapesKernel *kernels = shapes_get_kernels (&n_kernels);

  texts_init ();
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < n_kernels; i++)
    {
      g_autofree char *path = g_strdup_printf ("/draw/planes/layout/%s", kernels[i].kernel);
      g_autofree char *pick = g_strdup_printf ("/draw/planes/pick/%s", kernels[i].kernel);

      g_test_add_data_func (path, &kernels[i], test_kernel);
      g_test_add_data_func (pick, &kernels[i], test_pick);
    }
  g_test_add_func ("/draw/planes/follow", test_follow);
  g_test_add_func ("/draw/planes/follow-parts", test_follow_parts);
  g_test_add_func ("/draw/planes/rows", test_rows);
  g_test_add_func ("/draw/planes/convolution", test_convolution);
  g_test_add_func ("/draw/planes/stacks", test_stacks);
  g_test_add_func ("/draw/planes/choice", test_choice);
  g_test_add_func ("/draw/planes/sweeps", test_sweeps);
  g_test_add_func ("/draw/planes/hostile", test_hostile);
  for (guint i = 0; i < G_N_ELEMENTS (goldens); i++)
    {
      g_autofree char *path = g_strdup_printf ("/draw/planes/golden/%s", goldens[i].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_golden);
    }
  return g_test_run ();
}
