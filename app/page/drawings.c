#include "page/drawings.h"

#define MAX_THREADS 8
#define MAX_AHEAD   32 /* drawings that wait to be taken: a few hundred KB each */

struct _WsDrawings {
  GPtrArray *asked; /* WsDrawing; NULL once taken */
  guint n_pushed;   /* of those, that were given to the threads */
  guint n_taken;
  GThreadPool *pool;
  GMutex lock; /* of done */
  GCond drawn;
};

void
ws_drawing_free (WsDrawing *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < WS_DRAWING_N_THEMES; i++)
    g_clear_pointer (&self->roots[i], ws_svg_node_free);
  g_clear_error (&self->error);
  g_free (self);
}

static void
draw (gpointer data, gpointer user_data)
{
  static const WsThemeKind themes[WS_DRAWING_N_THEMES] = { WS_THEME_LIGHT, WS_THEME_DARK };
  WsDrawing *drawing = data;
  WsDrawings *self = user_data;

  for (guint i = 0; i < WS_DRAWING_N_THEMES && drawing->error == NULL; i++)
    {
      const WsExportForm form = { themes[i], drawing->width, drawing->height, 1 };
      g_autoptr (GBytes) svg = ws_picture_to_svg (drawing->picture, &form, &drawing->error);

      if (svg != NULL)
        drawing->roots[i] = ws_svg_parse (svg, &drawing->error);
    }
  g_mutex_lock (&self->lock);
  drawing->done = TRUE;
  g_cond_broadcast (&self->drawn);
  g_mutex_unlock (&self->lock);
}

/* Returns: (transfer full): an empty queue */
WsDrawings *
ws_drawings_new (void)
{
  WsDrawings *self = g_new0 (WsDrawings, 1);

  self->asked = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_drawing_free);
  self->pool =
      g_thread_pool_new (draw, self, (int)MIN (g_get_num_processors (), MAX_THREADS), FALSE, NULL);
  g_mutex_init (&self->lock);
  g_cond_init (&self->drawn);
  return self;
}

/* Waits for drawings in progress; pending ones are dropped. */
void
ws_drawings_free (WsDrawings *self)
{
  if (self == NULL)
    return;
  g_thread_pool_free (self->pool, TRUE, TRUE);
  g_ptr_array_unref (self->asked);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->drawn);
  g_free (self);
}

static void
push (WsDrawings *self)
{
  while (self->n_pushed < self->asked->len && self->n_pushed < self->n_taken + MAX_AHEAD)
    g_thread_pool_push (self->pool, self->asked->pdata[self->n_pushed++], NULL);
}

/**
 * ws_drawings_ask:
 * @picture: borrowed until the drawing is taken
 * @width: in pixels
 * @height: in pixels
 *
 * Has it drawn, light and dark.
 */
void
ws_drawings_ask (WsDrawings *self, const WsPicture *picture, int width, int height)
{
  WsDrawing *drawing = g_new0 (WsDrawing, 1);

  drawing->picture = picture;
  drawing->width = width;
  drawing->height = height;
  g_ptr_array_add (self->asked, drawing);
  push (self);
}

/**
 * ws_drawings_take:
 * @self: drawings of which one was asked for and not taken
 *
 * Waits until it is drawn.
 *
 * Returns: (transfer full): the first that was not taken
 */
WsDrawing *
ws_drawings_take (WsDrawings *self)
{
  WsDrawing *drawing;

  g_return_val_if_fail (self->n_taken < self->asked->len, NULL);

  drawing = g_steal_pointer (&self->asked->pdata[self->n_taken]);
  g_mutex_lock (&self->lock);
  while (!drawing->done)
    g_cond_wait (&self->drawn, &self->lock);
  g_mutex_unlock (&self->lock);
  self->n_taken++;
  push (self);
  return drawing;
}
