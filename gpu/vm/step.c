/* step.c: one warp executes one operation. */
#include "vm/lanes.h"
#include "vm/vm-private.h"
#include "vm/types.h"
#include "vm/simt-stack.h"

#include <fenv.h>
#include <string.h>

#define ROUNDS 16

/* ---- control ---- */

/* Every so many iterations, a path in a spin loop yields to others, which may hold what it waits
 * for. Before compute capability 7.0 it does not (CUDA C++ Programming Guide, "Independent Thread
 * Scheduling"). */
static inline void
go_round (WsBlockRun *block, WsWarp *warp, const WsOp *op)
{
  block->n_rounds += op->spins;
  if (op->spins && block->launch->independent && warp->mask != warp->live
      && ++warp->rounds % ROUNDS == 0)
    ws_simt_stack_yield (warp);
}

/* %clock counts the cycles of the block, %globaltimer the nanoseconds of the device. */
static guint64
read_clock (const WsBlockRun *block, WsPtxSpecial special)
{
  const WsLaunchState *launch = block->launch;
  guint64 ns = launch->timer_ns
               + (guint64)((unsigned __int128)(block->began + block->now) * 1000000
                           / MAX (launch->spec->clock_khz, 1));

  switch (special)
    {
    case WS_PTX_SREG_CLOCK_HI:
      return block->now >> 32;
    case WS_PTX_SREG_GLOBALTIMER:
    case WS_PTX_SREG_GLOBALTIMER_LO:
      return ns;
    case WS_PTX_SREG_GLOBALTIMER_HI:
      return ns >> 32;
    default:
      return block->now;
    }
}

/* The label that a lane of a brx jumps to. */
static guint32
brx_target (const WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint lane)
{
  guint32 index = (guint32)get (warp->rows, op, 0, lane);

  return g_array_index (block->launch->code->targets, guint32, op->targets + index);
}

/* Whether each lane's index is within the table. */
static gboolean
check_brx (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint32 lanes)
{
  EACH (lane, lanes)
  if (get (warp->rows, op, 0, lane) >= op->n_targets)
    return ws_block_fault (block, warp, op, WS_FINDING_OUT_OF_BOUNDS, lane);
  return TRUE;
}

/* The lanes of a brx, label by label. */
static void
step_brx (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint32 targets[WS_LANES + 1];
  guint32 masks[WS_LANES + 1];
  guint32 rest = lanes;
  guint n = 0;

  if (warp->mask != lanes)
    {
      targets[n] = warp->pc + 1;
      masks[n++] = warp->mask & ~lanes;
    }
  while (rest != 0)
    {
      guint32 target = brx_target (block, warp, op, (guint)__builtin_ctz (rest));
      guint32 same = 0;

      EACH (lane, rest)
      if (brx_target (block, warp, op, lane) == target)
        same |= 1u << lane;
      rest &= ~same;
      targets[n] = target;
      masks[n++] = same;
    }
  ws_simt_stack_branch (warp, op->rpc, op->meets_at_end, targets, masks, n);
}

static void
leave (WsBlockRun *block, WsWarp *warp, guint32 lanes)
{
  block->n_live -= (guint)__builtin_popcount (lanes);
  ws_simt_stack_leave (warp, lanes);
}

/* ---- rows ---- */

extern const WsLaneLoop WS_OWN (ws_lane_loops)[WS_N_LANES];

/* Under AddressSanitizer lane loops are not instrumented; instead, whole rows are checked before
 * the loop. */
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
      return FE_TOWARDZERO;
    case WS_PTX_MOD_RM:
      return FE_DOWNWARD;
    case WS_PTX_MOD_RP:
      return FE_UPWARD;
    default:
      return FE_TONEAREST;
    }
}

/* The rounding mode is set once for all lanes. The loop is an opaque call, so that the compiler
 * moves nothing out of it. */
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

/* cvt, ld and mov allow registers wider than the type: the loop works on copies of matching width.
 * A result is sign- or zero-extended to a wider register (PTX ISA 9.4.1). */
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
      /* predicates: their rows are masks */
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

/* ---- lanes of several paths ---- */

/* The lanes of one path that execute an instruction together with those of others. */
typedef struct {
  const WsOp *op;
  guint32 lanes;
} Party;

