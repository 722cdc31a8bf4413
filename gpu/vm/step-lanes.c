/* step-lanes.c: operations on registers outside lanes.def: predicates, whose rows are masks, and
 * vectors. */
#include "vm/vm-private.h"

#include "vm/lanes-ops.h"
#include "vm/types.h"

/* lop3 with a second operator: whether any bit of the result is set, combined with another
 * predicate. */
static void
step_logic (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint32 q = predicate (warp->rows, op, 4);
  guint32 holds = 0;

  EACH (lane, lanes)
  {
    guint32 value =
        logic ((guint32)get (warp->rows, op, 3, lane), (guint32)get (warp->rows, op, 0, lane),
               (guint32)get (warp->rows, op, 1, lane), (guint32)get (warp->rows, op, 2, lane));

    put (warp->rows, op, 0, lane, value);
    holds |= (guint32)(value != 0) << lane;
  }
  put_predicate (warp->rows, op->d[1], lanes, op->kind == WS_PTX_MOD_OR ? holds | q : holds & q);
}

/**
 * ws_step_predicate:
 * @warp: the warp that executes it
 * @op: and, or, xor, not, or mov of predicates, or a lop3 that has them
 * @lanes: mask of the executing lanes
 */
void
ws_step_predicate (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint32 a = predicate (warp->rows, op, 0);
  guint32 b = op->n_source > 1 ? predicate (warp->rows, op, 1) : 0;

  if (op->opcode == WS_PTX_LOP3)
    {
      step_logic (warp, op, lanes);
      return;
    }
  switch (op->opcode)
    {
    case WS_PTX_AND:
      a &= b;
      break;
    case WS_PTX_OR:
      a |= b;
      break;
    case WS_PTX_XOR:
      a ^= b;
      break;
    case WS_PTX_NOT:
      a = ~a;
      break;
    default:
      break;
    }
  put_predicate (warp->rows, op->d[0], lanes, a);
}

/**
 * ws_step_pack:
 * @warp: the warp that executes it
 * @op: mov.b64 {lo, hi}, d or its inverse
 * @lanes: mask of the executing lanes
 *
 * PTX ISA, mov: the first element is the low part.
 */
void
ws_step_pack (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint8 *rows = warp->rows;
  guint bits = ws_type_bits (op->type);
  guint in_bits = bits / MAX (op->n_source, 1);
  guint out_bits = bits / op->vector;

  if (bits == 64 && op->n_source == 2 && op->vector == 1 && op->wide == 1)
    {
      const guint32 *low = ROW32 (op->s[0]);
      const guint32 *high = ROW32 (op->s[1]);
      guint64 *to = ROW64 (op->d[0]);

      LANE_LOOP
      for (guint i = 0; i < WS_LANES; i++)
        to[i] = ((lanes >> i) & 1) ? (guint64)high[i] << 32 | low[i] : to[i];
      return;
    }
  if (bits == 64 && op->n_source == 1 && op->vector == 2 && op->wide == 2 && op->d[0] != WS_NO_ROW
      && op->d[1] != WS_NO_ROW)
    {
      const guint64 *from = ROW64 (op->s[0]);
      guint32 *low = ROW32 (op->d[0]);
      guint32 *high = ROW32 (op->d[1]);

      LANE_LOOP
      for (guint i = 0; i < WS_LANES; i++)
        {
          low[i] = ((lanes >> i) & 1) ? (guint32)from[i] : low[i];
          high[i] = ((lanes >> i) & 1) ? (guint32)(from[i] >> 32) : high[i];
        }
      return;
    }
  EACH (lane, lanes)
  {
    guint64 all = 0;

    for (guint i = 0; i < op->n_source; i++)
      {
        guint64 part = get (warp->rows, op, i, lane);

        if (in_bits < 64)
          part &= (G_GUINT64_CONSTANT (1) << in_bits) - 1;
        all |= part << (i * in_bits);
      }
    for (guint i = 0; i < op->vector; i++)
      {
        guint64 part = all >> (i * out_bits);

        if (out_bits < 64)
          part &= (G_GUINT64_CONSTANT (1) << out_bits) - 1;
        put (warp->rows, op, i, lane, part);
      }
  }
}

/**
 * ws_step_isspacep:
 * @warp: the warp that executes it
 * @lanes: mask of the executing lanes
 *
 * PTX ISA, isspacep: decided by the window of the address.
 */
void
ws_step_isspacep (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint32 holds = 0;

  EACH (lane, lanes)
  if (space_of (get (warp->rows, op, 0, lane)) == op->space)
    holds |= 1u << lane;
  put_predicate (warp->rows, op->d[0], lanes, holds);
}
