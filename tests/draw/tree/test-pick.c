/* The tree: what is under the pointer is what was drawn there; its words. */
#include "tree/layout.h"
#include "tree/tree.h"
#include "synthetic.h"

typedef struct {
  WsScene *scene;
  const WsTheme *theme;
  WsTreeOptions options;
  WsMoment moment;
  WsTreeLayout layout;
} Tree;

static void
tree_init (Tree *self, SyntheticKernel kernel, guint block, guint stage, WsTreeFocus focus)
{
  g_autoptr (WsText) text = NULL;

  self->scene = synthetic_scene_new (kernel, block, SYNTHETIC_SMALL);
  self->theme = ws_theme_get (WS_THEME_LIGHT);
  self->options = (WsTreeOptions)WS_TREE_OPTIONS_INIT;
  self->options.focus = focus;
  self->moment = (WsMoment){ .position = ws_scene_stage_moment (self->scene, stage) };
  text = ws_text_new (NULL, self->theme);
  ws_tree_layout_init (&self->layout, text,
                       &(WsFrame){ self->scene, &self->moment, self->theme, 1000, 700 },
                       &self->options);
}

static gboolean
pick (const Tree *self, double x, double y, WsTreeHit *hit)
{
  return ws_tree_pick (&(WsFrame){ self->scene, &self->moment, self->theme, 1000, 700 },
                       &self->options, x, y, hit);
}

static void
check_cells (WsTreeFocus focus)
{
  Tree tree;
  WsTreeHit hit;

  tree_init (&tree, SYNTHETIC_INTERLEAVED, 128, 2, focus);
  g_assert_cmpint (tree.layout.folded, ==, focus == WS_TREE_FOCUS_FOLDED);
  for (guint r = 0; r < tree.scene->tree->n_rows; r++)
    for (guint slot = 0; slot < tree.layout.count; slot++)
      {
        guint32 c = ws_tree_layout_get_column (&tree.layout, slot);
        WsBox cell = ws_tree_layout_get_cell (&tree.layout, r, c);
        WsBox thread = ws_tree_layout_get_thread (&tree.layout, r, c);
        guint32 node = ws_tree_model_get_node (tree.scene->tree, r, c);

        if (ws_tree_layout_get_shown (&tree.layout, r) < 1)
          continue;
        g_assert_true (pick (&tree, cell.x + cell.w / 2, cell.y + cell.h / 2, &hit));
        g_assert_cmpint (hit.kind, ==, WS_TREE_HIT_CELL);
        g_assert_cmpuint (hit.row, ==, r);
        g_assert_cmpuint (hit.element, ==, c);
        if (node != WS_NONE)
          g_assert_cmpuint (hit.node, ==, node);
        if (r == 0 || node == WS_NONE)
          continue;
        g_assert_true (pick (&tree, thread.x + thread.w / 2, thread.y + thread.h / 2, &hit));
        g_assert_cmpint (hit.kind, ==, WS_TREE_HIT_THREAD);
        g_assert_cmpuint (hit.thread, ==, tree.scene->dataflow->nodes[node].thread);
      }
  g_assert_false (pick (&tree, 2, 2, &hit));
  g_assert_cmpint (hit.kind, ==, WS_TREE_HIT_NONE);
  ws_scene_unref (tree.scene);
}

static void
test_cells (void)
{
  check_cells (WS_TREE_FOCUS_FOLDED);
  check_cells (WS_TREE_FOCUS_WINDOW);
}

static void
test_strip (void)
{
  Tree tree;
  WsTreeHit hit;
  double y;

  tree_init (&tree, SYNTHETIC_SEQUENTIAL, 512, 1, WS_TREE_FOCUS_WINDOW);
  y = tree.layout.strip_cells.y + 3;
  g_assert_true (pick (&tree, tree.layout.frame.x + tree.layout.frame.w / 2, y, &hit));
  g_assert_cmpint (hit.kind, ==, WS_TREE_HIT_FRAME);
  g_assert_true (pick (&tree, tree.layout.strip_cells.x + tree.layout.strip_cells.w / 2, y, &hit));
  g_assert_cmpint (hit.kind, ==, WS_TREE_HIT_STRIP);
  g_assert_cmpuint (hit.element, ==, 256);
  g_assert_cmpfloat_with_epsilon (hit.strip_element, 256, 0.01);
  g_assert_true (
      pick (&tree, tree.layout.strip_cells.x + tree.layout.strip_cells.w - 0.5, y, &hit));
  g_assert_cmpuint (hit.element, ==, 511);
  ws_scene_unref (tree.scene);
}

static void
test_tree_words (void)
{
  Tree tree;
  WsTreeHit hit = { .kind = WS_TREE_HIT_CELL };
  g_autofree char *cell = NULL;
  g_autofree char *thread = NULL;
  g_autofree char *future = NULL;

  tree_init (&tree, SYNTHETIC_INTERLEAVED, 128, 2, WS_TREE_FOCUS_FOLDED);
  hit.node = ws_tree_model_get_node (tree.scene->tree, 2, 4);
  hit.element = 4;
  cell = ws_tree_hit_describe (tree.scene, &tree.moment, &hit);
  g_assert_cmpstr (cell, ==, "sdata[4] = 13\nstored by thread 4\ncombines 8, 5");
  hit.kind = WS_TREE_HIT_THREAD;
  thread = ws_tree_hit_describe (tree.scene, &tree.moment, &hit);
  g_assert_cmpstr (thread, ==, "Thread 4, lane 4 of warp 0\ncombines 8, 5");
  hit.kind = WS_TREE_HIT_CELL;
  hit.node = ws_tree_model_get_node (tree.scene->tree, 5, 0);
  future = ws_tree_hit_describe (tree.scene, &tree.moment, &hit);
  /* neither its value nor those that it will combine */
  g_assert_cmpstr (future, ==, "sdata[0]\nstored by thread 0");
  hit.node = WS_NONE;
  g_assert_null (ws_tree_hit_describe (tree.scene, &tree.moment, &hit));
  ws_scene_unref (tree.scene);
}

static void
test_subtitle (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 128, SYNTHETIC_SMALL);
  WsTreeOptions options = WS_TREE_OPTIONS_INIT;
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  g_autofree char *some = ws_tree_subtitle (
      &(WsFrame){ .scene = scene, .theme = theme, .width = 1000, .height = 560 }, &options);
  g_autofree char *window = NULL;
  g_autofree char *all = NULL;

  g_assert_cmpstr (some, ==, "block 0 of 32\u202f768, 19 of 128 elements");
  options.focus = WS_TREE_FOCUS_WINDOW;
  window = ws_tree_subtitle (
      &(WsFrame){ .scene = scene, .theme = theme, .width = 1000, .height = 560 }, &options);
  g_assert_cmpstr (window, ==, "block 0 of 32\u202f768, elements 0 to 15 of 128");
  options.count = 4096;
  all = ws_tree_subtitle (
      &(WsFrame){ .scene = scene, .theme = theme, .width = 1000, .height = 560 }, &options);
  g_assert_cmpstr (all, ==, "block 0 of 32\u202f768, all 128 elements");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/pick/cells", test_cells);
  g_test_add_func ("/draw/pick/strip", test_strip);
  g_test_add_func ("/draw/pick/tree-words", test_tree_words);
  g_test_add_func ("/draw/tree/subtitle", test_subtitle);
  return g_test_run ();
}
