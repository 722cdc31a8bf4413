/* issue.c: the warps of one block, alone on an SM, and the schedulers that issue them.
 *
 * Warp w belongs to scheduler w % schedulers_per_sm. A scheduler issues an instruction of the next
 * of its warps, in turn, whose operands are there: each register knows from which cycle on it can
 * be read (cost.h), so instructions of a warp that do not wait for each other overlap. Cycles in
 * which nothing can issue are skipped, and a scheduler runs ahead of the others through
 * instructions that nobody else can see. So the order of execution, and the time of every event,
 * depends on nothing but the kernel and the spec; how blocks that share an SM slow each other down
 * is for clock.c.
 */
#include "vm/cost.h"

#include <time.h>

#define MAX_SCHEDULERS  16   /* a spec has no more */
#define CANCEL_INTERVAL 4096 /* instructions */
#define CLOCK_INTERVAL  (64 * CANCEL_INTERVAL)
#define NEVER           G_MAXUINT64

static gboolean
is_cancelled (WsBlockRun *self)
{
  ws_device_step (self->launch->device);
  return self->launch->cancellable != NULL
         && g_cancellable_is_cancelled (self->launch->cancellable);
}

/* Seconds of the processor that this host thread has had: a busy computer does not count. */
static double
processor_seconds (void)
{
  struct timespec now;

  if (clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now) != 0)
    return 0;
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Notes which limit the block has come to, with the warp that is to blame: the first that has not
 * ended. */
static gboolean
is_endless (WsBlockRun *self, WsEndless limit)
{
  guint w = 0;

  while (w + 1 < self->n_warps && self->warps[w].live == 0)
    w++;
  ws_block_fault (self, &self->warps[w], NULL, WS_FINDING_ENDLESS,
                  self->warps[w].mask != 0 ? (guint)__builtin_ctz (self->warps[w].mask) : 0);
  self->fault.limit = limit;
  self->fault.address = self->issued;
  return FALSE;
}

/* What is looked at from time to time: whether the block still has leave to go on. Of the limits
 * the first two are the same whenever it runs; the third is for what they do not foresee. */
static gboolean
may_go_on (WsBlockRun *self)
{
  const WsLaunchState *launch = self->launch;
  double now_s;

  if (is_cancelled (self))
    return FALSE;
  if (g_atomic_int_get (&launch->stop_at) < (gint)self->block)
    {
      self->abandoned = TRUE;
      return FALSE;
    }
  if (self->work > launch->max_instructions * WS_WORK_OF_INSTRUCTION)
    return is_endless (self, WS_ENDLESS_WORK);
  if (self->issued % CLOCK_INTERVAL != 0)
    return TRUE;
  /* asking the clock takes as long as a short block: only one that is long already is timed */
  now_s = processor_seconds ();
  if (self->began_s == 0)
    self->began_s = now_s;
  return now_s - self->began_s <= launch->max_seconds || is_endless (self, WS_ENDLESS_TIME);
}

static gboolean
no_progress (WsBlockRun *self)
{
  for (guint w = 0; w < self->n_warps; w++)
    if (self->warps[w].live != 0)
      {
        const WsWarp *warp = &self->warps[w];

        return ws_block_fault (self, warp, warp->barrier_op, WS_FINDING_DEADLOCK,
                               (guint)__builtin_ctz (warp->live));
      }
  return TRUE;
}

/* A scheduler of the SM, and which warps are its own: ready[first ... + n). */
typedef struct {
  guint first;
  guint n;
  guint turn;      /* the warp whose turn it is */
  guint64 free_at; /* cycle in which it can issue again */
} Scheduler;

/* Returns: the cycle in which @self will issue; NEVER where all its warps wait or are done */
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

/* After @warp has executed an operation that costs @cost: when its results are there, and when it
 * can go on. */
static inline void
advance (WsBlockRun *self, WsWarp *warp, const WsCost *costs, const WsCost *cost)
{
  guint64 then = self->now + cost->hold;

  if (cost->n_defs > 0)
    {
      guint64 done = cost->kind == WS_COST_FIXED ? self->now + cost->latency
                                                 : ws_memory_model_answer (self, cost);

      for (guint i = 0; i < cost->n_defs; i++)
        warp->row_ready[cost->defs[i]] = done;
    }
  else if (cost->kind != WS_COST_FIXED)
    ws_memory_model_answer (self, cost);
  if (warp->live == 0 || warp->barrier != 0)
    {
      self->ready[warp->place] = NEVER;
      return;
    }
  cost = &costs[warp->pc];
  for (guint i = 0; i < cost->n_uses; i++)
    then = MAX (then, warp->row_ready[cost->uses[i]]);
  self->ready[warp->place] = then;
}

