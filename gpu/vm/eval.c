/* eval.c: one lane of an integer or logic instruction that has no lane loop of its own in step.c.
 */
#include "vm/vm.h"

#include "vm/types.h"

typedef __int128 i128;
typedef unsigned __int128 u128;

/* The high half of a product, which of two signed 64-bit factors only 128 bits hold. */
static guint64
multiply_high (WsPtxType type, guint64 a, guint64 b)
{
  guint bits = ws_type_bits (type);

  if (ws_type_is_signed (type))
    return (guint64)(((i128)(gint64)ws_extend (type, a) * (gint64)ws_extend (type, b)) >> bits);
  return (guint64)(((u128)ws_extend (type, a) * ws_extend (type, b)) >> bits);
}

static guint64
saturate_s32 (gint64 value)
{
  return (guint32)(gint32)CLAMP (value, G_MININT32, G_MAXINT32);
}

static guint64
product (const WsOp *op, guint64 a, guint64 b)
{
  switch (op->kind)
    {
    case WS_PTX_MOD_HI:
      return multiply_high (op->type, a, b);
    case WS_PTX_MOD_WIDE:
      return ws_extend (op->type, a) * ws_extend (op->type, b);
    default:
      return a * b;
    }
}

/* mul24, mad24: the low 24 bits of each factor; hi gives bits 16 to 47 of the product. */
static guint64
product24 (const WsOp *op, guint64 a, guint64 b)
{
  gint64 wide;

  if (ws_type_is_signed (op->type))
    wide = ((gint64)(a << 40) >> 40) * ((gint64)(b << 40) >> 40);
  else
    wide = (gint64)((a & 0xffffff) * (b & 0xffffff));
  return op->kind == WS_PTX_MOD_HI ? (guint64)(wide >> 16) : (guint64)wide;
}

/* What a division by zero gives is left open by PTX; the hardware gives all ones, and the dividend
 * for rem. */
static guint64
divide (const WsOp *op, guint64 a, guint64 b, gboolean remainder)
{
  guint64 x = ws_extend (op->type, a);
  guint64 y = ws_extend (op->type, b);

  if (y == 0)
    return remainder ? x : G_MAXUINT64;
  if (!ws_type_is_signed (op->type))
    return remainder ? x % y : x / y;
  if ((gint64)y == -1)
    return remainder ? 0 : 0 - x;
  return remainder ? (guint64)((gint64)x % (gint64)y) : (guint64)((gint64)x / (gint64)y);
}

static guint64
add_carry (const WsOp *op, guint64 a, guint64 b, guint carry_in, guint *carry)
{
  guint bits = ws_type_bits (op->type);
  u128 sum = (u128)ws_truncate (op->type, a) + ws_truncate (op->type, b) + carry_in;

  if (op->carry_out)
    *carry = (guint)(sum >> bits) & 1;
  return (guint64)sum;
}

static guint64
subtract_borrow (const WsOp *op, guint64 a, guint64 b, guint borrow_in, guint *carry)
{
  u128 x = ws_truncate (op->type, a);
  u128 y = (u128)ws_truncate (op->type, b) + borrow_in;

  if (op->carry_out)
    *carry = x < y;
  return (guint64)(x - y);
}

static guint
find_highest (WsPtxType type, guint64 a)
{
  guint64 x = ws_extend (type, a);

  if (ws_type_is_signed (type) && (gint64)x < 0)
    x = ~x;
  return x == 0 ? G_MAXUINT32 : 63 - (guint)__builtin_clzll (x);
}

static guint64
reverse_bits (guint64 a, guint bits)
{
  guint64 r = 0;

  for (guint i = 0; i < bits; i++)
    r |= ((a >> i) & 1) << (bits - 1 - i);
  return r;
}

