/* lanes-ops.h: the operations that rows of lanes.def name. Each serves one lane of a loop that the
 * compiler vectorises: no branches, no calls. */
#pragma once

#include "vm/lanes-math.h"
#include "vm/vm.h"

G_BEGIN_DECLS

#define SIGN64         (G_GUINT64_CONSTANT (1) << 63)
#define INFINITY64     G_GUINT64_CONSTANT (0x7ff0000000000000)
#define LEAST_NORMAL64 G_GUINT64_CONSTANT (0x0010000000000000)
/* The NaN that an invalid operation returns (PTX ISA 9.7.3; of .f64 as the hardware does). */
#define NAN32   0x7fffffffu
#define NAN64   G_GUINT64_CONSTANT (0xfff8000000000000)
#define QUIET64 (G_GUINT64_CONSTANT (1) << 51)

/* ---- integers ---- */

WS_INLINE guint32
saturate (gint64 value)
{
  return (guint32)CLAMP (value, G_MININT32, G_MAXINT32);
}

WS_INLINE guint32
high_u32 (guint32 a, guint32 b)
{
  return (guint32)(((guint64)a * b) >> 32);
}

WS_INLINE guint32
high_s32 (gint32 a, gint32 b)
{
  return (guint32)((guint64)((gint64)a * b) >> 32);
}

WS_INLINE guint64
high_u64 (guint64 a, guint64 b)
{
  return (guint64)(((unsigned __int128)a * b) >> 64);
}

WS_INLINE guint64
high_s64 (gint64 a, gint64 b)
{
  return (guint64)(((__int128)a * b) >> 64);
}

/* mul24, mad24: the low 24 bits of each factor; hi takes bits 16 to 47 of the product. */
WS_INLINE guint64
product24_u (guint32 a, guint32 b)
{
  return (guint64)(a & 0xffffff) * (b & 0xffffff);
}

WS_INLINE gint64
product24_s (guint32 a, guint32 b)
{
  return (gint64)((gint32)(a << 8) >> 8) * ((gint32)(b << 8) >> 8);
}

/* The double quotient of two 32-bit integers never rounds up to the next integer. So several lanes
 * divide at once; integer division would be scalar. */
WS_INLINE guint32
quotient_u32 (guint32 a, guint32 b)
{
  return (guint32)((double)a / (b == 0 ? 1. : (double)b));
}

/* -2^31 / -1 wraps around. */
WS_INLINE guint32
quotient_s32 (gint32 a, gint32 b)
{
  guint32 x = a < 0 ? -(guint32)a : (guint32)a;
  guint32 y = b < 0 ? -(guint32)b : (guint32)b;
  guint32 quotient = quotient_u32 (x, y);

  return (a ^ b) < 0 ? -quotient : quotient;
}

/* Vectorised if the host has the instructions: two quotients of doubles, the second of the first
 * one's remainder. The sum is off by one at most. */
WS_INLINE guint64
quotient_u64 (guint64 a, guint64 b)
{
#ifdef __AVX512DQ__
  const double share = 1. / (b == 0 ? 1. : (double)b);
  const double about = (double)a * share;
  const guint64 first = (guint64)(about < 0x1.fffffffffffffp63 ? about : 0x1.fffffffffffffp63);
  const gint64 left = (gint64)(a - first * b);
  const gint64 second = (gint64)((double)left * share);
  const gint64 rest = left - second * (gint64)b;
  guint64 quotient = first + (guint64)second;
  /* for divisors so large that the remainder may not fit a signed number */
  const guint64 of_three =
      (guint64)(a >= b) + (guint64)(a >= 2 * b) + (guint64)((a >= 2 * b) & (a - 2 * b >= b));
  const guint64 of_few = b >> 63 != 0 ? (guint64)(a >= b) : of_three;

  quotient = rest < 0 ? quotient - 1 : quotient;
  quotient = rest >= (gint64)b ? quotient + 1 : quotient;
  return b >> 62 != 0 ? of_few : quotient;
#else
  return b == 0 ? 0 : a / b;
#endif
}

/* Like quotient_u32(), for a dividend below 2^53: a larger divisor is rounded to a double of at
 * least 2^53, so the quotient is still 0. */
