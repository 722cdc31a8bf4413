/* charts.c: resident warps against block size, registers and shared memory. */
#include "calculator/private.h"

#include <glib/gi18n.h>
#include <math.h>

/**
 * ws_calculator_place_point:
 * @layout: the layout
 * @calculator: the calculator
 * @side: the case: 0 of A, 1 of B
 * @chart: which one
 * @x: (out): of the case's point, pixels
 * @y: (out): of that point
 *
 * Whole warps count: 100 threads stand where 128 do. Beyond the axis the point stands at its end.
 *
 * Returns: %FALSE if the chart is not drawn
 */
gboolean
ws_calculator_place_point (const WsCalculatorLayout *layout, const WsCalculator *calculator,
                           guint side, WsCalculatorChart chart, double *x, double *y)
{
  const WsCalculatorChartLayout *l = &layout->charts[chart];
  const WsCalculatorSide *s = &calculator->sides[side];
  double value = ws_calculator_get_value (&s->launch, chart);

  if (l->box.h <= 0)
    return FALSE;
  if (chart == WS_CALCULATOR_THREADS)
    value = ceil (value / 32) * 32;
  *x = ws_scale_to_place (&l->x.scale, CLAMP (value, l->x.scale.from, l->x.scale.to));
  *y = ws_scale_to_place (&l->y.scale, s->result.warps);
  return TRUE;
}

static WsBox
get_step_box (const WsCalculatorChartLayout *l, const WsCalculatorStep *step)
{
  double x0 = ws_scale_to_place (&l->x.scale, step->from);
  double x1 = ws_scale_to_place (&l->x.scale, step->to);
  double y = ws_scale_to_place (&l->y.scale, step->warps);

  x1 = MIN (x1, l->plot.x + l->plot.w);
  return (WsBox){ x0, y, x1 - x0, l->plot.y + l->plot.h - y };
}

/* Steps of one limiter that lie beside each other, from @first on. Returns: the step behind them */
static guint
find_end (const GArray *steps, guint first)
{
  const WsCalculatorStep *begin = &g_array_index (steps, WsCalculatorStep, first);
  guint end = first + 1;

  for (; end < steps->len; end++)
    {
      const WsCalculatorStep *step = &g_array_index (steps, WsCalculatorStep, end);

      if ((step->blocks == 0) != (begin->blocks == 0))
        break;
      if (step->blocks > 0
          && ws_occupancy_get_first_limiter (step->limiters)
                 != ws_occupancy_get_first_limiter (begin->limiters))
        break;
    }
  return end;
}

/* One area: a line of the hatch is one line across all of its steps. */
static void
draw_area (const WsCalculatorDrawing *self, const WsCalculatorChartLayout *l, const GArray *steps,
           guint first, guint end)
{
  WsLimiter limiter =
      ws_occupancy_get_first_limiter (g_array_index (steps, WsCalculatorStep, first).limiters);
  g_autofree WsBox *boxes = g_new (WsBox, end - first);

  for (guint i = first; i < end; i++)
    boxes[i - first] =
        ws_box_snap (self->cr, get_step_box (l, &g_array_index (steps, WsCalculatorStep, i)));
  ws_calculator_fill (self, boxes, end - first, limiter);
}

/* Where nothing runs there is no step: the place is marked over its whole height. */
static void
draw_refused (const WsCalculatorDrawing *self, const WsCalculatorChartLayout *l,
              const GArray *steps, guint first, guint end)
{
  WsBox from = get_step_box (l, &g_array_index (steps, WsCalculatorStep, first));
  WsBox to = get_step_box (l, &g_array_index (steps, WsCalculatorStep, end - 1));
  WsBox box = { from.x, l->plot.y, to.x + to.w - from.x, l->plot.h };

  ws_box_path (self->cr, &box);
  ws_paint_set (self->cr, ws_color_alpha (self->theme->idle, 0.8));
  cairo_fill (self->cr);
}

static void
draw_areas (const WsCalculatorDrawing *self, const WsCalculatorChartLayout *l, const GArray *steps)
{
  for (guint i = 0; i < steps->len;)
    {
      guint end = find_end (steps, i);

      if (g_array_index (steps, WsCalculatorStep, i).blocks > 0)
        draw_area (self, l, steps, i, end);
      else
        draw_refused (self, l, steps, i, end);
      i = end;
    }
}

