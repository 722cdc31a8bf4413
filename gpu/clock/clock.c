/* clock.c: the warps of one block, alone on an SM, and the schedulers that issue them.
 *
 * Warp w belongs to scheduler w % schedulers_per_sm. A scheduler issues, round-robin, an
 * instruction of the next of its warps whose operands are ready: a scoreboard has the ready cycle
 * of each register (cost.h), so independent instructions of a warp overlap. Cycles in which nothing
 * can issue are skipped, and a scheduler runs ahead of the others through instructions that no
 * other warp can observe. An instruction is executed when it issues: so code that reads a clock, or
 * waits for another warp, sees the right time; and the order of execution and the times of events
 * depend only on the kernel and the spec. schedule.c models how blocks that share an SM slow each
 * other down.
 */
#include "clock/clock.h"

#include "clock/reach.h"
#include "model/scoreboard.h"

#define NEVER          G_MAXUINT64
#define ROUNDS_OF_TURN 1024 /* iterations of spin loops, of all warps */

/* A scheduler of the SM, and which warps are its own: ready[first ... + n). */
typedef struct {
  guint first;
  guint n;
  guint turn;      /* the warp whose turn it is */
  guint64 free_at; /* cycle at which it can issue again */
} Scheduler;

/* The state of a block's run. */
typedef struct {
  Scheduler schedulers[WS_MAX_SCHEDULERS];
  guint64 next[WS_MAX_SCHEDULERS]; /* of each: next_issue() */
  guint n_schedulers;
  guint n_left; /* warps */
} Issue;

struct _WsClock {
  const WsSpec *spec;
  const WsStepper *stepper;
  WsBlockRun *block;
  const WsOpCosts *costs;
  WsAsker asker;
  WsTraffic *traffic;
  WsMemoryModel *memory;
  WsScoreboard scoreboard;
  WsTrace *trace;     /* trace of the block; NULL: none */
  guint8 *rounds;     /* per warp and unrolled loop: iterations, modulo the unroll factor */
  guint64 *ended_at;  /* per warp: cycle after its last instruction */
  guint *places;      /* per warp: of it in ready */
  guint64 *ready;     /* per warp, by scheduler: cycle at which it can issue */
  guint64 issue_busy; /* cycles of all schedulers */
  guint64 end;        /* cycle after the last warp's last instruction */
  Issue issue;
};

/* Returns: the cycle in which @self will issue; NEVER if all its warps wait or are done */
static inline guint64
next_issue (const Scheduler *self, const guint64 *ready)
{
  guint64 soonest = ready[self->first];

  for (guint i = 1; i < self->n; i++)
    soonest = MIN (soonest, ready[self->first + i]);
  return MAX (soonest, self->free_at);
}

/* The warp whose turn it is, of those that can issue at @now. There is one. */
static inline guint
whose_turn (const Scheduler *self, const guint64 *ready, guint64 now)
{
  guint at = self->turn;

  while (ready[self->first + at] > now)
    at = at + 1 < self->n ? at + 1 : 0;
  return at;
}

static inline guint8 *
rounds_of (const WsClock *self, guint warp)
{
  return &self->rounds[(gsize)warp * self->costs->n_loops];
}

/* Whether the hardware divides by a subroutine: if an operand or the result is zero, denormal,
 * infinite, NaN or very large. */
static gboolean
divides_slowly (const WsWarp *warp, const WsOp *op, guint32 lanes)
{
  const guint32 *a = (const guint32 *)(const void *)(warp->rows + op->s[0]);
  const guint32 *b = (const guint32 *)(const void *)(warp->rows + op->s[1]);

  for (guint l = 0; l < WS_LANES; l++)
    {
      int x = (int)(a[l] >> 23 & 0xff);
      int y = (int)(b[l] >> 23 & 0xff);

      if ((lanes >> l & 1) != 0
          && (x == 0 || x == 0xff || y == 0 || y >= 0xfd || ABS (x - y) > 0x7d))
        return TRUE;
    }
  return FALSE;
}

