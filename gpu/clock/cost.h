/* cost.h: what an operation costs: how long it keeps its scheduler and its warp, and when its
 * result is there. The constants are the spec's; see resources/specs and cost.c. */
#pragma once

#include "vm/vm.h"

G_BEGIN_DECLS

#define WS_MAX_USES 7

/* How the memory behind an operation answers; the rest is known beforehand. */
typedef enum {
  WS_COST_FIXED,
  WS_COST_LOAD, /* its result is there when the memory it reached has answered */
  WS_COST_STORE,
  WS_COST_ATOMIC,
} WsCostKind;

/**
 * WsCost:
 * @issue: cycles that it keeps the scheduler
 * @hold: cycles until the same warp may issue again
 * @latency: cycles until its result can be used; of a load that goes to memory, what the memory
 * says counts
 * @kind: a #WsCostKind
 * @is_ordered: whether other warps can tell when it is executed: memory, barriers, the end
 * @n_uses: of @uses
 * @n_defs: of @defs
 * @uses: rows that must be there before it issues
 * @defs: rows that it writes
 */
typedef struct {
  guint32 issue;
  guint32 hold;
  guint32 latency;
  guint8 kind;
  guint8 is_ordered;
  guint8 n_uses;
  guint8 n_defs;
  guint32 uses[WS_MAX_USES];
  guint32 defs[4];
} WsCost;

GArray *ws_cost_new (const WsCode *code, const WsSpec *spec);

G_END_DECLS
