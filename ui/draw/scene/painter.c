#include "scene/painter-private.h"

#include <math.h>

/* The 64-bit hash of Fowler, Noll and Vo, FNV-1a. */
static guint64
hash (guint64 sum, gconstpointer data, gsize size)
{
  const guint8 *bytes = data;

  for (gsize i = 0; i < size; i++)
    sum = (sum ^ bytes[i]) * G_GUINT64_CONSTANT (1099511628211);
  return sum;
}

/**
 * ws_painter_init:
 * @self: (out caller-allocates): a painter, zeroed
 * @target: (nullable): target of all parts; %NULL if each may be drawn elsewhere
 * @clear: (nullable): frees the painter's private data
 */
void
ws_painter_init (WsPainter *self, cairo_t *target,
                 void (*draw) (WsPainter *self, const WsPart *part, cairo_t *cr),
                 void (*clear) (WsPainter *self))
{
  self->draw = draw;
  self->clear = clear;
  self->target = target;
  self->parts = g_array_new (FALSE, FALSE, sizeof (WsPart));
}

void
ws_painter_free (WsPainter *self)
{
  if (self->clear != NULL)
    self->clear (self);
  g_clear_pointer (&self->text, ws_text_free);
  g_clear_pointer (&self->scene, ws_scene_unref);
  g_array_unref (self->parts);
  g_free (self);
}

/* Begins another moment, without parts.
 *
 * Returns: %FALSE if it is one of another drawing, and must be laid out, too: then, and where
 * anything else does so, ws_painter_lay_out() comes next */
gboolean
ws_painter_begin (WsPainter *self, const WsFrame *frame)
{
  gboolean same = self->scene == frame->scene && self->theme == frame->theme
                  && self->width == frame->width && self->height == frame->height;

  g_array_set_size (self->parts, 0);
  if (self->scene != frame->scene)
    {
      g_clear_pointer (&self->scene, ws_scene_unref);
      self->scene = ws_scene_ref ((WsScene *)frame->scene);
    }
  self->moment = *frame->moment;
  self->theme = frame->theme;
  self->width = frame->width;
  self->height = frame->height;
  return same;
}

/* Begins a layout: invalidates earlier parts. Text is measured again, as measurements are
 * cached. */
void
ws_painter_lay_out (WsPainter *self)
{
  self->layout++;
  g_clear_pointer (&self->text, ws_text_free);
  self->text = ws_text_new (self->target, self->theme);
}

/**
 * ws_painter_add:
 * @part: one more part, whose bounds are where it is drawn; its key is found here
 * @key: (array length=key_size): everything that determines its look except the layout, including
 * kind and number; with padding set to 0
 *
 * Adds a part. Its bounds are cut to the drawing and grown to whole units; they may be empty.
 */
void
ws_painter_add (WsPainter *self, WsPart part, gconstpointer key, gsize key_size)
{
  const WsBox *box = &part.bounds;
  double left = MAX (floor (box->x), 0);
  double top = MAX (floor (box->y), 0);
  double right = MIN (ceil (box->x + box->w), ceil (self->width));
  double bottom = MIN (ceil (box->y + box->h), ceil (self->height));

  part.key = hash (G_GUINT64_CONSTANT (14695981039346656037), &self->layout, sizeof self->layout);
  part.key = hash (part.key, key, key_size);
  part.bounds = (WsBox){ left, top, box->w > 0 ? MAX (right - left, 0) : 0,
                         box->h > 0 ? MAX (bottom - top, 0) : 0 };
  g_array_append_val (self->parts, part);
}

/**
 * ws_painter_get_parts:
 * @self: a painter that is set
 * @n_parts: (out): number of parts
 *
 * Returns: (transfer none) (array length=n_parts): the parts, until the painter is set anew
 */
const WsPart *
ws_painter_get_parts (const WsPainter *self, guint *n_parts)
{
  *n_parts = self->parts->len;
  return (const WsPart *)(const void *)self->parts->data;
}

/**
 * ws_painter_draw:
 * @self: a painter that is set
 *
 * Draws one part. The background is the caller's.
 */
void
ws_painter_draw (WsPainter *self, guint i, cairo_t *cr)
{
  g_return_if_fail (i < self->parts->len);

  cairo_save (cr);
  ws_text_set_target (self->text, cr);
  self->draw (self, &g_array_index (self->parts, WsPart, i), cr);
  ws_text_flush (self->text);
  cairo_restore (cr);
}

/**
 * ws_painter_draw_all:
 * @self: a painter that is set
 *
 * Draws all parts: the drawing.
 */
void
ws_painter_draw_all (WsPainter *self, cairo_t *cr)
{
  for (guint i = 0; i < self->parts->len; i++)
    ws_painter_draw (self, i, cr);
}

/* Releases its scene, until it is set again: a run is large. */
void
ws_painter_forget (WsPainter *self)
{
  g_array_set_size (self->parts, 0);
  g_clear_pointer (&self->scene, ws_scene_unref);
  if (self->forget != NULL)
    self->forget (self);
}
