/* gantt.c: one SM over time: a row for each block slot, a bar for each block, that falls in
 * steps as its warps leave. */
#include "sms/private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>

#define MIN_STEPS_PX 8.   /* of a bar, to show its warps */
#define FAR_SHARE    0.72 /* opacity of blocks not resident at the moment */

static int
compare_times (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *)a;
  guint32 y = *(const guint32 *)b;

  return x < y ? -1 : x > y;
}

/* Everything of one colour is one path. */
typedef struct {
  WsSms *sms;
  GArray *held[WS_SMS_N_COLORS];    /* WsBox: as long as the block has the slot */
  GArray *alive[WS_SMS_N_COLORS];   /* WsBox: height by its resident warps */
  GArray *present[WS_SMS_N_COLORS]; /* the same, of blocks that are there at the moment */
} Painter;

static void
add_box (Painter *self, GArray *boxes, double x0, double y0, double x1, double y1)
{
  cairo_t *cr = self->sms->cr;
  WsBox box;

  x0 = ws_snap (cr, x0);
  x1 = ws_snap (cr, x1);
  box = (WsBox){ x0, y0, x1 - x0, y1 - y0 };
  if (box.w > 0 && box.h > 0)
    g_array_append_val (boxes, box);
}

/* Number of resident warps, as steps at the bottom of the row. */
static void
add_steps (Painter *self, GArray *boxes, const WsStay *stay, const WsBox *bar)
{
  const WsTimeline *t = self->sms->timeline;
  const WsWarpSpan *spans = ws_timeline_get_spans (t, stay);
  guint n = t->n_warps;
  guint32 starts[WS_WARP_SIZE];
  guint32 ends[WS_WARP_SIZE];
  double foot = bar->y + bar->h;
  double per_cycle = bar->w / (double)MAX (stay->end - stay->start, 1);
  double from = bar->x;
  guint i = 0;
  guint k = 0;

  if (spans == NULL || n > WS_WARP_SIZE || bar->w < MIN_STEPS_PX)
    {
      add_box (self, boxes, bar->x, bar->y, bar->x + bar->w, foot);
      return;
    }
  for (guint w = 0; w < n; w++)
    {
      starts[w] = spans[w].start;
      ends[w] = spans[w].end;
    }
  qsort (starts, n, sizeof *starts, compare_times);
  qsort (ends, n, sizeof *ends, compare_times);
  while (k < n)
    {
      guint32 at = i < n ? MIN (starts[i], ends[k]) : ends[k];
      double to = bar->x + at * per_cycle;

      if (i > k)
        add_box (self, boxes, from, ws_snap (self->sms->cr, foot - bar->h * (i - k) / n), to, foot);
      while (i < n && starts[i] == at)
        i++;
      while (k < n && ends[k] == at)
        k++;
      from = to;
    }
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

/**
 * ws_sms_name_slots:
 * @self: a drawing of one SM
 *
 * Writes the slots' numbers at their left, as many as fit.
 */
void
ws_sms_name_slots (WsSms *self)
{
  const WsSmsLayout *l = &self->layout;
  WsBox lane = ws_sms_layout_get_lane (l, 0);
  double pitch = l->grid.h / MAX (l->n_usable, 1);
  guint every = MAX (1, (guint)ceil (l->note_px * 1.3 / pitch));

  for (guint slot = 0; slot < l->n_usable; slot += every)
    {
      g_autofree char *label = g_strdup_printf (_ ("slot %u"), slot);

      lane = ws_sms_layout_get_lane (l, slot);
      ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                    &(WsTextPlace){
                        l->grid.x - l->note_px * 0.6,
                        CLAMP (lane.y + lane.h / 2, l->note_px * 0.5, l->height - l->note_px * 0.5),
                        1 },
                    label);
    }
}

/* Blocks too short to distinguish are merged into one bar. */
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
add_block (Painter *self, const WsStay *stay, WsBox bar)
{
  WsSms *sms = self->sms;
  guint color = stay->wave % WS_SMS_N_COLORS;
  gboolean present = stay->start <= sms->time && stay->end > sms->time;

  if (bar.w > 4)
    bar.w -= 1;
  add_box (self, self->held[color], bar.x, bar.y, bar.x + bar.w, bar.y + bar.h);
  add_steps (self, present ? self->present[color] : self->alive[color], stay, &bar);
}

