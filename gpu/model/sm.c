/* sm.c: times traced blocks that share an SM.
 *
 * The traces are replayed as by clock.c, except that their warps share the SM's schedulers, pipes,
 * caches and ports. Traces are used in turn, cyclically if there are more blocks. Of long traces
 * only the first steps are replayed, and the second half of these is measured: usually a loop in
 * its steady state. A block begins when one has left and the spec's gap is over.
 */
#include "model/sm.h"

#include "model/stall-watch.h"

#define NEVER      G_MAXUINT64
#define MOST_STEPS 120000     /* steps that are timed for one number of resident blocks */
#define ROUNDS     3          /* of resident blocks, one after another */
#define MOST_ROWS  (1u << 22) /* registers of all resident warps: 64 MB */
#define PICO       G_GUINT64_CONSTANT (1000000000)

/* A slot for resident blocks. */
typedef struct {
  const WsTrace *trace;
  guint index; /* of the trace */
  guint64 begun;
  guint n_left;      /* warps */
  guint n_early;     /* of them, those before the middle of their timed steps */
  guint n_waiting;   /* of them, at a barrier */
  guint64 drained;   /* cycle in which its warps' writes have left the SM */
  gboolean is_first; /* it began with the launch */
  gboolean is_long;  /* not all of it is timed: the first half of the timed steps does not count */
} Slot;

typedef struct {
  const WsSm *sm;
  const double *alone;
  WsMemoryModel *memory;
  WsScoreboard scoreboard;
  WsStallWatch *watch; /* NULL unless stalls are wanted */
  Slot *slots;
  guint n_slots;
  guint n_warps;  /* of a block */
  guint *at;      /* per warp: into its steps */
  guint64 *ready; /* per warp: cycle in which it can issue; NEVER: waiting or done */
  guint8 *waits;  /* per warp: at a barrier */
  guint64 free_at[WS_MAX_SCHEDULERS];
  guint64 next[WS_MAX_SCHEDULERS]; /* cycle in which each can issue */
  guint turn[WS_MAX_SCHEDULERS];
  guint n_begun;
  guint n_blocks;
  guint n_ended;
  double sum;       /* of the blocks' durations */
  double sum_alone; /* and of their durations alone */
} Play;

static guint
count_steps (const Play *self, const WsTrace *trace, guint warp)
{
  return MIN (trace->steps[warp % self->n_warps]->len, self->sm->most_steps);
}

static const WsTraceStep *
get_step (const Play *self, guint warp)
{
  const WsTrace *trace = self->slots[warp / self->n_warps].trace;

  return &g_array_index (trace->steps[warp % self->n_warps], WsTraceStep, self->at[warp]);
}

/* Sets the cycle in which the warp, which may go on at @then, can issue its next step. */
static void
settle (Play *self, guint warp, guint64 then)
{
  const WsTraceStep *step = get_step (self, warp);

  self->ready[warp] = ws_scoreboard_when_ready (&self->scoreboard, warp, &self->sm->costs[step->op],
                                                (step->flags & WS_STEP_FREE) != 0, then);
}

static void
begin_block (Play *self, guint index, guint64 now)
{
  Slot *slot = &self->slots[index];
  guint first = index * self->n_warps;

  *slot = (Slot){
    .trace = g_ptr_array_index (self->sm->traces, self->n_begun % self->sm->traces->len),
    .index = self->n_begun % self->sm->traces->len,
    .begun = now,
    .is_first = self->n_begun < self->n_slots,
  };
  ws_scoreboard_begin_warps (&self->scoreboard, first, self->n_warps,
                             self->n_begun / self->sm->traces->len, now);
  self->n_begun++;
  for (guint w = first; w < first + self->n_warps; w++)
    {
      self->at[w] = 0;
      self->waits[w] = FALSE;
      self->ready[w] = NEVER;
      if (count_steps (self, slot->trace, w) == 0)
        continue;
      slot->n_left++;
      slot->n_early++;
      slot->is_long = slot->is_long || slot->trace->is_cut
                      || slot->trace->steps[w - first]->len > self->sm->most_steps;
      if (self->watch != NULL)
        ws_stall_watch_begin (self->watch, w, self->n_begun == 1, now);
      settle (self, w, now);
    }
}

static void
find_next (Play *self, guint scheduler)
{
  guint n = self->n_slots * self->n_warps;
  guint64 soonest = NEVER;

  for (guint w = scheduler; w < n; w += self->sm->spec->schedulers_per_sm)
    soonest = MIN (soonest, self->ready[w]);
  self->next[scheduler] = soonest == NEVER ? NEVER : MAX (soonest, self->free_at[scheduler]);
}

static void
find_all (Play *self)
{
  for (guint s = 0; s < self->sm->spec->schedulers_per_sm; s++)
    find_next (self, s);
}

