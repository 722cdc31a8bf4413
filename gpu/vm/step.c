/* step.c: one warp executes one operation. */
#include "vm/step-private.h"

#include "vm/types.h"

#include <string.h>

/* Rows are found before the loop: a store to a lane could else, for all that the compiler knows,
 * change the operation, and the loop would be one lane at a time. */
#define SOURCES(type)                                                                \
  const type *const a G_GNUC_UNUSED = (const type *)(const void *)(rows + op->s[0]); \
  const type *const b G_GNUC_UNUSED = (const type *)(const void *)(rows + op->s[1]); \
  const type *const c G_GNUC_UNUSED = (const type *)(const void *)(rows + op->s[2])

/* @type: of a lane's result; @from: of its sources a, b, c; @expression: the result of lane i. With
 * all lanes there is nothing to keep. */
#define FOR_LANES(type, from, expression)                \
  G_STMT_START                                           \
  {                                                      \
    type *const to_ = (type *)(void *)(rows + op->d[0]); \
    SOURCES (from);                                      \
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

/* A NaN that an operation makes is always the same one (PTX ISA 9.7.3). */
WS_INLINE guint32
canonical (float value)
{
  return value != value ? 0x7fffffff : (guint32)ws_from_float (value);
}

/* A quotient of two numbers of 32 bits, rounded to 53, is never rounded up to the next whole
 * number. Several lanes are divided at once so; as integers it would be one after another. */
WS_INLINE guint32
remainder_of (guint32 a, guint32 b)
{
  guint32 quotient = (guint32)((double)a / (b == 0 ? 1. : (double)b));

  return b == 0 ? a : a - quotient * b;
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

/* Of the paths that wait for the same place: one that waits where this one is comes along; one that
 * is further back goes first, because it may still come by. So lanes that continue a loop meet
 * those that went through its body though others may leave it there, and lanes of different cases
 * of a switch meet as early as they can, though some of them end and no later place is common to
 * all. The hardware's convergence barriers, which a break takes lanes off, do the same. FALSE where
 * there is nothing to do. */
static gboolean
meet (WsWarp *warp)
{
  guint furthest = warp->depth;
  guint32 pc = warp->pc;
  WsStackEntry swap;

  for (guint i = warp->depth; i-- > 0 && warp->stack[i].rpc == warp->rpc;)
    {
      const WsStackEntry *entry = &warp->stack[i];

      if (entry->pc == warp->pc)
        {
          warp->mask |= entry->mask;
          warp->depth--;
          memmove (&warp->stack[i], &warp->stack[i + 1], (warp->depth - i) * sizeof warp->stack[0]);
          return TRUE;
        }
      if (entry->pc < pc && entry->mask != 0)
        {
          pc = entry->pc;
          furthest = i;
        }
    }
  if (furthest == warp->depth)
    return FALSE;
  swap = warp->stack[furthest];
  warp->stack[furthest] = (WsStackEntry){ .pc = warp->pc, .rpc = warp->rpc, .mask = warp->mask };
  warp->pc = swap.pc;
  warp->mask = swap.mask;
  return TRUE;
}

/* At the reconvergence point, and where all lanes of a path have left, the next path takes over. */
static inline void
settle (WsWarp *warp)
{
  while (warp->depth > 0)
    if (warp->pc == warp->rpc || warp->mask == 0)
      pop (warp);
    else if (warp->stack[warp->depth - 1].rpc != warp->rpc || !meet (warp))
      return;
}

/* Both ways: the lanes meet at @rpc again. */
static void
diverge (WsWarp *warp, const WsOp *op, guint32 target, guint32 jump, guint32 stay)
{
  if (op->rpc != WS_NONE && op->rpc != warp->rpc)
    push (warp, op->rpc, warp->rpc, jump | stay);
  if (op->rpc == WS_NONE || target != op->rpc)
    push (warp, target, op->rpc, jump);
  warp->pc++;
  warp->rpc = op->rpc;
  warp->mask = stay;
  settle (warp);
}

/* The label that a lane of a brx jumps to. */
static guint32
brx_target (const WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint lane)
{
  guint32 index = (guint32)get (warp->rows, op, 0, lane);

  return g_array_index (block->launch->code->targets, guint32, op->targets + index);
}

/* Whether each lane's index is one of the table. */
static gboolean
check_brx (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint32 lanes)
{
  EACH (lane, lanes)
  if (get (warp->rows, op, 0, lane) >= op->n_targets)
    return ws_block_fault (block, warp, op, WS_FINDING_OUT_OF_BOUNDS, lane);
  return TRUE;
}

/* The lanes of a brx, label by label. */
static guint32
step_brx (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint32 rest = lanes;
  guint32 outer = warp->rpc;

  if (op->rpc != WS_NONE && op->rpc != outer)
    push (warp, op->rpc, outer, warp->mask);
  if (warp->mask != lanes)
    push (warp, warp->pc + 1, op->rpc, warp->mask & ~lanes);
  while (rest != 0)
    {
      guint32 target = brx_target (block, warp, op, (guint)__builtin_ctz (rest));
      guint32 same = 0;

      EACH (lane, rest)
      if (brx_target (block, warp, op, lane) == target)
        same |= 1u << lane;
      rest &= ~same;
      push (warp, target, op->rpc, same);
    }
  if (warp->depth > 0)
    pop (warp);
  settle (warp);
  return lanes;
}

/* Takes @lanes, which end, off every path. */
static void
leave (WsBlockRun *block, WsWarp *warp, guint32 lanes)
{
  block->n_live -= (guint)__builtin_popcount (lanes);
  warp->live &= ~lanes;
  warp->mask &= ~lanes;
  for (guint i = 0; i < warp->depth; i++)
    warp->stack[i].mask &= ~lanes;
}

/* ---- rows ---- */

/* Under AddressSanitizer gcc looks at each lane by itself, and makes no vectors of such loops.
 * There the rows are looked at before the loop, from end to end, and not again in it. */
#if defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define ROWS_SEEN __attribute__ ((noinline, no_sanitize_address))

static inline void
see_row (const guint8 *row)
{
  const volatile guint8 *bytes = row;

  (void)bytes[0];
  (void)bytes[WS_ROW_BYTES - 1];
}

static inline void
see_rows (const guint8 *rows, const WsOp *op)
{
  if (op->d[0] != WS_NO_ROW)
    see_row (rows + op->d[0]);
  for (guint i = 0; i < op->n_source; i++)
    see_row (rows + op->s[i]);
}
#else
#define ROWS_SEEN inline __attribute__ ((always_inline))
#define see_rows(rows, op) \
  G_STMT_START             \
  {                        \
  }                        \
  G_STMT_END
#endif

/* An operation that is one loop over rows. It is long because it is a table: a line for each
 * operation, which the compiler turns into one jump. */
static ROWS_SEEN void
step_rows (guint8 *rows, const WsOp *op, guint32 lanes)
{
  switch ((WsExec)op->exec)
    {
    case WS_X_MOV32:
      FOR_LANES (guint32, guint32, a[i]);
      break;
    case WS_X_MOV64:
      FOR_LANES (guint64, guint64, a[i]);
      break;
    case WS_X_ADD32:
      FOR_LANES (guint32, guint32, a[i] + b[i]);
      break;
    case WS_X_SUB32:
      FOR_LANES (guint32, guint32, a[i] - b[i]);
      break;
    case WS_X_MUL32:
      FOR_LANES (guint32, guint32, a[i] * b[i]);
      break;
    case WS_X_MAD32:
      FOR_LANES (guint32, guint32, a[i] * b[i] + c[i]);
      break;
    case WS_X_AND32:
      FOR_LANES (guint32, guint32, a[i] & b[i]);
      break;
    case WS_X_OR32:
      FOR_LANES (guint32, guint32, a[i] | b[i]);
      break;
    case WS_X_XOR32:
      FOR_LANES (guint32, guint32, a[i] ^ b[i]);
      break;
    case WS_X_SHL32:
      FOR_LANES (guint32, guint32, b[i] > 31 ? 0 : a[i] << (b[i] & 31));
      break;
    case WS_X_SHR_U32:
      FOR_LANES (guint32, guint32, b[i] > 31 ? 0 : a[i] >> (b[i] & 31));
      break;
    case WS_X_SHR_S32:
      FOR_LANES (guint32, guint32, (gint32)a[i] >> (b[i] > 31 ? 31 : b[i]));
      break;
    case WS_X_MIN_S32:
      FOR_LANES (guint32, guint32, (gint32)a[i] < (gint32)b[i] ? a[i] : b[i]);
      break;
    case WS_X_MIN_U32:
      FOR_LANES (guint32, guint32, a[i] < b[i] ? a[i] : b[i]);
      break;
    case WS_X_MAX_S32:
      FOR_LANES (guint32, guint32, (gint32)a[i] > (gint32)b[i] ? a[i] : b[i]);
      break;
    case WS_X_MAX_U32:
      FOR_LANES (guint32, guint32, a[i] > b[i] ? a[i] : b[i]);
      break;
    case WS_X_REM_U32:
      FOR_LANES (guint32, guint32, remainder_of (a[i], b[i]));
      break;
    case WS_X_MUL_WIDE_U32:
      FOR_LANES (guint64, guint32, (guint64)a[i] * b[i]);
      break;
    case WS_X_MUL_WIDE_S32:
      FOR_LANES (guint64, guint32, (gint64)(gint32)a[i] * (gint32)b[i]);
      break;
    case WS_X_ADD64:
      FOR_LANES (guint64, guint64, a[i] + b[i]);
      break;
#define COMPARE(type, operator)                                  \
  do                                                             \
    {                                                            \
      guint32 holds = 0;                                         \
      SOURCES (guint32);                                         \
      LANE_LOOP                                                  \
      for (guint i = 0; i < WS_LANES; i++)                       \
        holds |= (guint32)((type)a[i] operator(type) b[i]) << i; \
      put_predicate (rows, op->d[0], lanes, holds);              \
    }                                                            \
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

        FOR_LANES (guint32, guint32, (p >> i) & 1 ? a[i] : b[i]);
      }
      break;
    case WS_X_ADD_F32:
      FOR_LANES (guint32, guint32, canonical (ws_to_float (a[i]) + ws_to_float (b[i])));
      break;
    case WS_X_MUL_F32:
      FOR_LANES (guint32, guint32, canonical (ws_to_float (a[i]) * ws_to_float (b[i])));
      break;
    case WS_X_FMA_F32:
      FOR_LANES (
          guint32, guint32,
          canonical (__builtin_fmaf (ws_to_float (a[i]), ws_to_float (b[i]), ws_to_float (c[i]))));
      break;
    default:
      g_assert_not_reached ();
    }
}

/* ---- the step ---- */

/* Which way a branch went: warps with the same ways have executed the same operations. */
static inline void
note_way (WsWarp *warp, guint32 way)
{
  warp->path = (warp->path ^ way) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  warp->path ^= warp->path >> 29;
}

/* Long because it is the inner loop: a branch for each kind of operation, all in sight of the
 * compiler, which keeps what they share in registers. */
static inline __attribute__ ((always_inline)) gboolean
step (WsBlockRun *block, WsWarp *warp, const WsOp *op, const gboolean recorded)
{
  guint8 *rows = warp->rows;
  guint32 active = warp->mask;
  guint32 lanes = active;
  WsSpace space = WS_SPACE_NONE;
  guint64 *extra = block->extra;
  gboolean ok = TRUE;

  if (op->guarded != 0)
    lanes &= op->guarded == 1 ? *ROW32 (op->guard) : ~*ROW32 (op->guard);

  if (op->exec >= WS_X_FIRST_OF_ROWS && op->exec <= WS_X_LAST_OF_ROWS)
    {
      see_rows (rows, op);
      step_rows (rows, op, lanes);
    }
  else
    switch ((WsExec)op->exec)
      {
      case WS_X_PREDICATE:
        ws_step_predicate (warp, op, lanes);
        break;
      case WS_X_SETP:
        ws_step_setp (warp, op, lanes);
        break;
      case WS_X_PACK:
        ws_step_pack (warp, op, lanes);
        break;
      case WS_X_CVTA:
        ws_step_cvta (warp, op, lanes);
        break;
      case WS_X_ISSPACEP:
        ws_step_isspacep (warp, op, lanes);
        break;
      case WS_X_LD:
        ok = WS_OWN (ws_step_load) (block, warp, op, lanes, &space);
        break;
      case WS_X_LD_PARAM:
        ok = WS_OWN (ws_step_load_param) (block, warp, op, lanes);
        break;
      case WS_X_ST:
        ok = WS_OWN (ws_step_store) (block, warp, op, lanes, &space);
        break;
      case WS_X_ATOM:
        ok = WS_OWN (ws_step_atomic) (block, warp, op, lanes, &space, extra);
        break;
      case WS_X_SHFL:
        ws_step_shuffle (warp, op, lanes, extra);
        break;
      case WS_X_VOTE:
        ws_step_vote (warp, op, lanes);
        break;
      case WS_X_MATCH:
        ws_step_match (warp, op, lanes);
        break;
      case WS_X_REDUX:
        ws_step_redux (warp, op, lanes);
        break;
      case WS_X_ELECT:
        ws_step_elect (warp, op, lanes);
        break;
      case WS_X_CLOCK:
        EACH (lane, lanes)
        {
          put (rows, op, 0, lane, block->now);
        }
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
      case WS_X_BRX:
        ok = check_brx (block, warp, op, lanes);
        break;
      case WS_X_BRA:
      case WS_X_EXIT:
      case WS_X_BAR_WARP:
      case WS_X_NOP:
        break;
      case WS_X_MIN_F32:
      case WS_X_MAX_F32:
      case WS_X_LANE:
      default:
        ws_step_lanes (warp, op, lanes);
        break;
      }
  if (!ok)
    return FALSE;
  if (recorded && op->site != WS_NONE)
    ws_step_record (block, warp, op, active, lanes, space, extra);
  switch ((WsExec)op->exec)
    {
    case WS_X_BRA:
      note_way (warp, lanes == active ? op->target : lanes == 0 ? warp->pc : ~warp->pc);
      if (lanes != active && lanes != 0)
        {
          diverge (warp, op, op->target, lanes, active & ~lanes);
          return TRUE;
        }
      warp->pc = lanes == 0 ? warp->pc + 1 : op->target;
      settle (warp);
      return TRUE;
    case WS_X_BRX:
      step_brx (block, warp, op, lanes);
      note_way (warp, warp->pc);
      return TRUE;
    case WS_X_EXIT:
      leave (block, warp, lanes);
      warp->pc++;
      settle (warp);
      return TRUE;
    default:
      warp->pc++;
      if (op[1].joins)
        settle (warp);
      return TRUE;
    }
}

static gboolean
step_plain (WsBlockRun *block, WsWarp *warp)
{
  return step (block, warp, &block->ops[warp->pc], FALSE);
}

static gboolean
step_recorded (WsBlockRun *block, WsWarp *warp)
{
  return step (block, warp, &block->ops[warp->pc], TRUE);
}

static inline gboolean
has_stopped (const WsWarp *warp, const WsOp *op)
{
  return op->ends && (warp->live == 0 || warp->barrier != 0);
}

static inline __attribute__ ((always_inline)) gboolean
run (WsBlockRun *block, WsWarp *warp, guint n, const gboolean recorded)
{
  const WsOp *op;
  guint64 work = 0;
  guint i = 0;
  gboolean ok;

  do
    {
      op = &block->ops[warp->pc];
      work += op->work;
      ok = step (block, warp, op, recorded);
      i += ok ? 1 : 0;
    }
  while (ok && i < n && !has_stopped (warp, op));
  block->issued += i;
  block->work += work;
  return ok;
}

static gboolean
run_plain (WsBlockRun *block, WsWarp *warp, guint n)
{
  return run (block, warp, n, FALSE);
}

static gboolean
run_recorded (WsBlockRun *block, WsWarp *warp, guint n)
{
  return run (block, warp, n, TRUE);
}

const WsStepper WS_OWN (ws_stepper) = {
  .name = WS_VARIANT_NAME,
  .step = step_plain,
  .step_recorded = step_recorded,
  .run = run_plain,
  .run_recorded = run_recorded,
};