/* The block's number, and a frame if the other views show it. */
static void
draw_words (WsSms *self, const WsStay *stay, const WsBox *bar)
{
  const WsSmsLayout *l = &self->layout;
  gboolean present = stay->start <= self->time && stay->end > self->time;
  WsColor color = self->wave[stay->wave % WS_SMS_N_COLORS];
  double px = MIN (l->note_px, bar->h * 0.8);
  char label[24];

  if (stay->block == self->scene->block)
    {
      WsBox frame = ws_box_inset (bar, 1);
      ws_box_path (self->cr, &frame);
      ws_paint_set (self->cr, self->theme->ink);
      cairo_set_line_width (self->cr, MAX (2 * l->scale, 1.5));
      cairo_stroke (self->cr);
    }
  g_snprintf (label, sizeof label, "%u", stay->block);
  if (px < ws_theme_get_min_text (self->theme, l->height) || bar->w < px * 2 || bar->x < l->grid.x
      || bar->x + bar->w > l->grid.x + l->grid.w + 1
      || ws_text_gather_width (self->text, WS_FACE_BOLD, px, label) + px > bar->w)
    return;
  if (!present)
    color = ws_color_mix (self->theme->background, color, FAR_SHARE);
  ws_text_gather (self->text, &(WsTextStyle){ WS_FACE_BOLD, px, ws_color_ink_on (color) },
                  &(WsTextPlace){ bar->x + px * 0.45, bar->y + bar->h / 2, 0 }, label);
}

static void
fill (WsSms *self, GArray *boxes, WsColor color)
{
  for (guint i = 0; i < boxes->len; i++)
    ws_box_path (self->cr, &g_array_index (boxes, WsBox, i));
  ws_paint_set (self->cr, color);
  cairo_fill (self->cr);
  g_array_unref (boxes);
}

static void
draw_blocks (WsSms *self, const guint32 *first)
{
  Painter painter = { .sms = self };

  for (guint c = 0; c < WS_SMS_N_COLORS; c++)
    {
      painter.held[c] = g_array_new (FALSE, FALSE, sizeof (WsBox));
      painter.alive[c] = g_array_new (FALSE, FALSE, sizeof (WsBox));
      painter.present[c] = g_array_new (FALSE, FALSE, sizeof (WsBox));
    }
  for (guint slot = 0; slot < self->timeline->n_slots; slot++)
    {
      WsBox lane = ws_box_snap (self->cr, ws_sms_layout_get_lane (&self->layout, slot));
      WsBox bar;

      for (guint32 i = first[slot]; i < first[slot + 1]; i++)
        if (get_bar (self, &self->timeline->stays[i], &lane, &bar))
          add_block (&painter, &self->timeline->stays[i], bar);
    }
  for (guint c = 0; c < WS_SMS_N_COLORS; c++)
    {
      fill (self, painter.held[c], self->wave_soft[c]);
      fill (self, painter.alive[c],
            ws_color_mix (self->theme->background, self->wave[c], FAR_SHARE));
      fill (self, painter.present[c], self->wave[c]);
    }
  for (guint slot = 0; slot < self->timeline->n_slots; slot++)
    {
      WsBox lane = ws_sms_layout_get_lane (&self->layout, slot);
      WsBox bar;

      for (guint32 i = first[slot]; i < first[slot + 1]; i++)
        if (get_bar (self, &self->timeline->stays[i], &lane, &bar))
          draw_words (self, &self->timeline->stays[i], &bar);
    }
  ws_text_flush (self->text);
}

/* Draws its slots over time: bars for blocks, or, if those are too narrow, the share of each pixel
 * that is occupied. */
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
  if (ws_sms_hides (self, WS_HIDE_COUNTS))
    {
      ws_veil_draw (self->cr, self->text, self->theme, &l->grid, 4 * l->scale, l->text_px * 1.8);
      return;
    }
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
  if (merged)
    for (guint slot = 0; slot < t->n_slots; slot++)
      draw_merged (self, slot, &first[slot]);
  else
    draw_blocks (self, first);
  cairo_restore (self->cr);
}