/* The edge of the areas, in one line from step to step. */
static void
stairs_path (const WsCalculatorDrawing *self, const WsCalculatorChartLayout *l, const GArray *steps)
{
  double line = cairo_get_line_width (self->cr);

  for (guint i = 0; i < steps->len; i++)
    {
      WsBox box = get_step_box (l, &g_array_index (steps, WsCalculatorStep, i));
      double y = ws_snap (self->cr, box.y - line / 2) + line / 2;

      y = MIN (y, l->plot.y + l->plot.h - line / 2);
      if (i == 0)
        cairo_move_to (self->cr, box.x, y);
      else
        cairo_line_to (self->cr, box.x, y);
      cairo_line_to (self->cr, box.x + box.w, y);
    }
}

/* One stretch of steps with one limiter. */
typedef struct {
  const char *name;
  double x0, x1;
  double top;    /* of its lowest step */
  double middle; /* of its name */
} Stretch;

/* Names a stretch where its name fits below its steps, and no point stands. */
static void
name_stretch (const WsCalculatorDrawing *self, const WsCalculatorChartLayout *l,
              const Stretch *stretch, const double *points, guint n_points)
{
  double px = self->layout.note_px;
  double width = ws_text_width (self->text, WS_FACE_BOLD, px, stretch->name) + px * 0.8;
  double bottom = l->plot.y + l->plot.h;
  double from = stretch->x0 + px * 0.3;
  double to = stretch->x1 - px * 0.3;
  WsBox plate;

  /* beside the points, not under their lines */
  for (guint i = 0; i < n_points; i++)
    {
      double air = px * 0.5;

      if (points[i] + air < from || points[i] - air > to)
        continue;
      if (points[i] - from > to - points[i])
        to = points[i] - air;
      else
        from = points[i] + air;
    }
  if (to - from < width || bottom - stretch->top < px * 1.9)
    return;
  plate = (WsBox){ (from + to - width) / 2, stretch->middle - px * 0.62, width, px * 1.25 };
  ws_rounded_path (self->cr, &plate, px * 0.25);
  ws_paint_set (self->cr, ws_color_alpha (self->theme->background, 0.88));
  cairo_fill (self->cr);
  ws_text_show (self->text, &(WsTextStyle){ WS_FACE_BOLD, px, self->theme->ink },
                &(WsTextPlace){ plate.x + plate.w / 2, plate.y + plate.h / 2, 0.5 }, stretch->name);
}

static void
name_stretches (const WsCalculatorDrawing *self, const WsCalculatorChartLayout *l,
                const GArray *steps, const double *points, guint n_points)
{
  for (guint i = 0; i < steps->len;)
    {
      const WsCalculatorStep *first = &g_array_index (steps, WsCalculatorStep, i);
      guint end = find_end (steps, i);
      WsBox box = get_step_box (l, first);
      WsLimiter limiter = ws_occupancy_get_first_limiter (first->limiters);
      double bottom = l->plot.y + l->plot.h;
      Stretch stretch = { .name = ws_limiter_get_name (limiter),
                          .x0 = box.x,
                          .top = box.y,
                          .middle = bottom - self->layout.note_px };

      for (; i < end; i++)
        {
          box = get_step_box (l, &g_array_index (steps, WsCalculatorStep, i));
          stretch.x1 = box.x + box.w;
          stretch.top = MAX (stretch.top, box.y);
        }
      if (first->blocks == 0)
        {
          stretch.name = _ ("does not run");
          stretch.top = l->plot.y;
          stretch.middle = l->plot.y + l->plot.h / 2;
        }
      name_stretch (self, l, &stretch, points, n_points);
    }
}

static void
draw_most (const WsCalculatorDrawing *self, const WsCalculatorChartLayout *l, guint side)
{
  double line = ws_snap_line (self->cr, self->layout.line);
  double dash[] = { self->layout.note_px * 0.4, self->layout.note_px * 0.25 };
  double y = ws_scale_to_place (&l->y.scale, self->calculator->sides[side].limits->warps);

  y = ws_snap (self->cr, y - line / 2) + line / 2;
  cairo_save (self->cr);
  cairo_set_dash (self->cr, dash, G_N_ELEMENTS (dash), 0);
  cairo_set_line_width (self->cr, line);
  cairo_move_to (self->cr, l->plot.x, y);
  cairo_line_to (self->cr, l->plot.x + l->plot.w, y);
  ws_paint_set (self->cr, self->theme->ink);
  cairo_stroke (self->cr);
  cairo_restore (self->cr);
}

/* ---- points ---- */

static void
draw_point_line (const WsCalculatorDrawing *self, const WsCalculatorChartLayout *l, guint side,
                 double x)
{
  double line = ws_snap_line (self->cr, self->layout.line * 1.6);

  x = ws_snap (self->cr, x - line / 2) + line / 2;
  cairo_set_line_width (self->cr, line);
  cairo_move_to (self->cr, x, l->plot.y - self->layout.note_px * 0.2);
  cairo_line_to (self->cr, x, l->plot.y + l->plot.h);
  ws_paint_set (self->cr, ws_calculator_get_side_color (self->theme, side));
  cairo_stroke (self->cr);
}