/* Run-time flags of an operation. @lanes: that executed it */
static inline guint
find_flags (const WsClock *self, const WsWarp *warp, const WsOp *op, const WsCost *cost,
            guint32 lanes)
{
  guint flags = ws_step_find_flags (rounds_of (self, warp->index), cost, warp->pc == op->target);

  if (cost->is_division && self->spec->slow_division > 0 && divides_slowly (warp, op, lanes))
    flags |= WS_STEP_SLOW;
  return flags;
}

/* Accounts for @op, which @warp has executed at @cost: sets when its results are ready and when the
 * warp can continue. Returns: cycles that it occupied the scheduler */
static inline guint
advance (WsClock *self, const WsWarp *warp, const WsOp *op, const WsCost *cost, guint scheduler,
         guint32 lanes)
{
  WsBlockRun *block = self->block;
  guint flags = find_flags (self, warp, op, cost, lanes);
  WsAskLine lines[WS_MAX_LINES];
  WsAsk ask = { .kind = cost->kind };
  guint64 then;

  if (cost->kind != WS_COST_FIXED)
    ws_reach_ask (&self->asker, self->traffic, block, op, &ask, lines);
  then = ws_scoreboard_issue (&self->scoreboard, warp->index, scheduler, cost, flags, &ask, lines,
                              block->now);
  if (self->trace != NULL)
    ws_trace_add (self->trace, warp->index, (guint32)(op - block->ops), flags,
                  cost->kind != WS_COST_FIXED ? &ask : NULL, lines);
  if (block->sleeps > 0)
    {
      then += block->sleeps * self->spec->clock_khz / 1000000;
      block->sleeps = 0;
    }
  if (cost->is_barrier)
    then = ws_scoreboard_pass_barrier (&self->scoreboard, warp->index, block->n_warps, block->now);
  if (warp->live == 0 || warp->barrier != 0)
    then = NEVER;
  else
    {
      cost = &self->costs->costs[warp->pc];
      then = ws_scoreboard_when_ready (&self->scoreboard, warp->index, cost,
                                       ws_step_is_free (rounds_of (self, warp->index), cost), then);
    }
  self->ready[self->places[warp->index]] = then;
  return self->scoreboard.kept;
}

/* Resumes warps that another one has released from a barrier. */
static void
wake (WsClock *self)
{
  const WsBlockRun *block = self->block;

  for (guint w = 0; w < block->n_warps; w++)
    {
      const WsWarp *warp = &block->warps[w];
      guint64 *ready = &self->ready[self->places[w]];

      if (*ready == NEVER && warp->live != 0 && warp->barrier == 0)
        *ready = ws_scoreboard_pass_barrier (&self->scoreboard, w, block->n_warps, block->now);
    }
}

static guint
make_schedulers (const WsClock *self, Scheduler *schedulers)
{
  guint n_warps = self->block->n_warps;
  guint per_sm = self->spec->schedulers_per_sm;
  guint n = MIN (per_sm, n_warps);

  for (guint s = 0; s < n; s++)
    schedulers[s] = (Scheduler){
      .first = self->places[s],
      .n = (n_warps - s + per_sm - 1) / per_sm,
    };
  return n;
}

static guint
first_to_issue (const Issue *self)
{
  guint first = 0;

  for (guint s = 1; s < self->n_schedulers; s++)
    if (self->next[s] < self->next[first])
      first = s;
  return first;
}

/* The warp ends when all its writes have left the SM. */
static void
end_warp (WsClock *self, Issue *issue, const WsWarp *warp, guint64 ended_at)
{
  ended_at = MAX (ended_at, self->scoreboard.windows[warp->index].drained);
  issue->n_left--;
  self->ended_at[warp->index] = ended_at;
  self->end = MAX (self->end, ended_at);
  ws_block_check_barriers (self->block);
}

