#include "calculator/private.h"

static void
draw_veil (WsCalculatorDrawing *self, const WsBox *box)
{
  ws_veil_draw (self->cr, self->text, self->theme, box, self->layout.note_px * 0.5,
                self->layout.text_px * 1.6);
}

/* In the place of all that is computed. */
static void
draw_veils (WsCalculatorDrawing *self)
{
  const WsCalculatorLayout *l = &self->layout;
  WsBox rows = { 0 };

  for (guint i = 0; i < WS_CALCULATOR_N_CHARTS; i++)
    draw_veil (self, &l->charts[i].box);
  for (guint side = 0; side < self->calculator->n_sides; side++)
    draw_veil (self, &l->answer[side]);
  for (guint i = 0; i < WS_N_LIMITERS; i++)
    {
      WsBox row = l->rows[i].row;

      if (row.h <= 0)
        continue;
      row.h += l->rows[i].sentence.h;
      if (rows.h <= 0)
        rows = row;
      rows.h = row.y + row.h - rows.y;
    }
  draw_veil (self, &rows);
  draw_veil (self, &l->strip);
}

/**
 * ws_draw_calculator:
 * @calculator: the calculator
 * @options: (nullable): focus and pointer
 *
 * Draws charts, answer, the SM's room and the time machine, as much of it as there is room for. The
 * background is the caller's.
 */
void
ws_draw_calculator (cairo_t *cr, const WsCalculator *calculator, const WsCalculatorOptions *options,
                    const WsArea *area)
{
  WsCalculatorDrawing self = {
    .cr = cr, .calculator = calculator, .options = options, .theme = area->theme
  };

  cairo_save (cr);
  self.text = ws_text_new (cr, area->theme);
  ws_calculator_layout_init (&self.layout, self.text, calculator, options, area);
  if (options != NULL && (options->hide & WS_HIDE_COUNTS) != 0)
    draw_veils (&self);
  else
    {
      ws_calculator_draw_charts (&self);
      ws_calculator_draw_answer (&self);
      ws_calculator_draw_rows (&self);
      ws_calculator_draw_strip (&self);
    }
  ws_text_free (self.text);
  cairo_restore (cr);
}

static void
layout_init (WsCalculatorLayout *layout, const WsCalculator *calculator,
             const WsCalculatorOptions *options, const WsArea *area)
{
  g_autoptr (WsText) text = ws_text_new (NULL, area->theme);

  ws_calculator_layout_init (layout, text, calculator, options, area);
}

static guint
get_value_at (const WsCalculator *calculator, const WsCalculatorChartLayout *l,
              WsCalculatorChart chart, double x)
{
  const WsOccupancyLimits *limits = calculator->sides[0].limits;

  return ws_calculator_clamp_value (limits, chart, ws_scale_clamp_place (&l->x.scale, x));
}

/**
 * ws_calculator_pick:
 * @calculator: the calculator
 * @options: (nullable): as it was drawn
 * @hit: (out): the hit
 *
 * Returns: whether anything is there
 */
gboolean
ws_calculator_pick (const WsCalculator *calculator, const WsCalculatorOptions *options,
                    const WsArea *area, double x, double y, WsCalculatorHit *hit)
{
  WsCalculatorLayout l;

  g_return_val_if_fail (hit != NULL, FALSE);

  *hit = (WsCalculatorHit){ .kind = WS_CALCULATOR_HIT_NONE };
  layout_init (&l, calculator, options, area);
  for (guint i = 0; i < WS_CALCULATOR_N_CHARTS; i++)
    if (l.charts[i].box.h > 0 && ws_box_contains (&l.charts[i].box, x, y))
      {
        *hit = (WsCalculatorHit){ .kind = WS_CALCULATOR_HIT_CHART,
                                  .chart = i,
                                  .value = get_value_at (calculator, &l.charts[i], i, x) };
        return TRUE;
      }
  for (guint i = 0; i < WS_N_LIMITERS; i++)
    if (l.rows[i].row.h > 0 && ws_box_contains (&l.rows[i].row, x, y))
      {
        *hit = (WsCalculatorHit){ .kind = WS_CALCULATOR_HIT_LIMITER, .limiter = i };
        if (calculator->n_sides == 2 && y > l.rows[i].bar.y + l.rows[i].bar.h / 2)
          hit->side = 1;
        return TRUE;
      }
  for (guint i = 0; l.strip.h > 0 && i < l.n_capabilities; i++)
    {
      WsBox column = { l.capabilities[i].x, l.strip_title.y + l.strip_title.h, l.capabilities[i].w,
                       0 };

      column.h = l.strip.y + l.strip.h - column.y;
      if (!ws_box_contains (&column, x, y))
        continue;
      *hit = (WsCalculatorHit){ .kind = WS_CALCULATOR_HIT_CAPABILITY, .capability = i };
      return TRUE;
    }
  return FALSE;
}

/**
 * ws_calculator_pick_value:
 * @calculator: the calculator
 * @options: (nullable): as for the drawing
 * @chart: in which a drag began
 * @x: of the pointer, which may be outside
 * @value: (out): the chart's value there; untouched where the chart is not drawn
 *
 * Returns: %FALSE if the chart is not drawn
 */
gboolean
ws_calculator_pick_value (const WsCalculator *calculator, const WsCalculatorOptions *options,
                          const WsArea *area, WsCalculatorChart chart, double x, guint *value)
{
  WsCalculatorLayout l;

  g_return_val_if_fail ((guint)chart < WS_CALCULATOR_N_CHARTS && value != NULL, FALSE);

  layout_init (&l, calculator, options, area);
  if (l.charts[chart].box.h <= 0)
    return FALSE;
  *value = get_value_at (calculator, &l.charts[chart], chart, x);
  return TRUE;
}

/**
 * ws_calculator_locate:
 * @calculator: the calculator
 * @options: (nullable): as for the drawing
 * @chart: which one
 * @x: (out): of the point of A, pixels
 * @y: (out): of that point
 *
 * Returns: %FALSE if the chart is not drawn
 */
gboolean
ws_calculator_locate (const WsCalculator *calculator, const WsCalculatorOptions *options,
                      const WsArea *area, WsCalculatorChart chart, double *x, double *y)
{
  WsCalculatorLayout l;

  g_return_val_if_fail ((guint)chart < WS_CALCULATOR_N_CHARTS, FALSE);

  layout_init (&l, calculator, options, area);
  return ws_calculator_place_point (&l, calculator, 0, chart, x, y);
}
