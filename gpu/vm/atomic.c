/* atomic.c: what an atomic makes of what stands in memory: one lane after another. */
#include "vm/lanes-half.h"

/* On global memory subnormal numbers are flushed, on shared memory they are not (PTX ISA, atom). */
static guint64
add_f32 (WsSpace space, guint64 a, guint64 b)
{
  WsOp op = { .ftz = space != WS_SPACE_SHARED };
  Words words = words_of (&op);
  float x = ws_to_float (flush (words, (guint32)a));
  float y = ws_to_float (flush (words, (guint32)b));

  return finish (words, x + y);
}

/* Subnormal numbers stay (PTX ISA, atom: .noftz); each half of a word is an atomic of its own. */
static guint64
add_halves (WsPtxType type, guint64 a, guint64 b)
{
  WsOp op = { .type = (guint8)type };

  return halves_add (half_of (&op, op.type), op.type, WS_PTX_MOD_NONE, (guint32)a, (guint32)b, 0);
}

static guint64
add (WsPtxType type, WsSpace space, guint64 a, guint64 b)
{
  switch (type)
    {
    case WS_PTX_F32:
      return add_f32 (space, a, b);
    case WS_PTX_F64:
      return of_f64 (ws_of_bits (a) + ws_of_bits (b), ws_of_bits (a), ws_of_bits (b), 0);
    case WS_PTX_F16:
    case WS_PTX_F16X2:
    case WS_PTX_BF16:
    case WS_PTX_BF16X2:
      return add_halves (type, a, b);
    default:
      return a + b;
    }
}

static gboolean
is_less (WsPtxType type, guint64 a, guint64 b)
{
  a = ws_extend (type, a);
  b = ws_extend (type, b);
  return ws_type_is_signed (type) ? (gint64)a < (gint64)b : a < b;
}

/**
 * ws_eval_atomic:
 * @op: the operator, as in %WS_PTX_MOD_ADD
 * @type: of memory
 * @space: that it reaches
 * @old: what stands there
 * @b: operand
 * @c: second operand of cas
 * @result: (out): what stands there afterwards
 *
 * Returns: whether @op is an operator
 */
gboolean
ws_eval_atomic (WsPtxMod op, WsPtxType type, WsSpace space, guint64 old, guint64 b, guint64 c,
                guint64 *result)
{
  switch (op)
    {
    case WS_PTX_MOD_ADD:
      *result = add (type, space, old, b);
      return TRUE;
    case WS_PTX_MOD_MIN:
      *result = is_less (type, b, old) ? b : old;
      return TRUE;
    case WS_PTX_MOD_MAX:
      *result = is_less (type, old, b) ? b : old;
      return TRUE;
    case WS_PTX_MOD_INC:
      *result = (guint32)old >= (guint32)b ? 0 : old + 1;
      return TRUE;
    case WS_PTX_MOD_DEC:
      *result = (guint32)old == 0 || (guint32)old > (guint32)b ? b : old - 1;
      return TRUE;
    case WS_PTX_MOD_AND:
      *result = old & b;
      return TRUE;
    case WS_PTX_MOD_OR:
      *result = old | b;
      return TRUE;
    case WS_PTX_MOD_XOR:
      *result = old ^ b;
      return TRUE;
    case WS_PTX_MOD_EXCH:
      *result = b;
      return TRUE;
    case WS_PTX_MOD_CAS:
      *result = ws_truncate (type, old) == ws_truncate (type, b) ? c : old;
      return TRUE;
    default:
      return FALSE;
    }
}
