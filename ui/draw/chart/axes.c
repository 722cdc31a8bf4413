/* axes.c: axes of values and of categories, and their titles. */
#include "chart/private.h"

#include <math.h>

#define LINE_SHARE 1.25 /* from line to line of a name */
#define MAX_LINES  3

static gboolean
is_dropped (const WsChartLayout *l, WsChartDrop drop)
{
  return (l->dropped & drop) != 0;
}

/* ---- names of categories below the plot ---- */

/* How the names stand: in so many lines, and only every so many-th. */
typedef struct {
  guint n_lines;
  guint stride;
} Fit;

static double
get_widest (char **names, const WsChartLayout *l, WsText *text)
{
  double widest = 0;

  for (guint i = 0; names[i] != NULL; i++)
    widest = MAX (widest, ws_text_width (text, WS_FACE_SANS, l->small_px, names[i]));
  return widest;
}

/* Lines that the longest name takes in @width, or 0 if a word does not fit. */
static guint
count_lines (char **names, const WsChartLayout *l, WsText *text, double width)
{
  guint n_lines = 1;

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_auto (GStrv) lines = ws_text_wrap (text, WS_FACE_SANS, l->small_px, width, 64, names[i]);
      guint n = g_strv_length (lines);

      for (guint k = 0; k < n; k++)
        if (ws_text_width (text, WS_FACE_SANS, l->small_px, lines[k]) > width)
          return 0;
      n_lines = MAX (n_lines, n);
    }
  return n_lines;
}

static Fit
fit_below (const WsChart *self, const WsChartLayout *l, WsText *text)
{
  guint n = ws_chart_axis_get_n_categories (&self->x);
  double step = l->plot.w / MAX (n, 1);
  double air = l->small_px * 0.5;
  double widest;
  guint n_lines;

  if (n == 0)
    return (Fit){ 1, 1 };
  /* so many that not even one character each has room */
  if (step < l->small_px * 0.3)
    return (Fit){ 1, (guint)ceil (MIN (l->small_px * 4 / MAX (step, 1e-9), n)) };
  widest = get_widest (self->x.categories, l, text);
  if (widest + air <= step)
    return (Fit){ 1, 1 };
  n_lines = step > l->small_px * 3 ? count_lines (self->x.categories, l, text, step - air) : 0;
  if (n_lines > 0 && n_lines <= MAX_LINES)
    return (Fit){ n_lines, 1 };
  /* words are shortened; short names are told apart by their neighbours */
  if (step > l->small_px * 4.5)
    return (Fit){ 2, 1 };
  return (Fit){ 1, (guint)ceil (MIN (widest + air, l->plot.w / 2) / step) };
}

/**
 * ws_chart_get_category_height:
 * @self: a chart whose x axis is one of categories
 * @l: the layout
 *
 * Returns: height of the categories' names below the plot, pixels
 */
double
ws_chart_get_category_height (const WsChart *self, const WsChartLayout *l, WsText *text)
{
  Fit fit = fit_below (self, l, text);

  return l->small_px * (0.75 + 1 + (fit.n_lines - 1) * LINE_SHARE);
}

static void
draw_names_below (const WsChartDrawing *self)
{
  const WsChartLayout *l = self->l;
  char **names = self->chart->x.categories;
  Fit fit = fit_below (self->chart, l, self->text);
  guint n = ws_chart_axis_get_n_categories (&self->chart->x);
  double step = l->plot.w / MAX (n, 1);
  double width = step * fit.stride - l->small_px * 0.4;

  for (guint i = 0; i < n; i += MAX (fit.stride, 1))
    {
      double x = ws_scale_to_place (&l->x, i);
      double y = l->plot.y + l->plot.h + l->small_px * 1.15;
      double half = MIN (x - l->frame.box.x, l->frame.box.x + l->frame.box.w - x);
      g_auto (GStrv) lines = ws_text_wrap (self->text, WS_FACE_SANS, l->small_px,
                                           MIN (width, 2 * half), fit.n_lines, names[i]);

      for (guint k = 0; lines[k] != NULL; k++)
        ws_text_show_fit (self->text,
                          &(WsTextStyle){ WS_FACE_SANS, l->small_px, self->theme->muted },
                          &(WsTextPlace){ x, y + k * l->small_px * LINE_SHARE, 0.5 },
                          MIN (width, 2 * half), lines[k]);
    }
}

