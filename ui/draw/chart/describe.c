/* describe.c: a chart, and its points, in words. */
#include "chart/private.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <math.h>

/* "elements: 2²²", or the category's name. */
static void
append_value (GString *text, const WsChartAxis *axis, double value)
{
  g_autofree char *formatted =
      axis->categories == NULL ? ws_quantity_format (axis->quantity, value) : NULL;
  guint n = ws_chart_axis_get_n_categories (axis);

  if (axis->categories != NULL && !(value >= 0 && value < n))
    return;
  if (text->len > 0)
    g_string_append_c (text, '\n');
  if (axis->label != NULL && *axis->label != '\0')
    g_string_append_printf (text, "%s: ", axis->label);
  g_string_append (text, formatted != NULL ? formatted : axis->categories[(guint)value]);
}

static char *
describe_cell (const WsChart *self, guint cell)
{
  const WsChartCells *cells = self->cells;
  GString *text = g_string_new (NULL);
  g_autofree char *value = NULL;

  if (cell >= cells->n_columns * cells->n_rows)
    return g_string_free (text, FALSE);
  value = ws_quantity_format (cells->quantity, cells->values[cell]);
  g_string_append (text, value);
  append_value (text, &self->x, cell % cells->n_columns);
  append_value (text, &self->y, cell / cells->n_columns); /* NOLINT: whole */
  if (cells->tips != NULL && cells->tips[cell] != NULL)
    g_string_append_printf (text, "\n%s", cells->tips[cell]);
  return g_string_free (text, FALSE);
}

/**
 * ws_chart_describe_point:
 * @series: one of its series; of heat maps 0
 * @point: one of its points; of heat maps, which cell
 *
 * Returns: (transfer full): its series' name, values and tip, in lines; empty where there is none
 */
char *
ws_chart_describe_point (const WsChart *self, guint series, guint point)
{
  static const char *const figures[] = { N_ ("measured"), N_ ("modelled"), N_ ("published") };
  const WsChartAxis *along = ws_chart_get_axis (self, self->horizontal);
  const WsChartAxis *values = ws_chart_get_axis (self, !self->horizontal);
  GString *text;
  const WsSeries *s;
  const WsChartPoint *p;

  if (self->cells != NULL)
    return describe_cell (self, point);
  text = g_string_new (NULL);
  if (series >= self->series->len || point >= ws_chart_get_series (self, series)->points->len)
    return g_string_free (text, FALSE);
  s = ws_chart_get_series (self, series);
  p = ws_series_get_point (s, point);
  if (*s->name != '\0')
    g_string_append (text, s->name);
  append_value (text, along, p->x);
  append_value (text, values, p->y);
  if (isfinite (p->low) && isfinite (p->high))
    {
      g_autofree char *low = ws_quantity_format (values->quantity, p->low);
      g_autofree char *high = ws_quantity_format (values->quantity, p->high);

      g_string_append_c (text, '\n');
      g_string_append_printf (text, _ ("%1$s to %2$s"), low, high);
    }
  ws_words_add_item (text, _ (figures[MIN ((guint)s->figures, 2)]));
  if (p->tip != NULL && *p->tip != '\0')
    g_string_append_printf (text, "\n%s", p->tip);
  return g_string_free (text, FALSE);
}

/* The least and the greatest value of a series. */
static gboolean
get_reach (const WsSeries *series, double *least, double *most)
{
  *least = INFINITY;
  *most = -INFINITY;
  for (guint i = 0; i < series->points->len; i++)
    {
      double y = ws_series_get_point (series, i)->y;

      if (isfinite (y))
        {
          *least = MIN (*least, y);
          *most = MAX (*most, y);
        }
    }
  return *least <= *most;
}

static void
append_reach (GString *text, WsQuantity quantity, double least, double most)
{
  g_autofree char *low = ws_quantity_format (quantity, least);
  g_autofree char *high = ws_quantity_format (quantity, most);

  if (least < most)
    g_string_append_printf (text, _ ("%1$s to %2$s"), low, high);
  else
    g_string_append (text, low);
}

/* Returns: (transfer full): one sentence: its subject, and the range of its series */
char *
ws_chart_describe (const WsChart *self)
{
  const WsChartAxis *values = ws_chart_get_axis (self, !self->horizontal);
  GString *text = g_string_new (self->heading != NULL ? self->heading : _ ("Chart"));
  guint n_named = 0;

  if (ws_chart_is_empty (self))
    {
      g_string_append_printf (text, ": %s", self->empty != NULL ? self->empty : _ ("no data"));
      return g_string_free (text, FALSE);
    }
  if (self->cells != NULL)
    {
      int best = ws_chart_cells_find_best (self->cells);
      g_autofree char *value =
          best >= 0 ? ws_quantity_format (self->cells->quantity, self->cells->values[best]) : NULL;

      g_string_append (text, ": ");
      g_string_append_printf (
          text, value != NULL ? _ ("%1$u by %2$u cells, the best %3$s") : _ ("%1$u by %2$u cells"),
          self->cells->n_columns, self->cells->n_rows, value);
      g_string_append_c (text, '.');
      return g_string_free (text, FALSE);
    }
  if (values->label != NULL && *values->label != '\0')
    g_string_append_printf (text, ": %s", values->label);
  for (guint i = 0; i < self->series->len && n_named < 12; i++)
    {
      const WsSeries *series = ws_chart_get_series (self, i);
      double least;
      double most;

      if (!get_reach (series, &least, &most))
        continue;
      g_string_append (text, n_named++ == 0 ? ", " : "; ");
      if (*series->name != '\0')
        g_string_append_printf (text, "%s ", series->name);
      append_reach (text, values->quantity, least, most);
    }
  g_string_append_c (text, '.');
  return g_string_free (text, FALSE);
}