/* bfe: beyond the top, the sign of the highest bit that is there (PTX ISA, bfe). */
static guint64
extract_field (const WsOp *op, guint64 a, guint pos, guint len)
{
  guint bits = ws_type_bits (op->type);
  guint64 value = ws_truncate (op->type, a);
  guint64 field = pos < bits ? value >> pos : 0;
  gboolean sign;

  if (len == 0)
    return 0;
  sign = ws_type_is_signed (op->type) && ((value >> MIN (pos + len - 1, bits - 1)) & 1) != 0;
  if (len < 64)
    field &= (G_GUINT64_CONSTANT (1) << len) - 1;
  if (sign)
    {
      guint have = pos < bits ? MIN (len, bits - pos) : 0;

      if (have < 64)
        field |= G_MAXUINT64 << have;
    }
  return field;
}

static guint64
insert_field (const WsOp *op, guint64 a, guint64 b, guint pos, guint len)
{
  guint bits = ws_type_bits (op->type);
  guint64 mask;

  if (len == 0 || pos >= bits)
    return b;
  mask = len >= 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << len) - 1;
  mask <<= pos;
  return (b & ~mask) | ((a << pos) & mask);
}

/* fns: the place of the |offset|-th one, upwards or downwards from base. */
static guint64
find_nth_set (guint32 mask, guint32 base, gint32 offset)
{
  gint32 at = (gint32)(base & 31);
  gint32 step = offset >= 0 ? 1 : -1;
  guint32 left = offset < 0 ? 0 - (guint32)offset : (guint32)offset;

  if (base > 31)
    return G_MAXUINT32;
  if (offset == 0)
    return (mask >> at) & 1 ? (guint32)at : G_MAXUINT32;
  for (; at >= 0 && at < 32; at += step)
    if (((mask >> at) & 1) != 0 && --left == 0)
      return (guint32)at;
  return G_MAXUINT32;
}

static guint64
dot (const WsOp *op, guint64 a, guint64 b, guint64 c)
{
  guint n = op->opcode == WS_PTX_DP4A ? 4 : 2;
  guint a_bits = 32 / n;
  guint b_first = n == 2 && op->kind == WS_PTX_MOD_HI ? 2 : 0;
  gint64 sum = 0;

  for (guint i = 0; i < n; i++)
    {
      guint64 x = (a >> (i * a_bits)) & ((1u << a_bits) - 1);
      guint64 y = (b >> ((b_first + i) * 8)) & 0xff;

      sum +=
          (ws_type_is_signed (op->type) ? (gint64)(x << (64 - a_bits)) >> (64 - a_bits) : (gint64)x)
          * (ws_type_is_signed (op->type2) ? (gint64)(gint8)y : (gint64)y);
    }
  return (guint64)sum + c;
}

static guint64
shift (const WsOp *op, guint64 a, guint32 by)
{
  guint bits = ws_type_bits (op->type);
  gboolean is_signed = ws_type_is_signed (op->type);

  if (op->opcode == WS_PTX_SHL)
    return by >= bits ? 0 : a << by;
  if (is_signed)
    return (guint64)((gint64)ws_extend (op->type, a) >> MIN (by, bits - 1));
  return by >= bits ? 0 : ws_truncate (op->type, a) >> by;
}

static guint64
funnel (const WsOp *op, guint32 low, guint32 high, guint32 by)
{
  guint64 both = (guint64)high << 32 | low;
  guint n = op->kind2 == WS_PTX_MOD_WRAP ? by & 31 : MIN (by, 32);

  return op->kind == WS_PTX_MOD_L ? (both << n) >> 32 : both >> n;
}

