/* boxes.c: the blocks of a plan, and what they leave. */
#include "launches/private.h"
#include "pen/hazard.h"

#include <glib/gi18n.h>

/* Of the block that is played: its events say when what it leaves is there. */
static WsLaunchesState
get_present_state (const WsLaunchesDrawing *self)
{
  guint32 told = self->present != WS_NONE ? self->pyramid->blocks[self->present].told : WS_NONE;
  guint last = ws_scene_get_n_events (self->scene) - 1;

  return self->event >= MIN (told, last) ? WS_LAUNCHES_DONE : WS_LAUNCHES_RUNNING;
}

/* Sets what ws_launches_get_state() looks at. */
void
ws_launches_set_moment (WsLaunchesDrawing *self, const WsScene *scene, const WsMoment *moment)
{
  self->scene = scene;
  self->moment = moment;
  self->pyramid = scene->pyramid;
  self->present = ws_pyramid_find (scene->pyramid, scene->launch, scene->block);
  self->event = ws_scene_event_at (scene, moment->position);
  self->time = ws_scene_time_at (scene, moment->position);
}

/**
 * ws_launches_get_state:
 * @block: linear index of one of its blocks
 *
 * Returns: how far it is at the moment; of a block of the present launch whose time is not known,
 * it is done
 */
WsLaunchesState
ws_launches_get_state (const WsLaunchesDrawing *self, guint launch, guint32 block)
{
  const WsTimeline *timeline = self->scene->timeline;
  const WsStay *stay;

  if (launch != self->scene->launch)
    return launch < self->scene->launch ? WS_LAUNCHES_DONE : WS_LAUNCHES_LATER;
  if (block == self->scene->block)
    return get_present_state (self);
  if (timeline == NULL || block >= timeline->n_stays)
    return WS_LAUNCHES_DONE;
  stay = &timeline->stays[timeline->stay_of_block[block]];
  if ((double)stay->end <= self->time)
    return WS_LAUNCHES_DONE;
  return (double)stay->start <= self->time ? WS_LAUNCHES_RUNNING : WS_LAUNCHES_LATER;
}

/* Draws the background of the current launch. */
void
ws_launches_draw_band (WsLaunchesDrawing *self)
{
  WsBox band = ws_launches_layout_get_band (&self->layout, self->scene->launch);

  if (band.h <= 0)
    return;
  ws_rounded_path (self->cr, &band, 10 * self->layout.scale);
  ws_paint_set (self->cr, self->theme->band);
  cairo_fill (self->cr);
}

/* ---- a row ---- */

typedef struct {
  WsColor fill;
  WsColor line;
  WsColor ink;
  WsColor label;
  double line_w;
  gboolean dashed;
} Look;

static Look
get_look (const WsLaunchesDrawing *self, const WsPyramidBlock *block, WsLaunchesState state)
{
  const WsTheme *theme = self->theme;
  double line = theme->line_px * self->layout.scale;
  gboolean is_present = block->launch == self->scene->launch && block->block == self->scene->block;
  Look look = { .fill = theme->background,
                .line = ws_color_mix (theme->faint, theme->muted, 0.6),
                .ink = theme->ink,
                .label = theme->muted,
                .line_w = 1.5 * line,
                .dashed = !block->is_recorded };

  if (is_present && state == WS_LAUNCHES_DONE)
    {
      look.fill = theme->accent;
      look.line = theme->accent;
      look.ink = look.label = theme->accent_ink;
    }
  else if (is_present)
    {
      look.line = theme->accent;
      look.line_w = 3 * line;
    }
  else if (state == WS_LAUNCHES_DONE && block->is_recorded)
    {
      look.line = ws_color_mix (theme->muted, theme->ink, 0.4);
      look.line_w = 2 * line;
    }
  else if (state == WS_LAUNCHES_LATER)
    look.line = theme->faint;
  return look;
}

