/* cost.c: what operations cost on a spec.
 *
 * Most instructions of PTX are one of the hardware's, which a scheduler issues in one go and whose
 * result is there after the spec's arithmetic latency. Some are many: see
 * ws_opcode_get_expansion(). Double precision and special functions keep the scheduler as long as
 * the spec's lanes for them need for a warp, products of matrices as long as its tensor core does.
 */
#include "clock/cost.h"

#include "clock/tensor.h"
#include "record/opcode.h"
#include "vm/types.h"

/* That an SM filters in a cycle: CUDA C++ Programming Guide, "Arithmetic Instructions" of no device
 * says less or more since compute capability 5.0: four texture units. */
#define TEXELS_OF_SM 4

static gboolean
is_double (const WsOp *op)
{
  return op->type == WS_PTX_F64 || op->type2 == WS_PTX_F64;
}

/* As far as it matters here. */
static WsValueType
value_type_of (const WsOp *op)
{
  switch (op->type)
    {
    case WS_PTX_F64:
      return WS_VALUE_F64;
    case WS_PTX_F32:
      return WS_VALUE_F32;
    case WS_PTX_U64:
    case WS_PTX_S64:
    case WS_PTX_B64:
      return WS_VALUE_U64;
    case WS_PTX_S32:
      return WS_VALUE_S32;
    default:
      return WS_VALUE_U32;
    }
}

/* Cycles that a scheduler is kept by a warp's instruction which an SM serves @lanes lanes of. */
static guint
cycles_of_lanes (const WsSpec *spec, guint lanes)
{
  return MAX (spec->issue_cycles, WS_LANES * spec->schedulers_per_sm / MAX (lanes, 1));
}

static guint
issue_of (const WsOp *op, const WsExpansion *expansion, const WsSpec *spec)
{
  if (expansion->is_special)
    return cycles_of_lanes (spec, spec->sfu_lanes);
  if (is_double (op) && spec->fp64_lanes > 0 && op->exec != WS_X_LD && op->exec != WS_X_ST
      && op->opcode != WS_PTX_MOV)
    return cycles_of_lanes (spec, spec->fp64_lanes);
  return spec->issue_cycles;
}

static gboolean
reaches_memory (const WsOp *op)
{
  return !op->hidden && op->space != WS_SPACE_CONST && op->space != WS_SPACE_PARAM;
}

/* Whether it has a plan of matrices: movmatrix moves a register. */
static gboolean
has_matrices (const WsOp *op)
{
  return (op->exec == WS_X_MATRIX && op->opcode != WS_PTX_MOVMATRIX) || op->exec == WS_X_MATRIX_LD
         || op->exec == WS_X_MATRIX_ST;
}

static const WsMatrixPlan *
get_matrices (const WsCode *code, const WsOp *op)
{
  return &g_array_index (code->matrices, WsMatrixPlan, op->targets);
}

static void
set_times (const WsCode *code, const WsOp *op, const WsSpec *spec, WsCost *cost)
{
  WsExpansion expansion = ws_opcode_get_expansion (ws_ptx_opcode_get_name ((WsPtxOpcode)op->opcode),
                                                   value_type_of (op), op->approx);
  guint arithmetic = MAX (spec->latency_arithmetic, 1);

  cost->issue = MAX (issue_of (op, &expansion, spec), 1) * expansion.count;
  cost->latency = MAX (arithmetic * expansion.chain, cost->issue);
  cost->hold = cost->issue;
  switch ((WsExec)op->exec)
    {
    case WS_X_BRA:
    case WS_X_BRX:
    case WS_X_CALL:
    case WS_X_RETURN:
      /* the next instruction is known when the branch has been executed */
      cost->hold = MAX (cost->issue, arithmetic);
      break;
    case WS_X_BAR:
      cost->hold = MAX (spec->latency_barrier, 1);
      break;
    case WS_X_MATRIX:
      if (!has_matrices (op))
        break;
      /* how long the result takes once the tensor core is through is nowhere said: as that of any
       * arithmetic */
      cost->issue = cost->hold =
          MAX (spec->issue_cycles, ws_tensor_get_cycles (spec, get_matrices (code, op)));
      cost->latency = arithmetic + cost->issue;
      break;
    case WS_X_MATRIX_LD:
      cost->kind = reaches_memory (op) ? WS_COST_LOAD : WS_COST_FIXED;
      break;
    case WS_X_MATRIX_ST:
      cost->kind = WS_COST_STORE;
      break;
    case WS_X_COPY:
      /* only an explicit wait waits for it */
      cost->kind = WS_COST_STORE;
      break;
    case WS_X_LD:
      cost->kind = reaches_memory (op) ? WS_COST_LOAD : WS_COST_FIXED;
      break;
    case WS_X_ST:
      cost->kind = reaches_memory (op) ? WS_COST_STORE : WS_COST_FIXED;
      break;
    case WS_X_ATOM:
      cost->kind = WS_COST_ATOMIC;
      break;
    case WS_X_TEXTURE:
      /* as of a load that the cache nearest to the SM answers, which is the textures', too: what
       * the caches behind it do is not modelled; four texels a cycle are filtered */
      cost->issue = cost->hold = cycles_of_lanes (spec, TEXELS_OF_SM);
      cost->latency = MAX (spec->latency_near, cost->issue);
      break;
    case WS_X_SHFL:
    case WS_X_MATCH:
    case WS_X_REDUX:
      /* they go through the path of shared memory */
      cost->latency = MAX (spec->latency_shared, 1);
      break;
    default:
      break;
    }
}

