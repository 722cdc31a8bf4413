/* weave.c: the chosen warp over time: lanes down, instructions along. */
#include "lanes/private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define N_LEVELS 4 /* shades of a bin of several instructions */

/* Called for each stretch of instructions in which a lane works: [from, to). */
typedef void (*RunFunc) (guint lane, guint from, guint to, gpointer data);

static const WsEvent *
get_event (const WsLanes *self, guint instruction)
{
  return &self->events[self->trace->events[instruction]];
}

/* Of all instructions shown, changes between neighbours only: a loop costs what it changes. */
static void
for_each_run (const WsLanes *self, gboolean alive, RunFunc func, gpointer data)
{
  const WsLanesLayout *l = &self->layout;
  guint start[WS_WARP_SIZE] = { 0 };
  guint32 before = 0;

  for (guint i = 0; i <= l->count; i++)
    {
      guint32 mask = 0;
      guint32 changed;

      if (i < l->count)
        {
          const WsEvent *event = get_event (self, l->first + i);
          const WsSite *site = &self->kernel->sites[event->site];

          if (alive)
            for (guint32 p = self->trace->first_path[l->first + i];
                 p < self->trace->first_path[l->first + i + 1]; p++)
              mask |= self->trace->paths[p].mask;
          else
            mask = site->op_class == WS_OP_BRANCH ? event->active : event->taken;
        }
      for (changed = mask ^ before; changed != 0; changed &= changed - 1)
        {
          guint lane = __builtin_ctz (changed);

          if ((before >> lane & 1) != 0)
            func (lane, start[lane], i, data);
          start[lane] = i;
        }
      before = mask;
    }
}

/* ---- few instructions: each has its place ---- */

typedef struct {
  const WsLanes *lanes;
  double column;
  guint from; /* part of the instructions that is painted */
  guint to;
  gboolean plain;
} Painter;

static void
run_path (guint lane, guint from, guint to, gpointer data)
{
  const Painter *self = data;
  const WsLanesLayout *l = &self->lanes->layout;
  WsBox thread = ws_lanes_layout_get_thread (l, lane);

  from = MAX (from, self->from);
  to = MIN (to, self->to);
  if (from >= to)
    return;
  if (self->plain)
    thread.h = l->cloth.h / WS_WARP_SIZE;
  /* on pixels: crisp, and much faster */
  thread.w = (to - from) * self->column;
  thread.x += from * self->column;
  thread = ws_box_snap (self->lanes->cr, thread);
  ws_box_path (self->lanes->cr, &thread);
}

static WsColor
get_ahead_color (const WsLanes *self)
{
  WsColor color = *ws_theme_get_warp_color (self->theme, self->warp);

  return ws_color_mix (self->theme->background, color,
                       self->theme->kind == WS_THEME_LIGHT ? 0.42 : 0.46);
}

/* Instructions from @from up to @to. */
static void
draw_threads (WsLanes *self, guint from, guint to, WsColor color)
{
  Painter painter = {
    .lanes = self, .column = ws_lanes_layout_get_column (&self->layout), .from = from, .to = to
  };

  for_each_run (self, FALSE, run_path, &painter);
  ws_paint_set (self->cr, color);
  cairo_fill (self->cr);
}

/* Draws gaps between instructions, where they are wide. */
void
ws_lanes_draw_weft (WsLanes *self)
{
  const WsLanesLayout *l = &self->layout;
  double column = ws_lanes_layout_get_column (l);
  double gap = ws_snap_line (self->cr, MIN (column * 0.12, 2 * MAX (l->scale, 0.5)));

  if (column < 4)
    return;
  for (guint i = 1; i < l->count; i++)
    cairo_rectangle (self->cr, ws_snap (self->cr, l->cloth.x + i * column - gap / 2), l->cloth.y,
                     gap, l->cloth.h);
  ws_paint_set (self->cr, self->theme->background);
  cairo_fill (self->cr);
}

/* ---- many instructions: bins of several, shaded by how many of them a lane works in ---- */

typedef struct {
  const WsLanes *lanes;
  guint n_bins;
  double per_bin;
  float *cover; /* n_bins x 32 */
} Binner;

