/* eval-float.c: one lane of a floating-point instruction, and of cvt.
 *
 * IEEE operations are the host's own, in the rounding mode of the instruction, so they are
 * bit-exact; a NaN result of a .f32 operation is the canonical 0x7fffffff, as on the hardware (PTX
 * ISA 9.7.3). Approximations are computed in double and rounded once, which lies within every bound
 * that the manual states. Compiled with -frounding-math.
 */
#include "vm/vm.h"

#include "vm/types.h"

#include <fenv.h>

static int
host_rounding (guint mod)
{
  switch (mod)
    {
    case WS_PTX_MOD_RZ:
    case WS_PTX_MOD_RZI:
      return FE_TOWARDZERO;
    case WS_PTX_MOD_RM:
    case WS_PTX_MOD_RMI:
      return FE_DOWNWARD;
    case WS_PTX_MOD_RP:
    case WS_PTX_MOD_RPI:
      return FE_UPWARD;
    default:
      return FE_TONEAREST;
    }
}

static float
flush (const WsOp *op, float value)
{
  return op->ftz && fabsf (value) < 0x1p-126f ? copysignf (0.f, value) : value;
}

static guint64
finish_float (const WsOp *op, float value)
{
  if (isnan (value))
    return op->sat ? 0 : 0x7fffffff;
  value = flush (op, value);
  if (op->sat)
    value = value > 0 ? (value < 1 ? value : 1) : 0;
  return ws_from_float (value);
}

static gboolean
is_kind (guint64 bits, WsPtxType type, guint kind)
{
  double value = ws_to_double (type, bits, FALSE);
  double least = type == WS_PTX_F32 ? 0x1p-126 : 0x1p-1022;

  switch (kind)
    {
    case WS_PTX_MOD_FINITE:
      return isfinite (value);
    case WS_PTX_MOD_INFINITE:
      return isinf (value);
    case WS_PTX_MOD_NUMBER:
      return !isnan (value);
    case WS_PTX_MOD_NOTANUMBER:
      return isnan (value);
    case WS_PTX_MOD_NORMAL:
      return isfinite (value) && fabs (value) >= least;
    default:
      return isfinite (value) && value != 0 && fabs (value) < least;
    }
}

/* min and max give the operand that is a number; -0 is less than +0 (PTX ISA, min). */
static double
extreme (const WsOp *op, double a, double b)
{
  gboolean larger = op->opcode == WS_PTX_MAX;

  if (op->kind == WS_PTX_MOD_NAN && (isnan (a) || isnan (b)))
    return NAN;
  if (isnan (a))
    return b;
  if (isnan (b))
    return a;
  if (a == b)
    return signbit (a) == (larger ? 1 : 0) ? b : a;
  return (a < b) == larger ? b : a;
}

static float
approximate (const WsOp *op, float a)
{
  double x = a;

  switch (op->opcode)
    {
    case WS_PTX_RCP:
      return (float)(1 / x);
    case WS_PTX_SQRT:
      return (float)sqrt (x);
    case WS_PTX_RSQRT:
      return (float)(1 / sqrt (x));
    case WS_PTX_SIN:
      return (float)sin (x);
    case WS_PTX_COS:
      return (float)cos (x);
    case WS_PTX_LG2:
      return (float)log2 (x);
    case WS_PTX_EX2:
      return (float)exp2 (x);
    default:
      return (float)tanh (x);
    }
}

static float
eval_single (const WsOp *op, float a, float b, float c)
{
  switch (op->opcode)
    {
    case WS_PTX_ADD:
      return a + b;
    case WS_PTX_SUB:
      return a - b;
    case WS_PTX_MUL:
      return a * b;
    case WS_PTX_FMA:
    case WS_PTX_MAD:
      return fmaf (a, b, c);
    case WS_PTX_DIV:
      return a / b;
    case WS_PTX_RCP:
      return op->approx ? approximate (op, a) : 1.f / a;
    case WS_PTX_SQRT:
      return op->approx ? approximate (op, a) : sqrtf (a);
    default:
      return approximate (op, a);
    }
}

