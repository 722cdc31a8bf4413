/* What is under the pointer is what was drawn there. */
#include "lanes/private.h"
#include "tree/layout.h"
#include "picture.h"

typedef struct {
  WsScene *scene;
  const WsTheme *theme;
  WsTreeOptions options;
  WsMoment moment;
  WsTreeLayout layout;
} Tree;

static void
tree_init (Tree *self, SyntheticKernel kernel, guint block, guint stage)
{
  g_autoptr (WsText) text = NULL;

  self->scene = synthetic_scene_new (kernel, block, SYNTHETIC_SMALL);
  self->theme = ws_theme_get (WS_THEME_LIGHT);
  self->options = (WsTreeOptions)WS_TREE_OPTIONS_INIT;
  self->moment = (WsMoment){ .position = ws_scene_stage_moment (self->scene, stage) };
  text = ws_text_new (NULL, self->theme);
  ws_tree_layout_init (&self->layout, text, self->scene, &self->moment, &self->options, self->theme,
                       1000, 700);
}

static gboolean
pick (const Tree *self, double x, double y, WsTreeHit *hit)
{
  return ws_tree_pick (self->scene, &self->moment, &self->options, self->theme, 1000, 700, x, y,
                       hit);
}

static void
test_cells (void)
{
  Tree tree;
  WsTreeHit hit;

  tree_init (&tree, SYNTHETIC_INTERLEAVED, 128, 2);
  for (guint r = 0; r < tree.scene->tree->n_rows; r++)
    for (guint c = tree.layout.first; c < tree.layout.first + tree.layout.count; c++)
      {
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
test_strip (void)
{
  Tree tree;
  WsTreeHit hit;
  double y;

  tree_init (&tree, SYNTHETIC_SEQUENTIAL, 512, 1);
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

  tree_init (&tree, SYNTHETIC_INTERLEAVED, 128, 2);
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
  g_assert_true (g_str_has_prefix (future, "sdata[0]\n"));
  hit.node = WS_NONE;
  g_assert_null (ws_tree_hit_describe (tree.scene, &tree.moment, &hit));
  ws_scene_unref (tree.scene);
}

static void
test_lanes (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 1024, SYNTHETIC_SMALL);
  const WsTheme *theme = ws_theme_get (WS_THEME_DARK);
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  const WsWarpTrace *trace = g_ptr_array_index (scene->warps, 5);
  WsMoment moment = { .position = ws_scene_stage_moment (scene, 2), .warp = 5 };
  WsLanesLayout l;
  WsLanesHit hit;

  ws_lanes_layout_init (&l, text, scene, &moment, NULL, theme, 1200, 900);
  for (guint warp = 0; warp < 32; warp++)
    for (guint lane = 0; lane < 32; lane += 7)
      {
        WsBox box = ws_lanes_layout_get_lane (&l, warp, lane);
        g_autofree char *words = NULL;

        g_assert_true (ws_lanes_pick (scene, &moment, NULL, theme, 1200, 900, box.x + box.w / 2,
                                      box.y + box.h / 2, &hit));
        g_assert_cmpint (hit.kind, ==, WS_LANES_HIT_LANE);
        g_assert_cmpuint (hit.warp, ==, warp);
        g_assert_cmpuint (hit.lane, ==, lane);
        words = ws_lanes_hit_describe (scene, &moment, &hit);
        g_assert_nonnull (words);
      }
  for (guint i = 0; i < trace->n_events; i += 11)
    {
      g_autofree char *words = NULL;

      g_assert_true (ws_lanes_pick (scene, &moment, NULL, theme, 1200, 900,
                                    l.cloth.x + (i + 0.5) * l.cloth.w / l.count,
                                    l.cloth.y + l.cloth.h * 0.99, &hit));
      g_assert_cmpint (hit.kind, ==, WS_LANES_HIT_WEAVE);
      g_assert_cmpuint (hit.instruction, ==, i);
      g_assert_cmpuint (hit.event, ==, trace->events[i]);
      g_assert_cmpuint (hit.lane, ==, 31);
      words = ws_lanes_hit_describe (scene, &moment, &hit);
      g_assert_true (g_str_has_prefix (words, "Warp 5, instruction "));
    }
  g_assert_cmpfloat (l.stack.h, >, 0);
  {
    WsBox slot = ws_lanes_layout_get_slot (&l, 0);
    g_autofree char *words = NULL;

    g_assert_true (ws_lanes_pick (scene, &moment, NULL, theme, 1200, 900, slot.x + slot.w / 2,
                                  slot.y + slot.h / 2, &hit));
    g_assert_cmpint (hit.kind, ==, WS_LANES_HIT_PATH);
    g_assert_cmpuint (hit.path, ==, 0);
    words = ws_lanes_hit_describe (scene, &moment, &hit);
    g_assert_true (g_str_has_prefix (words, "Path of 32 lanes, 0xffffffff"));
  }
  g_assert_false (ws_lanes_pick (scene, &moment, NULL, theme, 1200, 900, 1199, 899, &hit));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/pick/cells", test_cells);
  g_test_add_func ("/draw/pick/strip", test_strip);
  g_test_add_func ("/draw/pick/tree-words", test_tree_words);
  g_test_add_func ("/draw/pick/lanes", test_lanes);
  return g_test_run ();
}
