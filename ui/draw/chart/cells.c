/* cells.c: a heat map: cells, their values, the ramp of colours. */
#include "chart/private.h"

#include <glib/gi18n.h>
#include <math.h>

#define MAX_VALUES 2000 /* no more cells have a text */
#define MANY_TIMES 8.
#define CLOSE      1.5 /* greatest and least value are about the same */

/* ---- values ---- */

static void
get_reach (const WsChartCells *self, double *from, double *to)
{
  *from = INFINITY;
  *to = -INFINITY;
  for (gsize i = 0; i < (gsize)self->n_columns * self->n_rows; i++)
    if (isfinite (self->values[i]))
      {
        *from = MIN (*from, self->values[i]);
        *to = MAX (*to, self->values[i]);
      }
  if (isfinite (self->from))
    *from = self->from;
  if (isfinite (self->to))
    *to = self->to;
  if (!isfinite (*from) || !isfinite (*to))
    {
      *from = 0;
      *to = 1;
    }
}

/* One unit for all: that of the greatest, or a smaller one where the least would be nearly nothing
 * in it. */
static const char *
choose_unit (const WsChartCells *self, double *divisor)
{
  double from;
  double to;
  double smaller;
  const char *unit;
  const char *other;

  get_reach (self, &from, &to);
  unit = ws_quantity_choose_unit (self->quantity, MAX (fabs (from), fabs (to)), divisor);
  other = ws_quantity_choose_unit (self->quantity, *divisor * 0.5, &smaller);
  if (smaller >= *divisor || fabs (from) >= *divisor * 0.1
      || MAX (fabs (from), fabs (to)) >= smaller * 1e4)
    return unit;
  *divisor = smaller;
  return other;
}

/* Of the colours, 0 to 1. What reaches over many sizes is spread by its logarithm, or one large
 * value would make all others look the same. */
static WsScale
get_scale (const WsChartCells *self)
{
  WsScale scale;
  double from;
  double to;

  get_reach (self, &from, &to);
  ws_scale_init (&scale, from > 0 && to / from > MANY_TIMES ? WS_SCALE_LOG10 : WS_SCALE_LINEAR,
                 from, to, 0, 1);
  return scale;
}

/* Returns: index of the cell with the best value; -1 if fewer than two have any */
int
ws_chart_cells_find_best (const WsChartCells *self)
{
  int best = -1;
  guint n_known = 0;

  for (gsize i = 0; i < (gsize)self->n_columns * self->n_rows; i++)
    {
      double value = self->values[i];

      if (!isfinite (value))
        continue;
      n_known++;
      if (best < 0
          || (self->less_is_better ? value < self->values[best] : value > self->values[best]))
        best = (int)i;
    }
  return n_known > 1 ? best : -1;
}

/* Without its unit, which stands at the ramp; with a decimal more where all are about the same. */
static char *
format_value (double value, double divisor, const WsScale *scale)
{
  char text[32];

  value /= divisor;
  if (scale->from > 0 && scale->to < CLOSE * scale->from && value >= 100 && value < 1000)
    return g_strdup (g_ascii_formatd (text, sizeof text, "%.1f", value));
  return ws_quantity_format (WS_QUANTITY_NUMBER, value);
}

/* ---- cells ---- */

/**
 * ws_chart_get_cell:
 * @l: the layout
 * @cell: its index: row by row, from 0
 * @box: (out): where it is
 */
void
ws_chart_get_cell (const WsChart *self, const WsChartLayout *l, guint cell, WsBox *box)
{
  guint n_columns = MAX (self->cells->n_columns, 1);
  double column = cell % n_columns;
  double row = cell / n_columns; /* NOLINT: whole */
  double x0 = ws_scale_to_place (&l->x, column - 0.5);
  double x1 = ws_scale_to_place (&l->x, column + 0.5);
  double y0 = ws_scale_to_place (&l->y, row - 0.5);
  double y1 = ws_scale_to_place (&l->y, row + 0.5);

  *box = (WsBox){ MIN (x0, x1), MIN (y0, y1), fabs (x1 - x0), fabs (y1 - y0) };
}

