/* data.c: what a chart's axes reach over, and where its points stand. */
#include "chart/private.h"

#include <math.h>
#include <stdlib.h>

#define MARGIN      0.03  /* beyond the data, of an axis */
#define N_INTERVAL  5     /* about as many steps has an axis whose ends are round */
#define MAX_COLUMNS 1200. /* no eye tells more apart */
#define FAR         4e6   /* pixels: further, cairo's numbers end */

/**
 * ws_chart_get_series:
 * @i: index
 */
WsSeries *
ws_chart_get_series (const WsChart *self, guint i)
{
  return g_ptr_array_index (self->series, i);
}

/**
 * ws_series_get_point:
 * @i: index
 *
 * Returns: (transfer none): the point, valid until the next is added
 */
WsChartPoint *
ws_series_get_point (const WsSeries *self, guint i)
{
  return &g_array_index (self->points, WsChartPoint, i);
}

/* Whether one of its first points has words of its own. */
gboolean
ws_series_is_labelled (const WsSeries *self)
{
  for (guint i = 0; i < MIN (self->points->len, 64); i++)
    {
      const char *label = ws_series_get_point (self, i)->label;

      if (label != NULL && *label != '\0')
        return TRUE;
    }
  return FALSE;
}

/**
 * ws_chart_get_axis:
 * @vertical: whether the y axis is meant
 */
const WsChartAxis *
ws_chart_get_axis (const WsChart *self, gboolean vertical)
{
  return vertical ? &self->y : &self->x;
}

/* Returns: its categories; 0 of an axis of values */
guint
ws_chart_axis_get_n_categories (const WsChartAxis *self)
{
  return self->categories != NULL ? g_strv_length (self->categories) : 0;
}

/* ---- what axes reach over ---- */

typedef struct {
  WsScaleKind kind;
  double least;
  double most;
} Range;

static void
range_add (Range *self, double value)
{
  /* not a number is neither less nor more */
  if (value < self->least && value > (self->kind == WS_SCALE_LINEAR ? -G_MAXDOUBLE : 0))
    self->least = value;
  if (value > self->most && value < G_MAXDOUBLE
      && value > (self->kind == WS_SCALE_LINEAR ? -G_MAXDOUBLE : 0))
    self->most = value;
}

/* Where a step ends. */
static double
get_step_end (const WsSeries *series, guint i)
{
  guint n = series->points->len;
  const WsChartPoint *point = ws_series_get_point (series, i);

  if (i + 1 < n)
    return ws_series_get_point (series, i + 1)->x;
  return i > 0 ? point->x + (point->x - ws_series_get_point (series, i - 1)->x) : point->x + 1;
}

static void
add_series (Range *range, const WsSeries *series, gboolean along)
{
  const WsChartPoint *points = (const WsChartPoint *)(const void *)series->points->data;
  guint n = series->points->len;

  for (guint i = 0; i < n; i++)
    if (along)
      range_add (range, points[i].x);
    else
      {
        range_add (range, points[i].y);
        range_add (range, points[i].low);
        range_add (range, points[i].high);
      }
  if (along && series->mark == WS_MARK_STEPS && n > 0 && isfinite (points[n - 1].y))
    range_add (range, get_step_end (series, n - 1));
}

static gboolean
has_marks (const WsChart *self, WsMark a, WsMark b)
{
  for (guint i = 0; i < self->series->len; i++)
    {
      const WsSeries *series = ws_chart_get_series (self, i);

      if (series->mark == a || series->mark == b)
        return TRUE;
    }
  return FALSE;
}

/* Round ends, so that an axis of data that come in stands still for a while. */
static void
round_ends (Range *range)
{
  double step = ws_ticks_get_step (WS_TICKS_DECIMAL, 0, (range->most - range->least) / N_INTERVAL);
  double least = floor (range->least / step + 1e-9) * step;
  double most = ceil (range->most / step - 1e-9) * step;

  if (isfinite (least) && isfinite (most))
    {
      range->least = least;
      range->most = most;
    }
}

static void
widen (Range *range)
{
  double share = range->most > range->least ? MARGIN : 0;

  if (range->kind == WS_SCALE_LINEAR)
    {
      double by = (range->most - range->least) * share;

      range->least -= by;
      range->most += by;
    }
  else
    {
      double by = pow (range->most / range->least, share);

      if (isfinite (by))
        {
          range->least /= by;
          range->most *= by;
        }
    }
}

/**
 * ws_chart_get_range:
 * @vertical: of the y axis
 * @from: (out): least value shown
 * @to: (out): greatest value shown
 *
 * Range of an axis without zoom: as given, or all finite data and rules. Bars and steps begin at 0,
 * and other values of a linear axis end at round values.
 */