static guint
make_schedulers (const WsBlockRun *self, Scheduler *schedulers)
{
  guint n = MIN (self->launch->spec->schedulers_per_sm, self->n_warps);

  for (guint s = 0; s < n; s++)
    schedulers[s] = (Scheduler){
      .first = self->warps[s].place,
      .n = (self->n_warps - s + self->launch->spec->schedulers_per_sm - 1)
           / self->launch->spec->schedulers_per_sm,
    };
  return n;
}

/* What changes in a run of a block. */
typedef struct {
  Scheduler schedulers[MAX_SCHEDULERS];
  guint64 next[MAX_SCHEDULERS]; /* of each: next_issue() */
  guint n_schedulers;
  guint n_left; /* warps */
  guint64 end;  /* cycle behind the last warp's last instruction */
} Issue;

static guint
first_to_issue (const Issue *self)
{
  guint first = 0;

  for (guint s = 1; s < self->n_schedulers; s++)
    if (self->next[s] < self->next[first])
      first = s;
  return first;
}

static void
end_warp (WsBlockRun *self, Issue *issue, WsWarp *warp, guint64 ended_at)
{
  issue->n_left--;
  warp->ended_at = ended_at;
  issue->end = MAX (issue->end, ended_at);
  ws_block_check_barriers (self);
}

/* Lets scheduler @s issue: one instruction, and those behind it that other warps cannot tell when
 * they are executed. So it runs ahead of the others, and every access to memory, every barrier and
 * every end still comes in the order of time. */
static inline __attribute__ ((always_inline)) gboolean
issue_some (WsBlockRun *self, Issue *issue, guint s, const gboolean recorded)
{
  const WsCost *costs = self->costs;
  const guint stride = self->launch->spec->schedulers_per_sm;
  const WsStepper *stepper = self->launch->stepper;
  Scheduler *scheduler = &issue->schedulers[s];
  guint64 now = issue->next[s];
  guint at = whose_turn (scheduler, self->ready, now);

  for (;;)
    {
      WsWarp *warp = &self->warps[at * stride + s];
      const WsCost *cost = &costs[warp->pc];

      self->now = now;
      if (!(recorded ? stepper->step_recorded (self, warp) : stepper->step (self, warp)))
        return FALSE;
      self->issued++;
      self->work += cost->work;
      self->issue_busy += cost->issue;
      scheduler->free_at = now + cost->issue;
      scheduler->turn = at + 1 < scheduler->n ? at + 1 : 0;
      advance (self, warp, costs, cost);
      if (cost->is_ordered)
        {
          if (warp->live == 0)
            end_warp (self, issue, warp, now + cost->issue);
          break;
        }
      if (self->issued % CANCEL_INTERVAL == 0)
        break;
      now = next_issue (scheduler, self->ready);
      at = whose_turn (scheduler, self->ready, now);
      if (costs[self->warps[at * stride + s].pc].is_ordered)
        break;
    }
  issue->next[s] = next_issue (scheduler, self->ready);
  for (guint i = 0; self->woke && i < issue->n_schedulers; i++)
    issue->next[i] = next_issue (&issue->schedulers[i], self->ready);
  self->woke = FALSE;
  return TRUE;
}

/**
 * ws_block_run:
 * @self: a host thread's block, with self->block set
 *
 * Runs the block to its end.
 *
 * Returns: %FALSE where it did something wrong (self->fault), the launch was cancelled, or a block
 *   before it did something wrong (self->abandoned)
 */
gboolean
ws_block_run (WsBlockRun *self)
{
  gboolean recorded = self->counts != NULL || self->is_recorded;
  Issue issue = { .n_left = self->n_warps };

  issue.n_schedulers = make_schedulers (self, issue.schedulers);
  ws_block_reset (self);
  self->began_s = 0;
  while (issue.n_left > 0)
    {
      guint s = first_to_issue (&issue);

      if (issue.next[s] == NEVER)
        return no_progress (self);
      if (!(recorded ? issue_some (self, &issue, s, TRUE) : issue_some (self, &issue, s, FALSE)))
        return FALSE;
      if (self->issued > self->launch->max_instructions)
        return is_endless (self, WS_ENDLESS_INSTRUCTIONS);
      if (self->issued % CANCEL_INTERVAL == 0 && !may_go_on (self))
        return FALSE;
    }
  self->now = issue.end;
  return TRUE;
}
