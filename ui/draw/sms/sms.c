#include "sms/private.h"

#include <math.h>

static const WsSmsOptions defaults = WS_SMS_OPTIONS_INIT;

/**
 * ws_draw_sms:
 * @options: (nullable): what of it
 *
 * Draws the SMs at the moment, or one over time, and the launch's chart. The background is the
 * caller's.
 */
void
ws_draw_sms (cairo_t *cr, const WsFrame *frame, const WsSmsOptions *options)
{
  g_autoptr (WsPainter) painter = ws_sms_painter_new (cr);

  ws_sms_painter_set (painter, frame, options);
  ws_painter_draw_all (painter, cr);
}

static gboolean
pick_lane (const WsSmsLayout *l, const WsScene *scene, guint sm, double x, double y, WsSmsHit *hit)
{
  const WsStay *stay;

  if (!ws_box_contains (&l->grid, x, y) || l->grid.h <= 0)
    return FALSE;
  hit->kind = WS_SMS_HIT_BAR;
  hit->sm = sm;
  hit->slot = MIN ((guint)((y - l->grid.y) / l->grid.h * l->n_usable), l->n_usable - 1);
  hit->time = ws_sms_layout_x_to_time (l, x);
  stay = ws_timeline_find (scene->timeline, sm, hit->slot, ws_double_to_count (hit->time));
  hit->block = stay != NULL ? stay->block : WS_NONE;
  return TRUE;
}

static gboolean
pick_sm (const WsSmsLayout *l, const WsScene *scene, guint64 time, double x, double y,
         WsSmsHit *hit)
{
  guint column = l->sm_w > 0 ? (guint)MAX ((x - l->grid.x) / l->sm_w, 0) : 0;
  guint row = l->sm_h > 0 ? (guint)MAX ((y - l->grid.y) / l->sm_h, 0) : 0;
  guint sm = row * l->n_columns + column;
  WsBox box;

  if (column >= l->n_columns || sm >= l->n_sms || l->cell_w <= 0)
    return FALSE;
  box = ws_sms_layout_get_sm (l, sm);
  if (!ws_box_contains (&box, x, y))
    return FALSE;
  hit->kind = WS_SMS_HIT_SM;
  hit->sm = sm;
  for (guint place = 0; place < l->n_usable; place++)
    {
      WsBox where = ws_sms_layout_get_place (l, &box, place);
      const WsStay *stay;

      if (!ws_box_contains (&where, x, y))
        continue;
      stay = ws_timeline_find (scene->timeline, sm, place, time);
      hit->kind = WS_SMS_HIT_SLOT;
      hit->slot = place;
      hit->block = stay != NULL ? stay->block : WS_NONE;
    }
  return TRUE;
}

/**
 * ws_sms_pick:
 * @options: (nullable): as it was drawn
 * @hit: (out): the hit
 *
 * Returns: whether anything is there
 */
gboolean
ws_sms_pick (const WsFrame *frame, const WsSmsOptions *options, double x, double y, WsSmsHit *hit)
{
  g_autoptr (WsText) text = ws_text_new (NULL, frame->theme);
  WsSmsLayout l;

  g_return_val_if_fail (hit != NULL, FALSE);

  *hit = (WsSmsHit){ WS_SMS_HIT_NONE, WS_NONE, WS_NONE, WS_NONE, 0, 0 };
  if (frame->scene->timeline == NULL)
    return FALSE;
  options = options != NULL ? options : &defaults;
  ws_sms_layout_init (&l, text, frame, options);
  if (ws_box_contains (&l.issue, x, y))
    {
      hit->sm = ws_sms_get_looked_at (frame->scene, options);
      return ws_sms_pick_issue (&l, frame->scene, x, y, hit);
    }
  if (l.plot.h > 0 && x >= l.plot.x && x <= l.plot.x + l.plot.w && y >= l.plot.y
      && y < l.axis.y + l.axis.h)
    {
      hit->kind = WS_SMS_HIT_TIME;
      hit->time = ws_sms_layout_x_to_time (&l, x);
      return TRUE;
    }
  if (ws_sms_is_single (frame->scene, options))
    return pick_lane (&l, frame->scene, options->sm, x, y, hit);
  return pick_sm (&l, frame->scene, ws_double_to_count (frame->moment->time), x, y, hit);
}

/**
 * ws_sms_get_n_columns:
 * @options: (nullable): as it was drawn
 *
 * Columns of SMs, for moving up and down.
 *
 * Returns: SMs beside each other, at least 1
 */
guint
ws_sms_get_n_columns (const WsFrame *frame, const WsSmsOptions *options)
{
  g_autoptr (WsText) text = ws_text_new (NULL, frame->theme);
  WsSmsOptions all = options != NULL ? *options : defaults;
  WsSmsLayout l;

  if (frame->scene->timeline == NULL)
    return 1;
  all.sm = WS_NONE;
  ws_sms_layout_init (&l, text, frame, &all);
  return MAX (l.n_columns, 1);
}
