/* dense.c: lines and bands of so many points that they are drawn in columns of pixels.
 *
 * cairo takes ten milliseconds for a band of a thousand corners, a quarter of which it needs for as
 * many boxes that lie on pixels. Where there are no pixels, as in SVG, lines and bands are what
 * they are.
 */
#include "chart/private.h"

#include <math.h>

#define MANY_SPOTS 120 /* fewer are drawn fast enough */
#define N_AT_ONCE  64  /* boxes of a fill: cairo sorts them */

/* Pixels that are where the drawing says. What GTK records is drawn later, at a whole scale. */
static gboolean
has_pixels (cairo_t *cr)
{
  cairo_surface_type_t type = cairo_surface_get_type (cairo_get_group_target (cr));
  cairo_matrix_t m;

  if (type != CAIRO_SURFACE_TYPE_IMAGE && type != CAIRO_SURFACE_TYPE_RECORDING)
    return FALSE;
  cairo_get_matrix (cr, &m);
  return m.xy == 0 && m.yx == 0 && m.xx == m.yy && m.xx > 0 && m.xx == round (m.xx)
         && m.x0 == round (m.x0) && m.y0 == round (m.y0);
}

/**
 * ws_chart_is_dense:
 * @track: of one of its lines
 *
 * Returns: whether it is to be drawn in columns of pixels
 */
gboolean
ws_chart_is_dense (const WsChartDrawing *self, const GArray *track)
{
  const WsChartSpot *spots = (const WsChartSpot *)(const void *)track->data;

  if (track->len < MANY_SPOTS || self->chart->horizontal || !has_pixels (self->cr))
    return FALSE;
  for (guint i = 1; i < track->len; i++)
    if (!(spots[i].x >= spots[i - 1].x))
      return FALSE;
  return TRUE;
}

static gboolean
get_band (const WsChartSpot *spot, gboolean reach, double *low, double *high)
{
  *low = reach ? spot->least : spot->low;
  *high = reach ? spot->most : spot->high;
  return isfinite (spot->x) && isfinite (spot->y) && isfinite (*low) && isfinite (*high);
}

typedef struct {
  cairo_t *cr;
  const WsBox *plot;
  guint n;
} Columns;

static void
add_column (Columns *self, double x0, double x1, double top, double bottom)
{
  const WsBox *plot = self->plot;

  top = floor (CLAMP (top, plot->y - 64, plot->y + plot->h + 64));
  bottom = floor (CLAMP (bottom, plot->y - 64, plot->y + plot->h + 64));
  cairo_rectangle (self->cr, x0, top, x1 - x0, MAX (bottom - top, 1));
  if (++self->n % N_AT_ONCE == 0)
    cairo_fill (self->cr);
}

/**
 * ws_chart_fill_dense_band:
 * @track: of a dense line
 * @reach: what its points reach over, not their error bands
 *
 * Fills it with the source that is set.
 */
void
ws_chart_fill_dense_band (const WsChartDrawing *self, const GArray *track, gboolean reach)
{
  const WsBox *plot = &self->l->plot;
  const WsChartSpot *spots = (const WsChartSpot *)(const void *)track->data;
  Columns columns = { self->cr, plot, 0 };
  double step = plot->w > 1500 ? 2 : 1;

  for (guint i = 1; i < track->len; i++)
    {
      double low[2];
      double high[2];
      double from = floor (MAX (spots[i - 1].x, plot->x - 1));
      double to = floor (MIN (spots[i].x, plot->x + plot->w + 1));

      if (!get_band (&spots[i - 1], reach, &low[0], &high[0])
          || !get_band (&spots[i], reach, &low[1], &high[1]))
        continue;
      for (double x = from; x < to; x += step)
        {
          double end = MIN (x + step, to);
          double t = ws_clamp01 (((x + end) / 2 - spots[i - 1].x) / (spots[i].x - spots[i - 1].x));

          add_column (&columns, x, end, high[0] + t * (high[1] - high[0]),
                      low[0] + t * (low[1] - low[0]));
        }
    }
  cairo_fill (self->cr);
}

