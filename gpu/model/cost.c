/* cost.c: what instructions cost on a spec.
 *
 * Most PTX instructions are a single hardware instruction, which a scheduler issues at once and
 * whose result is ready after the spec's arithmetic latency. Some are none: see fusion.c; some are
 * several: see ws_opcode_get_expansion(). Each occupies its pipe for as long as the spec's lanes
 * need for a warp.
 */
#include "model/cost.h"

#include "record/opcode.h"

/* Of the special function unit, in latencies of simple instructions: 20 to 24 cycles for 4. */
#define SPECIAL_LATENCY 5

/* Passes of the shared-memory pipeline for reading a thread or block index. */
#define INDEX_PASSES 5
/* Major capability before which these indices are ready when a warp begins, and instructions that
 * all lanes skip are not charged: published times of a G80 and a K40c leave no room for more. */
#define FIRST_OF_TODAY 7

/* Cycles that a warp's instruction occupies a scheduler's pipe, if the SM has @lanes lanes for it.
 */
static guint
cycles_of_lanes (const WsSpec *spec, guint lanes)
{
  return MAX (MAX (spec->issue_cycles, 1), WS_WARP_SIZE * spec->schedulers_per_sm / MAX (lanes, 1));
}

static guint
integer_cycles (const WsSpec *spec, gboolean multiplies)
{
  guint lanes = multiplies && spec->mul_lanes > 0 ? spec->mul_lanes : spec->int_lanes;

  return lanes > 0 ? cycles_of_lanes (spec, lanes) : MAX (spec->issue_cycles, 1);
}

/* Its pipe, and the cycles of one instruction there. */
static WsPipe
find_pipe (const WsSite *site, const WsInstruction *says, const WsExpansion *expansion,
           const WsSpec *spec, guint *busy)
{
  gboolean multiplies = says->does == WS_DOES_MUL || says->does == WS_DOES_MAD;

  *busy = MAX (spec->issue_cycles, 1);
  if (site->op_class != WS_OP_ALU || says->does == WS_DOES_MOVE
      || expansion->n_special == expansion->count)
    return WS_PIPE_NONE;
  if ((says->kind == WS_KIND_FLOAT && says->bits == 64)
      || (says->from == WS_KIND_FLOAT && says->from_bits == 64))
    {
      if (spec->fp64_lanes > 0)
        *busy = cycles_of_lanes (spec, spec->fp64_lanes);
      return WS_PIPE_FP64;
    }
  if (says->kind != WS_KIND_BITS && (multiplies || says->does == WS_DOES_ADD))
    return WS_PIPE_FMA;
  *busy = integer_cycles (spec, multiplies);
  return multiplies ? WS_PIPE_FMA : WS_PIPE_ALU;
}

/* Instructions of the special function unit, including conversions between integers and floats. */
static guint
count_special (const WsInstruction *says, const WsExpansion *expansion)
{
  if (says->does == WS_DOES_CONVERT
      && (says->kind == WS_KIND_FLOAT) != (says->from == WS_KIND_FLOAT)
      && (says->kind == WS_KIND_BITS || says->from == WS_KIND_BITS))
    return 1;
  return expansion->n_special;
}

/* 64-bit values are two registers, and operations on them two instructions, except for
 * multiplications or shifts fused into a sum, and mere register aliases. */