/* With a hairline of the background between cells that have the room. */
static WsBox
get_fill (const WsChartDrawing *self, guint cell)
{
  double gap = ws_snap_line (self->cr, self->l->line);
  WsBox box;

  ws_chart_get_cell (self->chart, self->l, cell, &box);
  box = ws_box_snap (self->cr, box);
  if (box.w > gap * 6 && box.h > gap * 6)
    {
      box.w -= gap;
      box.h -= gap;
    }
  return box;
}

/* Each value in the ink that can be read on its cell, all of one size. */
static void
draw_values (WsChartDrawing *self, const WsScale *scale, int best)
{
  const WsChartLayout *l = self->l;
  const WsChartCells *cells = self->chart->cells;
  gsize n = (gsize)cells->n_columns * cells->n_rows;
  double divisor;
  double widest = 0;
  double px = l->px;
  WsBox box;

  if (n == 0 || n > MAX_VALUES)
    return;
  choose_unit (cells, &divisor);
  ws_chart_get_cell (self->chart, l, 0, &box);
  for (gsize i = 0; i < n; i++)
    if (isfinite (cells->values[i]))
      {
        g_autofree char *value = format_value (cells->values[i], divisor, scale);

        widest = MAX (widest, ws_text_width (self->text, WS_FACE_BOLD, px, value));
      }
  if (widest <= 0)
    return;
  px = MIN (px, px * (box.w * 0.86) / widest);
  px = MIN (px, box.h * 0.6);
  if (px < l->frame.min_px)
    return;
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *value = NULL;
      WsColor ink;
      double y;
      gboolean words = FALSE;

      if (!isfinite (cells->values[i]))
        continue;
      value = format_value (cells->values[i], divisor, scale);
      ink = ws_color_ink_on (ws_color_get_magnitude (ws_scale_to_place (scale, cells->values[i])));
      box = get_fill (self, (guint)i);
      y = box.y + box.h / 2;
      /* not under the flag of what is pointed at */
      if (!ws_chart_is_free (self, &box, &l->frame.box))
        continue;
      if ((int)i == best)
        {
          double small = MIN (px, l->small_px);

          words = box.h > (px + small) * 1.45
                  && ws_text_width (self->text, WS_FACE_SANS, small, _ ("best")) < box.w * 0.9;
          if (words)
            {
              y -= small * 0.62;
              ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, small, ink },
                            &(WsTextPlace){ box.x + box.w / 2, y + px * 1.15, 0.5 }, _ ("best"));
            }
        }
      ws_text_show (self->text,
                    &(WsTextStyle){ (int)i == best ? WS_FACE_BOLD : WS_FACE_SANS, px, ink },
                    &(WsTextPlace){ box.x + box.w / 2, y, 0.5 }, value);
    }
}

static void
frame_best (WsChartDrawing *self, int best)
{
  WsBox box = get_fill (self, (guint)best);
  double line = MAX (ws_snap_line (self->cr, self->l->line * 2.2), 2);
  WsBox outer = ws_box_inset (&box, -line / 2);
  WsBox inner = ws_box_inset (&box, line * 0.9);

  if (box.w < line * 3 || box.h < line * 3)
    return;
  cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_MITER);
  cairo_set_line_width (self->cr, line);
  ws_box_path (self->cr, &outer);
  ws_paint_set (self->cr, self->theme->ink);
  cairo_stroke (self->cr);
  cairo_set_line_width (self->cr, line * 0.8);
  ws_box_path (self->cr, &inner);
  ws_paint_set (self->cr, self->theme->background);
  cairo_stroke (self->cr);
}

/* ---- the ramp ---- */

static double
get_ramp_line (const WsChartLayout *l)
{
  return l->small_px * 0.75;
}

static void
init_ramp (const WsChart *self, const WsChartLayout *l, const WsBox *plot, WsAxis *axis,
           const char **unit)
{
  WsScale scale = get_scale (self->cells);
  double divisor;

  *unit = choose_unit (self->cells, &divisor);
  *axis = (WsAxis){ .side = WS_AXIS_LEFT,
                    .plot = *plot,
                    .px = l->small_px,
                    .ticks = { .shown_unit = divisor, .vertical = TRUE, .air = 2.4 } };
  ws_scale_init (&axis->scale, scale.kind, scale.from, scale.to, plot->y + plot->h, plot->y);
}

