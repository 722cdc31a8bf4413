/* step-memory.c: loads, stores and atomics, with every address checked. */
#include "vm/atomic.h"
#include "vm/masks.h"
#include "vm/vm-private.h"

#include "vm/types.h"

/* Number of lanes that cost the host as much as a plain instruction. */
#define LANES_OF_WORK 4

static inline guint64
load_bits (const guint8 *at, guint width)
{
  guint64 bits = 0;

  switch (width)
    {
      case 4: {
        guint32 word;

        memcpy (&word, at, 4);
        return word;
      }
    case 8:
      memcpy (&bits, at, 8);
      return bits;
    case 2:
      return (guint64)(at[0] | at[1] << 8);
    default:
      return at[0];
    }
}

static inline void
store_bits (guint8 *at, guint width, guint64 bits)
{
  switch (width)
    {
    case 4:
      memcpy (at, &bits, 4);
      break;
    case 8:
      memcpy (at, &bits, 8);
      break;
    default:
      memcpy (at, &bits, width);
      break;
    }
}

/* The target of a lane. */
typedef struct {
  guint64 address;
  WsSpace space; /* that the address is in; not generic */
  guint bytes;
} Reach;

/* Its host address; NULL for a fault. */
static guint8 *
locate (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint lane, const Reach *reach)
{
  const WsLaunchState *launch = block->launch;
  const guint64 address = reach->address;
  const guint bytes = reach->bytes;

  if (address % bytes != 0)
    {
      ws_block_fault (block, warp, op, WS_FINDING_MISALIGNED, lane);
      return NULL;
    }
  switch (reach->space)
    {
    case WS_SPACE_SHARED:
      if (fits (address, bytes, launch->shared_bytes))
        return block->shared + address;
      break;
    case WS_SPACE_LOCAL:
      if (fits (address, bytes, launch->local_bytes))
        return warp->local + (gsize)lane * launch->local_bytes + address;
      break;
    case WS_SPACE_CONST:
      if (fits (address, bytes, launch->constant_bytes) && op->exec == WS_X_LD)
        return (guint8 *)launch->constant + address;
      break;
    case WS_SPACE_PARAM:
      /* parameters of a kernel are only read, and not here */
      break;
    default:
      if (block->last == NULL || address - block->last->address >= block->last->size)
        block->last = ws_memory_find (launch->memory, address);
      if (block->last != NULL && fits (address - block->last->address, bytes, block->last->size))
        return block->last->data + (address - block->last->address);
      break;
    }
  ws_block_fault (block, warp, op, WS_FINDING_OUT_OF_BOUNDS, lane);
  return NULL;
}

static inline WsSpace
true_space_of (WsSpace space, guint64 *address)
{
  if (space != WS_SPACE_GENERIC)
    return space;
  space = space_of (*address);
  if (space == WS_SPACE_SHARED)
    *address -= WS_SHARED_WINDOW;
  else if (space == WS_SPACE_LOCAL)
    *address -= WS_LOCAL_WINDOW;
  else if (space == WS_SPACE_CONST)
    *address -= WS_CONST_WINDOW;
  return space;
}

static inline WsSpace
true_space (const WsOp *op, guint64 *address)
{
  return true_space_of (op->space, address);
}

/* The target of a lane: the address in its actual space. */
static inline guint64
lane_address (const WsWarp *warp, const WsOp *op, guint lane, WsSpace *space)
{
  guint64 address = get (warp->rows, op, 0, lane) + (guint64)op->offset;

  if ((op->wide & 2) == 0)
    address = (guint32)address;
  *space = true_space (op, &address);
  return address;
}

/* Addresses of the first @n lanes, in the operation's space. */
static inline void
collect_first (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint n)
{
  const guint8 *row = warp->rows + op->s[0];
  const guint64 *row64 = (const guint64 *)(const void *)row;
  const guint32 *row32 = (const guint32 *)(const void *)row;
  guint64 *scratch = block->scratch;
  guint64 offset = (guint64)op->offset;

  if (op->wide & 2)
    {
      LANE_LOOP
      for (guint i = 0; i < n; i++)
        scratch[i] = row64[i] + offset;
    }
  else
    {
      LANE_LOOP
      for (guint i = 0; i < n; i++)
        scratch[i] = (guint32)(row32[i] + offset);
    }
}

/* Stores the lanes' addresses, in lane order, to block->scratch, and returns their space; if lanes
 * access different spaces, generic addresses and the generic space. */
static inline WsSpace
collect_addresses (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint32 lanes)
{
  WsSpace all = op->space == WS_SPACE_GENERIC ? WS_SPACE_NONE : (WsSpace)op->space;
  guint n = 0;

  /* the first lanes, without a gap */
  if (all != WS_SPACE_NONE && (lanes & (lanes + 1)) == 0)
    {
      if (lanes == WS_ALL_LANES)
        collect_first (block, warp, op, WS_LANES);
      else
        collect_first (block, warp, op, (guint)__builtin_popcount (lanes));
      return all;
    }
  EACH (lane, lanes)
  {
    WsSpace space;

    block->scratch[n++] = lane_address (warp, op, lane, &space);
    if (all == WS_SPACE_NONE)
      all = space;
    else if (all != space)
      all = WS_SPACE_GENERIC;
  }
  if (all == WS_SPACE_GENERIC)
    {
      n = 0;
      EACH (lane, lanes)
      block->scratch[n++] = get (warp->rows, op, 0, lane) + (guint64)op->offset;
    }
  return all;
}

