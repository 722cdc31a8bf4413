/* step-exchange.c: exchanges between lanes: shuffles, votes, matches, reductions. */
#include "vm/masks.h"
#include "vm/vm-private.h"

#include "ptx/exchange.h"
#include "vm/lanes-ops.h"

/* Lanes with the same member mask, and the members that are present. */
typedef struct {
  guint32 lanes;
  guint32 members;
} Group;

/* Packs the values that @lanes have in @of, without gaps, into @from. */
WS_INLINE void
pack_lanes (const guint32 *of, guint32 lanes, guint64 *from)
{
  guint n = 0;

  if (lanes == WS_ALL_LANES)
    {
      LANE_LOOP
      for (guint i = 0; i < WS_LANES; i++)
        from[i] = of[i];
    }
  else
    EACH (lane, lanes)
  from[n++] = of[lane];
}

/* The present members of each of @lanes, or all without a mask: per lane in @members, and in lane
 * order in @from. Call before the instruction writes, which may overwrite its member mask. */
WS_INLINE void
find_members (const WsWarp *warp, const WsOp *op, guint32 lanes, guint32 *members, guint64 *from)
{
  const guint8 *rows = warp->rows;
  const guint32 *named = op->members != 0 ? ROW32 (op->s[op->members - 1u]) : NULL;

  LANE_LOOP
  for (guint i = 0; i < WS_LANES; i++)
    members[i] = named != NULL ? named[i] & lanes : lanes;
  pack_lanes (members, lanes, from);
}

/* The groups that @lanes form by their @members. Returns: their number */
WS_INLINE guint
find_groups (const guint32 *members, guint32 lanes, Group *groups)
{
  guint n = 0;

  while (lanes != 0)
    {
      const guint32 first = members[__builtin_ctz (lanes)];
      guint32 others[WS_LANES];

      LANE_LOOP
      for (guint i = 0; i < WS_LANES; i++)
        others[i] = members[i] == first ? G_MAXUINT32 : 0;
      groups[n] = (Group){ lanes & ws_mask_of_words (others), first };
      lanes &= ~groups[n++].lanes;
    }
  return n;
}

/* All lanes; absent ones may be garbage. */
WS_INLINE guint32
find_sources (WsPtxMod mode, const guint32 *b, const guint32 *c, guint32 *sources)
{
  guint32 in_range[WS_LANES];

  LANE_LOOP
  for (guint i = 0; i < WS_LANES; i++)
    {
      guint source;
      gboolean inside = ws_ptx_shuffle_from (mode, i, b[i], c[i], &source);

      sources[i] = source;
      in_range[i] = inside ? G_MAXUINT32 : 0;
    }
  return ws_mask_of_words (in_range);
}

/* @value in each of @lanes. */
WS_INLINE void
put_same (guint8 *rows, guint32 row, guint32 lanes, guint32 value)
{
  guint32 *to = ROW32 (row);

  LANE_LOOP
  for (guint i = 0; i < WS_LANES; i++)
    to[i] = ((lanes >> i) & 1) ? value : to[i];
}

/* @values in @lanes. */
WS_INLINE void
put_row (guint8 *rows, guint32 row, guint32 lanes, const guint32 *values)
{
  guint32 *to = ROW32 (row);

  LANE_LOOP
  for (guint i = 0; i < WS_LANES; i++)
    to[i] = ((lanes >> i) & 1) ? values[i] : to[i];
}

/* Of each lane, the value of its source. */
WS_INLINE void
permute (const guint32 *values, const guint32 *sources, guint32 *out)
{
#ifdef __AVX512F__
  const __m512i low = _mm512_loadu_si512 (values);
  const __m512i high = _mm512_loadu_si512 (values + WS_HALF);

  for (guint i = 0; i < WS_LANES; i += WS_HALF)
    _mm512_storeu_si512 (out + i,
                         _mm512_permutex2var_epi32 (low, _mm512_loadu_si512 (sources + i), high));
#else
  LANE_LOOP
  for (guint i = 0; i < WS_LANES; i++)
    out[i] = values[sources[i]];
#endif
}