/* The value in a flag on top of the point's line. Returns: its box */
static WsBox
draw_flag (const WsCalculatorDrawing *self, const WsCalculatorChartLayout *l, guint side,
           WsCalculatorChart chart, double x, const WsBox *other)
{
  g_autofree char *value = ws_calculator_format_value (&self->calculator->sides[side], chart);
  g_autofree char *label = self->calculator->n_sides == 2
                               ? g_strdup_printf ("%s %s", side == 0 ? "A" : "B", value)
                               : g_strdup (value);
  double px = self->layout.note_px;
  WsColor color = ws_calculator_get_side_color (self->theme, side);
  WsBox flag = { 0, l->title.y + px * 0.1, 0, px * 1.45 };

  flag.w = MIN (ws_text_width (self->text, WS_FACE_BOLD, px, label) + px * 0.8, l->title.w);
  flag.x = CLAMP (x - flag.w / 2, l->title.x, l->title.x + l->title.w - flag.w);
  /* two flags keep apart: the second stands on that side of the first where its point is */
  if (other != NULL && flag.x < other->x + other->w + px * 0.3
      && flag.x + flag.w + px * 0.3 > other->x)
    {
      double right = other->x + other->w + px * 0.3;
      double left = other->x - px * 0.3 - flag.w;
      gboolean fits_right = right + flag.w <= l->title.x + l->title.w;

      if (fits_right && (x >= other->x + other->w / 2 || left < l->title.x))
        flag.x = right;
      else if (left >= l->title.x)
        flag.x = left;
      else
        return (WsBox){ 0 };
    }
  ws_rounded_path (self->cr, &flag, px * 0.3);
  ws_paint_set (self->cr, color);
  cairo_fill (self->cr);
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_BOLD, px, ws_color_ink_on (color) },
                    &(WsTextPlace){ flag.x + flag.w / 2, flag.y + flag.h / 2, 0.5 },
                    flag.w - px * 0.4, label);
  return flag;
}

/* The chart's name stands at the right, as an axis is named, unless flags leave more room
 * elsewhere; where its whole name has none, its short one. */
static void
draw_title (const WsCalculatorDrawing *self, const WsCalculatorChartLayout *l,
            WsCalculatorChart chart, const WsBox *flags, guint n_flags)
{
  static const char *const short_names[WS_CALCULATOR_N_CHARTS] = { N_ ("threads"), N_ ("registers"),
                                                                   N_ ("KB") };
  gboolean focused =
      self->options != NULL && self->options->focus_visible && self->options->focus == chart;
  WsFace face = focused ? WS_FACE_BOLD : WS_FACE_SANS;
  WsColor color = focused ? self->theme->ink : self->theme->muted;
  double px = self->layout.note_px;
  double air = px * 0.5;
  double end = l->title.x + l->title.w;
  double y = l->title.y + px * 0.82;
  double from = l->title.x; /* of the flags */
  double to = l->title.x;
  const char *name = _ (ws_calculator_chart_get_name (chart));
  double width = ws_text_width (self->text, face, px, name);

  for (guint i = 0; i < n_flags; i++)
    if (flags[i].w > 0)
      {
        from = to > l->title.x ? MIN (from, flags[i].x) : flags[i].x;
        to = MAX (to, flags[i].x + flags[i].w);
      }
  if (width > MAX (end - to, from - l->title.x) - air)
    {
      name = _ (short_names[chart]);
      width = ws_text_width (self->text, face, px, name);
    }
  if (width <= end - to - air)
    ws_text_show (self->text, &(WsTextStyle){ face, px, color }, &(WsTextPlace){ end, y, 1 }, name);
  else if (width <= from - l->title.x - air)
    ws_text_show (self->text, &(WsTextStyle){ face, px, color }, &(WsTextPlace){ l->title.x, y, 0 },
                  name);
}

