/* bars.c: vertical or horizontal bars, with their values beside them; histograms. */
#include "chart/private.h"

#include <math.h>
#include <string.h>

#define GROUP_SHARE 0.68 /* of a category's room, that its bars take */
#define THIN        0.62 /* of a bar: what others published, or was before */
#define GAP_SHARE   0.45 /* between a bar and its value, of the text's size */
#define MAX_LABELS  400

/* Published or earlier: its label comes last. */
static gboolean
stands_back (const WsSeries *series)
{
  return series->quiet || series->figures == WS_FIGURES_PUBLISHED;
}

static double
get_weight (const WsSeries *series)
{
  return !series->even && stands_back (series) ? THIN : 1;
}

static gboolean
is_bars (const WsSeries *series)
{
  return series->mark == WS_MARK_BARS;
}

/* Where bars begin. */
static double
get_base (const WsChart *self, const WsChartLayout *l)
{
  const WsScale *values = self->horizontal ? &l->x : &l->y;

  return ws_scale_to_place (
      values, values->kind == WS_SCALE_LINEAR ? CLAMP (0, values->from, values->to) : values->from);
}

/* Whether a series has a bar at @x. Points mostly stand in the order of their categories. */
static gboolean
has_bar_at (const WsSeries *series, double x)
{
  guint guess = x >= 0 && x < series->points->len ? (guint)x : 0;
  guint n = MIN (series->points->len, 256);

  if (series->points->len == 0)
    return FALSE;
  if (ws_series_get_point (series, guess)->x == x)
    return isfinite (ws_series_get_point (series, guess)->y);
  for (guint i = 0; i < n; i++)
    if (ws_series_get_point (series, i)->x == x)
      return isfinite (ws_series_get_point (series, i)->y);
  return FALSE;
}

/* Of the series that have a bar at @x, those before @series, and all. */
static void
get_group (const WsChart *self, guint series, double x, double *before, double *all)
{
  *before = *all = 0;
  for (guint i = 0; i < self->series->len; i++)
    {
      const WsSeries *other = ws_chart_get_series (self, i);

      if (!is_bars (other) || (i != series && !has_bar_at (other, x)))
        continue;
      if (i < series)
        *before += get_weight (other);
      *all += get_weight (other);
    }
}

/* The most that stands side by side in any category. */
static double
get_most (const WsChart *self)
{
  double most = 1;

  for (guint i = 0; i < self->series->len; i++)
    {
      const WsSeries *series = ws_chart_get_series (self, i);
      guint n = MIN (series->points->len, 64);

      for (guint k = 0; is_bars (series) && k < n; k++)
        {
          double before;
          double all;

          if (!isfinite (ws_series_get_point (series, k)->y)) /* its bar is another series' */
            continue;
          get_group (self, i, ws_series_get_point (series, k)->x, &before, &all);
          most = MAX (most, all);
        }
    }
  return most;
}

/* Room of a category: of values, as of numbers that follow each other. */
static double
get_band (const WsChart *self, const WsChartLayout *l)
{
  const WsScale *along = self->horizontal ? &l->y : &l->x;
  const WsChartAxis *axis = ws_chart_get_axis (self, self->horizontal);
  guint n = ws_chart_axis_get_n_categories (axis);
  double length = fabs (along->at_to - along->at_from);

  for (guint i = 0; n == 0 && i < self->series->len; i++)
    if (is_bars (ws_chart_get_series (self, i)))
      n = MAX (n, ws_chart_get_series (self, i)->points->len);
  return length / MAX (n, 1);
}

/* Returns: width of one bar in the room of a category, pixels */
static double
get_bar_width (const WsChart *self, const WsChartLayout *l)
{
  return get_band (self, l) * GROUP_SHARE / get_most (self);
}

/* The bar's box, with what is known for the whole chart. */
static gboolean
make_bar (const WsChart *self, const WsChartLayout *l, guint series, guint point, double width,
          WsBox *box)
{
  const WsSeries *s = ws_chart_get_series (self, series);
  const WsChartPoint *p = ws_series_get_point (s, point);
  double base = get_base (self, l);
  double before;
  double all;
  double across;
  double end;
  double x;
  double y;

  if (!ws_chart_place_point (self, l, p, &x, &y))
    return FALSE;
  get_group (self, series, p->x, &before, &all);
  across = (self->horizontal ? y : x) + (before - all / 2) * width;
  end = self->horizontal ? x : y;
  width *= get_weight (s) * (all > 1 ? 0.94 : 1);
  if (self->horizontal)
    *box = (WsBox){ MIN (base, end), across, fabs (end - base), width };
  else
    *box = (WsBox){ across, MIN (base, end), width, fabs (end - base) };
  return TRUE;
}

