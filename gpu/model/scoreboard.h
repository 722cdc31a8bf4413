/* scoreboard.h: dependencies between the instructions of a warp.
 *
 * For each register it keeps the cycle at which its instruction, or memory, delivers it; an
 * instruction issues when all its sources are ready. Loads do not issue at their place in PTX:
 * ptxas hoists them as far as their addresses, stores to the same memory, and the last barrier or
 * branch permit. So a load issues as soon as its address is ready, and several are in flight.
 */
#pragma once

#include "model/memory-model.h"

#include <string.h>

G_BEGIN_DECLS

/* Maximum number of a thread's loads in flight: each needs a register, and ptxas uses up to 32
 * before it delays loads. */
#define WS_MOST_AHEAD     20
#define WS_MAX_SCHEDULERS 16 /* the upper bound for a spec, see spec.c */

/**
 * WsStepFlags:
 * @WS_STEP_FREE: no instruction: folded, or removed by unrolling
 * @WS_STEP_PARTS: loads are not hoisted above it
 * @WS_STEP_AROUND: a predicated region with all lanes predicated off
 * @WS_STEP_SLOW: a division with slow operands
 *
 * Properties of an operation that are known only at run time.
 */
typedef enum {
  WS_STEP_FREE = 1 << 0,
  WS_STEP_PARTS = 1 << 1,
  WS_STEP_SLOW = 1 << 2,
  WS_STEP_AROUND = 1 << 3,
} WsStepFlags;

/**
 * ws_step_is_free:
 * @rounds: (array): of a warp, per unrolled loop: iterations, modulo the unroll factor
 *
 * Returns: whether the warp has no instruction to issue for it
 */
static inline gboolean
ws_step_is_free (const guint8 *rounds, const WsCost *cost)
{
  return cost->is_free || (cost->loop != 0 && rounds[cost->loop - 1] != 0);
}

/**
 * ws_step_find_flags:
 * @rounds: (inout) (array): as for ws_step_is_free(); counts the loop that a branch closes
 * @goes_round: whether the warp took the branch
 *
 * Returns: #WsStepFlags of an executed step, except %WS_STEP_SLOW
 */
static inline guint
ws_step_find_flags (guint8 *rounds, const WsCost *cost, gboolean goes_round)
{
  guint flags = ws_step_is_free (rounds, cost) ? WS_STEP_FREE : 0;
  gboolean parts = cost->parts;

  if (cost->turns != 0)
    {
      guint8 *round = &rounds[cost->turns - 1];

      *round = goes_round ? (guint8)((*round + 1) % WS_UNROLLED_ROUNDS) : 0;
      parts = *round == 0;
    }
  if (goes_round && cost->around > 0)
    flags |= WS_STEP_AROUND;
  return flags | (parts ? WS_STEP_PARTS : 0);
}

/* Per warp: the earliest cycle at which a hoisted load can issue, to global and to shared memory;
 * the copy of the block that it belongs to; and what it has in flight. */
typedef struct {
  guint64 global;
  guint64 shared;
  guint64 copy;
  guint64 drained; /* cycle at which all its loads are complete and its stores have left the SM */
  guint n_loads;   /* of global memory, since @global was set */
} WsWindow;

typedef struct {
  const WsSpec *spec;
  WsMemoryModel *memory;
  guint n_rows;
  guint64 *ready;    /* per warp and row: cycle at which it is ready, */
  guint64 *early;    /* and at which it would be if only data dependencies counted */
  WsWindow *windows; /* per warp */
  guint64 pipes[WS_MAX_SCHEDULERS][WS_N_PIPES]; /* cycle at which it is free again */
  guint kept; /* cycles that the last step occupies its scheduler */
} WsScoreboard;

gboolean ws_scoreboard_init (WsScoreboard *self, const WsSpec *spec, WsMemoryModel *memory,
                             guint n_warps, guint n_rows);
void ws_scoreboard_clear (WsScoreboard *self);
void ws_scoreboard_begin (WsScoreboard *self, guint n_warps);
void ws_scoreboard_begin_warps (WsScoreboard *self, guint first, guint n, guint64 copy,
                                guint64 now);

/* Returns: the cycle in which the warp can issue an operation, @now at the earliest */
static inline guint64
ws_scoreboard_when_ready (const WsScoreboard *self, guint warp, const WsCost *cost,
                          gboolean is_free, guint64 now)
{
  const guint64 *ready = self->ready + (gsize)warp * self->n_rows;

  for (guint i = 0; !is_free && i < cost->n_uses; i++)
    now = MAX (now, ready[cost->uses[i]]);
  return now;
}

static inline void
ws_scoreboard_set (const WsScoreboard *self, guint warp, const WsCost *cost, guint64 ready,
                   guint64 early)
{
  gsize first = (gsize)warp * self->n_rows;

  for (guint i = 0; i < cost->n_defs; i++)
    {
      self->ready[first + cost->defs[i]] = ready;
      self->early[first + cost->defs[i]] = early;
    }
}

/* Later loads do not issue before @then. */
static inline void
ws_scoreboard_part (const WsScoreboard *self, guint warp, guint64 then)
{
  self->windows[warp].global = self->windows[warp].shared = then;
  self->windows[warp].n_loads = 0;
}

/* Returns: the cycle in which the result of @passes of the shared-memory pipeline, which are no
 * access, is there */
