/* lanes.c: the loops of lanes.def, for one instruction set. */
#include "vm/lanes.h"
#include "vm/lanes-half.h"
#include "vm/lanes-video.h"
#include "vm/masks.h"
#include "vm/vm-private.h"

/* The views of a row: the type in memory, the type of a lane, and how to read and write it.
 */
#define STANDS_u8  guint32
#define STANDS_s8  guint32
#define STANDS_u16 guint32
#define STANDS_s16 guint32
#define STANDS_u32 guint32
#define STANDS_s32 guint32
#define STANDS_u64 guint64
#define STANDS_s64 guint64
#define STANDS_z32 guint32
#define STANDS_f32 guint32
#define STANDS_h16 guint32
#define STANDS_f64 guint64
#define STANDS_no  guint32

#define VALUE_u8  guint32
#define VALUE_s8  gint32
#define VALUE_u16 guint32
#define VALUE_s16 gint32
#define VALUE_u32 guint32
#define VALUE_s32 gint32
#define VALUE_u64 guint64
#define VALUE_s64 gint64
#define VALUE_z32 float
#define VALUE_f32 float
#define VALUE_h16 float
#define VALUE_f64 double
#define VALUE_no  guint32

#define READ_u8(bits)  ((guint8)(bits))
#define READ_s8(bits)  ((gint8)(bits))
#define READ_u16(bits) ((guint16)(bits))
#define READ_s16(bits) ((gint16)(bits))
#define READ_u32(bits) (bits)
#define READ_s32(bits) ((gint32)(bits))
#define READ_u64(bits) (bits)
#define READ_s64(bits) ((gint64)(bits))
#define READ_z32(bits) ws_to_float (flush (w, bits))
#define READ_f32(bits) ws_to_float (bits)
#define READ_h16(bits) half_value (in.type2, (guint16)(bits))
#define READ_f64(bits) ws_of_bits (bits)
#define READ_no(bits)  0

#define WRITE_u8(value)  ((guint32)(guint8)(value))
#define WRITE_s8(value)  ((guint32)(gint32)(gint8)(value))
#define WRITE_u16(value) ((guint32)(guint16)(value))
#define WRITE_s16(value) ((guint32)(gint32)(gint16)(value))
#define WRITE_u32(value) ((guint32)(value))
#define WRITE_u64(value) ((guint64)(value))

/* From a flag for each lane, as wide as the row, to a bit for each. */
#define MASK_u8  ws_mask_of_words
#define MASK_s8  ws_mask_of_words
#define MASK_u16 ws_mask_of_words
#define MASK_s16 ws_mask_of_words
#define MASK_u32 ws_mask_of_words
#define MASK_s32 ws_mask_of_words
#define MASK_z32 ws_mask_of_words
#define MASK_f32 ws_mask_of_words
#define MASK_u64 ws_mask_of_longs
#define MASK_s64 ws_mask_of_longs
#define MASK_f64 ws_mask_of_longs

#define FLAG(view, condition) ((condition) ? ~(STANDS_##view)0 : 0)

/* Read before the loop: otherwise the compiler would assume that a store to a lane aliases it, and
 * not vectorise. */
#define BEFORE(a_view, b_view, c_view)                                                          \
  guint8 *rows = warp->rows;                                                                    \
  const STANDS_##a_view *const a_row G_GNUC_UNUSED = (const void *)(rows + op->s[0]);           \
  const STANDS_##b_view *const b_row G_GNUC_UNUSED = (const void *)(rows + op->s[1]);           \
  const STANDS_##c_view *const c_row G_GNUC_UNUSED = (const void *)(rows + op->s[2]);           \
  const guint32 *const fourth G_GNUC_UNUSED = (const void *)(rows + op->s[3]);                  \
  const guint32 table G_GNUC_UNUSED = *fourth;                                                  \
  const guint32 chosen G_GNUC_UNUSED = op->opcode == WS_PTX_SELP ? predicate (rows, op, 2) : 0; \
  const guint32 carries G_GNUC_UNUSED = warp->carry;                                            \
  const Words w G_GNUC_UNUSED = words_of (op);                                                  \
  const Range range G_GNUC_UNUSED = range_of (op);                                              \
  const Half h G_GNUC_UNUSED = half_of (op, op->type);                                          \
  const Video v G_GNUC_UNUSED = video_of (op, relations_of (op->compare));                      \
  const struct {                                                                                \
    guint8 type, type2, kind, kind2, space, ftz, round;                                         \
  } in G_GNUC_UNUSED = { op->type, op->type2, op->kind, op->kind2, op->space, op->ftz, op->round };

