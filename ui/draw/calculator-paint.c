/* calculator-paint.c: how limiters and the points of the cases look, wherever they stand. */
#include "draw/calculator-private.h"

/* Limiters by category of the theme; what resembles the playhead there is none of them. */
static const guint color_of[WS_N_LIMITERS] = { 0, 3, 2, 1, 6 };
static const guint color_on_dark[WS_N_LIMITERS] = { 0, 3, 2, 5, 6 };
static const WsHatch hatch_of[WS_N_LIMITERS] = { WS_HATCH_RISING, WS_HATCH_UPRIGHT,
                                                 WS_HATCH_FALLING, WS_HATCH_LEVEL,
                                                 WS_HATCH_CROSSED };

WsColor
ws_calculator_get_limiter_color (const WsTheme *theme, WsLimiter limiter)
{
  return theme->warp[theme->kind == WS_THEME_LIGHT ? color_of[limiter] : color_on_dark[limiter]];
}

double
ws_calculator_get_hatch_spacing (const WsCalculatorLayout *layout)
{
  return MAX (layout->note_px * 0.6, 4);
}

WsColor
ws_calculator_get_limiter_tint (const WsTheme *theme, WsLimiter limiter)
{
  return ws_color_mix (theme->background, ws_calculator_get_limiter_color (theme, limiter),
                       theme->kind == WS_THEME_LIGHT ? 0.26 : 0.34);
}

/* On the limiter's tint. The colour is opaque, as if it let the tint through: cairo is twice as fast
 * with it. */
void
ws_calculator_stroke_hatch (const WsCalculatorDrawing *self, const WsBox *box, WsLimiter limiter)
{
  cairo_t *cr = self->cr;
  WsColor tint = ws_calculator_get_limiter_tint (self->theme, limiter);

  /* a narrow box has three lines all the same */
  ws_hatch_path (cr, hatch_of[limiter], box,
                 MIN (ws_calculator_get_hatch_spacing (&self->layout), MAX (box->w * 0.4, 3)));
  cairo_set_line_width (cr, MAX (self->layout.line * 0.9, 0.8));
  ws_paint_set (
      cr, ws_color_mix (tint, ws_calculator_get_limiter_color (self->theme, limiter), 0.7));
  cairo_stroke (cr);
}

void
ws_calculator_fill (const WsCalculatorDrawing *self, const WsBox *box, WsLimiter limiter)
{
  ws_box_path (self->cr, box);
  ws_paint_set (self->cr, ws_calculator_get_limiter_tint (self->theme, limiter));
  cairo_fill (self->cr);
  ws_calculator_stroke_hatch (self, box, limiter);
}

WsColor
ws_calculator_get_side_color (const WsTheme *theme, guint side)
{
  return side == 0 ? theme->playhead : theme->ink;
}

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