WS_INLINE guint64
quotient_u53 (guint64 a, guint64 b)
{
#ifdef __AVX512DQ__
  const double quotient = (double)a / (b == 0 ? 1. : (double)b);

  /* inactive lanes may hold anything */
  return (guint64)(quotient < 0x1p53 ? quotient : 0x1p53);
#else
  return b == 0 ? 0 : a / b;
#endif
}

WS_INLINE guint64
magnitude_64 (gint64 a)
{
  return a < 0 ? -(guint64)a : (guint64)a;
}

WS_INLINE guint64
quotient_s64 (gint64 a, gint64 b)
{
  const guint64 quotient = quotient_u64 (magnitude_64 (a), magnitude_64 (b));

  return (a ^ b) < 0 ? -quotient : quotient;
}

WS_INLINE guint64
quotient_s53 (gint64 a, gint64 b)
{
  const guint64 quotient = quotient_u53 (magnitude_64 (a), magnitude_64 (b));

  return (a ^ b) < 0 ? -quotient : quotient;
}

WS_INLINE guint32
ones_of_32 (guint32 a)
{
  a -= (a >> 1) & 0x55555555;
  a = (a & 0x33333333) + ((a >> 2) & 0x33333333);
  a = (a + (a >> 4)) & 0x0f0f0f0f;
  a += a >> 8;
  return (a + (a >> 16)) & 63;
}

WS_INLINE guint32
ones_of_64 (guint64 a)
{
  return ones_of_32 ((guint32)a) + ones_of_32 ((guint32)(a >> 32));
}

/* Sets all bits below the highest one. */
WS_INLINE guint32
smear_32 (guint32 a)
{
  a |= a >> 1;
  a |= a >> 2;
  a |= a >> 4;
  a |= a >> 8;
  return a | a >> 16;
}

WS_INLINE guint64
smear_64 (guint64 a)
{
  a |= a >> 1;
  a |= a >> 2;
  a |= a >> 4;
  a |= a >> 8;
  a |= a >> 16;
  return a | a >> 32;
}

/* Converts a bit position, 1-based from the bottom, to one from the top; none gives all ones. */
WS_INLINE guint32
from_top (guint32 bits, guint32 place)
{
  return place == 0 ? G_MAXUINT32 : bits - place;
}

WS_INLINE guint32
reverse_32 (guint32 a)
{
  a = (a & 0x55555555) << 1 | ((a >> 1) & 0x55555555);
  a = (a & 0x33333333) << 2 | ((a >> 2) & 0x33333333);
  a = (a & 0x0f0f0f0f) << 4 | ((a >> 4) & 0x0f0f0f0f);
  a = (a & 0x00ff00ff) << 8 | ((a >> 8) & 0x00ff00ff);
  return a << 16 | a >> 16;
}

WS_INLINE guint64
reverse_64 (guint64 a)
{
  return (guint64)reverse_32 ((guint32)a) << 32 | reverse_32 ((guint32)(a >> 32));
}

/* bfe: @n bits from @at on; beyond the top, the sign of the highest bit (PTX ISA, bfe). */
WS_INLINE guint32
field_u32 (guint32 a, guint32 at, guint32 n)
{
  guint32 mask = n > 31 ? G_MAXUINT32 : (1u << (n & 31)) - 1;

  return at > 31 ? 0 : (a >> (at & 31)) & mask;
}

/* A mask of so many ones, with operations that also vectorise for 64 bits. */
WS_INLINE guint64
ones_64 (guint64 n)
{
  return ((G_GUINT64_CONSTANT (1) << (n & 63)) - 1)
         | (0 - ((n >> 6) != 0 ? G_GUINT64_CONSTANT (1) : 0));
}

WS_INLINE guint64
field_u64 (guint64 a, guint64 at, guint64 n)
{
  return (a >> (at & 63)) & ones_64 (n) & ~ones_64 (at & ~(guint64)63);
}

WS_INLINE guint32
field_s32 (gint32 a, guint32 at, guint32 n)
{
  guint32 from = at > 31 ? 31 : at;
  guint32 have = 32 - from;
  guint32 unused = n < have ? 32 - n : 32 - have;
  gint32 field = a >> from;

  return n == 0 ? 0 : (guint32)((gint32)((guint32)field << (unused & 31)) >> (unused & 31));
}

