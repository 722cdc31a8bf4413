/* issue.c: what the schedulers of one SM do over the cycles of a block, and its warps at the
 * moment.
 *
 * Times too short to draw separately are merged into shares of a column: issue at the bottom, and
 * above it the reasons for not issuing.
 */
#include "sms/private.h"
#include "stalls/stalls.h"
#include "pen/axis.h"
#include "pen/scale.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MIN_WIDTH  50. /* minimum drawing that fits it, in heights of text */
#define MIN_HEIGHT 32.
#define AMPLE      42. /* beyond it, rows are as high as is good */
#define LANE_H     1.5 /* of a row */
#define LOW_LANE_H 1.1
#define KEY_H      1.45
#define BIN_PX     3.
#define MOST_WARPS 0.25 /* of the width */

/* Returns: in heights of text; 0 if there is no room */
static double
find_lane_height (const WsFrame *frame)
{
  double scale = ws_theme_get_scale (frame->theme, frame->width, frame->height);
  double px =
      MAX (frame->theme->note_px * scale, ws_theme_get_min_text (frame->theme, frame->height));

  if (frame->height < MIN_HEIGHT * px || frame->width < MIN_WIDTH * px)
    return 0;
  return frame->height < AMPLE * px ? LOW_LANE_H : LANE_H;
}

/* Returns: whether the schedulers are drawn: they fit, and ws_scene_get_stalls() can compute
 * them */
gboolean
ws_sms_shows_issue (const WsFrame *frame)
{
  return frame->scene->timeline != NULL && find_lane_height (frame) > 0
         && ws_sms_say_no_issue (frame->scene) == NULL;
}

/* ---- where it stands ---- */

static guint
count_warps (const WsScene *scene)
{
  return scene->timeline->n_resident * scene->timeline->n_warps;
}

/* Of the reasons that are there, as many rows as their names need. */
static guint
count_key_rows (const WsSmsLayout *self, WsText *text, double width)
{
  double sum = 0;

  for (guint i = 0; i < WS_N_STALLS; i++)
    sum += ws_text_width (text, WS_FACE_SANS, self->note_px, ws_stall_get_title ((WsStall)i))
           + 2.4 * self->note_px;
  return sum > width ? 2 : 1;
}

/**
 * ws_sms_place_issue:
 * @self: of which the sizes are known
 *
 * Computes its box at the bottom of the drawing; of height 0 if it does not fit.
 */
void
ws_sms_place_issue (WsSmsLayout *self, WsText *text, const WsFrame *frame)
{
  double px = self->note_px;
  double x = self->pad + self->label_w;
  double width = self->width - self->pad - x;
  guint n_rows = 1;
  guint n_each;
  double lane_h = find_lane_height (frame);
  double h;

  /* the words are worth a place only where there is ample room */
  if (lane_h == 0 || (lane_h < LANE_H && !ws_sms_shows_issue (frame)))
    return;
  if (!ws_sms_shows_issue (frame))
    {
      h = 2 * px;
      self->issue = (WsBox){ 0, self->height - self->pad - h, self->width, h };
      return;
    }
  self->n_lanes = MAX (frame->scene->run->spec->schedulers_per_sm, 1);
  self->lane_h = floor (lane_h * px);
  self->key_h = KEY_H * px;
  n_rows = lane_h < LANE_H ? 1 : count_key_rows (self, text, width);
  h = 2.2 * px + self->n_lanes * self->lane_h + 1.6 * px + n_rows * self->key_h;
  self->issue = (WsBox){ 0, self->height - self->pad - h, self->width, h };
  n_each = (count_warps (frame->scene) + self->n_lanes - 1) / self->n_lanes;
  self->warp_w = MAX (floor (MIN (px, MOST_WARPS * width / n_each)), 1);
  self->lanes = (WsBox){ x, floor (self->issue.y + 2.2 * px), 0, self->n_lanes * self->lane_h };
  self->warps = self->shares = self->lanes;
  self->warps.w =
      MAX (n_each * self->warp_w, ws_text_width (text, WS_FACE_SANS, px, _ ("warps now")));
  self->warps.x = self->width - self->pad - self->warps.w;
  self->shares.w = ws_text_width (text, WS_FACE_SANS, px, _ ("issues")) + px;
  self->shares.x = self->warps.x - px - self->shares.w;
  self->lanes.w = MAX (self->shares.x - x, 0);
  self->key = (WsBox){ x, self->lanes.y + self->lanes.h + 1.6 * px, width, n_rows * self->key_h };
}