static void
bin_run (guint lane, guint from, guint to, gpointer data)
{
  Binner *self = data;
  guint first = MIN (from / self->per_bin, self->n_bins - 1);
  guint last = MIN ((to - 1e-9) / self->per_bin, self->n_bins - 1);
  float *cover = self->cover + (gsize)lane * self->n_bins;

  for (guint bin = first; bin <= last; bin++)
    {
      double begin = MAX (from, bin * self->per_bin);
      double end = MIN (to, (bin + 1) * self->per_bin);
      cover[bin] += MAX (end - begin, 0) / self->per_bin;
    }
}

static guint
get_level (float cover)
{
  /* what is there at all is seen */
  return cover <= 0.001f ? 0 : CLAMP ((guint)ceilf (cover * N_LEVELS - 0.02f), 1, N_LEVELS);
}

/* Bins that begin in instructions from @from up to @to. */
static void
draw_bins (WsLanes *self, guint from, guint to, WsColor color)
{
  const WsLanesLayout *l = &self->layout;
  guint n_bins = CLAMP (l->cloth.w / MAX (1.25 * l->scale, 1), 8, 4096);
  g_autofree float *cover = g_new0 (float, (gsize)n_bins *WS_WARP_SIZE);
  Binner binner = {
    .lanes = self, .n_bins = n_bins, .per_bin = l->count / (double)n_bins, .cover = cover
  };
  double width = l->cloth.w / n_bins;
  guint begin = MIN (from / binner.per_bin, n_bins);
  guint end = to < l->count ? MIN (to / binner.per_bin, n_bins) : n_bins;

  for_each_run (self, FALSE, bin_run, &binner);
  for (guint level = 1; level <= N_LEVELS; level++)
    {
      for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
        {
          WsBox thread = ws_lanes_layout_get_thread (l, lane);
          const float *row = cover + (gsize)lane * n_bins;

          for (guint bin = begin; bin < end;)
            {
              guint first = bin;

              while (bin < end && get_level (row[bin]) == level)
                bin++;
              if (bin > first)
                cairo_rectangle (self->cr, thread.x + first * width, thread.y,
                                 (bin - first) * width, thread.h);
              else
                bin++;
            }
        }
      ws_paint_set (self->cr,
                    ws_color_mix (self->theme->background, color, 0.25 + 0.75 * level / N_LEVELS));
      cairo_fill (self->cr);
    }
}

/* ---- the cloth ---- */

static void
draw_cloth (WsLanes *self, guint from, guint to, WsColor color)
{
  const WsLanesLayout *l = &self->layout;

  if (ws_lanes_layout_get_column (l) >= 1.25 * MAX (l->scale, 0.8))
    draw_threads (self, from, to, color);
  else
    draw_bins (self, from, to, color);
}

/* Draws all of the weave, as what is still to come. */
void
ws_lanes_draw_cloth (WsLanes *self)
{
  const WsLanesLayout *l = &self->layout;
  Painter ground = { .lanes = self,
                     .column = ws_lanes_layout_get_column (l),
                     .from = 0,
                     .to = l->count,
                     .plain = TRUE };

  /* waiting lanes are gaps; exited and absent lanes are blank */
  for_each_run (self, TRUE, run_path, &ground);
  ws_paint_set (self->cr, ws_color_alpha (self->theme->idle,
                                          self->theme->kind == WS_THEME_LIGHT ? 0.62 : 0.8));
  cairo_fill (self->cr);
  draw_cloth (self, 0, l->count, get_ahead_color (self));
}

/**
 * ws_lanes_draw_past:
 * @from: the first instruction, counted from the first one shown
 * @to: behind the last one
 *
 * Draws instructions over that, as executed.
 */
void
ws_lanes_draw_past (WsLanes *self, guint from, guint to)
{
  draw_cloth (self, from, to, *ws_theme_get_warp_color (self->theme, self->warp));
}

/* Returns: how many of the instructions shown have been executed */
guint
ws_lanes_get_past (const WsLanes *self)
{
  const WsLanesLayout *l = &self->layout;

  return self->instruction == WS_NONE || self->instruction < l->first
             ? 0
             : MIN (self->instruction + 1 - l->first, l->count);
}

