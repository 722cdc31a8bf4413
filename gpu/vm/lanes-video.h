/* lanes-video.h: operations that lanes.def uses for the video instructions: numbers of 32 bits, two
 * of 16 or four of 8, each with a sign or without. PTX ISA, "Video Instructions"; where a GPU gives
 * something else, as a GPU: since Maxwell most of them are made of several instructions, and not
 * all of what is between these is kept (tests/isa/golden/gpu.txt has what an H200 gives).
 */
#pragma once

#include "vm/lanes-ops.h"

G_BEGIN_DECLS

/* The modifiers of one. */
typedef struct {
  gboolean d_signed, a_signed, b_signed;
  gboolean c_signed; /* where c is compared with */
  gboolean sat;
  gboolean is_word; /* of a single number 32 bits, with a sign, are all that is compared with c */
  gboolean adds;    /* the sum of all parts, and c */
  guint8 second;    /* of a single number: what is done with c; a #WsPtxMod or 0 */
  guint8 relation;  /* as a set, of vset */
  guint8 shift;     /* of vmad: bits that its result is shifted by; of vshl and vshr: most bits */
  guint8 plus;      /* of vmad: 1 with .po */
} Video;

WS_INLINE Video
video_of (const WsOp *op, guint32 relations)
{
  gboolean is_set =
      op->opcode == WS_PTX_VSET || op->opcode == WS_PTX_VSET2 || op->opcode == WS_PTX_VSET4;

  gboolean is_sum = op->opcode == WS_PTX_VADD || op->opcode == WS_PTX_VSUB;
  gboolean is_shift = op->opcode == WS_PTX_VSHL || op->opcode == WS_PTX_VSHR;

  return (Video){
    .d_signed = !is_set && ws_type_is_signed (op->type),
    .c_signed = ws_type_is_signed (op->type),
    .is_word = is_sum || (is_shift && op->sat),
    .a_signed = ws_type_is_signed (is_set ? op->type : op->type2),
    .b_signed = ws_type_is_signed (is_set ? op->type2 : op->type3),
    .sat = op->sat,
    .relation = (guint8)relations,
    .adds = op->kind == WS_PTX_MOD_ADD || op->kind2 == WS_PTX_MOD_ADD,
    .second = op->kind,
    .shift = op->kind == WS_PTX_MOD_SHR7 || op->kind2 == WS_PTX_MOD_SHR7     ? 7
             : op->kind == WS_PTX_MOD_SHR15 || op->kind2 == WS_PTX_MOD_SHR15 ? 15
             : op->kind2 == WS_PTX_MOD_WRAP                                  ? 31
                                                                             : 32,
    .plus = op->kind == WS_PTX_MOD_PO || op->kind2 == WS_PTX_MOD_PO,
  };
}

/* Part @i of @word, of @bits bits. */
WS_INLINE gint64
part_of (gboolean is_signed, guint32 bits, guint32 word, guint32 i)
{
  guint32 up = word << (32 - bits - bits * i);

  return is_signed ? (gint64)((gint32)up >> (32 - bits)) : (gint64)(up >> (32 - bits));
}

WS_INLINE gint64
clamp_part (gboolean is_signed, guint32 bits, gint64 value)
{
  gint64 top = (gint64)1 << (bits - (is_signed ? 1 : 0));

  return CLAMP (value, is_signed ? -top : 0, top - 1);
}

/* What a GPU compares with c: 64 bits, without a sign where the result has none. */
WS_INLINE gboolean
is_below (Video v, gint64 value, guint32 c_bits)
{
  gint64 c = part_of (v.c_signed, 32, c_bits, 0);

  value = v.is_word ? (gint32)value : value;
  return v.c_signed ? value < c : (guint64)value < (guint64)c;
}

/* Of one number of 32 bits, @value within .sat: with c, as the second operator says. */
WS_INLINE guint32
finish_video (Video v, gint64 value, guint32 c)
{
  return v.second == WS_PTX_MOD_ADD   ? (guint32)value + c
         : v.second == WS_PTX_MOD_MIN ? is_below (v, value, c) ? (guint32)value : c
         : v.second == WS_PTX_MOD_MAX ? is_below (v, value, c) ? c : (guint32)value
                                      : (guint32)value;
}

/* .sat of one number; an unsigned one is only clamped at 0. */
WS_INLINE gint64
hold_video (Video v, gint64 value)
{
  return !v.sat ? value : v.d_signed ? clamp_part (TRUE, 32, value) : MAX (value, 0);
}