/* Returns: columns of a lane */
guint
ws_sms_get_n_bins (const WsSmsLayout *self)
{
  return (guint)MAX (self->lanes.w / BIN_PX, 1);
}

/* Returns: where a warp of the SM is */
WsBox
ws_sms_get_warp (const WsSmsLayout *self, guint warp)
{
  return (WsBox){ self->warps.x + warp / self->n_lanes * self->warp_w,
                  self->warps.y + warp % self->n_lanes * self->lane_h, self->warp_w, self->lane_h };
}

/* ---- which SM, and when ---- */

/* Returns: the SM that is meant: that which is shown over time, which the keyboard is on, or where
 * the block is that other views show */
guint
ws_sms_get_looked_at (const WsScene *scene, const WsSmsOptions *options)
{
  const WsTimeline *t = scene->timeline;
  guint sm = 0;
  guint slot;

  if (options->sm < t->n_sms)
    return options->sm;
  if (options->mark < t->n_sms)
    return options->mark;
  if (scene->block < t->n_stays)
    ws_timeline_place (t, &t->stays[t->stay_of_block[scene->block]], &sm, &slot);
  return sm;
}

/* Of the blocks on the SM, the one that other views show, or the first to arrive. */
static const WsStay *
find_stay (const WsScene *scene, guint sm, guint64 time)
{
  const WsTimeline *t = scene->timeline;
  const WsStay *oldest = NULL;

  for (guint slot = 0; slot < t->n_slots; slot++)
    {
      const WsStay *stay = ws_timeline_find (t, sm, slot, time);

      if (stay != NULL && scene->record != NULL && stay->block == scene->block)
        return stay;
      if (stay != NULL && (oldest == NULL || stay->start < oldest->start))
        oldest = stay;
    }
  return oldest;
}

/**
 * ws_sms_find_cycle:
 * @time: cycles since the launch began
 * @cycle: (out): cycle of the block with known schedulers, at the same fraction of it as @time is
 * of a block of the SM
 *
 * Returns: %FALSE if the SM has no block then, or nothing is known
 */
gboolean
ws_sms_find_cycle (const WsScene *scene, guint sm, double time, guint64 *cycle)
{
  const WsLaunchStalls *stalls = ws_scene_peek_stalls (scene);
  const WsStay *stay = stalls != NULL && stalls->stalls != NULL
                           ? find_stay (scene, sm, ws_double_to_count (time))
                           : NULL;

  if (stay == NULL || stay->end <= stay->start || stalls->stalls->end == 0)
    return FALSE;
  *cycle = (guint64)(ws_clamp01 ((time - (double)stay->start) / (double)(stay->end - stay->start))
                     * (double)stalls->stalls->end);
  *cycle = MIN (*cycle, stalls->stalls->end - 1);
  return TRUE;
}

/* ---- what is under the pointer ---- */

/**
 * ws_sms_pick_issue:
 * @hit: (inout): whose SM is known
 *
 * Returns: whether a scheduler or a warp is there
 */
gboolean
ws_sms_pick_issue (const WsSmsLayout *self, const WsScene *scene, double x, double y, WsSmsHit *hit)
{
  const WsLaunchStalls *stalls = ws_scene_peek_stalls (scene);
  guint lane = (guint)MAX ((y - self->lanes.y) / MAX (self->lane_h, 1), 0);

  if (stalls == NULL || stalls->stalls == NULL)
    return FALSE;
  if (ws_box_contains (&self->lanes, x, y) && lane < self->n_lanes)
    {
      double each = (double)stalls->stalls->end / ws_sms_get_n_bins (self);
      double bin = floor ((x - self->lanes.x) / self->lanes.w * ws_sms_get_n_bins (self));

      hit->kind = WS_SMS_HIT_ISSUE;
      hit->slot = lane;
      hit->time = bin * each;
      hit->until = (bin + 1) * each;
      return TRUE;
    }
  if (!ws_box_contains (&self->warps, x, y) || lane >= self->n_lanes)
    return FALSE;
  hit->kind = WS_SMS_HIT_WARP;
  hit->slot = (guint)((x - self->warps.x) / self->warp_w) * self->n_lanes + lane;
  return hit->slot < stalls->n_resident * stalls->n_warps;
}