/* ---- its surroundings ---- */

static guint
get_stage (const WsLanes *self, guint instruction)
{
  return self->scene->stages->n_stages > 0
             ? self->scene->stages->stage_of_event[self->trace->events[instruction]]
             : 0;
}

/* Draws the band behind the current stage, if visible. */
void
ws_lanes_draw_present_stage (WsLanes *self)
{
  const WsLanesLayout *l = &self->layout;
  double column = ws_lanes_layout_get_column (l);
  guint stage = ws_scene_stage_at (self->scene, self->moment->position);
  guint from = WS_NONE;
  guint to = 0;
  WsBox band;

  for (guint i = 0; i < l->count; i++)
    if (get_stage (self, l->first + i) == stage)
      {
        from = MIN (from, i);
        to = i + 1;
      }
  if (from == WS_NONE)
    return;
  band = (WsBox){ l->cloth.x + from * column, l->ticks.y, MAX ((to - from) * column, 2 * l->scale),
                  l->cloth.y + l->cloth.h - l->ticks.y };
  ws_rounded_path (self->cr, &band, 4 * l->scale);
  ws_paint_set (self->cr, self->theme->band);
  cairo_fill (self->cr);
}

/* Marks where stages begin, with their names as far as there is room; the present one has the first
 * word. */
void
ws_lanes_draw_ticks (WsLanes *self)
{
  const WsLanesLayout *l = &self->layout;
  double column = ws_lanes_layout_get_column (l);
  guint present = ws_scene_stage_at (self->scene, self->moment->position);
  double y = l->ticks.y + l->ticks.h * 0.48;
  double free = l->ticks.x - l->note_px;
  double line = ws_snap_line (self->cr, self->theme->line_px * l->scale * 0.7);
  WsBox kept = { 0 };
  WsStage *stages = self->scene->stages->stages;

  if (self->scene->stages->n_stages == 0)
    return;
  /* the present stage has the first word */
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < l->count; i++)
      {
        guint stage = get_stage (self, l->first + i);
        double x = l->ticks.x + i * column;
        const char *label = stages[stage].label;
        double width;

        if (i > 0 && get_stage (self, l->first + i - 1) == stage)
          continue;
        if (pass == 1)
          cairo_rectangle (self->cr, ws_snap (self->cr, x), l->ticks.y + l->ticks.h * 0.1, line,
                           l->depth.y + l->depth.h - l->ticks.y - l->ticks.h * 0.1);
        if ((pass == 0) != (stage == present))
          continue;
        width =
            ws_text_width (self->text, pass == 0 ? WS_FACE_BOLD : WS_FACE_SANS, l->note_px, label);
        x += l->note_px * 0.35;
        if (x + width > l->width - l->pad * 0.3)
          continue;
        if (pass == 0)
          {
            if (kept.w > 0)
              continue;
            kept = (WsBox){ x, 0, width, 0 };
          }
        else if (x < free
                 || (kept.w > 0 && x < kept.x + kept.w + l->note_px * 0.5
                     && x + width + l->note_px * 0.5 > kept.x))
          continue;
        else
          free = x + width + l->note_px * 0.5;
        ws_text_show (self->text,
                      &(WsTextStyle){ pass == 0 ? WS_FACE_BOLD : WS_FACE_SANS, l->note_px,
                                      pass == 0 ? self->theme->ink : self->theme->muted },
                      &(WsTextPlace){ x, y, 0 }, label);
        cairo_new_path (self->cr);
      }
  /* texts end the path, so ticks are drawn by themselves */
  for (guint i = 0; i < l->count; i++)
    if (i == 0 || get_stage (self, l->first + i) != get_stage (self, l->first + i - 1))
      cairo_rectangle (self->cr, ws_snap (self->cr, l->ticks.x + i * column),
                       l->ticks.y + l->ticks.h * 0.1, line,
                       l->cloth.y - l->ticks.y - l->ticks.h * 0.1);
  ws_paint_set (self->cr, self->theme->faint);
  cairo_fill (self->cr);
}

