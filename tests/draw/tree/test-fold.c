/* The folded tree of every reduction and block size: whatever its size, each number in view can be
 * read, and what is combined is in view with what it becomes. */
#include "recorded.h"
#include "tree/fold.h"
#include "tree/layout.h"
#include "tree/tree.h"

#include <string.h>

static const struct {
  double width;
  double height;
} sizes[] = { { 1280, 720 }, { 1366, 768 }, { 1920, 1080 }, { 3840, 2160 } };

/* Of a picture's height: the rest is its title and caption. */
#define SHARE_OF_TREE 0.76

typedef struct {
  const WsTreeModel *model;
  const WsTreeLayout *layout;
  WsText *text;
  gboolean is_ticket; /* kernel 11 */
} View;

/* Whether all that flows into @node is in view. */
static gboolean
is_told (const View *self, guint32 node)
{
  const WsDataflow *flow = self->model->dataflow;
  const WsNode *n = &flow->nodes[node];

  if (n->n_edges == 0)
    return FALSE;
  for (guint i = 0; i < MIN (n->n_edges, 2); i++)
    {
      guint32 source = flow->edges[n->first_edge + i];

      if (self->model->row_of[source] != WS_NONE
          && ws_tree_layout_get_slot (self->layout, self->model->column_of[source]) == WS_NONE
          && !self->layout->has_guests)
        return FALSE;
    }
  return TRUE;
}

static void
check_value (const View *self, guint32 id, double room)
{
  const WsNode *node = &self->model->dataflow->nodes[id];
  g_autofree char *value = NULL;

  /* what atomicInc leaves behind depends on the grid's size, which no data carries */
  if (!node->has_value && node->space == WS_SPACE_GLOBAL && self->is_ticket)
    return;
  if (!node->has_value)
    g_error ("node %u of column %u has no value", id, self->model->column_of[id]);
  value = ws_tree_model_format_value (node, 0);
  g_assert_cmpfloat (ws_text_width (self->text, WS_FACE_MONO_BOLD, self->layout->value_px, value),
                     <=, room + 0.01);
}

/* Inputs one by one: each has its place in the cell above its sum, and room for its value. */
static void
check_inputs (const View *self, guint32 column)
{
  const WsTreeLayout *l = self->layout;
  guint first = self->model->first_input[column];
  guint n = self->model->first_input[column + 1] - first;
  WsBox cell = ws_tree_layout_get_cell (l, 0, column);
  WsBox load = ws_tree_layout_get_cell (l, 1, column);

  g_assert_cmpfloat (cell.y + cell.h, <, load.y);
  for (guint k = 0; k < n && n > 1 && !ws_tree_layout_has_stack (l, n); k++)
    {
      const WsNode *node = &self->model->dataflow->nodes[self->model->nodes[first + k]];
      WsBox box = ws_tree_layout_get_input (l, &cell, k, n);
      g_autofree char *value = ws_value_format (node->value_type, node->value, 0);

      g_assert_cmpfloat (box.x, >=, cell.x - 0.01);
      g_assert_cmpfloat (box.x + box.w, <=, cell.x + cell.w + 0.01);
      g_assert_cmpfloat (box.y + box.h, <=, cell.y + cell.h + 0.01);
      g_assert_cmpfloat (box.h, >=, l->input_px);
      g_assert_cmpfloat (ws_text_width (self->text, WS_FACE_MONO, l->input_px, value), <=,
                         box.w + 0.01);
      for (guint other = 0; other < k; other++)
        {
          WsBox before = ws_tree_layout_get_input (l, &cell, other, n);

          g_assert_true (before.x + before.w <= box.x + 0.01
                         || before.y + before.h <= box.y + 0.01);
        }
    }
}

