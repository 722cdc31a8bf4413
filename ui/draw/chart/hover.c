/* hover.c: hit tests, and the tooltip flag. */
#include "chart/private.h"

#include <math.h>
#include <string.h>

#define NEAR_PX       24
#define FLATTENED     0.5 /* what is as near in x is rather meant than what is as near in y */
#define MAX_FLAG_LINE 7

static gboolean
is_joined (const WsSeries *series)
{
  return series->mark == WS_MARK_LINE || series->mark == WS_MARK_POINTS;
}

/* ---- picking ---- */

/* The box of a point's mark. FALSE where it has none inside the plot. */
static gboolean
get_mark (const WsChart *self, const WsChartLayout *l, guint series, guint point, WsBox *box)
{
  const WsSeries *s = ws_chart_get_series (self, series);
  double x;
  double y;

  if (is_joined (s))
    {
      double radius = ws_chart_get_marker_radius (l);

      if (!ws_chart_place_point (self, l, ws_series_get_point (s, point), &x, &y))
        return FALSE;
      *box = (WsBox){ x - radius, y - radius, 2 * radius, 2 * radius };
    }
  else if (s->mark == WS_MARK_BARS ? !ws_chart_get_bar (self, l, series, point, box)
                                   : !ws_chart_get_step (self, l, series, point, box))
    return FALSE;
  x = box->x + box->w / 2;
  y = box->y + box->h / 2;
  if (is_joined (s))
    return x >= l->plot.x - 0.5 && x <= l->plot.x + l->plot.w + 0.5 && y >= l->plot.y - 0.5
           && y <= l->plot.y + l->plot.h + 0.5;
  return box->x < l->plot.x + l->plot.w && box->x + box->w > l->plot.x
         && box->y < l->plot.y + l->plot.h && box->y + box->h > l->plot.y - 1;
}

static double
get_distance (const WsChart *self, const WsSeries *series, const WsBox *box, double x, double y)
{
  double dx = box->x + box->w / 2 - x;
  double dy = box->y + box->h / 2 - y;

  if (!is_joined (series))
    return self->horizontal ? fabs (dy) : fabs (dx);
  return hypot (dx, dy * FLATTENED);
}

/* Of the points whose x is not further than @reach pixels. */
static void
pick_near (const WsChart *self, const WsChartLayout *l, double x, double y, double reach,
           WsChartPick *pick)
{
  const WsScale *along = self->horizontal ? &l->y : &l->x;
  double at = self->horizontal ? y : x;
  double one = ws_scale_from_place (along, at - reach);
  double other = ws_scale_from_place (along, at + reach);
  double least = INFINITY;

  for (guint i = 0; i < self->series->len; i++)
    {
      const WsSeries *series = ws_chart_get_series (self, i);

      for (guint k = 0; k < series->points->len; k++)
        {
          double value = ws_series_get_point (series, k)->x;
          double distance;
          WsBox box;

          if (is_joined (series) && !(value >= MIN (one, other) && value <= MAX (one, other)))
            continue;
          if (!get_mark (self, l, i, k, &box))
            continue;
          distance = get_distance (self, series, &box, x, y);
          if (distance < least)
            {
              least = distance;
              *pick = (WsChartPick){ TRUE, i, k, box };
            }
        }
    }
}

static void
pick_cell (const WsChart *self, const WsChartLayout *l, double x, double y, WsChartPick *pick)
{
  double column = round (ws_scale_from_place (&l->x, x));
  double row = round (ws_scale_from_place (&l->y, y));
  guint cell;

  if (!(column >= 0 && column < self->cells->n_columns && row >= 0 && row < self->cells->n_rows))
    return;
  cell = (guint)row * self->cells->n_columns + (guint)column;
  *pick = (WsChartPick){ .found = TRUE, .point = cell };
  ws_chart_get_cell (self, l, cell, &pick->box);
}

