/* painter.c: the lanes in parts: warps that stand still stay, and the weave fills bit by bit.
 */
#include "lanes/private.h"
#include "scene/painter-private.h"

#define N_PIECES 24 /* of what has been executed, at most */

typedef enum {
  ROW,
  NUMBERS,
  LEGEND,
  STACK,
  STAGE,
  CLOTH,
  PAST,
  WEFT,
  DEPTH,
  TICKS,
  TITLE,
  SIDE,
  AXIS,
  DONE,
  WEAVE_VEIL,
  HOVER,
  PLAYHEAD,
  INSTANT_HIGHLIGHTS,
  WEAVE_HIGHLIGHTS,
} Kind;

/* All that a part depends on besides the layout. Of a part that does not depend on something, that
 * is 0. */
typedef struct {
  double x; /* where a line stands */
  guint32 kind;
  guint32 first; /* a warp, or instructions from here on */
  guint32 end;
  guint32 instruction; /* that a warp is at */
  guint32 is_over;     /* and whether another warp's came after it */
  guint32 stage;
  guint64 n_working; /* lanes of the block; as wide as @x, for keys are compared byte by byte */
} Key;

typedef struct {
  WsPainter base;
  WsLanes lanes;
  WsLanesOptions options;
  guint warp; /* that the layout is of */
} WsLanesPainter;

static void
add (WsLanesPainter *self, Key key, WsBox box)
{
  WsPart part = { .bounds = box, .kind = key.kind, .first = key.first, .end = key.end };

  ws_painter_add (&self->base, part, &key, sizeof key);
}

/* Where a warp is: what its lanes do, and whether those at a barrier or an exit are past it. */
static void
set_warp (const WsLanes *lanes, guint warp, Key *key)
{
  const WsWarpTrace *trace = g_ptr_array_index (lanes->scene->warps, warp);
  guint now = ws_scene_event_at (lanes->scene, lanes->moment->position);

  key->instruction = ws_lanes_get_instruction (trace, now);
  key->is_over = key->instruction != WS_NONE && trace->events[key->instruction] < now;
}

static void
add_instant (WsLanesPainter *self)
{
  const WsLanes *lanes = &self->lanes;
  const WsLanesLayout *l = &lanes->layout;

  for (guint warp = 0; warp < lanes->scene->warps->len; warp++)
    {
      WsBox row = ws_lanes_layout_get_row (l, warp);
      double air = MAX (l->note_px * 1.3 - row.h, 0) / 2;
      Key key = { .kind = ROW, .first = warp, .end = warp + 1 };

      set_warp (lanes, warp, &key);
      /* of rows that are lower than text */
      row.y -= air;
      row.h += 2 * air;
      add (self, key, row);
    }
  if (l->numbers.h > 0)
    add (self, (Key){ .kind = NUMBERS }, l->numbers);
  if (l->legend.h > 0)
    {
      Key key = { .kind = LEGEND, .n_working = ws_lanes_count_working (lanes) };

      set_warp (lanes, lanes->warp, &key);
      add (self, key, l->legend);
    }
}

/* What has been executed, piece by piece: only the last one grows. */
static void
add_past (WsLanesPainter *self)
{
  const WsLanesLayout *l = &self->lanes.layout;
  double column = ws_lanes_layout_get_column (l);
  guint past = ws_lanes_get_past (&self->lanes);
  guint step = (l->count + N_PIECES - 1) / N_PIECES;
  double air = 2 * MAX (l->scale, 1); /* a bin of several instructions begins before them */

  for (guint from = 0; from < past; from += step)
    {
      guint to = MIN (from + step, past);
      Key key = { .kind = PAST, .first = from, .end = to };

      add (self, key,
           (WsBox){ l->cloth.x + from * column - air, l->cloth.y, (to - from) * column + 2 * air,
                    l->cloth.h });
    }
}