static guint64
permute (const WsOp *op, guint32 a, guint32 b, guint32 c)
{
  /* the special modes, as selectors of the generic one (PTX ISA, prmt) */
  static const guint16 f4e[4] = { 0x3210, 0x4321, 0x5432, 0x6543 };
  static const guint16 b4e[4] = { 0x5670, 0x6701, 0x7012, 0x0123 };
  static const guint16 rc8[4] = { 0x0000, 0x1111, 0x2222, 0x3333 };
  static const guint16 ecl[4] = { 0x3210, 0x3211, 0x3222, 0x3333 };
  static const guint16 ecr[4] = { 0x0000, 0x1110, 0x2210, 0x3210 };
  static const guint16 rc16[4] = { 0x1010, 0x3232, 0x1010, 0x3232 };
  guint64 bytes = (guint64)b << 32 | a;
  guint32 selector = c;
  guint32 result = 0;

  switch (op->kind)
    {
    case WS_PTX_MOD_F4E:
      selector = f4e[c & 3];
      break;
    case WS_PTX_MOD_B4E:
      selector = b4e[c & 3];
      break;
    case WS_PTX_MOD_RC8:
      selector = rc8[c & 3];
      break;
    case WS_PTX_MOD_ECL:
      selector = ecl[c & 3];
      break;
    case WS_PTX_MOD_ECR:
      selector = ecr[c & 3];
      break;
    case WS_PTX_MOD_RC16:
      selector = rc16[c & 3];
      break;
    default:
      break;
    }
  for (guint i = 0; i < 4; i++)
    {
      guint32 pick = selector >> (4 * i);
      guint32 byte = (guint32)(bytes >> (8 * (pick & 7))) & 0xff;

      if (pick & 8)
        byte = byte & 0x80 ? 0xff : 0;
      result |= byte << (8 * i);
    }
  return result;
}

static guint64
lop3 (guint32 a, guint32 b, guint32 c, guint32 table)
{
  guint32 result = 0;

  for (guint i = 0; i < 8; i++)
    if ((table >> i) & 1)
      result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
  return result;
}

static guint64
eval_min_max (const WsOp *op, guint64 a, guint64 b)
{
  gboolean larger = op->opcode == WS_PTX_MAX;
  guint64 x = ws_extend (op->type, a);
  guint64 y = ws_extend (op->type, b);
  gboolean a_less = ws_type_is_signed (op->type) ? (gint64)x < (gint64)y : x < y;
  guint64 result = a_less == larger ? y : x;

  return op->kind == WS_PTX_MOD_RELU && (gint64)result < 0 ? 0 : result;
}

/**
 * ws_eval_compare:
 * @op: setp or set
 * @type: of the operands
 * @a: bits of the first
 * @b: bits of the second
 *
 * PTX ISA, setp: of floating-point numbers the ordered comparisons fail where one is NaN, the
 * unordered ones hold.
 *
 * Returns: whether the comparison holds
 */
gboolean
ws_eval_compare (const WsOp *op, WsPtxType type, guint64 a, guint64 b)
{
  if (ws_type_is_float (type))
    {
      double x = ws_to_double (type, a, op->ftz);
      double y = ws_to_double (type, b, op->ftz);
      gboolean unordered = x != x || y != y;

      switch (op->compare)
        {
        case WS_PTX_EQ:
          return x == y;
        case WS_PTX_NE:
          return !unordered && x != y;
        case WS_PTX_LT:
          return x < y;
        case WS_PTX_LE:
          return x <= y;
        case WS_PTX_GT:
          return x > y;
        case WS_PTX_GE:
          return x >= y;
        case WS_PTX_EQU:
          return unordered || x == y;
        case WS_PTX_NEU:
          return unordered || x != y;
        case WS_PTX_LTU:
          return unordered || x < y;
        case WS_PTX_LEU:
          return unordered || x <= y;
        case WS_PTX_GTU:
          return unordered || x > y;
        case WS_PTX_GEU:
          return unordered || x >= y;
        case WS_PTX_NUM:
          return !unordered;
        default:
          return unordered;
        }
    }
  a = ws_extend (type, a);
  b = ws_extend (type, b);
  if (ws_type_is_signed (type))
    switch (op->compare)
      {
      case WS_PTX_LT:
        return (gint64)a < (gint64)b;
      case WS_PTX_LE:
        return (gint64)a <= (gint64)b;
      case WS_PTX_GT:
        return (gint64)a > (gint64)b;
      case WS_PTX_GE:
        return (gint64)a >= (gint64)b;
      default:
        break;
      }
  switch (op->compare)
    {
    case WS_PTX_EQ:
      return a == b;
    case WS_PTX_NE:
      return a != b;
    case WS_PTX_LT:
    case WS_PTX_LO:
      return a < b;
    case WS_PTX_LE:
    case WS_PTX_LS:
      return a <= b;
    case WS_PTX_GT:
    case WS_PTX_HI:
      return a > b;
    default:
      return a >= b;
    }
}

