/* op-costs.c: the costs of a decoded kernel's operations: those of their sites, and zero without a
 * site; matrix products occupy their pipe for as long as the spec's tensor core needs. */
#include "clock/op-costs.h"

#include "clock/tensor.h"

/* That an SM filters in a cycle: CUDA C++ Programming Guide, "Arithmetic Instructions" of no device
 * says less or more since compute capability 5.0: four texture units. */
#define TEXELS_OF_SM 4

static gboolean
reaches_memory (const WsOp *op)
{
  return !op->hidden && op->space != WS_SPACE_CONST && op->space != WS_SPACE_PARAM;
}

/* The kind of memory access. */
static WsCostKind
kind_of (const WsOp *op)
{
  switch ((WsExec)op->exec)
    {
    case WS_X_LD:
    case WS_X_MATRIX_LD:
      return reaches_memory (op) ? WS_COST_LOAD : WS_COST_FIXED;
    case WS_X_ST:
      return reaches_memory (op) ? WS_COST_STORE : WS_COST_FIXED;
    case WS_X_MATRIX_ST:
    case WS_X_COPY: /* only an explicit wait waits for it */
      return WS_COST_STORE;
    case WS_X_ATOM:
      return WS_COST_ATOMIC;
    default:
      return WS_COST_FIXED;
    }
}

static void
set_unit (const WsCode *code, const WsOp *op, const WsSpec *spec, WsCost *cost)
{
  guint arithmetic = MAX (spec->latency_arithmetic, 1);

  if (op->exec == WS_X_TEXTURE)
    {
      /* like a load that L1 serves, which is also the texture cache: the caches behind it are not
       * modelled; four texels are filtered per cycle */
      cost->issue = cost->hold =
          MAX (spec->issue_cycles, WS_LANES * spec->schedulers_per_sm / TEXELS_OF_SM);
      cost->latency = MAX (spec->latency_near, cost->issue);
    }
  if (op->exec == WS_X_MATRIX && op->opcode != WS_PTX_MOVMATRIX)
    {
      /* the latency after the tensor core's own cycles is undocumented: taken as that of any
       * arithmetic */
      cost->pipe = WS_PIPE_TENSOR;
      cost->issue = MAX (spec->issue_cycles, 1);
      cost->busy = cost->hold = MAX (
          cost->issue,
          ws_tensor_get_cycles (spec, &g_array_index (code->matrices, WsMatrixPlan, op->targets)));
      cost->latency = arithmetic + cost->busy;
    }
}

/**
 * ws_op_costs_new:
 * @code: a decoded kernel
 * @spec: of a file, with its timing
 *
 * Returns: (transfer full): the cost of each operation of @code
 */
WsOpCosts *
ws_op_costs_new (const WsCode *code, const WsSpec *spec)
{
  g_autoptr (WsKernel) kernel = ws_ptx_function_list_sites (code->module, code->function);
  WsOpCosts *self = g_new0 (WsOpCosts, 1);
  g_autofree WsCost *costs = ws_costs_new (kernel, spec, &self->n_loops);

  self->n = code->ops->len;
  self->n_rows = kernel->n_register_names;
  self->costs = g_new0 (WsCost, self->n + 1);
  for (guint i = 0; i < self->n; i++)
    {
      const WsOp *op = &g_array_index (code->ops, WsOp, i);
      WsCost *cost = &self->costs[i];

      if (op->site != WS_NONE && op->site < kernel->n_sites)
        *cost = costs[op->site];
      else
        cost->is_free = TRUE;
      set_unit (code, op, spec, cost);
      cost->kind = (guint8)kind_of (op);
      cost->is_ordered = cost->kind != WS_COST_FIXED || cost->exchanges > 0 || cost->load_around > 0
                         || op->exec == WS_X_BAR || op->exec == WS_X_EXIT || op->exec == WS_X_TRAP
                         || op->exec == WS_X_SYSTEM;
    }
  return self;
}

void
ws_op_costs_free (WsOpCosts *self)
{
  if (self == NULL)
    return;
  g_free (self->costs);
  g_free (self);
}
