/* names.c: names of series: at the ends of lines, or in a legend where that cannot be. */
#include "chart/private.h"

#include <math.h>
#include <stdlib.h>

#define MOST_SHARE 0.34 /* of the width, that names take */
#define LINE_SHARE 1.3  /* from name to name */
#define MAX_NAMES  64

static gboolean
has_name (const WsSeries *series)
{
  return series->named && *series->name != '\0' && series->points->len > 0;
}

static gboolean
is_area (const WsSeries *series)
{
  return series->mark == WS_MARK_BARS || series->mark == WS_MARK_STEPS;
}

static guint
count_lines (const WsChart *self)
{
  guint n = 0;

  for (guint i = 0; i < self->series->len; i++)
    {
      const WsSeries *series = ws_chart_get_series (self, i);

      n += series->mark == WS_MARK_LINE && has_name (series);
    }
  return n;
}

/* Whether lines are named at their ends. */
static gboolean
names_fit (const WsChart *self, const WsChartLayout *l)
{
  guint n = count_lines (self);

  return (l->dropped & WS_CHART_DROP_NAMES) == 0 && n <= MAX_NAMES
         && n * l->px * LINE_SHARE <= l->plot.h + l->px * 0.5;
}

/* Bars of one kind need none; of two, each is told. */
static gboolean
is_in_legend (const WsChart *self, const WsChartLayout *l, const WsSeries *series)
{
  guint n_areas = 0;

  if (!has_name (series))
    return FALSE;
  /* points are named beside one of them, unless they have words of their own */
  if (series->mark == WS_MARK_POINTS)
    return ws_series_is_labelled (series) && self->series->len > 1;
  if (!is_area (series))
    return !names_fit (self, l);
  for (guint i = 0; i < self->series->len; i++)
    n_areas += is_area (ws_chart_get_series (self, i));
  return n_areas > 1 || n_areas < self->series->len;
}

/**
 * ws_chart_needs_legend:
 * @l: the layout
 *
 * Whether any series is named in a legend.
 */
gboolean
ws_chart_needs_legend (const WsChart *self, const WsChartLayout *l)
{
  for (guint i = 0; i < self->series->len; i++)
    if (is_in_legend (self, l, ws_chart_get_series (self, i)))
      return TRUE;
  return FALSE;
}

/* ---- at the ends of lines ---- */

static double
get_key_room (const WsChartLayout *l)
{
  return ws_chart_get_marker_radius (l) * 2 + l->px * 0.4;
}

/**
 * ws_chart_get_names_width:
 * @l: the layout
 *
 * Returns: how wide names of lines are, pixels; 0 if none is named beside its line
 */
double
ws_chart_get_names_width (const WsChart *self, const WsChartLayout *l, WsText *text)
{
  double widest = 0;

  if (!names_fit (self, l))
    return 0;
  for (guint i = 0; i < self->series->len; i++)
    {
      const WsSeries *series = ws_chart_get_series (self, i);

      if (series->mark == WS_MARK_LINE && has_name (series))
        widest = MAX (widest, ws_text_width (text, WS_FACE_SANS, l->px, series->name));
    }
  if (widest <= 0)
    return 0;
  return MIN (widest + get_key_room (l) + l->px * 1.1, l->frame.box.w * MOST_SHARE);
}

/* Moves them so that the sum of the squares of what each is moved is least: isotonic regression of
 * the places less what must lie between them, by pooling adjacent violators. */
static void
move_apart (double *places, guint n, double apart, double from, double to)
{
  g_autofree double *sum = g_new (double, MAX (n, 1));
  g_autofree guint *count = g_new (guint, MAX (n, 1));
  guint n_pools = 0;
  guint at = 0;

  for (guint i = 0; i < n; i++)
    {
      sum[n_pools] = places[i] - i * apart;
      count[n_pools++] = 1;
      while (n_pools > 1
             && sum[n_pools - 2] / count[n_pools - 2] > sum[n_pools - 1] / count[n_pools - 1])
        {
          sum[n_pools - 2] += sum[n_pools - 1];
          count[n_pools - 2] += count[n_pools - 1];
          n_pools--;
        }
    }
  for (guint pool = 0; pool < n_pools; pool++)
    for (guint i = 0; i < count[pool]; i++, at++)
      {
        double place = MIN (sum[pool] / count[pool], to - (n - 1) * apart);

        places[at] = MAX (place, from) + at * apart;
      }
}

typedef struct {
  const WsSeries *series;
  double x; /* the line's end */
  double y;
} End;

static int
compare_ends (gconstpointer a, gconstpointer b)
{
  double x = ((const End *)a)->y;
  double y = ((const End *)b)->y;

  return (x > y) - (x < y);
}

