/* What drawings are made from: scenes, rows and columns, states of lanes, words. */
#include "code/layout.h"
#include "lanes/private.h"
#include "scene/tree-model.h"
#include "picture.h"

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
  g_assert_cmpstr (model->rows[1].title, ==, "stride 16");
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
      double fraction = ws_scene_stage_fraction (scene, at);

      g_assert_cmpuint (now, >=, stage);
      g_assert_cmpfloat (fraction, >=, 0);
      g_assert_cmpfloat (fraction, <=, 1);
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
                   "Block 17 of launch 0 was not recorded step by step; these were: 0.");
  g_clear_error (&error);
  g_assert_null (ws_scene_new (run, 3, 0, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

/* Position of the @nth event of warp 0 at a source line whose text begins with @opcode. */
static double
find_event (const WsScene *scene, const char *text, guint nth)
{
  const WsKernel *kernel = ws_run_get_kernel (scene->run, scene->launch);

  for (guint i = 0; i < scene->record->n_events; i++)
    {
      const WsEvent *event = &scene->run->events[scene->record->first_event + i];
      if (event->warp == 0
          && g_str_has_prefix (ws_kernel_get_string (kernel, kernel->sites[event->site].text), text)
          && nth-- == 0)
        return i;
    }
  g_assert_not_reached ();
}

static guint32
get_mask_of (const WsScene *scene, guint warp, double position, WsLaneState state)
{
  WsLaneState states[WS_WARP_SIZE];
  guint32 mask = 0;

  ws_lanes_get_states (scene, warp, position, states);
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    mask |= (guint32)(states[lane] == state) << lane;
  return mask;
}

static guint32
get_mask (const WsScene *scene, double position, WsLaneState state)
{
  return get_mask_of (scene, 0, position, state);
}

static void
test_states (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 64, SYNTHETIC_SMALL);
  g_autoptr (WsScene) small = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 4, SYNTHETIC_SMALL);
  double branch = find_event (scene, "@%p1 bra $L__BB0_4", 1);
  double body = find_event (scene, "ld.shared.u32 %r3", 1);
  double barrier = find_event (scene, "bar.sync", 0);
  WsMoment moment = { .position = branch };
  g_autofree char *words = ws_lanes_subtitle (scene, &moment);

  /* a branch that leads some lanes round the body: the others have something to do */
  g_assert_cmphex (get_mask (scene, branch, WS_LANE_WORKS), ==, 0x11111111);
  g_assert_cmphex (get_mask (scene, branch, WS_LANE_PASSES), ==, 0xeeeeeeee);
  g_assert_cmphex (get_mask (scene, body, WS_LANE_WORKS), ==, 0x11111111);
  g_assert_cmphex (get_mask (scene, body, WS_LANE_WAITS), ==, 0xeeeeeeee);
  g_assert_cmphex (get_mask (scene, barrier, WS_LANE_WORKS), ==, 0xffffffff);
  g_assert_cmphex (get_mask (scene, barrier + 1, WS_LANE_PARKED), ==, 0xffffffff);
  g_assert_cmphex (get_mask_of (scene, 1, ws_scene_get_n_events (scene), WS_LANE_NONE), ==,
                   0xffffffff);
  g_assert_cmphex (get_mask (small, 0, WS_LANE_WORKS), ==, 0xf);
  g_assert_cmphex (get_mask (small, 0, WS_LANE_NONE), ==, 0xfffffff0);
  g_assert_cmpstr (words, ==, "branch at line 17: if (tid % (2 * s) == 0)");
  g_assert_cmpuint (ws_code_get_line (scene, &moment), ==, 17);
}

static void
test_words (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 128, SYNTHETIC_SMALL);
  WsTreeOptions options = WS_TREE_OPTIONS_INIT;
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  g_autofree char *some = ws_tree_subtitle (scene, &options, theme, 1000, 560);
  g_autofree char *all = NULL;
  WsThemeKind kind;
  WsView view;

  g_assert_cmpstr (some, ==, "block 0 of 32\u202f768, elements 0 to 15 of 128");
  options.count = 4096;
  all = ws_tree_subtitle (scene, &options, theme, 1000, 560);
  g_assert_cmpstr (all, ==, "block 0 of 32\u202f768, all 128 elements");
  g_assert_true (ws_theme_parse ("projector", &kind));
  g_assert_cmpint (kind, ==, WS_THEME_PROJECTOR);
  g_assert_false (ws_theme_parse ("beige", &kind));
  for (guint i = 0; i < WS_N_VIEWS; i++)
    {
      g_assert_true (ws_view_parse (ws_view_get_name (i), &view));
      g_assert_cmpint (view, ==, i);
    }
  g_assert_false (ws_view_parse ("pie", &view));
}