WS_INLINE void
find_ends (WsReach *reach, const guint64 *scratch, guint n)
{
  guint64 low = G_MAXUINT64;
  guint64 high = 0;
  guint64 bits = 0;

  for (guint i = 0; i < n; i++)
    {
      low = MIN (low, scratch[i]);
      high = MAX (high, scratch[i]);
      bits |= scratch[i];
    }
  reach->low = low;
  reach->high = high;
  reach->are_words = (bits & 3) == 0;
}

/* For a clock or a counter, which need the addresses of the lanes. */
static void
note_reach (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint32 lanes, WsSpace *space)
{
  WsReach *reach = &block->reach;

  *space = collect_addresses (block, warp, op, lanes);
  *reach = (WsReach){ .n_lanes = (guint8)__builtin_popcount (lanes) };
  reach->space = (guint8)(lanes == 0 ? WS_SPACE_NONE : *space);
  if (!op->is_word || lanes == 0)
    return;
  if (lanes == WS_ALL_LANES)
    find_ends (reach, block->scratch, WS_LANES);
  else
    find_ends (reach, block->scratch, reach->n_lanes);
}

/* Notes words of shared memory within a range of as many words as there are lanes, so that words
 * that differ are in different banks. FALSE if they are not within one. */
static UNWATCHED gboolean
note_near (WsBlockRun *block, const guint32 *at, guint32 lanes, WsSpace *space)
{
  const guint32 first = at[__builtin_ctz (lanes)];
  guint32 low = first;
  guint32 high = first;

  LANE_LOOP
  for (guint i = 0; i < WS_LANES; i++)
    {
      guint32 word = ((lanes >> i) & 1) ? at[i] : first;

      low = MIN (low, word);
      high = MAX (high, word);
    }
  if (high - low >= sizeof (guint32) * WS_LANES)
    return FALSE;
  *space = WS_SPACE_SHARED;
  block->reach = (WsReach){ .space = WS_SPACE_SHARED,
                            .n_lanes = (guint8)__builtin_popcount (lanes),
                            .are_words = TRUE,
                            .low = low,
                            .high = high };
  return TRUE;
}

/* ---- all lanes at once ---- */

/* Below this number, lanes are faster one by one. */
#define FEWEST_AT_ONCE 3

/* A piece of memory: addresses from @base on. */
typedef struct {
  guint8 *data;
  guint64 base;
  guint64 size;
} Place;

/* A memory that an address may be in. */
static inline Place
find_place (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint64 address)
{
  const WsLaunchState *launch = block->launch;
  gboolean is_generic = op->space == WS_SPACE_GENERIC;
  WsSpace space = is_generic ? space_of (address) : (WsSpace)op->space;

  switch (space)
    {
    case WS_SPACE_SHARED:
      return (Place){ block->shared, is_generic ? WS_SHARED_WINDOW : 0, launch->shared_bytes };
    case WS_SPACE_LOCAL:
      return (Place){ warp->local, is_generic ? WS_LOCAL_WINDOW : 0, launch->local_bytes };
    case WS_SPACE_CONST:
      if (op->exec != WS_X_LD)
        return (Place){ 0 };
      return (Place){ (guint8 *)launch->constant, is_generic ? WS_CONST_WINDOW : 0,
                      launch->constant_bytes };
    case WS_SPACE_GLOBAL:
      if (block->last == NULL || address - block->last->address >= block->last->size)
        block->last = ws_memory_find (launch->memory, address);
      if (block->last == NULL)
        return (Place){ 0 };
      return (Place){ block->last->data, block->last->address, block->last->size };
    default:
      return (Place){ 0 };
    }
}

/* Finds the piece of memory in which all of @lanes access @bytes. Returns: its data; NULL if there
 * is no single one, in which case handling lanes one by one finds any fault. */
static UNWATCHED guint8 *
find_all (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint32 lanes, guint bytes,
          guint32 *at)
{
  const guint8 *row = warp->rows + op->s[0];
  const guint64 *row64 = (const guint64 *)(const void *)row;
  const guint32 *row32 = (const guint32 *)(const void *)row;
  guint first = (guint)__builtin_ctz (lanes);
  guint64 start = (op->wide & 2 ? row64[first] : row32[first]) + (guint64)op->offset;
  Place place = find_place (block, warp, op, op->wide & 2 ? start : (guint32)start);
  guint32 astray;

  /* half the range of 32 bits, so that a difference tells which of two is larger */
  if (place.size < bytes || place.size > G_MAXINT32)
    return NULL;
  if (op->wide & 2)
    {
      const guint64 added = (guint64)op->offset - place.base;
      const guint64 most = place.size - bytes;
      guint64 beyond[WS_LANES];

      LANE_LOOP
      for (guint i = 0; i < WS_LANES; i++)
        {
          guint64 x = row64[i] + added;

          at[i] = (guint32)x;
          beyond[i] = x | (most - x) | (0 - (x & (bytes - 1)));
        }
      astray = ws_mask_of_longs (beyond);
    }
  else
    {
      const guint32 added = (guint32)((guint64)op->offset - place.base);
      const guint32 most = (guint32)place.size - bytes;
      guint32 beyond[WS_LANES];

      LANE_LOOP
      for (guint i = 0; i < WS_LANES; i++)
        {
          guint32 x = row32[i] + added;

          at[i] = x;
          beyond[i] = x | (most - x) | (0 - (x & (bytes - 1)));
        }
      astray = ws_mask_of_words (beyond);
    }
  if ((astray & lanes) != 0)
    return NULL;
  if (place.data == warp->local)
    for (guint i = 0; i < WS_LANES; i++)
      at[i] += i * (guint32)place.size;
  return place.data;
}