WS_INLINE guint64
field_s64 (gint64 a, guint64 at, guint64 n)
{
  guint64 from = at > 63 ? 63 : at;
  guint64 have = 64 - from;
  guint64 unused = n < have ? 64 - n : 64 - have;
  gint64 field = a >> from;

  return n == 0 ? 0 : (guint64)((gint64)((guint64)field << (unused & 63)) >> (unused & 63));
}

WS_INLINE guint32
put_field_32 (guint32 a, guint32 b, guint32 at, guint32 n)
{
  guint32 mask = at > 31 ? 0 : (n > 31 ? G_MAXUINT32 : (1u << (n & 31)) - 1) << (at & 31);

  return (b & ~mask) | ((a << (at & 31)) & mask);
}

WS_INLINE guint64
put_field_64 (guint64 a, guint64 b, guint64 at, guint64 n)
{
  guint64 mask = (ones_64 (n) << (at & 63)) & ~ones_64 (at & ~(guint64)63);

  return (b & ~mask) | ((a << (at & 63)) & mask);
}

/* fns: the place of the |n|-th one, upwards or downwards from @base. */
WS_INLINE guint32
nth_one (guint32 mask, guint32 base, gint32 n)
{
  gint32 step = n >= 0 ? 1 : -1;
  guint32 left = n < 0 ? -(guint32)n : (guint32)n;

  /* what a GPU gives */
  if (n == G_MININT32)
    return 0;
  if (base > 31)
    return G_MAXUINT32;
  if (n == 0)
    return (mask >> base) & 1 ? base : G_MAXUINT32;
  for (gint32 at = (gint32)base; at >= 0 && at < 32; at += step)
    if (((mask >> at) & 1) != 0 && --left == 0)
      return (guint32)at;
  return G_MAXUINT32;
}

/* A number of so many bits, of a type with or without a sign. */
WS_INLINE guint32
with_sign (guint8 type, guint32 bits, guint32 value)
{
  guint32 sign = ws_type_is_signed (type) ? 1u << (bits - 1) : 0;

  return ((value & ((1u << bits) - 1)) ^ sign) - sign;
}

WS_INLINE guint32
dot_of_four (guint8 type, guint8 type2, guint32 a, guint32 b)
{
  return with_sign (type, 8, a) * with_sign (type2, 8, b)
         + with_sign (type, 8, a >> 8) * with_sign (type2, 8, b >> 8)
         + with_sign (type, 8, a >> 16) * with_sign (type2, 8, b >> 16)
         + with_sign (type, 8, a >> 24) * with_sign (type2, 8, b >> 24);
}

WS_INLINE guint32
dot_of_two (guint8 type, guint8 type2, guint32 a, guint32 b)
{
  return with_sign (type, 16, a) * with_sign (type2, 8, b)
         + with_sign (type, 16, a >> 16) * with_sign (type2, 8, b >> 8);
}

/* The lower 16 bits of both: of a pair. */
WS_INLINE guint32
pair_of (gint64 low, gint64 high)
{
  return (guint32)(low & 0xffff) | (guint32)((high & 0xffff) << 16);
}

WS_INLINE guint32
logic (guint32 table, guint32 a, guint32 b, guint32 c)
{
#define TERM(k) (0 - ((table >> (k)) & 1))
  guint32 if_a =
      (b & ((c & TERM (7)) | (~c & TERM (6)))) | (~b & ((c & TERM (5)) | (~c & TERM (4))));
  guint32 else_a =
      (b & ((c & TERM (3)) | (~c & TERM (2)))) | (~b & ((c & TERM (1)) | (~c & TERM (0))));
#undef TERM

  return (a & if_a) | (~a & else_a);
}

WS_INLINE guint64
pair (guint32 low, guint32 high)
{
  return (guint64)high << 32 | low;
}

WS_INLINE guint32
shift_of (guint8 word, guint32 by)
{
  return word == WS_PTX_MOD_WRAP ? by & 31 : MIN (by, 32);
}

/* prmt: bit 3 of a selector copies the sign of the byte. */
WS_INLINE guint32
pick_byte (guint64 bytes, guint32 selector)
{
  guint32 byte = (guint32)(bytes >> (8 * (selector & 7))) & 0xff;

  return selector & 8 ? (0 - (byte >> 7)) & 0xff : byte;
}

