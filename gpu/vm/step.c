/* step.c: one warp executes one operation. */
#include "vm/vm-private.h"

#include "record/access.h"
#include "vm/types.h"

#if defined(__clang__)
#define LANE_LOOP _Pragma ("clang loop vectorize(assume_safety)")
#else
#define LANE_LOOP _Pragma ("GCC ivdep")
#endif

/* The same code for several instruction sets, chosen when the program is loaded. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) \
    && !defined(__SANITIZE_ADDRESS__)
#define WIDEST __attribute__ ((target_clones ("arch=x86-64-v4", "avx2", "default")))
#else
#define WIDEST
#endif

#define ROW32(offset) ((guint32 *)(void *)(rows + (offset)))
#define ROW64(offset) ((guint64 *)(void *)(rows + (offset)))

/* @type: of a lane; @set (i): its result. With all lanes there is nothing to keep. */
#define FOR_LANES(type, d, expression)                   \
  G_STMT_START                                           \
  {                                                      \
    type *to_ = (type *)(void *)(d);                     \
    if (lanes == WS_ALL_LANES)                           \
      {                                                  \
        LANE_LOOP                                        \
        for (guint i = 0; i < WS_LANES; i++)             \
          to_[i] = (type)(expression);                   \
      }                                                  \
    else                                                 \
      {                                                  \
        LANE_LOOP                                        \
        for (guint i = 0; i < WS_LANES; i++)             \
          {                                              \
            type new_ = (type)(expression);              \
            to_[i] = ((lanes >> i) & 1) ? new_ : to_[i]; \
          }                                              \
      }                                                  \
  }                                                      \
  G_STMT_END