static void
frame (WsLaunchesDrawing *self, const WsBox *place, const Look *look)
{
  double radius = 6 * self->layout.scale;
  double dash = 4 * self->layout.scale;
  double line = ws_snap_line (self->cr, look->line_w);
  WsBox box = ws_box_snap_stroke (self->cr, *place, line);

  cairo_save (self->cr);
  ws_rounded_path (self->cr, &box, radius);
  ws_paint_set (self->cr, look->fill);
  cairo_fill_preserve (self->cr);
  if (look->dashed)
    cairo_set_dash (self->cr, &dash, 1, 0);
  cairo_set_line_width (self->cr, line);
  ws_paint_set (self->cr, look->line);
  cairo_stroke (self->cr);
  cairo_restore (self->cr);
}

/* Whether it is shown that a check found something wrong in the block. */
static gboolean
is_hazard (const WsLaunchesDrawing *self, const WsPyramidBlock *block)
{
  return block->is_found && (self->emphasis->hide & WS_HIDE_FAULT) == 0
         && ws_launches_get_state (self, block->launch, block->block) == WS_LAUNCHES_DONE;
}

static void
write_values (WsLaunchesDrawing *self, const WsPyramidBlock *block, const WsBox *box,
              WsLaunchesState state, WsColor ink)
{
  const WsLaunchesLayout *l = &self->layout;
  g_autofree char *text = NULL;
  gboolean kept_back = ws_launches_is_kept_back (self->scene, self->emphasis, block->launch);
  gboolean is_value = block->n_values == 1;
  double y = box->y + box->h - 0.5 * VALUE_LINE * l->text_px;

  /* above the tape */
  if (is_hazard (self, block))
    y -= 0.09 * box->h;
  if (kept_back)
    {
      ws_text_show (self->text,
                    &(WsTextStyle){ WS_FACE_BOLD, l->text_px, ws_veil_get_ink (self->theme) },
                    &(WsTextPlace){ box->x + box->w / 2, y, 0.5 }, WS_VEIL_SIGN);
      return;
    }
  if (state != WS_LAUNCHES_DONE)
    return;
  text = ws_launches_format_values (block);
  ws_text_show_fit (self->text,
                    &(WsTextStyle){ is_value ? WS_FACE_MONO_BOLD : WS_FACE_SANS,
                                    is_value ? l->text_px : l->note_px, ink },
                    &(WsTextPlace){ box->x + box->w / 2, y, 0.5 }, box->w - 0.4 * l->text_px, text);
}

static void
draw_block (WsLaunchesDrawing *self, const WsLaunchesItem *item)
{
  const WsLaunchesLayout *l = &self->layout;
  const WsPyramidBlock *block = &self->pyramid->blocks[item->node];
  WsLaunchesState state = ws_launches_get_state (self, block->launch, block->block);
  Look look = get_look (self, block, state);
  g_autofree char *name = ws_launches_name_block (block->block);

  frame (self, &item->box, &look);
  if (item->box.h < LABEL_LINE * l->note_px + VALUE_LINE * l->text_px - 0.5)
    {
      write_values (self, block, &item->box, state, look.ink);
      return;
    }
  ws_text_show_fit (
      self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, look.label },
      &(WsTextPlace){
          item->box.x + item->box.w / 2,
          item->box.y + (is_hazard (self, block) ? 0.52 : 0.6) * LABEL_LINE * l->note_px, 0.5 },
      item->box.w - 0.3 * l->text_px, name);
  write_values (self, block, &item->box, state, look.ink);
}

/* Three leaves, one over the other, and how many they stand for. */
static void
draw_fold (WsLaunchesDrawing *self, const WsLaunchesItem *item, guint launch)
{
  const WsLaunchesLayout *l = &self->layout;
  const WsTheme *theme = self->theme;
  gboolean later = launch > self->scene->launch;
  Look look = { .fill = theme->background,
                .line = later ? theme->faint : ws_color_mix (theme->faint, theme->muted, 0.35),
                .line_w = theme->line_px * l->scale };
  double step = MIN (3 * l->scale, item->box.h * 0.06);
  double height = item->box.h * 0.62;
  g_autofree char *count = ws_format_count (item->n_folded);
  g_autofree char *text = g_strdup_printf ("+%s", count);

  for (int i = 2; i >= 0; i--)
    {
      WsBox leaf = { item->box.x + i * step, item->box.y + (item->box.h - height) / 2 - i * step,
                     item->box.w - 2 * step, height };

      frame (self, &leaf, &look);
    }
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, theme->muted },
                    &(WsTextPlace){ item->box.x + (item->box.w - 2 * step) / 2,
                                    item->box.y + item->box.h / 2, 0.5 },
                    item->box.w - 2 * step - 2, text);
}