/**
 * ws_step_shuffle:
 * @warp: the warp that executes it
 * @op: a shfl
 * @lanes: mask of the executing lanes
 * @from: (out caller-allocates) (array): the source lane of each of @lanes, in lane order; room for
 * 32
 *
 * PTX ISA, shfl.sync.
 */
UNWATCHED void
WS_OWN (ws_step_shuffle) (WsWarp *warp, const WsOp *op, guint32 lanes, guint64 *from)
{
  guint8 *rows = warp->rows;
  const guint32 *a = ROW32 (op->s[0]);
  const guint32 *b = ROW32 (op->s[1]);
  const guint32 *c = ROW32 (op->s[2]);
  guint32 sources[WS_LANES];
  guint32 values[WS_LANES];
  guint32 in_range;

  switch ((WsPtxMod)op->kind)
    {
    case WS_PTX_MOD_UP:
      in_range = find_sources (WS_PTX_MOD_UP, b, c, sources);
      break;
    case WS_PTX_MOD_DOWN:
      in_range = find_sources (WS_PTX_MOD_DOWN, b, c, sources);
      break;
    case WS_PTX_MOD_BFLY:
      in_range = find_sources (WS_PTX_MOD_BFLY, b, c, sources);
      break;
    default:
      in_range = find_sources (WS_PTX_MOD_IDX, b, c, sources);
      break;
    }
  permute (a, sources, values);
  pack_lanes (sources, lanes, from);
  if (op->d[0] != WS_NO_ROW)
    put_row (rows, op->d[0], lanes, values);
  put_predicate (rows, op->d[1], lanes, in_range);
}

/* Result of vote.sync for @group; @holds: lanes with a true predicate */
WS_INLINE guint32
answer_vote (WsPtxMod mode, const Group *group, guint32 holds)
{
  switch (mode)
    {
    case WS_PTX_MOD_BALLOT:
      return holds;
    case WS_PTX_MOD_ALL:
      return holds == group->members ? WS_ALL_LANES : 0;
    case WS_PTX_MOD_ANY:
      return holds != 0 ? WS_ALL_LANES : 0;
    default:
      return holds == 0 || holds == group->members ? WS_ALL_LANES : 0;
    }
}

/**
 * ws_step_vote:
 * @warp: the warp that executes it
 * @op: a vote or activemask
 * @lanes: mask of the executing lanes
 * @from: (out caller-allocates) (array): the members of each of @lanes, in lane order; room for 32
 *
 * PTX ISA, vote.sync and activemask. Absent members do not count. Lanes with different masks vote
 * separately.
 */
UNWATCHED void
WS_OWN (ws_step_vote) (WsWarp *warp, const WsOp *op, guint32 lanes, guint64 *from)
{
  guint8 *rows = warp->rows;
  const guint32 holds = op->opcode == WS_PTX_ACTIVEMASK ? lanes : predicate (rows, op, 0);
  const gboolean is_word = op->opcode == WS_PTX_ACTIVEMASK || op->kind == WS_PTX_MOD_BALLOT;
  const WsPtxMod mode = is_word ? WS_PTX_MOD_BALLOT : (WsPtxMod)op->kind;
  guint32 members[WS_LANES];
  Group groups[WS_LANES];
  guint n;

  find_members (warp, op, lanes, members, from);
  n = find_groups (members, lanes, groups);
  for (guint i = 0; i < n; i++)
    {
      const guint32 answer = answer_vote (mode, &groups[i], holds & groups[i].members);

      if (is_word)
        put_same (rows, op->d[0], groups[i].lanes, answer);
      else
        put_predicate (rows, op->d[0], groups[i].lanes, answer);
    }
}

/* Up to this number of differing bits, comparing bit by bit is faster than lane by lane. */
#define FEW_BITS 8

/* For each lane, the lanes with equal values: compared by the bits in which any two differ or, if
 * these are many, lane by lane. */
