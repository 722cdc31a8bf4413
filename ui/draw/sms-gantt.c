/* sms-gantt.c: one SM over time: a row for each block slot, a bar for each block, that falls in
 * steps as its warps leave. */
#include "draw/sms-private.h"

#include <math.h>
#include <stdlib.h>

#define MIN_STEPS_PX 8. /* of a bar, to show its warps */

static int
compare_ends (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *)a;
  guint32 y = *(const guint32 *)b;

  return x < y ? -1 : x > y;
}

/* How many warps are there, as steps from the foot of the row. */
static void
steps_path (WsSms *self, const WsStay *stay, const WsBox *bar)
{
  const WsWarpSpan *spans = ws_timeline_get_spans (self->timeline, stay);
  guint n = self->timeline->n_warps;
  guint32 starts[WS_WARP_SIZE];
  guint32 ends[WS_WARP_SIZE];
  double foot = bar->y + bar->h;
  double per_cycle = bar->w / (double)MAX (stay->end - stay->start, 1);
  guint i = 0;
  guint k = 0;
  double y = foot;

  if (spans == NULL || n > WS_WARP_SIZE)
    {
      ws_box_path (self->cr, bar);
      return;
    }
  for (guint w = 0; w < n; w++)
    {
      starts[w] = spans[w].start;
      ends[w] = spans[w].end;
    }
  qsort (starts, n, sizeof *starts, compare_ends);
  qsort (ends, n, sizeof *ends, compare_ends);
  cairo_move_to (self->cr, bar->x, foot);
  while (k < n)
    {
      guint32 at = i < n ? MIN (starts[i], ends[k]) : ends[k];
      double x = bar->x + at * per_cycle;

      while (i < n && starts[i] == at)
        i++;
      while (k < n && ends[k] == at)
        k++;
      cairo_line_to (self->cr, x, y);
      y = foot - bar->h * (i - k) / n;
      cairo_line_to (self->cr, x, y);
    }
  cairo_line_to (self->cr, bar->x + bar->w, foot);
  cairo_close_path (self->cr);
}

/* The part of a bar that is in the time shown; FALSE where there is none. */
static gboolean
get_bar (const WsSms *self, const WsStay *stay, const WsBox *lane, WsBox *bar)
{
  double x0 = ws_sms_layout_time_to_x (&self->layout, (double)stay->start);
  double x1 = ws_sms_layout_time_to_x (&self->layout, (double)stay->end);

  *bar = (WsBox){ x0, lane->y, x1 - x0, lane->h };
  return x1 > lane->x && x0 < lane->x + lane->w;
}

static void
draw_labels (WsSms *self)
{
  const WsSmsLayout *l = &self->layout;
  WsBox lane = ws_sms_layout_get_lane (l, 0);
  double pitch = l->grid.h / MAX (l->n_usable, 1);
  guint every = MAX (1, (guint)ceil (l->note_px * 1.3 / pitch));

  for (guint slot = 0; slot < l->n_usable; slot += every)
    {
      char label[24];

      lane = ws_sms_layout_get_lane (l, slot);
      g_snprintf (label, sizeof label, "slot %u", slot);
      ws_text_show (
          self->text, WS_FACE_SANS, l->note_px, self->theme->muted, l->grid.x - l->note_px * 0.6,
          CLAMP (lane.y + lane.h / 2, l->note_px * 0.5, l->height - l->note_px * 0.5), 1, label);
    }
}

/* Blocks too short to be told apart are one bar. */
static void
draw_merged (WsSms *self, guint slot, const guint32 *range)
{
  WsBox lane = ws_sms_layout_get_lane (&self->layout, slot);
  double from = -1;
  double to = -1;

  for (guint32 i = range[0]; i < range[1]; i++)
    {
      WsBox bar;

      if (!get_bar (self, &self->timeline->stays[i], &lane, &bar))
        continue;
      if (from >= 0 && bar.x > to + 0.75)
        {
          cairo_rectangle (self->cr, from, lane.y, MAX (to - from, 0.5), lane.h);
          from = -1;
        }
      if (from < 0)
        from = bar.x;
      to = MAX (to, bar.x + bar.w);
    }
  if (from >= 0)
    cairo_rectangle (self->cr, from, lane.y, MAX (to - from, 0.5), lane.h);
  ws_paint_set (self->cr, self->theme->accent_soft);
  cairo_fill (self->cr);
}

