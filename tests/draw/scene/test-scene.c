/* What drawings are made from: scenes, their time, and the rows and columns of trees. */
#include "scene/tree-model.h"
#include "synthetic.h"

#include <gio/gio.h>

/* Rows of a tree over @block elements: load, its steps, the result, and the inputs where several
 * flow into a cell. */
static void
test_rows (void)
{
  static const struct {
    SyntheticKernel kernel;
    guint block;
    guint n_rows;
    guint n_columns;
    gboolean by_thread;
    const char *titles[3];
  } cases[] = {
    { SYNTHETIC_INTERLEAVED, 128, 9, 128, FALSE, { "load", "stride 1", "stride 2" } },
    { SYNTHETIC_STRIDED, 1024, 12, 1024, FALSE, { "load", "stride 1", "stride 2" } },
    { SYNTHETIC_SEQUENTIAL, 2, 3, 2, FALSE, { "load", "stride 1", "result" } },
    { SYNTHETIC_SEQUENTIAL, 1, 2, 1, FALSE, { "load", "result" } },
    { SYNTHETIC_FIRST_ADD, 64, 9, 64, FALSE, { "input", "load", "stride 32" } },
    { SYNTHETIC_CASCADE, 64, 9, 64, FALSE, { "input", "load", "stride 32" } },
    { SYNTHETIC_COPY, 32, 1, 32, TRUE, { "results" } },
    { SYNTHETIC_SILENT, 32, 0, 32, TRUE, { NULL } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WsScene) scene =
          synthetic_scene_new (cases[i].kernel, cases[i].block, SYNTHETIC_SMALL);

      g_test_message ("%s, block %u", synthetic_get_name (cases[i].kernel), cases[i].block);
      g_assert_cmpuint (scene->tree->n_rows, ==, cases[i].n_rows);
      g_assert_cmpuint (scene->tree->n_columns, ==, cases[i].n_columns);
      g_assert_cmpint (scene->tree->by_thread, ==, cases[i].by_thread);
      for (guint r = 0; r < G_N_ELEMENTS (cases[i].titles) && cases[i].titles[r] != NULL; r++)
        g_assert_cmpstr (scene->tree->rows[r].title, ==, cases[i].titles[r]);
    }
}

/* Each node has one place, and no two have the same. */
static void
test_places (void)
{
  for (guint kernel = 0; kernel < SYNTHETIC_N_KERNELS; kernel++)
    {
      g_autoptr (WsScene) scene = synthetic_scene_new (kernel, 64, SYNTHETIC_SMALL);
      const WsTreeModel *model = scene->tree;

      for (guint r = 0; r < model->n_rows; r++)
        for (guint i = 0; i < model->rows[r].n_nodes; i++)
          {
            guint32 node = model->nodes[model->rows[r].first + i];

            g_assert_cmpuint (model->row_of[node], ==, r);
            g_assert_cmpuint (model->column_of[node], <, model->n_columns);
            if (model->rows[r].kind != WS_TREE_ROW_INPUTS)
              g_assert_cmpuint (ws_tree_model_get_node (model, r, model->column_of[node]), ==,
                                node);
            for (guint k = 0; k < scene->dataflow->nodes[node].n_edges; k++)
              {
                guint32 source =
                    scene->dataflow->edges[scene->dataflow->nodes[node].first_edge + k];
                if (model->row_of[source] != WS_NONE)
                  g_assert_cmpuint (model->row_of[source], <, r);
              }
          }
    }
}

/* A shuffle's rows are the lanes' registers: a column is a thread. */
static void
test_shuffle (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_SHUFFLE, 64, SYNTHETIC_SMALL);
  const WsTreeModel *model = scene->tree;

  g_assert_true (model->by_thread);
  g_assert_cmpuint (model->n_columns, ==, 64);
  g_assert_cmpstr (model->rows[0].title, ==, "load");
  g_assert_cmpstr (model->rows[1].title, ==, "shuffle 16");
  for (guint r = 0; r < 3; r++)
    for (guint c = 0; c < 64; c++)
      {
        guint32 node = ws_tree_model_get_latest (model, r, c);
        g_assert_cmpuint (node, !=, WS_NONE);
        g_assert_cmpuint (scene->dataflow->nodes[node].thread, ==, c);
      }
}

static void
test_latest (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 8, SYNTHETIC_SMALL);
  const WsTreeModel *model = scene->tree;

  /* element 1 is loaded and never written again; element 2 is written once more */
  g_assert_cmpuint (ws_tree_model_get_latest (model, 3, 1), ==,
                    ws_tree_model_get_node (model, 0, 1));
  g_assert_cmpuint (ws_tree_model_get_latest (model, 3, 2), ==,
                    ws_tree_model_get_node (model, 1, 2));
  g_assert_cmpuint (ws_tree_model_get_node (model, 2, 2), ==, WS_NONE);
}

static void
test_time (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_CASCADE, 128, SYNTHETIC_SMALL);
  guint n = ws_scene_get_n_events (scene);
  guint stage = 0;
  guint row = 0;

  g_assert_cmpuint (ws_scene_event_at (scene, -5), ==, 0);
  g_assert_cmpuint (ws_scene_event_at (scene, 2.75), ==, 2);
  g_assert_cmpuint (ws_scene_event_at (scene, 1e300), ==, n - 1);
  g_assert_cmpuint (ws_scene_stage_at (scene, n), ==, scene->stages->n_stages - 1);
  for (double at = 0; at < n; at += 0.5)
    {
      guint now = ws_scene_stage_at (scene, at);

      g_assert_cmpuint (now, >=, stage);
      stage = now;
      g_assert_cmpuint (ws_tree_model_row_at (scene->tree, at), >=, row);
      row = ws_tree_model_row_at (scene->tree, at);
      for (guint warp = 0; warp < scene->warps->len; warp++)
        {
          guint event = ws_scene_warp_event_at (scene, warp, at);
          if (event != WS_NONE)
            {
              g_assert_cmpuint (event, <=, ws_scene_event_at (scene, at));
              g_assert_cmpuint (scene->run->events[scene->record->first_event + event].warp, ==,
                                warp);
            }
        }
    }
  g_assert_cmpuint (row, ==, scene->tree->n_rows - 1);
  for (guint i = 0; i < scene->stages->n_stages; i++)
    g_assert_cmpuint (scene->stages->stage_of_event[(guint)ws_scene_stage_moment (scene, i)], ==,
                      i);
}

static void
test_not_recorded (void)
{
  g_autoptr (WsRun) run = synthetic_run_new (SYNTHETIC_INTERLEAVED, 32, SYNTHETIC_SMALL);
  g_autoptr (GError) error = NULL;

  g_assert_null (ws_scene_new (run, 0, 17, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpstr (error->message, ==,
                   "Block 17 of launch 0 was not recorded step by step; recorded are: 0.");
  g_clear_error (&error);
  g_assert_null (ws_scene_new (run, 3, 0, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/tree-model/rows", test_rows);
  g_test_add_func ("/draw/tree-model/places", test_places);
  g_test_add_func ("/draw/tree-model/shuffle", test_shuffle);
  g_test_add_func ("/draw/tree-model/latest", test_latest);
  g_test_add_func ("/draw/scene/time", test_time);
  g_test_add_func ("/draw/scene/not-recorded", test_not_recorded);
  return g_test_run ();
}