/* Whether accesses of a block may be counted as they are executed. */
WS_INLINE gboolean
is_counted_here (const WsBlockRun *block, const WsOp *op)
{
  return block->counts_at_once && op->site != WS_NONE && !op->hidden;
}

/* Like ws_step_count_access(), for words. */
WS_INLINE void
count_words (WsSiteCount *count, guint n)
{
  count->requests++;
  count->bytes += sizeof (guint32) * n;
}

/* Counts words in constant memory, or in shared memory with the pattern of an earlier access. FALSE
 * if they must be counted individually. */
WS_INLINE gboolean
count_again (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint32 lanes, WsSpace *space)
{
  WsSiteCount *count;

  if (!is_counted_here (block, op))
    return FALSE;
  count = &block->counts[op->site];
  if (op->space != WS_SPACE_CONST)
    {
      const WsKeptWords *words;

      if (!op->follows || op->space != WS_SPACE_SHARED)
        return FALSE;
      words = &warp->kept[op->kept - 1];
      if (words->looker != op->looker || words->lanes != lanes || words->wavefronts == 0)
        return FALSE;
      count->wavefronts += words->wavefronts;
      count->ideal_wavefronts++;
    }
  else if (!op->is_word || lanes == 0)
    return FALSE;
  count_words (count, (guint)__builtin_popcount (lanes));
  *space = WS_SPACE_NONE;
  return TRUE;
}

/* Whether words in global memory may be counted as they are accessed: those that pass parameters of
 * a child grid do not count. */
WS_INLINE gboolean
is_global_counted_here (const WsBlockRun *block, const WsOp *op)
{
  return op->space == WS_SPACE_GLOBAL && is_counted_here (block, op)
         && (op->exec != WS_X_ST || !block->launch->code->launches);
}

/* Counts words of all lanes in global memory, if no lane's sector is before that of the lane before
 * it; @at: relative to their allocation, which begins at a segment. Like ws_access_cost_global().
 * FALSE if they must be counted individually. */
static UNWATCHED gboolean
count_steps (WsBlockRun *block, const WsOp *op, const guint32 *at, guint32 lanes, WsSpace *space)
{
  guint32 sectors[WS_LANES];
  guint32 n_sectors = 1;
  guint32 n_segments = 1;
  guint32 n_back = 0;
  WsSiteCount *count;

  if (lanes != WS_ALL_LANES || !is_global_counted_here (block, op))
    return FALSE;
  LANE_LOOP
  for (guint i = 0; i < WS_LANES; i++)
    sectors[i] = at[i] >> 5;
  for (guint i = 1; i < WS_LANES; i++)
    {
      n_sectors += sectors[i] != sectors[i - 1];
      n_segments += sectors[i] >> 2 != sectors[i - 1] >> 2;
      n_back += sectors[i] < sectors[i - 1];
    }
  if (n_back > 0)
    return FALSE;
  count = &block->counts[op->site];
  count->sectors += n_sectors;
  count->segments += n_segments;
  count_words (count, WS_LANES);
  *space = WS_SPACE_NONE;
  return TRUE;
}

/* @at: (nullable): offsets of words that were found. */
static inline void
note (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint32 lanes, const guint32 *at,
      WsSpace *space)
{
  if (at != NULL && !block->notes_each
      && (op->space == WS_SPACE_SHARED ? note_near (block, at, lanes, space)
                                       : count_steps (block, op, at, lanes, space)))
    return;
  note_reach (block, warp, op, lanes, space);
}

/* ---- consecutive words ---- */

/* @some: lanes of the half, of which @first is the first; @address: the base. */
WS_INLINE WsWordsPattern
look_at_words_32 (const guint32 *address, guint32 some, guint first)
{
  const guint32 word = address[first];
  const guint32 start = word - 4 * first;
  guint32 astray[WS_HALF];

  LANE_LOOP
  for (guint i = 0; i < WS_HALF; i++)
    astray[i] = address[i] != start + 4 * i ? G_MAXUINT32 : 0;
  if ((ws_mask_of_half (astray) & some) == 0)
    return WS_WORDS_IN_A_ROW;
  LANE_LOOP
  for (guint i = 0; i < WS_HALF; i++)
    astray[i] = address[i] != word ? G_MAXUINT32 : 0;
  return (ws_mask_of_half (astray) & some) == 0 ? WS_WORDS_THE_SAME : WS_WORDS_ASTRAY;
}

/* As look_at_words_32(). */
WS_INLINE WsWordsPattern
look_at_words_64 (const guint64 *address, guint32 some, guint first)
{
  const guint64 word = address[first];
  const guint64 start = word - 4 * (guint64)first;
  guint64 astray[WS_HALF];

  LANE_LOOP
  for (guint i = 0; i < WS_HALF; i++)
    astray[i] = address[i] != start + 4 * (guint64)i ? G_MAXUINT64 : 0;
  if ((ws_mask_of_half_longs (astray) & some) == 0)
    return WS_WORDS_IN_A_ROW;
  LANE_LOOP
  for (guint i = 0; i < WS_HALF; i++)
    astray[i] = address[i] != word ? G_MAXUINT64 : 0;
  return (ws_mask_of_half_longs (astray) & some) == 0 ? WS_WORDS_THE_SAME : WS_WORDS_ASTRAY;
}

/* The words of a half-warp. */
typedef struct {
  guint32 some; /* its lanes that execute the access */
  guint first;
  guint n_words;
  guint64 low;  /* address of the first lane's */
  guint8 *data; /* that word */
  WsWordsPattern pattern;
} Span;

/* Distance to the word of the same lane in the next warp. */
#define AHEAD_BYTES (sizeof (guint32) * WS_LANES)