static void
release (Play *self, guint index, guint64 now)
{
  guint first = index * self->n_warps;

  for (guint w = first; w < first + self->n_warps; w++)
    if (self->waits[w])
      {
        guint64 then = ws_scoreboard_pass_barrier (&self->scoreboard, w, self->n_warps, now);

        self->waits[w] = FALSE;
        if (self->watch != NULL)
          ws_stall_watch_release (self->watch, w, then);
        settle (self, w, then);
      }
  self->slots[index].n_waiting = 0;
  find_all (self);
}

static void
end_block (Play *self, guint index, guint64 now)
{
  guint64 end = MAX (now, self->slots[index].drained);

  self->sum += (double)(end - self->slots[index].begun);
  self->sum_alone += self->alone != NULL ? self->alone[self->slots[index].index] : 1;
  self->n_ended++;
  if (self->n_begun == self->n_blocks)
    return;
  begin_block (self, index, end + self->sm->spec->block_gap);
  find_all (self);
}

static guint
choose (const Play *self, guint scheduler, guint64 now)
{
  guint stride = self->sm->spec->schedulers_per_sm;
  guint n = (self->n_slots * self->n_warps - scheduler + stride - 1) / stride;
  guint at = self->turn[scheduler] % n;

  while (self->ready[at * stride + scheduler] > now)
    at = at + 1 < n ? at + 1 : 0;
  return at * stride + scheduler;
}

static void
issue (Play *self, guint scheduler)
{
  guint64 now = self->next[scheduler];
  guint warp = choose (self, scheduler, now);
  guint index = warp / self->n_warps;
  Slot *slot = &self->slots[index];
  const WsTraceStep *step = get_step (self, warp);
  const WsCost *cost = &self->sm->costs[step->op];
  guint kept;
  const WsAsk *ask =
      step->ask != WS_NONE ? &g_array_index (slot->trace->asks, WsAsk, step->ask) : NULL;
  const WsAskLine *lines = ask != NULL && ask->n_lines > 0
                               ? &g_array_index (slot->trace->lines, WsAskLine, ask->first)
                               : NULL;
  const WsIssue it = { warp, scheduler, step->op, cost, step->flags, ask };
  guint64 then;

  ws_memory_model_set_first (self->memory, slot->is_first);
  if (self->watch != NULL)
    ws_stall_watch_before (self->watch, &it, now);
  then =
      ws_scoreboard_issue (&self->scoreboard, warp, scheduler, cost, step->flags, ask, lines, now);
  if (self->watch != NULL)
    ws_stall_watch_after (self->watch, &it, now, then);

  kept = self->scoreboard.kept;
  self->free_at[scheduler] = now + kept;
  self->turn[scheduler] = warp / self->sm->spec->schedulers_per_sm + 1;
  self->at[warp]++;
  if (slot->is_long && self->at[warp] == (count_steps (self, slot->trace, warp) + 1) / 2
      && --slot->n_early == 0)
    slot->begun = now;
  self->ready[warp] = NEVER;
  if (self->at[warp] == count_steps (self, slot->trace, warp))
    {
      slot->n_left--;
      slot->drained = MAX (slot->drained, self->scoreboard.windows[warp].drained);
      if (self->watch != NULL)
        ws_stall_watch_end (self->watch, warp, self->scoreboard.windows[warp].drained);
    }
  else if (cost->is_barrier)
    {
      self->waits[warp] = TRUE;
      slot->n_waiting++;
    }
  else
    settle (self, warp, then);
  find_next (self, scheduler);
  if (slot->n_left == 0)
    end_block (self, index, now + kept);
  else if (slot->n_waiting == slot->n_left)
    release (self, index, now);
}

/* If warps wait for blocks that are not resident, they are released. */
static gboolean
release_all (Play *self, guint64 now)
{
  gboolean any = FALSE;

  for (guint i = 0; i < self->n_slots; i++)
    if (self->slots[i].n_waiting > 0)
      {
        release (self, i, now);
        any = TRUE;
      }
  return any;
}

static void
run (Play *self)
{
  guint64 now = 0;

  while (self->n_ended < self->n_blocks)
    {
      guint first = 0;

      for (guint s = 1; s < self->sm->spec->schedulers_per_sm; s++)
        if (self->next[s] < self->next[first])
          first = s;
      if (self->next[first] == NEVER)
        {
          if (!release_all (self, now))
            return;
          continue;
        }
      now = self->next[first];
      issue (self, first);
    }
}

/**
 * ws_sm_time:
 * @n_resident: blocks that are there at once
 * @n_blocks: that run, at least as many
 * @new_share: see ws_memory_model_set_new_share()
 * @alone: (array) (nullable): cycles that each trace takes alone
 *
 * Returns: slowdown of blocks relative to @alone or, without it, average cycles of one; 0 if they
 * are too large to be timed
 */
