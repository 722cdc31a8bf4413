/* focus.c: which point has the keyboard, counted through all series. */
#include "chart/private.h"

#define MAX_STEPS 200 /* of the keys, along a series */

static int
get_n (const WsChart *self, int series)
{
  return (int)ws_chart_get_series (self, (guint)series)->points->len;
}

/* Returns: points of all series, or cells */
int
ws_chart_count_points (const WsChart *self)
{
  int n = 0;

  if (self->cells != NULL)
    return (int)(self->cells->n_columns * self->cells->n_rows);
  for (guint i = 0; i < self->series->len; i++)
    n += get_n (self, (int)i);
  return n;
}

/**
 * ws_chart_find_point:
 * @focus: a point, counted through all series
 * @series: (out): its series
 * @point: (out): which of the series' points, or which cell
 *
 * Returns: whether there is such a point
 */
gboolean
ws_chart_find_point (const WsChart *self, int focus, guint *series, guint *point)
{
  *series = 0;
  *point = (guint)MAX (focus, 0);
  if (focus < 0 || focus >= ws_chart_count_points (self))
    return FALSE;
  if (self->cells != NULL)
    return TRUE;
  while (*point >= ws_chart_get_series (self, *series)->points->len)
    *point -= ws_chart_get_series (self, (*series)++)->points->len;
  return TRUE;
}

/**
 * ws_chart_move_focus:
 * @focus: a point, counted through all series; -1 for none
 * @dx: steps to the right
 * @dy: steps downwards
 *
 * Among cells, a step is one of them; along a series a point, or so many that some hundred keys
 * reach the end.
 *
 * Returns: the point that has the focus then; -1 if there are none
 */
int
ws_chart_move_focus (const WsChart *self, int focus, int dx, int dy)
{
  guint series;
  guint point;
  int n;

  if (!ws_chart_find_point (self, focus, &series, &point))
    return ws_chart_count_points (self) > 0 ? 0 : -1;
  if (self->cells != NULL)
    {
      int n_columns = (int)self->cells->n_columns;
      int column = CLAMP (focus % n_columns + dx, 0, n_columns - 1);
      int row = CLAMP (focus / n_columns + dy, 0, (int)self->cells->n_rows - 1);

      return row * n_columns + column;
    }
  n = get_n (self, (int)series);
  return focus - (int)point
         + (int)CLAMP ((gint64)point + ((gint64)dx + dy) * MAX (n / MAX_STEPS, 1), 0, n - 1);
}

/**
 * ws_chart_move_focus_to_series:
 * @focus: a point, counted through all series; -1 for none
 * @by: 1 or -1: to the next or the previous series that has points
 *
 * Returns: the point there that has as many before it; @focus where there is no such series
 */
int
ws_chart_move_focus_to_series (const WsChart *self, int focus, int by)
{
  guint series;
  guint point;
  int target;
  int first = 0;

  if (!ws_chart_find_point (self, focus, &series, &point))
    return ws_chart_move_focus (self, focus, 0, 0);
  if (self->cells != NULL)
    return focus;
  for (target = (int)series + by; target >= 0 && target < (int)self->series->len; target += by)
    if (get_n (self, target) > 0)
      break;
  if (target < 0 || target >= (int)self->series->len)
    return focus;
  for (int i = 0; i < target; i++)
    first += get_n (self, i);
  return first + MIN ((int)point, get_n (self, target) - 1);
}