static double
eval_double (const WsOp *op, double a, double b, double c)
{
  switch (op->opcode)
    {
    case WS_PTX_ADD:
      return a + b;
    case WS_PTX_SUB:
      return a - b;
    case WS_PTX_MUL:
      return a * b;
    case WS_PTX_FMA:
    case WS_PTX_MAD:
      return fma (a, b, c);
    case WS_PTX_DIV:
      return a / b;
    case WS_PTX_SQRT:
      return sqrt (a);
    case WS_PTX_RSQRT:
      return 1 / sqrt (a);
    default:
      return 1 / a;
    }
}

/**
 * ws_eval_float:
 * @op: an operation whose type is .f32 or .f64
 * @s: bits of its sources
 *
 * Returns: bits of the result
 */
guint64
ws_eval_float (const WsOp *op, const guint64 *s)
{
  gboolean single = op->type == WS_PTX_F32;
  guint64 sign = single ? 0x80000000 : G_GUINT64_CONSTANT (1) << 63;
  int before;
  guint64 result;

  switch (op->opcode)
    {
    case WS_PTX_NEG:
      return single ? ws_from_float (flush (op, ws_to_float (s[0] ^ sign))) : s[0] ^ sign;
    case WS_PTX_ABS:
      return single ? ws_from_float (flush (op, ws_to_float (s[0] & ~sign))) : s[0] & ~sign;
    case WS_PTX_COPYSIGN:
      return (s[1] & ~sign) | (s[0] & sign);
    case WS_PTX_TESTP:
      return is_kind (s[0], op->type, op->kind);
    case WS_PTX_MIN:
      case WS_PTX_MAX: {
        double value = extreme (op, ws_to_double (op->type, s[0], op->ftz),
                                ws_to_double (op->type, s[1], op->ftz));

        if (op->kind2 == WS_PTX_MOD_XORSIGN)
          {
            value = extreme (op, fabs (ws_to_double (op->type, s[0], op->ftz)),
                             fabs (ws_to_double (op->type, s[1], op->ftz)));
            value = copysign (value, (s[0] ^ s[1]) & sign ? -1. : 1.);
          }
        return single ? finish_float (op, (float)value) : ws_from_double (value);
      }
    default:
      break;
    }
  before = fegetround ();
  fesetround (host_rounding (op->round));
  if (single)
    {
      volatile float value = eval_single (op, flush (op, ws_to_float (s[0])),
                                          flush (op, ws_to_float (op->n_source > 1 ? s[1] : 0)),
                                          flush (op, ws_to_float (op->n_source > 2 ? s[2] : 0)));

      fesetround (before);
      result = finish_float (op, value);
    }
  else
    {
      volatile double value =
          eval_double (op, ws_to_double (op->type, s[0], FALSE),
                       ws_to_double (op->type, op->n_source > 1 ? s[1] : 0, FALSE),
                       ws_to_double (op->type, op->n_source > 2 ? s[2] : 0, FALSE));

      fesetround (before);
      result = isnan (value)
                   ? G_GUINT64_CONSTANT (0x7ff8000000000000) | (signbit (value) ? sign : 0)
                   : ws_from_double (value);
      if (isnan (value))
        result = G_GUINT64_CONSTANT (0xfff8000000000000);
    }
  return result;
}

/* ---- cvt ---- */

static guint64
clamp_integer (WsPtxType type, double value)
{
  guint bits = ws_type_bits (type);
  double low = ws_type_is_signed (type) ? -ldexp (1, (int)bits - 1) : 0;
  double high = ldexp (1, (int)(ws_type_is_signed (type) ? bits - 1 : bits));

  if (value < low)
    value = low;
  if (value >= high)
    return ws_type_is_signed (type) ? (G_GUINT64_CONSTANT (1) << (bits - 1)) - 1
                                    : ws_truncate (type, G_MAXUINT64);
  return ws_type_is_signed (type) ? (guint64)(gint64)value : (guint64)value;
}