double
ws_sm_time (const WsSm *self, guint n_resident, guint n_blocks, guint new_share,
            const double *alone)
{
  const WsTrace *first = g_ptr_array_index (self->traces, 0);
  guint n = n_resident * first->n_warps;
  gboolean fits = (guint64)n * self->n_rows <= MOST_ROWS;
  guint64 interval = (guint64)self->spec->block_launch_ps * self->spec->clock_khz
                     * MIN (self->spec->n_sms, self->n_blocks) / PICO;
  Play play = {
    .sm = self,
    .alone = alone,
    .memory =
        ws_memory_model_new (self->spec, self->blocks_per_sm, self->n_blocks, self->shared_bytes),
    .slots = g_new0 (Slot, n_resident),
    .n_slots = n_resident,
    .n_warps = first->n_warps,
    .at = g_new0 (guint, n),
    .ready = g_new (guint64, n),
    .waits = g_new0 (guint8, n),
    .n_blocks = n_blocks,
  };

  ws_memory_model_set_new_share (play.memory, new_share);
  if (fits && ws_scoreboard_init (&play.scoreboard, self->spec, play.memory, n, self->n_rows))
    {
      ws_scoreboard_begin (&play.scoreboard, n);
      if (self->stalls != NULL)
        play.watch = ws_stall_watch_new (self->stalls, &play.scoreboard, n);
      for (guint i = 0; i < n_resident; i++)
        begin_block (&play, i, i * interval);
      find_all (&play);
      run (&play);
    }
  ws_stall_watch_free (play.watch);
  ws_scoreboard_clear (&play.scoreboard);
  ws_memory_model_free (play.memory);
  g_free (play.slots);
  g_free (play.at);
  g_free (play.ready);
  g_free (play.waits);
  return play.sum_alone > 0 ? play.sum / play.sum_alone : 0;
}

/* Cycles that each trace takes alone. Returns: %FALSE if out of memory
 */
static gboolean
time_alone (const WsSm *sm, double *alone)
{
  gboolean ok = TRUE;

  for (guint i = 0; i < sm->traces->len; i++)
    {
      g_autoptr (GPtrArray) one = g_ptr_array_new ();
      WsSm single = *sm;

      g_ptr_array_add (one, g_ptr_array_index (sm->traces, i));
      single.traces = one;
      alone[i] = ws_sm_time (&single, 1, 1, WS_ALL_NEW, NULL);
      ok = ok && alone[i] > 0;
    }
  return ok;
}

/* Limits what is timed: a few blocks, and of long ones only the first steps.
 */
static WsSm
get_part (const WsSm *self, guint n_resident)
{
  const WsTrace *first = g_ptr_array_index (self->traces, 0);
  WsSm part = *self;

  part.most_steps = MAX (MOST_STEPS / (n_resident * ROUNDS * first->n_warps), 64);
  return part;
}

static double
time_part (const WsSm *part, guint n_resident, guint new_share, const double *alone)
{
  guint per_sm = (part->n_blocks + part->spec->n_sms - 1) / part->spec->n_sms;

  return ws_sm_time (part, n_resident, CLAMP (per_sm, n_resident, n_resident * ROUNDS), new_share,
                     alone);
}

/**
 * ws_sm_find_stretch:
 * @n_resident: blocks that are there at once
 * @new_share: see ws_memory_model_set_new_share()
 *
 * Returns: slowdown of blocks relative to one that runs alone, with nothing in the L2 cache; 0 if
 * out of memory
 */
double
ws_sm_find_stretch (const WsSm *self, guint n_resident, guint new_share)
{
  g_autofree double *alone = g_new (double, self->traces->len);
  WsSm part = get_part (self, n_resident);

  return time_alone (&part, alone) ? time_part (&part, n_resident, new_share, alone) : 0;
}

/**
 * ws_sm_find_stalls:
 * @n_resident: blocks that are there at once
 * @new_share: see ws_memory_model_set_new_share()
 * @n_ops: costs that the traces index
 *
 * Returns: (transfer full) (nullable): the stalls of warps of co-resident blocks; %NULL if out of
 * memory
 */
WsStalls *
ws_sm_find_stalls (const WsSm *self, guint n_resident, guint new_share, guint n_ops)
{
  g_autoptr (WsStalls) stalls = ws_stalls_new (n_ops);
  WsSm part = get_part (self, n_resident);

  part.stalls = stalls;
  if (time_part (&part, n_resident, new_share, NULL) <= 0)
    return NULL;
  ws_stalls_finish (stalls, self->spec->schedulers_per_sm);
  return g_steal_pointer (&stalls);
}