static void
write_title (WsLaunchesDrawing *self, const WsLaunchesRow *row)
{
  const WsLaunchesLayout *l = &self->layout;
  const WsTheme *theme = self->theme;
  gboolean is_present = row->launch == self->scene->launch;
  gboolean hidden =
      (self->emphasis->hide & WS_HIDE_COUNTS) != 0 && row->launch >= self->scene->launch;
  g_autofree char *title = ws_launches_make_title (self->scene, row->launch);
  double indent = ws_launches_get_indent (l, self->scene->run, row->launch);
  double x = row->title.x + indent;
  char *notes[2];
  double y = row->title.y + (row->title.h - ws_launches_get_title_height (l, l->lines)) / 2
             + 0.6 * l->text_px;

  ws_text_show_fit (
      self->text,
      &(WsTextStyle){ is_present ? WS_FACE_BOLD : WS_FACE_SANS, l->text_px, theme->ink },
      &(WsTextPlace){ x, y, 0 }, row->title.w - indent, title);
  ws_launches_make_notes (self->scene, row->launch, (guint64)MAX (self->time, 0), notes);
  y += 0.6 * l->text_px + 0.65 * l->note_px;
  for (guint i = 0; i < G_N_ELEMENTS (notes); i++, y += 1.3 * l->note_px)
    {
      if (i + 1 < l->lines && !hidden)
        ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, theme->muted },
                          &(WsTextPlace){ x, y, 0 }, row->title.w - indent, notes[i]);
      g_free (notes[i]);
    }
}

static void
write_result (WsLaunchesDrawing *self, const WsLaunchesRow *row)
{
  const WsLaunchesLayout *l = &self->layout;
  const WsLaunchesItem *item = &row->items[0];
  g_autofree char *host = NULL;

  if (l->result.w <= 0 || row != &l->rows[l->n_rows - 1]
      || ws_launches_is_kept_back (self->scene, self->emphasis, row->launch)
      || ws_launches_get_state (self, row->launch, item->block) != WS_LAUNCHES_DONE
      || self->pyramid->blocks[item->node].n_values != 1
      || self->pyramid->blocks[item->node].value != self->scene->run->result)
    return;
  host = ws_scene_say_host (self->scene);
  if (host != NULL && ws_text_width (self->text, WS_FACE_SANS, l->note_px, host) <= l->result.w)
    ws_text_show (
        self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
        &(WsTextPlace){ l->result.x, l->result.y + l->result.h - 0.5 * VALUE_LINE * l->text_px, 0 },
        host);
}

/**
 * ws_launches_draw_row:
 * @row: which
 *
 * Draws a launch: its title, its blocks and folds.
 */
void
ws_launches_draw_row (WsLaunchesDrawing *self, guint row)
{
  const WsLaunchesRow *r = &self->layout.rows[row];

  for (guint i = 0; i < r->n_items; i++)
    if (r->items[i].node != WS_NONE)
      {
        draw_block (self, &r->items[i]);
        if (is_hazard (self, &self->pyramid->blocks[r->items[i].node]))
          ws_hazard_draw_cells (self->cr, self->theme, &r->items[i].box, 1, 6 * self->layout.scale,
                                self->layout.scale);
      }
    else
      draw_fold (self, &r->items[i], r->launch);
  write_title (self, r);
  write_result (self, r);
}

/* ---- highlights ---- */

static void
ring_row (gpointer drawing, guint launch)
{
  WsLaunchesDrawing *self = drawing;
  const WsLaunchesLayout *l = &self->layout;

  for (guint i = 0; i < l->n_rows; i++)
    if (l->rows[i].launch == launch && l->rows[i].n_items > 0)
      {
        const WsBox *first = &l->rows[i].items[0].box;
        const WsBox *last = &l->rows[i].items[l->rows[i].n_items - 1].box;
        WsBox box = { first->x, first->y, last->x + last->w - first->x, first->h };

        ws_highlight_draw_ring (self->cr, self->theme, &box, 8 * l->scale, l->scale);
      }
}

