/* lanes-half.h: operations that lanes.def uses for numbers of 16 bits and fewer: .f16, .bf16,
 * .tf32, .e4m3 and .e5m2.
 *
 * All of them are computed in double precision and rounded once, by the bits. Where a double cannot
 * hold a sum exactly, its last bit is set if anything was lost ("round to odd", Boldo and
 * Melquiond, "Emulation of FMA and correctly rounded sums"), so that the second rounding is right.
 */
#pragma once

#include "vm/lanes-ops.h"

G_BEGIN_DECLS

/* A format, and the modifiers that an instruction applies to results. */
typedef struct {
  guint32 digits;   /* bits of the significand, with the implicit one */
  gint32 lowest;    /* exponent of the smallest normal number */
  guint32 infinity; /* bits of what is beyond the largest number: infinity, or else a NaN */
  guint32 largest;  /* bits of the largest number */
  guint32 nan;
  guint32 sign;
  guint32 least_bits; /* magnitudes below are flushed; 0: none */
  double least;
  double low, high; /* of the result: of .sat and .relu */
  guint32 nan_result;
  guint8 round;
  gboolean stops; /* at the largest number: satfinite, or a format without infinity */
} Half;

WS_INLINE gboolean
is_bf16 (guint8 type)
{
  return type == WS_PTX_BF16 || type == WS_PTX_BF16X2;
}

WS_INLINE gboolean
is_half (guint8 type)
{
  return type >= WS_PTX_F16 && type <= WS_PTX_BF16X2;
}

WS_INLINE Half
format_of (guint8 type)
{
  switch (type)
    {
    case WS_PTX_BF16:
    case WS_PTX_BF16X2:
      return (Half){ 8, -126, 0x7f80, 0x7f7f, 0x7fff, 0x8000, .least_bits = 0x0080 };
    case WS_PTX_TF32:
      /* 19 bits, that stand above 13 zeros */
      return (Half){ 11, -126, 0x3fc00, 0x3fbff, 0x3ffff, 0x40000, .least_bits = 0x400 };
    case WS_PTX_E4M3X2:
      return (Half){ 4, -6, 0x7f, 0x7e, 0x7f, 0x80, .stops = TRUE };
    case WS_PTX_E5M2X2:
      return (Half){ 3, -14, 0x7c, 0x7b, 0x7f, 0x80, .stops = TRUE };
    default:
      return (Half){ 11, -14, 0x7c00, 0x7bff, 0x7fff, 0x8000, .least_bits = 0x0400 };
    }
}

/* Of @type, one of those that @op has. .ftz of a conversion is about .f32, not about it. */
WS_INLINE Half
half_of (const WsOp *op, guint8 type)
{
  Half h = format_of (type);
  gboolean flushes = op->ftz && op->opcode != WS_PTX_CVT;
  gboolean relu = op->kind == WS_PTX_MOD_RELU || op->kind2 == WS_PTX_MOD_RELU;

  h.least = !flushes ? 0 : is_bf16 (type) ? 0x1p-126 : 0x1p-14;
  h.least_bits = flushes ? h.least_bits : 0;
  h.low = op->sat || relu ? 0 : -INFINITY;
  h.high = op->sat ? 1 : INFINITY;
  h.nan_result = op->sat ? 0 : h.nan;
  h.round = op->round;
  h.stops |= op->kind == WS_PTX_MOD_SATFINITE || op->kind2 == WS_PTX_MOD_SATFINITE;
  return h;
}

/* 2^@by, of a normal number. */
WS_INLINE double
power_of (gint32 by)
{
  return ws_of_bits ((guint64)(by + 1023) << 52);
}