#define LANE(a_view, b_view, c_view)                               \
  const VALUE_##a_view a G_GNUC_UNUSED = READ_##a_view (a_row[i]); \
  const VALUE_##b_view b G_GNUC_UNUSED = READ_##b_view (b_row[i]); \
  const VALUE_##c_view c G_GNUC_UNUSED = READ_##c_view (c_row[i]); \
  const guint32 p G_GNUC_UNUSED = (chosen >> i) & 1;               \
  const guint32 cf G_GNUC_UNUSED = (carries >> i) & 1;

/* With all lanes active, nothing is preserved. */
#define WS_LANE_ROW(id, opcode, types, types2, word, when, work, d_view, a_view, b_view, c_view, \
                    ...)                                                                         \
  static UNWATCHED void id (WsWarp *warp, const WsOp *op, guint32 lanes)                         \
  {                                                                                              \
    BEFORE (a_view, b_view, c_view)                                                              \
    STANDS_##d_view *const to = (void *)(rows + op->d[0]);                                       \
                                                                                                 \
    if (lanes == WS_ALL_LANES)                                                                   \
      {                                                                                          \
        LANE_LOOP                                                                                \
        for (guint i = 0; i < WS_LANES; i++)                                                     \
          {                                                                                      \
            LANE (a_view, b_view, c_view)                                                        \
            to[i] = WRITE_##d_view (__VA_ARGS__);                                                \
          }                                                                                      \
      }                                                                                          \
    else                                                                                         \
      {                                                                                          \
        LANE_LOOP                                                                                \
        for (guint i = 0; i < WS_LANES; i++)                                                     \
          {                                                                                      \
            LANE (a_view, b_view, c_view)                                                        \
            const STANDS_##d_view result = WRITE_##d_view (__VA_ARGS__);                         \
            to[i] = ((lanes >> i) & 1) ? result : to[i];                                         \
          }                                                                                      \
      }                                                                                          \
  }

/* The few lanes whose result may be wrong are recomputed individually. */
#define WS_CAREFUL_ROW(id, opcode, types, types2, word, when, work, d_view, a_view, b_view, \
                       c_view, odd, exact, ...)                                             \
  static UNWATCHED void id (WsWarp *warp, const WsOp *op, guint32 lanes)                    \
  {                                                                                         \
    STANDS_##d_view results[WS_LANES];                                                      \
    STANDS_##d_view odd_ones[WS_LANES];                                                     \
    guint32 again;                                                                          \
    BEFORE (a_view, b_view, c_view)                                                         \
    STANDS_##d_view *const to = (void *)(rows + op->d[0]);                                  \
                                                                                            \
    LANE_LOOP                                                                               \
    for (guint i = 0; i < WS_LANES; i++)                                                    \
      {                                                                                     \
        LANE (a_view, b_view, c_view)                                                       \
        results[i] = WRITE_##d_view (__VA_ARGS__);                                          \
      }                                                                                     \
    LANE_LOOP                                                                               \
    for (guint i = 0; i < WS_LANES; i++)                                                    \
      {                                                                                     \
        LANE (a_view, b_view, c_view)                                                       \
        const STANDS_##d_view r G_GNUC_UNUSED = results[i];                                 \
        odd_ones[i] = FLAG (d_view, odd);                                                   \
      }                                                                                     \
    again = MASK_##d_view (odd_ones);                                                       \
    EACH (i, again &lanes)                                                                  \
    {                                                                                       \
      LANE (a_view, b_view, c_view)                                                         \
      const STANDS_##d_view r G_GNUC_UNUSED = results[i];                                   \
      results[i] = WRITE_##d_view (exact);                                                  \
    }                                                                                       \
    LANE_LOOP                                                                               \
    for (guint i = 0; i < WS_LANES; i++)                                                    \
      to[i] = ((lanes >> i) & 1) ? results[i] : to[i];                                      \
  }

