/* op-costs.h: what the operations of a decoded kernel cost. */
#pragma once

#include "model/cost.h"
#include "vm/vm.h"

G_BEGIN_DECLS

/**
 * WsOpCosts:
 * @costs: (array length=n): of each operation
 * @n: operations
 * @n_loops: that are unrolled
 * @n_rows: registers of the kernel, as its sites number them
 *
 * What the operations of a kernel cost on a spec.
 */
typedef struct {
  WsCost *costs;
  guint n;
  guint n_loops;
  guint n_rows;
} WsOpCosts;

WsOpCosts *ws_op_costs_new (const WsCode *code, const WsSpec *spec);
void ws_op_costs_free (WsOpCosts *self);

G_END_DECLS