/* @some: lanes of the half; @half: its first lane. */
WS_INLINE void
look_at_half (const WsWarp *warp, const WsOp *op, guint32 some, guint half, const gboolean is_wide,
              WsHalfWords *words)
{
  const guint8 *row = warp->rows + op->s[0];
  const guint64 *row64 = (const guint64 *)(const void *)row + half;
  const guint32 *row32 = (const guint32 *)(const void *)row + half;
  guint first;
  guint last;

  *words = (WsHalfWords){ 0 };
  if (some == 0)
    return;
  first = (guint)__builtin_ctz (some);
  last = 31 - (guint)__builtin_clz (some);
  words->first = (guint8)first;
  words->start = is_wide ? row64[first] : row32[first];
  words->pattern = (guint8)(is_wide ? look_at_words_64 (row64, some, first)
                                    : look_at_words_32 (row32, some, first));
  words->n_words = (guint8)(words->pattern == WS_WORDS_IN_A_ROW ? last - first + 1 : 1);
}

/* Stores the pattern of both halves together. */
static void
keep_whole (WsKeptWords *words)
{
  const WsHalfWords *first = &words->halves[0];
  const WsHalfWords *second = &words->halves[1];
  const guint64 ends[2] = { first->start + sizeof (guint32) * first->n_words,
                            second->start + sizeof (guint32) * second->n_words };
  const guint64 low = MIN (first->start, second->start);
  const guint64 extent = MAX (ends[0], ends[1]) - low;

  words->extent = 0;
  if (words->lanes != WS_ALL_LANES || first->pattern == WS_WORDS_ASTRAY
      || second->pattern == WS_WORDS_ASTRAY || ends[0] < first->start || ends[1] < second->start
      || ((first->start ^ second->start) & 3) != 0 || extent > G_MAXINT32)
    return;
  words->low = low;
  words->extent = (guint32)extent;
  for (guint half = 0; half < 2; half++)
    {
      words->at[half] = (guint32)(words->halves[half].start - low);
      words->span_at[half] = words->at[half];
      words->span_end[half] = (guint32)(ends[half] - sizeof (guint32) - low);
    }
  words->n_spans = 2;
  if (second->start - (ends[0] - sizeof (guint32)) <= sizeof (guint32))
    {
      words->n_spans = 1;
      words->span_end[0] = words->span_end[1];
    }
}

/* The pattern of the words addressed by the register of @op: from an earlier access, or computed.
 * @here: storage if it is not kept. */
WS_INLINE const WsKeptWords *
look_at_words (const WsWarp *warp, const WsOp *op, guint32 lanes, WsKeptWords *here)
{
  WsKeptWords *words = here;

  if (op->kept > 0)
    {
      words = &warp->kept[op->kept - 1];
      /* the first of them recomputes it each time */
      if (op->follows && words->looker == op->looker && words->lanes == lanes)
        return words;
      words->looker = op->looker;
      words->lanes = lanes;
      words->wavefronts = 0;
    }
  if (op->wide & 2)
    {
      look_at_half (warp, op, lanes & 0xffff, 0, TRUE, &words->halves[0]);
      look_at_half (warp, op, lanes >> WS_HALF, WS_HALF, TRUE, &words->halves[1]);
    }
  else
    {
      look_at_half (warp, op, lanes & 0xffff, 0, FALSE, &words->halves[0]);
      look_at_half (warp, op, lanes >> WS_HALF, WS_HALF, FALSE, &words->halves[1]);
    }
  if (op->kept > 0)
    keep_whole (words);
  return words;
}

/* FALSE if the words of the half are neither consecutive nor the same, or one is inaccessible. */
WS_INLINE gboolean
find_span (WsBlockRun *block, const WsWarp *warp, const WsOp *op, const WsHalfWords *words,
           Place *place, Span *span)
{
  span->n_words = words->n_words;
  if (words->n_words == 0)
    return TRUE;
  span->first = words->first;
  span->pattern = (WsWordsPattern)words->pattern;
  span->low = words->start + (guint64)op->offset;
  if ((op->wide & 2) == 0)
    span->low = (guint32)span->low;
  if (span->pattern == WS_WORDS_ASTRAY || (span->low & 3) != 0)
    return FALSE;
  if (place->data == NULL || span->low - place->base >= place->size)
    *place = find_place (block, warp, op, span->low);
  if (place->data == NULL
      || !fits (span->low - place->base, sizeof (guint32) * span->n_words, place->size))
    return FALSE;
  span->data = place->data + (span->low - place->base);
  /* nearly always, the next warp requests the next words */
  __builtin_prefetch (span->data + AHEAD_BYTES);
  return TRUE;
}

WS_INLINE gboolean
find_spans (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint32 lanes, Span spans[2])
{
  WsKeptWords here;
  const WsKeptWords *words = look_at_words (warp, op, lanes, &here);
  Place place = { 0 };

  spans[0].some = lanes & 0xffff;
  spans[1].some = lanes >> WS_HALF;
  return find_span (block, warp, op, &words->halves[0], &place, &spans[0])
         && find_span (block, warp, op, &words->halves[1], &place, &spans[1]);
}

static inline gboolean
has_gap (const Span *span)
{
  guint32 shifted = span->some >> span->first;

  return span->pattern == WS_WORDS_IN_A_ROW && (shifted & (shifted + 1)) != 0;
}