static inline guint64
ws_scoreboard_exchange (WsScoreboard *self, guint passes, guint64 now)
{
  const WsAsk ask = {
    .place = WS_PLACE_SHARED, .kind = WS_COST_LOAD, .passes = (guint16)passes, .parts = 1
  };

  return ws_memory_model_answer (self->memory, &ask, NULL, 0, now, 0);
}

/* Returns: the cycle in which a warp has issued instructions that are predicated off in all lanes,
 * and the first load among them has come back */
static inline guint64
ws_scoreboard_go_around (WsScoreboard *self, const WsCost *cost, guint64 now)
{
  return cost->around
         + (cost->load_around > 0 ? MAX (ws_scoreboard_exchange (self, 1, now), now) : now);
}

/**
 * ws_scoreboard_issue:
 * @warp: of the SM
 * @scheduler: its
 * @flags: #WsStepFlags
 * @ask: its memory request, if any
 * @now: cycle in which it issues
 *
 * Sets when the results of an operation are ready, and @self->kept to the cycles that it occupies
 * the scheduler.
 *
 * Returns: the earliest cycle in which the warp can issue the next one
 */
static inline guint64
ws_scoreboard_issue (WsScoreboard *self, guint warp, guint scheduler, const WsCost *cost,
                     guint flags, const WsAsk *ask, const WsAskLine *lines, guint64 now)
{
  const gsize first = (gsize)warp * self->n_rows;
  WsWindow *window = &self->windows[warp];
  guint64 early = 0;
  guint64 start = now;
  guint64 done;
  guint64 then;

  for (guint i = 0; i < cost->n_uses; i++)
    early = MAX (early, self->early[first + cost->uses[i]]);
  if ((flags & WS_STEP_FREE) != 0)
    {
      guint64 ready = 0;

      for (guint i = 0; i < cost->n_uses; i++)
        ready = MAX (ready, self->ready[first + cost->uses[i]]);
      ws_scoreboard_set (self, warp, cost, ready, early);
      self->kept = (flags & WS_STEP_AROUND) != 0 ? cost->around : 0;
      return self->kept == 0 ? now : ws_scoreboard_go_around (self, cost, MAX (now, ready));
    }
  self->kept = cost->issue;
  if (cost->kind != WS_COST_FIXED && ask->place == WS_PLACE_SHARED)
    self->kept += self->spec->replay * (ask->passes - MIN (ask->passes, ask->parts));
  if (cost->pipe != WS_PIPE_NONE)
    {
      guint64 *pipe = &self->pipes[scheduler][cost->pipe];

      if (cost->other != WS_PIPE_NONE && self->pipes[scheduler][cost->other] < *pipe)
        pipe = &self->pipes[scheduler][cost->other];
      start = MAX (now, *pipe);
      *pipe = start + cost->busy;
    }
  if (cost->special > 0)
    {
      guint64 *special = &self->pipes[scheduler][WS_PIPE_SFU];

      start = MAX (start, *special);
      *special = start + cost->special;
    }
  if ((flags & WS_STEP_PARTS) != 0)
    ws_scoreboard_part (self, warp, now + cost->hold);
  if (cost->exchanges > 0)
    {
      const WsAsk shared = { .place = WS_PLACE_SHARED };

      done = ws_scoreboard_exchange (self, cost->exchanges, start);
      ws_scoreboard_set (self, warp, cost, done, MIN (early, now) + self->spec->latency_shared);
      return MAX (start, ws_memory_model_find_room (self->memory, &shared)) + cost->hold;
    }
  if (cost->kind == WS_COST_FIXED)
    {
      guint latency = (flags & WS_STEP_SLOW) != 0 ? self->spec->slow_division : cost->latency;

      ws_scoreboard_set (self, warp, cost, start + latency, MIN (early, now) + latency);
      return start + cost->hold;
    }
  /* if the queue is full, the warp waits as if the instruction had issued later */
  then = MAX (now, ws_memory_model_find_room (self->memory, ask)) + cost->hold;
  if (cost->kind == WS_COST_LOAD)
    {
      guint64 since = ask->place == WS_PLACE_SHARED ? window->shared : window->global;

      if (ask->place == WS_PLACE_GLOBAL && window->n_loads++ == WS_MOST_AHEAD)
        {
          window->global = since = now;
          window->n_loads = 1;
        }
      start = MIN (MAX (early, since), now);
      done = ws_memory_model_answer (self->memory, ask, lines, window->copy, now, now - start);
      ws_scoreboard_set (self, warp, cost, done, done);
      window->drained = MAX (window->drained, done);
      return then;
    }
  done = ws_memory_model_answer (self->memory, ask, lines, window->copy, now, 0);
  ws_scoreboard_set (self, warp, cost, done, done);
  window->drained = MAX (window->drained, ws_memory_model_get_drained (self->memory));
  if (ask->place == WS_PLACE_SHARED || cost->kind == WS_COST_ATOMIC)
    window->shared = now;
  if (ask->place != WS_PLACE_SHARED || cost->kind == WS_COST_ATOMIC)
    {
      window->global = now;
      window->n_loads = 0;
    }
  return then;
}

/* Returns: the cycle in which a warp resumes if the last of @n_warps arrives at a barrier at
 * @now */
static inline guint64
ws_scoreboard_pass_barrier (const WsScoreboard *self, guint warp, guint n_warps, guint64 now)
{
  guint64 then = now + MAX (self->spec->latency_barrier, 1)
                 + (guint64)self->spec->barrier_warp * (MAX (n_warps, 1) - 1);

  ws_scoreboard_part (self, warp, then);
  return then;
}

G_END_DECLS