/**
 * ws_chart_get_bar:
 * @l: the layout
 * @series: index of a series of bars
 * @point: index of one of its points
 * @box: (out): its bar
 *
 * Returns: %FALSE if it has none
 */
gboolean
ws_chart_get_bar (const WsChart *self, const WsChartLayout *l, guint series, guint point,
                  WsBox *box)
{
  return make_bar (self, l, series, point, get_bar_width (self, l), box);
}

static gboolean
meets (const WsBox *a, const WsBox *b)
{
  return a->x < b->x + b->w && a->x + a->w > b->x && a->y < b->y + b->h && a->y + a->h > b->y;
}

static WsBox
cut (const WsBox *box, const WsBox *to)
{
  double x0 = CLAMP (box->x, to->x, to->x + to->w);
  double y0 = CLAMP (box->y, to->y, to->y + to->h);
  double x1 = CLAMP (box->x + box->w, to->x, to->x + to->w);
  double y1 = CLAMP (box->y + box->h, to->y, to->y + to->h);

  return (WsBox){ x0, y0, x1 - x0, y1 - y0 };
}

/* Where bars are thinner than a pixel, the longest of each pixel. */
static void
draw_thin (const WsChartDrawing *self, guint series, double width)
{
  const WsSeries *s = ws_chart_get_series (self->chart, series);
  gboolean horizontal = self->chart->horizontal;
  WsBox pending = { 0 };

  for (guint i = 0; i < s->points->len; i++)
    {
      WsBox box;
      double at;
      double length;

      if (!make_bar (self->chart, self->l, series, i, width, &box))
        continue;
      box = cut (&box, &self->l->plot);
      at = floor (horizontal ? box.y : box.x);
      length = horizontal ? box.w : box.h;
      if (horizontal)
        box = (WsBox){ box.x, at, length, 1 };
      else
        box = (WsBox){ at, box.y, 1, length };
      if (at == (horizontal ? pending.y : pending.x)
          && length <= (horizontal ? pending.w : pending.h))
        continue;
      pending = box;
      ws_box_path (self->cr, &box);
    }
  ws_paint_set (self->cr, ws_chart_get_color (self->theme, s));
  cairo_fill (self->cr);
}

/* Returns: whether its mark is kept back until it is revealed */
static gboolean
is_kept_back (const WsChartOptions *options, const WsSeries *series, const WsChartPoint *point)
{
  if (options == NULL)
    return FALSE;
  return (options->n_shown >= 0 && point->x >= options->n_shown)
         || (options->hide & WS_HIDE_TIMES) != 0
         || ((options->hide & WS_HIDE_PUBLISHED) != 0 && series->figures == WS_FIGURES_PUBLISHED);
}

static const WsChartPoint *
find_point_at (const WsSeries *series, double x)
{
  for (guint i = 0; i < series->points->len; i++)
    if (ws_series_get_point (series, i)->x == x)
      return ws_series_get_point (series, i);
  return NULL;
}

/* If all bars of a group are hidden, one veil replaces them, in the place of the first.
 * Returns: whether @series is the first, and whether @bar was made that of the group; %FALSE if
 * another's veil covers it */
static gboolean
join_veils (const WsChartDrawing *self, guint series, const WsChartPoint *point, double width,
            WsBox *bar)
{
  guint first = series;
  double before;
  double all;

  for (guint i = 0; i < self->chart->series->len; i++)
    {
      const WsSeries *other = ws_chart_get_series (self->chart, i);
      const WsChartPoint *there = is_bars (other) ? find_point_at (other, point->x) : NULL;

      if (there == NULL || !isfinite (there->y))
        continue;
      if (!is_kept_back (self->options, other, there))
        return TRUE;
      first = MIN (first, i);
    }
  get_group (self->chart, series, point->x, &before, &all);
  if (self->chart->horizontal)
    bar->h = all * width * 0.94;
  else
    bar->w = all * width * 0.94;
  return first == series;
}

/* Veil of a hidden bar: as long as the plot, whatever the bar's length. */
static void
draw_veil (WsChartDrawing *self, WsBox bar)
{
  const WsBox *plot = &self->l->plot;
  gboolean horizontal = self->chart->horizontal;
  double thick = horizontal ? bar.h : bar.w;

  if (horizontal)
    bar = (WsBox){ plot->x, bar.y, plot->w, bar.h };
  else
    bar = (WsBox){ bar.x, plot->y, bar.w, plot->h };
  ws_veil_draw (
      self->cr, self->text, self->theme, &bar, MIN (thick * 0.2, 6),
      CLAMP (thick * 0.9, self->l->frame.min_px, MAX (self->l->px, self->l->frame.min_px)));
}

