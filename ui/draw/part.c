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
 * ws_part:
 * @key: (array length=key_size): all that decides how the part looks; padding was set to 0
 * @key_size: its bytes
 * @box: where it is drawn
 * @width: of the drawing, in units
 * @height: of the drawing
 *
 * Returns: the part; its bounds are @box, as far as it is in the drawing, grown to whole units, and
 * empty where that is
 */
WsPart
ws_part (gconstpointer key, gsize key_size, const WsBox *box, double width, double height)
{
  double left = MAX (floor (box->x), 0);
  double top = MAX (floor (box->y), 0);
  double right = MIN (ceil (box->x + box->w), ceil (width));
  double bottom = MIN (ceil (box->y + box->h), ceil (height));

  return (WsPart){ .key = hash (key, key_size),
                   .bounds = { left, top, box->w > 0 ? MAX (right - left, 0) : 0,
                               box->h > 0 ? MAX (bottom - top, 0) : 0 } };
}