/* The bits of a magnitude, by its 53 bits and more; overflow is not looked at. */
WS_INLINE guint64
round_magnitude (guint64 magnitude, guint32 digits, gint32 lowest, guint8 round, gboolean negative)
{
  gint32 exponent = (gint32)(magnitude >> 52) - 1023;
  guint64 whole = (magnitude & ((G_GUINT64_CONSTANT (1) << 52) - 1)) | G_GUINT64_CONSTANT (1) << 52;
  gint32 below = exponent < lowest ? lowest - exponent : 0;
  guint32 drop = (guint32)MIN (53 - (gint32)digits + below, 62);
  guint64 kept = whole >> drop;
  guint64 rest = whole & ((G_GUINT64_CONSTANT (1) << drop) - 1);
  guint64 half = G_GUINT64_CONSTANT (1) << (drop - 1);
  guint64 nearest = (rest > half) | ((rest == half) & (kept & 1));
  guint64 up = round == WS_PTX_MOD_RZ    ? 0
               : round == WS_PTX_MOD_RNA ? rest >= half
               : round == WS_PTX_MOD_RM  ? (negative & (rest != 0))
               : round == WS_PTX_MOD_RP  ? (!negative & (rest != 0))
                                         : nearest;
  guint64 scale = (guint64)(guint32)(exponent < lowest ? 0 : exponent - lowest) << (digits - 1);

  return magnitude == 0 ? 0 : scale + kept + up;
}

/* A number, or no number, to the bits of a format. */
WS_INLINE guint32
to_format (Half h, double value)
{
  guint64 bits = ws_from_double (value);
  gboolean negative = (gboolean)(bits >> 63);
  guint64 magnitude = bits & ~SIGN64;
  guint64 rounded = round_magnitude (magnitude, h.digits, h.lowest, h.round, negative);
  gboolean cut = h.stops || h.round == WS_PTX_MOD_RZ || (h.round == WS_PTX_MOD_RM && !negative)
                 || (h.round == WS_PTX_MOD_RP && negative);
  guint32 beyond = cut && (h.stops || magnitude != INFINITY64) ? h.largest : h.infinity;
  guint32 result = magnitude >= INFINITY64 || rounded > h.largest ? beyond : (guint32)rounded;

  return result | (negative ? h.sign : 0);
}

/* What an operation gives: within .sat and .relu, flushed. */
WS_INLINE guint32
finish_half (Half h, double value)
{
  double within = value > h.low ? (value < h.high ? value : h.high) : h.low;
  double flushed = fabs (within) < h.least ? __builtin_copysign (0., within) : within;

  return value != value ? h.nan_result : to_format (h, flushed);
}

/* A number of 16 bits is a float. */
WS_INLINE float
half_value (guint8 type, guint32 bits)
{
  guint32 magnitude = bits & 0x7fff;
  guint32 sign = (bits & 0x8000) << 16;
  float small = ws_to_float (magnitude << 13) * 0x1p112f;
  guint32 f16 = (magnitude & 0x7c00) == 0x7c00 ? magnitude << 13 | 0x7f800000
                                               : (guint32)ws_from_float (small);

  return ws_to_float (sign | (is_bf16 (type) ? magnitude << 16 : f16));
}

WS_INLINE double
operand (Half h, guint8 type, guint32 bits)
{
  return (double)half_value (type, (bits & 0x7fff) < h.least_bits ? bits & 0x8000 : bits);
}

/* Of .e4m3 and .e5m2; the first has no infinity, and one NaN. */
WS_INLINE double
eighth_value (guint8 type, guint32 bits)
{
  guint32 magnitude = bits & 0x7f;
  guint32 digits = type == WS_PTX_E4M3X2 ? 3 : 2;
  gint32 lowest = type == WS_PTX_E4M3X2 ? -6 : -14;
  guint32 exponent = magnitude >> digits;
  guint32 fraction = magnitude & ((1u << digits) - 1);
  double value = exponent == 0 ? (double)fraction * power_of (lowest - (gint32)digits)
                               : (double)(fraction | 1u << digits)
                                     * power_of (lowest + (gint32)exponent - 1 - (gint32)digits);

  value = type == WS_PTX_E5M2X2 && magnitude == 0x7c ? INFINITY : value;
  value = magnitude > (type == WS_PTX_E4M3X2 ? 0x7eu : 0x7cu) ? NAN : value;
  return bits & 0x80 ? -value : value;
}

