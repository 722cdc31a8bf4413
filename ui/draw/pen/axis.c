#include "pen/axis.h"

#include <math.h>

#define TICK_SHARE 0.3  /* length of a tick, of the labels' size */
#define GAP_SHARE  0.45 /* from its end to the label */

/**
 * ws_axis_get_size:
 * @text: measures its labels
 *
 * Returns: what it takes beside the plot, in pixels: height below it, or width left of it
 */
double
ws_axis_get_size (const WsAxis *self, WsText *text)
{
  g_autoptr (GArray) ticks = NULL;
  double widest = 0;

  if (self->side == WS_AXIS_BOTTOM)
    return self->px * (TICK_SHARE + GAP_SHARE + 1);
  ticks = ws_ticks_new (&self->scale, &self->ticks, text, WS_FACE_SANS, self->px);
  for (guint i = 0; i < ticks->len; i++)
    widest = MAX (widest, ws_text_gather_width (text, WS_FACE_SANS, self->px,
                                                g_array_index (ticks, WsTick, i).label));
  return widest + self->px * (TICK_SHARE + GAP_SHARE);
}

static void
line_path (cairo_t *cr, const WsAxis *self, double at, double from, double to, double line)
{
  double sharp = ws_snap (cr, at - line / 2) + line / 2;

  if (self->side == WS_AXIS_BOTTOM)
    {
      cairo_move_to (cr, sharp, from);
      cairo_line_to (cr, sharp, to);
    }
  else
    {
      cairo_move_to (cr, from, sharp);
      cairo_line_to (cr, to, sharp);
    }
}

static void
draw_grid (cairo_t *cr, const WsAxis *self, const GArray *ticks, const WsTheme *theme, double line)
{
  const WsBox *plot = &self->plot;

  for (guint i = 0; i < ticks->len; i++)
    {
      double at = g_array_index (ticks, WsTick, i).at;

      if (self->side == WS_AXIS_BOTTOM)
        line_path (cr, self, at, plot->y, plot->y + plot->h, line);
      else
        line_path (cr, self, at, plot->x, plot->x + plot->w, line);
    }
  ws_paint_set (cr, ws_color_alpha (theme->faint, 0.6));
  cairo_stroke (cr);
}

/**
 * ws_draw_axis:
 * @text: shows its labels
 * @theme: colours
 * @line: width of its lines, in pixels
 *
 * Draws the grid and, unless it is bare, the ticks and those labels that keep inside the plot's
 * ends and the room beside them. The line along the plot is drawn, too.
 */
void
ws_draw_axis (cairo_t *cr, WsText *text, const WsAxis *self, const WsTheme *theme, double line)
{
  g_autoptr (GArray) ticks =
      ws_ticks_new (&self->scale, &self->ticks, text, WS_FACE_SANS, self->px);
  const WsBox *plot = &self->plot;
  gboolean bottom = self->side == WS_AXIS_BOTTOM;
  double edge = bottom ? plot->y + plot->h : plot->x;
  double out = (bottom ? 1 : -1) * self->px * TICK_SHARE;
  double low = (bottom ? plot->x : plot->y) - self->room;
  double high = bottom
                    ? plot->x + plot->w + (self->room_behind > 0 ? self->room_behind : self->room)
                    : plot->y + plot->h + self->room;

  line = ws_snap_line (cr, line);
  cairo_set_line_width (cr, line);
  if (self->grid)
    draw_grid (cr, self, ticks, theme, line);
  for (guint i = 0; i < ticks->len && !self->bare; i++)
    line_path (cr, self, g_array_index (ticks, WsTick, i).at, edge, edge + out, line);
  if (bottom)
    {
      double sharp = ws_snap (cr, edge - line / 2) + line / 2;

      cairo_move_to (cr, plot->x, sharp);
      cairo_line_to (cr, plot->x + plot->w, sharp);
    }
  ws_paint_set (cr, theme->muted);
  cairo_stroke (cr);
  for (guint i = 0; i < ticks->len && !self->bare; i++)
    {
      const WsTick *tick = &g_array_index (ticks, WsTick, i);
      double half = (bottom ? ws_text_gather_width (text, WS_FACE_SANS, self->px, tick->label)
                            : ws_text_cap_height (text, WS_FACE_SANS, self->px))
                    / 2;

      if (tick->at - half < low || tick->at + half > high)
        continue;
      if (bottom)
        ws_text_gather (
            text, &(WsTextStyle){ WS_FACE_SANS, self->px, theme->muted },
            &(WsTextPlace){ tick->at, edge + self->px * (TICK_SHARE + GAP_SHARE + 0.4), 0.5 },
            tick->label);
      else
        ws_text_gather (text, &(WsTextStyle){ WS_FACE_SANS, self->px, theme->muted },
                        &(WsTextPlace){ edge - self->px * (TICK_SHARE + GAP_SHARE), tick->at, 1 },
                        tick->label);
    }
}