static guint64
eval_set (const WsOp *op, const guint64 *s)
{
  gboolean holds = ws_eval_compare (op, op->type2, s[0], s[1]);

  if (op->n_source > 2)
    {
      gboolean c = s[2] != 0;

      holds = op->kind == WS_PTX_MOD_AND  ? holds && c
              : op->kind == WS_PTX_MOD_OR ? holds || c
                                          : holds != c;
    }
  if (op->type == WS_PTX_F32)
    return holds ? 0x3f800000 : 0;
  return holds ? G_MAXUINT64 : 0;
}

static guint64
eval_slct (const WsOp *op, const guint64 *s)
{
  if (op->type2 == WS_PTX_F32)
    return ws_to_double (WS_PTX_F32, s[2], op->ftz) >= 0 ? s[0] : s[1];
  return (gint32)s[2] >= 0 ? s[0] : s[1];
}

static guint64
eval_integer (const WsOp *op, const guint64 *s, guint *carry)
{
  WsPtxType type = op->type;

  switch (op->opcode)
    {
    case WS_PTX_ADD:
      if (op->sat)
        return saturate_s32 ((gint64)(gint32)s[0] + (gint32)s[1]);
      return add_carry (op, s[0], s[1], 0, carry);
    case WS_PTX_SUB:
      if (op->sat)
        return saturate_s32 ((gint64)(gint32)s[0] - (gint32)s[1]);
      return subtract_borrow (op, s[0], s[1], 0, carry);
    case WS_PTX_ADDC:
      return add_carry (op, s[0], s[1], *carry, carry);
    case WS_PTX_SUBC:
      return subtract_borrow (op, s[0], s[1], *carry, carry);
    case WS_PTX_MUL:
      return product (op, s[0], s[1]);
    case WS_PTX_MAD:
      if (op->sat)
        return saturate_s32 ((gint64)(gint32)multiply_high (type, s[0], s[1]) + (gint32)s[2]);
      return op->carry_out ? add_carry (op, product (op, s[0], s[1]), s[2], 0, carry)
                           : product (op, s[0], s[1]) + s[2];
    case WS_PTX_MADC:
      return add_carry (op, product (op, s[0], s[1]), s[2], *carry, carry);
    case WS_PTX_MUL24:
      return product24 (op, s[0], s[1]);
    case WS_PTX_MAD24:
      if (op->sat)
        return saturate_s32 ((gint64)(gint32)product24 (op, s[0], s[1]) + (gint32)s[2]);
      return product24 (op, s[0], s[1]) + s[2];
    case WS_PTX_DIV:
      return divide (op, s[0], s[1], FALSE);
    case WS_PTX_REM:
      return divide (op, s[0], s[1], TRUE);
    case WS_PTX_ABS:
      return (gint64)ws_extend (type, s[0]) < 0 ? 0 - s[0] : s[0];
    case WS_PTX_NEG:
      return 0 - s[0];
    case WS_PTX_MIN:
    case WS_PTX_MAX:
      return eval_min_max (op, s[0], s[1]);
      case WS_PTX_SAD: {
        guint64 a = ws_extend (type, s[0]);
        guint64 b = ws_extend (type, s[1]);

        return s[2] + ((ws_type_is_signed (type) ? (gint64)a < (gint64)b : a < b) ? b - a : a - b);
      }
    case WS_PTX_POPC:
      return (guint64)__builtin_popcountll (ws_truncate (type, s[0]));
      case WS_PTX_CLZ: {
        guint64 a = ws_truncate (type, s[0]);

        return a == 0 ? ws_type_bits (type)
                      : (guint)__builtin_clzll (a) - (64 - ws_type_bits (type));
      }
      case WS_PTX_BFIND: {
        guint at = find_highest (type, s[0]);

        return op->kind == WS_PTX_MOD_SHIFTAMT && at != G_MAXUINT32 ? ws_type_bits (type) - 1 - at
                                                                    : at;
      }
    case WS_PTX_FNS:
      return find_nth_set ((guint32)s[0], (guint32)s[1], (gint32)s[2]);
    case WS_PTX_BREV:
      return reverse_bits (s[0], ws_type_bits (type));
    case WS_PTX_BFE:
      return extract_field (op, s[0], s[1] & 0xff, s[2] & 0xff);
    case WS_PTX_BFI:
      return insert_field (op, s[0], s[1], s[2] & 0xff, s[3] & 0xff);
    case WS_PTX_DP4A:
    case WS_PTX_DP2A:
      return dot (op, s[0], s[1], s[2]);
    default:
      return 0;
    }
}

