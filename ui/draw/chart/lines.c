/* lines.c: lines with their bands, points with their whiskers. */
#include "chart/private.h"

#include <math.h>

#define MANY_POINTS 4000 /* from then on they are squares on a grid */

static GArray *
get_track (const WsChartDrawing *self, guint series)
{
  return g_ptr_array_index (self->tracks, series);
}

static const WsChartSpot *
get_spot (const GArray *track, guint i)
{
  return &g_array_index (track, WsChartSpot, i);
}

/* ---- bands ---- */

typedef enum { BAND_ERROR, BAND_REACH } Band;

static gboolean
get_band (const WsChartSpot *spot, Band band, double *low, double *high)
{
  *low = band == BAND_ERROR ? spot->low : spot->least;
  *high = band == BAND_ERROR ? spot->high : spot->most;
  return isfinite (spot->x) && isfinite (spot->y) && isfinite (*low) && isfinite (*high);
}

/* There along the upper edge, back along the lower one. */
static void
band_path (cairo_t *cr, const GArray *track, Band band)
{
  for (guint i = 0; i < track->len;)
    {
      guint end = i;
      double low;
      double high;

      while (end < track->len && get_band (get_spot (track, end), band, &low, &high))
        end++;
      for (guint k = i; k < end; k++)
        {
          get_band (get_spot (track, k), band, &low, &high);
          cairo_line_to (cr, get_spot (track, k)->x, high);
        }
      for (guint k = end; k-- > i;)
        {
          get_band (get_spot (track, k), band, &low, &high);
          cairo_line_to (cr, get_spot (track, k)->x, low);
        }
      if (end > i)
        cairo_close_path (cr);
      i = MAX (end, i + 1);
    }
}

/* Draws what its points and their error bands reach over, behind all lines. */
void
ws_chart_draw_bands (WsChartDrawing *self, guint series)
{
  const WsSeries *s = ws_chart_get_series (self->chart, series);
  WsColor color = ws_chart_get_color (self->theme, s);
  const GArray *track = get_track (self, series);

  if (self->chart->horizontal)
    return;
  for (Band band = BAND_ERROR; band <= BAND_REACH; band++)
    {
      ws_paint_set (self->cr, ws_color_alpha (color, s->quiet ? 0.1 : 0.2));
      if (ws_chart_is_dense (self, track))
        {
          ws_chart_fill_dense_band (self, track, band == BAND_REACH);
          continue;
        }
      band_path (self->cr, track, band);
      cairo_fill (self->cr);
    }
}

/* ---- lines ---- */

/* Clips to the plot's surroundings: a dashed line a million pixels long has a million dashes. */
static void
track_path (cairo_t *cr, const GArray *track, const WsBox *plot)
{
  WsBox near = { plot->x - 64, plot->y - 64, plot->w + 128, plot->h + 128 };
  double at_x = NAN;
  double at_y = NAN;

  for (guint i = 1; i < track->len; i++)
    {
      const WsChartSpot *a = get_spot (track, i - 1);
      const WsChartSpot *b = get_spot (track, i);
      double x0 = a->x;
      double y0 = a->y;
      double x1 = b->x;
      double y1 = b->y;

      if (!isfinite (x0 + y0 + x1 + y1) || !ws_chart_clip_line (&near, &x0, &y0, &x1, &y1))
        continue;
      if (x0 != at_x || y0 != at_y)
        cairo_move_to (cr, x0, y0);
      cairo_line_to (cr, x1, y1);
      at_x = x1;
      at_y = y1;
    }
}

static gboolean
is_shown (const WsBox *plot, double x, double y)
{
  return x >= plot->x - 0.5 && x <= plot->x + plot->w + 0.5 && y >= plot->y - 0.5
         && y <= plot->y + plot->h + 0.5;
}

/* Every point, or as many as keep apart; a point on its own always, for no line shows it. */
static void
draw_markers (const WsChartDrawing *self, const WsSeries *series, const GArray *track)
{
  const WsBox *plot = &self->l->plot;
  double radius = ws_chart_get_marker_radius (self->l);
  double apart = radius * 3.4;
  double before = -G_MAXDOUBLE;
  guint n_shown = 0;
  gboolean dense;

  for (guint i = 0; i < track->len; i++)
    n_shown += isfinite (get_spot (track, i)->y);
  dense = series->plain || n_shown * apart > plot->w;
  for (guint i = 0; i < track->len; i++)
    {
      const WsChartSpot *spot = get_spot (track, i);
      gboolean alone = (i == 0 || !isfinite (get_spot (track, i - 1)->y))
                       && (i + 1 == track->len || !isfinite (get_spot (track, i + 1)->y));

      if (!isfinite (spot->x) || !isfinite (spot->y) || !is_shown (plot, spot->x, spot->y))
        continue;
      if (dense && !alone
          && (series->plain || self->chart->series->len < 2 || spot->x < before + radius * 20))
        continue;
      if (alone && dense && spot->x < before + radius)
        continue;
      ws_chart_draw_marker (self, series, spot->x, spot->y, series->quiet ? radius * 0.8 : radius);
      before = spot->x;
    }
}