/* For a clock or a counter, which need the addresses of the lanes. */
static void
note_spans (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint32 lanes,
            const Span spans[2], WsSpace *space)
{
  WsReach *reach = &block->reach;
  gboolean has_gaps = FALSE;

  *space = (WsSpace)op->space;
  *reach = (WsReach){ .space = op->space,
                      .n_lanes = (guint8)__builtin_popcount (lanes),
                      .are_words = TRUE,
                      .low = G_MAXUINT64 };
  for (guint half = 0; half < 2; half++)
    {
      const Span *span = &spans[half];
      const guint64 high = span->low + sizeof (guint32) * (span->n_words - 1);

      if (span->n_words == 0)
        continue;
      has_gaps |= has_gap (span);
      reach->low = MIN (reach->low, span->low);
      reach->high = MAX (reach->high, high);
      if (reach->n_spans == 1 && span->low - reach->spans[0].high <= sizeof (guint32))
        reach->spans[0].high = high;
      else
        reach->spans[reach->n_spans++] = (WsReachSpan){ span->low, high };
    }
  if (has_gaps)
    reach->n_spans = 0;
  if (has_gaps || block->notes_each)
    collect_addresses (block, warp, op, lanes);
}

/* Consecutive words, for @some of the lanes of a half. */
WS_INLINE void
copy_row (guint8 *to, const guint8 *from, guint32 some)
{
  if (some == 0xffff)
    {
      memcpy (to, from, sizeof (guint32) * WS_HALF);
      return;
    }
#ifdef __AVX512F__
  _mm512_mask_storeu_epi32 (to, (__mmask16)some, _mm512_maskz_loadu_epi32 ((__mmask16)some, from));
#else
  EACH (i, some)
  memcpy (to + 4 * i, from + 4 * i, 4);
#endif
}

WS_INLINE void
load_span (guint32 *to, const Span *span)
{
  const guint32 some = span->some;
  guint32 word;

  if (span->n_words == 0)
    return;
  if (span->pattern == WS_WORDS_IN_A_ROW)
    {
      copy_row ((guint8 *)to, span->data - sizeof *to * span->first, some);
      return;
    }
  memcpy (&word, span->data, sizeof word);
  LANE_LOOP
  for (guint i = 0; i < WS_HALF; i++)
    to[i] = ((some >> i) & 1) ? word : to[i];
}

/* Of lanes that write to one place the last one stays. */
WS_INLINE void
store_span (const guint32 *from, const Span *span)
{
  if (span->n_words == 0)
    return;
  if (span->pattern == WS_WORDS_IN_A_ROW)
    copy_row (span->data - sizeof *from * span->first, (const guint8 *)from, span->some);
  else
    memcpy (span->data, &from[31 - __builtin_clz (span->some)], sizeof *from);
}

/* ---- all lanes ---- */

/* As many consecutive words as lanes. */
static const WsKeptWords whole_row = {
  .halves = { { .pattern = WS_WORDS_IN_A_ROW }, { .pattern = WS_WORDS_IN_A_ROW } },
  .extent = sizeof (guint32) * WS_LANES,
  .at = { 0, sizeof (guint32) * WS_HALF },
  .span_end = { sizeof (guint32) * (WS_LANES - 1) },
  .n_spans = 1,
};

static void
note_whole (WsBlockRun *block, const WsOp *op, guint64 low, const WsKeptWords *words,
            WsSpace *space)
{
  *space = (WsSpace)op->space;
  block->reach = (WsReach){ .space = op->space,
                            .n_lanes = WS_LANES,
                            .n_spans = words->n_spans,
                            .are_words = TRUE,
                            .low = low,
                            .high = low + words->extent - sizeof (guint32) };
  for (guint i = 0; i < words->n_spans; i++)
    block->reach.spans[i] = (WsReachSpan){ low + words->span_at[i], low + words->span_end[i] };
}

/* Counts consecutive words in global memory. FALSE if they must be counted individually. */
WS_INLINE gboolean
count_row (WsBlockRun *block, const WsOp *op, guint64 low, const WsKeptWords *words, WsSpace *space)
{
  const guint64 high = low + words->extent - 1;
  WsSiteCount *count;

  if (words->n_spans != 1 || !is_global_counted_here (block, op))
    return FALSE;
  count = &block->counts[op->site];
  count->sectors += (high >> 5) - (low >> 5) + 1;
  count->segments += (high >> 7) - (low >> 7) + 1;
  count_words (count, WS_LANES);
  *space = WS_SPACE_NONE;
  return TRUE;
}

WS_INLINE gboolean
is_row (const WsWarp *warp, const WsOp *op)
{
  const guint8 *row = warp->rows + op->s[0];
  const guint64 *row64 = (const guint64 *)(const void *)row;
  const guint32 *row32 = (const guint32 *)(const void *)row;
  guint64 differs = 0;

  if (op->wide & 2)
    for (guint i = 0; i < WS_LANES; i++)
      differs |= row64[i] ^ (row64[0] + sizeof (guint32) * i);
  else
    for (guint i = 0; i < WS_LANES; i++)
      differs |= row32[i] ^ (guint32)(row32[0] + sizeof (guint32) * i);
  return differs == 0;
}

/* The pattern of all lanes' words, if an earlier access has stored it or they are consecutive;
 * @low: register that points to the lowest. (nullable) */
WS_INLINE const WsKeptWords *
find_words (const WsWarp *warp, const WsOp *op, guint64 *low)
{
  const guint8 *row = warp->rows + op->s[0];
  const WsKeptWords *words;

  if (op->follows)
    {
      words = &warp->kept[op->kept - 1];
      *low = words->low;
      return words->looker == op->looker && words->extent > 0 ? words : NULL;
    }
  if (op->kept > 0 || !op->is_word || !is_row (warp, op))
    return NULL;
  *low = op->wide & 2 ? *(const guint64 *)(const void *)row : *(const guint32 *)(const void *)row;
  return &whole_row;
}