/* ---- drawing ---- */

static void
fill_box (WsSms *self, WsStall reason, WsBox box)
{
  ws_box_path (self->cr, &box);
  ws_paint_set (self->cr, ws_stall_get_color (self->theme, reason));
  cairo_fill (self->cr);
}

/* The reasons stand on each other. */
static void
draw_column (WsSms *self, const double shares[WS_N_STALLS], const WsBox *column)
{
  double sum = 0;
  double y = column->y + column->h;

  for (guint i = 0; i < WS_N_STALLS; i++)
    {
      double top;

      sum += shares[i];
      top = ws_snap (self->cr, column->y + column->h * (1 - MIN (sum, 1)));
      if (top < y)
        fill_box (self, (WsStall)i, (WsBox){ column->x, top, column->w, y - top });
      y = MIN (top, y);
    }
}

static gboolean
are_alike (const double a[WS_N_STALLS], const double b[WS_N_STALLS])
{
  for (guint i = 0; i < WS_N_STALLS; i++)
    if (fabs (a[i] - b[i]) > 1e-9)
      return FALSE;
  return TRUE;
}

static void
draw_lane (WsSms *self, const WsStalls *stalls, guint scheduler)
{
  const WsSmsLayout *l = &self->layout;
  guint n = ws_sms_get_n_bins (l);
  double per_bin = (double)stalls->end / n;
  double gap = MAX (floor (l->lane_h * 0.16), 1);
  double y = l->lanes.y + scheduler * l->lane_h;
  double shares[2][WS_N_STALLS];
  guint from = 0;

  if (stalls->end == 0)
    return;
  ws_stalls_get_shares (stalls, scheduler, 0, per_bin, shares[0]);
  for (guint bin = 1; bin <= n; bin++)
    {
      WsBox column = { l->lanes.x + l->lanes.w * from / n, y, 0, l->lane_h - gap };

      if (bin < n)
        ws_stalls_get_shares (stalls, scheduler, bin * per_bin, (bin + 1) * per_bin, shares[1]);
      if (bin < n && are_alike (shares[0], shares[1]))
        continue;
      column.w = l->lanes.x + l->lanes.w * bin / n - column.x;
      column = ws_box_snap (self->cr, column);
      draw_column (self, shares[0], &column);
      memcpy (shares[0], shares[1], sizeof shares[0]);
      from = bin;
    }
}

static void
draw_shares (WsSms *self, const WsStalls *stalls)
{
  const WsSmsLayout *l = &self->layout;
  double right = l->shares.x + l->shares.w;

  ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                &(WsTextPlace){ right, l->shares.y - l->note_px * 0.75, 1 }, _ ("issues"));
  ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                &(WsTextPlace){ l->warps.x, l->warps.y - l->note_px * 0.75, 0 }, _ ("warps now"));
  for (guint s = 0; s < l->n_lanes && stalls->end > 0; s++)
    {
      double y = l->lanes.y + (s + 0.5) * l->lane_h;
      double shares[WS_N_STALLS];
      g_autofree char *percent = NULL;
      char name[16];

      ws_stalls_get_shares (stalls, s, 0, (double)stalls->end, shares);
      percent = g_strdup_printf (_ ("%.0f %%"), 100 * shares[WS_STALL_SELECTED]);
      ws_text_show (self->text, &(WsTextStyle){ WS_FACE_BOLD, l->note_px, self->theme->ink },
                    &(WsTextPlace){ right, y, 1 }, percent);
      g_snprintf (name, sizeof name, "%u", s);
      ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                    &(WsTextPlace){ l->lanes.x - l->note_px * 0.6, y, 1 }, name);
    }
}