/* Lets scheduler @s issue one instruction, and those after it that other warps cannot observe. So
 * it runs ahead of the others, but all memory accesses, barriers and exits still happen in the
 * order of time. */
static inline __attribute__ ((always_inline)) gboolean
issue_some (WsClock *self, Issue *issue, guint s, const gboolean recorded)
{
  WsBlockRun *block = self->block;
  const WsCost *costs = self->costs->costs;
  const guint stride = self->spec->schedulers_per_sm;
  const WsStepper *stepper = self->stepper;
  Scheduler *scheduler = &issue->schedulers[s];
  guint64 now = issue->next[s];
  guint at = whose_turn (scheduler, self->ready, now);

  for (;;)
    {
      WsWarp *warp = &block->warps[at * stride + s];
      const WsOp *op = &block->ops[warp->pc];
      const WsCost *cost = &costs[warp->pc];
      guint32 lanes = warp->mask;
      guint kept;

      block->now = now;
      if (!(recorded ? stepper->step_recorded (block, warp) : stepper->step (block, warp)))
        return FALSE;
      block->issued++;
      block->work += op->work;
      kept = advance (self, warp, op, cost, s, lanes);
      self->issue_busy += kept;
      scheduler->free_at = now + kept;
      scheduler->turn = at + 1 < scheduler->n ? at + 1 : 0;
      if (cost->is_ordered)
        {
          if (warp->live == 0)
            end_warp (self, issue, warp, now + kept);
          break;
        }
      if (block->issued % WS_LOOK_INTERVAL == 0)
        break;
      now = next_issue (scheduler, self->ready);
      at = whose_turn (scheduler, self->ready, now);
      if (costs[block->warps[at * stride + s].pc].is_ordered)
        break;
    }
  if (block->woke)
    wake (self);
  issue->next[s] = next_issue (scheduler, self->ready);
  for (guint i = 0; block->woke && i < issue->n_schedulers; i++)
    issue->next[i] = next_issue (&issue->schedulers[i], self->ready);
  block->woke = FALSE;
  return TRUE;
}

/**
 * ws_clock_begin:
 * @self: a host thread's clock
 * @trace: (nullable): receives the steps of the block; borrowed until it has ended
 *
 * Begins its block, whose index is set.
 */
void
ws_clock_begin (WsClock *self, WsTrace *trace)
{
  const WsBlockRun *block = self->block;

  ws_block_note (self->block, TRUE);
  ws_block_reset (self->block);
  ws_asker_begin (&self->asker);
  ws_memory_model_begin (self->memory);
  self->trace = trace;
  self->issue_busy = 0;
  self->end = 0;
  memset (self->ready, 0, block->n_warps * sizeof *self->ready);
  memset (self->ended_at, 0, block->n_warps * sizeof *self->ended_at);
  memset (self->rounds, 0, (gsize)block->n_warps * self->costs->n_loops);
  ws_scoreboard_begin (&self->scoreboard, block->n_warps);
  self->issue = (Issue){ .n_left = block->n_warps };
  self->issue.n_schedulers = make_schedulers (self, self->issue.schedulers);
}

/* Whether the block has gone round in spin loops often enough since the last time. */
static gboolean
is_waiting (WsBlockRun *block)
{
  if (block->n_rounds < ROUNDS_OF_TURN)
    return FALSE;
  block->n_rounds = 0;
  return TRUE;
}

/**
 * ws_clock_run:
 * @self: a host thread's clock, whose block has begun
 * @waits: (out) (optional): %TRUE if the block seems to wait for another block: it is suspended,
 * and the next call continues it; %NULL: never suspend
 * @use: (out): its use so far, alone on its SM
 *
 * Runs its block to its end, executing each instruction at its issue.
 *
 * Returns: %FALSE if it faulted, the launch was cancelled, or an earlier block faulted
 */
