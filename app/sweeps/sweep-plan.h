/* sweep-plan.h: plans the points of a sweep. */
#pragma once

#include "catalog/catalog.h"
#include "timing/sweep.h"

G_BEGIN_DECLS

/**
 * WsSweepRequest:
 * @kind: what is swept
 * @kernel: (nullable): id of the kernel, if there is one; a ladder, scaling and roofline take the
 * seven reductions, the others have a default
 * @over: (nullable): name of the option of @kernel to sweep; %NULL for its first, or the one for
 * latency hiding
 * @options: (nullable) (array): values of all options of @kernel, in order, except the one that is
 * swept; %NULL for the defaults
 * @n: elements; 0 for the kind's default
 * @block: threads of a block; 0 for the default
 * @type: of the elements
 * @op: as in "sum"
 * @repeats: samples for each point; 0 for the device's default
 *
 * The user's request.
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
