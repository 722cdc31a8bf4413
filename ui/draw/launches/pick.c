/* pick.c: which block is under the pointer. */
#include "launches/private.h"

/**
 * ws_launches_pick_in:
 * @l: the layout
 * @hit: (out): the hit; its node is 0 if there is anything
 *
 * Returns: whether a block or a fold is there
 */
gboolean
ws_launches_pick_in (const WsLaunchesLayout *l, double x, double y, WsTreeHit *hit)
{
  *hit = (WsTreeHit){ .kind = WS_TREE_HIT_NONE, .node = WS_NONE, .thread = WS_NONE };
  for (guint r = 0; r < l->n_rows; r++)
    for (guint i = 0; i < l->rows[r].n_items; i++)
      {
        const WsLaunchesItem *item = &l->rows[r].items[i];

        if (!ws_box_contains (&item->box, x, y))
          continue;
        hit->kind = WS_TREE_HIT_BLOCK;
        hit->row = r;
        hit->launch = l->rows[r].launch;
        hit->block = item->block;
        hit->n_folded = item->n_folded;
        hit->node = item->node;
        return TRUE;
      }
  return FALSE;
}

/**
 * ws_launches_pick:
 * @hit: (out): the block that is there, or the fold: its first block, and how many; its node is
 * %WS_NONE if what it leaves is kept back, or still to come
 *
 * Returns: whether anything is there
 */
gboolean
ws_launches_pick (const WsFrame *frame, const WsTreeOptions *options, double x, double y,
                  WsTreeHit *hit)
{
  g_autoptr (WsText) text = ws_text_new (NULL, frame->theme);
  WsLaunchesDrawing drawing;
  WsLaunchesLayout l;

  g_return_val_if_fail (hit != NULL, FALSE);

  ws_launches_layout_init (&l, text, frame);
  if (!ws_launches_pick_in (&l, x, y, hit))
    return FALSE;
  ws_launches_set_moment (&drawing, frame->scene, frame->moment);
  if (ws_launches_is_kept_back (frame->scene, &options->emphasis, hit->launch)
      || ws_launches_get_state (&drawing, hit->launch, hit->block) != WS_LAUNCHES_DONE)
    hit->node = WS_NONE;
  return TRUE;
}

/**
 * ws_launches_clamp_options:
 * @options: (inout): the part in view
 *
 * A plan is seen whole: there is no part to choose.
 */
void
ws_launches_clamp_options (const WsFrame *frame, WsTreeOptions *options)
{
  options->first = 0;
  options->count = 1;
  options->zoom = 1;
}

/**
 * ws_launches_get_n_elements:
 * @scene: of a plan
 *
 * Returns: 1: there is no focus to move
 */
guint
ws_launches_get_n_elements (const WsScene *scene)
{
  return 1;
}