/* The union of the member masks of @lanes for @op. */
static guint32
get_members (const WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint32 members = 0;

  EACH (lane, lanes)
  members |= (guint32)get (warp->rows, op, op->members - 1u, lane);
  return members;
}

/* Whether lanes of other paths must execute @op together with this one's. */
static inline gboolean
needs_others (const WsWarp *warp, const WsOp *op, guint32 lanes)
{
  if (warp->mask == warp->live || op->members == 0)
    return FALSE;
  return (get_members (warp, op, lanes) & warp->live & ~warp->mask) != 0;
}

/* A path has begun to wait. FALSE if no other can run. */
static gboolean
go_on (WsBlockRun *block, WsWarp *warp)
{
  const WsOp *op;
  guint32 mask = 1;
  guint32 pc;

  if (warp->mask != 0 || warp->live == 0)
    return TRUE;
  pc = ws_simt_stack_get_stuck (warp, &mask);
  op = pc != WS_NONE ? &block->ops[pc] : NULL;
  return ws_block_fault (block, warp, op,
                         op != NULL && op->exec == WS_X_BAR ? WS_FINDING_DIVERGENT_BARRIER
                                                            : WS_FINDING_DEADLOCK,
                         (guint)__builtin_ctz (mask));
}

/* The paths that wait for @key together with the active one, which comes first and waits for
 * @members. */
static guint
take_parties (const WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 key, guint32 members,
              Party *parties)
{
  guint32 pc;
  guint n = 0;

  parties[n++] = (Party){ op, warp->mask };
  while (n < WS_LANES && ws_simt_stack_take (warp, key, &members, &pc, &parties[n].lanes))
    parties[n++].op = &block->ops[pc];
  return n;
}

static void
exchange (WsWarp *warp, const WsOp *op, guint32 lanes, guint64 *extra)
{
  switch ((WsExec)op->exec)
    {
    case WS_X_SHFL:
      WS_OWN (ws_step_shuffle) (warp, op, lanes, extra);
      break;
    case WS_X_VOTE:
      WS_OWN (ws_step_vote) (warp, op, lanes, extra);
      break;
    case WS_X_MATCH:
      WS_OWN (ws_step_match) (warp, op, lanes, extra);
      break;
    case WS_X_REDUX:
      WS_OWN (ws_step_redux) (warp, op, lanes, extra);
      break;
    case WS_X_ELECT:
      WS_OWN (ws_step_elect) (warp, op, lanes, extra);
      break;
    default:
      break;
    }
}

/* Whether destination @d of an exchange is a predicate. */
static inline gboolean
is_predicate (const WsOp *op, guint d)
{
  return d == 1 || (op->exec == WS_X_VOTE && op->kind != WS_PTX_MOD_BALLOT);
}

/* Merges the sources from each party's registers. */
static void
gather (const WsWarp *warp, const Party *parties, guint n, WsOp *whole, guint64 copies[][WS_LANES])
{
  for (guint s = 0; s < whole->n_source; s++)
    {
      guint32 *to = (guint32 *)copies[s];

      whole->s[s] = s * WS_ROW_BYTES;
      for (guint i = 0; i < n; i++)
        if (whole->exec == WS_X_VOTE && s == 0)
          *to = (*to & ~parties[i].lanes)
                | (predicate (warp->rows, parties[i].op, 0) & parties[i].lanes);
        else
          EACH (lane, parties[i].lanes)
      if (whole->wide & (2u << s))
        copies[s][lane] = get (warp->rows, parties[i].op, s, lane);
      else
        to[lane] = (guint32)get (warp->rows, parties[i].op, s, lane);
    }
  whole->negated = 0;
}

/* Distributes the results to each party's registers. */
static void
hand_out (WsWarp *warp, const Party *parties, guint n, const WsOp *whole,
          guint64 copies[][WS_LANES])
{
  guint8 *rows = warp->rows;

  for (guint i = 0; i < n; i++)
    for (guint d = 0; d < 2; d++)
      {
        const guint32 *from = (const guint32 *)copies[WS_MAX_SOURCE + d];

        if (parties[i].op->d[d] == WS_NO_ROW)
          continue;
        if (is_predicate (whole, d))
          put_predicate (rows, parties[i].op->d[d], parties[i].lanes, *from);
        else
          EACH (lane, parties[i].lanes)
        ROW32 (parties[i].op->d[d])[lane] = from[lane];
      }
}