#define EACH(lane, set)                                                       \
  for (guint32 lane##_left = (set), lane;                                     \
       lane##_left != 0 && (lane = (guint)__builtin_ctz (lane##_left), TRUE); \
       lane##_left &= lane##_left - 1)

static inline guint64
get (const guint8 *rows, const WsOp *op, guint source, guint lane)
{
  if (op->wide & (2u << source))
    return ((const guint64 *)(const void *)(rows + op->s[source]))[lane];
  return ((const guint32 *)(const void *)(rows + op->s[source]))[lane];
}

static inline void
put (guint8 *rows, const WsOp *op, guint destination, guint lane, guint64 value)
{
  if (op->d[destination] == WS_NO_ROW)
    return;
  if (op->wide & 1)
    ((guint64 *)(void *)(rows + op->d[destination]))[lane] = value;
  else
    ((guint32 *)(void *)(rows + op->d[destination]))[lane] = (guint32)value;
}

static inline guint32
predicate (const guint8 *rows, const WsOp *op, guint source)
{
  guint32 mask = *(const guint32 *)(const void *)(rows + op->s[source]);

  return op->negated & (1u << source) ? ~mask : mask;
}

static inline void
put_predicate (guint8 *rows, guint32 row, guint32 lanes, guint32 value)
{
  guint32 *mask;

  if (row == WS_NO_ROW)
    return;
  mask = (guint32 *)(void *)(rows + row);
  *mask = (*mask & ~lanes) | (value & lanes);
}

/* A NaN that an operation makes is always the same one (PTX ISA 9.7.3). */
static inline guint32
canonical (float value)
{
  return value != value ? 0x7fffffff : (guint32)ws_from_float (value);
}

/* ---- everything without a lane loop of its own ---- */

static void
step_lanes (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint8 *rows = warp->rows;
  guint n = MIN (op->n_source, WS_MAX_SOURCE);
  gboolean third_is_predicate = op->opcode == WS_PTX_SELP || (op->opcode == WS_PTX_SET && n > 2);

  EACH (lane, lanes)
  {
    guint64 s[WS_MAX_SOURCE] = { 0 };
    guint carry = (warp->carry >> lane) & 1;
    guint64 result;

    for (guint i = 0; i < n; i++)
      s[i] = third_is_predicate && i == 2 ? (predicate (rows, op, i) >> lane) & 1
                                          : get (rows, op, i, lane);
    result = ws_eval_lane (op, s, &carry);
    if (op->opcode == WS_PTX_CVT && !ws_type_is_float (op->type))
      result = ws_extend (op->type, result);
    put (rows, op, 0, lane, result);
    if (op->carry_out)
      warp->carry = (warp->carry & ~(1u << lane)) | (carry << lane);
  }
}

static void
step_setp (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint8 *rows = warp->rows;
  guint32 holds = 0;
  guint32 p;
  guint32 q;

  EACH (lane, lanes)
  {
    guint64 s[2] = { get (rows, op, 0, lane), op->n_source > 1 ? get (rows, op, 1, lane) : 0 };

    if (op->opcode == WS_PTX_TESTP ? ws_eval_float (op, s) != 0
                                   : ws_eval_compare (op, op->type, s[0], s[1]))
      holds |= 1u << lane;
  }
  p = holds;
  q = ~holds;
  if (op->opcode == WS_PTX_SETP && op->n_source > 2)
    {
      guint32 c = predicate (rows, op, 2);

      p = op->kind == WS_PTX_MOD_AND ? p & c : op->kind == WS_PTX_MOD_OR ? p | c : p ^ c;
      q = op->kind == WS_PTX_MOD_AND ? q & c : op->kind == WS_PTX_MOD_OR ? q | c : q ^ c;
    }
  put_predicate (rows, op->d[0], lanes, p);
  put_predicate (rows, op->d[1], lanes, q);
}

static void
step_predicate (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint32 a = predicate (warp->rows, op, 0);
  guint32 b = op->n_source > 1 ? predicate (warp->rows, op, 1) : 0;

  switch (op->opcode)
    {
    case WS_PTX_AND:
      a &= b;
      break;
    case WS_PTX_OR:
      a |= b;
      break;
    case WS_PTX_XOR:
      a ^= b;
      break;
    case WS_PTX_NOT:
      a = ~a;
      break;
    default:
      break;
    }
  put_predicate (warp->rows, op->d[0], lanes, a);
}

/* mov.b64 {lo, hi}, d and its inverse: the first element is the low part. */
static void
step_pack (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint bits = ws_type_bits (op->type);
  guint in_bits = bits / MAX (op->n_source, 1);
  guint out_bits = bits / op->vector;

  EACH (lane, lanes)
  {
    guint64 all = 0;

    for (guint i = 0; i < op->n_source; i++)
      {
        guint64 part = get (warp->rows, op, i, lane);

        if (in_bits < 64)
          part &= (G_GUINT64_CONSTANT (1) << in_bits) - 1;
        all |= part << (i * in_bits);
      }
    for (guint i = 0; i < op->vector; i++)
      {
        guint64 part = all >> (i * out_bits);

        if (out_bits < 64)
          part &= (G_GUINT64_CONSTANT (1) << out_bits) - 1;
        put (warp->rows, op, i, lane, part);
      }
  }
}

static void
step_cvta (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint64 window = op->space == WS_SPACE_SHARED  ? WS_SHARED_WINDOW
                   : op->space == WS_SPACE_LOCAL ? WS_LOCAL_WINDOW
                                                 : 0;

  EACH (lane, lanes)
  {
    guint64 a = get (warp->rows, op, 0, lane);

    put (warp->rows, op, 0, lane, op->kind == WS_PTX_MOD_TO ? a - window : a + window);
  }
}

static WsSpace
space_of (guint64 address)
{
  if (address - WS_SHARED_WINDOW < WS_WINDOW_BYTES)
    return WS_SPACE_SHARED;
  if (address - WS_LOCAL_WINDOW < WS_WINDOW_BYTES)
    return WS_SPACE_LOCAL;
  return WS_SPACE_GLOBAL;
}

static void
step_isspacep (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint32 holds = 0;

  EACH (lane, lanes)
  if (space_of (get (warp->rows, op, 0, lane)) == op->space)
    holds |= 1u << lane;
  put_predicate (warp->rows, op->d[0], lanes, holds);
}

/* ---- memory ---- */

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
      if (address + bytes <= launch->shared_bytes && address < launch->shared_bytes)
        return block->shared + address;
      break;
    case WS_SPACE_LOCAL:
      if (address + bytes <= launch->code->local_bytes && address < launch->code->local_bytes)
        return warp->local + (gsize)lane * launch->code->local_bytes + address;
      break;
    case WS_SPACE_CONST:
      if (address + bytes <= launch->constant_bytes && address < launch->constant_bytes
          && op->exec == WS_X_LD)
        return (guint8 *)launch->constant + address;
      break;
    default:
      if (block->last == NULL || address - block->last->address >= block->last->size)
        block->last = ws_memory_find (launch->memory, address);
      if (block->last != NULL && block->last->size - (address - block->last->address) >= bytes)
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
  return space;
}

/* The addresses of the lanes, in lane order, to block->scratch; the space of the first. */
static inline WsSpace
collect_addresses (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint32 lanes)
{
  WsSpace first = op->space == WS_SPACE_GENERIC ? WS_SPACE_NONE : (WsSpace)op->space;
  guint n = 0;

  EACH (lane, lanes)
  {
    guint64 address = get (warp->rows, op, 0, lane) + (guint64)op->offset;
    WsSpace space;

    if ((op->wide & 2) == 0)
      address = (guint32)address;
    space = true_space (op, &address);
    if (first == WS_SPACE_NONE)
      first = space;
    block->scratch[n++] = address;
  }
  return first;
}

