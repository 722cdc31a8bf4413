/* steps.c: histograms: areas under steps, along the horizontal axis or the vertical one. */
#include "chart/private.h"

#include <math.h>

/* Where a step ends: where the next begins, or as wide as the one before. */
static double
get_end (const WsSeries *series, guint i)
{
  const WsChartPoint *point = ws_series_get_point (series, i);

  if (i + 1 < series->points->len)
    return ws_series_get_point (series, i + 1)->x;
  return i > 0 ? point->x + (point->x - ws_series_get_point (series, i - 1)->x) : point->x + 1;
}

/**
 * ws_chart_get_step:
 * @l: the layout
 * @series: index of a series of steps
 * @point: index of one of its points
 * @box: (out): the area under its step
 *
 * Returns: %FALSE if it has no place
 */
gboolean
ws_chart_get_step (const WsChart *self, const WsChartLayout *l, guint series, guint point,
                   WsBox *box)
{
  const WsSeries *s = ws_chart_get_series (self, series);
  const WsChartPoint *p = ws_series_get_point (s, point);
  const WsScale *values = self->horizontal ? &l->x : &l->y;
  WsChartPoint end = *p;
  double base = ws_scale_to_place (
      values, values->kind == WS_SCALE_LINEAR ? CLAMP (0, values->from, values->to) : values->from);
  double x0;
  double y0;
  double x1;
  double y1;

  end.x = get_end (s, point);
  if (!ws_chart_place_point (self, l, p, &x0, &y0)
      || !ws_chart_place_point (self, l, &end, &x1, &y1))
    return FALSE;
  if (self->horizontal)
    *box = (WsBox){ MIN (base, x0), MIN (y0, y1), fabs (x0 - base), fabs (y1 - y0) };
  else
    *box = (WsBox){ MIN (x0, x1), MIN (base, y0), fabs (x1 - x0), fabs (y0 - base) };
  return TRUE;
}

/* Steps narrower than a pixel are one, as high as the highest. Returns: the boxes of the area, side
 * by side along the axis */
static GArray *
make_boxes (const WsChartDrawing *self, guint series)
{
  GArray *boxes = g_array_new (FALSE, FALSE, sizeof (WsBox));
  const WsSeries *s = ws_chart_get_series (self->chart, series);
  const WsBox *plot = &self->l->plot;
  gboolean horizontal = self->chart->horizontal;

  for (guint i = 0; i < s->points->len; i++)
    {
      WsBox box;
      WsBox *before;
      double x0;
      double y0;
      double x1;
      double y1;

      if (!ws_chart_get_step (self->chart, self->l, series, i, &box))
        continue;
      x0 = ws_snap (self->cr, CLAMP (box.x, plot->x, plot->x + plot->w));
      y0 = ws_snap (self->cr, CLAMP (box.y, plot->y, plot->y + plot->h));
      x1 = ws_snap (self->cr, CLAMP (box.x + box.w, plot->x, plot->x + plot->w));
      y1 = ws_snap (self->cr, CLAMP (box.y + box.h, plot->y, plot->y + plot->h));
      box = (WsBox){ x0, y0, x1 - x0, y1 - y0 };
      before = boxes->len > 0 ? &g_array_index (boxes, WsBox, boxes->len - 1) : NULL;
      if (before != NULL && (horizontal ? box.h : box.w) < 1)
        {
          if (horizontal)
            before->w = MAX (before->w, box.w);
          else if (box.h > before->h)
            {
              before->y = box.y;
              before->h = box.h;
            }
          continue;
        }
      if (box.w > 0 && box.h > 0)
        g_array_append_val (boxes, box);
    }
  return boxes;
}

/* Along the upper edge; down to the axis where the next step is not beside it. */
static void
outline_path (const WsChartDrawing *self, const GArray *boxes)
{
  gboolean horizontal = self->chart->horizontal;

  for (guint i = 0; i < boxes->len; i++)
    {
      const WsBox *box = &g_array_index (boxes, WsBox, i);
      const WsBox *before = i > 0 ? box - 1 : NULL;
      const WsBox *next = i + 1 < boxes->len ? box + 1 : NULL;

      if (horizontal)
        {
          if (before == NULL || fabs (before->y - box->y - box->h) > 0.01)
            cairo_move_to (self->cr, box->x, box->y + box->h);
          cairo_line_to (self->cr, box->x + box->w, box->y + box->h);
          cairo_line_to (self->cr, box->x + box->w, box->y);
          if (next == NULL || fabs (next->y + next->h - box->y) > 0.01)
            cairo_line_to (self->cr, box->x, box->y);
        }
      else
        {
          if (before == NULL || fabs (before->x + before->w - box->x) > 0.01)
            cairo_move_to (self->cr, box->x, box->y + box->h);
          cairo_line_to (self->cr, box->x, box->y);
          cairo_line_to (self->cr, box->x + box->w, box->y);
          if (next == NULL || fabs (box->x + box->w - next->x) > 0.01)
            cairo_line_to (self->cr, box->x + box->w, box->y + box->h);
        }
    }
}

/* Measured ones are a soft area, modelled ones hatched, published ones an outline. */
void
ws_chart_draw_steps (WsChartDrawing *self, guint series)
{
  const WsSeries *s = ws_chart_get_series (self->chart, series);
  WsColor color = ws_chart_get_color (self->theme, s);
  WsColor ground = self->theme->background;
  g_autoptr (GArray) boxes = make_boxes (self, series);

  if (boxes->len == 0)
    return;
  for (guint i = 0; i < boxes->len; i++)
    ws_box_path (self->cr, &g_array_index (boxes, WsBox, i));
  if (s->figures == WS_FIGURES_PUBLISHED)
    cairo_new_path (self->cr);
  ws_paint_set (self->cr, ws_color_mix (ground, color, s->quiet ? 0.25 : 0.5));
  cairo_fill (self->cr);
  if (s->figures == WS_FIGURES_MODELLED)
    {
      for (guint i = 0; i < boxes->len; i++)
        ws_hatch_path (self->cr, WS_HATCH_RISING, &g_array_index (boxes, WsBox, i),
                       MAX (self->l->small_px * 0.36, 4));
      cairo_set_line_width (self->cr, MAX (self->l->line, 1));
      ws_paint_set (self->cr, color);
      cairo_stroke (self->cr);
    }
  outline_path (self, boxes);
  cairo_set_line_width (self->cr, MAX (self->l->line * 1.1, 1));
  cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_MITER);
  ws_paint_set (self->cr, color);
  cairo_stroke (self->cr);
}
