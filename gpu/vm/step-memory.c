/* step-memory.c: loads, stores and atomics, every address checked. */
#include "vm/step-private.h"

#include "vm/types.h"

/* Lanes that take the host as long as a plain instruction. */
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

/* Where @bytes at @address of a space stand on the host; NULL for a fault. */
static guint8 *
locate (WsBlockRun *block, const WsWarp *warp, const WsOp *op, WsSpace space, guint lane,
        guint64 address, guint bytes)
{
  const WsLaunchState *launch = block->launch;

  if (address % bytes != 0)
    {
      ws_block_fault (block, warp, op, WS_FINDING_MISALIGNED, lane);
      return NULL;
    }
  switch (space)
    {
    case WS_SPACE_SHARED:
      if (fits (address, bytes, launch->shared_bytes))
        return block->shared + address;
      break;
    case WS_SPACE_LOCAL:
      if (fits (address, bytes, launch->code->local_bytes))
        return warp->local + (gsize)lane * launch->code->local_bytes + address;
      break;
    case WS_SPACE_CONST:
      if (fits (address, bytes, launch->constant_bytes) && op->exec == WS_X_LD)
        return (guint8 *)launch->constant + address;
      break;
    case WS_SPACE_PARAM:
      /* those of a kernel are only read, and not here */
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
true_space (const WsOp *op, guint64 *address)
{
  WsSpace space = op->space;

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

/* Where a lane reaches to: the address in its true space. */
static inline guint64
lane_address (const WsWarp *warp, const WsOp *op, guint lane, WsSpace *space)
{
  guint64 address = get (warp->rows, op, 0, lane) + (guint64)op->offset;

  if ((op->wide & 2) == 0)
    address = (guint32)address;
  *space = true_space (op, &address);
  return address;
}

/* Addresses of a space that the operation names, of the first @n lanes. */
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

/* The addresses of the lanes, in lane order, to block->scratch, and the space that all of them are
 * in; where lanes reach into different ones, generic addresses and the generic space. */
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

/* Notes an access of the lanes whose addresses stand in block->scratch. */
static inline void
set_reach (WsBlockRun *block, WsSpace space, guint n_lanes)
{
  block->reach = (WsReach){ .space = (guint8)(n_lanes == 0 ? WS_SPACE_NONE : space),
                            .n_lanes = (guint8)n_lanes };
  block->work += n_lanes / LANES_OF_WORK;
}

/* 32-bit loads and stores of one element in shared or global memory, all lanes checked before any
 * moves. */
static inline gboolean
is_word_access (const WsOp *op)
{
  return op->width == 4 && op->vector == 1
         && (op->space == WS_SPACE_SHARED || op->space == WS_SPACE_GLOBAL);
}

/* What addresses in block->scratch have in common. */
typedef struct {
  guint64 low;
  guint64 high;
  guint64 bits;   /* that are set in any */
  guint64 astray; /* other than 0: not each one word behind the one before */
} Words;

static inline Words
look_at_words (const guint64 *scratch, guint n)
{
  Words words = { G_MAXUINT64, 0, 0, 0 };

  for (guint i = 0; i < n; i++)
    {
      words.low = MIN (words.low, scratch[i]);
      words.high = MAX (words.high, scratch[i]);
      words.bits |= scratch[i];
      words.astray |= scratch[i] ^ (scratch[0] + 4 * (guint64)i);
    }
  return words;
}

static inline guint8 *
word_base (WsBlockRun *block, const WsOp *op, guint n, guint64 *base, gboolean *in_a_row)
{
  Words words =
      n == WS_LANES ? look_at_words (block->scratch, WS_LANES) : look_at_words (block->scratch, n);
  guint64 low = words.low;
  guint64 high = words.high;

  *in_a_row = words.astray == 0;
  if (words.bits & 3)
    return NULL;
  if (op->space == WS_SPACE_SHARED)
    {
      if (block->launch->shared_bytes < 4 || high > block->launch->shared_bytes - 4)
        return NULL;
      *base = 0;
      block->reach = (WsReach){ op->space, (guint8)n, TRUE, low, high };
      return block->shared;
    }
  if (block->last == NULL || low - block->last->address >= block->last->size)
    block->last = ws_memory_find (block->launch->memory, low);
  if (block->last == NULL || block->last->size < 4
      || high - block->last->address > block->last->size - 4)
    return NULL;
  *base = block->last->address;
  block->reach = (WsReach){ op->space, (guint8)n, TRUE, low, high };
  return block->last->data;
}

/**
 * ws_step_load:
 * @block: the block that is run
 * @warp: one of its warps
 * @op: an ld or ldu, but for parameters
 * @lanes: those that execute it, a bit each
 * @space: (out): that the lanes reached; generic where they reach different ones
 *
 * Returns: %FALSE where a lane did something wrong: it is the block's fault then
 */
gboolean
WS_OWN (ws_step_load) (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes,
                       WsSpace *space)
{
  guint bytes = (guint)op->width * op->vector;
  guint8 *data;
  guint64 base;
  gboolean in_a_row;
  guint n = 0;

  *space = collect_addresses (block, warp, op, lanes);
  if (lanes == 0)
    {
      set_reach (block, *space, 0);
      return TRUE;
    }
  if (is_word_access (op) && (op->wide & 1) == 0
      && (data = word_base (block, op, (guint)__builtin_popcount (lanes), &base, &in_a_row))
             != NULL)
    {
      guint32 *to = (guint32 *)(void *)(warp->rows + op->d[0]);

      if (in_a_row && lanes == WS_ALL_LANES)
        memcpy (to, data + (block->scratch[0] - base), sizeof *to * WS_LANES);
      else
        EACH (lane, lanes)
      memcpy (&to[lane], data + (block->scratch[n++] - base), 4);
      return TRUE;
    }
  set_reach (block, *space, (guint)__builtin_popcount (lanes));
  EACH (lane, lanes)
  {
    WsSpace own;
    guint64 address = lane_address (warp, op, lane, &own);
    guint8 *at = locate (block, warp, op, own, lane, address, bytes);

    if (at == NULL)
      return FALSE;
    for (guint e = 0; e < op->vector; e++)
      put (warp->rows, op, e, lane,
           ws_extend (op->type, load_bits (at + e * op->width, op->width)));
  }
  return TRUE;
}

/**
 * ws_step_store:
 * @block: the block that is run
 * @warp: one of its warps
 * @op: an st
 * @lanes: those that execute it, a bit each
 * @space: (out): that the lanes reached; generic where they reach different ones
 *
 * Of lanes that write to one place the last one stays.
 *
 * Returns: %FALSE where a lane did something wrong: it is the block's fault then
 */
gboolean
WS_OWN (ws_step_store) (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes,
                        WsSpace *space)
{
  guint bytes = (guint)op->width * op->vector;
  guint8 *data;
  guint64 base;
  gboolean in_a_row;
  guint n = 0;

  block->n_writes++;
  *space = collect_addresses (block, warp, op, lanes);
  if (lanes == 0)
    {
      set_reach (block, *space, 0);
      return TRUE;
    }
  if (is_word_access (op) && (op->wide & 4) == 0
      && (data = word_base (block, op, (guint)__builtin_popcount (lanes), &base, &in_a_row))
             != NULL)
    {
      const guint32 *from = (const guint32 *)(const void *)(warp->rows + op->s[1]);

      if (in_a_row && lanes == WS_ALL_LANES)
        memcpy (data + (block->scratch[0] - base), from, sizeof *from * WS_LANES);
      else
        EACH (lane, lanes)
      memcpy (data + (block->scratch[n++] - base), &from[lane], 4);
      return TRUE;
    }
  set_reach (block, *space, (guint)__builtin_popcount (lanes));
  EACH (lane, lanes)
  {
    WsSpace own;
    guint64 address = lane_address (warp, op, lane, &own);
    guint8 *at = locate (block, warp, op, own, lane, address, bytes);

    if (at == NULL)
      return FALSE;
    for (guint e = 0; e < op->vector; e++)
      {
        guint64 value = get (warp->rows, op, 1 + e, lane);

        memcpy (at + e * op->width, &value, op->width);
      }
  }
  return TRUE;
}

/**
 * ws_step_atomic:
 * @block: the block that is run
 * @warp: one of its warps
 * @op: an atom or red
 * @lanes: those that execute it, a bit each
 * @space: (out): that the lanes reached; generic where they reach different ones
 * @old: (out caller-allocates) (array): what was there, per lane of @lanes, in lane order; 32 of
 * room
 *
 * Lane after lane: the order in which the hardware serves them is not defined, this one is
 * repeatable.
 *
 * Returns: %FALSE where a lane did something wrong: it is the block's fault then
 */
gboolean
WS_OWN (ws_step_atomic) (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes,
                         WsSpace *space, guint64 *old)
{
  guint n = 0;

  *space = collect_addresses (block, warp, op, lanes);
  set_reach (block, *space, (guint)__builtin_popcount (lanes));
  EACH (lane, lanes)
  {
    WsSpace own;
    guint64 address = lane_address (warp, op, lane, &own);
    guint8 *at = locate (block, warp, op, own, lane, address, op->width);
    guint64 result = 0;

    if (at == NULL)
      return FALSE;
    old[n] = load_bits (at, op->width);
    ws_eval_atomic (op->kind, op->type, own, old[n],
                    ws_truncate (op->type, get (warp->rows, op, 1, lane)),
                    op->n_source > 2 ? get (warp->rows, op, 2, lane) : 0, &result);
    block->n_writes += load_bits ((const guint8 *)&result, op->width) != old[n];
    memcpy (at, &result, op->width);
    put (warp->rows, op, 0, lane, old[n]);
    n++;
  }
  return TRUE;
}

/* Parameters stand at the same address for all lanes, nearly always. */
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
 * @lanes: those that execute it, a bit each
 *
 * Returns: %FALSE where a lane did something wrong: it is the block's fault then
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