/* 32-bit loads and stores of one element in shared or global memory, all lanes checked before any
 * moves. */
static inline gboolean
is_word_access (const WsOp *op)
{
  return op->width == 4 && op->vector == 1
         && (op->space == WS_SPACE_SHARED || op->space == WS_SPACE_GLOBAL);
}

static inline guint8 *
word_base (WsBlockRun *block, const WsOp *op, guint n, guint64 *base)
{
  guint64 low = block->scratch[0];
  guint64 high = low;
  guint64 bits = 0;

  for (guint i = 0; i < n; i++)
    {
      low = MIN (low, block->scratch[i]);
      high = MAX (high, block->scratch[i]);
      bits |= block->scratch[i];
    }
  if (bits & 3)
    return NULL;
  if (op->space == WS_SPACE_SHARED)
    {
      *base = 0;
      return block->launch->shared_bytes >= 4 && high <= block->launch->shared_bytes - 4
                 ? block->shared
                 : NULL;
    }
  if (block->last == NULL || low - block->last->address >= block->last->size)
    block->last = ws_memory_find (block->launch->memory, low);
  if (block->last == NULL || block->last->size < 4
      || high - block->last->address > block->last->size - 4)
    return NULL;
  *base = block->last->address;
  return block->last->data;
}

static gboolean
step_load (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes, WsSpace *space)
{
  guint bytes = (guint)op->width * op->vector;
  guint8 *data;
  guint64 base;
  guint n = 0;

  *space = collect_addresses (block, warp, op, lanes);
  if (lanes == 0)
    return TRUE;
  if (is_word_access (op) && (op->wide & 1) == 0
      && (data = word_base (block, op, (guint)__builtin_popcount (lanes), &base)) != NULL)
    {
      guint32 *to = (guint32 *)(void *)(warp->rows + op->d[0]);

      EACH (lane, lanes)
      memcpy (&to[lane], data + (block->scratch[n++] - base), 4);
      return TRUE;
    }
  EACH (lane, lanes)
  {
    guint64 address = block->scratch[n++];
    WsSpace own = op->space;
    guint8 *at;

    if (own == WS_SPACE_GENERIC)
      {
        guint64 generic = get (warp->rows, op, 0, lane) + (guint64)op->offset;

        own = true_space (op, &generic);
      }
    at = locate (block, warp, op, own, lane, address, bytes);
    if (at == NULL)
      return FALSE;
    for (guint e = 0; e < op->vector; e++)
      put (warp->rows, op, e, lane,
           ws_extend (op->type, load_bits (at + e * op->width, op->width)));
  }
  return TRUE;
}