/* Executes @op, whose members are on several paths, each with its own registers. */
static gboolean
step_together (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes, gboolean recorded)
{
  guint32 members = get_members (warp, op, lanes);
  guint32 key = (guint32)op->exec << 24 | (guint32)op->kind << 16 | (guint32)op->kind2 << 8
                | (guint32)op->type;
  guint64 copies[WS_MAX_SOURCE + 2][WS_LANES] = { 0 };
  guint64 extra[WS_LANES] = { 0 };
  Party parties[WS_LANES];
  WsWarp own = *warp;
  WsOp whole = *op;
  guint32 all = 0;
  guint n;

  if (lanes != warp->mask)
    ws_simt_stack_split (warp, lanes);
  if (!ws_simt_stack_wait (warp, key, members, FALSE))
    return go_on (block, warp);
  n = take_parties (block, warp, op, key, members, parties);
  for (guint i = 0; i < n; i++)
    all |= parties[i].lanes;
  gather (warp, parties, n, &whole, copies);
  own.rows = (guint8 *)copies;
  for (guint d = 0; d < 2; d++)
    whole.d[d] = (WS_MAX_SOURCE + d) * WS_ROW_BYTES;
  exchange (&own, &whole, all, extra);
  hand_out (warp, parties, n, &whole, copies);
  for (guint i = 0; recorded && i < n; i++)
    {
      guint at = 0;
      guint k = 0;

      EACH (lane, all)
      {
        if ((parties[i].lanes >> lane) & 1)
          block->extra[k++] = extra[at];
        at++;
      }
      if (parties[i].op->site != WS_NONE)
        ws_step_record (block, warp, parties[i].op, parties[i].lanes, parties[i].lanes,
                        WS_SPACE_NONE);
    }
  warp->pc++;
  ws_simt_stack_settle (warp);
  return TRUE;
}

/* A block barrier that some lanes of the warp have reached: the others must reach it, or exit. */
static gboolean
step_barrier_apart (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes,
                    gboolean recorded)
{
  guint32 key = op->aligned ? warp->pc : (guint32)op->exec << 24 | (guint32)op->kind;
  Party parties[WS_LANES];
  guint n;

  if (lanes != warp->mask)
    ws_simt_stack_split (warp, lanes);
  if (!ws_simt_stack_wait (warp, key, WS_ALL_LANES, TRUE))
    return go_on (block, warp);
  n = take_parties (block, warp, op, key, WS_ALL_LANES, parties);
  if (!ws_block_arrive (block, warp, op, warp->live))
    return FALSE;
  for (guint i = 0; recorded && i < n; i++)
    if (parties[i].op->site != WS_NONE)
      ws_step_record (block, warp, parties[i].op, parties[i].lanes, parties[i].lanes,
                      WS_SPACE_NONE);
  warp->pc++;
  ws_simt_stack_settle (warp);
  return TRUE;
}

/* ---- the step ---- */

/* Hashes the direction of a branch: warps with equal hashes have executed the same operations. */
static inline void
note_way (WsWarp *warp, guint32 way)
{
  warp->path = (warp->path ^ way) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  warp->path ^= warp->path >> 29;
}

/* Operations that hold the warp or end its way: barriers, traps, jumps through a table. FALSE for a
 * fault. */
static inline gboolean
come_to_end (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes)
{
  switch ((WsExec)op->exec)
    {
    case WS_X_BAR:
      return ws_block_arrive (block, warp, op, lanes);
    case WS_X_TRAP:
      return lanes == 0
             || ws_block_fault (block, warp, op, WS_FINDING_TRAP, (guint)__builtin_ctz (lanes));
    case WS_X_BRX:
      return check_brx (block, warp, op, lanes);
    default:
      return TRUE;
    }
}

/* Operations on registers and memory, without control flow. Long because it is the inner loop: a
 * branch for each kind of operation, all visible to the compiler. FALSE if a lane faulted. */