/* ---- names of categories at the left ---- */

static double
get_left_px (const WsChart *self, const WsChartLayout *l)
{
  guint n = ws_chart_axis_get_n_categories (&self->y);
  double step = l->plot.h / MAX (n, 1);

  return CLAMP (step * 0.72, l->frame.min_px, l->px);
}

/**
 * ws_chart_get_category_width:
 * @self: a chart whose y axis is one of categories
 * @l: the layout
 * @most: pixels that they may take
 *
 * Returns: width of the categories' names at the left of the plot, pixels
 */
double
ws_chart_get_category_width (const WsChart *self, const WsChartLayout *l, WsText *text, double most)
{
  double px = get_left_px (self, l);
  double widest = 0;
  double room = most - px * 0.6;
  guint n = ws_chart_axis_get_n_categories (&self->y);
  guint stride = (guint)ceil (px * 1.25 / (l->plot.h / MAX (n, 1)));

  for (guint i = 0; i < n; i += MAX (stride, 1))
    {
      double width = ws_text_width (text, WS_FACE_SANS, px, self->y.categories[i]);

      widest = MAX (widest, width);
      if (widest >= room)
        break;
    }
  return MIN (widest + 0.5, room) + px * 0.6;
}

static void
draw_names_left (const WsChartDrawing *self)
{
  const WsChartLayout *l = self->l;
  double px = get_left_px (self->chart, l);
  guint n = ws_chart_axis_get_n_categories (&self->chart->y);
  double step = l->plot.h / MAX (n, 1);
  guint stride = (guint)ceil (px * 1.25 / step);
  double room = l->plot.x - px * 0.6 - l->frame.box.x;

  for (guint i = 0; i < n; i += MAX (stride, 1))
    {
      const char *name = self->chart->y.categories[i];
      double y = ws_scale_to_place (&l->y, i);
      guint n_lines = step > px * 2.7 ? 2 : 1;
      g_auto (GStrv) lines = NULL;
      guint n_used;

      lines = ws_text_wrap (self->text, WS_FACE_SANS, px, room, n_lines, name);
      n_used = g_strv_length (lines);
      for (guint k = 0; k < n_used; k++)
        ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, px, self->theme->ink },
                          &(WsTextPlace){ l->plot.x - px * 0.6,
                                          y + (k - (n_used - 1) / 2.) * px * LINE_SHARE, 1 },
                          room, lines[k]);
    }
}

/* ---- axes ---- */

static WsAxis
make_axis (const WsChartDrawing *self, gboolean vertical)
{
  const WsChartLayout *l = self->l;
  const WsBox *box = &l->frame.box;
  gboolean bars = FALSE;

  for (guint i = 0; i < self->chart->series->len; i++)
    bars = bars || ws_chart_get_series (self->chart, i)->mark == WS_MARK_BARS;
  return (WsAxis){ .side = vertical ? WS_AXIS_LEFT : WS_AXIS_BOTTOM,
                   .scale = vertical ? l->y : l->x,
                   .ticks = vertical ? l->y_ticks : l->x_ticks,
                   .plot = l->plot,
                   .px = l->small_px,
                   .room = vertical ? l->small_px * 0.5 : MAX (l->plot.x - box->x, 0),
                   .room_behind = MAX (box->x + box->w - l->plot.x - l->plot.w, 0.1),
                   .bare = is_dropped (l, vertical ? WS_CHART_DROP_LEFT : WS_CHART_DROP_BOTTOM),
                   /* bars that lie have their values beside them */
                   .grid = vertical || (self->chart->horizontal && !(bars && l->reserve > 0)) };
}

