/* step.c: one warp executes one operation. */
#include "vm/lanes.h"
#include "vm/step-private.h"
#include "vm/types.h"

#include <fenv.h>
#include <string.h>

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

extern const WsLaneLoop WS_OWN (ws_lane_loops)[WS_N_LANES];

/* Under AddressSanitizer the loops over lanes are not watched; there the rows are looked at before
 * the loop, from end to end, and not again in it. */
#if defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
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
#define see_rows(rows, op) \
  G_STMT_START             \
  {                        \
  }                        \
  G_STMT_END
#endif

static inline void
step_lanes (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  see_rows (warp->rows, op);
  WS_OWN (ws_lane_loops)[op->lanes](warp, op, lanes);
}

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

/* The mode is set once for all lanes. The loop is a call that the compiler cannot look into, so
 * that nothing of it is moved out. */
static void
step_lanes_rounded (WsWarp *warp, const WsOp *op, guint32 lanes)
{
#ifdef __SSE2__
  /* the same field, 13 bits up, of the register that vectors look at */
  guint32 before = __builtin_ia32_stmxcsr ();

  __builtin_ia32_ldmxcsr ((before & ~0x6000u) | (guint32)host_rounding (op->round) << 3);
  step_lanes (warp, op, lanes);
  __builtin_ia32_ldmxcsr (before);
#else
  int before = fegetround ();

  fesetround (host_rounding (op->round));
  step_lanes (warp, op, lanes);
  fesetround (before);
#endif
}

/* cvt, ld and mov allow registers wider than the type: the loop works on copies of the width that
 * it wants. What is written into a wider register is extended, with its sign where it has one (PTX
 * ISA 9.4.1). */
static void
step_lanes_resized (WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint64 copies[WS_MAX_SOURCE + 1][WS_LANES] = { 0 };
  const WsLanesRow *row = &ws_lanes_rows[op->lanes];
  WsWarp own = *warp;
  WsOp sized = *op;

  own.rows = (guint8 *)copies;
  for (guint s = 0; s < op->n_source; s++)
    {
      sized.s[s] = (s + 1) * WS_ROW_BYTES;
      if (((op->wide ^ row->wide) & row->rows & (2u << s)) == 0)
        memcpy (copies[s + 1], warp->rows + op->s[s], WS_ROW_BYTES);
      else
        for (guint lane = 0; lane < WS_LANES; lane++)
          if (row->wide & (2u << s))
            copies[s + 1][lane] = get (warp->rows, op, s, lane);
          else
            ((guint32 *)copies[s + 1])[lane] = (guint32)get (warp->rows, op, s, lane);
    }
  if ((row->rows & 1) == 0)
    {
      /* predicates: their rows are no lanes' */
      sized.d[0] = 0;
      sized.d[1] = op->d[1] == WS_NO_ROW ? WS_NO_ROW : sizeof (guint64);
    }
  else
    sized.d[0] = 0;
  step_lanes_rounded (&own, &sized, lanes);
  warp->carry = own.carry;
  if ((row->rows & 1) == 0 && op->opcode != WS_PTX_SET)
    {
      put_predicate (warp->rows, op->d[0], lanes, (guint32)copies[0][0]);
      put_predicate (warp->rows, op->d[1], lanes, (guint32)copies[0][1]);
      return;
    }
  EACH (lane, lanes)
  {
    guint64 value = row->wide & 1 ? copies[0][lane] : ((const guint32 *)copies[0])[lane];

    put (warp->rows, op, 0, lane,
         op->opcode == WS_PTX_CVT && !ws_type_is_float (op->type) ? ws_extend (op->type, value)
                                                                  : value);
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

  if (op->exec == WS_X_LANES)
    step_lanes (warp, op, lanes);
  else
    switch ((WsExec)op->exec)
      {
      case WS_X_LANES_ROUNDED:
        step_lanes_rounded (warp, op, lanes);
        break;
      case WS_X_LANES_RESIZED:
        step_lanes_resized (warp, op, lanes);
        break;
      case WS_X_PREDICATE:
        ws_step_predicate (warp, op, lanes);
        break;
      case WS_X_PACK:
        ws_step_pack (warp, op, lanes);
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
        see_rows (rows, op);
        WS_OWN (ws_step_shuffle) (warp, op, lanes, extra);
        break;
      case WS_X_VOTE:
        see_rows (rows, op);
        WS_OWN (ws_step_vote) (warp, op, lanes);
        break;
      case WS_X_MATCH:
        see_rows (rows, op);
        WS_OWN (ws_step_match) (warp, op, lanes);
        break;
      case WS_X_REDUX:
        see_rows (rows, op);
        WS_OWN (ws_step_redux) (warp, op, lanes);
        break;
      case WS_X_ELECT:
        see_rows (rows, op);
        WS_OWN (ws_step_elect) (warp, op, lanes);
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
      case WS_X_LANES:
      default:
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