/**
 * ws_eval_lane:
 * @op: an operation of WS_X_LANE
 * @s: its sources, zero-extended
 * @carry: (inout): the lane's condition code
 *
 * Integer and logic instructions as in the PTX ISA, chapter 9.7.1, 9.7.2 and 9.7.7; floating point
 * goes to eval-float.c.
 *
 * Returns: the result; bits beyond the type are cut off by the caller
 */
guint64
ws_eval_lane (const WsOp *op, const guint64 *s, guint *carry)
{
  switch (op->opcode)
    {
    case WS_PTX_CVT:
      return ws_eval_convert (op, s[0]);
    case WS_PTX_SET:
      return eval_set (op, s);
    case WS_PTX_SLCT:
      return eval_slct (op, s);
    case WS_PTX_SELP:
      return s[2] != 0 ? s[0] : s[1];
    case WS_PTX_MOV:
      return s[0];
    case WS_PTX_AND:
      return s[0] & s[1];
    case WS_PTX_OR:
      return s[0] | s[1];
    case WS_PTX_XOR:
      return s[0] ^ s[1];
    case WS_PTX_NOT:
      return ~s[0];
    case WS_PTX_CNOT:
      return ws_truncate (op->type, s[0]) == 0;
    case WS_PTX_LOP3:
      return lop3 ((guint32)s[0], (guint32)s[1], (guint32)s[2], (guint32)s[3]);
    case WS_PTX_SHL:
    case WS_PTX_SHR:
      return shift (op, s[0], (guint32)s[1]);
    case WS_PTX_SHF:
      return funnel (op, (guint32)s[0], (guint32)s[1], (guint32)s[2]);
    case WS_PTX_PRMT:
      return permute (op, (guint32)s[0], (guint32)s[1], (guint32)s[2]);
    default:
      return ws_type_is_float (op->type) ? ws_eval_float (op, s) : eval_integer (op, s, carry);
    }
}

/**
 * ws_eval_atomic:
 * @op: the operator, as in %WS_PTX_MOD_ADD
 * @type: of memory
 * @old: what stands there
 * @b: operand
 * @c: second operand of cas
 * @result: (out): what stands there afterwards
 *
 * Returns: whether @op is an operator
 */
gboolean
ws_eval_atomic (WsPtxMod op, WsPtxType type, guint64 old, guint64 b, guint64 c, guint64 *result)
{
  WsOp sum = { .opcode = WS_PTX_ADD, .type = (guint8)type, .round = WS_PTX_MOD_RN, .n_source = 2 };
  WsOp extreme = { .opcode = op == WS_PTX_MOD_MAX ? WS_PTX_MAX : WS_PTX_MIN, .type = (guint8)type };
  guint64 s[2] = { old, b };
  guint carry = 0;

  switch (op)
    {
    case WS_PTX_MOD_ADD:
      *result = ws_eval_lane (&sum, s, &carry);
      return TRUE;
    case WS_PTX_MOD_MIN:
    case WS_PTX_MOD_MAX:
      *result = eval_min_max (&extreme, old, b);
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