static gboolean
is_long (const WsSite *site, const WsFusion *fusion)
{
  const WsInstruction *says = &fusion->instruction;

  if (site->op_class != WS_OP_ALU || says->kind != WS_KIND_BITS || says->bits != 64)
    return FALSE;
  switch ((WsDoes)says->does)
    {
    case WS_DOES_ADD:
    case WS_DOES_SHIFT_LEFT:
      return fusion->kind == WS_FUSION_NONE;
    case WS_DOES_LOGIC: /* with a short immediate, only the lower half */
      return !says->has_immediate;
    case WS_DOES_COMPARE:
    case WS_DOES_SIGN:
    case WS_DOES_OTHER:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Additions and left shifts can also be executed as multiply-adds (IMAD.IADD, IMAD.SHL; VIADD of
 * Hopper), which ptxas alternates between both pipes. */
static WsPipe
find_other (const WsFusion *fusion, const WsSpec *spec, WsPipe pipe)
{
  const WsInstruction *says = &fusion->instruction;
  gboolean can = says->does == WS_DOES_ADD || says->does == WS_DOES_SHIFT_LEFT;

  return can && pipe == WS_PIPE_ALU && says->bits <= 32 && fusion->kind == WS_FUSION_NONE
                 && spec->cc_major >= FIRST_OF_TODAY && spec->mul_lanes == 0
             ? WS_PIPE_FMA
             : WS_PIPE_NONE;
}

/* Cycles that @count instructions occupy their pipe, each for @busy cycles. Of an integer expansion
 * of more than two instructions a third are multiplications; an SM with a single scheduler has one
 * pipe where others have two. */
static guint
busy_of_all (const WsSpec *spec, const WsInstruction *says, guint count, guint busy)
{
  if (count > 2 && says->kind == WS_KIND_BITS)
    busy = count / 3 * integer_cycles (spec, TRUE)
           + (count - count / 3) * integer_cycles (spec, FALSE);
  else
    busy *= count;
  return count > 2 && spec->schedulers_per_sm > 1 ? (busy + 1) / 2 : busy;
}

static void
set_times (const WsKernel *kernel, const WsSite *site, const WsFusion *fusion, const WsSpec *spec,
           WsCost *cost)
{
  const char *opcode = ws_kernel_get_string (kernel, site->opcode);
  WsExpansion expansion =
      ws_opcode_get_expansion (opcode, (WsValueType)site->value_type, ws_opcode_is_approx (opcode));
  guint arithmetic = MAX (spec->latency_arithmetic, 1);
  guint n_special;
  guint count;

  if (fusion->is_product)
    expansion = ws_opcode_get_expansion ("mul", WS_VALUE_U64, FALSE);
  if (fusion->is_half_done)
    expansion = (WsExpansion){ (guint8)((expansion.count + 1) / 2),
                               (guint8)((expansion.chain + 1) / 2), 0 };
  count = expansion.count * (expansion.count == 1 && is_long (site, fusion) ? 2 : 1);
  n_special = count_special (&fusion->instruction, &expansion);
  cost->pipe = (guint8)find_pipe (site, &fusion->instruction, &expansion, spec, &cost->busy);
  cost->other = (guint8)find_other (fusion, spec, (WsPipe)cost->pipe);
  cost->busy = busy_of_all (spec, &fusion->instruction, count, cost->busy);
  cost->special = (guint8)MIN (n_special * cycles_of_lanes (spec, spec->sfu_lanes), G_MAXUINT8);
  cost->issue = MAX (spec->issue_cycles, 1) * count;
  if (spec->schedulers_per_sm == 1)
    cost->issue = MAX (cost->issue, cost->busy);
  cost->hold = cost->issue;
  cost->latency =
      arithmetic
      * (MAX (expansion.chain, count / expansion.count) + n_special * (SPECIAL_LATENCY - 1));
  cost->latency = MAX (cost->latency, MAX (cost->busy, cost->special));
  cost->fixed = cost->latency - MIN (cost->latency, arithmetic * n_special * SPECIAL_LATENCY);
}

/* Costs other than arithmetic. */
static void
set_class (const WsSite *site, const WsFusion *fusion, const WsSpec *spec, WsCost *cost)
{
  /* thread and block indices come through the shared-memory pipeline */
  if (fusion->instruction.is_index && fusion->instruction.does == WS_DOES_MOVE
      && spec->cc_major >= FIRST_OF_TODAY)
    cost->exchanges = INDEX_PASSES;
  switch ((WsOpClass)site->op_class)
    {
    case WS_OP_BRANCH:
    case WS_OP_CALL:
      cost->parts = cost->is_jump = TRUE;
      /* the next instruction is known once the branch has executed */
      cost->hold = MAX (cost->issue, MAX (spec->branch, MAX (spec->latency_arithmetic, 1)));
      break;
    case WS_OP_BARRIER:
      cost->is_barrier = cost->parts = TRUE;
      cost->hold = MAX (spec->latency_barrier, 1);
      break;
    case WS_OP_LOAD:
      cost->kind = site->space == WS_SPACE_CONST ? WS_COST_FIXED : WS_COST_LOAD;
      break;
    case WS_OP_STORE:
      cost->kind = WS_COST_STORE;
      break;
    case WS_OP_ATOMIC:
      cost->kind = WS_COST_ATOMIC;
      break;
    case WS_OP_SHUFFLE:
    case WS_OP_REDUX:
      cost->exchanges = 1;
      break;
    default:
      break;
    }
}

static void
set_fusion (const WsKernel *kernel, const WsSite *site, const WsFusion *fusion, WsCost *cost)
{
  const char *opcode = ws_kernel_get_string (kernel, site->opcode);

  cost->loop = fusion->loop;
  cost->turns = fusion->turns;
  cost->is_division = fusion->instruction.does == WS_DOES_DIVIDE && site->value_type == WS_VALUE_F32
                      && !ws_opcode_is_approx (opcode);
  if (fusion->kind != WS_FUSION_FOLDED && fusion->kind != WS_FUSION_PREDICATED)
    return;
  cost->is_free = TRUE;
  cost->parts = cost->is_jump = FALSE;
  cost->issue = cost->hold = cost->busy = cost->latency = 0;
  cost->special = cost->exchanges = 0;
  cost->pipe = cost->other = WS_PIPE_NONE;
}

/* Predicated instructions are issued even if predicated off in all lanes. A load then accesses
 * nothing, but readers of its result still wait for it. */
static void
set_around (const WsKernel *kernel, WsCost *costs, guint branch)
{
  const WsSite *site = &kernel->sites[branch];
  guint cycles = 0;

  if (site->op_class != WS_OP_BRANCH || !costs[branch].is_free || site->target == WS_NONE
      || site->target <= branch || site->target > kernel->n_sites)
    return;
  for (guint i = branch + 1; i < site->target; i++)
    {
      cycles += costs[i].is_free ? 0 : costs[i].issue;
      if (costs[i].kind == WS_COST_LOAD && costs[branch].load_around == 0)
        costs[branch].load_around = (guint8)MIN (i - branch, G_MAXUINT8);
    }
  costs[branch].around = (guint8)MIN (cycles, G_MAXUINT8);
}

/* If there are too many registers, keeps the first and the last. */
static guint8
take (guint32 *to, guint room, const guint32 *registers, guint n)
{
  guint taken = 0;

  for (guint i = 0; i < n; i++)
    if (taken < room / 2 || n - i <= room - taken)
      to[taken++] = registers[i];
  return (guint8)taken;
}

/**
 * ws_cost_make_plain:
 * @self: (inout): cost to turn into that of a simple instruction
 */
void
ws_cost_make_plain (WsCost *self, const WsSpec *spec)
{
  guint cycles = MAX (spec->issue_cycles, 1);

  if (self->is_free || self->kind != WS_COST_FIXED)
    return;
  self->issue = self->busy = self->hold = cycles;
  self->special = 0;
  self->is_division = FALSE;
  self->latency = MAX (spec->latency_arithmetic, 1);
}

/**
 * ws_costs_new:
 * @kernel: a kernel of a run
 * @spec: of a file, with its timing
 * @n_loops: (out): number of unrolled loops
 *
 * Returns: (transfer full) (array): what each site of @kernel costs
 */
WsCost *
ws_costs_new (const WsKernel *kernel, const WsSpec *spec, guint *n_loops)
{
  g_autofree WsFusion *fusions = ws_fusion_new (kernel, n_loops);
  WsCost *costs = g_new0 (WsCost, kernel->n_sites + 1);

  for (guint i = 0; i < kernel->n_sites; i++)
    {
      const WsSite *site = &kernel->sites[i];
      const guint32 *registers = ws_instruction_get_registers (kernel, site);
      guint n_uses = site->n_uses + site->n_address + ((site->flags & WS_SITE_GUARDED) != 0);

      set_times (kernel, site, &fusions[i], spec, &costs[i]);
      set_class (site, &fusions[i], spec, &costs[i]);
      set_fusion (kernel, site, &fusions[i], &costs[i]);
      costs[i].n_defs = take (costs[i].defs, WS_MAX_DEFS, registers, site->n_defs);
      costs[i].n_uses = take (costs[i].uses, WS_MAX_USES, registers + site->n_defs, n_uses);
    }
  for (guint i = 0; spec->cc_major >= FIRST_OF_TODAY && i < kernel->n_sites; i++)
    set_around (kernel, costs, i);
  return costs;
}