static void
check_row (const View *self, guint r)
{
  const WsTreeModel *model = self->model;
  const WsTreeLayout *l = self->layout;
  const WsTreeRow *row = &model->rows[r];
  guint n_told = 0;

  for (guint slot = 0; slot < l->count; slot++)
    {
      guint32 column = ws_tree_layout_get_column (l, slot);
      guint32 own = ws_tree_model_get_node (model, r, column);
      guint32 shown = own;

      if (row->kind == WS_TREE_ROW_INPUTS && model->grouped)
        check_inputs (self, column);

      if (own == WS_NONE && row->kind == WS_TREE_ROW_CELLS)
        shown = ws_tree_model_get_latest (model, r, column);
      if (shown != WS_NONE && row->kind != WS_TREE_ROW_INPUTS)
        check_value (self, shown, l->widths[slot]);
      n_told += own != WS_NONE && model->dataflow->nodes[own].reaches_result && is_told (self, own);
    }
  if (row->kind != WS_TREE_ROW_INPUTS && row->n_alive > 0 && row->most_sources > 0)
    g_assert_cmpuint (n_told, >=, 1);
}

static void
check_slots (const View *self)
{
  const WsTreeLayout *l = self->layout;
  guint n_folded = 0;

  for (guint slot = 0; slot <= l->count; slot++)
    {
      double x;
      double before = slot > 0 ? l->lefts[slot - 1] + l->widths[slot - 1] : 0;
      double after = slot < l->count ? l->lefts[slot] : l->cells.w;
      guint n = ws_tree_layout_get_fold (l, self->model, slot, &x);

      g_assert_cmpfloat (before, <=, after + 0.01);
      n_folded += n;
      if (slot < l->count)
        g_assert_cmpuint (ws_tree_layout_get_slot (l, ws_tree_layout_get_column (l, slot)), ==,
                          slot);
      if (n > 0)
        {
          g_autofree char *number = g_strdup_printf ("+%u", n);

          g_assert_cmpfloat (ws_text_width (self->text, WS_FACE_MONO, l->index_px, number), <=,
                             after - before + 0.01);
          g_assert_cmpfloat (x, >, l->cells.x + before - 0.01);
          g_assert_cmpfloat (x, <, l->cells.x + after + 0.01);
        }
    }
  g_assert_cmpuint (n_folded, ==, l->n_folded);
  g_assert_cmpuint (n_folded + l->count, ==, self->model->n_columns);
}

static void
check (const WsScene *scene, const WsTheme *theme, double width, double height)
{
  static const WsTreeOptions options = WS_TREE_OPTIONS_INIT;
  const WsMoment moment = { .position = ws_scene_get_n_events (scene), .hover_x = -1 };
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  WsTreeLayout l;
  View view = { scene->tree, &l, text,
                g_str_has_prefix (ws_run_get_kernel (scene->run, scene->launch)->entry,
                                  "_Z8reduce11") };

  ws_tree_layout_init (&l, text, &(WsFrame){ scene, &moment, theme, width, height }, &options);
  g_assert_true (l.folded);
  g_assert_cmpint (l.detail, ==, WS_TREE_DETAIL_VALUES);
  g_assert_cmpfloat (l.value_px, >=, ws_theme_get_min_text (theme, height));
  g_test_message ("block of %u, launch %u, %u columns, %u rows, %.0f x %.0f: %u seen",
                  ws_launch_get_n_threads (&scene->run->launches[scene->launch]), scene->launch,
                  scene->tree->n_columns, scene->tree->n_rows, width, height, l.n_visible);
  /* the block of kernel 11 that finishes, too, which reduces twice */
  g_assert_cmpuint (l.n_visible, ==, scene->tree->n_rows);
  g_assert_cmpfloat (l.cells.x + l.cells.w, <=, width);
  if (l.strip.h > 0)
    g_assert_cmpfloat (l.strip_cells.h, <, height * 0.1);
  check_slots (&view);
  for (guint r = 0; r < scene->tree->n_rows; r++)
    check_row (&view, r);
}