#define EQUALS(name, type, mask_of)                                \
  static UNWATCHED void name (const type *values, guint32 *masks)  \
  {                                                                \
    const type ones = (type)G_MAXUINT64;                           \
    const guint top = 8 * sizeof (type) - 1;                       \
    type flags[WS_LANES];                                          \
    type differ = 0;                                               \
                                                                   \
    for (guint i = 0; i < WS_LANES; i++)                           \
      differ |= values[i] ^ values[0];                             \
    if (__builtin_popcountll (differ) > FEW_BITS)                  \
      {                                                            \
        for (guint lane = 0; lane < WS_LANES; lane++)              \
          {                                                        \
            const type value = values[lane];                       \
                                                                   \
            LANE_LOOP                                              \
            for (guint i = 0; i < WS_LANES; i++)                   \
              flags[i] = values[i] == value ? ones : 0;            \
            masks[lane] = mask_of (flags);                         \
          }                                                        \
        return;                                                    \
      }                                                            \
    for (guint i = 0; i < WS_LANES; i++)                           \
      masks[i] = WS_ALL_LANES;                                     \
    for (; differ != 0; differ &= differ - 1)                      \
      {                                                            \
        const guint bit = (guint)__builtin_ctzll (differ);         \
        guint32 set;                                               \
                                                                   \
        LANE_LOOP                                                  \
        for (guint i = 0; i < WS_LANES; i++)                       \
          flags[i] = values[i] << (top - bit);                     \
        set = mask_of (flags);                                     \
        LANE_LOOP                                                  \
        for (guint i = 0; i < WS_LANES; i++)                       \
          masks[i] &= set ^ ((guint32)(values[i] >> bit & 1) - 1); \
      }                                                            \
  }
EQUALS (find_equal_words, guint32, ws_mask_of_words)
EQUALS (find_equal_longs, guint64, ws_mask_of_longs)
#undef EQUALS

/**
 * ws_step_match:
 * @warp: the warp that executes it
 * @op: a match
 * @lanes: mask of the executing lanes
 * @from: (out caller-allocates) (array): as of ws_step_vote()
 *
 * PTX ISA, match.sync.
 */
UNWATCHED void
WS_OWN (ws_step_match) (WsWarp *warp, const WsOp *op, guint32 lanes, guint64 *from)
{
  guint8 *rows = warp->rows;
  const gboolean all = op->kind == WS_PTX_MOD_ALL;
  guint32 members[WS_LANES];
  guint32 masks[WS_LANES];

  find_members (warp, op, lanes, members, from);
  if (op->wide & 2)
    find_equal_longs (ROW64 (op->s[0]), masks);
  else
    find_equal_words (ROW32 (op->s[0]), masks);
  LANE_LOOP
  for (guint i = 0; i < WS_LANES; i++)
    {
      guint32 equal = masks[i] & members[i];

      masks[i] = all && equal != members[i] ? 0 : equal;
    }
  if (op->d[1] != WS_NO_ROW)
    {
      guint32 same[WS_LANES];

      LANE_LOOP
      for (guint i = 0; i < WS_LANES; i++)
        same[i] = all && masks[i] != 0 ? G_MAXUINT32 : 0;
      put_predicate (rows, op->d[1], lanes, ws_mask_of_words (same));
    }
  if (op->d[0] != WS_NO_ROW)
    put_row (rows, op->d[0], lanes, masks);
}

/* Over the members; others count as @neutral. */
#define REDUCE(type, neutral, expression)                             \
  G_STMT_START                                                        \
  {                                                                   \
    const type none = (type)(neutral);                                \
    type x = none;                                                    \
                                                                      \
    LANE_LOOP                                                         \
    for (guint i = 0; i < WS_LANES; i++)                              \
      {                                                               \
        const type y = ((members >> i) & 1) ? (type)values[i] : none; \
                                                                      \
        x = (expression);                                             \
      }                                                               \
    all = (guint32)x;                                                 \
  }                                                                   \
  G_STMT_END

/* For .f32, NaNs are ignored unless the instruction has .NaN, or all values are NaNs (PTX ISA,
 * redux.sync). */