static void
draw_series (WsChartDrawing *self, guint series, double width)
{
  const WsSeries *s = ws_chart_get_series (self->chart, series);

  if (width < 1)
    {
      if (s->points->len > 0
          && !is_kept_back (self->options, s, ws_series_get_point (s, s->points->len - 1)))
        draw_thin (self, series, width);
      return;
    }
  for (guint i = 0; i < s->points->len; i++)
    {
      WsBox box;

      if (!make_bar (self->chart, self->l, series, i, width, &box)
          || !meets (&(WsBox){ box.x, box.y, MAX (box.w, 1), MAX (box.h, 1) }, &self->l->plot))
        continue;
      box = ws_box_snap (self->cr, cut (&box, &self->l->plot));
      if (is_kept_back (self->options, s, ws_series_get_point (s, i)))
        {
          g_array_append_val (self->marks, box);
          if (join_veils (self, series, ws_series_get_point (s, i), width, &box))
            draw_veil (self, box);
          continue;
        }
      ws_chart_fill_bar (self, s, &box, 1);
      g_array_append_val (self->marks, box);
      if (width >= 4)
        {
          WsChartPoint point = *ws_series_get_point (s, i);
          gboolean horizontal = self->chart->horizontal;
          double x;
          double y;

          /* in the middle of its bar, not of its category */
          if (isfinite (point.low) && isfinite (point.high)
              && ws_chart_place_point (self->chart, self->l, &point, &x, &y))
            {
              cairo_save (self->cr);
              cairo_translate (self->cr, horizontal ? 0 : box.x + box.w / 2 - x,
                               horizontal ? box.y + box.h / 2 - y : 0);
              ws_chart_draw_whisker (self, s, &point, MIN (width * 0.4, self->l->small_px * 0.6));
              cairo_restore (self->cr);
            }
        }
    }
}

/* Draws all bars, with their whiskers. */
void
ws_chart_draw_bars (WsChartDrawing *self)
{
  double width = get_bar_width (self->chart, self->l);

  for (guint i = 0; i < self->chart->series->len; i++)
    if (is_bars (ws_chart_get_series (self->chart, i)))
      draw_series (self, i, width);
}

/* ---- values beside bars ---- */

typedef struct {
  const char *label;
  const char *note;
  double label_w;
  double note_w; /* with the gap before it; 0 without one */
  double px;
} BarLabel;

/* Words of a bar that stand beside it, without measuring them. */
static gboolean
has_label (const WsChartPoint *point)
{
  return point->label != NULL && *point->label != '\0';
}

/* (nullable): what stands after a bar's label */
static const char *
get_note (const WsChartLayout *l, const WsChartPoint *point)
{
  if ((l->dropped & WS_CHART_DROP_NOTES) != 0)
    return NULL;
  return l->frame.alone && point->aside != NULL && (l->dropped & WS_CHART_DROP_ASIDES) == 0
             ? point->aside
             : point->note;
}

/* The widest label of vertical bars. */
static double
get_widest (const WsChart *self, const WsChartLayout *l, WsText *text)
{
  double widest = 0;
  guint n = 0;

  for (guint i = 0; i < self->series->len; i++)
    {
      const WsSeries *series = ws_chart_get_series (self, i);

      for (guint k = 0; is_bars (series) && k < series->points->len && n < MAX_LABELS; k++)
        if (has_label (ws_series_get_point (series, k)))
          {
            widest = MAX (widest, ws_text_width (text, WS_FACE_BOLD, l->px,
                                                 ws_series_get_point (series, k)->label));
            n++;
          }
    }
  return widest;
}

/* As large as names, or so small that neighbours keep apart. */
static double
get_label_px (const WsChart *self, const WsChartLayout *l, WsText *text)
{
  double pitch = get_band (self, l);
  gboolean thin = FALSE;
  double widest;

  for (guint i = 0; i < self->series->len; i++)
    thin = thin
           || (is_bars (ws_chart_get_series (self, i))
               && get_weight (ws_chart_get_series (self, i)) < 1);
  if (get_most (self) > 1)
    pitch = get_bar_width (self, l) * (thin ? (1 + THIN) / 2 : 1);
  if (self->horizontal)
    return CLAMP (pitch / 1.13, l->frame.min_px, l->px);
  widest = get_widest (self, l, text);
  return widest > 0 ? CLAMP (l->px * pitch * 0.92 / widest, l->frame.min_px, l->px) : l->px;
}