static void
test_kernel (gconstpointer data)
{
  for (guint block = 1; block <= 1024; block *= 2)
    {
      g_autoptr (WsRun) run =
          recorded_new (&(Recorded){ .kernel = data, .spec = "h200", .n = 4096, .block = block });

      for (guint launch = 0; launch < run->n_launches; launch++)
        {
          g_autoptr (WsScene) scene = ws_scene_new (run, launch, 0, NULL);

          for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
            for (WsThemeKind kind = 0; kind < WS_N_THEMES; kind++)
              check (scene, ws_theme_get (kind), sizes[s].width, sizes[s].height * SHARE_OF_TREE);
        }
    }
}

/* The columns that four combinations of each row need, as they can be counted on paper. */
static void
test_columns (void)
{
  static const guint32 sequential[] = { 0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
                                        16, 17, 18, 19, 32, 33, 34, 35, 64, 65, 66, 67 };
  static const guint32 interleaved[] = { 0,  1,  2,  3,  4,  5,  6,  7,  8,  10, 12, 14,
                                         16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112 };
  const struct {
    const char *kernel;
    const guint32 *columns;
  } cases[] = { { "reduce3", sequential }, { "reduce1", interleaved } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WsRun) run = recorded_new (
          &(Recorded){ .kernel = cases[i].kernel, .spec = "h200", .n = 4096, .block = 128 });
      g_autoptr (WsScene) scene = ws_scene_new (run, 0, 0, NULL);
      guint32 columns[64] = { 0 };

      g_assert_cmpuint (ws_tree_fold (scene->tree, 4, columns, 64), ==, 24);
      g_assert_cmpmem (columns, 24 * sizeof *columns, cases[i].columns, 24 * sizeof *columns);
      g_assert_cmpuint (ws_tree_fold (scene->tree, 1, columns, 64), ==, 8);
      for (guint c = 1; c < 8; c++)
        g_assert_cmpuint (columns[c], ==, 1u << (c - 1));
      g_assert_cmpuint (ws_tree_fold (scene->tree, 64, columns, 64), >, 64);
      g_assert_cmpuint (ws_tree_fold_get_most (scene->tree), ==, 128);
    }
}

/* A block of four warps is seen as one of them, or half of one, and as nothing less: so many
 * columns side by side, and with them, where they have room, the few from which they take values.
 */
