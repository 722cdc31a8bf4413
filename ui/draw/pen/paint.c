#include "pen/paint.h"

#include <math.h>

/* Viridis at ninths, by van der Walt and Smith (2015), whose colour map is in the public domain. */
static const guint32 viridis[] = { 0x440154, 0x482878, 0x3e4989, 0x31688e, 0x26828e,
                                   0x1f9e89, 0x35b779, 0x6ece58, 0xb5de2b, 0xfde725 };

static WsColor
get_rgb (guint32 hex)
{
  return (WsColor){ (hex >> 16 & 255) / 255., (hex >> 8 & 255) / 255., (hex & 255) / 255., 1 };
}

/**
 * ws_color_get_magnitude:
 * @share: 0 to 1
 *
 * Returns: its colour: the palest for 0
 */
WsColor
ws_color_get_magnitude (double share)
{
  double at = (1 - ws_clamp01 (share)) * (G_N_ELEMENTS (viridis) - 1);
  guint i = MIN ((guint)at, G_N_ELEMENTS (viridis) - 2);

  return ws_color_mix (get_rgb (viridis[i]), get_rgb (viridis[i + 1]), at - i);
}

/**
 * ws_color_mix:
 * @b: another one
 * @share_of_b: from 0, which is @a, to 1, which is @b
 *
 * Returns: the colour between them, channel by channel
 */
WsColor
ws_color_mix (WsColor a, WsColor b, double share_of_b)
{
  double t = ws_clamp01 (share_of_b);

  return (WsColor){ a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t,
                    a.a + (b.a - a.a) * t };
}

/**
 * ws_color_alpha:
 * @alpha: from 0 to 1
 *
 * Returns: it, with its opacity times @alpha
 */
WsColor
ws_color_alpha (WsColor color, double alpha)
{
  color.a *= ws_clamp01 (alpha);
  return color;
}

static double
get_linear (double channel)
{
  return channel <= 0.04045 ? channel / 12.92 : pow ((channel + 0.055) / 1.055, 2.4);
}

/* Relative luminance: WCAG 2.1, "relative luminance". */
static double
get_luminance (WsColor c)
{
  return 0.2126 * get_linear (c.r) + 0.7152 * get_linear (c.g) + 0.0722 * get_linear (c.b);
}

/* Returns: their contrast ratio, 1 to 21: WCAG 2.1, "contrast ratio" */
double
ws_color_contrast (WsColor a, WsColor b)
{
  double x = get_luminance (a);
  double y = get_luminance (b);

  return (MAX (x, y) + 0.05) / (MIN (x, y) + 0.05);
}

/**
 * ws_color_make_seen:
 * @ground: its background
 * @toward: the colour to mix in
 * @least: contrast with @ground, as of ws_color_contrast()
 *
 * Returns: the colour with as little of @toward as the contrast takes; @toward where that has not
 * enough of it either
 */
WsColor
ws_color_make_seen (WsColor color, WsColor ground, WsColor toward, double least)
{
  WsColor seen = color;

  for (guint i = 1; i <= 32 && ws_color_contrast (seen, ground) < least; i++)
    seen = ws_color_mix (color, toward, i / 32.);
  return seen;
}

/**
 * ws_color_ink_on:
 * @fill: colour of an area
 *
 * White if it is legible, as it looks calmer than black on a strong colour.
 *
 * Returns: the colour for text on it
 */
WsColor
ws_color_ink_on (WsColor fill)
{
  WsColor white = { 1, 1, 1, 1 };
  WsColor black = { 0, 0, 0, 1 };

  return ws_color_contrast (fill, white) >= 4.5 ? white : black;
}

/**
 * ws_paint_set:
 * @color: to paint with from now on
 */
void
ws_paint_set (cairo_t *cr, WsColor color)
{
  cairo_set_source_rgba (cr, color.r, color.g, color.b, color.a);
}

/**
 * ws_box_contains:
 * @x: of a point
 * @y: of the point
 *
 * Whether the point is in the box, including its left and upper edges, excluding the others.
 */
gboolean
ws_box_contains (const WsBox *self, double x, double y)
{
  return x >= self->x && x < self->x + self->w && y >= self->y && y < self->y + self->h;
}

/**
 * ws_box_inset:
 * @d: pixels; negative ones make it larger
 *
 * Returns: the box, smaller by @d on each side, never of negative size
 */
WsBox
ws_box_inset (const WsBox *self, double d)
{
  return (WsBox){ self->x + d, self->y + d, MAX (self->w - 2 * d, 0), MAX (self->h - 2 * d, 0) };
}

/* Device pixels per unit of the drawing; a vector surface has none, and 1 does well there. */
static double
get_device_scale (cairo_t *cr)
{
  double x = 1;
  double y = 0;
  double scale_x;
  double scale_y;

  cairo_user_to_device_distance (cr, &x, &y);
  cairo_surface_get_device_scale (cairo_get_target (cr), &scale_x, &scale_y);
  return MAX (hypot (x, y) * scale_x, 1e-3);
}

/**
 * ws_snap_line:
 * @line: width, pixels
 *
 * Returns: the width, rounded to whole device pixels, at least one
 */
double
ws_snap_line (cairo_t *cr, double line)
{
  double scale = get_device_scale (cr);

  return MAX (round (line * scale), 1) / scale;
}

