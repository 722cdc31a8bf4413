#include "present/ink.h"

#define LINE_SHARE 0.0055 /* of the height */

/* A place, as shares of the drawing's width and height. */
typedef struct {
  double x;
  double y;
} Place;

struct _WsInk {
  GPtrArray *lines; /* GArray of Place */
};

static void
line_free (gpointer data)
{
  g_array_unref (data);
}

/* Returns: (transfer full): no lines yet */
WsInk *
ws_ink_new (void)
{
  WsInk *self = g_new0 (WsInk, 1);

  self->lines = g_ptr_array_new_with_free_func (line_free);
  return self;
}

void
ws_ink_free (WsInk *self)
{
  g_ptr_array_unref (self->lines);
  g_free (self);
}

/* What is added from now on is a line of its own. */
void
ws_ink_begin_line (WsInk *self)
{
  g_ptr_array_add (self->lines, g_array_new (FALSE, FALSE, sizeof (Place)));
}

/**
 * ws_ink_add:
 * @self: ink of which a line has begun
 * @x: a place of a drawing of this size, pixels
 * @y: likewise
 *
 * Goes on with the line.
 */
void
ws_ink_add (WsInk *self, double x, double y, double width, double height)
{
  Place place = { x / MAX (width, 1), y / MAX (height, 1) };

  g_return_if_fail (self->lines->len > 0);
  g_array_append_val ((GArray *)g_ptr_array_index (self->lines, self->lines->len - 1), place);
}

/* Takes all lines away. */
void
ws_ink_clear (WsInk *self)
{
  g_ptr_array_set_size (self->lines, 0);
}

guint
ws_ink_get_n_lines (const WsInk *self)
{
  return self->lines->len;
}

/**
 * ws_draw_ink:
 * @color: of its lines
 */
void
ws_draw_ink (cairo_t *cr, const WsInk *self, WsColor color, double width, double height)
{
  ws_paint_set (cr, color);
  cairo_set_line_width (cr, height * LINE_SHARE);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (guint i = 0; i < self->lines->len; i++)
    {
      const GArray *line = g_ptr_array_index (self->lines, i);

      for (guint k = 0; k < line->len; k++)
        {
          const Place *place = &g_array_index (line, Place, k);

          cairo_line_to (cr, place->x * width, place->y * height);
        }
      /* a point is a line, too */
      if (line->len == 1)
        cairo_close_path (cr);
      cairo_stroke (cr);
    }
}