/* Where a line is seen last. */
static gboolean
find_end (const WsChartDrawing *self, guint series, End *end)
{
  const GArray *track = g_ptr_array_index (self->tracks, series);
  const WsBox *plot = &self->l->plot;

  for (guint i = track->len; i-- > 0;)
    {
      const WsChartSpot *spot = &g_array_index (track, WsChartSpot, i);

      if (!isfinite (spot->x + spot->y) || spot->x < plot->x - 0.5)
        continue;
      end->x = MIN (spot->x, plot->x + plot->w);
      end->y = spot->y;
      /* it goes on beyond the plot */
      if (spot->x > plot->x + plot->w && i > 0 && isfinite (spot[-1].x + spot[-1].y)
          && spot[-1].x < spot->x)
        end->y = spot->y + (spot[-1].y - spot->y) * (spot->x - end->x) / (spot->x - spot[-1].x);
      end->y = CLAMP (end->y, plot->y, plot->y + plot->h);
      return TRUE;
    }
  return FALSE;
}

/* Names lines at their ends, with a hairline where a name had to make way for others. */
void
ws_chart_draw_names (WsChartDrawing *self)
{
  const WsChartLayout *l = self->l;
  End ends[MAX_NAMES];
  double places[MAX_NAMES];
  guint n = 0;
  double key = get_key_room (l);
  double x = l->names.x + l->px * 0.9;
  double width = l->names.x + l->names.w - x - key;

  if (l->names.w <= 0)
    return;
  for (guint i = 0; i < self->chart->series->len && n < MAX_NAMES; i++)
    {
      End end = { .series = ws_chart_get_series (self->chart, i) };

      if (end.series->mark == WS_MARK_LINE && has_name (end.series) && find_end (self, i, &end))
        ends[n++] = end;
    }
  qsort (ends, n, sizeof *ends, compare_ends);
  for (guint i = 0; i < n; i++)
    places[i] = ends[i].y;
  move_apart (places, n, l->px * LINE_SHARE, l->plot.y, l->plot.y + l->plot.h);
  for (guint i = 0; i < n; i++)
    {
      const WsSeries *series = ends[i].series;
      double radius = ws_chart_get_marker_radius (l);

      cairo_move_to (self->cr, ends[i].x + radius * 1.5, ends[i].y);
      if (ends[i].x < l->names.x - l->px * 0.6)
        cairo_line_to (self->cr, l->names.x, ends[i].y);
      cairo_line_to (self->cr, x - radius * 0.5, places[i]);
      cairo_set_line_width (self->cr, ws_snap_line (self->cr, l->line * 0.7));
      ws_paint_set (self->cr, ws_color_mix (self->theme->background,
                                            ws_chart_get_color (self->theme, series), 0.6));
      cairo_stroke (self->cr);
      ws_chart_draw_marker (self, series, x + radius, places[i], radius);
      ws_text_show_fit (self->text,
                        &(WsTextStyle){ WS_FACE_SANS, l->px,
                                        series->quiet ? self->theme->muted : self->theme->ink },
                        &(WsTextPlace){ x + key, places[i], 0 }, width, series->name);
    }
}

/* ---- legend ---- */

/* Goes through the legend's entries. Returns: its rows */
static guint
flow (const WsChart *self, const WsChartLayout *l, WsText *text, double width,
      const WsChartDrawing *drawing)
{
  double row_h = l->small_px * 1.55;
  double x = 0;
  guint row = 0;

  for (guint i = 0; i < self->series->len; i++)
    {
      const WsSeries *series = ws_chart_get_series (self, i);
      double key = ws_chart_get_key_width (l, series) + l->small_px * 0.4;
      double w;

      if (!is_in_legend (self, l, series))
        continue;
      w = MIN (ws_text_width (text, WS_FACE_SANS, l->small_px, series->name), width - key);
      if (x > 0 && x + key + w > width)
        {
          x = 0;
          row++;
        }
      if (drawing != NULL)
        {
          double y = l->legend.y + (row + 0.45) * row_h;

          ws_chart_draw_key (drawing, series, l->legend.x + x, y);
          ws_text_show_fit (text, &(WsTextStyle){ WS_FACE_SANS, l->small_px, drawing->theme->ink },
                            &(WsTextPlace){ l->legend.x + x + key, y, 0 }, w + 0.01, series->name);
        }
      x += key + w + l->small_px * 1.2;
    }
  return row + 1;
}

/**
 * ws_chart_get_legend_height:
 * @l: the layout
 * @width: that there is for it, pixels
 *
 * Returns: height of the legend's lines, pixels
 */
double
ws_chart_get_legend_height (const WsChart *self, const WsChartLayout *l, WsText *text, double width)
{
  return flow (self, l, text, width, NULL) * l->small_px * 1.55;
}

/* Draws the legend, where there is one. */
void
ws_chart_draw_legend (WsChartDrawing *self)
{
  if (self->l->legend.h > 0)
    flow (self->chart, self->l, self->text, self->l->legend.w, self);
}