/* What warps do, most frequent first, including schedulers without warps. */
static guint
sort_key (const WsLaunchStalls *stalls, WsStall sorted[WS_N_STALLS])
{
  double share = ws_launch_stalls_get_scheduler_share (stalls, WS_STALL_NO_WARP);
  guint n = ws_launch_stalls_sort (stalls, sorted);
  guint at = n;

  for (; at > 0 && ws_launch_stalls_get_share (stalls, sorted[at - 1]) < share; at--)
    sorted[at] = sorted[at - 1];
  sorted[at] = WS_STALL_NO_WARP;
  return n + 1;
}

/* Those that are there, the most frequent first. */
static void
draw_key (WsSms *self, const WsLaunchStalls *stalls)
{
  const WsSmsLayout *l = &self->layout;
  double size = l->note_px * 0.85;
  double x = l->key.x;
  double y = l->key.y + l->key_h / 2;
  WsStall sorted[WS_N_STALLS];
  guint n = sort_key (stalls, sorted);

  for (guint i = 0; i < n; i++)
    {
      const char *title = ws_stall_get_title (sorted[i]);
      double w = ws_text_width (self->text, WS_FACE_SANS, l->note_px, title) + size * 1.8;
      WsBox swatch;

      if (x > l->key.x && x + w > l->key.x + l->key.w)
        {
          x = l->key.x;
          y += l->key_h;
        }
      if (y > l->key.y + l->key.h)
        return;
      swatch = ws_box_snap (self->cr, (WsBox){ x, y - size / 2, size * 1.4, size });
      ws_stall_fill (self->cr, self->theme, sorted[i], &swatch, l->scale);
      ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->ink },
                        &(WsTextPlace){ x + size * 1.8, y, 0 },
                        l->key.x + l->key.w - x - size * 1.8, title);
      x += w + l->note_px;
    }
}

/* (transfer full) */
static char *
say_whose (const WsLaunchStalls *stalls)
{
  return g_strdup_printf (
      ngettext ("modelled  ·  %1$u block like block %2$u, over its cycles",
                "modelled  ·  %1$u blocks like block %2$u, over the cycles of the first",
                stalls->n_resident),
      stalls->n_resident, stalls->block);
}

/* Which SM, and whose cycles. */
static void
draw_title (WsSms *self, const WsLaunchStalls *stalls)
{
  const WsSmsLayout *l = &self->layout;
  double y = l->lanes.y - l->note_px * 0.75;
  guint sm = ws_sms_get_looked_at (self->scene, self->options);
  g_autofree char *title = g_strdup_printf (_ ("Schedulers of SM %u"), sm);
  g_autofree char *whose = stalls != NULL && stalls->stalls != NULL ? say_whose (stalls) : NULL;
  double w =
      ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_BOLD, l->note_px, self->theme->ink },
                        &(WsTextPlace){ l->lanes.x, y, 0 }, l->lanes.w, title)
      + l->note_px;

  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                    &(WsTextPlace){ l->lanes.x + w, y, 0 }, l->lanes.w - w,
                    whose != NULL    ? whose
                    : stalls == NULL ? _ ("being timed")
                                     : _ ("not known"));
}

/* Draws it all, but for what moves. */
void
ws_sms_draw_issue (WsSms *self)
{
  const WsSmsLayout *l = &self->layout;
  const WsLaunchStalls *stalls = ws_scene_peek_stalls (self->scene);
  WsAxis axis = { .side = WS_AXIS_BOTTOM,
                  .ticks = { .kind = WS_TICKS_DECIMAL, .unit = 1, .shown_unit = 1 },
                  .plot = l->lanes,
                  .px = l->note_px };

  if (l->lanes.h <= 0)
    {
      ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                        &(WsTextPlace){ l->pad, l->issue.y + l->issue.h / 2, 0 },
                        l->width - 2 * l->pad, ws_sms_say_no_issue (self->scene));
      return;
    }
  draw_title (self, stalls);
  if (ws_sms_hides (self, WS_HIDE_COUNTS | WS_HIDE_TIMES))
    {
      ws_veil_draw (self->cr, self->text, self->theme, &l->lanes, 4 * l->scale, l->text_px * 1.8);
      return;
    }
  if (stalls == NULL || stalls->stalls == NULL)
    return;
  for (guint s = 0; s < l->n_lanes; s++)
    draw_lane (self, stalls->stalls, s);
  draw_shares (self, stalls->stalls);
  draw_key (self, stalls);
  ws_scale_init (&axis.scale, WS_SCALE_LINEAR, 0, (double)MAX (stalls->stalls->end, 1), l->lanes.x,
                 l->lanes.x + l->lanes.w);
  ws_draw_axis (self->cr, self->text, &axis, self->theme, self->theme->line_px * l->scale);
}