static guint32
extreme_of_lanes (const WsOp *op, const guint32 *values, guint32 members)
{
  gboolean of_magnitudes = op->kind2 == WS_PTX_MOD_ABS;
  guint8 with_nan = op->carries_nan ? WS_PTX_MOD_NAN : WS_PTX_MOD_NONE;
  guint32 result = NAN32;
  gboolean any = FALSE;

  EACH (lane, members)
  {
    guint32 value = of_magnitudes ? values[lane] & 0x7fffffff : values[lane];

    result = any ? extreme_f32 (with_nan, WS_PTX_MOD_NONE, op->kind == WS_PTX_MOD_MAX,
                                ws_to_float (result), ws_to_float (value))
                 : extreme_f32 (with_nan, WS_PTX_MOD_NONE, FALSE, ws_to_float (value),
                                ws_to_float (value));
    any = TRUE;
  }
  return result;
}

/* Result of redux.sync for the @values of @members. */
static UNWATCHED guint32
reduce (const WsOp *op, const guint32 *values, guint32 members)
{
  const gboolean is_signed = op->type == WS_PTX_S32;
  const guint32 first = members != 0 ? values[__builtin_ctz (members)] : 0;
  guint32 all;

  if (op->type == WS_PTX_F32)
    return extreme_of_lanes (op, values, members);
  switch ((WsPtxMod)op->kind)
    {
    case WS_PTX_MOD_ADD:
      REDUCE (guint32, 0, x + y);
      break;
    case WS_PTX_MOD_MIN:
      if (is_signed)
        REDUCE (gint32, first, MIN (x, y));
      else
        REDUCE (guint32, first, MIN (x, y));
      break;
    case WS_PTX_MOD_MAX:
      if (is_signed)
        REDUCE (gint32, first, MAX (x, y));
      else
        REDUCE (guint32, first, MAX (x, y));
      break;
    case WS_PTX_MOD_AND:
      REDUCE (guint32, first, x & y);
      break;
    case WS_PTX_MOD_OR:
      REDUCE (guint32, first, x | y);
      break;
    default:
      REDUCE (guint32, 0, x ^ y);
      break;
    }
  return all;
}

/**
 * ws_step_redux:
 * @warp: the warp that executes it
 * @op: a redux
 * @lanes: mask of the executing lanes
 * @from: (out caller-allocates) (array): as of ws_step_vote()
 *
 * PTX ISA, redux.sync. Lanes with different masks have separate results.
 */
UNWATCHED void
WS_OWN (ws_step_redux) (WsWarp *warp, const WsOp *op, guint32 lanes, guint64 *from)
{
  guint8 *rows = warp->rows;
  const guint32 *values = ROW32 (op->s[0]);
  guint32 members[WS_LANES];
  guint32 results[WS_LANES];
  Group groups[WS_LANES];
  guint n;

  find_members (warp, op, lanes, members, from);
  n = find_groups (members, lanes, groups);
  for (guint i = 0; i < n; i++)
    results[i] = reduce (op, values, groups[i].members);
  for (guint i = 0; i < n; i++)
    put_same (rows, op->d[0], groups[i].lanes, results[i]);
}

/**
 * ws_step_elect:
 * @warp: the warp that executes it
 * @op: an elect
 * @lanes: mask of the executing lanes
 * @from: (out caller-allocates) (array): as of ws_step_vote()
 *
 * PTX ISA, elect.sync: the leader is the lowest present member. Lanes with different masks have
 * separate leaders.
 */
UNWATCHED void
WS_OWN (ws_step_elect) (WsWarp *warp, const WsOp *op, guint32 lanes, guint64 *from)
{
  guint32 members[WS_LANES];
  Group groups[WS_LANES];
  guint n;

  find_members (warp, op, lanes, members, from);
  n = find_groups (members, lanes, groups);
  for (guint i = 0; i < n; i++)
    {
      const guint32 there = groups[i].members;
      const guint leader = there != 0 ? (guint)__builtin_ctz (there) : 0;

      if (op->d[0] != WS_NO_ROW)
        put_same (warp->rows, op->d[0], groups[i].lanes, leader);
      put_predicate (warp->rows, op->d[1], groups[i].lanes, 1u << leader);
    }
}