static inline __attribute__ ((always_inline)) gboolean
execute (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes, WsSpace *space)
{
  guint8 *rows = warp->rows;

  if (op->exec == WS_X_LANES)
    {
      step_lanes (warp, op, lanes);
      return TRUE;
    }
  switch ((WsExec)op->exec)
    {
    case WS_X_LD:
      return WS_OWN (ws_step_load) (block, warp, op, lanes, space);
    case WS_X_ST:
      return WS_OWN (ws_step_store) (block, warp, op, lanes, space);
    case WS_X_LD_PARAM:
      return WS_OWN (ws_step_load_param) (block, warp, op, lanes);
    case WS_X_ATOM:
      return WS_OWN (ws_step_atomic) (block, warp, op, lanes, space, block->extra);
    case WS_X_COPY:
      return WS_OWN (ws_step_copy) (block, warp, op, lanes, space);
    case WS_X_COPY_GROUP:
      WS_OWN (ws_step_copy_group) (block, warp, op, lanes);
      break;
    case WS_X_MATRIX:
    case WS_X_MATRIX_LD:
    case WS_X_MATRIX_ST:
      return WS_OWN (ws_step_matrix) (block, warp, op, lanes, space);
    case WS_X_MBARRIER:
      return WS_OWN (ws_step_mbarrier) (block, warp, op, lanes);
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
    case WS_X_SHFL:
    case WS_X_VOTE:
    case WS_X_MATCH:
    case WS_X_REDUX:
    case WS_X_ELECT:
      see_rows (rows, op);
      exchange (warp, op, lanes, block->extra);
      break;
    case WS_X_SLEEP:
      EACH (lane, lanes)
      block->sleeps = MAX (block->sleeps, get (rows, op, 0, lane));
      break;
    case WS_X_SYSTEM:
      return ws_system_call (block, warp, op, lanes);
    case WS_X_STACK:
      return ws_call_stack (block, warp, op, lanes);
    case WS_X_TEXTURE:
      return ws_step_texture (block, warp, op, lanes);
    case WS_X_CLOCK:
      EACH (lane, lanes)
      {
        put (rows, op, 0, lane, read_clock (block, op->kind));
      }
      break;
    default:
      break;
    }
  return TRUE;
}

static inline guint32
lanes_of (const WsWarp *warp, const WsOp *op)
{
  const guint8 *rows = warp->rows;

  if (op->guarded == 0)
    return warp->mask;
  return warp->mask
         & (op->guarded == 1 ? *(const guint32 *)(const void *)(rows + op->guard)
                             : ~*(const guint32 *)(const void *)(rows + op->guard));
}

