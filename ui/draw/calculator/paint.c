/* paint.c: how limiters and the points of the cases look, wherever they stand. */
#include "calculator/private.h"

/* Limiters by category of the theme; what resembles the playhead there is none of them. */
static const guint color_of[WS_N_LIMITERS] = { 0, 3, 2, 1, 6 };
static const guint color_on_dark[WS_N_LIMITERS] = { 0, 3, 2, 5, 6 };
static const WsHatch hatch_of[WS_N_LIMITERS] = { WS_HATCH_RISING, WS_HATCH_UPRIGHT,
                                                 WS_HATCH_FALLING, WS_HATCH_LEVEL,
                                                 WS_HATCH_CROSSED };

/**
 * ws_calculator_get_limiter_color:
 * @limiter: what limits
 *
 * Returns: its colour
 */
WsColor
ws_calculator_get_limiter_color (const WsTheme *theme, WsLimiter limiter)
{
  return theme->warp[theme->kind == WS_THEME_LIGHT ? color_of[limiter] : color_on_dark[limiter]];
}

/**
 * ws_calculator_get_hatch_spacing:
 * @layout: the layout
 *
 * Returns: from line to line of a hatch, pixels
 */
double
ws_calculator_get_hatch_spacing (const WsCalculatorLayout *layout)
{
  return MAX (layout->note_px * 0.6, 4);
}

/* Returns: its colour as that of a ground */
static WsColor
get_limiter_tint (const WsTheme *theme, WsLimiter limiter)
{
  return ws_color_mix (theme->background, ws_calculator_get_limiter_color (theme, limiter),
                       theme->kind == WS_THEME_LIGHT ? 0.26 : 0.34);
}

/**
 * ws_calculator_fill:
 * @boxes: (array length=n_boxes): boxes that stand side by side, from left to right, on one line
 * @n_boxes: how many
 * @limiter: in whose colour and hatch they are filled
 *
 * The hatch is opaque, as if it let the tint through.
 */
void
ws_calculator_fill (const WsCalculatorDrawing *self, const WsBox *boxes, guint n_boxes,
                    WsLimiter limiter)
{
  WsColor tint = get_limiter_tint (self->theme, limiter);
  WsColor color = ws_calculator_get_limiter_color (self->theme, limiter);
  double spacing = ws_calculator_get_hatch_spacing (&self->layout);
  double width = 0; /* of what hangs together */
  double widest = 0;

  if (n_boxes == 0)
    return;
  for (guint i = 0; i < n_boxes; i++)
    {
      gboolean joined = i > 0 && boxes[i].x <= boxes[i - 1].x + boxes[i - 1].w;

      width = joined ? width + boxes[i].w : boxes[i].w;
      widest = MAX (widest, width);
    }
  /* what is narrow has three lines all the same */
  ws_hatch_fill (self->cr,
                 &(WsHatchFill){ hatch_of[limiter], MIN (spacing, MAX (widest * 0.4, 3)),
                                 MAX (self->layout.line * 0.9, 0.8), tint,
                                 ws_color_mix (tint, color, 0.7) },
                 boxes, n_boxes);
}

/**
 * ws_calculator_get_side_color:
 * @side: the case: 0 of A, 1 of B
 *
 * Returns: the colour of its point
 */
WsColor
ws_calculator_get_side_color (const WsTheme *theme, guint side)
{
  return side == 0 ? theme->playhead : theme->ink;
}

/**
 * ws_calculator_draw_point:
 * @side: the case: A is a disc, B a diamond
 * @x: of its middle, pixels
 * @y: of its middle
 * @radius: of the disc, pixels
 */
void
ws_calculator_draw_point (const WsCalculatorDrawing *self, guint side, double x, double y,
                          double radius)
{
  cairo_t *cr = self->cr;

  for (guint i = 0; i < 2; i++)
    {
      double r = i == 0 ? radius + MAX (self->layout.line * 1.2, 1.2) : radius;

      if (side == 0)
        cairo_arc (cr, x, y, r, 0, 2 * G_PI);
      else
        {
          double d = r * 1.75; /* seen behind a disc, too */

          cairo_move_to (cr, x, y - d);
          cairo_line_to (cr, x + d, y);
          cairo_line_to (cr, x, y + d);
          cairo_line_to (cr, x - d, y);
          cairo_close_path (cr);
        }
      ws_paint_set (cr, i == 0 ? self->theme->background
                               : ws_calculator_get_side_color (self->theme, side));
      cairo_fill (cr);
    }
}