/* Of several: side by side, or their sum and c. */
WS_INLINE guint32
add_part (Video v, guint32 bits, guint32 i, guint32 result, gint64 value)
{
  guint32 mask = (1u << bits) - 1;

  value = v.sat ? clamp_part (v.d_signed, bits, value) : value;
  return v.adds ? result + (guint32)value : result | ((guint32)value & mask) << (bits * i);
}

#define WS_VIDEO(name, expression)                                                               \
  WS_INLINE gint64 video_##name (Video v G_GNUC_UNUSED, gint64 x, gint64 y)                      \
  {                                                                                              \
    return (expression);                                                                         \
  }                                                                                              \
  WS_INLINE guint32 single_##name (Video v, guint32 a, guint32 b, guint32 c)                     \
  {                                                                                              \
    gint64 value =                                                                               \
        video_##name (v, part_of (v.a_signed, 32, a, 0), part_of (v.b_signed, 32, b, 0));        \
                                                                                                 \
    return finish_video (v, hold_video (v, value), c);                                           \
  }                                                                                              \
  WS_INLINE guint32 parts_##name (Video v, guint32 bits, guint32 a, guint32 b, guint32 c)        \
  {                                                                                              \
    guint32 result = v.adds ? c : 0;                                                             \
                                                                                                 \
    for (guint32 i = 0; i < 32 / bits; i++)                                                      \
      result = add_part (                                                                        \
          v, bits, i, result,                                                                    \
          video_##name (v, part_of (v.a_signed, bits, a, i), part_of (v.b_signed, bits, b, i))); \
    return result;                                                                               \
  }

WS_VIDEO (add, x + y)
WS_VIDEO (sub, x - y)
WS_VIDEO (absdiff, x < y ? y - x : x - y)
WS_VIDEO (min, MIN (x, y))
WS_VIDEO (max, MAX (x, y))
WS_VIDEO (avrg, (x + y + (x + y >= 0 ? 1 : 0)) >> 1)
WS_VIDEO (set, (v.relation & (x < y ? 1 : x == y ? 2 : 4)) != 0)

/* .sat looks at the 34 lowest bits. */
WS_INLINE guint32
single_shl (Video v, guint32 a, guint32 b, guint32 c)
{
  guint32 by = v.shift == 31 ? b & 31 : MIN (b, 32);
  guint64 value = (guint64)part_of (v.a_signed, 32, a, 0) << by;
  gint64 low = (gint64)(value << 30) >> 30;

  return finish_video (v, v.sat ? clamp_part (v.d_signed, 32, low) : (gint64)value, c);
}

WS_INLINE guint32
single_shr (Video v, guint32 a, guint32 b, guint32 c)
{
  guint32 by = v.shift == 31 ? b & 31 : MIN (b, 32);

  return finish_video (v, hold_video (v, part_of (v.a_signed, 32, a, 0) >> by), c);
}

/* All three are signed, whatever their types. If a and b are both unsigned, the sum is shifted as
 * 64 unsigned bits, and clamped as signed ones. */
WS_INLINE guint32
single_mad (Video v, guint32 a, guint32 b, guint32 c)
{
  gboolean is_signed = v.a_signed || v.b_signed;
  gint64 product = (gint64)(gint32)a * (gint32)b;
  guint64 sum = (guint64)product + (guint64)(gint64)(gint32)c + v.plus;
  guint32 by = v.shift < 32 ? v.shift : 0;
  gint64 result = is_signed ? (gint64)sum >> by : (gint64)(sum >> by);

  return (guint32)(v.sat ? clamp_part (is_signed, 32, result) : result);
}

/* bmsk: so many ones from there on. */
WS_INLINE guint32
mask_of (guint8 word, guint32 from, guint32 n)
{
  guint32 low = word == WS_PTX_MOD_WRAP ? from & 31 : MIN (from, 32);
  guint32 ones = word == WS_PTX_MOD_WRAP ? n & 31 : MIN (n, 32);

  return (guint32)((((guint64)1 << ones) - 1) << low);
}

/* szext: the lowest bits, with their sign or without. */
WS_INLINE guint32
extend_bits (guint8 word, gboolean is_signed, guint32 a, guint32 n)
{
  guint32 bits = word == WS_PTX_MOD_WRAP ? n & 31 : MIN (n, 32);
  guint64 up = (guint64)a << (64 - MAX (bits, 1));
  guint64 value =
      is_signed ? (guint64)((gint64)up >> (64 - MAX (bits, 1))) : up >> (64 - MAX (bits, 1));

  return bits == 0 ? 0 : (guint32)value;
}

G_END_DECLS
