/* zoom.c: the visible part of a chart, and its coordinates. */
#include "chart/private.h"

#include <math.h>

#define MOST_ZOOM 2000. /* no further in */

/**
 * ws_chart_get_plot:
 * @options: (nullable): which part of it is shown
 * @plot: (out): the plot inside the drawing
 * @x: (out): its scale
 * @y: (out): its scale
 */
void
ws_chart_get_plot (const WsChart *self, const WsChartOptions *options, const WsArea *area,
                   WsBox *plot, WsScale *x, WsScale *y)
{
  g_autoptr (WsText) text = ws_text_new (NULL, area->theme);
  WsChartLayout layout;
  WsChartFrame frame;

  ws_chart_frame_init (&frame, area->theme, area->width, area->height);
  ws_chart_layout_init (&layout, self, options, area->theme, text, &frame);
  *plot = layout.plot;
  *x = layout.x;
  *y = layout.y;
}

/**
 * ws_chart_pick:
 * @options: (nullable): which part of it is shown
 * @pick: (out): the mark that is nearest to it, if it is in the plot
 */
void
ws_chart_pick (const WsChart *self, const WsChartOptions *options, const WsArea *area, double x,
               double y, WsChartPick *pick)
{
  g_autoptr (WsText) text = ws_text_new (NULL, area->theme);
  WsChartLayout layout;
  WsChartFrame frame;

  ws_chart_frame_init (&frame, area->theme, area->width, area->height);
  ws_chart_layout_init (&layout, self, options, area->theme, text, &frame);
  ws_chart_pick_in (self, &layout, x, y, pick);
}

/* ---- along one axis, where it is straight ---- */

static double
straighten (WsScaleKind kind, double value)
{
  return kind == WS_SCALE_LINEAR ? value : log (value);
}

static double
bend (WsScaleKind kind, double value)
{
  return kind == WS_SCALE_LINEAR ? value : exp (value);
}

typedef struct {
  WsScaleKind kind;
  double from; /* shown, straightened */
  double to;
  double least; /* of all data */
  double most;
} Span;

static Span
get_span (const WsChart *self, gboolean vertical, const WsScale *scale)
{
  WsScale all;
  double from;
  double to;

  ws_chart_get_range (self, vertical, &from, &to);
  ws_scale_init (&all, scale->kind, from, to, 0, 1);
  return (Span){ scale->kind, straighten (scale->kind, scale->from),
                 straighten (scale->kind, scale->to), straighten (scale->kind, all.from),
                 straighten (scale->kind, all.to) };
}

/* Keeps the span inside the data, as long as it was. */
static void
span_limit (Span *self)
{
  double length = CLAMP (self->to - self->from, (self->most - self->least) / MOST_ZOOM,
                         self->most - self->least);
  double middle = (self->from + self->to) / 2;

  self->from = CLAMP (middle - length / 2, self->least, MAX (self->most - length, self->least));
  self->to = self->from + length;
}

static void
span_zoom (Span *self, double at, double factor)
{
  double length = (self->most - self->least);

  factor = CLAMP (factor, (self->to - self->from) / length,
                  MOST_ZOOM * (self->to - self->from) / length);
  self->from = at - (at - self->from) / factor;
  self->to = at + (self->to - at) / factor;
  span_limit (self);
}

static gboolean
span_is_all (const Span *self)
{
  double slack = (self->most - self->least) * 1e-6;

  return self->from <= self->least + slack && self->to >= self->most - slack;
}

static void
set_window (const WsChart *self, WsChartOptions *options, const Span *x, const Span *y)
{
  gboolean all = (self->x.categories != NULL || span_is_all (x))
                 && (self->y.categories != NULL || span_is_all (y));

  options->window = (WsChartWindow){ .set = !all,
                                     .x_from = bend (x->kind, x->from),
                                     .x_to = bend (x->kind, x->to),
                                     .y_from = bend (y->kind, y->from),
                                     .y_to = bend (y->kind, y->to) };
  if (all)
    options->window = (WsChartWindow){ .set = FALSE };
}

