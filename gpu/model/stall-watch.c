/* stall-watch.c: attributes the cycles that warps wait.
 *
 * Between two instructions a warp waits, in this order: for the pipe of the first, if busy; for the
 * first one's own delay, such as resolving a branch; for the last operand of the second; and for
 * its scheduler, which may issue other warps.
 */
#include "model/stall-watch.h"

/* The producer of a register: how its readers wait for it. */
typedef struct {
  guint32 op;
  guint32 fixed; /* of the wait, its last cycles are of a fixed latency */
  guint8 reason;
} Maker;

typedef struct {
  guint64 since;     /* cycle up to which its state is attributed */
  guint64 taken;     /* its last instruction waited for its pipe, or its queue, until then, */
  guint64 passed;    /* a jump has left its pipe, */
  guint64 fetched;   /* its target is fetched, */
  guint64 held;      /* and its delay ends */
  guint32 last;      /* operation */
  guint8 throttle;   /* WsStall of the wait until @taken */
  guint8 reason;     /* WsStall of the wait until @held */
  gboolean is_first; /* of the block that is watched over time */
  guint64 begun;
} Warp;

struct _WsStallWatch {
  WsStalls *stalls;
  const WsScoreboard *scoreboard;
  guint64 resolves; /* cycles until a jump is resolved */
  Maker *makers;    /* warp after warp, per row */
  Warp *warps;
  guint64 known[WS_MAX_SCHEDULERS]; /* cycle up to which each is attributed */
};

/**
 * ws_stall_watch_new:
 * @stalls: receives the counts; borrowed
 * @scoreboard: of the SM; borrowed
 * @n_warps: of the SM
 */
WsStallWatch *
ws_stall_watch_new (WsStalls *stalls, const WsScoreboard *scoreboard, guint n_warps)
{
  WsStallWatch *self = g_new0 (WsStallWatch, 1);

  self->stalls = stalls;
  self->scoreboard = scoreboard;
  self->resolves = MAX (scoreboard->spec->latency_arithmetic, 1);
  self->makers = g_new0 (Maker, (gsize)n_warps * scoreboard->n_rows);
  self->warps = g_new0 (Warp, n_warps);
  return self;
}

void
ws_stall_watch_free (WsStallWatch *self)
{
  if (self == NULL)
    return;
  g_free (self->makers);
  g_free (self->warps);
  g_free (self);
}

/**
 * ws_stall_watch_begin:
 * @is_first: whether it belongs to the block observed over time
 * @now: cycle in which its block begins
 */
void
ws_stall_watch_begin (WsStallWatch *self, guint warp, gboolean is_first, guint64 now)
{
  guint n_rows = self->scoreboard->n_rows;

  memset (self->makers + (gsize)warp * n_rows, 0, n_rows * sizeof *self->makers);
  self->warps[warp] = (Warp){
    .since = now, .held = now, .begun = now, .reason = WS_STALL_WAIT, .is_first = is_first
  };
}

/* Attributes the time from warp.since until @end. */
typedef struct {
  guint64 end;
  WsStall reason;
  guint32 here;
  guint32 blamed;
} Wait;

static gboolean
is_none (const WsIssue *issue)
{
  return (issue->flags & WS_STEP_FREE) != 0 && (issue->flags & WS_STEP_AROUND) == 0;
}

/* Charges the scheduler's unattributed time to what the warp did. */
static void
count_slot (WsStallWatch *self, WsStallSpan span)
{
  guint64 *known = &self->known[span.warp % self->scoreboard->spec->schedulers_per_sm];

  if (span.end <= *known)
    return;
  span.begin = MAX (span.begin, *known);
  g_array_append_val (self->stalls->slots, span);
  *known = span.end;
}

/* @is_slot: whether it also applies to the scheduler, for the warp that issues next */
static void
count (WsStallWatch *self, guint index, const Wait *wait, gboolean is_slot)
{
  Warp *warp = &self->warps[index];
  guint64 cycles = wait->end > warp->since ? wait->end - warp->since : 0;
  WsStallSpan span;

  if (cycles == 0)
    return;
  self->stalls->warps[wait->reason] += cycles;
  self->stalls->here[wait->here][wait->reason] += cycles;
  self->stalls->blamed[wait->blamed][wait->reason] += cycles;
  span = (WsStallSpan){ .warp = index,
                        .op = wait->here,
                        .begin = warp->since,
                        .end = wait->end,
                        .reason = (guint8)wait->reason };
  g_array_append_val (self->stalls->spans, span);
  if (is_slot)
    count_slot (self, span);
  warp->since = wait->end;
}

/* The last operand of @issue to be ready. Returns: %FALSE if it has none */
static gboolean
find_last (const WsStallWatch *self, const WsIssue *issue, Maker *maker, guint64 *ready)
{
  gsize first = (gsize)issue->warp * self->scoreboard->n_rows;
  gboolean any = FALSE;

  *ready = 0;
  for (guint i = 0; i < issue->cost->n_uses; i++)
    {
      guint64 then = self->scoreboard->ready[first + issue->cost->uses[i]];

      if (any && then <= *ready)
        continue;
      *ready = then;
      *maker = self->makers[first + issue->cost->uses[i]];
      any = TRUE;
    }
  return any;
}

/**
 * ws_stall_watch_before:
 * @issue: about to be issued; not yet in the scoreboard
 * @now: cycle in which it issues
 */