void
ws_chart_draw_line (WsChartDrawing *self, guint series)
{
  const WsSeries *s = ws_chart_get_series (self->chart, series);
  const GArray *track = get_track (self, series);

  ws_chart_set_stroke (self, s);
  if (ws_chart_is_dense (self, track))
    ws_chart_stroke_dense_line (self, track);
  else
    {
      track_path (self->cr, track, &self->l->plot);
      cairo_stroke (self->cr);
    }
  cairo_set_dash (self->cr, NULL, 0, 0);
  draw_markers (self, s, track);
}

/* ---- points ---- */

/**
 * ws_chart_draw_whisker:
 * @series: whose it is
 * @point: with an error band, or without
 * @across: how wide its ends are
 */
void
ws_chart_draw_whisker (const WsChartDrawing *self, const WsSeries *series,
                       const WsChartPoint *point, double across)
{
  WsChartPoint low = *point;
  WsChartPoint high = *point;
  gboolean horizontal = self->chart->horizontal;
  double x[2];
  double y[2];

  low.y = point->low;
  high.y = point->high;
  if (!ws_chart_place_point (self->chart, self->l, &low, &x[0], &y[0])
      || !ws_chart_place_point (self->chart, self->l, &high, &x[1], &y[1])
      || hypot (x[1] - x[0], y[1] - y[0]) < 1.5)
    return;
  for (guint i = 0; i < 2; i++)
    {
      double half = across / 2;

      cairo_move_to (self->cr, x[i] - (horizontal ? 0 : half), y[i] - (horizontal ? half : 0));
      cairo_line_to (self->cr, x[i] + (horizontal ? 0 : half), y[i] + (horizontal ? half : 0));
    }
  cairo_move_to (self->cr, x[0], y[0]);
  cairo_line_to (self->cr, x[1], y[1]);
  cairo_set_line_width (self->cr, MAX (self->l->line, 1));
  ws_paint_set (self->cr, series->mark == WS_MARK_BARS ? self->theme->ink
                                                       : ws_chart_get_color (self->theme, series));
  cairo_stroke (self->cr);
}

/* More than can be told apart: a square for each place of a grid where there are some. */
static void
draw_many (const WsChartDrawing *self, const WsSeries *series)
{
  const WsBox *plot = &self->l->plot;
  double side = MAX (ws_chart_get_marker_radius (self->l), 2);
  gsize n_across = (gsize)(plot->w / side) + 1;
  gsize n_down = (gsize)(plot->h / side) + 1;
  g_autofree guint8 *seen = g_malloc0 (n_across * n_down);

  for (guint i = 0; i < series->points->len; i++)
    {
      double x;
      double y;
      gsize at;

      if (!ws_chart_place_point (self->chart, self->l, ws_series_get_point (series, i), &x, &y)
          || !is_shown (plot, x, y))
        continue;
      at = MIN ((gsize)(MAX (y - plot->y, 0) / side), n_down - 1) * n_across
           + MIN ((gsize)(MAX (x - plot->x, 0) / side), n_across - 1);
      seen[at] = 1;
    }
  /* neighbours in a row are one box */
  for (gsize row = 0; row < n_down; row++)
    for (gsize i = 0; i < n_across;)
      {
        gsize end = i;

        while (end < n_across && seen[row * n_across + end])
          end++;
        if (end > i)
          cairo_rectangle (self->cr, plot->x + i * side, plot->y + row * side, (end - i) * side,
                           side);
        i = MAX (end, i + 1);
      }
  ws_paint_set (self->cr, ws_chart_get_color (self->theme, series));
  cairo_fill (self->cr);
}

/**
 * ws_chart_draw_points:
 * @series: points that are not joined
 */
void
ws_chart_draw_points (WsChartDrawing *self, guint series)
{
  const WsSeries *s = ws_chart_get_series (self->chart, series);
  double radius = ws_chart_get_marker_radius (self->l) * 1.25;

  if (s->points->len > MANY_POINTS)
    {
      draw_many (self, s);
      return;
    }
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < s->points->len; i++)
      {
        const WsChartPoint *point = ws_series_get_point (s, i);
        double x;
        double y;
        WsBox mark;

        if (!ws_chart_place_point (self->chart, self->l, point, &x, &y)
            || !is_shown (&self->l->plot, x, y))
          continue;
        if (pass == 0)
          {
            ws_chart_draw_whisker (self, s, point, radius * 1.6);
            continue;
          }
        ws_chart_draw_marker (self, s, x, y, radius);
        mark = (WsBox){ x - radius, y - radius, 2 * radius, 2 * radius };
        g_array_append_val (self->marks, mark);
      }
}
