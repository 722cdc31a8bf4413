/* painter.c: the SMs in parts: each SM is one, and the playhead moves over an unchanged chart. */
#include "scene/painter-private.h"
#include "sms/private.h"

typedef enum {
  SM,
  SHOWN_BLOCK,
  POINTED,
  KEYBOARD,
  ROW_NAMES,
  SLOTS,
  SLOT_NAMES,
  CHART,
  DONE,
  AXIS,
  HOVER,
  PLAYHEAD,
  FIGURES,
  HIGHLIGHTS,
  ISSUE,
  NOW,
  WARPS,
} Kind;

/* Everything that a part depends on except the layout; unused fields are 0. */
typedef struct {
  guint64 state; /* of an SM */
  double time;
  double x; /* where a line stands */
  guint32 kind;
  guint32 sm;
} Key;

typedef struct {
  WsPainter base;
  WsSms sms;
  WsSmsOptions options;
} WsSmsPainter;

/* Okabe and Ito's, in an order in which neighbours differ in lightness, too: dark, light, dark,
 * light. */
static const guint wave_colors[WS_SMS_N_COLORS] = { 0, 1, 2, 3 };

static void
add (WsSmsPainter *self, Key key, WsBox box)
{
  WsPart part = { .bounds = box, .kind = key.kind, .first = key.sm, .end = key.sm + 1 };

  ws_painter_add (&self->base, part, &key, sizeof key);
}

/* The blocks in the slots of the SM shown over time: only they are highlighted. */
static guint64
get_present (const WsSms *sms)
{
  const WsTimeline *t = sms->timeline;
  guint64 present = 0;

  for (guint slot = 0; slot < t->n_slots; slot++)
    {
      const WsStay *stay = ws_timeline_find (t, sms->options->sm, slot, sms->time);

      present = present * G_GUINT64_CONSTANT (1099511628211) + (stay != NULL ? stay->block + 1 : 0);
    }
  return present;
}

/* One SM over time. */
static void
add_slots (WsSmsPainter *self)
{
  const WsSms *sms = &self->sms;
  const WsSmsLayout *l = &sms->layout;

  add (self, (Key){ .kind = SLOTS, .state = get_present (sms) }, ws_box_inset (&l->grid, -1));
  add (self, (Key){ .kind = SLOT_NAMES },
       (WsBox){ 0, l->grid.y - l->text_px, l->grid.x, l->grid.h + 2 * l->text_px });
}

/* All SMs at the moment. */
static void
add_sms (WsSmsPainter *self)
{
  const WsSms *sms = &self->sms;
  const WsSmsLayout *l = &sms->layout;
  double air = MAX (sms->theme->line_px * l->scale, 1) * 3;
  guint pointed = ws_sms_get_pointed (sms);
  WsBox box;

  if (l->cell_w <= 0)
    return;
  for (guint sm = 0; sm < l->n_sms; sm++)
    {
      box = ws_sms_layout_get_sm (l, sm);
      /* its number is above it */
      box.y -= l->sm_head;
      box.h += l->sm_head;
      if (l->sm_head > 0)
        box.w = MAX (box.w, l->sm_w);
      add (self, (Key){ .kind = SM, .sm = sm, .state = ws_sms_get_state (sms, sm) }, box);
    }
  if (!ws_sms_hides (sms, WS_HIDE_COUNTS) && ws_sms_get_shown_block (sms, &box))
    add (self, (Key){ .kind = SHOWN_BLOCK, .sm = sms->scene->block }, ws_box_inset (&box, -air));
  if (pointed != WS_NONE)
    {
      box = ws_sms_layout_get_sm (l, pointed);
      add (self, (Key){ .kind = POINTED, .sm = pointed }, ws_box_inset (&box, -air));
    }
  if (sms->options->mark < l->n_sms)
    {
      box = ws_sms_layout_get_sm (l, sms->options->mark);
      add (self, (Key){ .kind = KEYBOARD, .sm = sms->options->mark }, ws_box_inset (&box, -air));
    }
  if (l->sm_head <= 0)
    add (self, (Key){ .kind = ROW_NAMES },
         (WsBox){ 0, l->grid.y - l->text_px, l->grid.x, l->grid.h + 2 * l->text_px });
}

/* What the schedulers of an SM do. */
static void
add_issue (WsSmsPainter *self)
{
  const WsSms *sms = &self->sms;
  const WsSmsLayout *l = &sms->layout;
  guint sm = ws_sms_get_looked_at (sms->scene, sms->options);
  WsBox now;

  add (self,
       (Key){ .kind = ISSUE, .sm = sm, .state = ws_scene_peek_stalls (sms->scene) != NULL ? 1 : 0 },
       l->issue);
  if (ws_sms_hides (sms, WS_HIDE_COUNTS | WS_HIDE_TIMES) || l->lanes.h <= 0)
    return;
  add (self, (Key){ .kind = WARPS, .sm = sm, .state = ws_sms_get_warps_state (sms) },
       ws_box_inset (&l->warps, -1));
  if (ws_sms_get_now (sms, &now))
    add (self, (Key){ .kind = NOW, .x = now.x }, ws_box_inset (&now, -1));
}