void
ws_stall_watch_before (WsStallWatch *self, const WsIssue *issue, guint64 now)
{
  Warp *warp = &self->warps[issue->warp];
  Maker maker = { .op = issue->op, .reason = WS_STALL_WAIT };
  guint64 ready;

  if (is_none (issue))
    return;
  /* before its block began there was no warp; afterwards the scheduler waited for this one */
  count_slot (self, (WsStallSpan){ .warp = issue->warp,
                                   .op = issue->op,
                                   .end = MIN (warp->begun, now),
                                   .reason = WS_STALL_NO_WARP });
  count (self, issue->warp,
         &(Wait){ MIN (warp->taken, now), warp->throttle, warp->last, warp->last }, TRUE);
  count (self, issue->warp,
         &(Wait){ MIN (warp->passed, now), WS_STALL_WAIT, issue->op, warp->last }, TRUE);
  count (self, issue->warp,
         &(Wait){ MIN (warp->fetched, now), WS_STALL_NO_INSTRUCTION, issue->op, warp->last }, TRUE);
  count (self, issue->warp, &(Wait){ MIN (warp->held, now), warp->reason, issue->op, warp->last },
         TRUE);
  if (find_last (self, issue, &maker, &ready))
    {
      guint64 then = MIN (ready, now);

      count (self, issue->warp,
             &(Wait){ ready > maker.fixed ? MIN (ready - maker.fixed, then) : 0, maker.reason,
                      issue->op, maker.op },
             TRUE);
      count (self, issue->warp, &(Wait){ then, WS_STALL_WAIT, issue->op, maker.op }, TRUE);
    }
  count (self, issue->warp, &(Wait){ now, WS_STALL_NOT_SELECTED, issue->op, issue->op }, TRUE);
}

/* How readers of its results wait. */
static WsStall
find_reason (const WsIssue *issue)
{
  if (issue->cost->kind != WS_COST_FIXED)
    return issue->ask->place == WS_PLACE_SHARED ? WS_STALL_SHORT_SCOREBOARD
           : issue->ask->place == WS_PLACE_NONE ? WS_STALL_WAIT
                                                : WS_STALL_LONG_SCOREBOARD;
  return issue->cost->special > 0 || issue->cost->exchanges > 0 ? WS_STALL_SHORT_SCOREBOARD
                                                                : WS_STALL_WAIT;
}

/**
 * ws_stall_watch_after:
 * @issue: issued in @now
 * @then: cycle from which on the warp can issue the next one
 */
void
ws_stall_watch_after (WsStallWatch *self, const WsIssue *issue, guint64 now, guint64 then)
{
  const WsCost *cost = issue->cost;
  Warp *warp = &self->warps[issue->warp];
  Maker maker = { .op = issue->op, .reason = WS_STALL_WAIT };
  gboolean is_free = is_none (issue);
  guint64 kept = now + (is_free ? 0 : self->scoreboard->kept);
  guint64 ready;

  if (is_free)
    find_last (self, issue, &maker, &ready);
  else
    {
      maker.reason = (guint8)find_reason (issue);
      maker.fixed = cost->fixed;
    }
  for (guint i = 0; i < cost->n_defs; i++)
    self->makers[(gsize)issue->warp * self->scoreboard->n_rows + cost->defs[i]] = maker;
  if (is_free)
    return;
  count (self, issue->warp,
         &(Wait){ MIN (kept, now + MAX (cost->issue, MAX (cost->around, 1))), WS_STALL_SELECTED,
                  issue->op, issue->op },
         TRUE);
  count (self, issue->warp, &(Wait){ kept, WS_STALL_MIO_THROTTLE, issue->op, issue->op }, TRUE);
  warp->last = issue->op + ((issue->flags & WS_STEP_AROUND) != 0 ? cost->load_around : 0);
  warp->taken =
      cost->around == 0 && then > now + cost->hold ? kept + (then - now - cost->hold) : kept;
  warp->throttle = cost->exchanges > 0                    ? WS_STALL_MIO_THROTTLE
                   : cost->kind == WS_COST_FIXED          ? WS_STALL_MATH_PIPE_THROTTLE
                   : issue->ask->place == WS_PLACE_SHARED ? WS_STALL_MIO_THROTTLE
                                                          : WS_STALL_LG_THROTTLE;
  if (cost->is_jump && then > kept + self->resolves)
    {
      warp->fetched = then - self->resolves;
      warp->passed = (kept + warp->fetched) / 2;
    }
  else
    warp->passed = warp->fetched = 0;
  warp->held = then;
  warp->reason = cost->around > 0   ? WS_STALL_SHORT_SCOREBOARD
                 : cost->is_barrier ? WS_STALL_BARRIER
                 : cost->is_jump    ? WS_STALL_BRANCH_RESOLVING
                                    : WS_STALL_WAIT;
}

/* The warp resumes at @then after a barrier. */
void
ws_stall_watch_release (WsStallWatch *self, guint warp, guint64 then)
{
  self->warps[warp].held = then;
}

/* The warp has issued its last instruction. */
void
ws_stall_watch_end (WsStallWatch *self, guint warp, guint64 drained)
{
  guint32 last = self->warps[warp].last;

  count (self, warp, &(Wait){ drained, WS_STALL_DRAIN, last, last }, FALSE);
  if (self->warps[warp].is_first)
    self->stalls->end = MAX (self->stalls->end, self->warps[warp].since);
}