static gboolean
is_joined (const WsChartSpot *a, const WsChartSpot *b, const WsBox *plot)
{
  return isfinite (a->x + a->y + b->x + b->y) && b->x >= plot->x - 8
         && a->x <= plot->x + plot->w + 8;
}

/* Where points are so close, the line is a column from one to the next. */
static double
get_narrow (const WsBox *plot)
{
  return MAX (plot->w / 1000, 1.6);
}

static void
fill_narrow (const WsChartDrawing *self, const GArray *track, double half)
{
  const WsChartSpot *spots = (const WsChartSpot *)(const void *)track->data;
  Columns columns = { self->cr, &self->l->plot, 0 };

  for (guint i = 1; i < track->len; i++)
    {
      const WsChartSpot *a = &spots[i - 1];
      const WsChartSpot *b = &spots[i];

      if (is_joined (a, b, &self->l->plot) && b->x - a->x <= get_narrow (&self->l->plot)
          && floor (b->x) > floor (a->x))
        add_column (&columns, floor (a->x), floor (b->x), MIN (a->y, b->y) - half,
                    MAX (a->y, b->y) + half);
    }
  cairo_fill (self->cr);
}

/* A few segments at once, each from where the last ended. */
static void
stroke_wide (const WsChartDrawing *self, const GArray *track)
{
  const WsChartSpot *spots = (const WsChartSpot *)(const void *)track->data;
  const WsBox *plot = &self->l->plot;
  WsBox near = { plot->x - 64, plot->y - 64, plot->w + 128, plot->h + 128 };
  guint n = 0;
  guint last = 0; /* spot that the path is at */

  for (guint i = 1; i < track->len; i++)
    {
      double x0 = spots[i - 1].x;
      double y0 = spots[i - 1].y;
      double x1 = spots[i].x;
      double y1 = spots[i].y;

      if (!is_joined (&spots[i - 1], &spots[i], plot) || x1 - x0 <= get_narrow (plot)
          || !ws_chart_clip_line (&near, &x0, &y0, &x1, &y1))
        continue;
      if (n == 0 || last != i - 1)
        cairo_move_to (self->cr, x0, y0);
      cairo_line_to (self->cr, x1, y1);
      last = i;
      if (++n == 4)
        {
          cairo_stroke (self->cr);
          n = 0;
        }
    }
  cairo_stroke (self->cr);
}

/* Draws it with the line that is set, but for dashes: its points are too close for them. */
void
ws_chart_stroke_dense_line (const WsChartDrawing *self, const GArray *track)
{
  fill_narrow (self, track, cairo_get_line_width (self->cr) / 2);
  cairo_set_dash (self->cr, NULL, 0, 0);
  cairo_set_line_cap (self->cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_BEVEL);
  stroke_wide (self, track);
  cairo_set_line_cap (self->cr, CAIRO_LINE_CAP_BUTT);
}

/**
 * ws_chart_clip_line:
 * @box: what cuts
 * @x0: (inout): of a line's end, pixels
 * @y0: (inout): of that end
 * @x1: (inout): of its other end
 * @y1: (inout): of that end
 *
 * Finds the part of a line inside a box: Y.-D. Liang, B. A. Barsky, "A new concept and method for
 * line clipping" (1984).
 *
 * Returns: %FALSE if there is none
 */
gboolean
ws_chart_clip_line (const WsBox *box, double *x0, double *y0, double *x1, double *y1)
{
  double dx = *x1 - *x0;
  double dy = *y1 - *y0;
  double p[] = { -dx, dx, -dy, dy };
  double q[] = { *x0 - box->x, box->x + box->w - *x0, *y0 - box->y, box->y + box->h - *y0 };
  double from = 0;
  double to = 1;

  for (guint i = 0; i < 4; i++)
    if (p[i] == 0)
      {
        if (q[i] < 0)
          return FALSE;
      }
    else if (p[i] < 0)
      from = MAX (from, q[i] / p[i]);
    else
      to = MIN (to, q[i] / p[i]);
  if (from > to)
    return FALSE;
  *x1 = *x0 + to * dx;
  *y1 = *y0 + to * dy;
  *x0 += from * dx;
  *y0 += from * dy;
  return TRUE;
}
