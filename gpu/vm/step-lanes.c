/* step-lanes.c: operations without a lane loop of their own: lane after lane. */
#include "vm/step-private.h"

#include "vm/types.h"

/**
 * ws_step_lanes:
 * @warp: the warp that executes it
 * @op: an operation without a lane loop of its own
 * @lanes: those that execute it, a bit each
 *
 * Runs ws_eval_lane() for each lane, with its condition code.
 */
void
ws_step_lanes (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint8 *rows = warp->rows;
  guint n = MIN (op->n_source, WS_MAX_SOURCE);
  gboolean third_is_predicate = op->opcode == WS_PTX_SELP || (op->opcode == WS_PTX_SET && n > 2);

  EACH (lane, lanes)
  {
    guint64 s[WS_MAX_SOURCE] = { 0 };
    guint carry = (warp->carry >> lane) & 1;
    guint64 result;

    for (guint i = 0; i < n; i++)
      s[i] = third_is_predicate && i == 2 ? (predicate (rows, op, i) >> lane) & 1
                                          : get (rows, op, i, lane);
    result = ws_eval_lane (op, s, &carry);
    if (op->opcode == WS_PTX_CVT && !ws_type_is_float (op->type))
      result = ws_extend (op->type, result);
    put (rows, op, 0, lane, result);
    if (op->carry_out)
      warp->carry = (warp->carry & ~(1u << lane)) | (carry << lane);
  }
}

/**
 * ws_step_setp:
 * @warp: the warp that executes it
 * @op: a setp or testp
 * @lanes: those that execute it, a bit each
 *
 * PTX ISA, setp: p gets the comparison, q its opposite, each combined with the third source where
 * there is one.
 */
void
ws_step_setp (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint8 *rows = warp->rows;
  guint32 holds = 0;
  guint32 p;
  guint32 q;

  EACH (lane, lanes)
  {
    guint64 s[2] = { get (rows, op, 0, lane), op->n_source > 1 ? get (rows, op, 1, lane) : 0 };

    if (op->opcode == WS_PTX_TESTP ? ws_eval_float (op, s) != 0
                                   : ws_eval_compare (op, op->type, s[0], s[1]))
      holds |= 1u << lane;
  }
  p = holds;
  q = ~holds;
  if (op->opcode == WS_PTX_SETP && op->n_source > 2)
    {
      guint32 c = predicate (rows, op, 2);

      p = op->kind == WS_PTX_MOD_AND ? p & c : op->kind == WS_PTX_MOD_OR ? p | c : p ^ c;
      q = op->kind == WS_PTX_MOD_AND ? q & c : op->kind == WS_PTX_MOD_OR ? q | c : q ^ c;
    }
  put_predicate (rows, op->d[0], lanes, p);
  put_predicate (rows, op->d[1], lanes, q);
}

/**
 * ws_step_predicate:
 * @warp: the warp that executes it
 * @op: and, or, xor, not, or mov of predicates
 * @lanes: those that execute it, a bit each
 */
void
ws_step_predicate (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint32 a = predicate (warp->rows, op, 0);
  guint32 b = op->n_source > 1 ? predicate (warp->rows, op, 1) : 0;

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
 * @lanes: those that execute it, a bit each
 *
 * PTX ISA, mov: the first element is the low part.
 */
void
ws_step_pack (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint bits = ws_type_bits (op->type);
  guint in_bits = bits / MAX (op->n_source, 1);
  guint out_bits = bits / op->vector;

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
 * ws_step_cvta:
 * @warp: the warp that executes it
 * @op: a cvta
 * @lanes: those that execute it, a bit each
 *
 * PTX ISA, cvta: adds the window of the space, or takes it off; global addresses are generic ones.
 */
void
ws_step_cvta (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint64 window = op->space == WS_SPACE_SHARED  ? WS_SHARED_WINDOW
                   : op->space == WS_SPACE_LOCAL ? WS_LOCAL_WINDOW
                                                 : 0;

  EACH (lane, lanes)
  {
    guint64 a = get (warp->rows, op, 0, lane);

    put (warp->rows, op, 0, lane, op->kind == WS_PTX_MOD_TO ? a - window : a + window);
  }
}

/**
 * ws_step_isspacep:
 * @warp: the warp that executes it
 * @op: an isspacep
 * @lanes: those that execute it, a bit each
 *
 * PTX ISA, isspacep: tells by the window that an address is in.
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