static void
test_near (void)
{
  static const struct {
    const char *kernel;
    guint n_with_sources;
  } cases[] = { { "reduce3", 32 + 32 + 32 }, { "reduce1", 32 + 2 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
      g_autoptr (WsText) text = ws_text_new (NULL, theme);
      g_autoptr (WsRun) run = recorded_new (
          &(Recorded){ .kernel = cases[i].kernel, .spec = "h200", .n = 4096, .block = 128 });
      g_autoptr (WsScene) scene = ws_scene_new (run, 0, 0, NULL);
      const WsMoment moment = { .position = 0, .hover_x = -1 };
      guint32 columns[128] = { 0 };

      g_assert_cmpuint (ws_tree_fold_near (scene->tree, 32, FALSE, columns, 128), ==, 32);
      for (guint c = 0; c < 32; c++)
        g_assert_cmpuint (columns[c], ==, c);
      g_assert_cmpuint (ws_tree_fold_near (scene->tree, 32, TRUE, columns, 128), ==,
                        cases[i].n_with_sources);
      g_assert_cmpuint (columns[32], ==, 32);
      for (guint count = 0; count <= 32; count += 16)
        for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
          {
            WsTreeOptions options = WS_TREE_OPTIONS_INIT;
            WsTreeLayout l;

            options.count = count;
            ws_tree_layout_init (&l, text,
                                 &(WsFrame){ scene, &moment, theme, sizes[s].width,
                                             sizes[s].height * SHARE_OF_TREE },
                                 &options);
            /* 32 columns want more than 1280 pixels, with text of 11 */
            g_assert_true (l.folded || (count == 32 && sizes[s].width < 1366));
            g_assert_cmpuint (l.count, >=, count > 0 ? count : 16);
            if (count > 0 && l.has_guests)
              g_assert_cmpuint (l.count, ==, count);
          }
    }
}

/* A small pane has no room for the numbers of what is folded, and all for the values. */
static void
test_small (void)
{
  static const WsTreeOptions options = WS_TREE_OPTIONS_INIT;
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  g_autoptr (WsRun) run =
      recorded_new (&(Recorded){ .kernel = "reduce1", .spec = "h200", .n = 4096, .block = 128 });
  g_autoptr (WsScene) scene = ws_scene_new (run, 0, 0, NULL);
  const WsMoment moment = { .position = 0, .hover_x = -1 };
  WsTreeLayout l;

  ws_tree_layout_init (&l, text, &(WsFrame){ scene, &moment, theme, 400, 240 }, &options);
  g_assert_true (l.folded);
  g_assert_cmpuint (l.count, ==, 8);
  g_assert_cmpuint (l.n_folded, ==, 120);
  g_assert_cmpint (l.detail, ==, WS_TREE_DETAIL_VALUES);
  g_assert_cmpfloat (l.cells.x + l.cells.w, <=, 400);
}

/* How many elements each cell sums is said of a row whose cells all sum as many. */
static void
test_elements (void)
{
  g_autoptr (WsRun) run =
      recorded_new (&(Recorded){ .kernel = "reduce3", .spec = "h200", .n = 4096, .block = 128 });
  g_autoptr (WsScene) scene = ws_scene_new (run, 0, 0, NULL);

  for (guint r = 0; r < 8; r++)
    g_assert_cmpuint (scene->tree->rows[r].n_elements, ==, 1u << r);
}

/* Four loads of sixteen bytes: sixteen elements, as memory and time have them. */
static void
test_wide_loads (void)
{
  static const WsTreeOptions options = WS_TREE_OPTIONS_INIT;
  const WsTheme *theme = ws_theme_get (WS_THEME_PROJECTOR);
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  g_autoptr (WsRun) run =
      recorded_new (&(Recorded){ .kernel = "reduce10", .spec = "h200", .n = 8192, .block = 512 });
  g_autoptr (WsScene) scene = ws_scene_new (run, 0, 0, NULL);
  const WsTreeModel *model = scene->tree;
  const WsMoment moment = { .position = 0, .hover_x = -1 };
  gint64 sum = 0;
  WsTreeHit hit;
  WsTreeLayout l;
  WsBox cell;

  ws_tree_layout_init (&l, text, &(WsFrame){ scene, &moment, theme, 1280, 550 }, &options);
  g_assert_cmpuint (l.n_wide, ==, 4);
  g_assert_cmpuint (model->n_loads, ==, 4);
  g_assert_cmpuint (model->first_input[1] - model->first_input[0], ==, 16);
  cell = ws_tree_layout_get_cell (&l, 0, 0);
  for (guint k = 0; k < 16; k++)
    {
      guint32 id = model->nodes[model->first_input[0] + k];
      const WsNode *node = &model->dataflow->nodes[id];
      const WsNode *first = &model->dataflow->nodes[model->nodes[model->first_input[0]]];
      WsBox box = ws_tree_layout_get_input (&l, &cell, k, 16);

      g_assert_cmpuint (node->address - first->address, ==, k / 4 * 512 * 16 + k % 4 * 4);
      sum += (gint32)node->value;
      g_assert_true (ws_tree_pick (&(WsFrame){ scene, &moment, theme, 1280, 550 }, &options,
                                   box.x + box.w / 2, box.y + box.h / 2, &hit));
      g_assert_cmpuint (hit.node, ==, id);
    }
  g_assert_cmpint (sum, ==,
                   (gint32)model->dataflow->nodes[ws_tree_model_get_node (model, 1, 0)].value);
}

/* A sum and a count in one word are two numbers, wherever they are seen. */
static void
test_packed (void)
{
  g_autoptr (WsRun) run =
      recorded_new (&(Recorded){ .kernel = "reduce10", .spec = "h200", .n = 4096, .block = 128 });
  g_autoptr (WsScene) scene = ws_scene_new (run, 0, 0, NULL);
  const WsDataflow *flow = scene->dataflow;
  guint n_packed = 0;

  for (guint i = 0; i < flow->n_nodes; i++)
    {
      const WsNode *node = &flow->nodes[i];
      g_autofree char *value = NULL;
      g_autofree char *expected = NULL;
      const WsNode *sum = NULL;

      if (!node->is_packed)
        continue;
      value = ws_tree_model_format_value (node, 0);
      /* what was in the place, and the block's sum */
      for (guint k = 0; k < node->n_edges; k++)
        if (flow->nodes[flow->edges[node->first_edge + k]].event != WS_NONE)
          sum = &flow->nodes[flow->edges[node->first_edge + k]];
      g_assert_nonnull (sum);
      expected = g_strdup_printf ("%d|1", (gint32)sum->value);
      g_assert_cmpstr (value, ==, expected);
      n_packed++;
    }
  g_assert_cmpuint (n_packed, ==, 1);
}

/* Whether what a node is made of stands above it, and makes its value: sums of integers. */
static void
check_sum (const WsTreeModel *model, guint32 id)
{
  const WsDataflow *flow = model->dataflow;
  const WsNode *node = &flow->nodes[id];
  guint32 sum = 0;
  guint n = 0;

  if (!node->has_value || !node->reaches_result || node->n_edges == 0)
    return;
  for (guint k = 0; k < node->n_edges; k++)
    {
      guint32 source = flow->edges[node->first_edge + k];

      sum += (guint32)flow->nodes[source].value;
      n += model->row_of[source] != WS_NONE;
      if (model->row_of[source] != WS_NONE)
        g_assert_cmpuint (model->row_of[source], <, model->row_of[id]);
    }
  g_assert_cmpuint (n, >=, 1);
  g_assert_cmpuint (sum, ==, (guint32)node->value);
}

/* The last block of kernel 11 sums a few values in a tree for many: its steps in which all values
 * stay what they are, and its flag, are no rows, and what comes after them takes the values from
 * where they were made. */
static void
test_idle_rows (void)
{
  static const char *titles[] = { "input",     "load",      "shuffle 16", "shuffle 8", "shuffle 4",
                                  "shuffle 2", "shuffle 1", "shuffle 4",  "shuffle 2", "result",
                                  "result",    "copy",      "result" };
  g_autoptr (WsRun) run =
      recorded_new (&(Recorded){ .kernel = "reduce11", .spec = "h200", .n = 4096, .block = 256 });
  g_autoptr (WsScene) scene = ws_scene_new (run, 0, 0, NULL);
  const WsTreeModel *model = scene->tree;

  for (guint i = 0; i < model->n_rows; i++)
    {
      g_assert_cmpuint (i, <, G_N_ELEMENTS (titles));
      g_assert_cmpstr (model->rows[i].title, ==, titles[i]);
      for (guint k = 0; k < model->rows[i].n_nodes; k++)
        if (model->rows[i].kind == WS_TREE_ROW_CELLS)
          check_sum (model, model->nodes[model->rows[i].first + k]);
    }
  g_assert_cmpuint (model->n_rows, ==, G_N_ELEMENTS (titles));
  /* all stages are still there, and the row that stays is the present one in them */
  g_assert_cmpuint (scene->stages->n_stages, >, model->n_rows);
  for (guint s = 0; s < scene->stages->n_stages; s++)
    {
      guint row = ws_tree_model_row_at (model, scene->stages->stages[s].telling_event);

      g_assert_cmpuint (model->rows[row].start, <=, scene->stages->stages[s].telling_event);
    }
  /* the dataflow itself is as it was recorded */
  g_assert_true (model->dataflow != scene->dataflow);
  g_assert_cmpuint (model->dataflow->n_nodes, ==, scene->dataflow->n_nodes);
}

static guint
count_said (const WsScene *scene, const char *said)
{
  static const WsTreeOptions options = WS_TREE_OPTIONS_INIT;
  const WsMoment moment = { .position = ws_scene_stage_moment (scene, scene->stages->n_stages - 1),
                            .hover_x = -1 };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GArray) texts = ws_text_watch (cr);
  guint n = 0;

  ws_draw_tree (cr, &(WsFrame){ scene, &moment, ws_theme_get (WS_THEME_LIGHT), 1600, 1000 },
                &options);
  for (guint i = 0; i < texts->len; i++)
    n += g_str_equal (g_array_index (texts, WsTextBox, i).string, said);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return n;
}