/* Draws how deep the stack is, as steps; of several instructions in a pixel the deepest. */
void
ws_lanes_draw_depth (WsLanes *self)
{
  const WsLanesLayout *l = &self->layout;
  double column = ws_lanes_layout_get_column (l);
  double line = ws_snap_line (self->cr, self->theme->line_px * l->scale);
  double step = (l->depth.h - 3 * line) / MAX (self->trace->max_depth - 1, 1);
  double base = l->depth.y + l->depth.h - 2 * line;
  guint per = MAX (1 / MAX (column, 1e-6), 1);
  double y = base;

  for (guint i = 0; i < l->count; i += per)
    {
      guint deepest = 1;
      double at;

      for (guint k = i; k < MIN (i + per, l->count); k++)
        deepest = MAX (deepest, self->trace->depth[l->first + k]);
      at = ws_snap (self->cr, base - (deepest - 1) * step);
      if (i == 0)
        cairo_move_to (self->cr, l->depth.x, at);
      else if (at != y)
        {
          cairo_line_to (self->cr, l->depth.x + i * column, y);
          cairo_line_to (self->cr, l->depth.x + i * column, at);
        }
      y = at;
    }
  cairo_line_to (self->cr, l->depth.x + l->count * column, y);
  ws_paint_set (self->cr, self->theme->muted);
  cairo_set_line_width (self->cr, line);
  cairo_stroke (self->cr);
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                    &(WsTextPlace){ l->depth.x - l->note_px * 0.5, l->depth.y + l->depth.h / 2, 1 },
                    l->label_w - l->note_px * 0.8, _ ("depth"));
}

/* Says which warp it is. */
void
ws_lanes_draw_weave_title (WsLanes *self)
{
  const WsLanesLayout *l = &self->layout;
  g_autofree char *title = g_strdup_printf (_ ("warp %u, instruction by instruction"), self->warp);

  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                    &(WsTextPlace){ l->weave_title.x + l->note_px * 0.35,
                                    l->weave_title.y + l->weave_title.h * 0.6, 0 },
                    l->weave_title.w - l->note_px, title);
}

/* Writes names of the first and the last lane, left of the cloth. */
void
ws_lanes_draw_weave_side (WsLanes *self)
{
  const WsLanesLayout *l = &self->layout;
  WsBox top = ws_lanes_layout_get_thread (l, 0);
  WsBox bottom = ws_lanes_layout_get_thread (l, WS_WARP_SIZE - 1);
  double x = l->cloth.x - l->note_px * 0.5;
  double room = l->label_w - l->note_px * 0.6;
  double half = l->note_px * 0.4;

  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                    &(WsTextPlace){ x, MAX (top.y + top.h / 2, l->cloth.y + half), 1 }, room,
                    room > l->note_px * 3 ? _ ("lane 0") : "0");
  ws_text_show_fit (
      self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
      &(WsTextPlace){ x, MIN (bottom.y + bottom.h / 2, l->cloth.y + l->cloth.h - half), 1 }, room,
      room > l->note_px * 3 ? _ ("lane 31") : "31");
}

/* Says what runs to the right, and how many instructions there are. */
void
ws_lanes_draw_weave_axis (WsLanes *self)
{
  const WsLanesLayout *l = &self->layout;
  double y = l->axis.y + l->axis.h * 0.6;
  double room = l->width - l->pad - l->axis.x;
  g_autofree char *count = ws_format_count (self->trace->n_events);
  g_autofree char *total = g_strdup_printf (
      ngettext ("%s instruction", "%s instructions", self->trace->n_events), count);
  double used =
      ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                        &(WsTextPlace){ l->axis.x, y, 0 }, room * 0.6, _ ("time, in instructions"));

  /* right of a weave that is done it is said there */
  if (l->done.w > 0
      && ws_text_width (self->text, WS_FACE_SANS, l->note_px, total)
             > l->axis.w - used - l->note_px)
    return;
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                    &(WsTextPlace){ l->axis.x + l->axis.w, y, 1 }, l->axis.w - used - l->note_px,
                    total);
}