/**
 * ws_chart_zoom_in:
 * @options: (inout): which part of it is shown
 * @x: scale of its x axis
 * @y: scale of its y axis
 * @at: a place, which stays where it is
 * @factor: above 1 less is shown, larger
 *
 * No further out than the data reach; nothing of heat maps.
 */
void
ws_chart_zoom_in (const WsChart *self, WsChartOptions *options, const WsScale *x, const WsScale *y,
                  const WsPoint *at, double factor)
{
  Span across = get_span (self, FALSE, x);
  Span up = get_span (self, TRUE, y);

  if (self->cells != NULL || !(factor > 0) || !isfinite (factor))
    return;
  span_zoom (&across, straighten (x->kind, ws_scale_clamp_place (x, at->x)), factor);
  span_zoom (&up, straighten (y->kind, ws_scale_clamp_place (y, at->y)), factor);
  set_window (self, options, &across, &up);
}

static void
span_pan (Span *self, const WsScale *scale, double by)
{
  double d = by / (scale->at_to - scale->at_from) * (self->to - self->from);

  if (!isfinite (d))
    return;
  self->from -= d;
  self->to -= d;
  span_limit (self);
}

/**
 * ws_chart_pan_in:
 * @options: (inout): which part of it is shown
 * @x: scale of its x axis
 * @y: scale of its y axis
 * @dx: how far what is shown moves to the right, pixels
 * @dy: downwards
 *
 * No further than the data reach; nothing where all is shown.
 */
void
ws_chart_pan_in (const WsChart *self, WsChartOptions *options, const WsScale *x, const WsScale *y,
                 double dx, double dy)
{
  Span across = get_span (self, FALSE, x);
  Span up = get_span (self, TRUE, y);

  if (self->cells != NULL || !options->window.set)
    return;
  span_pan (&across, x, dx);
  span_pan (&up, y, dy);
  set_window (self, options, &across, &up);
}

/**
 * ws_chart_zoom_to_in:
 * @options: (inout): which part of it is shown
 * @x: scale of its x axis
 * @y: scale of its y axis
 * @box: of the drawing: what is to fill the plot
 *
 * Nothing of heat maps, or of an empty box.
 */
void
ws_chart_zoom_to_in (const WsChart *self, WsChartOptions *options, const WsScale *x,
                     const WsScale *y, const WsBox *box)
{
  Span across = get_span (self, FALSE, x);
  Span up = get_span (self, TRUE, y);

  if (self->cells != NULL || box->w <= 0 || box->h <= 0)
    return;
  across.from = straighten (x->kind, ws_scale_clamp_place (x, box->x));
  across.to = straighten (x->kind, ws_scale_clamp_place (x, box->x + box->w));
  up.from = straighten (y->kind, ws_scale_clamp_place (y, box->y + box->h));
  up.to = straighten (y->kind, ws_scale_clamp_place (y, box->y));
  span_limit (&across);
  span_limit (&up);
  set_window (self, options, &across, &up);
}

/**
 * ws_chart_zoom:
 * @options: (inout): which part of it is shown
 * @x: a place of the drawing, which keeps its values
 * @y: likewise
 * @factor: above 1 less is shown, larger
 *
 * No further out than the data reach, nor in than a two-thousandth of them; not along categories.
 */
void
ws_chart_zoom (const WsChart *self, WsChartOptions *options, const WsArea *area, double x, double y,
               double factor)
{
  WsBox plot;
  WsScale across;
  WsScale up;

  ws_chart_get_plot (self, options, area, &plot, &across, &up);
  ws_chart_zoom_in (self, options, &across, &up, &(WsPoint){ x, y }, factor);
}

/**
 * ws_chart_pan:
 * @options: (inout): which part of it is shown
 * @dx: pixels to the right that what is shown moves
 * @dy: pixels downwards
 */
void
ws_chart_pan (const WsChart *self, WsChartOptions *options, const WsArea *area, double dx,
              double dy)
{
  WsBox plot;
  WsScale across;
  WsScale up;

  ws_chart_get_plot (self, options, area, &plot, &across, &up);
  ws_chart_pan_in (self, options, &across, &up, dx, dy);
}