/* Lowest word of an access of all lanes, by find_words(). NULL if unknown, or if the access needs
 * individual checks. @space: none if already counted. */
WS_INLINE guint8 *
find_whole (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint32 lanes, WsSpace *space,
            const WsKeptWords **found)
{
  const WsAllocation *last = block->last;
  guint8 *data = block->shared;
  guint64 base = 0;
  guint64 size = block->launch->shared_bytes;
  guint64 low;

  *found = lanes == WS_ALL_LANES ? find_words (warp, op, &low) : NULL;
  if (*found == NULL)
    return NULL;
  low += (guint64)op->offset;
  if ((op->wide & 2) == 0)
    low = (guint32)low;
  if (op->space != WS_SPACE_SHARED)
    {
      if (op->space != WS_SPACE_GLOBAL || last == NULL)
        return NULL;
      data = last->data;
      base = last->address;
      size = last->size;
    }
  if ((low & 3) != 0 || !fits (low - base, (*found)->extent, size))
    return NULL;
  if (block->notes_reach)
    {
      if (block->notes_each)
        return NULL;
      if (!count_again (block, warp, op, lanes, space)
          && !count_row (block, op, low, *found, space))
        note_whole (block, op, low, *found, space);
    }
  data += low - base;
  if (op->space != WS_SPACE_SHARED)
    {
      __builtin_prefetch (data + AHEAD_BYTES);
      __builtin_prefetch (data + AHEAD_BYTES + WS_VECTOR_ALIGN);
    }
  return data;
}

WS_INLINE void
load_half (guint32 *to, const guint8 *from, guint8 pattern)
{
  guint32 word;

  if (pattern == WS_WORDS_IN_A_ROW)
    {
      memcpy (to, from, sizeof (guint32) * WS_HALF);
      return;
    }
  memcpy (&word, from, sizeof word);
  for (guint i = 0; i < WS_HALF; i++)
    to[i] = word;
}

/* Of lanes that write to one place the last one stays. */
WS_INLINE void
store_half (guint8 *to, const guint32 *from, guint8 pattern)
{
  if (pattern == WS_WORDS_IN_A_ROW)
    memcpy (to, from, sizeof (guint32) * WS_HALF);
  else
    memcpy (to, &from[WS_HALF - 1], sizeof (guint32));
}

/* One element of each lane, of any width, to a register of any width. */
#define EACH_ELEMENT(name, type, extended)                                                    \
  static void load_##name (guint8 *row, gboolean wide, const guint8 *data, const guint32 *at, \
                           guint32 lanes)                                                     \
  {                                                                                           \
    guint64 *row64 = (guint64 *)(void *)row;                                                  \
    guint32 *row32 = (guint32 *)(void *)row;                                                  \
    type value;                                                                               \
                                                                                              \
    EACH (lane, lanes)                                                                        \
    {                                                                                         \
      memcpy (&value, data + at[lane], sizeof value);                                         \
      if (wide)                                                                               \
        row64[lane] = (guint64)(extended)value;                                               \
      else                                                                                    \
        row32[lane] = (guint32)(extended)value;                                               \
    }                                                                                         \
  }
EACH_ELEMENT (u8, guint8, guint64)
EACH_ELEMENT (s8, gint8, gint64)
EACH_ELEMENT (u16, guint16, guint64)
EACH_ELEMENT (s16, gint16, gint64)
EACH_ELEMENT (u32, guint32, guint64)
EACH_ELEMENT (s32, gint32, gint64)
EACH_ELEMENT (u64, guint64, guint64)
#undef EACH_ELEMENT

typedef void (*LoadElements) (guint8 *row, gboolean wide, const guint8 *data, const guint32 *at,
                              guint32 lanes);

/* Indexed by the logarithm of the width; unsigned and signed. */
static const LoadElements load_elements[][2] = {
  { load_u8, load_s8 },
  { load_u16, load_s16 },
  { load_u32, load_s32 },
  { load_u64, load_u64 },
};

static gboolean
load_one_by_one (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes)
{
  const guint bytes = (guint)op->width * op->vector;

  block->work += (guint)__builtin_popcount (lanes) / LANES_OF_WORK;
  EACH (lane, lanes)
  {
    Reach reach = { .bytes = bytes };
    guint8 *at;

    reach.address = lane_address (warp, op, lane, &reach.space);
    at = locate (block, warp, op, lane, &reach);
    if (at == NULL)
      return FALSE;
    for (guint e = 0; e < op->vector; e++)
      put (warp->rows, op, e, lane,
           ws_extend (op->type, load_bits (at + e * op->width, op->width)));
  }
  return TRUE;
}

/* What does not lie side by side. */
static UNWATCHED __attribute__ ((noinline)) gboolean
load_astray (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes, WsSpace *space)
{
  guint32 at[WS_LANES];
  guint8 *data = NULL;

  if (__builtin_popcount (lanes) >= FEWEST_AT_ONCE)
    data = find_all (block, warp, op, lanes, (guint)op->width * op->vector, at);
  if (block->notes_reach && !count_again (block, warp, op, lanes, space))
    note (block, warp, op, lanes, op->is_word && data != NULL ? at : NULL, space);
  if (data == NULL)
    return load_one_by_one (block, warp, op, lanes);
  for (guint e = 0; e < op->vector; e++)
    if (op->d[e] != WS_NO_ROW)
      load_elements[__builtin_ctz (op->width)][ws_type_is_signed (op->type)](
          warp->rows + op->d[e], op->wide & 1, data + e * op->width, at, lanes);
  return TRUE;
}

