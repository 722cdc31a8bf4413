/* cost.h: what an instruction costs: how long it occupies its scheduler, its pipe and its warp, and
 * when its result is ready. The constants are the spec's; see resources/specs and cost.c. */
#pragma once

#include "model/fusion.h"

G_BEGIN_DECLS

#define WS_MAX_USES 7
#define WS_MAX_DEFS 4

/* How an instruction depends on memory; all other costs are fixed. */
typedef enum {
  WS_COST_FIXED,
  WS_COST_LOAD, /* its result is ready when memory has answered */
  WS_COST_STORE,
  WS_COST_ATOMIC,
} WsCostKind;

/* What executes it: each scheduler has one of each. */
typedef enum {
  WS_PIPE_NONE,
  WS_PIPE_FMA, /* floats, and multiplications of integers */
  WS_PIPE_ALU, /* other integers, comparisons, selections */
  WS_PIPE_SFU,
  WS_PIPE_FP64,
  WS_PIPE_TENSOR,
  WS_N_PIPES
} WsPipe;

/**
 * WsCost:
 * @issue: cycles that it occupies the scheduler
 * @busy: cycles that it occupies its pipe
 * @special: cycles that it also occupies the special function unit
 * @hold: cycles until the same warp may issue again
 * @latency: cycles until its result can be used; not used for loads that go to memory
 * @fixed: the last cycles of @latency, which are not charged to the special function unit
 * @kind: a #WsCostKind
 * @pipe: a #WsPipe
 * @other: a #WsPipe that executes it as well; %WS_PIPE_NONE if there is none
 * @is_free: whether it takes no hardware instruction: its result is ready with its operands
 * @around: of a branch replaced by predication: issue cycles of the skipped instructions, which are
 * issued even if predicated off
 * @load_around: likewise: how many operations after the branch the first load among them is, whose
 * result is waited for; 0: none
 * @is_division: a floating-point division: some operands take much longer
 * @is_ordered: whether its timing is visible to other warps: memory, barriers, exit
 * @is_barrier: of the block
 * @is_jump: whether the warp has to resolve a branch target
 * @exchanges: passes of the shared-memory pipeline that it takes without an access: shuffles, reads
 * of thread and block indices
 * @parts: whether loads are not hoisted above it: a branch, a barrier
 * @loop: index of the loop whose iterations it counts, plus 1; 0: none
 * @turns: of a branch back: likewise
 * @n_uses: of @uses
 * @n_defs: of @defs
 * @uses: rows that must be ready before it issues: its sources, its address, its guard
 * @defs: rows that it writes
 */
typedef struct {
  guint32 issue;
  guint32 busy;
  guint32 hold;
  guint32 latency;
  guint32 fixed;
  guint8 kind;
  guint8 pipe;
  guint8 other;
  guint8 special;
  guint8 around;
  guint8 load_around;
  guint8 is_free;
  guint8 is_division;
  guint8 is_ordered;
  guint8 is_barrier;
  guint8 is_jump;
  guint8 exchanges;
  guint8 parts;
  guint8 n_uses;
  guint8 n_defs;
  guint16 loop;
  guint16 turns;
  guint32 uses[WS_MAX_USES];
  guint32 defs[WS_MAX_DEFS];
} WsCost;

void ws_cost_make_plain (WsCost *self, const WsSpec *spec);
WsCost *ws_costs_new (const WsKernel *kernel, const WsSpec *spec, guint *n_loops);

G_END_DECLS