/* What a theme promises: text can be read, neighbours differ, in grey too. */
static void
test_themes (void)
{
  for (guint i = 0; i < WS_N_THEMES; i++)
    {
      const WsTheme *theme = ws_theme_get (i);

      g_test_message ("%s", theme->name);
      g_assert_cmpfloat (ws_color_contrast (theme->ink, theme->background), >, 12);
      g_assert_cmpfloat (ws_color_contrast (theme->muted, theme->background), >, 4.5);
      g_assert_cmpfloat (ws_color_contrast (theme->idle_ink, theme->idle), >, 4);
      g_assert_cmpfloat (ws_color_contrast (theme->playhead, theme->background), >, 3);
      g_assert_cmpfloat (ws_color_contrast (theme->accent_ink, theme->accent), >, 4.5);
      for (guint w = 0; w < WS_N_WARP_COLORS; w++)
        g_assert_cmpfloat (ws_color_contrast (ws_color_ink_on (theme->warp[w]), theme->warp[w]), >,
                           3.2);
    }
  for (guint w = 0; w < 32; w++)
    for (guint other = 0; other < w; other++)
      g_assert_true (w % WS_N_WARP_COLORS != other % WS_N_WARP_COLORS
                     || ws_hatch_of_warp (w) != ws_hatch_of_warp (other));
}

static void
test_tokens (void)
{
  static const char *const lines[] = { "  if (tid % 2 == 0) /* a",
                                       "comment */ x = \"a // b\"; // end", "#include <x>" };
  static const WsTokenKind kinds[] = { WS_TOKEN_KEYWORD, WS_TOKEN_COMMENT, WS_TOKEN_DIRECTIVE };
  gboolean in_comment = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr (GString) joined = g_string_new (NULL);
      gsize at = 0;
      gsize begin;
      gsize before = 0;
      gboolean found = FALSE;
      WsTokenKind kind;

      while (ws_code_next_token (lines[i], strlen (lines[i]), &at, &begin, &in_comment, &kind))
        {
          g_assert_cmpuint (begin, ==, before);
          g_assert_cmpuint (at, >, begin);
          g_string_append_len (joined, lines[i] + begin, at - begin);
          found = found || kind == kinds[i];
          if (i == 1 && kind == WS_TOKEN_STRING)
            g_assert_cmpint (strncmp (lines[i] + begin, "\"a // b\"", at - begin), ==, 0);
          before = at;
        }
      g_assert_cmpstr (joined->str, ==, lines[i]);
      g_assert_true (found);
      g_assert_cmpint (in_comment, ==, i == 0);
    }
}

static void
test_text (void)
{
  const WsTheme *theme = ws_theme_get (WS_THEME_LIGHT);
  WsTheme wordless = picture_get_wordless_theme (WS_THEME_LIGHT);
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  g_autoptr (WsText) fixed = ws_text_new (NULL, &wordless);
  g_autofree char *fit = ws_text_fit (text, WS_FACE_SANS, 20, 60, "A long sentence");
  g_autofree char *none = ws_text_fit (text, WS_FACE_SANS, 20, 3, "A long sentence");
  g_auto (GStrv) lines =
      ws_text_wrap (text, WS_FACE_SANS, 20, 90, 3, "one two three four five six seven eight nine");
  g_autofree char *count = ws_format_count (4194304);

  g_assert_true (g_str_has_suffix (fit, "…"));
  g_assert_cmpfloat (ws_text_width (text, WS_FACE_SANS, 20, fit), <=, 60);
  g_assert_null (none);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  for (guint i = 0; lines[i] != NULL; i++)
    g_assert_cmpfloat (ws_text_width (text, WS_FACE_SANS, 20, lines[i]), <=, 90);
  g_assert_cmpfloat_with_epsilon (ws_text_width (fixed, WS_FACE_MONO, 10, "abcd"), 24.08, 0.001);
  g_assert_cmpfloat_with_epsilon (ws_text_width (text, WS_FACE_SANS, 40, "abcd"),
                                  2 * ws_text_width (text, WS_FACE_SANS, 20, "abcd"), 0.5);
  g_assert_cmpstr (count, ==, "4\u202f194\u202f304");
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
  g_test_add_func ("/draw/lanes/states", test_states);
  g_test_add_func ("/draw/words", test_words);
  g_test_add_func ("/draw/themes", test_themes);
  g_test_add_func ("/draw/code/tokens", test_tokens);
  g_test_add_func ("/draw/text", test_text);
  return g_test_run ();
}