static void
add_weave (WsLanesPainter *self)
{
  const WsLanes *lanes = &self->lanes;
  const WsLanesLayout *l = &lanes->layout;
  guint stage = ws_scene_stage_at (lanes->scene, lanes->moment->position);
  double left = MAX (l->cloth.x - l->text_px * 0.2, 0);
  double above = l->cloth.y - l->ticks.y;
  WsBox line;

  add (self, (Key){ .kind = STAGE, .stage = stage },
       (WsBox){ l->cloth.x, l->ticks.y, l->cloth.w + 2 * l->scale, above + l->cloth.h });
  add (self, (Key){ .kind = CLOTH }, l->cloth);
  add_past (self);
  add (self, (Key){ .kind = WEFT }, l->cloth);
  if (l->depth.h > 0)
    add (self, (Key){ .kind = DEPTH }, (WsBox){ 0, l->depth.y, l->width, l->cloth.y - l->depth.y });
  if (ws_lanes_get_weave_veil (lanes, &line))
    add (self, (Key){ .kind = WEAVE_VEIL, .stage = stage }, line);
  add (self, (Key){ .kind = TICKS, .stage = stage },
       (WsBox){ l->ticks.x - 1, l->ticks.y, l->width - l->ticks.x + 1, above });
  add (self, (Key){ .kind = TITLE }, l->weave_title);
  add (self, (Key){ .kind = SIDE },
       (WsBox){ 0, l->cloth.y - l->note_px * 0.5, left, l->cloth.h + l->note_px });
  add (self, (Key){ .kind = AXIS },
       (WsBox){ l->axis.x, l->axis.y, l->width - l->pad - l->axis.x, l->axis.h });
  if (l->done.w > 0)
    add (self, (Key){ .kind = DONE }, l->done);
  if (ws_lanes_get_hover (lanes, &line))
    add (self, (Key){ .kind = HOVER, .x = line.x }, ws_box_inset (&line, -1));
  if (ws_lanes_get_playhead (lanes, &line))
    add (self, (Key){ .kind = PLAYHEAD, .x = line.x }, ws_box_inset (&line, -1));
}

static void
find_parts (WsLanesPainter *self)
{
  const WsLanes *lanes = &self->lanes;
  const WsLanesLayout *l = &lanes->layout;

  add_instant (self);
  if (l->stack.h > 0)
    {
      Key key = { .kind = STACK };

      set_warp (lanes, lanes->warp, &key);
      add (self, key,
           (WsBox){ 0, l->stack_title.y, l->width, l->stack.y + l->stack.h - l->stack_title.y });
    }
  if (l->cloth.h > 0)
    add_weave (self);
  if (lanes->emphasis->n_highlights > 0)
    {
      WsBox air = { 0, 0, l->width, l->legend.h > 0 ? l->legend.y : l->height };

      add (self, (Key){ .kind = INSTANT_HIGHLIGHTS }, air);
      if (l->cloth.h > 0)
        add (self, (Key){ .kind = WEAVE_HIGHLIGHTS },
             (WsBox){ 0, l->cloth.y - l->note_px, l->width, l->cloth.h + 2 * l->note_px });
    }
}

static gboolean
are_same (const WsLanesOptions *a, const WsLanesOptions *b)
{
  return a->hide_stack == b->hide_stack && a->hide_weave == b->hide_weave && a->first == b->first
         && a->count == b->count && a->beside == b->beside
         && ws_emphasis_equal (&a->emphasis, &b->emphasis);
}

/* The options hold a reference to what is drawn beside: no other scene has its address. */
static void
clear (WsPainter *painter)
{
  WsLanesOptions *options = &((WsLanesPainter *)painter)->options;

  if (options->beside != NULL)
    ws_scene_unref ((WsScene *)options->beside);
  options->beside = NULL;
}

