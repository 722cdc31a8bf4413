/* rules.c: lines to hold data against, and their names. */
#include "chart/private.h"

#include <math.h>

typedef struct {
  double x0, y0, x1, y1;
} Line;

/* The part of a slanted rule, straight on logarithmic axes, inside the plot. */
static gboolean
slant (const WsChartLayout *l, const WsChartRule *rule, Line *line)
{
  double from = MAX (l->x.from, isfinite (rule->from) ? rule->from : l->x.from);
  double to = MIN (l->x.to, isfinite (rule->until) ? rule->until : l->x.to);

  if (!(rule->value > 0) || !isfinite (rule->value))
    return FALSE;
  from = MAX (from, l->y.from / rule->value);
  to = MIN (to, l->y.to / rule->value);
  if (!(from < to))
    return FALSE;
  *line = (Line){ ws_scale_to_place (&l->x, from), ws_scale_to_place (&l->y, from * rule->value),
                  ws_scale_to_place (&l->x, to), ws_scale_to_place (&l->y, to * rule->value) };
  return TRUE;
}

static gboolean
get_line (const WsChartLayout *l, const WsChartRule *rule, Line *line)
{
  const WsScale *own = rule->vertical ? &l->x : &l->y;
  const WsScale *other = rule->vertical ? &l->y : &l->x;
  double from = isfinite (rule->from) ? CLAMP (rule->from, other->from, other->to) : other->from;
  double to = isfinite (rule->until) ? CLAMP (rule->until, other->from, other->to) : other->to;
  double at;

  if (rule->slanted)
    return slant (l, rule, line);
  if (!isfinite (rule->value) || !ws_scale_contains (own, rule->value) || !(from < to))
    return FALSE;
  at = ws_scale_to_place (own, rule->value);
  from = isfinite (rule->from) ? ws_scale_to_place (other, from) : other->at_from;
  to = isfinite (rule->until) ? ws_scale_to_place (other, to) : other->at_to;
  if (rule->vertical)
    *line = (Line){ at, MAX (from, to), at, MIN (from, to) };
  else
    *line = (Line){ MIN (from, to), at, MAX (from, to), at };
  return TRUE;
}

/* Draws lines to hold data against; words keep off slanted ones. */
void
ws_chart_draw_rules (WsChartDrawing *self)
{
  double width = ws_snap_line (self->cr, self->l->line * 1.1);
  double dash[] = { self->l->small_px * 0.4, self->l->small_px * 0.25 };

  for (guint i = 0; i < self->chart->rules->len; i++)
    {
      const WsChartRule *rule = &g_array_index (self->chart->rules, WsChartRule, i);
      Line line;

      if (!get_line (self->l, rule, &line))
        continue;
      if (line.x0 == line.x1)
        line.x0 = line.x1 = ws_snap (self->cr, line.x0 - width / 2) + width / 2;
      if (line.y0 == line.y1)
        line.y0 = line.y1 = ws_snap (self->cr, line.y0 - width / 2) + width / 2;
      if (rule->slanted)
        ws_chart_keep_off (self, line.x0, line.y0, line.x1, line.y1);
      cairo_move_to (self->cr, line.x0, line.y0);
      cairo_line_to (self->cr, line.x1, line.y1);
      cairo_set_dash (self->cr, dash, rule->dashed ? 2 : 0, 0);
      cairo_set_line_width (self->cr, rule->slanted ? width * 1.2 : width);
      ws_paint_set (self->cr, rule->slanted || !rule->dashed
                                  ? self->theme->ink
                                  : ws_color_mix (self->theme->muted, self->theme->ink, 0.4));
      cairo_stroke (self->cr);
      cairo_set_dash (self->cr, NULL, 0, 0);
    }
}

/* ---- names ---- */

/* Beside a place, on the side that @dx and @dy say. */
static WsBox
box_beside (const WsChartLayout *l, double x, double y, int dx, int dy, double width)
{
  double air = l->small_px * 0.35;

  return ws_chart_get_text_box (x + dx * air, y + dy * l->small_px * 0.8, dx > 0 ? 0 : 1, width,
                                l->small_px);
}

/* Along a horizontal rule from its right end, above and below; beside a vertical one from its top;
 * left above a slanted one. */
static gboolean
get_candidate (const WsChartLayout *l, const WsChartRule *rule, const Line *line, double width,
               guint i, WsBox *box)
{
  static const double along[] = { 0, 1, 0.5, 0.25, 0.75 };
  double t = along[MIN (i / 2, G_N_ELEMENTS (along) - 1)];
  int side = i % 2 == 0 ? 1 : -1;

  if (i >= 2 * G_N_ELEMENTS (along))
    return FALSE;
  if (rule->slanted)
    {
      static const double middle[] = { 0.5, 0.62, 0.38, 0.75, 0.25 };

      t = middle[i / 2];
      *box = box_beside (l, line->x0 + t * (line->x1 - line->x0),
                         line->y0 + t * (line->y1 - line->y0), -side, -side, width);
      return TRUE;
    }
  if (rule->vertical)
    {
      double room = fabs (line->y0 - line->y1) - l->small_px * 1.4;

      *box = box_beside (l, line->x0, line->y1 + l->small_px * 0.7 + t * MAX (room, 0), side, 0,
                         width);
      return TRUE;
    }
  *box = box_beside (l, line->x1 - t * MAX (line->x1 - line->x0 - width, 0), line->y0, -1, -side,
                     width);
  return TRUE;
}

static void
draw_label (WsChartDrawing *self, const WsChartRule *rule, const Line *line)
{
  const WsChartLayout *l = self->l;
  g_autofree char *label =
      ws_text_fit (self->text, WS_FACE_SANS, l->small_px, l->plot.w * 0.7, rule->label);
  double width = label != NULL ? ws_text_width (self->text, WS_FACE_SANS, l->small_px, label) : 0;
  WsBox box;

  if (label == NULL)
    return;
  /* off the data where it can be; else on a plate, over them */
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; get_candidate (l, rule, line, width, i, &box); i++)
      {
        if (!ws_chart_is_free (self, &box, &l->plot)
            || (pass == 0 && !ws_chart_is_off_data (self, &box)))
          continue;
        if (pass == 1)
          {
            WsBox plate = ws_box_inset (&box, -l->small_px * 0.15);

            ws_rounded_path (self->cr, &plate, l->small_px * 0.2);
            ws_paint_set (self->cr, ws_color_alpha (self->theme->background, 0.85));
            cairo_fill (self->cr);
          }
        ws_chart_take (self, &box);
        ws_text_show (self->text,
                      &(WsTextStyle){ WS_FACE_SANS, l->small_px,
                                      ws_color_mix (self->theme->muted, self->theme->ink, 0.5) },
                      &(WsTextPlace){ box.x, box.y + box.h / 2, 0 }, label);
        return;
      }
}

/* Writes what those lines are. */
void
ws_chart_draw_rule_labels (WsChartDrawing *self)
{
  for (guint i = 0; i < self->chart->rules->len; i++)
    {
      const WsChartRule *rule = &g_array_index (self->chart->rules, WsChartRule, i);
      Line line;

      if (rule->label != NULL && *rule->label != '\0' && get_line (self->l, rule, &line))
        draw_label (self, rule, &line);
    }
}