/**
 * ws_sms_get_now:
 * @box: (out): the moment, across the lanes
 *
 * Returns: %FALSE if the SM has no block at the moment
 */
gboolean
ws_sms_get_now (const WsSms *self, WsBox *box)
{
  const WsSmsLayout *l = &self->layout;
  const WsLaunchStalls *stalls = ws_scene_peek_stalls (self->scene);
  double line = MAX (self->theme->line_px * l->scale * 1.8, 2);
  guint64 cycle;

  if (!ws_sms_find_cycle (self->scene, ws_sms_get_looked_at (self->scene, self->options),
                          self->moment->time, &cycle))
    return FALSE;
  *box = (WsBox){ l->lanes.x + l->lanes.w * (double)cycle / (double)stalls->stalls->end - line / 2,
                  l->lanes.y - 2 * l->scale, line, l->lanes.h + 2 * l->scale };
  return TRUE;
}

void
ws_sms_draw_now (WsSms *self)
{
  WsBox box;

  if (!ws_sms_get_now (self, &box))
    return;
  box.w = ws_snap_line (self->cr, box.w);
  box = ws_box_snap (self->cr, box);
  ws_box_path (self->cr, &box);
  ws_paint_set (self->cr, self->theme->playhead);
  cairo_fill (self->cr);
}

/* Of a warp at the moment; %WS_STALL_NO_WARP if it is not there. */
static WsStall
get_state (const WsSms *self, guint warp, gboolean is_there, guint64 cycle)
{
  const WsLaunchStalls *stalls = ws_scene_peek_stalls (self->scene);
  const WsStallSpan *span = is_there ? ws_stalls_find_warp (stalls->stalls, warp, cycle) : NULL;

  return span != NULL ? (WsStall)span->reason : WS_STALL_NO_WARP;
}

static guint
count_known (const WsSms *self)
{
  const WsLaunchStalls *stalls = ws_scene_peek_stalls (self->scene);

  return stalls != NULL && stalls->stalls != NULL ? stalls->n_resident * stalls->n_warps : 0;
}

/* Returns: a hash of what the warps do at the moment */
guint64
ws_sms_get_warps_state (const WsSms *self)
{
  guint64 cycle = 0;
  gboolean is_there = ws_sms_find_cycle (
      self->scene, ws_sms_get_looked_at (self->scene, self->options), self->moment->time, &cycle);
  guint64 state = count_known (self);

  for (guint w = 0; w < count_known (self); w++)
    state = (state ^ get_state (self, w, is_there, cycle)) * G_GUINT64_CONSTANT (1099511628211);
  return state;
}

/* Draws what each warp does at the moment. */
void
ws_sms_draw_warps (WsSms *self)
{
  const WsSmsLayout *l = &self->layout;
  double gap = l->warp_w > 4 ? 1 : 0;
  guint64 cycle = 0;
  gboolean is_there = ws_sms_find_cycle (
      self->scene, ws_sms_get_looked_at (self->scene, self->options), self->moment->time, &cycle);

  for (guint w = 0; w < count_known (self); w++)
    {
      WsBox box = ws_sms_get_warp (l, w);

      box.w -= gap;
      box.h -= MAX (floor (l->lane_h * 0.16), 1);
      box = ws_box_snap (self->cr, box);
      ws_stall_fill (self->cr, self->theme, get_state (self, w, is_there, cycle), &box, l->scale);
    }
}