static void
add_use (WsCost *cost, const gboolean *is_constant, guint32 row)
{
  row /= WS_ROW_BYTES;
  if (!is_constant[row] && cost->n_uses < WS_MAX_USES)
    cost->uses[cost->n_uses++] = row;
}

/* Of more registers than there is room for the first and the last. */
static void
add_defs (WsCost *cost, const guint32 *rows, guint n)
{
  for (guint i = 0; i < n; i++)
    if (cost->n_defs < G_N_ELEMENTS (cost->defs) / 2
        || n - i <= G_N_ELEMENTS (cost->defs) - cost->n_defs)
      cost->defs[cost->n_defs++] = rows[i] / WS_ROW_BYTES;
}

/* The registers of a matrix come from one instruction, nearly always: its first and last stand for
 * all. */
static void
add_matrices (WsCost *cost, const gboolean *is_constant, const WsMatrixPlan *plan, WsExec exec)
{
  for (guint i = 0; i < G_N_ELEMENTS (plan->rows); i++)
    if (exec == WS_X_MATRIX_LD || (exec == WS_X_MATRIX && i == 0))
      add_defs (cost, plan->rows[i], plan->n_registers[i]);
    else if (plan->n_registers[i] > 0)
      {
        add_use (cost, is_constant, plan->rows[i][0]);
        add_use (cost, is_constant, plan->rows[i][plan->n_registers[i] - 1]);
      }
}

/**
 * ws_cost_new:
 * @code: a decoded kernel
 * @spec: of a file, with its timing
 *
 * Returns: (transfer full) (element-type WsCost): what each operation of @code costs
 */
GArray *
ws_cost_new (const WsCode *code, const WsSpec *spec)
{
  GArray *costs = g_array_sized_new (FALSE, TRUE, sizeof (WsCost), code->ops->len);
  g_autofree gboolean *is_constant = g_new0 (gboolean, MAX (code->n_rows, 1));

  for (guint i = 0; i < code->constants->len; i++)
    is_constant[g_array_index (code->constants, WsConstantRow, i).row] = TRUE;
  for (guint i = 0; i < code->specials->len; i++)
    is_constant[g_array_index (code->specials, WsSpecialRow, i).row] = TRUE;
  for (guint i = 0; i < code->ops->len; i++)
    {
      const WsOp *op = &g_array_index (code->ops, WsOp, i);
      WsCost cost = { 0 };

      set_times (code, op, spec, &cost);
      cost.is_ordered = cost.kind != WS_COST_FIXED || op->exec == WS_X_BAR || op->exec == WS_X_EXIT
                        || op->exec == WS_X_TRAP || op->exec == WS_X_SYSTEM;
      for (guint s = 0; s < op->n_source; s++)
        add_use (&cost, is_constant, op->s[s]);
      if (op->guarded != 0)
        add_use (&cost, is_constant, op->guard);
      if (op->opcode == WS_PTX_SUST_B)
        for (guint t = 0; t < op->n_targets; t++)
          add_use (&cost, is_constant,
                   g_array_index (code->targets, guint32, op->targets + t) & ~WS_ROW_IS_WIDE);
      if (has_matrices (op))
        add_matrices (&cost, is_constant, get_matrices (code, op), (WsExec)op->exec);
      for (guint d = 0; !has_matrices (op) && d < G_N_ELEMENTS (op->d); d++)
        if (op->d[d] != WS_NO_ROW)
          cost.defs[cost.n_defs++] = op->d[d] / WS_ROW_BYTES;
      g_array_append_val (costs, cost);
    }
  return costs;
}