/* Consecutive words, or each individually. */
static UNWATCHED __attribute__ ((noinline)) gboolean
load_words (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes, WsSpace *space)
{
  guint32 *to = (guint32 *)(void *)(warp->rows + op->d[0]);
  Span spans[2];

  if (!op->is_word || lanes == 0 || !find_spans (block, warp, op, lanes, spans))
    return load_astray (block, warp, op, lanes, space);
  if (block->notes_reach && !count_again (block, warp, op, lanes, space))
    note_spans (block, warp, op, lanes, spans, space);
  load_span (to, &spans[0]);
  load_span (to + WS_HALF, &spans[1]);
  return TRUE;
}

/**
 * ws_step_load:
 * @block: the block that is run
 * @warp: one of its warps
 * @op: an ld or ldu, except of parameters
 * @lanes: mask of the executing lanes
 * @space: (out): that the lanes reached, where the block notes it; generic where they reach
 * different ones
 *
 * Returns: %FALSE if a lane faulted, with the block's fault set
 */
UNWATCHED gboolean
WS_OWN (ws_step_load) (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes,
                       WsSpace *space)
{
  guint32 *to = (guint32 *)(void *)(warp->rows + op->d[0]);
  const WsKeptWords *words;
  const guint8 *from = find_whole (block, warp, op, lanes, space, &words);

  if (from == NULL)
    return load_words (block, warp, op, lanes, space);
  load_half (to, from + words->at[0], words->halves[0].pattern);
  load_half (to + WS_HALF, from + words->at[1], words->halves[1].pattern);
  return TRUE;
}

static gboolean
store_one_by_one (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes)
{
  const guint bytes = (guint)op->width * op->vector;

  block->work += (guint)__builtin_popcount (lanes) / LANES_OF_WORK;
  EACH (lane, lanes)
  {
    Reach reach = { .bytes = bytes };
    guint8 *at;

    reach.address = lane_address (warp, op, lane, &reach.space);
    at = locate (block, warp, op, lane, &reach);
    if (at == NULL)
      return FALSE;
    for (guint e = 0; e < op->vector; e++)
      {
        guint64 value = get (warp->rows, op, 1 + e, lane);

        store_bits (at + e * op->width, op->width, value);
      }
  }
  return TRUE;
}

/* What does not lie side by side. */
static UNWATCHED __attribute__ ((noinline)) gboolean
store_astray (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes, WsSpace *space)
{
  guint32 at[WS_LANES];
  guint8 *data = NULL;

  if (__builtin_popcount (lanes) >= FEWEST_AT_ONCE)
    data = find_all (block, warp, op, lanes, (guint)op->width * op->vector, at);
  if (block->notes_reach && !count_again (block, warp, op, lanes, space))
    note (block, warp, op, lanes, op->is_word && data != NULL ? at : NULL, space);
  if (data == NULL)
    return store_one_by_one (block, warp, op, lanes);
  EACH (lane, lanes)
  for (guint e = 0; e < op->vector; e++)
    {
      guint64 value = get (warp->rows, op, 1 + e, lane);

      store_bits (data + at[lane] + e * op->width, op->width, value);
    }
  return TRUE;
}

/* As load_words(). */
static UNWATCHED __attribute__ ((noinline)) gboolean
store_words (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes, WsSpace *space)
{
  const guint32 *from = (const guint32 *)(const void *)(warp->rows + op->s[1]);
  Span spans[2];

  if (!op->is_word || lanes == 0 || !find_spans (block, warp, op, lanes, spans))
    return store_astray (block, warp, op, lanes, space);
  if (block->notes_reach && !count_again (block, warp, op, lanes, space))
    note_spans (block, warp, op, lanes, spans, space);
  store_span (from, &spans[0]);
  store_span (from + WS_HALF, &spans[1]);
  return TRUE;
}

/**
 * ws_step_store:
 * @block: the block that is run
 * @warp: one of its warps
 * @op: an st
 * @lanes: mask of the executing lanes
 * @space: (out): that the lanes reached, where the block notes it; generic where they reach
 * different ones
 *
 * Of lanes that write to one place the last one stays.
 *
 * Returns: %FALSE if a lane faulted, with the block's fault set
 */
UNWATCHED gboolean
WS_OWN (ws_step_store) (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes,
                        WsSpace *space)
{
  const guint32 *from = (const guint32 *)(const void *)(warp->rows + op->s[1]);
  const WsKeptWords *words;
  guint8 *to = find_whole (block, warp, op, lanes, space, &words);

  block->n_writes++;
  if (to == NULL)
    return store_words (block, warp, op, lanes, space);
  store_half (to + words->at[0], from, words->halves[0].pattern);
  store_half (to + words->at[1], from + WS_HALF, words->halves[1].pattern);
  return TRUE;
}

/* Like ws_access_cost_shared_atomic(), for words in distinct banks. FALSE if they must be counted
 * individually. */
static UNWATCHED gboolean
count_atomic (WsBlockRun *block, const WsOp *op, const guint32 *at, guint32 lanes, WsSpace *space)
{
  guint8 per_bank[WS_LANES] = { 0 };
  WsSiteCount *count;
  guint8 most = 0;

  if (op->space != WS_SPACE_SHARED || !op->is_word || !is_counted_here (block, op))
    return FALSE;
  EACH (lane, lanes)
  per_bank[at[lane] / sizeof (guint32) % WS_LANES]++;
  for (guint i = 0; i < WS_LANES; i++)
    most = MAX (most, per_bank[i]);
  count = &block->counts[op->site];
  count->wavefronts += most;
  count->ideal_wavefronts++;
  count_words (count, (guint)__builtin_popcount (lanes));
  *space = WS_SPACE_NONE;
  return TRUE;
}