/* A sum rounded to odd, to be rounded once more. */
WS_INLINE double
odd_sum (double a, double b)
{
  double sum = a + b;
  double part = sum - a;
  double lost = (a - (sum - part)) + (b - part);
  guint64 bits = ws_from_double (sum);
  gboolean inward = (lost < 0) != (sum < 0);
  gboolean cut = lost != 0 && fabs (sum) < INFINITY;
  guint64 odd = (bits - (inward ? 1 : 0)) | 1;

  return cut && (bits & 1) == 0 ? ws_of_bits (odd) : sum;
}

/* Likewise for an integer. */
WS_INLINE double
odd_u64 (guint64 value)
{
  gboolean lost = value >> 53 != 0 && (value & 0x7ff) != 0;

  return double_of (lost ? (value & ~(guint64)0x7ff) | 0x800 : value);
}

WS_INLINE double
odd_s64 (gint64 value)
{
  return value < 0 ? -odd_u64 (-(guint64)value) : odd_u64 ((guint64)value);
}

#define whole_u64 odd_u64
#define whole_u32 odd_u64
#define whole_u16 odd_u64
#define whole_u8  odd_u64
#define whole_s64 odd_s64
#define whole_s32 odd_s64
#define whole_s16 odd_s64
#define whole_s8  odd_s64

/* ---- two halves of a word; of a single one the upper half of the result means nothing ---- */

#define WS_OF_HALVES(name, expression)                                                            \
  WS_INLINE guint32 one_##name (Half h, guint8 type, guint8 kind, guint32 a_bits, guint32 b_bits, \
                                guint32 c_bits)                                                   \
  {                                                                                               \
    const double a G_GNUC_UNUSED = operand (h, type, a_bits);                                     \
    const double b G_GNUC_UNUSED = operand (h, type, b_bits);                                     \
    const double c G_GNUC_UNUSED = operand (h, type, c_bits);                                     \
                                                                                                  \
    return (expression);                                                                          \
  }                                                                                               \
  WS_INLINE guint32 halves_##name (Half h, guint8 type, guint8 kind, guint32 a, guint32 b,        \
                                   guint32 c)                                                     \
  {                                                                                               \
    return one_##name (h, type, kind, a & 0xffff, b & 0xffff, c & 0xffff)                         \
           | one_##name (h, type, kind, a >> 16, b >> 16, c >> 16) << 16;                         \
  }

WS_OF_HALVES (add, finish_half (h, odd_sum (a, b)))
WS_OF_HALVES (sub, finish_half (h, odd_sum (a, -b)))
WS_OF_HALVES (mul, finish_half (h, a *b))
WS_OF_HALVES (fma, finish_half (h, odd_sum (a *b, c)))
WS_OF_HALVES (abs, finish_half (h, fabs (a)))
WS_OF_HALVES (neg, finish_half (h, -a))
WS_OF_HALVES (ex2, finish_half (h, ws_power_of_two (a)))
WS_OF_HALVES (tanh, finish_half (h, (double)ws_tanh ((float)a)))

/* With .NaN, a NaN wins; with .xorsign.abs, of the magnitudes, with the product's sign. */
WS_INLINE guint32
extreme_half (Half h, guint8 type, guint8 kind, guint8 kind2, gboolean larger, guint32 a, guint32 b)
{
  guint32 bits =
      extreme_f32 (kind, kind2, larger, (float)operand (h, type, a), (float)operand (h, type, b));

  return finish_half (h, (double)ws_to_float (bits));
}

WS_INLINE guint32
halves_extreme (Half h, guint8 type, guint8 kind, guint8 kind2, gboolean larger, guint32 a,
                guint32 b)
{
  return extreme_half (h, type, kind, kind2, larger, a & 0xffff, b & 0xffff)
         | extreme_half (h, type, kind, kind2, larger, a >> 16, b >> 16) << 16;
}

/* The relation of two numbers: a bit. */
enum { LESS = 1, EQUAL = 2, GREATER = 4, UNORDERED = 8 };

WS_INLINE guint32
relation_of (double a, double b)
{
  return a < b ? LESS : a == b ? EQUAL : a > b ? GREATER : UNORDERED;
}

