/* chart.c: what a chart holds. */
#include "chart/chart.h"

#include <math.h>

static void
point_clear (gpointer data)
{
  WsChartPoint *self = data;

  g_free (self->label);
  g_free (self->note);
  g_free (self->aside);
  g_free (self->tip);
}

static void
series_free (gpointer data)
{
  WsSeries *self = data;

  g_free (self->name);
  g_array_unref (self->points);
  g_free (self);
}

static void
rule_clear (gpointer data)
{
  g_free (((WsChartRule *)data)->label);
}

static void
cells_free (WsChartCells *self)
{
  if (self->tips != NULL)
    for (guint i = 0; i < self->n_columns * self->n_rows; i++)
      g_free (self->tips[i]);
  g_free (self->tips);
  g_free (self->values);
  g_free (self);
}

static void
axis_clear (WsChartAxis *self)
{
  g_free (self->label);
  g_strfreev (self->categories);
}

/* Its axes are linear, of numbers, and reach as far as the data.
 *
 * Returns: (transfer full): a chart that shows nothing yet */
WsChart *
ws_chart_new (void)
{
  WsChart *self = g_new0 (WsChart, 1);

  self->x.from = self->x.to = self->y.from = self->y.to = NAN;
  self->series = g_ptr_array_new_with_free_func (series_free);
  self->rules = g_array_new (FALSE, FALSE, sizeof (WsChartRule));
  g_array_set_clear_func (self->rules, rule_clear);
  return self;
}

void
ws_chart_free (WsChart *self)
{
  axis_clear (&self->x);
  axis_clear (&self->y);
  g_clear_pointer (&self->cells, cells_free);
  g_ptr_array_unref (self->series);
  g_array_unref (self->rules);
  g_free (self->heading);
  g_free (self->empty);
  g_free (self);
}

/**
 * ws_chart_add_series:
 * @name: (nullable): as in "2 strided index"
 * @mark: how it is drawn
 * @color: category of the theme, from 0; -1 for one that stands back, -2 for the accent
 * @figures: where they are from
 *
 * Returns: (transfer none): the series, without points; it is named beside its marks
 */
WsSeries *
ws_chart_add_series (WsChart *self, const char *name, WsMark mark, int color, WsFigures figures)
{
  WsSeries *series = g_new0 (WsSeries, 1);

  series->name = g_strdup (name != NULL ? name : "");
  series->mark = mark;
  series->color = color;
  series->figures = figures;
  series->named = TRUE;
  series->points = g_array_new (FALSE, FALSE, sizeof (WsChartPoint));
  g_array_set_clear_func (series->points, point_clear);
  g_ptr_array_add (self->series, series);
  return series;
}

/**
 * ws_series_add_point:
 * @x: its place; of categories, which of them
 * @y: its value; NAN where there is none
 *
 * Returns: (transfer none): the point, without an error band or words, borrowed until the next is
 * added: for label, note and tip, which the chart frees
 */
WsChartPoint *
ws_series_add_point (WsSeries *self, double x, double y)
{
  WsChartPoint point = { .x = x, .y = y, .low = NAN, .high = NAN };

  g_array_append_val (self->points, point);
  return &g_array_index (self->points, WsChartPoint, self->points->len - 1);
}

/**
 * ws_chart_add_rule:
 * @vertical: at an x, not at a y
 * @value: where
 * @dashed: or solid
 * @label: (nullable): beside it
 */
void
ws_chart_add_rule (WsChart *self, gboolean vertical, double value, gboolean dashed,
                   const char *label)
{
  WsChartRule rule = { .vertical = vertical,
                       .value = value,
                       .from = NAN,
                       .until = NAN,
                       .label = g_strdup (label),
                       .dashed = dashed };

  g_array_append_val (self->rules, rule);
}

/**
 * ws_chart_set_cells:
 * @n_columns: as many as the x axis has categories
 * @n_rows: as many as the y axis has
 *
 * Makes it a heat map.
 *
 * Returns: (transfer none): its cells, of which no value is known
 */
WsChartCells *
ws_chart_set_cells (WsChart *self, guint n_columns, guint n_rows)
{
  WsChartCells *cells = g_new0 (WsChartCells, 1);

  g_clear_pointer (&self->cells, cells_free);
  cells->n_columns = n_columns;
  cells->n_rows = n_rows;
  cells->values = g_new (double, (gsize)n_columns *n_rows);
  cells->from = cells->to = NAN;
  for (gsize i = 0; i < (gsize)n_columns * n_rows; i++)
    cells->values[i] = NAN;
  self->cells = cells;
  return cells;
}
