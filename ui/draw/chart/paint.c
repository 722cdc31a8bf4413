/* paint.c: how series look: colours, hatches, dashes, markers. */
#include "chart/private.h"

#include <math.h>

/* Returns: its colour; paler where it is quiet */
WsColor
ws_chart_get_color (const WsTheme *theme, const WsSeries *series)
{
  WsColor color;

  if (series->color == -2)
    color = theme->accent;
  else if (series->color < 0)
    color = ws_color_mix (theme->accent_soft, theme->accent, 0.5);
  else
    color = theme->warp[series->color % WS_N_WARP_COLORS];
  return series->quiet ? ws_color_mix (theme->muted, color, 0.25) : color;
}

/**
 * ws_chart_fill_bar:
 * @series: whose bars they are
 * @boxes: (array length=n_boxes): side by side, on one lower edge, where there is more than one
 *
 * Measured bars are full, modelled ones hatched, those that others published outlines.
 */
void
ws_chart_fill_bar (const WsChartDrawing *self, const WsSeries *series, const WsBox *boxes,
                   guint n_boxes)
{
  WsColor color = ws_chart_get_color (self->theme, series);
  WsColor ground = self->theme->background;
  double line = ws_snap_line (self->cr, self->l->line * 1.2);

  if (n_boxes == 0)
    return;
  if (series->figures == WS_FIGURES_MODELLED)
    ws_hatch_fill (self->cr,
                   &(WsHatchFill){ WS_HATCH_RISING, MAX (self->l->small_px * 0.36, 4),
                                   MAX (self->l->line * 1.1, 1), ws_color_mix (ground, color, 0.3),
                                   ws_color_mix (ground, color, 0.85) },
                   boxes, n_boxes);
  else if (series->figures == WS_FIGURES_MEASURED)
    {
      for (guint i = 0; i < n_boxes; i++)
        ws_box_path (self->cr, &boxes[i]);
      ws_paint_set (self->cr, color);
      cairo_fill (self->cr);
      return;
    }
  if (n_boxes > 1)
    return;
  {
    WsBox edge = ws_box_inset (&boxes[0], line / 2);

    if (boxes[0].w < 3 * line || boxes[0].h < 3 * line)
      {
        ws_box_path (self->cr, &boxes[0]);
        ws_paint_set (self->cr, color);
        cairo_fill (self->cr);
        return;
      }
    ws_box_path (self->cr, &edge);
    cairo_set_line_width (self->cr, line);
    cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_MITER);
    ws_paint_set (self->cr, color);
    cairo_stroke (self->cr);
  }
}

/**
 * ws_chart_get_marker_radius:
 * @l: the layout
 *
 * Returns: of a point's marker, pixels
 */
double
ws_chart_get_marker_radius (const WsChartLayout *l)
{
  return MAX (l->small_px * 0.26, 2.5);
}

/* Shapes that differ, of about one area: as many as there are reductions. */
static const struct {
  guint n_corners; /* 0: a circle */
  double turn;     /* of its first corner, from above */
  double radius;   /* in that of a marker, as what follows */
  double inner;    /* of every other corner, where it is a star */
  double right;
  double down;
  double width; /* stretched by it */
  double height;
} shapes[] = {
  { .radius = 1 },
  { 4, 0.125, 0.9 * G_SQRT2, 0, 0, 0, 1, 1 },
  { 3, 0, 1.35, 0, 0, 0.15, 1, 1 },
  { 4, 0, 1.28, 0, 0, 0, 1, 1 },
  { 3, 0.5, 1.35, 0, 0, -0.15, 1, 1 },
  { 5, 0, 1.15, 0, 0, 0, 1, 1 },
  { 4, 0.125, G_SQRT2, 0, 0, 0, 1.2, 0.55 },
  { 3, 0.25, 1.35, 0, -0.15, 0, 1, 1 },
  { 10, 0, 1.55, 0.65, 0, 0, 1, 1 },
  { 4, 0.125, G_SQRT2, 0, 0, 0, 0.55, 1.2 },
  { 3, 0.75, 1.35, 0, 0.15, 0, 1, 1 },
  { 8, 0, 1.6, 0.6, 0, 0, 1, 1 },
};