WS_INLINE guint32
pick_bytes (guint64 bytes, guint32 selectors)
{
  return pick_byte (bytes, selectors) | pick_byte (bytes, selectors >> 4) << 8
         | pick_byte (bytes, selectors >> 8) << 16 | pick_byte (bytes, selectors >> 12) << 24;
}

WS_INLINE guint32
one_of (guint32 which, guint32 first, guint32 second, guint32 third, guint32 fourth)
{
  return which & 2 ? (which & 1 ? fourth : third) : (which & 1 ? second : first);
}

WS_INLINE guint64
window_of (guint8 space)
{
  return space == WS_SPACE_SHARED  ? WS_SHARED_WINDOW
         : space == WS_SPACE_LOCAL ? WS_LOCAL_WINDOW
         : space == WS_SPACE_CONST ? WS_CONST_WINDOW
                                   : 0;
}

/* ---- floating point ---- */

/* Parameters of .ftz and .sat; without these, @least, @low and @high have no effect. */
typedef struct {
  guint32 least; /* bits of the smallest magnitude that stays */
  guint32 nan;
  float low;
  float high;
} Words;

WS_INLINE Words
words_of (const WsOp *op)
{
  return (Words){
    .least = op->ftz ? 0x00800000 : 0,
    .nan = op->sat ? 0 : NAN32,
    .low = op->sat ? 0 : -INFINITY,
    .high = op->sat ? 1 : INFINITY,
  };
}

WS_INLINE guint32
flush (Words w, guint32 bits)
{
  return (bits & 0x7fffffff) < w.least ? bits & 0x80000000 : bits;
}

WS_INLINE guint32
of_f32 (float value)
{
  return value != value ? NAN32 : (guint32)ws_from_float (value);
}

/* A NaN operand propagates, quieted, with its sign and payload; the first of several wins. A
 * generated NaN is always the same. */
WS_INLINE guint64
nan_of (double a, double b, double c)
{
  guint64 first = c != c ? ws_from_double (c) : NAN64;

  first = b != b ? ws_from_double (b) : first;
  first = a != a ? ws_from_double (a) : first;
  return first | QUIET64;
}

WS_INLINE guint64
of_f64 (double value, double a, double b, double c)
{
  return value != value ? nan_of (a, b, c) : ws_from_double (value);
}

WS_INLINE guint32
finish (Words w, float value)
{
  float within = value > w.low ? (value < w.high ? value : w.high) : w.low;

  return value != value ? w.nan : flush (w, (guint32)ws_from_float (within));
}

/* Whether the exact sum of a product (held by a double) and @c is below 2^-126. If the rounded sum
 * is exactly 2^-126, the rounding error decides. */
WS_INLINE gboolean
sum_is_tiny (double product, double c)
{
  double sum = product + c;
  gboolean c_is_larger = fabs (c) > fabs (product);
  double larger = c_is_larger ? c : product;
  double smaller = c_is_larger ? product : c;
  double lost = smaller - (sum - larger);

  /* a normal number stays, however little is subtracted */
  if (c_is_larger && fabs (c) == 0x1p-126)
    return fabs (sum) < 0x1p-126;
  return fabs (sum) < 0x1p-126 || (fabs (sum) == 0x1p-126 && (sum > 0 ? lost < 0 : lost > 0));
}

/* Converts an integer. When rounding downwards, the code that a compiler generates (a difference)
 * would give -0 for 0. */
#define float_of(whole)  ((whole) == 0 ? 0.f : (float)(whole))
#define double_of(whole) ((whole) == 0 ? 0. : (double)(whole))

WS_INLINE guint64
finish_f64 (Words w, double value)
{
  double low = (double)w.low;
  double high = (double)w.high;
  double within = value > low ? (value < high ? value : high) : low;

  return value != value ? (w.nan != 0 ? ws_from_double (value) | QUIET64 : 0)
                        : ws_from_double (within);
}