/* @label: (inout): its size is given */
static gboolean
get_label (const WsChart *self, const WsChartLayout *l, WsText *text, const WsSeries *series,
           const WsChartPoint *point, BarLabel *label)
{
  gboolean quiet = stands_back (series);
  double px = label->px;

  *label = (BarLabel){ .label = point->label, .note = get_note (l, point), .px = px };
  if (!has_label (point))
    return FALSE;
  label->label_w = ws_text_width (text, quiet ? WS_FACE_SANS : WS_FACE_BOLD, px, point->label);
  if (label->note != NULL && *label->note != '\0')
    label->note_w =
        ws_text_width (text, WS_FACE_SANS, px, label->note) + px * (self->horizontal ? 0.5 : 0);
  return TRUE;
}

/**
 * ws_chart_get_bar_reserve:
 * @l: its layout, with scales that have no reserve
 * @length: of the axis of values, in pixels
 *
 * What the longest labels need beyond their bars. A bar of share s of the axis and a label of width
 * w fit where s (length - r) + w <= length.
 *
 * Returns: r, the least that does for all bars
 */
double
ws_chart_get_bar_reserve (const WsChart *self, const WsChartLayout *l, WsText *text, double length)
{
  const WsScale *values = self->horizontal ? &l->x : &l->y;
  double px = get_label_px (self, l, text);
  double reserve = 0;
  guint n = 0;

  if ((l->dropped & WS_CHART_DROP_LABELS) != 0)
    return 0;
  for (guint i = 0; i < self->series->len; i++)
    {
      const WsSeries *series = ws_chart_get_series (self, i);

      for (guint k = 0; is_bars (series) && k < series->points->len && n < MAX_LABELS; k++)
        {
          const WsChartPoint *point = ws_series_get_point (series, k);
          BarLabel label = { .px = px };
          double x;
          double y;
          double share;
          double need;
          double end = isfinite (point->high) ? MAX (point->high, point->y) : point->y;

          if (!isfinite (point->y) || !get_label (self, l, text, series, point, &label))
            continue;
          n++;
          if (!ws_chart_place_point (
                  self, l, &(WsChartPoint){ .x = point->x, .y = MAX (end, values->from) }, &x, &y))
            continue;
          share =
              ((self->horizontal ? x : y) - values->at_from) / (values->at_to - values->at_from);
          share = ws_clamp01 (share);
          need = self->horizontal ? label.label_w + label.note_w + px * (GAP_SHARE + 0.2)
                                  : px * (label.note_w > 0 ? 2.5 : 1.35);
          if (share > 0.01)
            reserve = MAX (reserve, length - (length - need) / share);
        }
    }
  return CLAMP (reserve, 0, length * 0.9);
}

/* Off other words, and with its capitals off bars: what is above and below them is air. */
static gboolean
is_free (const WsChartDrawing *self, const WsBox *box)
{
  WsBox capitals = { box->x, box->y + box->h * 0.16, box->w, box->h * 0.68 };

  return ws_chart_is_free (self, box, &self->l->plot) && ws_chart_is_off_data (self, &capitals);
}

/* Where the words of a bar stand. */
typedef struct {
  BarLabel label;
  double x;
  double y;
  gboolean quiet;
  gboolean noted;
  gboolean kept_back; /* it has its place, and is not shown */
} Placed;

static gboolean
place_horizontal (WsChartDrawing *self, Placed *placed, const WsBox *bar, double end)
{
  const BarLabel *label = &placed->label;
  WsBox box;

  placed->x = end + label->px * GAP_SHARE;
  placed->y = bar->y + bar->h / 2;
  box = ws_chart_get_text_box (placed->x, placed->y, 0, label->label_w + label->note_w, label->px);
  placed->noted = label->note_w > 0;
  if (placed->noted && !is_free (self, &box))
    {
      placed->noted = FALSE;
      box.w = label->label_w;
    }
  if (!is_free (self, &box))
    return FALSE;
  ws_chart_take (self, &box);
  return TRUE;
}