void
ws_chart_get_range (const WsChart *self, gboolean vertical, double *from, double *to)
{
  const WsChartAxis *axis = ws_chart_get_axis (self, vertical);
  gboolean along = vertical == self->horizontal; /* the axis of the points' x */
  gboolean solid = !along && has_marks (self, WS_MARK_BARS, WS_MARK_STEPS);
  Range range = { axis->kind, INFINITY, -INFINITY };
  gboolean known;

  if (axis->categories != NULL)
    {
      *from = -0.5;
      *to = MAX (ws_chart_axis_get_n_categories (axis), 1) - 0.5;
      return;
    }
  for (guint i = 0; i < self->series->len; i++)
    add_series (&range, ws_chart_get_series (self, i), along);
  for (guint i = 0; i < self->rules->len; i++)
    {
      const WsChartRule *rule = &g_array_index (self->rules, WsChartRule, i);

      if (!rule->slanted && rule->vertical != vertical)
        range_add (&range, rule->value);
    }
  if ((axis->from_zero || solid) && axis->kind == WS_SCALE_LINEAR)
    range_add (&range, 0);
  known = range.least <= range.most;
  if (!known)
    {
      range.least = axis->kind == WS_SCALE_LINEAR ? 0 : 1;
      range.most = axis->kind == WS_SCALE_LINEAR ? 1 : 10;
    }
  else if (solid && axis->kind == WS_SCALE_LINEAR)
    ; /* bars end where they end: their labels need the room */
  else if (along && has_marks (self, WS_MARK_STEPS, WS_MARK_STEPS))
    ; /* so do steps */
  else if (solid)
    range.least /= 2; /* the shortest is seen, too */
  else if (!along && axis->kind == WS_SCALE_LINEAR && range.most > range.least)
    round_ends (&range);
  else
    widen (&range);
  *from = isfinite (axis->from) ? axis->from : range.least;
  *to = isfinite (axis->to) ? axis->to : range.most;
  /* one end alone may lie beyond the data */
  if (*to <= *from && isfinite (axis->from) != isfinite (axis->to))
    {
      if (isfinite (axis->from))
        *to = axis->kind == WS_SCALE_LINEAR ? *from + MAX (fabs (*from), 1) : *from * 10;
      else
        *from = axis->kind == WS_SCALE_LINEAR ? *to - MAX (fabs (*to), 1) : *to / 10;
    }
}

/* Returns: whether nothing of it has a place */
gboolean
ws_chart_is_empty (const WsChart *self)
{
  const WsChartAxis *values = ws_chart_get_axis (self, !self->horizontal);
  const WsChartAxis *along = ws_chart_get_axis (self, self->horizontal);

  if (self->cells != NULL)
    {
      for (gsize i = 0; i < (gsize)self->cells->n_columns * self->cells->n_rows; i++)
        if (isfinite (self->cells->values[i]))
          return FALSE;
      return TRUE;
    }
  for (guint i = 0; i < self->series->len; i++)
    {
      const WsSeries *series = ws_chart_get_series (self, i);

      for (guint k = 0; k < series->points->len; k++)
        {
          const WsChartPoint *point = ws_series_get_point (series, k);

          if (isfinite (point->x) && isfinite (point->y)
              && (values->kind == WS_SCALE_LINEAR || point->y > 0)
              && (along->kind == WS_SCALE_LINEAR || point->x > 0))
            return FALSE;
        }
    }
  return TRUE;
}

/* ---- places ---- */

static double
place (const WsScale *scale, const WsChartAxis *axis, double value)
{
  double at;

  if (!isfinite (value)
      || (axis->categories == NULL && scale->kind != WS_SCALE_LINEAR && value <= 0))
    return NAN;
  at = ws_scale_to_place (scale, value);
  return CLAMP (at, -FAR, FAR);
}

/**
 * ws_chart_place_point:
 * @point: one of its points
 * @x: (out): its place; may lie outside the plot
 * @y: (out): its place
 */
gboolean
ws_chart_place_point (const WsChart *self, const WsChartLayout *l, const WsChartPoint *point,
                      double *x, double *y)
{
  *x = place (&l->x, &self->x, self->horizontal ? point->y : point->x);
  *y = place (&l->y, &self->y, self->horizontal ? point->x : point->y);
  return isfinite (*x) && isfinite (*y);
}

/* ---- lines, reduced to what the pixels show ---- */

static void
add_each (GArray *track, const WsChart *self, const WsChartLayout *l, const WsSeries *series)
{
  for (guint i = 0; i < series->points->len; i++)
    {
      const WsChartPoint *point = ws_series_get_point (series, i);
      WsChartSpot spot = { .least = NAN, .most = NAN };

      if (!ws_chart_place_point (self, l, point, &spot.x, &spot.y))
        spot.y = NAN;
      spot.low = place (&l->y, &self->y, point->low);
      spot.high = place (&l->y, &self->y, point->high);
      g_array_append_val (track, spot);
    }
}