static double
round_integral (const WsOp *op, double value)
{
  switch (op->round)
    {
    case WS_PTX_MOD_RZI:
      return trunc (value);
    case WS_PTX_MOD_RMI:
      return floor (value);
    case WS_PTX_MOD_RPI:
      return ceil (value);
      default: {
        int before = fegetround ();
        double result;

        fesetround (FE_TONEAREST);
        result = nearbyint (value);
        fesetround (before);
        return result;
      }
    }
}

/* NaN becomes 0, but for 64-bit and signed 32-bit results the hardware's value for an invalid
 * operation. */
static guint64
float_to_integer (const WsOp *op, guint64 a)
{
  double value = ws_to_double (op->type2, a, op->ftz);

  if (isnan (value))
    return ws_type_bits (op->type) == 64 ? G_GUINT64_CONSTANT (1) << 63 : 0;
  return clamp_integer (op->type, round_integral (op, value));
}

static guint64
integer_to_float (const WsOp *op, guint64 a)
{
  guint64 x = ws_extend (op->type2, a);
  int before = fegetround ();
  guint64 result;

  fesetround (host_rounding (op->round));
  if (op->type == WS_PTX_F32)
    {
      volatile float value;

      if (ws_type_is_signed (op->type2))
        value = (float)(gint64)x;
      else
        value = (float)x;
      fesetround (before);
      result = finish_float (op, value);
    }
  else
    {
      volatile double value;

      if (ws_type_is_signed (op->type2))
        value = (double)(gint64)x;
      else
        value = (double)x;
      fesetround (before);
      result = ws_from_double (value);
    }
  return result;
}

static guint64
float_to_float (const WsOp *op, guint64 a)
{
  double value = ws_to_double (op->type2, a, op->ftz);
  int before;
  volatile float narrow;

  if (op->round >= WS_PTX_MOD_RNI && op->round <= WS_PTX_MOD_RPI)
    value = round_integral (op, value);
  if (op->type == WS_PTX_F64)
    {
      if (op->sat)
        value = value > 0 ? (value < 1 ? value : 1) : 0;
      return isnan (value) ? G_GUINT64_CONSTANT (0xfff8000000000000) : ws_from_double (value);
    }
  before = fegetround ();
  fesetround (host_rounding (op->round));
  narrow = (float)value;
  fesetround (before);
  return finish_float (op, narrow);
}

static guint64
integer_to_integer (const WsOp *op, guint64 a)
{
  guint64 x = ws_extend (op->type2, a);
  guint bits = ws_type_bits (op->type);
  gboolean from_signed = ws_type_is_signed (op->type2);

  if (!op->sat)
    return x;
  if (ws_type_is_signed (op->type))
    {
      gint64 high = bits == 64 ? G_MAXINT64 : (G_GINT64_CONSTANT (1) << (bits - 1)) - 1;
      gint64 low = -high - 1;

      if (!from_signed)
        return x > (guint64)high ? (guint64)high : x;
      return (guint64)CLAMP ((gint64)x, low, high);
    }
  if (from_signed && (gint64)x < 0)
    return 0;
  return bits < 64 && x >> bits != 0 ? ws_truncate (op->type, G_MAXUINT64) : x;
}

/**
 * ws_eval_convert:
 * @op: a cvt
 * @a: bits of its source
 *
 * Returns: bits of the result (PTX ISA, cvt)
 */
guint64
ws_eval_convert (const WsOp *op, guint64 a)
{
  if (ws_type_is_float (op->type))
    return ws_type_is_float (op->type2) ? float_to_float (op, a) : integer_to_float (op, a);
  return ws_type_is_float (op->type2) ? float_to_integer (op, a) : integer_to_integer (op, a);
}
