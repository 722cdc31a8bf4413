/* scoreboard.h: how instructions of a warp wait for each other.
 *
 * A register can be read from a cycle on that its instruction, or the memory, has said; an
 * instruction issues when all that it reads are there. Loads are not issued where PTX has them:
 * ptxas puts them as far ahead as their addresses, and stores to the same memory, let it, up to the
 * last barrier or branch. So a load is asked for when its address could be known, and several are
 * in flight.
 */
#pragma once

#include "model/memory-model.h"

#include <string.h>

G_BEGIN_DECLS

/* Loads of a thread that are in flight at most: each needs a register, of which ptxas takes 32
 * before it lets loads wait. */
#define WS_MOST_AHEAD     20
#define WS_MAX_SCHEDULERS 16 /* a spec has no more */

/**
 * WsStepFlags:
 * @WS_STEP_FREE: no instruction: an operation that is folded, or that unrolling leaves out
 * @WS_STEP_PARTS: loads behind it are not issued before it
 * @WS_STEP_AROUND: a branch that is none: no lane executes what is behind it
 * @WS_STEP_SLOW: a division with operands that take it long
 *
 * What is known of an operation only when it is executed.
 */
typedef enum {
  WS_STEP_FREE = 1 << 0,
  WS_STEP_PARTS = 1 << 1,
  WS_STEP_SLOW = 1 << 2,
  WS_STEP_AROUND = 1 << 3,
} WsStepFlags;

/**
 * ws_step_is_free:
 * @rounds: (array): of a warp, per loop that is unrolled: rounds, up to those that are one
 *
 * Returns: whether the warp, which comes to it, has no instruction to issue for it
 */
static inline gboolean
ws_step_is_free (const guint8 *rounds, const WsCost *cost)
{
  return cost->is_free || (cost->loop != 0 && rounds[cost->loop - 1] != 0);
}

/**
 * ws_step_find_flags:
 * @rounds: (inout) (array): as of ws_step_is_free(): those of the loop that a branch closes are
 * counted
 * @goes_round: whether the warp went where a branch leads
 *
 * Returns: #WsStepFlags of what a warp has executed, but for %WS_STEP_SLOW
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

/* Of a warp: the cycle from which on loads behind it can have been issued; which copy of its block
 * it is of; and what it has in flight. */
typedef struct {
  guint64 global;
  guint64 shared;
  guint64 copy;
  guint64
      drained;   /* cycle in which all that it loads is there, and what it stores has left the SM */
  guint n_loads; /* of global memory, since then */
} WsWindow;

typedef struct {
  const WsSpec *spec;
  WsMemoryModel *memory;
  guint n_rows;
  guint64 *ready;    /* warp after warp, per row: cycle from which on it can be read, */
  guint64 *early;    /* and if nothing but what it is made of had been waited for */
  WsWindow *windows; /* per warp */
  guint64 pipes[WS_MAX_SCHEDULERS][WS_N_PIPES]; /* cycle from which on it can begin another */
  guint kept;                                   /* cycles that the last step keeps its scheduler */
} WsScoreboard;

gboolean ws_scoreboard_init (WsScoreboard *self, const WsSpec *spec, WsMemoryModel *memory,
                             guint n_warps, guint n_rows);
void ws_scoreboard_clear (WsScoreboard *self);
void ws_scoreboard_begin (WsScoreboard *self, guint n_warps);
void ws_scoreboard_begin_warps (WsScoreboard *self, guint first, guint n, guint64 copy,
                                guint64 now);

/* Returns: the cycle in which the warp can issue an operation, at @now the first */
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

/* Loads behind it are not issued before @then. */
static inline void
ws_scoreboard_part (const WsScoreboard *self, guint warp, guint64 then)
{
  self->windows[warp].global = self->windows[warp].shared = then;
  self->windows[warp].n_loads = 0;
}

/* Returns: the cycle in which what goes the way of shared memory without asking it comes back */
static inline guint64
ws_scoreboard_exchange (WsScoreboard *self, guint passes, guint64 now)
{
  const WsAsk ask = {
    .place = WS_PLACE_SHARED, .kind = WS_COST_LOAD, .passes = (guint16)passes, .parts = 1
  };

  return ws_memory_model_answer (self->memory, &ask, NULL, 0, now, 0);
}

/* Returns: the cycle in which a warp is past instructions that none of its lanes executes */
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
 * @ask: what it asks the memory for, where it does
 * @now: cycle in which it issues
 *
 * Says when the results of an operation are there, and in @self->kept how long it keeps the
 * scheduler.
 *
 * Returns: the cycle from which on the warp can issue the next one
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
  /* where the queue is full the warp waits for it: as if the instruction had issued later */
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

/* Returns: the cycle from which on a warp goes on when the last of @n_warps has come to a barrier
 * at
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
