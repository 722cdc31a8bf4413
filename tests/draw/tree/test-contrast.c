/* What is still to come in a tree looks so, and yet is seen: lines at 3 to 1, texts at 4.5 to 1, in
 * every theme. */
#include "picture.h"
#include "recorded.h"
#include "texts.h"
#include "tree/private.h"

#define WIDTH  1920
#define HEIGHT 1000

#define LEAST_LINE 3
#define LEAST_TEXT 4.5

static const char *const kernels[] = { "reduce1", "reduce3", "reduce5", "reduce8" };

/* Lines of what has happened, and of what has not, which are thinner. */
static void
check_lines (WsTree *tree)
{
  const WsTreeModel *model = tree->model;
  double widths[2] = { 0, 0 };

  for (guint r = 1; r < model->n_rows; r++)
    for (guint i = 0; i < model->rows[r].n_nodes; i++)
      {
        guint32 id = model->nodes[model->rows[r].first + i];
        gboolean present = r == tree->layout.row;
        double width;
        WsColor color = ws_tree_get_line_color (tree, r, id, 1, &width);

        if (!ws_tree_is_seen (tree, model->column_of[id])
            || !model->dataflow->nodes[id].reaches_result)
          continue;
        g_assert_cmpfloat (
            ws_color_contrast (color, present ? tree->theme->band : tree->theme->background), >=,
            LEAST_LINE);
        widths[r > tree->layout.row] = width;
      }
  g_assert_cmpfloat (widths[1], <, widths[0] * 0.8);
}

static void
check_texts (const WsScene *scene, const WsMoment *moment, const WsTheme *theme)
{
  static const WsTreeOptions options = WS_TREE_OPTIONS_INIT;
  cairo_t *cr = picture_begin (theme, WIDTH, HEIGHT);
  g_autoptr (GArray) texts = ws_text_watch (cr);
  cairo_surface_t *surface = cairo_surface_reference (cairo_get_target (cr));

  ws_draw_tree (cr, &(WsFrame){ scene, moment, theme, WIDTH, HEIGHT }, &options);
  cairo_surface_flush (surface);
  g_assert_cmpuint (texts->len, >, 100);
  for (guint i = 0; i < texts->len; i++)
    {
      const WsTextBox *text = &g_array_index (texts, WsTextBox, i);
      double contrast = texts_measure_contrast (surface, text);

      if (contrast >= LEAST_TEXT)
        continue;
      g_test_message ("%s: '%s' at %.0f, %.0f: %.2f to 1", theme->name, text->string, text->box.x,
                      text->box.y, contrast);
      g_test_fail ();
    }
  cairo_surface_destroy (surface);
  cairo_surface_destroy (picture_finish (cr));
}

static void
test_kernel (gconstpointer data)
{
  static const WsTreeOptions options = WS_TREE_OPTIONS_INIT;
  g_autoptr (WsRun) run =
      recorded_new (&(Recorded){ .kernel = data, .spec = "h200", .n = 4096, .block = 128 });
  g_autoptr (WsScene) scene = ws_scene_new (run, 0, 0, NULL);
  const WsMoment moment = { .position = ws_scene_stage_moment (scene, 3), .hover_x = -1 };

  for (WsThemeKind kind = 0; kind < WS_N_THEMES; kind++)
    {
      const WsTheme *theme = ws_theme_get (kind);
      g_autoptr (WsText) text = ws_text_new (NULL, theme);
      WsTree tree = { .scene = scene,
                      .moment = &moment,
                      .theme = theme,
                      .text = text,
                      .model = scene->tree,
                      .event = ws_scene_event_at (scene, moment.position) };

      ws_tree_layout_init (&tree.layout, text, &(WsFrame){ scene, &moment, theme, WIDTH, HEIGHT },
                           &options);
      check_lines (&tree);
      check_texts (scene, &moment, theme);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    {
      g_autofree char *path = g_strdup_printf ("/draw/contrast/%s", kernels[i]);

      g_test_add_data_func (path, kernels[i], test_kernel);
    }
  return g_test_run ();
}
