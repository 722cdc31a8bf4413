/* Values on their way cover no thread: the number in its circle can be read until they have become
 * the sum. */
#include "picture.h"
#include "synthetic.h"
#include "tree/layout.h"

#include <string.h>

#define WIDTH  1280
#define HEIGHT 720
#define STEPS  48

typedef struct {
  WsScene *scene;
  const WsTheme *theme;
  WsTreeOptions options;
  WsTreeLayout layout;
  cairo_surface_t *surface;
} Drawn;

static void
draw (Drawn *self, double position)
{
  WsMoment moment = { .position = position, .hover_x = -1, .hover_y = -1 };
  g_autoptr (WsText) text = ws_text_new (NULL, self->theme);
  cairo_t *cr = picture_begin (self->theme, WIDTH, HEIGHT);

  memset (&self->layout, 0, sizeof self->layout);
  ws_tree_layout_init (&self->layout, text,
                       &(WsFrame){ self->scene, &moment, self->theme, WIDTH, HEIGHT },
                       &self->options);
  ws_draw_tree (cr, &(WsFrame){ self->scene, &moment, self->theme, WIDTH, HEIGHT }, &self->options);
  self->surface = picture_finish (cr);
}

/* Inside the circle, where the number is. */
static gboolean
is_alike (const Drawn *a, const Drawn *b, const WsBox *thread)
{
  gsize stride = (gsize)cairo_image_surface_get_stride (a->surface);
  gsize left = (gsize)(thread->x + thread->w * 0.3);
  gsize right = (gsize)(thread->x + thread->w * 0.7);

  for (gsize y = (gsize)(thread->y + 4); y < (gsize)(thread->y + thread->h - 4); y++)
    if (memcmp (cairo_image_surface_get_data (a->surface) + y * stride + left * 4,
                cairo_image_surface_get_data (b->surface) + y * stride + left * 4,
                (right - left) * 4)
        != 0)
      return FALSE;
  return TRUE;
}

/* Returns: circles that were compared. */
static guint
compare_row (const Drawn *now, const Drawn *then, guint r)
{
  const WsTreeModel *model = now->scene->tree;
  guint n = 0;

  for (guint i = 0; i < model->rows[r].n_nodes; i++)
    {
      guint column = model->column_of[model->nodes[model->rows[r].first + i]];
      WsBox here = ws_tree_layout_get_thread (&now->layout, r, column);
      WsBox there = ws_tree_layout_get_thread (&then->layout, r, column);

      if (memcmp (&here, &there, sizeof here) != 0 || now->layout.present != then->layout.present)
        continue;
      g_assert_true (is_alike (now, then, &here));
      n++;
    }
  return n;
}

static void
check_row (WsScene *scene, guint r)
{
  const WsTreeRow *row = &scene->tree->rows[r];
  guint told = scene->dataflow->nodes[scene->tree->nodes[row->first]].told;
  Drawn then = { .scene = scene,
                 .theme = ws_theme_get (WS_THEME_LIGHT),
                 .options = (WsTreeOptions)WS_TREE_OPTIONS_INIT };
  guint n = 0;

  draw (&then, told - 1e-6);
  for (guint i = 1; i < STEPS; i++)
    {
      Drawn now = then;

      draw (&now, row->start + (told - row->start) * (double)i / STEPS);
      n += compare_row (&now, &then, r);
      cairo_surface_destroy (now.surface);
    }
  g_test_message ("%s: %u circles", row->title, n);
  g_assert_cmpuint (n, >=, STEPS / 4);
  cairo_surface_destroy (then.surface);
}

static void
test_circles (void)
{
  static const SyntheticKernel kernels[] = { SYNTHETIC_INTERLEAVED, SYNTHETIC_SEQUENTIAL };

  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    {
      g_autoptr (WsScene) scene = synthetic_scene_new (kernels[i], 16, SYNTHETIC_SMALL);

      for (guint r = 1; r + 1 < scene->tree->n_rows; r++)
        check_row (scene, r);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/tokens/circles", test_circles);
  return g_test_run ();
}