gboolean
ws_clock_run (WsClock *self, gboolean *waits, WsBlockUse *use)
{
  WsBlockRun *block = self->block;
  gboolean recorded = block->counts != NULL || block->is_recorded;
  Issue *issue = &self->issue;
  gboolean ok = !block->fault.set;

  while (ok && issue->n_left > 0)
    {
      guint s = first_to_issue (issue);

      if (waits != NULL && (*waits = is_waiting (block)))
        return TRUE;
      if (issue->next[s] == NEVER)
        ok = ws_block_no_progress (block);
      else
        ok = recorded ? issue_some (self, issue, s, TRUE) : issue_some (self, issue, s, FALSE);
      if (ok
          && (block->issued > block->launch->max_instructions
              || block->issued % WS_LOOK_INTERVAL == 0))
        ok = ws_block_may_go_on (block);
    }
  use->missed = (guint32)MIN (self->asker.missed_sectors, G_MAXUINT32);
  use->duration = (guint32)MIN (ok ? self->end : block->now, G_MAXUINT32);
  use->issue = (guint32)MIN (self->issue_busy, G_MAXUINT32);
  return ok;
}

/**
 * ws_clock_get_warp_end:
 * @self: a clock that has run a block
 *
 * Returns: the cycle after the warp's last instruction
 */
guint64
ws_clock_get_warp_end (const WsClock *self, guint warp)
{
  return self->ended_at[warp];
}

/* Returns: (transfer none): traffic of the blocks that it has run */
const WsTraffic *
ws_clock_get_traffic (const WsClock *self)
{
  return self->traffic;
}

/* Index of a warp in the array grouped by scheduler. */
static guint
place_of (guint warp, guint n_warps, guint n_schedulers)
{
  guint scheduler = warp % n_schedulers;
  guint place = warp / n_schedulers;

  for (guint s = 0; s < scheduler; s++)
    place += (n_warps - s + n_schedulers - 1) / n_schedulers;
  return place;
}

/**
 * ws_clock_new:
 * @block: a host thread's block; borrowed
 * @costs: costs of its kernel's operations; borrowed
 * @blocks_per_sm: blocks that are resident at once
 *
 * Returns: (transfer full) (nullable): its clock; %NULL if out of memory
 */
WsClock *
ws_clock_new (WsBlockRun *block, const WsOpCosts *costs, guint blocks_per_sm)
{
  WsClock *self = g_new0 (WsClock, 1);

  self->spec = block->launch->spec;
  self->stepper = block->launch->stepper;
  self->block = block;
  self->costs = costs;
  self->traffic = ws_traffic_new (self->spec);
  ws_asker_init (&self->asker, self->spec, blocks_per_sm);
  self->memory = ws_memory_model_new (self->spec, blocks_per_sm, block->launch->n_blocks,
                                      block->launch->shared_bytes);
  self->rounds = g_new (guint8, (gsize)block->n_warps * MAX (costs->n_loops, 1));
  self->ended_at = g_new (guint64, block->n_warps);
  self->ready = g_new (guint64, block->n_warps);
  self->places = g_new (guint, block->n_warps);
  for (guint w = 0; w < block->n_warps; w++)
    self->places[w] = place_of (w, block->n_warps, self->spec->schedulers_per_sm);
  if (ws_scoreboard_init (&self->scoreboard, self->spec, self->memory, block->n_warps,
                          costs->n_rows))
    return self;
  ws_clock_free (self);
  return NULL;
}

void
ws_clock_free (WsClock *self)
{
  if (self == NULL)
    return;
  ws_memory_model_free (self->memory);
  ws_asker_clear (&self->asker);
  ws_traffic_free (self->traffic);
  ws_scoreboard_clear (&self->scoreboard);
  g_free (self->rounds);
  g_free (self->ended_at);
  g_free (self->ready);
  g_free (self->places);
  g_free (self);
}