/* Of a NaN the sign and the upper part of the payload. */
WS_INLINE guint32
narrow (Words w, double value)
{
  guint64 bits = ws_from_double (value);
  guint32 nan =
      (guint32)(bits >> 32 & 0x80000000) | 0x7fc00000 | ((guint32)(bits >> 29) & 0x3fffff);

  /* flushing follows the rounding to that many bits, and precedes that of subnormals */
  if (w.least != 0 && __builtin_fabsf ((float)(value * 0x1p64)) < 0x1p-62f)
    return (guint32)(bits >> 32 & 0x80000000) & (w.nan != 0 ? G_MAXUINT32 : 0);
  return value != value ? (w.nan != 0 ? nan : 0) : finish (w, (float)value);
}

WS_INLINE guint64
widen (Words w, float value)
{
  guint64 bits = finish_f64 (w, (double)value);

  return value != value && w.least != 0 && w.nan != 0 ? G_GUINT64_CONSTANT (0x7fffffffe0000000)
                                                      : bits;
}

/* Without a modifier it is a copy. */
WS_INLINE guint32
copy_f32 (Words w, float value)
{
  return value != value && w.least == 0 ? (w.nan != 0 ? (guint32)ws_from_float (value) : 0)
                                        : finish (w, value);
}

/* Prefers a number over a NaN; of two zeros, the sign decides. */
WS_INLINE float
smaller_f32 (float a, float b)
{
  float lesser = a < b ? a : b;
  guint32 both = (guint32)ws_from_float (a) | (guint32)ws_from_float (b);

  lesser = a == b ? ws_to_float (both) : lesser;
  lesser = a != a ? b : lesser;
  return b != b ? a : lesser;
}

WS_INLINE float
larger_f32 (float a, float b)
{
  float greater = a > b ? a : b;
  guint32 both = (guint32)ws_from_float (a) & (guint32)ws_from_float (b);

  greater = a == b ? ws_to_float (both) : greater;
  greater = a != a ? b : greater;
  return b != b ? a : greater;
}

WS_INLINE double
smaller_f64 (double a, double b)
{
  double lesser = a < b ? a : b;

  lesser = a == b ? ws_of_bits (ws_from_double (a) | ws_from_double (b)) : lesser;
  lesser = b != b ? a : lesser;
  return a != a ? b : lesser;
}

WS_INLINE double
larger_f64 (double a, double b)
{
  double greater = a > b ? a : b;

  greater = a == b ? ws_of_bits (ws_from_double (a) & ws_from_double (b)) : greater;
  greater = b != b ? a : greater;
  return a != a ? b : greater;
}

/* With .NaN, a NaN wins; with .xorsign.abs, of the magnitudes, with the product's sign. */
WS_INLINE guint32
extreme_f32 (guint8 kind, guint8 kind2, gboolean larger, float a, float b)
{
  gboolean of_magnitudes = kind2 == WS_PTX_MOD_XORSIGN;
  float x = of_magnitudes ? __builtin_fabsf (a) : a;
  float y = of_magnitudes ? __builtin_fabsf (b) : b;
  float value = larger ? larger_f32 (x, y) : smaller_f32 (x, y);
  guint32 sign = (guint32)(ws_from_float (a) ^ ws_from_float (b)) & 0x80000000;
  guint32 bits = (guint32)ws_from_float (value) | (of_magnitudes ? sign : 0);
  gboolean is_nan = value != value || (kind == WS_PTX_MOD_NAN && (a != a || b != b));

  return is_nan ? NAN32 : bits;
}

/* rcp.approx.ftz.f64: of the upper word alone; the lower one of the result is 0 (PTX ISA). */
WS_INLINE guint64
flush_f64 (guint64 bits)
{
  return (bits & ~SIGN64) < LEAST_NORMAL64 ? bits & SIGN64 : bits;
}

WS_INLINE guint64
upper_word (double value)
{
  guint64 bits = ws_from_double (value) + 0x80000000;

  return value != value ? NAN64 : flush_f64 (bits & ~(guint64)G_MAXUINT32);
}

WS_INLINE guint64
upper_reciprocal (guint64 a)
{
  return upper_word (1. / ws_of_bits (flush_f64 (a)));
}

WS_INLINE guint64
upper_reciprocal_root (guint64 a)
{
  return upper_word (1. / __builtin_sqrt (ws_of_bits (flush_f64 (a))));
}