/**
 * ws_chart_pick_in:
 * @l: the layout
 * @x: of the pointer, pixels
 * @y: of the pointer
 * @pick: (out): the cell there, or the nearest point of those near; in the plot, the nearest of all
 * where none is near
 */
void
ws_chart_pick_in (const WsChart *self, const WsChartLayout *l, double x, double y,
                  WsChartPick *pick)
{
  WsBox about = { l->plot.x - 1, l->plot.y - 1, l->plot.w + 2, l->plot.h + 2 };

  *pick = (WsChartPick){ .found = FALSE };
  if (!ws_box_contains (&about, x, y))
    return;
  if (self->cells != NULL)
    {
      pick_cell (self, l, x, y, pick);
      return;
    }
  pick_near (self, l, x, y, NEAR_PX, pick);
  if (!pick->found)
    pick_near (self, l, x, y, l->plot.w + l->plot.h, pick);
}

/**
 * ws_chart_find_focus:
 * @l: the layout
 * @focus: counts all points, from 0
 * @pick: (out): the point that has the focus
 *
 * Returns: %FALSE if there is none, or it has no place
 */
gboolean
ws_chart_find_focus (const WsChart *self, const WsChartLayout *l, int focus, WsChartPick *pick)
{
  *pick = (WsChartPick){ .found = FALSE };
  if (!ws_chart_find_point (self, focus, &pick->series, &pick->point))
    return FALSE;
  if (self->cells != NULL)
    ws_chart_get_cell (self, l, pick->point, &pick->box);
  pick->found = self->cells != NULL || get_mark (self, l, pick->series, pick->point, &pick->box);
  return pick->found;
}

/* ---- the flag ---- */

typedef struct {
  char **lines;
  guint n_lines;
  double px;
  WsBox box;
} Flag;

static void
flag_measure (Flag *self, WsText *text)
{
  double widest = 0;

  for (guint i = 0; i < self->n_lines; i++)
    widest = MAX (widest, ws_text_width (text, i == 0 ? WS_FACE_BOLD : WS_FACE_SANS, self->px,
                                         self->lines[i]));
  self->box.w = widest + self->px * 1.2;
  self->box.h = (self->n_lines * 1.35 + 0.55) * self->px;
}

/* Beside the mark, on that side where there is room. */
static gboolean
flag_place (Flag *self, const WsBox *mark, const WsBox *within)
{
  double air = self->px * 0.6;
  double right = within->x + within->w;

  if (self->box.w > within->w || self->box.h > within->h)
    return FALSE;
  self->box.y =
      CLAMP (mark->y - self->box.h - air * 0.4, within->y, within->y + within->h - self->box.h);
  if (mark->x + mark->w + air + self->box.w <= right)
    self->box.x = mark->x + mark->w + air;
  else if (mark->x - air - self->box.w >= within->x)
    self->box.x = mark->x - air - self->box.w;
  else
    self->box.x = CLAMP (mark->x + mark->w / 2 - self->box.w / 2, within->x, right - self->box.w);
  return TRUE;
}

static gboolean
flag_init (Flag *self, const WsChartDrawing *drawing)
{
  const WsChartLayout *l = drawing->l;
  const WsChartPick *pick = &drawing->pick;
  WsBox within = ws_box_inset (&l->plot, l->small_px * 0.3);
  g_autofree char *text = ws_chart_describe_point (drawing->chart, pick->series, pick->point);

  self->lines = g_strsplit (text, "\n", MAX_FLAG_LINE);
  self->px = l->small_px;
  if (strchr (self->lines[g_strv_length (self->lines) - 1], '\n') != NULL)
    *strchr (self->lines[g_strv_length (self->lines) - 1], '\n') = '\0';
  for (self->n_lines = g_strv_length (self->lines); self->n_lines > 0; self->n_lines--)
    {
      flag_measure (self, drawing->text);
      if (flag_place (self, &pick->box, &within))
        return TRUE;
    }
  return FALSE;
}