/* One operation. All parts are visible to the compiler, which keeps shared values in registers. */
static inline __attribute__ ((always_inline)) gboolean
step (WsBlockRun *block, WsWarp *warp, const WsOp *op, const gboolean recorded)
{
  guint32 active = warp->mask;
  guint32 lanes = lanes_of (warp, op);
  WsSpace space = WS_SPACE_NONE;
  gboolean ok = TRUE;

  if (needs_others (warp, op, lanes))
    return step_together (block, warp, op, lanes, recorded);
  if (op->exec == WS_X_BAR && lanes != warp->live && lanes != 0)
    return step_barrier_apart (block, warp, op, lanes, recorded);
  if (op->straight > 0)
    ok = execute (block, warp, op, lanes, &space);
  else if (op->exec != WS_X_BRA && lanes != 0)
    ok = come_to_end (block, warp, op, lanes);
  if (!ok)
    return FALSE;
  if (recorded && op->site != WS_NONE)
    {
      if (block->counts_at_once && !is_access (op))
        count_step (&block->counts[op->site], op, active, lanes);
      else
        ws_step_record (block, warp, op, active, lanes, space);
    }
  switch ((WsExec)op->exec)
    {
    case WS_X_BRA:
      note_way (warp, lanes == active ? op->target : lanes == 0 ? warp->pc : ~warp->pc);
      if (lanes != active && lanes != 0)
        {
          ws_simt_stack_diverge (warp, op->rpc, op->meets_at_end, op->target, lanes,
                                 active & ~lanes);
          go_round (block, warp, op);
          return TRUE;
        }
      warp->pc = lanes == 0 ? warp->pc + 1 : op->target;
      ws_simt_stack_settle (warp);
      if (lanes != 0)
        go_round (block, warp, op);
      return TRUE;
    case WS_X_BRX:
      step_brx (block, warp, op, lanes);
      note_way (warp, warp->pc);
      return TRUE;
    case WS_X_EXIT:
      leave (block, warp, lanes);
      warp->pc++;
      ws_simt_stack_settle (warp);
      return go_on (block, warp);
    case WS_X_CALL:
      return ws_call_enter (block, warp, op);
    case WS_X_RETURN:
      ws_call_return (block, warp);
      return TRUE;
    default:
      warp->pc++;
      if (op[1].joins)
        ws_simt_stack_settle (warp);
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

/* Straight-line operations up to @end, to one that must wait for lanes of other paths, or to a
 * fault, for which @ok is FALSE. Returns: the one after the last executed */
static inline __attribute__ ((always_inline)) const WsOp *
run_straight (WsBlockRun *block, WsWarp *warp, const WsOp *op, const WsOp *end,
              const gboolean counted, gboolean *ok)
{
  const gboolean is_whole = warp->mask == warp->live;

  do
    {
      guint32 lanes = lanes_of (warp, op);
      WsSpace space;

      if (!is_whole && needs_others (warp, op, lanes))
        return op;
      if (op->exec == WS_X_LANES)
        step_lanes (warp, op, lanes);
      else
        {
          space = WS_SPACE_NONE;
          if (!execute (block, warp, op, lanes, &space))
            {
              *ok = FALSE;
              return op;
            }
          /* of none it is known by now */
          if (counted && space != WS_SPACE_NONE && op->site != WS_NONE && !op->hidden)
            ws_step_count_access (block, warp, op, space,
                                  (guint)__builtin_popcount (get_addressed (op, lanes)));
        }
      if (counted && op->guarded != 0)
        block->tallies[op - block->ops].idle_lanes +=
            (guint)__builtin_popcount (warp->mask & ~lanes);
      op++;
    }
  while (op < end);
  return op;
}

/* Tallies straight-line code that a path has executed, up to @end if it was left early. */
static inline void
tally (WsBlockRun *block, const WsOp *first, guint32 pc, const WsOp *end, guint32 active)
{
  WsTally *from = &block->tallies[pc];
  guint n = (guint)__builtin_popcount (active);

  from->executed++;
  from->active_lanes += n;
  if (G_UNLIKELY (end != first + first->straight))
    {
      from[end - first].left++;
      from[end - first].left_lanes += n;
      from[first->straight].left--;
      from[first->straight].left_lanes -= n;
    }
}

/* Operations that are counted or recorded individually. */
static gboolean
run_recorded (WsBlockRun *block, WsWarp *warp, guint n)
{
  const WsOp *op;
  guint64 work = 0;
  guint i = 0;
  gboolean ok;

  do
    {
      op = &block->ops[warp->pc];
      work += op->work;
      ok = step (block, warp, op, TRUE);
      i += ok ? 1 : 0;
    }
  while (ok && i < n && !has_stopped (warp, op));
  block->issued += i;
  block->work += work;
  return ok;
}

/* Whole stretches of straight-line code: the pc is only needed where lanes may diverge. */
static inline __attribute__ ((always_inline)) gboolean
run (WsBlockRun *block, WsWarp *warp, guint n, const gboolean counted)
{
  const WsOp *op;
  guint64 work = 0;
  guint i = 0;
  gboolean ok = TRUE;

  do
    {
      op = &block->ops[warp->pc];
      if (op->straight > 0)
        {
          const WsOp *first = op;

          op = run_straight (block, warp, op, op + MIN (op->straight, n - i), counted, &ok);
          if (counted)
            tally (block, first, warp->pc, op, warp->mask);
          i += (guint)(op - first);
          work += op->work_before - first->work_before;
          warp->pc += (guint32)(op - first);
          if (op != first && op->joins)
            ws_simt_stack_settle (warp);
          if (!ok || i == n)
            break;
          if (op != first)
            op = &block->ops[warp->pc];
          if (op->straight > 0 && !needs_others (warp, op, lanes_of (warp, op)))
            continue;
        }
      work += op->work;
      ok = step (block, warp, op, counted);
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
run_counted (WsBlockRun *block, WsWarp *warp, guint n)
{
  return run (block, warp, n, TRUE);
}

const WsStepper WS_OWN (ws_stepper) = {
  .name = WS_VARIANT_NAME,
  .step = step_plain,
  .step_recorded = step_recorded,
  .run = run_plain,
  .run_recorded = run_recorded,
  .run_counted = run_counted,
};