static void
draw_hover (const WsCalculatorDrawing *self, const WsCalculatorChartLayout *l,
            WsCalculatorChart chart)
{
  const WsCalculatorOptions *options = self->options;
  const WsCalculatorSide *side = &self->calculator->sides[0];
  WsOccupancyLaunch launch = side->launch;
  WsOccupancy result;
  double line = ws_snap_line (self->cr, self->layout.line);
  guint value;
  double x;

  if (options == NULL || !ws_box_contains (&l->plot, options->hover_x, options->hover_y))
    return;
  value = ws_calculator_clamp_value (side->limits, chart,
                                     ws_scale_clamp_place (&l->x.scale, options->hover_x));
  ws_calculator_set_value (&launch, chart, value);
  ws_occupancy_compute (side->limits, &launch, &result);
  x = ws_snap (self->cr, ws_scale_to_place (&l->x.scale, value) - line / 2) + line / 2;
  cairo_set_line_width (self->cr, line);
  cairo_move_to (self->cr, x, l->plot.y);
  cairo_line_to (self->cr, x, l->plot.y + l->plot.h);
  ws_paint_set (self->cr, self->theme->muted);
  cairo_stroke (self->cr);
  cairo_arc (self->cr, x, ws_scale_to_place (&l->y.scale, result.warps),
             self->layout.note_px * 0.22, 0, 2 * G_PI);
  ws_paint_set (self->cr, self->theme->ink);
  cairo_fill (self->cr);
}

static void
draw_chart (WsCalculatorDrawing *self, WsCalculatorChart chart)
{
  const WsCalculatorChartLayout *l = &self->layout.charts[chart];
  const GArray *steps = self->calculator->sides[0].steps[chart];
  guint n = self->calculator->n_sides;
  double x[2];
  double y[2];
  WsBox flags[2] = { { 0 }, { 0 } };

  if (self->options != NULL && self->options->focus_visible && self->options->focus == chart)
    {
      double air = self->layout.note_px * 0.4;
      WsBox band = { l->title.x - air, l->title.y, l->title.w + 2 * air, l->title.h - air };

      ws_rounded_path (self->cr, &band, self->layout.note_px * 0.3);
      ws_paint_set (self->cr, self->theme->band);
      cairo_fill (self->cr);
    }
  for (guint i = 0; i < n; i++)
    ws_calculator_place_point (&self->layout, self->calculator, i, chart, &x[i], &y[i]);
  draw_areas (self, l, steps);
  ws_draw_axis (self->cr, self->text, &l->x, self->theme, self->layout.line);
  ws_draw_axis (self->cr, self->text, &l->y, self->theme, self->layout.line);
  cairo_set_line_width (self->cr, ws_snap_line (self->cr, self->layout.line * 1.4));
  cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_MITER);
  stairs_path (self, l, steps);
  ws_paint_set (self->cr, self->theme->muted);
  cairo_stroke (self->cr);
  if (n == 2)
    {
      double dash[] = { self->layout.note_px * 0.3, self->layout.note_px * 0.2 };

      cairo_save (self->cr);
      cairo_set_dash (self->cr, dash, G_N_ELEMENTS (dash), 0);
      cairo_set_line_width (self->cr, ws_snap_line (self->cr, self->layout.line * 1.6));
      stairs_path (self, l, self->calculator->sides[1].steps[chart]);
      ws_paint_set (self->cr, self->theme->ink);
      cairo_stroke (self->cr);
      cairo_restore (self->cr);
    }
  draw_most (self, l, 0);
  name_stretches (self, l, steps, x, n);
  draw_hover (self, l, chart);
  for (guint i = n; i-- > 0;)
    draw_point_line (self, l, i, x[i]);
  for (guint i = n; i-- > 0;)
    ws_calculator_draw_point (self, i, x[i], y[i], self->layout.note_px * 0.36);
  for (guint i = 0; i < n; i++)
    flags[i] = draw_flag (self, l, i, chart, x[i], i > 0 ? &flags[0] : NULL);
  draw_title (self, l, chart, flags, n);
}

/* Draws resident warps against block size, registers and shared memory, as far as there is room. */
void
ws_calculator_draw_charts (WsCalculatorDrawing *self)
{
  const WsCalculatorLayout *l = &self->layout;

  if (l->heading.h > 0)
    {
      double x = l->heading.x;
      double y = l->heading.y + l->text_px * 0.6;
      double room = l->heading.w;
      double used = ws_text_show_fit (self->text,
                                      &(WsTextStyle){ WS_FACE_BOLD, l->text_px, self->theme->ink },
                                      &(WsTextPlace){ x, y, 0 }, room, _ ("Resident warps per SM"));

      used += l->text_px * 0.7;
      if (room - used > l->note_px * 8)
        {
          g_autofree char *most = self->calculator->n_sides == 2
                                      ? g_strdup (_ ("A: areas, B: dashed line"))
                                      : g_strdup_printf (_ ("dashed: room for %u"),
                                                         self->calculator->sides[0].limits->warps);

          ws_text_show_fit (self->text,
                            &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                            &(WsTextPlace){ x + used, y, 0 }, room - used, most);
        }
    }
  for (guint i = 0; i < WS_CALCULATOR_N_CHARTS; i++)
    if (l->charts[i].box.h > 0)
      draw_chart (self, i);
}