static void
draw (WsPainter *painter, const WsPart *part, cairo_t *cr)
{
  static void (*const draws[]) (WsLanes *) = {
    [NUMBERS] = ws_lanes_draw_numbers,
    [LEGEND] = ws_lanes_draw_legend,
    [STACK] = ws_lanes_draw_stack,
    [STAGE] = ws_lanes_draw_present_stage,
    [CLOTH] = ws_lanes_draw_cloth,
    [WEFT] = ws_lanes_draw_weft,
    [DEPTH] = ws_lanes_draw_depth,
    [TICKS] = ws_lanes_draw_ticks,
    [TITLE] = ws_lanes_draw_weave_title,
    [SIDE] = ws_lanes_draw_weave_side,
    [AXIS] = ws_lanes_draw_weave_axis,
    [DONE] = ws_lanes_draw_weave_done,
    [HOVER] = ws_lanes_draw_hover,
    [PLAYHEAD] = ws_lanes_draw_playhead,
    [WEAVE_VEIL] = ws_lanes_draw_weave_veil,
    [INSTANT_HIGHLIGHTS] = ws_lanes_draw_instant_highlights,
    [WEAVE_HIGHLIGHTS] = ws_lanes_draw_weave_highlights,
  };
  WsLanes *lanes = &((WsLanesPainter *)painter)->lanes;

  lanes->cr = cr;
  if (part->kind == ROW)
    ws_lanes_draw_row (lanes, part->first);
  else if (part->kind == PAST)
    ws_lanes_draw_past (lanes, part->first, part->end);
  else
    draws[part->kind](lanes);
}

/**
 * ws_lanes_painter_new:
 * @cr: (nullable): where all parts will be drawn; %NULL if each is drawn elsewhere, with a scale
 * of 1
 *
 * Returns: (transfer full): a painter of no lanes yet
 */
WsPainter *
ws_lanes_painter_new (cairo_t *cr)
{
  WsLanesPainter *self = g_new0 (WsLanesPainter, 1);

  ws_painter_init (&self->base, cr, draw, clear);
  return &self->base;
}

/**
 * ws_lanes_painter_set:
 * @painter: from ws_lanes_painter_new()
 * @options: (nullable): what of it
 *
 * Finds the parts of a drawing: none where the scene has no warps. Keys of before are still valid:
 * a part of this painter that has one of them looks as it did.
 */
void
ws_lanes_painter_set (WsPainter *painter, const WsFrame *frame, const WsLanesOptions *options)
{
  static const WsLanesOptions defaults;
  WsLanesPainter *self = (WsLanesPainter *)painter;
  WsLanes *lanes = &self->lanes;
  gboolean same;

  g_return_if_fail (frame->scene != NULL && frame->moment != NULL && frame->theme != NULL);

  same = ws_painter_begin (painter, frame);
  options = options != NULL ? options : &defaults;
  lanes->emphasis = &self->options.emphasis;
  if (!ws_lanes_init (lanes, frame->scene, &painter->moment, frame->theme))
    return;
  if (!same || !are_same (&self->options, options) || self->warp != lanes->warp)
    {
      ws_painter_lay_out (painter);
      lanes->text = painter->text;
      if (options->beside != NULL)
        ws_scene_ref ((WsScene *)options->beside);
      clear (painter);
      self->options = *options;
      self->warp = lanes->warp;
      ws_lanes_layout_init (&lanes->layout, lanes->text, frame, options);
    }
  find_parts (self);
}

/**
 * ws_lanes_init:
 * @self: (out): a drawing, but for its text and layout
 * @scene: of a block
 * @moment: when, and which warp; must outlive @self
 *
 * Returns: %FALSE if the scene has no warps
 */
gboolean
ws_lanes_init (WsLanes *self, const WsScene *scene, const WsMoment *moment, const WsTheme *theme)
{
  self->scene = scene;
  self->moment = moment;
  self->theme = theme;
  if (scene->warps->len == 0)
    return FALSE;
  self->kernel = ws_run_get_kernel (scene->run, scene->launch);
  self->events = scene->run->events + scene->record->first_event;
  self->warp = ws_lanes_get_warp (scene, moment);
  self->trace = g_ptr_array_index (scene->warps, self->warp);
  self->instruction =
      ws_lanes_get_instruction (self->trace, ws_scene_event_at (scene, moment->position));
  return TRUE;
}
