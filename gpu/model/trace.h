/* trace.h: the executed steps of a block, to be timed again together with others. */
#pragma once

#include "model/memory-model.h"

G_BEGIN_DECLS

/* A step that a warp executed. */
typedef struct {
  guint32 op;   /* into the costs */
  guint32 ask;  /* into WsTrace.asks; WS_NONE: no memory request */
  guint8 flags; /* WsStepFlags */
} WsTraceStep;

/**
 * WsTrace:
 * @block: of the grid
 * @n_warps: of it
 * @steps: (array length=n_warps) (element-type WsTraceStep): of each warp
 * @asks: (element-type WsAsk): what steps ask for
 * @lines: (element-type WsAskLine): the lines that they touch
 * @n_steps: of all warps
 * @most_steps: maximum number of steps that are kept
 * @is_cut: whether it has executed more than is kept
 *
 * The trace of a block.
 */
typedef struct {
  guint32 block;
  guint n_warps;
  GArray **steps;
  GArray *asks;
  GArray *lines;
  guint n_steps;
  guint most_steps;
  gboolean is_cut;
} WsTrace;

WsTrace *ws_trace_new (guint32 block, guint n_warps, guint most_steps);
void ws_trace_free (WsTrace *self);
void ws_trace_add (WsTrace *self, guint warp, guint32 op, guint flags, const WsAsk *ask,
                   const WsAskLine *lines);

G_END_DECLS