/**
 * ws_snap:
 * @at: a coordinate, pixels
 *
 * Returns: the edge of a device pixel that is nearest to it
 */
double
ws_snap (cairo_t *cr, double at)
{
  double scale = get_device_scale (cr);

  return round (at * scale) / scale;
}

/* For fills that are crisp.
 *
 * Returns: the box with its edges on those of device pixels, at least one of them wide and high */
WsBox
ws_box_snap (cairo_t *cr, WsBox box)
{
  double scale = get_device_scale (cr);
  double x0 = round (box.x * scale);
  double y0 = round (box.y * scale);
  double x1 = MAX (round ((box.x + box.w) * scale), x0 + 1);
  double y1 = MAX (round ((box.y + box.h) * scale), y0 + 1);

  return (WsBox){ x0 / scale, y0 / scale, (x1 - x0) / scale, (y1 - y0) / scale };
}

/**
 * ws_box_snap_stroke:
 * @line: width of the stroke, pixels
 *
 * Returns: the box for a stroke whose outer edges lie on those of device pixels
 */
WsBox
ws_box_snap_stroke (cairo_t *cr, WsBox box, double line)
{
  WsBox snapped = ws_box_snap (cr, box);

  return ws_box_inset (&snapped, line / 2);
}

/* Adds the box to the path. */
void
ws_box_path (cairo_t *cr, const WsBox *box)
{
  cairo_rectangle (cr, box->x, box->y, box->w, box->h);
}

/**
 * ws_rounded_path:
 * @radius: of its corners, pixels; at most half of its lesser side
 *
 * Adds the box to the path, with round corners where one can see them.
 */
void
ws_rounded_path (cairo_t *cr, const WsBox *box, double radius)
{
  double r = MIN (radius, MIN (box->w, box->h) / 2);
  /* a quarter of a circle as a curve: cheaper than an arc, and no eye sees the difference */
  double k = r * (1 - 0.5522847498);
  double x0 = box->x;
  double y0 = box->y;
  double x1 = box->x + box->w;
  double y1 = box->y + box->h;

  if (r < 0.75)
    {
      ws_box_path (cr, box);
      return;
    }
  cairo_move_to (cr, x0 + r, y0);
  cairo_line_to (cr, x1 - r, y0);
  cairo_curve_to (cr, x1 - k, y0, x1, y0 + k, x1, y0 + r);
  cairo_line_to (cr, x1, y1 - r);
  cairo_curve_to (cr, x1, y1 - k, x1 - k, y1, x1 - r, y1);
  cairo_line_to (cr, x0 + r, y1);
  cairo_curve_to (cr, x0 + k, y1, x0, y1 - k, x0, y1 - r);
  cairo_line_to (cr, x0, y0 + r);
  cairo_curve_to (cr, x0, y0 + k, x0 + k, y0, x0 + r, y0);
  cairo_close_path (cr);
}

/**
 * ws_arrow_path:
 * @x: of the tip
 * @y: of the tip
 * @dx: where it points, along x
 * @dy: where it points, along y; the length of the two does not matter, but is not 0
 * @size: length of the head, pixels
 *
 * Adds a filled head to the path.
 */
void
ws_arrow_path (cairo_t *cr, double x, double y, double dx, double dy, double size)
{
  double length = hypot (dx, dy);
  double ux;
  double uy;

  if (length <= 0)
    return;
  ux = dx / length * size;
  uy = dy / length * size;
  cairo_move_to (cr, x, y);
  cairo_line_to (cr, x - ux - uy * 0.55, y - uy + ux * 0.55);
  cairo_line_to (cr, x - ux + uy * 0.55, y - uy - ux * 0.55);
  cairo_close_path (cr);
}

/* Returns: it, from 0 to 1 */
double
ws_clamp01 (double t)
{
  return CLAMP (t, 0, 1);
}

/**
 * ws_ease:
 * @t: share of the time, from 0 to 1
 *
 * Returns: share of the way, from 0 to 1, of what starts and ends at rest
 */
double
ws_ease (double t)
{
  t = ws_clamp01 (t);
  return t * t * (3 - 2 * t);
}

/* Returns: (transfer full): it in groups of three, by narrow spaces: "4 194 304"; four digits are
 * read without */
char *
ws_format_count (guint64 n)
{
  char digits[24];
  GString *text = g_string_new (NULL);
  int length = g_snprintf (digits, sizeof digits, "%" G_GUINT64_FORMAT, n);

  for (int i = 0; i < length; i++)
    {
      /* four digits are read without help */
      if (i > 0 && (length - i) % 3 == 0 && length > 4)
        g_string_append (text, "\u202f");
      g_string_append_c (text, digits[i]);
    }
  return g_string_free (text, FALSE);
}

/**
 * ws_format_extent:
 * @extent: of a grid or a block, in x, y and z
 *
 * Returns: (transfer full): how many along each dimension that there is: "32 768", "16 × 8"
 */
char *
ws_format_extent (const guint32 extent[3])
{
  guint n = extent[2] > 1 ? 3 : extent[1] > 1 ? 2 : 1;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *count = ws_format_count (extent[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? " × " : "", count);
    }
  return g_string_free (text, FALSE);
}