/* ---- conversion ---- */

/* The values of an integer type, and what becomes of a NaN. */
typedef struct {
  gint64 low;
  guint64 high;
  guint64 nan;
} Range;

WS_INLINE Range
range_of (const WsOp *op)
{
  guint bits = ws_type_bits (op->type);
  guint64 top = G_GUINT64_CONSTANT (1) << (bits - 1);
  gboolean is_signed = ws_type_is_signed (op->type);
  /* of .f32, 0, but for results of 64 bits; of .f64 the highest bit, as the hardware does */
  guint64 nan = op->type2 == WS_PTX_F64 || bits == 64 ? top : 0;

  return (Range){
    .low = is_signed ? (gint64)(0 - top) : 0,
    .high = is_signed ? top - 1 : top | (top - 1),
    .nan = is_signed ? 0 - nan : nan,
  };
}

WS_INLINE guint64
clamp_s64 (Range range, gint64 a)
{
  gint64 high = (gint64)MIN (range.high, (guint64)G_MAXINT64);

  return (guint64)(a < range.low ? range.low : a > high ? high : a);
}

WS_INLINE guint64
clamp_u64 (Range range, guint64 a)
{
  return MIN (a, range.high);
}

#define clamp_s32 clamp_s64
#define clamp_s16 clamp_s64
#define clamp_s8  clamp_s64
#define clamp_u32 clamp_u64
#define clamp_u16 clamp_u64
#define clamp_u8  clamp_u64

/* From a float or double, truncated. Only conversions that C defines are used. */
#define WS_TO_INTEGERS(view, type)                                           \
  WS_INLINE guint32 to_s32_##view (Range range, type x)                      \
  {                                                                          \
    gint32 low = (gint32)range.low;                                          \
    gint32 high = (gint32)range.high;                                        \
    gint32 value = (gint32)(x >= (type)-0x1p31 && x < (type)0x1p31 ? x : 0); \
                                                                             \
    value = MIN (MAX (value, low), high);                                    \
    value = x >= (type)0x1p31 ? high : value;                                \
    value = x < (type)-0x1p31 ? low : value;                                 \
    return x != x ? (guint32)range.nan : (guint32)value;                     \
  }                                                                          \
  WS_INLINE guint32 to_u32_##view (Range range, type x)                      \
  {                                                                          \
    guint32 value = (guint32)(x > 0 && x < (type)0x1p32 ? x : 0);            \
                                                                             \
    value = x >= (type)0x1p32 ? G_MAXUINT32 : value;                         \
    return x != x ? (guint32)range.nan : value;                              \
  }                                                                          \
  WS_INLINE guint64 to_s64_##view (Range range, type x)                      \
  {                                                                          \
    gint64 value = (gint64)(x >= (type)-0x1p63 && x < (type)0x1p63 ? x : 0); \
                                                                             \
    value = x >= (type)0x1p63 ? G_MAXINT64 : value;                          \
    value = x < (type)-0x1p63 ? G_MININT64 : value;                          \
    return x != x ? range.nan : (guint64)value;                              \
  }                                                                          \
  WS_INLINE guint64 to_u64_##view (Range range, type x)                      \
  {                                                                          \
    guint64 value = (guint64)(x > 0 && x < (type)0x1p64 ? x : 0);            \
                                                                             \
    value = x >= (type)0x1p64 ? G_MAXUINT64 : value;                         \
    return x != x ? range.nan : value;                                       \
  }

WS_TO_INTEGERS (z32, float)
WS_TO_INTEGERS (h16, float)
WS_TO_INTEGERS (f64, double)
#undef WS_TO_INTEGERS

/* These require the host to round to nearest. */
#define nearest_z32 __builtin_nearbyintf
#define nearest_h16 __builtin_nearbyintf
#define nearest_f64 __builtin_nearbyint
#define floor_z32   __builtin_floorf
#define floor_h16   __builtin_floorf
#define floor_f64   __builtin_floor
#define ceil_z32    __builtin_ceilf
#define ceil_h16    __builtin_ceilf
#define ceil_f64    __builtin_ceil
#define trunc_z32   __builtin_truncf
#define trunc_h16   __builtin_truncf
#define trunc_f64   __builtin_trunc

G_END_DECLS