static gboolean
step_store (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes, WsSpace *space)
{
  guint bytes = (guint)op->width * op->vector;
  guint8 *data;
  guint64 base;
  guint n = 0;

  *space = collect_addresses (block, warp, op, lanes);
  if (lanes == 0)
    return TRUE;
  if (is_word_access (op) && (op->wide & 4) == 0
      && (data = word_base (block, op, (guint)__builtin_popcount (lanes), &base)) != NULL)
    {
      const guint32 *from = (const guint32 *)(const void *)(warp->rows + op->s[1]);

      EACH (lane, lanes)
      memcpy (data + (block->scratch[n++] - base), &from[lane], 4);
      return TRUE;
    }
  EACH (lane, lanes)
  {
    guint64 address = block->scratch[n++];
    WsSpace own = op->space;
    guint8 *at;

    if (own == WS_SPACE_GENERIC)
      {
        guint64 generic = get (warp->rows, op, 0, lane) + (guint64)op->offset;

        own = true_space (op, &generic);
      }
    at = locate (block, warp, op, own, lane, address, bytes);
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

/* Lane after lane: the order in which the hardware serves them is not defined, this one is
 * repeatable. The values read go to @old. */
static gboolean
step_atomic (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes, WsSpace *space,
             guint64 *old)
{
  guint n = 0;

  *space = collect_addresses (block, warp, op, lanes);
  EACH (lane, lanes)
  {
    guint64 generic = get (warp->rows, op, 0, lane) + (guint64)op->offset;
    guint64 address = block->scratch[n];
    guint8 *at = locate (block, warp, op, true_space (op, &generic), lane, address, op->width);
    guint64 result = 0;

    if (at == NULL)
      return FALSE;
    old[n] = load_bits (at, op->width);
    ws_eval_atomic (op->kind, op->type, old[n],
                    ws_truncate (op->type, get (warp->rows, op, 1, lane)),
                    op->n_source > 2 ? get (warp->rows, op, 2, lane) : 0, &result);
    memcpy (at, &result, op->width);
    put (warp->rows, op, 0, lane, old[n]);
    n++;
  }
  return TRUE;
}

static gboolean
step_load_param (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes)
{
  const WsLaunchRequest *request = block->launch->request;

  EACH (lane, lanes)
  {
    guint64 address = get (warp->rows, op, 0, lane) + (guint64)op->offset;

    if (address + (guint64)op->width * op->vector > request->params_size)
      return ws_block_fault (block, warp, op, WS_FINDING_OUT_OF_BOUNDS, lane);
    for (guint e = 0; e < op->vector; e++)
      put (warp->rows, op, e, lane,
           ws_extend (op->type, load_bits (request->params + address + e * op->width, op->width)));
  }
  return TRUE;
}

/* ---- between lanes ---- */

/* PTX ISA, shfl.sync. @from: the source lane of each lane, in lane order. */
static void
step_shuffle (WsWarp *warp, const WsOp *op, guint32 lanes, guint64 *from)
{
  guint8 *rows = warp->rows;
  guint32 values[WS_LANES];
  guint32 in_range = 0;
  guint n = 0;

  for (guint i = 0; i < WS_LANES; i++)
    values[i] = (guint32)get (rows, op, 0, i);
  EACH (lane, lanes)
  {
    guint32 b = (guint32)get (rows, op, 1, lane) & 31;
    guint32 c = (guint32)get (rows, op, 2, lane);
    guint32 segment = (c >> 8) & 31;
    gint32 last = (gint32)((lane & segment) | (c & 31 & ~segment));
    gint32 source;
    gboolean ok;

    switch (op->kind)
      {
      case WS_PTX_MOD_UP:
        source = (gint32)lane - (gint32)b;
        ok = source >= last;
        break;
      case WS_PTX_MOD_DOWN:
        source = (gint32)(lane + b);
        ok = source <= last;
        break;
      case WS_PTX_MOD_BFLY:
        source = (gint32)(lane ^ b);
        ok = source <= last;
        break;
      default:
        source = (gint32)((lane & segment) | (b & ~segment));
        ok = source <= last;
        break;
      }
    if (!ok)
      source = (gint32)lane;
    else
      in_range |= 1u << lane;
    from[n++] = (guint64)source & 31;
    put (rows, op, 0, lane, values[source & 31]);
  }
  put_predicate (rows, op->d[1], lanes, in_range);
}

static void
step_vote (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint8 *rows = warp->rows;
  guint32 members = lanes;
  guint32 holds;

  if (op->opcode == WS_PTX_ACTIVEMASK)
    {
      EACH (lane, lanes)
      put (rows, op, 0, lane, lanes);
      return;
    }
  if (lanes != 0)
    members &= (guint32)get (rows, op, 1, (guint)__builtin_ctz (lanes));
  holds = predicate (rows, op, 0) & members;
  switch (op->kind)
    {
    case WS_PTX_MOD_BALLOT:
      EACH (lane, lanes)
      put (rows, op, 0, lane, holds);
      break;
    case WS_PTX_MOD_ALL:
      put_predicate (rows, op->d[0], lanes, holds == members ? WS_ALL_LANES : 0);
      break;
    case WS_PTX_MOD_ANY:
      put_predicate (rows, op->d[0], lanes, holds != 0 ? WS_ALL_LANES : 0);
      break;
    default:
      put_predicate (rows, op->d[0], lanes, holds == 0 || holds == members ? WS_ALL_LANES : 0);
      break;
    }
}

static void
step_match (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint32 masks[WS_LANES] = { 0 };
  guint32 same = 0;

  EACH (lane, lanes)
  {
    guint32 members = lanes & (guint32)get (warp->rows, op, 1, lane);
    guint64 own = ws_truncate (op->type, get (warp->rows, op, 0, lane));

    EACH (other, members)
    if (ws_truncate (op->type, get (warp->rows, op, 0, other)) == own)
      masks[lane] |= 1u << other;
    if (op->kind == WS_PTX_MOD_ALL)
      {
        if (masks[lane] == members)
          same |= 1u << lane;
        else
          masks[lane] = 0;
      }
  }
  EACH (lane, lanes)
  put (warp->rows, op, 0, lane, masks[lane]);
  put_predicate (warp->rows, op->d[1], lanes, same);
}

static void
step_redux (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint32 members = lanes;
  guint64 all = 0;
  gboolean first = TRUE;

  if (lanes != 0)
    members &= (guint32)get (warp->rows, op, 1, (guint)__builtin_ctz (lanes));
  EACH (lane, members)
  {
    guint64 value = get (warp->rows, op, 0, lane);

    if (first)
      all = value;
    else
      ws_eval_atomic (op->kind, op->type, all, value, 0, &all);
    first = FALSE;
  }
  EACH (lane, lanes)
  put (warp->rows, op, 0, lane, all);
}

static void
step_elect (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint32 members = lanes;
  guint leader;

  if (lanes != 0)
    members &= (guint32)get (warp->rows, op, 0, (guint)__builtin_ctz (lanes));
  leader = members != 0 ? (guint)__builtin_ctz (members) : 0;
  EACH (lane, lanes)
  put (warp->rows, op, 0, lane, leader);
  put_predicate (warp->rows, op->d[1], lanes, 1u << leader);
}

/* ---- control ---- */

static void
push (WsWarp *warp, guint32 pc, guint32 rpc, guint32 mask)
{
  if (warp->depth == warp->stack_size)
    {
      warp->stack_size *= 2;
      warp->stack = g_renew (WsStackEntry, warp->stack, warp->stack_size);
    }
  warp->stack[warp->depth++] = (WsStackEntry){ .pc = pc, .rpc = rpc, .mask = mask };
}

static void
pop (WsWarp *warp)
{
  const WsStackEntry *top = &warp->stack[--warp->depth];

  warp->pc = top->pc;
  warp->rpc = top->rpc;
  warp->mask = top->mask;
}

/* At the reconvergence point, and where all lanes of a path have left, the next path takes over. */
static inline void
settle (WsWarp *warp)
{
  while (warp->depth > 0 && (warp->pc == warp->rpc || warp->mask == 0))
    pop (warp);
}

/* Both ways: the lanes meet at @rpc again. The way that falls through goes first, the other waits
 * on the stack. */
static void
diverge (WsWarp *warp, const WsOp *op, guint32 target, guint32 jump, guint32 stay)
{
  guint32 next = warp->pc + 1;

  if (op->rpc != WS_NONE && op->rpc != warp->rpc)
    push (warp, op->rpc, warp->rpc, jump | stay);
  if (op->rpc == WS_NONE || target != op->rpc)
    push (warp, target, op->rpc, jump);
  warp->pc = next;
  warp->rpc = op->rpc;
  warp->mask = stay;
  settle (warp);
}

/* The lanes of a brx, target after target. */
static guint32
step_brx (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes)
{
  const GArray *targets = block->launch->code->targets;
  guint32 rest = lanes;
  guint32 outer = warp->rpc;

  if (op->rpc != WS_NONE && op->rpc != outer)
    push (warp, op->rpc, outer, warp->mask);
  if (warp->mask != lanes)
    push (warp, warp->pc + 1, op->rpc, warp->mask & ~lanes);
  while (rest != 0)
    {
      guint32 index = (guint32)get (warp->rows, op, 0, (guint)__builtin_ctz (rest));
      guint32 same = 0;

      EACH (lane, rest)
      if ((guint32)get (warp->rows, op, 0, lane) == index)
        same |= 1u << lane;
      rest &= ~same;
      if (index < op->n_targets)
        push (warp, g_array_index (targets, guint32, op->targets + index), op->rpc, same);
    }
  if (warp->depth > 0)
    pop (warp);
  settle (warp);
  return lanes;
}

/**
 * ws_warp_leave:
 * @warp: a warp
 * @lanes: those of its lanes that end
 *
 * Takes @lanes off every path.
 */
void
ws_warp_leave (WsWarp *warp, guint32 lanes)
{
  warp->live &= ~lanes;
  warp->mask &= ~lanes;
  for (guint i = 0; i < warp->depth; i++)
    warp->stack[i].mask &= ~lanes;
}

/* ---- recording ---- */

static void
count_access (WsBlockRun *block, const WsOp *op, WsSiteCount *count, WsSpace space, guint n)
{
  WsAccessCost cost = { 0 };
  guint bytes = (guint)op->width * op->vector;

  if (n == 0)
    return;
  count->requests++;
  if (space == WS_SPACE_SHARED)
    ws_access_cost_shared (block->scratch, n, bytes, block->launch->spec->shared_banks, &cost);
  else if (space == WS_SPACE_GLOBAL || space == WS_SPACE_LOCAL)
    ws_access_cost_global (block->scratch, n, bytes, &cost);
  count->sectors += cost.sectors;
  count->segments += cost.segments;
  count->wavefronts += cost.wavefronts;
  count->ideal_wavefronts += cost.ideal_wavefronts;
  count->bytes += (guint64)bytes * n;
}

static void
record_lane (WsBlockRun *block, guint64 address, guint64 value)
{
  WsLane lane = { .address = address, .value = value };

  g_array_append_val (block->lanes, lane);
}

/* What the lanes moved: addresses stand in block->scratch; @old: what an atomic read. */
static void
record_access (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint32 lanes,
               const guint64 *old)
{
  guint n = 0;

  EACH (lane, lanes)
  {
    for (guint e = 0; e < op->vector; e++)
      {
        guint64 value;

        if (op->exec == WS_X_ATOM)
          value = old[n];
        else if (op->exec == WS_X_ST)
          value = ws_truncate (op->type, get (warp->rows, op, 1 + e, lane));
        else if (op->d[e] == WS_NO_ROW)
          value = 0;
        else
          value = ws_truncate (op->type, op->wide & 1
                                             ? ((guint64 *)(void *)(warp->rows + op->d[e]))[lane]
                                             : ((guint32 *)(void *)(warp->rows + op->d[e]))[lane]);
        record_lane (block, block->scratch[n] + (guint64)e * op->width, value);
      }
    n++;
  }
}

static void
record_exchange (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint32 lanes,
                 const guint64 *from)
{
  guint n = 0;

  EACH (lane, lanes)
  {
    guint64 address = op->exec == WS_X_SHFL ? from[n] : lanes;
    guint64 value = 0;

    if (op->d[0] != WS_NO_ROW)
      {
        value = ((guint32 *)(void *)(warp->rows + op->d[0]))[lane];
        if (op->exec == WS_X_VOTE && op->kind != WS_PTX_MOD_BALLOT
            && op->opcode != WS_PTX_ACTIVEMASK)
          value = (*(guint32 *)(void *)(warp->rows + op->d[0]) >> lane) & 1;
      }
    record_lane (block, address, value);
    n++;
  }
}

static inline gboolean
is_memory (const WsOp *op)
{
  return op->exec == WS_X_LD || op->exec == WS_X_ST || op->exec == WS_X_ATOM;
}

static inline gboolean
is_exchange (const WsOp *op)
{
  return op->exec >= WS_X_SHFL && op->exec <= WS_X_ELECT;
}

/* The event of an operation that has just been executed by @lanes of the path @active. */
static void
record (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint32 active, guint32 lanes,
        WsSpace space, const guint64 *old)
{
  WsSiteCount *count = block->counts != NULL ? &block->counts[op->site] : NULL;

  if (count != NULL)
    {
      count->executed++;
      count->active_lanes += (guint)__builtin_popcount (active);
      count->taken_lanes += (guint)__builtin_popcount (lanes);
      if (op->exec == WS_X_BRA && lanes != 0 && lanes != active)
        count->divergent++;
      if (is_memory (op) && !op->hidden)
        count_access (block, op, count, space, (guint)__builtin_popcount (lanes));
    }
  if (block->events != NULL)
    {
      WsEvent event = {
        .time = block->now,
        .site = op->site,
        .block = block->block,
        .active = active,
        .taken = lanes,
        .access = WS_NONE,
        .warp = warp->index,
        .space = WS_SPACE_NONE,
      };

      if (lanes != 0 && ((is_memory (op) && !op->hidden) || is_exchange (op)))
        {
          event.access = block->lanes->len;
          if (is_memory (op))
            {
              event.space = (guint8)space;
              record_access (block, warp, op, lanes, old);
            }
          else
            record_exchange (block, warp, op, lanes, old);
        }
      g_array_append_val (block->events, event);
    }
}

/* ---- the step ---- */

static inline __attribute__ ((always_inline)) gboolean
step (WsBlockRun *block, WsWarp *warp, const gboolean recorded)
{
  const WsOp *op = &((const WsOp *)(void *)block->launch->code->ops->data)[warp->pc];
  guint8 *rows = warp->rows;
  guint32 active = warp->mask;
  guint32 lanes = active;
  WsSpace space = WS_SPACE_NONE;
  guint64 extra[WS_LANES];
  gboolean ok = TRUE;
  gboolean jumped = FALSE;

  if (op->guarded != 0)
    lanes &= op->guarded == 1 ? *ROW32 (op->guard) : ~*ROW32 (op->guard);

#define A32 ROW32 (op->s[0])[i]
#define B32 ROW32 (op->s[1])[i]
#define C32 ROW32 (op->s[2])[i]
  switch ((WsExec)op->exec)
    {
    case WS_X_MOV32:
      FOR_LANES (guint32, ROW32 (op->d[0]), A32);
      break;
    case WS_X_MOV64:
      FOR_LANES (guint64, ROW64 (op->d[0]), ROW64 (op->s[0])[i]);
      break;
    case WS_X_ADD32:
      FOR_LANES (guint32, ROW32 (op->d[0]), A32 + B32);
      break;
    case WS_X_SUB32:
      FOR_LANES (guint32, ROW32 (op->d[0]), A32 - B32);
      break;
    case WS_X_MUL32:
      FOR_LANES (guint32, ROW32 (op->d[0]), A32 * B32);
      break;
    case WS_X_MAD32:
      FOR_LANES (guint32, ROW32 (op->d[0]), A32 * B32 + C32);
      break;
    case WS_X_AND32:
      FOR_LANES (guint32, ROW32 (op->d[0]), A32 & B32);
      break;
    case WS_X_OR32:
      FOR_LANES (guint32, ROW32 (op->d[0]), A32 | B32);
      break;
    case WS_X_XOR32:
      FOR_LANES (guint32, ROW32 (op->d[0]), A32 ^ B32);
      break;
    case WS_X_SHL32:
      FOR_LANES (guint32, ROW32 (op->d[0]), B32 > 31 ? 0 : A32 << (B32 & 31));
      break;
    case WS_X_SHR_U32:
      FOR_LANES (guint32, ROW32 (op->d[0]), B32 > 31 ? 0 : A32 >> (B32 & 31));
      break;
    case WS_X_SHR_S32:
      FOR_LANES (guint32, ROW32 (op->d[0]), (gint32)A32 >> (B32 > 31 ? 31 : B32));
      break;
    case WS_X_MIN_S32:
      FOR_LANES (guint32, ROW32 (op->d[0]), (gint32)A32 < (gint32)B32 ? A32 : B32);
      break;
    case WS_X_MIN_U32:
      FOR_LANES (guint32, ROW32 (op->d[0]), A32 < B32 ? A32 : B32);
      break;
    case WS_X_MAX_S32:
      FOR_LANES (guint32, ROW32 (op->d[0]), (gint32)A32 > (gint32)B32 ? A32 : B32);
      break;
    case WS_X_MAX_U32:
      FOR_LANES (guint32, ROW32 (op->d[0]), A32 > B32 ? A32 : B32);
      break;
    case WS_X_REM_U32:
      FOR_LANES (guint32, ROW32 (op->d[0]), B32 == 0 ? A32 : A32 % (B32 == 0 ? 1 : B32));
      break;
    case WS_X_MUL_WIDE_U32:
      FOR_LANES (guint64, ROW64 (op->d[0]), (guint64)A32 * B32);
      break;
    case WS_X_MUL_WIDE_S32:
      FOR_LANES (guint64, ROW64 (op->d[0]), (gint64)(gint32)A32 * (gint32)B32);
      break;
    case WS_X_ADD64:
      FOR_LANES (guint64, ROW64 (op->d[0]), ROW64 (op->s[0])[i] + ROW64 (op->s[1])[i]);
      break;
#define COMPARE(type, operator)                                \
  do                                                           \
    {                                                          \
      guint32 holds = 0;                                       \
      LANE_LOOP                                                \
      for (guint i = 0; i < WS_LANES; i++)                     \
        holds |= (guint32)((type)A32 operator(type) B32) << i; \
      put_predicate (rows, op->d[0], lanes, holds);            \
    }                                                          \
  while (0)
    case WS_X_SETP_U32:
      switch (op->compare)
        {
        case WS_PTX_EQ:
          COMPARE (guint32, ==);
          break;
        case WS_PTX_NE:
          COMPARE (guint32, !=);
          break;
        case WS_PTX_LT:
        case WS_PTX_LO:
          COMPARE (guint32, <);
          break;
        case WS_PTX_LE:
        case WS_PTX_LS:
          COMPARE (guint32, <=);
          break;
        case WS_PTX_GT:
        case WS_PTX_HI:
          COMPARE (guint32, >);
          break;
        default:
          COMPARE (guint32, >=);
          break;
        }
      break;
    case WS_X_SETP_S32:
      switch (op->compare)
        {
        case WS_PTX_EQ:
          COMPARE (gint32, ==);
          break;
        case WS_PTX_NE:
          COMPARE (gint32, !=);
          break;
        case WS_PTX_LT:
          COMPARE (gint32, <);
          break;
        case WS_PTX_LE:
          COMPARE (gint32, <=);
          break;
        case WS_PTX_GT:
          COMPARE (gint32, >);
          break;
        default:
          COMPARE (gint32, >=);
          break;
        }
      break;
      case WS_X_SELP32: {
        guint32 p = predicate (rows, op, 2);

        FOR_LANES (guint32, ROW32 (op->d[0]), (p >> i) & 1 ? A32 : B32);
      }
      break;
    case WS_X_ADD_F32:
      FOR_LANES (guint32, ROW32 (op->d[0]), canonical (ws_to_float (A32) + ws_to_float (B32)));
      break;
    case WS_X_MUL_F32:
      FOR_LANES (guint32, ROW32 (op->d[0]), canonical (ws_to_float (A32) * ws_to_float (B32)));
      break;
    case WS_X_PREDICATE:
      step_predicate (warp, op, lanes);
      break;
    case WS_X_SETP:
      step_setp (warp, op, lanes);
      break;
    case WS_X_PACK:
      step_pack (warp, op, lanes);
      break;
    case WS_X_CVTA:
      step_cvta (warp, op, lanes);
      break;
    case WS_X_ISSPACEP:
      step_isspacep (warp, op, lanes);
      break;
    case WS_X_LD:
      ok = step_load (block, warp, op, lanes, &space);
      break;
    case WS_X_LD_PARAM:
      ok = step_load_param (block, warp, op, lanes);
      break;
    case WS_X_ST:
      ok = step_store (block, warp, op, lanes, &space);
      break;
    case WS_X_ATOM:
      ok = step_atomic (block, warp, op, lanes, &space, extra);
      break;
    case WS_X_SHFL:
      step_shuffle (warp, op, lanes, extra);
      break;
    case WS_X_VOTE:
      step_vote (warp, op, lanes);
      break;
    case WS_X_MATCH:
      step_match (warp, op, lanes);
      break;
    case WS_X_REDUX:
      step_redux (warp, op, lanes);
      break;
    case WS_X_ELECT:
      step_elect (warp, op, lanes);
      break;
    case WS_X_CLOCK:
      EACH (lane, lanes)
      put (rows, op, 0, lane, block->now);
      break;
    case WS_X_BAR:
      if (lanes != warp->live)
        ok = ws_block_fault (block, warp, op, WS_FINDING_DIVERGENT_BARRIER, 0);
      else
        ok = ws_block_arrive (block, warp, op, lanes);
      break;
    case WS_X_TRAP:
      if (lanes != 0)
        ok = ws_block_fault (block, warp, op, WS_FINDING_TRAP, (guint)__builtin_ctz (lanes));
      break;
    case WS_X_BRA:
    case WS_X_BRX:
    case WS_X_EXIT:
    case WS_X_BAR_WARP:
    case WS_X_NOP:
      break;
    case WS_X_MIN_F32:
    case WS_X_MAX_F32:
    case WS_X_LANE:
    default:
      step_lanes (warp, op, lanes);
      break;
    }
#undef A32
#undef B32
#undef C32
  if (!ok)
    return FALSE;
  if (recorded && op->site != WS_NONE)
    record (block, warp, op, active, lanes, space, extra);
  if (op->exec == WS_X_BRA)
    {
      jumped = TRUE;
      if (lanes == active)
        warp->pc = op->target;
      else if (lanes == 0)
        warp->pc++;
      else
        {
          diverge (warp, op, op->target, lanes, active & ~lanes);
          return TRUE;
        }
    }
  else if (op->exec == WS_X_BRX)
    {
      step_brx (block, warp, op, lanes);
      return TRUE;
    }
  else if (op->exec == WS_X_EXIT)
    ws_warp_leave (warp, lanes);
  if (!jumped)
    warp->pc++;
  settle (warp);
  return TRUE;
}

/**
 * ws_warp_step:
 * @block: the block that runs
 * @warp: one of its warps, neither done nor at a barrier
 *
 * Executes one operation of @warp's top path.
 *
 * Returns: %FALSE where it did something wrong: block->fault says what
 */
WIDEST gboolean
ws_warp_step (WsBlockRun *block, WsWarp *warp)
{
  return step (block, warp, FALSE);
}

/**
 * ws_warp_step_recorded:
 * @block: the block that runs
 * @warp: one of its warps
 *
 * As ws_warp_step(), and counts, and appends an event where the block is recorded in full.
 *
 * Returns: %FALSE where it did something wrong
 */
WIDEST gboolean
ws_warp_step_recorded (WsBlockRun *block, WsWarp *warp)
{
  return step (block, warp, TRUE);
}
