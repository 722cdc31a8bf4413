/* step-exchange.c: what lanes tell each other: shuffles, votes, matches, reductions. */
#include "vm/step-private.h"

#include "ptx/exchange.h"
#include "vm/types.h"

/**
 * ws_step_shuffle:
 * @warp: the warp that executes it
 * @op: a shfl
 * @lanes: those that execute it, a bit each
 * @from: (out caller-allocates) (array): the source lane of each of @lanes, in lane order; 32 of
 * room
 *
 * PTX ISA, shfl.sync.
 */
void
ws_step_shuffle (WsWarp *warp, const WsOp *op, guint32 lanes, guint64 *from)
{
  guint8 *rows = warp->rows;
  guint32 values[WS_LANES];
  guint32 in_range = 0;
  guint n = 0;

  for (guint i = 0; i < WS_LANES; i++)
    values[i] = (guint32)get (rows, op, 0, i);
  EACH (lane, lanes)
  {
    guint source;

    if (ws_ptx_shuffle_from (op->kind, lane, (guint32)get (rows, op, 1, lane),
                             (guint32)get (rows, op, 2, lane), &source))
      in_range |= 1u << lane;
    from[n++] = source;
    put (rows, op, 0, lane, values[source]);
  }
  put_predicate (rows, op->d[1], lanes, in_range);
}

/**
 * ws_step_vote:
 * @warp: the warp that executes it
 * @op: a vote or activemask
 * @lanes: those that execute it, a bit each
 *
 * PTX ISA, vote.sync and activemask. Members that are not here do not count.
 */
void
ws_step_vote (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint8 *rows = warp->rows;
  guint32 members = lanes;
  guint32 holds;

  if (op->opcode == WS_PTX_ACTIVEMASK)
    {
      EACH (lane, lanes)
      put (rows, op, 0, lane, lanes);
      return;
    }
  if (lanes != 0)
    members &= (guint32)get (rows, op, 1, (guint)__builtin_ctz (lanes));
  holds = predicate (rows, op, 0) & members;
  switch (op->kind)
    {
    case WS_PTX_MOD_BALLOT:
      EACH (lane, lanes)
      put (rows, op, 0, lane, holds);
      break;
    case WS_PTX_MOD_ALL:
      put_predicate (rows, op->d[0], lanes, holds == members ? WS_ALL_LANES : 0);
      break;
    case WS_PTX_MOD_ANY:
      put_predicate (rows, op->d[0], lanes, holds != 0 ? WS_ALL_LANES : 0);
      break;
    default:
      put_predicate (rows, op->d[0], lanes, holds == 0 || holds == members ? WS_ALL_LANES : 0);
      break;
    }
}

/**
 * ws_step_match:
 * @warp: the warp that executes it
 * @op: a match
 * @lanes: those that execute it, a bit each
 *
 * PTX ISA, match.sync.
 */
void
ws_step_match (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint32 masks[WS_LANES] = { 0 };
  guint32 same = 0;

  EACH (lane, lanes)
  {
    guint32 members = lanes & (guint32)get (warp->rows, op, 1, lane);
    guint64 own = ws_truncate (op->type, get (warp->rows, op, 0, lane));

    EACH (other, members)
    if (ws_truncate (op->type, get (warp->rows, op, 0, other)) == own)
      masks[lane] |= 1u << other;
    if (op->kind == WS_PTX_MOD_ALL)
      {
        if (masks[lane] == members)
          same |= 1u << lane;
        else
          masks[lane] = 0;
      }
  }
  EACH (lane, lanes)
  put (warp->rows, op, 0, lane, masks[lane]);
  put_predicate (warp->rows, op->d[1], lanes, same);
}

/**
 * ws_step_redux:
 * @warp: the warp that executes it
 * @op: a redux
 * @lanes: those that execute it, a bit each
 *
 * PTX ISA, redux.sync. Values are combined in lane order.
 */
void
ws_step_redux (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint32 members = lanes;
  guint64 all = 0;
  gboolean first = TRUE;

  if (lanes != 0)
    members &= (guint32)get (warp->rows, op, 1, (guint)__builtin_ctz (lanes));
  EACH (lane, members)
  {
    guint64 value = get (warp->rows, op, 0, lane);

    if (first)
      all = value;
    else
      ws_eval_atomic (op->kind, op->type, all, value, 0, &all);
    first = FALSE;
  }
  EACH (lane, lanes)
  put (warp->rows, op, 0, lane, all);
}

/**
 * ws_step_elect:
 * @warp: the warp that executes it
 * @op: an elect
 * @lanes: those that execute it, a bit each
 *
 * PTX ISA, elect.sync: the leader is the lowest member here.
 */
void
ws_step_elect (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint32 members = lanes;
  guint leader;

  if (lanes != 0)
    members &= (guint32)get (warp->rows, op, 0, (guint)__builtin_ctz (lanes));
  leader = members != 0 ? (guint)__builtin_ctz (members) : 0;
  EACH (lane, lanes)
  put (warp->rows, op, 0, lane, leader);
  put_predicate (warp->rows, op->d[1], lanes, 1u << leader);
}