/* Beside the total stands what the host says of it; beside the sum of one block of many, nothing.
 */
static void
test_host (void)
{
  static const struct {
    const char *kernel;
    guint64 n;
    guint blocks;
  } cases[] = { { "reduce3", 128, 1 }, { "reduce8", 256, 1 }, { "reduce11", 32768, 16 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WsRun) run = recorded_new (
          &(Recorded){ .kernel = cases[i].kernel, .spec = "h200", .n = cases[i].n, .block = 128 });
      g_autofree char *result = ws_value_format (run->value_type, run->result, 0);
      g_autofree char *said = g_strdup_printf ("%s, equal on the host ✓", result);

      g_assert_cmpuint (ws_launch_get_n_blocks (&run->launches[0]), ==, cases[i].blocks);
      for (guint b = 0; b < cases[i].blocks; b += MAX (cases[i].blocks - 1, 1))
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (WsScene) scene = ws_scene_new (run, 0, b, &error);

          g_assert_no_error (error);
          g_assert_cmpuint (count_said (scene, said), ==, b + 1 == cases[i].blocks);
        }
    }
}

/* A mark says what it stands for. */
static void
test_marks (void)
{
  static const WsTreeOptions options = WS_TREE_OPTIONS_INIT;
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  g_autoptr (WsRun) run =
      recorded_new (&(Recorded){ .kernel = "reduce3", .spec = "h200", .n = 4096, .block = 128 });
  g_autoptr (WsScene) scene = ws_scene_new (run, 0, 0, NULL);
  const WsMoment moment = { .position = 0, .hover_x = -1 };
  WsTreeLayout l;
  guint n_marks = 0;

  ws_tree_layout_init (&l, text, &(WsFrame){ scene, &moment, theme, 1000, 600 }, &options);
  for (guint slot = 0; slot <= l.count; slot++)
    {
      WsBox mark;
      guint32 first = ws_tree_layout_get_folded (&l, scene->tree, slot, &mark);
      g_autofree char *words = NULL;
      g_autofree char *expected = NULL;
      WsTreeHit hit;

      if (first == WS_NONE)
        continue;
      g_assert_true (ws_tree_pick (&(WsFrame){ scene, &moment, theme, 1000, 600 }, &options,
                                   mark.x + mark.w / 2, mark.y + mark.h / 2, &hit));
      g_assert_cmpint (hit.kind, ==, WS_TREE_HIT_FOLD);
      g_assert_cmpuint (hit.element, ==, first);
      words = ws_tree_hit_describe (scene, &moment, &hit);
      expected = g_strdup_printf ("Elements %u to %u are folded away\nClick to unfold", first,
                                  first + hit.n_folded - 1);
      g_assert_true (g_str_has_prefix (words, expected));
      n_marks++;
    }
  g_assert_cmpuint (n_marks, >=, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/fold/columns", test_columns);
  g_test_add_func ("/draw/fold/near", test_near);
  g_test_add_func ("/draw/fold/elements", test_elements);
  g_test_add_func ("/draw/fold/idle-rows", test_idle_rows);
  g_test_add_func ("/draw/fold/small", test_small);
  g_test_add_func ("/draw/fold/wide-loads", test_wide_loads);
  g_test_add_func ("/draw/fold/host", test_host);
  g_test_add_func ("/draw/fold/marks", test_marks);
  g_test_add_func ("/draw/fold/packed", test_packed);
  for (guint i = 1; i <= 12; i++)
    {
      g_autofree char *kernel = g_strdup_printf ("reduce%u", i);
      g_autofree char *path = g_strdup_printf ("/draw/fold/%s", kernel);

      g_test_add_data_func_full (path, g_steal_pointer (&kernel), test_kernel, g_free);
    }
  return g_test_run ();
}