/* The value that half of them are below: Hoare's selection as Wirth writes it, in place. */
static double
find_median (double *values, int n)
{
  int low = 0;
  int high = n - 1;
  int k = n / 2;

  while (low < high)
    {
      double pivot = values[k];
      int i = low;
      int j = high;

      while (i <= j)
        {
          while (values[i] < pivot)
            i++;
          while (pivot < values[j])
            j--;
          if (i <= j)
            {
              double other = values[i];

              values[i++] = values[j];
              values[j--] = other;
            }
        }
      if (j < k)
        low = i;
      if (k < i)
        high = j;
    }
  return values[k];
}

/* Points of one column of pixels. */
static void
add_column (GArray *track, const WsChart *self, const WsChartLayout *l, const WsChartPoint *points,
            guint n, double *values)
{
  double low = INFINITY;
  double high = -INFINITY;
  double least = INFINITY;
  double most = -INFINITY;
  guint n_values = 0;
  WsChartSpot spot;

  for (guint i = 0; i < n; i++)
    {
      const WsChartPoint *point = &points[i];

      if (!isfinite (point->y) || (self->y.kind != WS_SCALE_LINEAR && point->y <= 0))
        continue;
      values[n_values++] = point->y;
      least = MIN (least, point->y);
      most = MAX (most, point->y);
      if (point->low < low)
        low = point->low;
      if (point->high > high)
        high = point->high;
    }
  spot.x = place (&l->x, &self->x, points[n / 2].x);
  spot.y = n_values > 0 ? place (&l->y, &self->y, find_median (values, (int)n_values)) : NAN;
  spot.low = place (&l->y, &self->y, low);
  spot.high = place (&l->y, &self->y, high);
  spot.least = n_values > 1 ? place (&l->y, &self->y, least) : NAN;
  spot.most = n_values > 1 ? place (&l->y, &self->y, most) : NAN;
  g_array_append_val (track, spot);
}

static gboolean
rises (const WsChartPoint *points, guint n)
{
  for (guint i = 0; i < n; i++)
    if (!isfinite (points[i].x) || (i > 0 && points[i].x < points[i - 1].x))
      return FALSE;
  return TRUE;
}

/* The first point that is not left of @x. */
static guint
find_first (const WsChartPoint *points, guint n, double x)
{
  guint low = 0;

  while (low < n)
    {
      guint middle = low + (n - low) / 2;

      if (points[middle].x < x)
        low = middle + 1;
      else
        n = middle;
    }
  return low;
}

static int
compare_x (gconstpointer a, gconstpointer b)
{
  double x = ((const WsChartPoint *)a)->x;
  double y = ((const WsChartPoint *)b)->x;

  if (isnan (x) || isnan (y))
    return isnan (y) - isnan (x);
  return (x > y) - (x < y);
}

/**
 * ws_chart_make_track:
 * @series: one of its lines
 *
 * A line of more points than the plot has columns of pixels goes through the median of each
 * column, which keeps its least and its greatest value, too.
 *
 * Returns: (transfer full) (element-type WsChartSpot): what is to be joined
 */
GArray *
ws_chart_make_track (const WsChart *self, const WsChartLayout *l, const WsSeries *series)
{
  GArray *track = g_array_new (FALSE, FALSE, sizeof (WsChartSpot));
  const WsChartPoint *points = (const WsChartPoint *)(const void *)series->points->data;
  g_autofree WsChartPoint *sorted = NULL;
  g_autofree double *values = NULL;
  guint n = series->points->len;
  double step = MAX (l->plot.w / MAX_COLUMNS, 1);
  guint n_columns = (guint)MAX (ceil (l->plot.w / step), 1);
  guint first;

  if (self->horizontal || n <= n_columns * 3)
    {
      add_each (track, self, l, series);
      return track;
    }
  if (!rises (points, n))
    {
      guint n_known = 0;

      sorted = g_memdup2 (points, n * sizeof *points);
      for (guint i = 0; i < n; i++)
        if (isfinite (sorted[i].x))
          sorted[n_known++] = sorted[i];
      n = n_known;
      qsort (sorted, n, sizeof *sorted, compare_x);
      points = sorted;
    }
  values = g_new (double, MAX (n, 1));
  /* the one beyond each edge, too: the line goes on */
  first = find_first (points, n, ws_scale_from_place (&l->x, l->plot.x));
  first = first > 0 ? first - 1 : 0;
  for (guint column = 0; column <= n_columns + 1 && first < n; column++)
    {
      guint end =
          column <= n_columns
              ? find_first (points, n, ws_scale_from_place (&l->x, l->plot.x + column * step))
              : first + 1;

      if (end > first)
        add_column (track, self, l, points + first, end - first, values);
      first = MAX (end, first);
    }
  return track;
}
