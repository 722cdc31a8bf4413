/* emphasis.c: highlighted and hidden lanes. */
#include "lanes/private.h"

/**
 * ws_lanes_hides:
 * @hide: flags of #WsHide
 *
 * Returns: whether any of them is kept back
 */
gboolean
ws_lanes_hides (const WsLanes *self, guint hide)
{
  return (self->emphasis->hide & hide) != 0;
}

/* Whether a lane of the chosen warp, or a thread of any, is highlighted. */
static gboolean
is_lane_highlighted (const WsLanes *self, guint warp, guint lane)
{
  return ws_emphasis_has (self->emphasis, WS_HIGHLIGHT_THREAD, warp * WS_WARP_SIZE + lane)
         || (warp == self->warp && ws_emphasis_has (self->emphasis, WS_HIGHLIGHT_LANE, lane));
}

/* There is less room around a row at the drawing's edge: the whole ring stays visible. */
static void
draw_ring (WsLanes *self, WsBox box, double radius)
{
  const WsLanesLayout *l = &self->layout;
  double reach = ws_highlight_get_line (self->theme, l->scale) * 2.5;
  double above = MAX (reach - box.y, 0);
  double below = MAX (box.y + box.h + reach - l->height, 0);

  box.y += above;
  box.h = MAX (box.h - above - below, 1);
  ws_highlight_draw_ring (self->cr, self->theme, &box, radius, l->scale);
}

/* Draws rings round warps and lanes of the instant that stand out. */
void
ws_lanes_draw_instant_highlights (WsLanes *self)
{
  const WsLanesLayout *l = &self->layout;

  for (guint warp = 0; warp < self->scene->warps->len; warp++)
    {
      WsBox row = ws_lanes_layout_get_row (l, warp);

      if (ws_emphasis_has (self->emphasis, WS_HIGHLIGHT_WARP, warp))
        {
          WsBox first = ws_lanes_layout_get_lane (l, warp, 0);
          WsBox last = ws_lanes_layout_get_lane (l, warp, WS_WARP_SIZE - 1);
          WsBox box = { first.x, first.y, last.x + last.w - first.x, first.h };

          draw_ring (self, box, MIN (4 * l->scale, box.h * 0.3));
          /* before its name */
          ws_highlight_draw_pointer (
              self->cr, self->theme,
              &(WsPointer){ .x = row.x + l->note_px * 0.1,
                            .y = row.y + row.h / 2,
                            .dx = 1,
                            .size = MIN (MIN (l->note_px * 0.7, l->pad * 0.8), row.h * 0.8) });
        }
      for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
        {
          WsBox box = ws_lanes_layout_get_lane (l, warp, lane);

          if (is_lane_highlighted (self, warp, lane))
            draw_ring (self, box, MIN (box.w, box.h) * 0.2);
        }
    }
}

/* Draws rings round lanes of the weave that stand out, and points to them. */
void
ws_lanes_draw_weave_highlights (WsLanes *self)
{
  const WsLanesLayout *l = &self->layout;
  double line = ws_highlight_get_line (self->theme, l->scale);

  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    {
      WsBox box = ws_lanes_layout_get_thread (l, lane);

      if (!is_lane_highlighted (self, self->warp, lane))
        continue;
      ws_highlight_draw_ring (self->cr, self->theme, &box, 2 * l->scale, l->scale);
      /* behind the cloth: before it stand names of lanes */
      ws_highlight_draw_pointer (self->cr, self->theme,
                                 &(WsPointer){ .x = box.x + box.w + line * 2.4,
                                               .y = box.y + box.h / 2,
                                               .dx = -1,
                                               .size = l->note_px * 0.6 });
    }
}

/**
 * ws_lanes_get_weave_veil:
 * @box: (out): the weave from the present stage on; untouched where it is not kept back
 *
 * Returns: whether it is hidden, and visible
 */
gboolean
ws_lanes_get_weave_veil (const WsLanes *self, WsBox *box)
{
  const WsLanesLayout *l = &self->layout;
  const WsStages *stages = self->scene->stages;
  guint stage = ws_scene_stage_at (self->scene, self->moment->position);
  double top = l->depth.h > 0 ? l->depth.y : l->cloth.y;
  guint i = 0;

  if (!ws_lanes_hides (self, WS_HIDE_MASKS))
    return FALSE;
  while (i < l->count && stages->n_stages > 0
         && stages->stage_of_event[self->trace->events[l->first + i]] < stage)
    i++;
  if (i >= l->count)
    return FALSE;
  *box = (WsBox){ l->cloth.x + i * ws_lanes_layout_get_column (l), top, 0,
                  l->cloth.y + l->cloth.h - top };
  box->w = l->cloth.x + l->cloth.w - box->x;
  return TRUE;
}

/* Draws what stands in the place of that. */
void
ws_lanes_draw_weave_veil (WsLanes *self)
{
  const WsLanesLayout *l = &self->layout;
  WsBox box;

  if (ws_lanes_get_weave_veil (self, &box))
    ws_veil_draw (self->cr, self->text, self->theme, &box, 4 * l->scale,
                  MAX (MIN (l->text_px * 1.8, box.w * 0.8), l->note_px));
}