/**
 * ws_step_atomic:
 * @block: the block that is run
 * @warp: one of its warps
 * @op: an atom or red
 * @lanes: mask of the executing lanes
 * @space: (out): that the lanes reached, where the block notes it; generic where they reach
 * different ones
 * @old: (out caller-allocates) (array): previous values of @lanes, in lane order; room for 32
 *
 * Lane after lane: the hardware's order is undefined, this one is reproducible.
 *
 * Returns: %FALSE if a lane faulted, with the block's fault set
 */
gboolean
WS_OWN (ws_step_atomic) (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes,
                         WsSpace *space, guint64 *old)
{
  guint32 at[WS_LANES];
  guint8 *data = NULL;

  block->work += (guint)__builtin_popcount (lanes) / LANES_OF_WORK;
  if (__builtin_popcount (lanes) >= FEWEST_AT_ONCE)
    data = find_all (block, warp, op, lanes, op->width, at);
  if (block->notes_reach && (data == NULL || !count_atomic (block, op, at, lanes, space)))
    note_reach (block, warp, op, lanes, space);
  if (data != NULL)
    {
      WsAtomicPlace place = { .data = data, .at = at };

      lane_address (warp, op, (guint)__builtin_ctz (lanes), &place.space);
      block->n_writes += ws_atomic_run (op, warp->rows, &place, lanes, old);
      return TRUE;
    }
  EACH (lane, lanes)
  {
    WsAtomicPlace place = { .at = at };
    Reach reach = { .bytes = op->width };

    reach.address = lane_address (warp, op, lane, &reach.space);
    place.space = reach.space;
    place.data = locate (block, warp, op, lane, &reach);
    if (place.data == NULL)
      return FALSE;
    at[lane] = 0;
    block->n_writes += ws_atomic_run (op, warp->rows, &place, 1u << lane, old++);
  }
  return TRUE;
}

/**
 * ws_step_find:
 * @block: the block that is run
 * @warp: one of its warps
 * @op: an operation on memory
 * @lane: a lane
 * @operand: the memory operand
 *
 * Returns: (transfer none) (nullable): its host address; %NULL if the lane faulted, with the
 * block's fault set
 */
guint8 *
WS_OWN (ws_step_find) (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint lane,
                       const WsMemoryOperand *operand)
{
  Reach first = { .address = get (warp->rows, op, operand->source, lane) + (guint64)operand->offset,
                  .bytes = 1 };
  Reach last;
  guint8 *at = NULL;
  gboolean is_aligned;

  if ((op->wide & (2u << operand->source)) == 0)
    first.address = (guint32)first.address;
  first.space = true_space_of (operand->space, &first.address);
  last = first;
  last.address += operand->bytes - 1;
  is_aligned = first.address % operand->align == 0;
  if (!is_aligned)
    ws_block_fault (block, warp, op, WS_FINDING_MISALIGNED, lane);
  else if (locate (block, warp, op, lane, &last) != NULL)
    at = locate (block, warp, op, lane, &first);
  if (at != NULL)
    return at;
  block->fault.address = first.address;
  block->fault.space = first.space;
  block->fault.bytes = is_aligned ? operand->bytes : operand->align;
  block->fault.is_store = operand->source == 1 || op->exec == WS_X_MATRIX_ST;
  return NULL;
}

/* Nearly always, all lanes read the same parameter. */
static inline gboolean
is_uniform (const WsWarp *warp, const WsOp *op, guint32 lanes)
{
  const guint64 *row = (const guint64 *)(const void *)(warp->rows + op->s[0]);
  guint64 other = 0;

  if (lanes != WS_ALL_LANES || op->vector != 1 || (op->wide & 2) == 0 || op->d[0] == WS_NO_ROW)
    return FALSE;
  for (guint i = 0; i < WS_LANES; i++)
    other |= row[i] ^ row[0];
  return other == 0;
}

static inline void
put_all (WsWarp *warp, const WsOp *op, guint64 value)
{
  guint64 *row64 = (guint64 *)(void *)(warp->rows + op->d[0]);
  guint32 *row32 = (guint32 *)(void *)(warp->rows + op->d[0]);

  if (op->wide & 1)
    for (guint i = 0; i < WS_LANES; i++)
      row64[i] = value;
  else
    for (guint i = 0; i < WS_LANES; i++)
      row32[i] = (guint32)value;
}

/**
 * ws_step_load_param:
 * @block: the block that is run
 * @warp: one of its warps
 * @op: an ld of the kernel's parameters
 * @lanes: mask of the executing lanes
 *
 * Returns: %FALSE if a lane faulted, with the block's fault set
 */
gboolean
WS_OWN (ws_step_load_param) (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes)
{
  const WsLaunchRequest *request = block->launch->request;
  gboolean uniform = is_uniform (warp, op, lanes);
  guint bytes = (guint)op->width * op->vector;

  EACH (lane, lanes)
  {
    WsSpace space;
    guint64 address = lane_address (warp, op, lane, &space);

    if (!fits (address, bytes, request->params_size))
      return ws_block_fault (block, warp, op, WS_FINDING_OUT_OF_BOUNDS, lane);
    if (uniform)
      {
        put_all (warp, op, ws_extend (op->type, load_bits (request->params + address, op->width)));
        return TRUE;
      }
    for (guint e = 0; e < op->vector; e++)
      put (warp->rows, op, e, lane,
           ws_extend (op->type, load_bits (request->params + address + e * op->width, op->width)));
  }
  return TRUE;
}