/**
 * ws_chart_get_ramp_width:
 * @self: a chart of cells
 * @l: the layout
 *
 * Returns: width of the ramp of colours with its labels, pixels: room for the longest that a ramp
 * may have, so that it does not depend on its height
 */
double
ws_chart_get_ramp_width (const WsChart *self, const WsChartLayout *l, WsText *text)
{
  WsBox plot = { 0, 0, 10, MAX (l->plot.h, l->small_px * 6) };
  const char *unit;
  WsAxis axis;

  init_ramp (self, l, &plot, &axis, &unit);
  return l->small_px * 1.2 + get_ramp_line (l)
         + MAX (ws_axis_get_size (&axis, text),
                ws_text_width (text, WS_FACE_SANS, l->small_px, unit) - get_ramp_line (l))
         + l->small_px * 0.3;
}

static void
draw_ramp (WsChartDrawing *self)
{
  const WsChartLayout *l = self->l;
  double unit_h = l->small_px * 1.5;
  WsBox bar = { l->ramp.x + l->small_px * 1.2, l->plot.y + unit_h, get_ramp_line (l),
                l->plot.h - unit_h };
  g_autoptr (GArray) ticks = NULL;
  cairo_pattern_t *pattern;
  const char *unit;
  WsAxis axis;

  if (l->ramp.w <= 0 || bar.h < l->small_px * 2)
    return;
  init_ramp (self->chart, l, &bar, &axis, &unit);
  if (*unit == '\0')
    {
      bar.y -= unit_h * 0.7;
      bar.h += unit_h * 0.7;
      init_ramp (self->chart, l, &bar, &axis, &unit);
    }
  pattern = cairo_pattern_create_linear (0, bar.y + bar.h, 0, bar.y);
  for (guint i = 0; i <= 18; i++)
    {
      WsColor color = ws_color_get_magnitude (i / 18.);

      cairo_pattern_add_color_stop_rgb (pattern, i / 18., color.r, color.g, color.b);
    }
  ws_box_path (self->cr, &bar);
  cairo_set_source (self->cr, pattern);
  cairo_fill (self->cr);
  cairo_pattern_destroy (pattern);
  if (*unit != '\0')
    ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->small_px, self->theme->muted },
                      &(WsTextPlace){ bar.x, l->plot.y + l->small_px * 0.4, 0 },
                      l->ramp.x + l->ramp.w - bar.x, unit);
  ticks = ws_ticks_new (&axis.scale, &axis.ticks, self->text, WS_FACE_SANS, l->small_px);
  for (guint i = 0; i < ticks->len; i++)
    {
      const WsTick *tick = &g_array_index (ticks, WsTick, i);
      double x = bar.x + bar.w + l->small_px * 0.4;

      ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->small_px, self->theme->muted },
                        &(WsTextPlace){ x, tick->at, 0 }, l->ramp.x + l->ramp.w - x, tick->label);
    }
}

/**
 * ws_chart_draw_cells:
 * @self: a drawing of a heat map
 *
 * Draws its cells, hatched where there is no value, the best of them framed, and the ramp.
 */
void
ws_chart_draw_cells (WsChartDrawing *self)
{
  const WsChartCells *cells = self->chart->cells;
  gsize n = (gsize)cells->n_columns * cells->n_rows;
  int best = ws_chart_cells_find_best (cells);
  WsScale scale = get_scale (cells);

  for (gsize i = 0; i < n; i++)
    {
      WsBox box = get_fill (self, (guint)i);

      ws_box_path (self->cr, &box);
      if (isfinite (cells->values[i]))
        {
          ws_paint_set (self->cr,
                        ws_color_get_magnitude (ws_scale_to_place (&scale, cells->values[i])));
          cairo_fill (self->cr);
          continue;
        }
      ws_paint_set (self->cr, self->theme->idle);
      cairo_fill (self->cr);
      ws_hatch_path (self->cr, WS_HATCH_RISING, &box, MAX (self->l->small_px * 0.5, 5));
      cairo_set_line_width (self->cr, MAX (self->l->line * 0.7, 0.7));
      ws_paint_set (self->cr, self->theme->faint);
      cairo_stroke (self->cr);
    }
  if (best >= 0)
    frame_best (self, best);
  draw_values (self, &scale, best);
  draw_ramp (self);
}