static void
marker_path (cairo_t *cr, guint shape, double x, double y, double r)
{
  guint n = shapes[shape].n_corners;

  if (n == 0)
    {
      cairo_new_sub_path (cr);
      cairo_arc (cr, x, y, r * shapes[shape].radius, 0, 2 * G_PI);
      return;
    }
  x += r * shapes[shape].right;
  y += r * shapes[shape].down;
  for (guint i = 0; i < n; i++)
    {
      double angle = (shapes[shape].turn + i / (double)n) * 2 * G_PI;
      gboolean is_inner = i % 2 == 1 && shapes[shape].inner > 0;
      double away = r * (is_inner ? shapes[shape].inner : shapes[shape].radius);

      cairo_line_to (cr, x + away * sin (angle) * shapes[shape].width,
                     y - away * cos (angle) * shapes[shape].height);
    }
  cairo_close_path (cr);
}

/**
 * ws_chart_draw_marker:
 * @series: whose it is
 * @radius: about half its size
 *
 * Of measured values it is full, of others hollow; series differ in shape as in colour.
 */
void
ws_chart_draw_marker (const WsChartDrawing *self, const WsSeries *series, double x, double y,
                      double radius)
{
  WsColor color = ws_chart_get_color (self->theme, series);
  guint shape = series->color < 0 ? 0 : (guint)series->color % G_N_ELEMENTS (shapes);
  gboolean full = series->figures == WS_FIGURES_MEASURED;
  double line = MAX (self->l->line * 1.3, 1);

  cairo_set_dash (self->cr, NULL, 0, 0);
  cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_MITER);
  marker_path (self->cr, shape, x, y, radius);
  ws_paint_set (self->cr, full ? color : self->theme->background);
  cairo_fill_preserve (self->cr);
  ws_paint_set (self->cr, full ? self->theme->background : color);
  cairo_set_line_width (self->cr, full ? line * 0.7 : line);
  cairo_stroke (self->cr);
}

/**
 * ws_chart_set_stroke:
 * @series: whose line is drawn
 *
 * Sets width, dash and colour: solid where it is measured, dashed where it is modelled, dotted
 * where it is published.
 */
void
ws_chart_set_stroke (const WsChartDrawing *self, const WsSeries *series)
{
  double width = MAX (self->l->line * (series->quiet ? 1.3 : 1.9), 1.2);
  double dashes[] = { width * 3.2, width * 2 };
  double dots[] = { width * 1.2, width * 1.6 };

  cairo_set_line_width (self->cr, width);
  cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (self->cr, CAIRO_LINE_CAP_BUTT);
  if (series->figures == WS_FIGURES_MODELLED)
    cairo_set_dash (self->cr, dashes, 2, 0);
  else if (series->figures == WS_FIGURES_PUBLISHED)
    cairo_set_dash (self->cr, dots, 2, 0);
  else
    cairo_set_dash (self->cr, NULL, 0, 0);
  ws_paint_set (self->cr, ws_chart_get_color (self->theme, series));
}

/* ---- keys of a legend ---- */

static gboolean
is_area (const WsSeries *series)
{
  return series->mark == WS_MARK_BARS || series->mark == WS_MARK_STEPS;
}

/**
 * ws_chart_get_key_width:
 * @l: the layout
 *
 * Returns: width of its marker or swatch in a legend, pixels
 */
double
ws_chart_get_key_width (const WsChartLayout *l, const WsSeries *series)
{
  return series->mark == WS_MARK_POINTS ? l->small_px * 0.7 : l->small_px * 1.5;
}

/**
 * ws_chart_draw_key:
 * @series: the series
 *
 * Draws a marker or a swatch of a legend.
 */
void
ws_chart_draw_key (const WsChartDrawing *self, const WsSeries *series, double x, double y)
{
  double width = ws_chart_get_key_width (self->l, series);

  if (is_area (series))
    {
      double h = self->l->small_px * 0.72;
      WsBox box = ws_box_snap (self->cr, (WsBox){ x, y - h / 2, width, h });

      ws_chart_fill_bar (self, series, &box, 1);
      return;
    }
  if (series->mark == WS_MARK_LINE)
    {
      cairo_move_to (self->cr, x, y);
      cairo_line_to (self->cr, x + width, y);
      ws_chart_set_stroke (self, series);
      cairo_stroke (self->cr);
      cairo_set_dash (self->cr, NULL, 0, 0);
    }
  ws_chart_draw_marker (self, series, x + width / 2, y, ws_chart_get_marker_radius (self->l));
}