/* The relations in which a comparison holds, as a set (PTX ISA, "Floating Point Comparisons"). */
WS_INLINE guint32
relations_of (guint8 compare)
{
  static const guint8 sets[] = {
    [WS_PTX_EQ] = EQUAL,
    [WS_PTX_NE] = LESS | GREATER,
    [WS_PTX_LT] = LESS,
    [WS_PTX_LE] = LESS | EQUAL,
    [WS_PTX_GT] = GREATER,
    [WS_PTX_GE] = GREATER | EQUAL,
    [WS_PTX_EQU] = EQUAL | UNORDERED,
    [WS_PTX_NEU] = LESS | GREATER | UNORDERED,
    [WS_PTX_LTU] = LESS | UNORDERED,
    [WS_PTX_LEU] = LESS | EQUAL | UNORDERED,
    [WS_PTX_GTU] = GREATER | UNORDERED,
    [WS_PTX_GEU] = GREATER | EQUAL | UNORDERED,
    [WS_PTX_NUM] = LESS | EQUAL | GREATER,
    [WS_PTX_NAN] = UNORDERED,
  };

  return sets[compare];
}

/* ---- conversion ---- */

/* Two at once: the first source is the upper half (PTX ISA, cvt). */
WS_INLINE guint32
pack_half (Half h, double upper, double lower)
{
  guint32 by = h.sign == 0x80 ? 8 : 16;

  return finish_half (h, upper) << by | finish_half (h, lower);
}

/* Rounds to an integer, if @mode is one of these; else returns the value itself. */
WS_INLINE double
whole_half (guint8 mode, double a)
{
  return mode == WS_PTX_MOD_RNI   ? __builtin_nearbyint (a)
         : mode == WS_PTX_MOD_RZI ? __builtin_trunc (a)
         : mode == WS_PTX_MOD_RMI ? __builtin_floor (a)
         : mode == WS_PTX_MOD_RPI ? __builtin_ceil (a)
                                  : a;
}

/* To .f32: a NaN of .f16 is made anew, one of .bf16 is a float already. */
WS_INLINE guint32
widen_half (Words w, guint8 type, guint32 bits)
{
  float value = half_value (type, bits);

  if (value != value)
    return is_bf16 (type) && w.nan != 0 && w.least == 0 ? bits << 16 : w.nan;
  return finish (w, value);
}

WS_INLINE guint64
widen_half_twice (Words w, guint8 type, guint32 bits)
{
  double value = (double)half_value (type, bits);

  if (value != value && w.nan != 0)
    return (guint64)(bits & 0x8000) << 48 | INFINITY64 | QUIET64
           | (guint64)(bits & 0x7fff) << (is_bf16 (type) ? 45 : 42);
  return finish_f64 (w, value);
}

WS_INLINE guint32
eighths_to_f16 (Half h, guint8 type, guint32 bits)
{
  return finish_half (h, eighth_value (type, bits & 0xff))
         | finish_half (h, eighth_value (type, bits >> 8)) << 16;
}

/* Of .f64: a NaN keeps its sign and what there is room for. */
WS_INLINE guint32
narrow_half (Half h, double value)
{
  guint64 bits = ws_from_double (value);
  guint32 quiet = h.infinity | 1u << (h.digits - 2);
  guint32 payload = (guint32)(bits >> (53 - h.digits)) & ((1u << (h.digits - 1)) - 1);

  if (value != value && h.nan_result != 0)
    return (guint32)(bits >> 48 & h.sign) | quiet | payload;
  return finish_half (h, value);
}

/* .tf32 stands in the upper 19 bits of a word; what is below it is 0. With .rna a NaN is cut
 * off, and satfinite takes a unit off what is no number, a NaN too. */
WS_INLINE guint32
to_tf32 (Half h, guint32 bits)
{
  guint32 half = (bits & 0x7fffffff) > 0x7f800000 ? 0 : 0x1000;
  guint32 nearest = (bits + half) & ~0x1fffu;
  guint32 beyond = h.stops && (nearest & 0x7fffffff) >= 0x7f800000 ? 0x2000 : 0;

  return h.round == WS_PTX_MOD_RNA ? nearest - beyond
                                   : finish_half (h, (double)ws_to_float (bits)) << 13;
}

G_END_DECLS