/* Where bars begin. */
static void
draw_base (const WsChartDrawing *self)
{
  const WsChartLayout *l = self->l;
  gboolean horizontal = self->chart->horizontal;
  const WsScale *values = horizontal ? &l->x : &l->y;
  double line = ws_snap_line (self->cr, l->line);
  double at;

  if (self->chart->cells != NULL || self->chart->series->len == 0)
    return;
  at = ws_scale_to_place (
      values, values->kind == WS_SCALE_LINEAR ? CLAMP (0, values->from, values->to) : values->from);
  at = ws_snap (self->cr, at - line / 2) + line / 2;
  if (horizontal)
    {
      cairo_move_to (self->cr, at, l->plot.y);
      cairo_line_to (self->cr, at, l->plot.y + l->plot.h);
    }
  else
    {
      cairo_move_to (self->cr, l->plot.x, at);
      cairo_line_to (self->cr, l->plot.x + l->plot.w, at);
    }
  cairo_set_line_width (self->cr, line);
  ws_paint_set (self->cr, self->theme->muted);
  cairo_stroke (self->cr);
}

/* What the axis shows, with its unit: "time per run, ms". */
static char *
get_title (const WsChart *self, const WsChartLayout *l, gboolean vertical)
{
  const WsChartAxis *axis = ws_chart_get_axis (self, vertical);
  const char *unit = vertical ? l->y_unit : l->x_unit;

  if (axis->label == NULL || *axis->label == '\0')
    return g_strdup ("");
  if (axis->categories != NULL || *unit == '\0')
    return g_strdup (axis->label);
  return g_strdup_printf ("%s, %s", axis->label, unit);
}

static void
draw_titles (const WsChartDrawing *self)
{
  const WsChartLayout *l = self->l;
  g_autofree char *x_title = get_title (self->chart, l, FALSE);
  g_autofree char *y_title = get_title (self->chart, l, TRUE);

  if (l->heading.h > 0)
    ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_BOLD, l->head_px, self->theme->ink },
                      &(WsTextPlace){ l->heading.x, l->heading.y + l->head_px * 0.65, 0 },
                      l->heading.w, self->chart->heading);
  if (l->y_title.h > 0)
    ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->small_px, self->theme->muted },
                      &(WsTextPlace){ l->y_title.x, l->y_title.y + l->small_px * 0.6, 0 },
                      l->y_title.w, y_title);
  if (l->x_title.h > 0)
    {
      double width = ws_text_width (self->text, WS_FACE_SANS, l->small_px, x_title);
      /* below the axis' end, or as far left as it must be */
      double end =
          MAX (l->plot.x + l->plot.w, MIN (l->x_title.x + width, l->x_title.x + l->x_title.w));

      ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->small_px, self->theme->muted },
                        &(WsTextPlace){ end, l->x_title.y + l->small_px * 0.85, 1 },
                        end - l->x_title.x, x_title);
    }
}

/* Draws both axes, their titles and the heading. */
void
ws_chart_draw_axes (const WsChartDrawing *self)
{
  const WsChartLayout *l = self->l;

  if (self->chart->y.categories == NULL)
    {
      WsAxis axis = make_axis (self, TRUE);

      ws_draw_axis (self->cr, self->text, &axis, self->theme, l->line);
    }
  else if (!is_dropped (l, WS_CHART_DROP_LEFT))
    draw_names_left (self);
  if (self->chart->x.categories == NULL)
    {
      WsAxis axis = make_axis (self, FALSE);

      ws_draw_axis (self->cr, self->text, &axis, self->theme, l->line);
    }
  else if (!is_dropped (l, WS_CHART_DROP_BOTTOM))
    draw_names_below (self);
  draw_base (self);
  draw_titles (self);
}