static void
draw_block (WsSms *self, const WsStay *stay, WsBox bar)
{
  const WsSmsLayout *l = &self->layout;
  guint color = stay->wave % WS_SMS_N_COLORS;
  gboolean shown = stay->block == self->scene->block;
  gboolean present = stay->start <= self->time && stay->end > self->time;
  double px = MIN (l->note_px, bar.h * 0.8);
  char label[24];

  if (bar.w > 4)
    bar.w -= 1;
  ws_box_path (self->cr, &bar);
  ws_paint_set (self->cr, self->wave_soft[color]);
  cairo_fill (self->cr);
  if (bar.w >= MIN_STEPS_PX)
    steps_path (self, stay, &bar);
  else
    ws_box_path (self->cr, &bar);
  ws_paint_set (self->cr, present || shown
                              ? self->wave[color]
                              : ws_color_mix (self->theme->background, self->wave[color], 0.72));
  cairo_fill (self->cr);
  if (shown)
    {
      WsBox frame = ws_box_inset (&bar, 1);
      ws_box_path (self->cr, &frame);
      ws_paint_set (self->cr, self->theme->ink);
      cairo_set_line_width (self->cr, MAX (2 * l->scale, 1.5));
      cairo_stroke (self->cr);
    }
  g_snprintf (label, sizeof label, "%u", stay->block);
  if (px < ws_theme_get_min_text (self->theme, l->height)
      || ws_text_gather_width (self->text, WS_FACE_BOLD, px, label) + px > bar.w
      || bar.x < l->grid.x || bar.x + bar.w > l->grid.x + l->grid.w + 1)
    return;
  ws_text_gather (self->text, WS_FACE_BOLD, px,
                  ws_color_ink_on (present || shown ? self->wave[color]
                                                    : ws_color_mix (self->theme->background,
                                                                    self->wave[color], 0.72)),
                  bar.x + px * 0.45, bar.y + bar.h / 2, 0, label);
}

void
ws_sms_draw_gantt (WsSms *self)
{
  const WsSmsLayout *l = &self->layout;
  const WsTimeline *t = self->timeline;
  const guint32 *first = &t->first_stay[(gsize)self->options->sm * t->n_slots];
  double mean =
      (l->to - l->from) / MAX ((double)t->end, 1) * (first[t->n_slots] - first[0]) / t->n_slots;
  gboolean merged = mean > 0 && l->grid.w / mean < 2.5;

  if (l->grid.h <= 0)
    return;
  for (guint slot = 0; slot < l->n_usable; slot++)
    {
      WsBox lane = ws_box_snap (self->cr, ws_sms_layout_get_lane (l, slot));
      ws_box_path (self->cr, &lane);
    }
  ws_paint_set (self->cr, ws_color_alpha (self->theme->idle, 0.7));
  cairo_fill (self->cr);
  cairo_save (self->cr);
  cairo_rectangle (self->cr, l->grid.x, l->grid.y, l->grid.w, l->grid.h);
  cairo_clip (self->cr);
  for (guint slot = 0; slot < t->n_slots; slot++)
    {
      WsBox lane = ws_sms_layout_get_lane (l, slot);
      WsBox bar;

      if (merged)
        {
          draw_merged (self, slot, &first[slot]);
          continue;
        }
      for (guint32 i = first[slot]; i < first[slot + 1]; i++)
        if (get_bar (self, &t->stays[i], &lane, &bar))
          draw_block (self, &t->stays[i], bar);
    }
  ws_text_flush (self->text);
  cairo_restore (self->cr);
  draw_labels (self);
}