/* Says right of a weave that is shorter than the one beside it that the warp is done. */
void
ws_lanes_draw_weave_done (WsLanes *self)
{
  const WsLanesLayout *l = &self->layout;
  double room = l->done.w - 2 * l->note_px;
  double line = ws_snap_line (self->cr, self->theme->line_px * l->scale);
  WsBox edge = ws_box_snap (self->cr, (WsBox){ l->done.x, l->done.y, line, l->done.h });
  g_autofree char *count = ws_format_count (self->trace->n_events);
  g_autofree char *words = g_strdup_printf (
      ngettext ("done after %s instruction", "done after %s instructions", self->trace->n_events),
      count);
  const char *said = words;

  ws_box_path (self->cr, &edge);
  ws_paint_set (self->cr, self->theme->muted);
  cairo_fill (self->cr);
  if (ws_text_width (self->text, WS_FACE_SANS, l->note_px, said) > room)
    said = _ ("done");
  if (ws_text_width (self->text, WS_FACE_SANS, l->note_px, said) <= room)
    ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                  &(WsTextPlace){ l->done.x + l->done.w / 2, l->done.y + l->done.h / 2, 0.5 },
                  said);
}

/**
 * ws_lanes_get_playhead:
 * @box: (out): where the playhead is
 *
 * Returns: %FALSE if that is not visible
 */
gboolean
ws_lanes_get_playhead (const WsLanes *self, WsBox *box)
{
  const WsLanesLayout *l = &self->layout;
  double line = MAX (self->theme->line_px * l->scale * 1.8, 2);
  double over = MIN (l->note_px * 0.35, l->axis.h * 0.3);
  double done = 0;

  if (self->instruction != WS_NONE)
    {
      guint32 event = self->trace->events[self->instruction];
      double next = self->instruction + 1 < self->trace->n_events
                        ? self->trace->events[self->instruction + 1]
                        : self->scene->record->n_events;
      done = self->instruction + 1.;
      if (self->instruction + 1 < self->trace->n_events)
        done += ws_clamp01 ((self->moment->position - event) / (next - event));
    }
  done -= l->first;
  *box = (WsBox){ l->cloth.x + done * ws_lanes_layout_get_column (l) - line / 2, l->depth.y, line,
                  l->cloth.y + l->cloth.h + over - l->depth.y };
  return done >= 0 && done <= l->count;
}

/* Draws the playhead, if visible. */
void
ws_lanes_draw_playhead (WsLanes *self)
{
  WsBox box;

  if (!ws_lanes_get_playhead (self, &box))
    return;
  box.x += box.w / 2;
  box.w = ws_snap_line (self->cr, box.w);
  box.x -= box.w / 2;
  if (ws_lanes_layout_get_column (&self->layout) < 2)
    box = ws_box_snap (self->cr, box);
  ws_box_path (self->cr, &box);
  ws_paint_set (self->cr, self->theme->playhead);
  cairo_fill (self->cr);
}

/**
 * ws_lanes_get_hover:
 * @box: (out): a line through the instruction under the pointer; untouched where there is none
 *
 * Returns: %FALSE if the pointer is on none
 */
gboolean
ws_lanes_get_hover (const WsLanes *self, WsBox *box)
{
  const WsLanesLayout *l = &self->layout;
  double column = ws_lanes_layout_get_column (l);
  double x = self->moment->hover_x;

  if (x < 0 || !ws_box_contains (&l->cloth, x, self->moment->hover_y))
    return FALSE;
  *box = (WsBox){ l->cloth.x + (floor ((x - l->cloth.x) / column) + 0.5) * column, l->ticks.y,
                  self->theme->line_px * l->scale * 0.7, l->cloth.y + l->cloth.h - l->ticks.y };
  return TRUE;
}

/* Draws that line. */
void
ws_lanes_draw_hover (WsLanes *self)
{
  WsBox box;

  if (!ws_lanes_get_hover (self, &box))
    return;
  box.w = ws_snap_line (self->cr, box.w);
  box = ws_box_snap (self->cr, box);
  ws_box_path (self->cr, &box);
  ws_paint_set (self->cr, self->theme->ink);
  cairo_fill (self->cr);
}