/* Nearly always all operands are small, and a faster path suffices. */
#define WS_SQUEEZER_ROW(id, opcode, types, types2, word, when, work, d_view, a_view, b_view, \
                        c_view, small, of_small, ...)                                        \
  WS_LANE_ROW (id##_LARGE, opcode, types, types2, word, when, work, d_view, a_view, b_view,  \
               c_view, __VA_ARGS__)                                                          \
  WS_LANE_ROW (id##_SMALL, opcode, types, types2, word, when, work, d_view, a_view, b_view,  \
               c_view, of_small)                                                             \
  static UNWATCHED void id (WsWarp *warp, const WsOp *op, guint32 lanes)                     \
  {                                                                                          \
    STANDS_##a_view large[WS_LANES];                                                         \
    BEFORE (a_view, b_view, c_view)                                                          \
                                                                                             \
    LANE_LOOP                                                                                \
    for (guint i = 0; i < WS_LANES; i++)                                                     \
      {                                                                                      \
        LANE (a_view, b_view, c_view)                                                        \
        large[i] = FLAG (a_view, !(small));                                                  \
      }                                                                                      \
    if ((MASK_##a_view (large) & lanes) == 0)                                                \
      id##_SMALL (warp, op, lanes);                                                          \
    else                                                                                     \
      id##_LARGE (warp, op, lanes);                                                          \
  }

/* The carry of a sum is whether it is below an operand. */
#define WS_CARRY_ROW(id, opcode, types, word, work, view, x, y, carry_in) \
  static UNWATCHED void id (WsWarp *warp, const WsOp *op, guint32 lanes)  \
  {                                                                       \
    STANDS_##view out[WS_LANES];                                          \
    BEFORE (view, view, view)                                             \
    STANDS_##view *const to = (void *)(rows + op->d[0]);                  \
                                                                          \
    LANE_LOOP                                                             \
    for (guint i = 0; i < WS_LANES; i++)                                  \
      {                                                                   \
        LANE (view, view, view)                                           \
        const STANDS_##view first = (x);                                  \
        const STANDS_##view half = first + (y);                           \
        const STANDS_##view sum = half + (carry_in);                      \
        out[i] = FLAG (view, (half < first) | (sum < half));              \
        to[i] = ((lanes >> i) & 1) ? sum : to[i];                         \
      }                                                                   \
    if (op->carry_out)                                                    \
      warp->carry = (carries & ~lanes) | (MASK_##view (out) & lanes);     \
  }

#define WS_HOLDS_ROW(id, opcode, also, types, compares, word, a_view, b_view, ...) \
  static UNWATCHED void id (WsWarp *warp, const WsOp *op, guint32 lanes)           \
  {                                                                                \
    STANDS_##a_view holds[WS_LANES];                                               \
    BEFORE (a_view, b_view, no)                                                    \
                                                                                   \
    LANE_LOOP                                                                      \
    for (guint i = 0; i < WS_LANES; i++)                                           \
      {                                                                            \
        LANE (a_view, b_view, no)                                                  \
        holds[i] = FLAG (a_view, __VA_ARGS__);                                     \
      }                                                                            \
    tell (warp, op, lanes, MASK_##a_view (holds));                                 \
  }

/* Of numbers of 16 bits; where there is one, the upper half means nothing. */
#define WS_PAIR_ROW(id, opcode, also, types)                               \
  static UNWATCHED void id (WsWarp *warp, const WsOp *op, guint32 lanes)   \
  {                                                                        \
    const guint32 relations = relations_of (op->compare);                  \
    const Half of = half_of (op, op->type2);                               \
    guint32 low = 0;                                                       \
    guint32 high = 0;                                                      \
    BEFORE (u32, u32, no)                                                  \
                                                                           \
    LANE_LOOP                                                              \
    for (guint i = 0; i < WS_LANES; i++)                                   \
      {                                                                    \
        LANE (u32, u32, no)                                                \
        low |= (guint32)((relation_of (operand (of, in.type2, a & 0xffff), \
                                       operand (of, in.type2, b & 0xffff)) \
                          & relations)                                     \
                         != 0)                                             \
               << i;                                                       \
        high |= (guint32)((relation_of (operand (of, in.type2, a >> 16),   \
                                        operand (of, in.type2, b >> 16))   \
                           & relations)                                    \
                          != 0)                                            \
                << i;                                                      \
      }                                                                    \
    if (op->type2 == WS_PTX_F16X2 || op->type2 == WS_PTX_BF16X2)           \
      tell_both (warp, op, lanes, low, high);                              \
    else                                                                   \
      tell (warp, op, lanes, low);                                         \
  }

/* The third source of a comparison, where there is one. */
static inline guint32
combine (const WsWarp *warp, const WsOp *op, guint32 holds)
{
  guint32 c;

  if (op->n_source < 3)
    return holds;
  c = predicate (warp->rows, op, 2);
  return op->kind == WS_PTX_MOD_AND ? holds & c : op->kind == WS_PTX_MOD_OR ? holds | c : holds ^ c;
}

/* Result of set if the comparison is true: 1.0 for a floating-point type, else all ones. */
static inline guint32
yes_of (guint8 type)
{
  return type == WS_PTX_F32                             ? 0x3f800000
         : type == WS_PTX_F16 || type == WS_PTX_F16X2   ? 0x3c00
         : type == WS_PTX_BF16 || type == WS_PTX_BF16X2 ? 0x3f80
                                                        : G_MAXUINT32;
}

/* setp: p is of the lower halves, q of the upper ones; set: each half of the result is of one. */
static UNWATCHED void
tell_both (WsWarp *warp, const WsOp *op, guint32 lanes, guint32 low, guint32 high)
{
  guint8 *rows = warp->rows;
  guint32 yes = yes_of (op->type) & 0xffff;

  low = combine (warp, op, low);
  high = combine (warp, op, high);
  if (op->opcode == WS_PTX_SET)
    {
      EACH (lane, lanes)
      ROW32 (op->d[0])
      [lane] = ((low >> lane) & 1 ? yes : 0) | ((high >> lane) & 1 ? yes << 16 : 0);
      return;
    }
  put_predicate (rows, op->d[0], lanes, low);
  put_predicate (rows, op->d[1], lanes, high);
}

/* setp: p gets the comparison, q its opposite, each combined with the third source where there is
 * one (PTX ISA, setp); set: all ones, or 1.0. */
static UNWATCHED void
tell (WsWarp *warp, const WsOp *op, guint32 lanes, guint32 holds)
{
  guint8 *rows = warp->rows;
  guint32 q = ~holds;

  holds = combine (warp, op, holds);
  q = combine (warp, op, q);
  if (op->opcode == WS_PTX_SET)
    {
      guint32 *to = ROW32 (op->d[0]);
      guint32 yes = yes_of (op->type);

      LANE_LOOP
      for (guint i = 0; i < WS_LANES; i++)
        {
          guint32 value = (holds >> i) & 1 ? yes : 0;

          to[i] = ((lanes >> i) & 1) ? value : to[i];
        }
      return;
    }
  put_predicate (rows, op->d[0], lanes, holds);
  put_predicate (rows, op->d[1], lanes, q);
}

#include "vm/lanes.def"
#undef WS_LANE_ROW
#undef WS_CAREFUL_ROW
#undef WS_SQUEEZER_ROW
#undef WS_CARRY_ROW
#undef WS_HOLDS_ROW
#undef WS_PAIR_ROW

const WsLaneLoop WS_OWN (ws_lane_loops)[WS_N_LANES] = {
#define WS_LANE_ROW(id, ...)     [WS_LANES_##id] = id,
#define WS_CAREFUL_ROW(id, ...)  [WS_LANES_##id] = id,
#define WS_SQUEEZER_ROW(id, ...) [WS_LANES_##id] = id,
#define WS_CARRY_ROW(id, ...)    [WS_LANES_##id] = id,
#define WS_HOLDS_ROW(id, ...)    [WS_LANES_##id] = id,
#define WS_PAIR_ROW(id, ...)     [WS_LANES_##id] = id,
#include "vm/lanes.def"
};
#undef WS_LANE_ROW
#undef WS_CAREFUL_ROW
#undef WS_SQUEEZER_ROW
#undef WS_CARRY_ROW
#undef WS_HOLDS_ROW
#undef WS_PAIR_ROW