static gboolean
place_vertical (WsChartDrawing *self, Placed *placed, const WsBox *bar, double end)
{
  const BarLabel *label = &placed->label;
  double above = label->px * 1.15;
  WsBox box;
  WsBox note;

  placed->x = bar->x + bar->w / 2;
  placed->y = end - label->px * 0.75;
  box = ws_chart_get_text_box (placed->x, placed->y, 0.5, label->label_w, label->px);
  note = ws_chart_get_text_box (placed->x, placed->y, 0.5, label->note_w, label->px);
  box.x -= label->px * 0.15;
  box.w += label->px * 0.3;
  if (!is_free (self, &box))
    return FALSE;
  box.y -= above;
  placed->noted = label->note_w > 0 && is_free (self, &box) && is_free (self, &note);
  if (placed->noted)
    ws_chart_take (self, &note);
  else
    box.y += above;
  ws_chart_take (self, &box);
  return TRUE;
}

static void
show (WsChartDrawing *self, const Placed *placed)
{
  const BarLabel *label = &placed->label;
  WsFace face = placed->quiet ? WS_FACE_SANS : WS_FACE_BOLD;
  WsColor color = placed->quiet ? self->theme->muted : self->theme->ink;

  if (self->chart->horizontal)
    {
      ws_text_show (self->text, &(WsTextStyle){ face, label->px, color },
                    &(WsTextPlace){ placed->x, placed->y, 0 }, label->label);
      if (placed->noted)
        ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, label->px, self->theme->muted },
                      &(WsTextPlace){ placed->x + label->label_w + label->note_w, placed->y, 1 },
                      label->note);
      return;
    }
  ws_text_show (
      self->text, &(WsTextStyle){ face, label->px, color },
      &(WsTextPlace){ placed->x, placed->y - (placed->noted ? label->px * 1.15 : 0), 0.5 },
      label->label);
  if (placed->noted)
    ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, label->px, self->theme->muted },
                  &(WsTextPlace){ placed->x, placed->y, 0.5 }, label->note);
}

/* Of a series that is compared with, all or none: some would look as if the others were missing. */
static void
label_series (WsChartDrawing *self, guint i, double width, double px)
{
  const WsChart *chart = self->chart;
  const WsSeries *series = ws_chart_get_series (chart, i);
  g_autoptr (GArray) placed = g_array_new (FALSE, FALSE, sizeof (Placed));
  guint n_taken = self->taken->len;
  gboolean quiet = stands_back (series);

  for (guint k = 0; k < MIN (series->points->len, MAX_LABELS); k++)
    {
      const WsChartPoint *point = ws_series_get_point (series, k);
      WsChartPoint high = *point;
      Placed p = { .quiet = quiet, .label.px = px };
      WsBox bar;
      double end;
      double x;
      double y;

      p.kept_back = is_kept_back (self->options, series, point);
      if (!get_label (chart, self->l, self->text, series, point, &p.label)
          || !make_bar (chart, self->l, i, k, width, &bar)
          || bar.x + bar.w > self->l->plot.x + self->l->plot.w + 1 || bar.y < self->l->plot.y - 1)
        continue;
      /* the published value is in the note of our bar */
      if (self->options != NULL && (self->options->hide & WS_HIDE_PUBLISHED) != 0
          && p.label.note != NULL && p.label.note == point->aside)
        {
          p.label.note = point->note;
          p.label.note_w =
              point->note != NULL
                  ? ws_text_width (self->text, WS_FACE_SANS, px, point->note) + px * 0.5
                  : 0;
        }
      end = chart->horizontal ? bar.x + bar.w : bar.y;
      high.y = point->high;
      if (ws_chart_place_point (chart, self->l, &high, &x, &y))
        end = chart->horizontal ? MAX (end, x) : MIN (end, y);
      if (chart->horizontal ? place_horizontal (self, &p, &bar, end)
                            : place_vertical (self, &p, &bar, end))
        g_array_append_val (placed, p);
      else if (quiet)
        {
          g_array_set_size (self->taken, n_taken);
          return;
        }
    }
  for (guint k = 0; k < placed->len; k++)
    if (!g_array_index (placed, Placed, k).kept_back)
      show (self, &g_array_index (placed, Placed, k));
}

/* Writes the values beside their bars, first those of the series that matter. */
void
ws_chart_draw_bar_labels (WsChartDrawing *self)
{
  const WsChart *chart = self->chart;
  double width = get_bar_width (chart, self->l);
  double px = get_label_px (chart, self->l, self->text);

  if ((self->l->dropped & WS_CHART_DROP_LABELS) != 0)
    return;
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < chart->series->len; i++)
      {
        const WsSeries *series = ws_chart_get_series (chart, i);

        if (is_bars (series) && stands_back (series) == (pass == 1))
          label_series (self, i, width, px);
      }
}
