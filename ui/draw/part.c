#include "draw/part.h"

#include <math.h>

/* The 64-bit hash of Fowler, Noll and Vo, FNV-1a. */
static guint64
hash (const guint8 *bytes, gsize size)
{
  guint64 sum = G_GUINT64_CONSTANT (14695981039346656037);

  for (gsize i = 0; i < size; i++)
    sum = (sum ^ bytes[i]) * G_GUINT64_CONSTANT (1099511628211);
  return sum;
}

/**
 * ws_parts_new:
 *
 * Returns: (transfer full) (element-type WsPart): none yet
 */
GArray *
ws_parts_new (void)
{
  return g_array_new (FALSE, FALSE, sizeof (WsPart));
}

/**
 * ws_parts_add:
 * @self: (element-type WsPart): parts
 * @part: one more, whose bounds are where it is drawn; its key is found here
 * @key: (array length=key_size): all that decides how it looks, its kind and number included;
 * padding was set to 0
 * @key_size: its bytes
 * @width: of the drawing, in units
 * @height: of the drawing
 *
 * Adds a part. Its bounds are cut to the drawing and grown to whole units; they may be empty.
 */
void
ws_parts_add (GArray *self, WsPart part, gconstpointer key, gsize key_size, double width,
              double height)
{
  const WsBox *box = &part.bounds;
  double left = MAX (floor (box->x), 0);
  double top = MAX (floor (box->y), 0);
  double right = MIN (ceil (box->x + box->w), ceil (width));
  double bottom = MIN (ceil (box->y + box->h), ceil (height));

  part.key = hash (key, key_size);
  part.bounds = (WsBox){ left, top, box->w > 0 ? MAX (right - left, 0) : 0,
                         box->h > 0 ? MAX (bottom - top, 0) : 0 };
  g_array_append_val (self, part);
}

/**
 * ws_parts_get:
 * @self: (element-type WsPart): parts
 * @n_parts: (out): how many they are
 *
 * Returns: (transfer none) (array length=n_parts): them
 */
const WsPart *
ws_parts_get (const GArray *self, guint *n_parts)
{
  *n_parts = self->len;
  return (const WsPart *)(const void *)self->data;
}