/* The present block has the playhead's colour round it. */
static void
mark_present (WsLaunchesDrawing *self)
{
  const WsLaunchesLayout *l = &self->layout;
  const WsLaunchesItem *item =
      self->present != WS_NONE ? ws_launches_layout_find (l, self->pyramid, self->present) : NULL;
  double line = ws_snap_line (self->cr, 2.5 * self->theme->line_px * l->scale);
  WsBox box;

  if (item == NULL)
    return;
  box = ws_box_inset (&item->box, -1.6 * line);
  box = ws_box_snap_stroke (self->cr, box, line);
  ws_rounded_path (self->cr, &box, 8 * l->scale);
  ws_paint_set (self->cr, self->theme->playhead);
  cairo_set_line_width (self->cr, line);
  cairo_stroke (self->cr);
}

/* Draws the frame of the current block, and of highlighted launches. */
void
ws_launches_draw_marks (WsLaunchesDrawing *self)
{
  static const WsHighlightRings rings = { .row = ring_row };

  mark_present (self);
  ws_emphasis_draw_rings (self->emphasis, &rings, self);
}

/* How many launches are left out above, or below. */
static void
say_left_out (WsLaunchesDrawing *self, const WsBox *box, guint n, gboolean is_later)
{
  const WsLaunchesLayout *l = &self->layout;
  g_autofree char *text =
      g_strdup_printf (is_later ? ngettext ("⋮  %u later launch", "⋮  %u later launches", n)
                                : ngettext ("⋮  %u earlier launch", "⋮  %u earlier launches", n),
                       n);

  if (box->h > 0)
    ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                      &(WsTextPlace){ box->x, box->y + box->h / 2, 0 }, box->w, text);
}

/* Whether any block in view was not recorded. */
static gboolean
has_dashes (const WsLaunchesDrawing *self)
{
  const WsLaunchesLayout *l = &self->layout;

  for (guint r = 0; r < l->n_rows; r++)
    for (guint i = 0; i < l->rows[r].n_items; i++)
      if (l->rows[r].items[i].node != WS_NONE
          && !self->pyramid->blocks[l->rows[r].items[i].node].is_recorded)
        return TRUE;
  return FALSE;
}

/* Whether any block in view is marked: then also what the marks mean. */
static gboolean
has_hazards (const WsLaunchesDrawing *self)
{
  const WsLaunchesLayout *l = &self->layout;

  for (guint r = 0; r < l->n_rows; r++)
    for (guint i = 0; i < l->rows[r].n_items; i++)
      if (l->rows[r].items[i].node != WS_NONE
          && self->pyramid->blocks[l->rows[r].items[i].node].is_found)
        return (self->emphasis->hide & WS_HIDE_FAULT) == 0;
  return FALSE;
}

/* At the left of @x on: what dashes mean. Returns: where it ends */
static double
say_dashes (WsLaunchesDrawing *self, double x)
{
  const WsLaunchesLayout *l = &self->layout;
  const char *words = _ ("Dashed: not recorded; inferred from its readers.");

  if (!has_dashes (self))
    return x;
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                    &(WsTextPlace){ x, l->note.y + l->note.h / 2, 0 }, l->width - l->pad - x,
                    words);
  return x + ws_text_width (self->text, WS_FACE_SANS, l->note_px, words) + 2 * l->note_px;
}

/* Says which launches are left out, and what dashes and the marks of a check mean where there are
 * any. */
void
ws_launches_draw_notes (WsLaunchesDrawing *self)
{
  const WsLaunchesLayout *l = &self->layout;
  guint first = l->n_rows > 0 ? l->rows[0].launch : 0;

  say_left_out (self, &l->earlier, first, FALSE);
  say_left_out (self, &l->later, (guint)self->scene->run->n_launches - first - l->n_rows, TRUE);
  if (l->note.h <= 0)
    return;
  if (has_hazards (self))
    {
      WsBox box = { l->note.x, l->note.y, l->note.w, l->note.h };

      box.x = say_dashes (self, l->note.x);
      box.w = l->note.x + l->note.w - box.x;
      ws_hazard_draw_legend (self->text, self->theme, &box, l->note_px, l->scale, _ ("a finding"));
    }
  else
    say_dashes (self, l->cells.x);
}