static void
find_parts (WsSmsPainter *self)
{
  const WsSms *sms = &self->sms;
  const WsSmsLayout *l = &sms->layout;
  double air = 3 * l->scale;
  double words_x;
  WsBox mark;

  if (ws_sms_is_single (sms->scene, sms->options) && l->grid.h > 0)
    add_slots (self);
  else if (l->grid.h > 0)
    add_sms (self);
  if (ws_emphasis_has_kind (&sms->options->emphasis, WS_HIGHLIGHT_SM))
    add (self, (Key){ .kind = HIGHLIGHTS }, ws_box_inset (&l->grid, -l->text_px));
  if (l->plot.h > 0)
    {
      double top = MIN (l->plot.y, l->legend.h > 0 ? l->legend.y : l->plot.y) - air;

      /* the axis next to it, not over it: redrawing only changed parts then redraws no chart */
      add (self, (Key){ .kind = CHART }, (WsBox){ 0, top, l->width, l->axis.y - top });
      add (self, (Key){ .kind = AXIS, .time = sms->moment->time },
           (WsBox){ 0, l->axis.y, l->width, l->axis.h + l->pad });
      if (ws_sms_get_done (sms, &mark, &words_x))
        add (self, (Key){ .kind = DONE, .x = words_x }, ws_box_inset (&mark, -1));
      if (ws_sms_get_hover (sms, &mark))
        add (self, (Key){ .kind = HOVER, .x = mark.x }, ws_box_inset (&mark, -1));
      if (!ws_sms_hides (sms, WS_HIDE_TIMES) && ws_sms_get_playhead (sms, &mark))
        add (self, (Key){ .kind = PLAYHEAD, .time = sms->moment->time }, ws_box_inset (&mark, -1));
    }
  if (l->issue.h > 0)
    add_issue (self);
  if (l->figures.h > 0)
    add (self, (Key){ .kind = FIGURES }, ws_box_inset (&l->figures, -l->note_px * 0.5));
}

static gboolean
are_same (const WsSmsOptions *a, const WsSmsOptions *b)
{
  return a->sm == b->sm && a->mark == b->mark && a->from == b->from && a->to == b->to
         && a->beside == b->beside && ws_emphasis_equal (&a->emphasis, &b->emphasis);
}

/* The options hold a reference to the adjacent scene: no other scene has its address. */
static void
clear (WsPainter *painter)
{
  WsSmsOptions *options = &((WsSmsPainter *)painter)->options;

  if (options->beside != NULL)
    ws_scene_unref ((WsScene *)options->beside);
  options->beside = NULL;
}

static void
draw (WsPainter *painter, const WsPart *part, cairo_t *cr)
{
  static void (*const draws[]) (WsSms *) = {
    [SHOWN_BLOCK] = ws_sms_draw_shown_block,
    [KEYBOARD] = ws_sms_draw_keyboard,
    [ROW_NAMES] = ws_sms_name_rows,
    [SLOTS] = ws_sms_draw_gantt,
    [SLOT_NAMES] = ws_sms_name_slots,
    [CHART] = ws_sms_draw_chart,
    [DONE] = ws_sms_draw_done,
    [AXIS] = ws_sms_draw_axis,
    [HOVER] = ws_sms_draw_hover,
    [PLAYHEAD] = ws_sms_draw_playhead,
    [FIGURES] = ws_sms_draw_figures,
    [HIGHLIGHTS] = ws_sms_draw_highlights,
    [ISSUE] = ws_sms_draw_issue,
    [NOW] = ws_sms_draw_now,
    [WARPS] = ws_sms_draw_warps,
  };
  WsSms *sms = &((WsSmsPainter *)painter)->sms;

  sms->cr = cr;
  if (part->kind == SM)
    ws_sms_draw_sm (sms, part->first);
  else if (part->kind == POINTED)
    ws_sms_draw_pointed (sms, part->first);
  else
    draws[part->kind](sms);
}

/**
 * ws_sms_painter_new:
 * @cr: (nullable): where all parts will be drawn; %NULL if each is drawn elsewhere, with a scale
 * of 1
 *
 * Returns: (transfer full): a painter of no SMs yet
 */
WsPainter *
ws_sms_painter_new (cairo_t *cr)
{
  WsSmsPainter *self = g_new0 (WsSmsPainter, 1);

  ws_painter_init (&self->base, cr, draw, clear);
  return &self->base;
}

/**
 * ws_sms_painter_set:
 * @painter: from ws_sms_painter_new()
 * @options: (nullable): what of it
 *
 * Finds the parts of a drawing: none if the scene has no timeline. Earlier keys stay valid: a part
 * of this painter with the same key looks the same.
 */
void
ws_sms_painter_set (WsPainter *painter, const WsFrame *frame, const WsSmsOptions *options)
{
  static const WsSmsOptions defaults = WS_SMS_OPTIONS_INIT;
  WsSmsPainter *self = (WsSmsPainter *)painter;
  WsSms *sms = &self->sms;
  gboolean same;

  g_return_if_fail (frame->scene != NULL && frame->moment != NULL && frame->theme != NULL);

  same = ws_painter_begin (painter, frame);
  options = options != NULL ? options : &defaults;
  if (frame->scene->timeline == NULL)
    return;
  sms->scene = frame->scene;
  sms->moment = &painter->moment;
  sms->options = &self->options;
  sms->theme = frame->theme;
  sms->timeline = frame->scene->timeline;
  sms->time = ws_double_to_count (frame->moment->time);
  for (guint i = 0; i < WS_SMS_N_COLORS; i++)
    {
      sms->wave[i] = frame->theme->warp[wave_colors[i]];
      sms->wave_soft[i] = ws_color_mix (frame->theme->background, sms->wave[i], 0.3);
    }
  if (!same || !are_same (&self->options, options))
    {
      ws_painter_lay_out (painter);
      sms->text = painter->text;
      if (options->beside != NULL)
        ws_scene_ref ((WsScene *)options->beside);
      clear (painter);
      self->options = *options;
      ws_sms_layout_init (&sms->layout, sms->text, frame, options);
    }
  find_parts (self);
}
