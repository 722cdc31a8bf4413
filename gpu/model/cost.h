/* cost.h: what an instruction costs: how long it keeps its scheduler, its pipe and its warp, and
 * when its result is there. The constants are the spec's; see resources/specs and cost.c. */
#pragma once

#include "model/fusion.h"

G_BEGIN_DECLS

#define WS_MAX_USES 7
#define WS_MAX_DEFS 4

/* How the memory behind an instruction answers; the rest is known beforehand. */
typedef enum {
  WS_COST_FIXED,
  WS_COST_LOAD, /* its result is there when the memory it reached has answered */
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
 * @issue: cycles that it keeps the scheduler
 * @busy: cycles that it keeps its pipe
 * @special: cycles that it keeps the special function unit, too
 * @hold: cycles until the same warp may issue again
 * @latency: cycles until its result can be used; of a load that goes to memory, what the memory
 * says counts
 * @fixed: of @latency, the last cycles, in which no special function is waited for
 * @kind: a #WsCostKind
 * @pipe: a #WsPipe
 * @other: a #WsPipe that executes it as well; %WS_PIPE_NONE where there is none
 * @is_free: whether it is no instruction of the hardware: its result is there with its operands
 * @around: of a branch that is none, around few instructions: cycles that these keep the scheduler
 * where no lane executes them: they are issued
 * @load_around: likewise, of the first of them that is a load, how many operations behind the
 * branch it is: its answer is waited for; 0: there is none
 * @is_division: of floats: some operands take it much longer
 * @is_ordered: whether other warps can tell when it is executed: memory, barriers, the end
 * @is_barrier: of the block
 * @is_jump: whether the warp has to find out where it goes on
 * @exchanges: passes on the way of shared memory that it takes, though it is no access: of an
 * exchange of lanes, of a number of a thread or a block
 * @parts: whether loads behind it are not issued before it: a branch, a barrier
 * @loop: of the loop whose rounds it counts, plus 1; 0: none
 * @turns: of a branch back: likewise
 * @n_uses: of @uses
 * @n_defs: of @defs
 * @uses: rows that must be there before it issues; of an access its address first
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
