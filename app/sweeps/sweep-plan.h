/* sweep-plan.h: which points a sweep has. */
#pragma once

#include "catalog/catalog.h"
#include "timing/sweep.h"

G_BEGIN_DECLS

/**
 * WsSweepRequest:
 * @kind: what is swept
 * @kernel: (nullable): id of the kernel, where there is one; a ladder, scaling and roofline take
 * the seven reductions, the others a default that suits
 * @over: (nullable): name of the option of @kernel that is swept; %NULL for its first, or the one
 * that hides a latency
 * @options: (nullable) (array): values of all options of @kernel, in their order: of those that are
 * not swept; %NULL for its own
 * @n: elements; 0 for what suits the kind
 * @block: threads of a block; 0 for what suits
 * @type: of the elements
 * @op: as in "sum"
 * @repeats: samples for each point; 0 for what suits the device
 *
 * What the user asks for.
 */
typedef struct {
  WsSweepKind kind;
  const char *kernel;
  const char *over;
  const guint32 *options;
  guint64 n;
  guint32 block;
  WsValueType type;
  const char *op;
  guint repeats;
} WsSweepRequest;

void ws_sweep_request_init (WsSweepRequest *self, WsSweepKind kind);
gboolean ws_sweep_kind_records (WsSweepKind kind, gboolean *counts);
gboolean ws_sweep_kind_takes (WsSweepKind kind, const WsCatalogKernel *kernel);
WsSweep *ws_sweep_plan (WsCatalog *catalog, const WsSweepRequest *request, const WsSpec *spec,
                        GError **error);

G_END_DECLS