/* Takes the flag's place, so that other words keep out of it. */
void
ws_chart_place_flag (WsChartDrawing *self)
{
  Flag flag = { 0 };

  if (!self->pick.found)
    return;
  if (flag_init (&flag, self))
    ws_chart_take (self, &flag.box);
  g_strfreev (flag.lines);
}

/* Through the point that is pointed at, behind marks and words. */
void
ws_chart_draw_crosshair (WsChartDrawing *self)
{
  const WsChartLayout *l = self->l;
  const WsBox *mark = &self->pick.box;
  double line = ws_snap_line (self->cr, l->line * 0.8);
  double x = ws_snap (self->cr, mark->x + mark->w / 2 - line / 2) + line / 2;
  double y = ws_snap (self->cr, mark->y + mark->h / 2 - line / 2) + line / 2;

  if (!self->pick.found || self->chart->cells != NULL
      || !is_joined (ws_chart_get_series (self->chart, self->pick.series)))
    return;
  cairo_move_to (self->cr, x, l->plot.y);
  cairo_line_to (self->cr, x, l->plot.y + l->plot.h);
  cairo_move_to (self->cr, l->plot.x, y);
  cairo_line_to (self->cr, l->plot.x + l->plot.w, y);
  cairo_set_line_width (self->cr, line);
  ws_paint_set (self->cr, ws_color_alpha (self->theme->muted, 0.7));
  cairo_stroke (self->cr);
}

static void
draw_ring (const WsChartDrawing *self)
{
  const WsChartLayout *l = self->l;
  double line = MAX (ws_snap_line (self->cr, l->line * 1.6), 1.5);
  gboolean joined = self->chart->cells == NULL
                    && is_joined (ws_chart_get_series (self->chart, self->pick.series));

  cairo_set_line_width (self->cr, line);
  cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_MITER);
  if (joined)
    {
      cairo_new_sub_path (self->cr);
      cairo_arc (self->cr, self->pick.box.x + self->pick.box.w / 2,
                 self->pick.box.y + self->pick.box.h / 2,
                 ws_chart_get_marker_radius (l) * 1.25 + line * 1.5, 0, 2 * G_PI);
    }
  else
    {
      WsBox box = self->pick.box;
      double right = MIN (box.x + box.w, l->plot.x + l->plot.w);
      double bottom = MIN (box.y + box.h, l->plot.y + l->plot.h);

      box.x = MAX (box.x, l->plot.x);
      box.y = MAX (box.y, l->plot.y);
      box.w = MAX (right - box.x, line);
      box.h = MAX (bottom - box.y, line);
      box = ws_box_snap_stroke (self->cr, ws_box_inset (&box, -line / 2), line);
      ws_box_path (self->cr, &box);
    }
  ws_paint_set (self->cr, self->theme->playhead);
  cairo_stroke (self->cr);
}

/* Marks the point under the pointer, or with the focus, by a ring and a flag. */
void
ws_chart_draw_hover (WsChartDrawing *self)
{
  Flag flag = { 0 };

  if (!self->pick.found)
    return;
  draw_ring (self);
  if (flag_init (&flag, self))
    {
      WsColor ground = self->theme->ink;
      WsColor ink = self->theme->background;

      ws_rounded_path (self->cr, &flag.box, flag.px * 0.35);
      ws_paint_set (self->cr, ground);
      cairo_fill (self->cr);
      for (guint i = 0; i < flag.n_lines; i++)
        ws_text_show (self->text,
                      &(WsTextStyle){ i == 0 ? WS_FACE_BOLD : WS_FACE_SANS, flag.px,
                                      i == 0 ? ink : ws_color_mix (ink, ground, 0.18) },
                      &(WsTextPlace){ flag.box.x + flag.px * 0.6,
                                      flag.box.y + flag.px * (0.95 + i * 1.35), 0 },
                      flag.lines[i]);
    }
  g_strfreev (flag.lines);
}
