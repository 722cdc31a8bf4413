/* block.c: the warps of one block, alone on an SM: their registers, the schedulers that issue them,
 * the barriers that hold them.
 *
 * Warp w belongs to scheduler w % schedulers_per_sm. A scheduler issues an instruction of the next
 * of its warps, in turn, whose operands are there: each register knows from which cycle on it can
 * be read (cost.h), so instructions of a warp that do not wait for each other overlap. Cycles in
 * which nothing can issue are skipped. So the order of execution, and the time of every event,
 * depends on nothing but the kernel and the spec; how blocks that share an SM slow each other down
 * is for clock.c.
 */
#include "vm/cost.h"

#include <string.h>

#define FIRST_STACK     16
#define MAX_SCHEDULERS  16   /* a spec has no more */
#define CANCEL_INTERVAL 4096 /* instructions */
#define NEVER           G_MAXUINT64

static void
fill (guint8 *rows, guint32 row, guint64 bits, gboolean wide)
{
  guint8 *at = rows + (gsize)row * WS_ROW_BYTES;

  for (guint i = 0; i < WS_LANES; i++)
    {
      guint32 word = (guint32)bits;

      if (wide)
        memcpy (at + i * 8, &bits, 8);
      else
        memcpy (at + i * 4, &word, 4);
    }
}

static guint32
special_value (const WsBlockRun *self, const WsWarp *warp, WsPtxSpecial special, guint lane)
{
  const WsLaunchState *launch = self->launch;
  const guint32 *block = launch->request->block;
  const guint32 *grid = launch->request->grid;
  guint thread = warp->index * WS_LANES + lane;

  switch (special)
    {
    case WS_PTX_SREG_TID_X:
      return thread % block[0];
    case WS_PTX_SREG_TID_Y:
      return thread / block[0] % block[1];
    case WS_PTX_SREG_TID_Z:
      return thread / block[0] / block[1];
    case WS_PTX_SREG_NTID_X:
      return block[0];
    case WS_PTX_SREG_NTID_Y:
      return block[1];
    case WS_PTX_SREG_NTID_Z:
      return block[2];
    case WS_PTX_SREG_CTAID_X:
      return self->ctaid[0];
    case WS_PTX_SREG_CTAID_Y:
      return self->ctaid[1];
    case WS_PTX_SREG_CTAID_Z:
      return self->ctaid[2];
    case WS_PTX_SREG_NCTAID_X:
      return grid[0];
    case WS_PTX_SREG_NCTAID_Y:
      return grid[1];
    case WS_PTX_SREG_NCTAID_Z:
      return grid[2];
    case WS_PTX_SREG_LANEID:
      return lane;
    case WS_PTX_SREG_WARPID:
      return warp->index;
    case WS_PTX_SREG_NWARPID:
      return launch->spec->max_warps_per_sm;
    case WS_PTX_SREG_SMID:
      return self->block % launch->spec->n_sms;
    case WS_PTX_SREG_NSMID:
      return launch->spec->n_sms;
    case WS_PTX_SREG_LANEMASK_EQ:
      return 1u << lane;
    case WS_PTX_SREG_LANEMASK_LE:
      return (2u << lane) - 1;
    case WS_PTX_SREG_LANEMASK_LT:
      return (1u << lane) - 1;
    case WS_PTX_SREG_LANEMASK_GE:
      return ~((1u << lane) - 1);
    case WS_PTX_SREG_LANEMASK_GT:
      return lane == 31 ? 0 : ~((2u << lane) - 1);
    case WS_PTX_SREG_DYNAMIC_SMEM_SIZE:
      return launch->request->dynamic_shared_bytes;
    case WS_PTX_SREG_TOTAL_SMEM_SIZE:
      return launch->shared_bytes;
    default:
      return 0;
    }
}

static gboolean
changes_with_block (WsPtxSpecial special)
{
  return special == WS_PTX_SREG_CTAID_X || special == WS_PTX_SREG_CTAID_Y
         || special == WS_PTX_SREG_CTAID_Z || special == WS_PTX_SREG_SMID;
}

static void
fill_specials (WsBlockRun *self, WsWarp *warp, gboolean of_block)
{
  const WsCode *code = self->launch->code;

  for (guint i = 0; i < code->specials->len; i++)
    {
      const WsSpecialRow *entry = &g_array_index (code->specials, WsSpecialRow, i);
      guint8 *at = warp->rows + (gsize)entry->row * WS_ROW_BYTES;

      if (changes_with_block (entry->special) != of_block)
        continue;
      if (of_block)
        {
          fill (warp->rows, entry->row, special_value (self, warp, entry->special, 0), FALSE);
          continue;
        }
      for (guint lane = 0; lane < WS_LANES; lane++)
        {
          guint32 value = special_value (self, warp, entry->special, lane);

          memcpy (at + lane * 4, &value, 4);
        }
    }
}

/* Where a warp stands among those of its scheduler: these stand side by side. */
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
 * ws_block_run_new:
 * @launch: the launch
 *
 * Returns: (transfer full): what one host thread needs to run blocks of @launch, one after another
 */
WsBlockRun *
ws_block_run_new (WsLaunchState *launch)
{
  WsBlockRun *self = g_new0 (WsBlockRun, 1);
  const WsCode *code = launch->code;

  self->launch = launch;
  self->n_warps = launch->n_warps;
  self->warps = g_new0 (WsWarp, launch->n_warps);
  self->ready = g_new0 (guint64, launch->n_warps);
  self->shared = g_malloc0 (MAX (launch->shared_bytes, 1));
  ws_touch_init (self);
  if (launch->record != NULL && launch->record->counts)
    self->counts = g_new0 (WsSiteCount, MAX (code->function->instructions->len, 1));
  for (guint w = 0; w < self->n_warps; w++)
    {
      WsWarp *warp = &self->warps[w];
      guint threads = MIN (launch->n_threads - w * WS_LANES, WS_LANES);

      warp->index = (guint16)w;
      warp->place = place_of (w, launch->n_warps, launch->spec->schedulers_per_sm);
      warp->row_ready = g_new0 (guint64, MAX (code->n_rows, 1));
      warp->all = threads == WS_LANES ? WS_ALL_LANES : (1u << threads) - 1;
      warp->rows = g_aligned_alloc0 (MAX (code->n_rows, 1), WS_ROW_BYTES, 64);
      warp->local = g_malloc0 (MAX ((gsize)code->local_bytes * WS_LANES, 1));
      warp->stack_size = FIRST_STACK;
      warp->stack = g_new0 (WsStackEntry, FIRST_STACK);
      for (guint i = 0; i < code->constants->len; i++)
        {
          const WsConstantRow *constant = &g_array_index (code->constants, WsConstantRow, i);

          fill (warp->rows, constant->row, constant->bits, constant->wide);
        }
      fill_specials (self, warp, FALSE);
    }
  return self;
}

void
ws_block_run_free (WsBlockRun *self)
{
  for (guint w = 0; w < self->n_warps; w++)
    {
      g_aligned_free (self->warps[w].rows);
      g_free (self->warps[w].local);
      g_free (self->warps[w].stack);
      g_free (self->warps[w].row_ready);
    }
  g_free (self->ready);
  g_free (self->touched);
  g_free (self->warps);
  g_free (self->shared);
  g_free (self->counts);
  g_free (self->fault.detail);
  g_free (self);
}

static void
reset (WsBlockRun *self)
{
  const WsLaunchState *launch = self->launch;
  const guint32 *grid = launch->request->grid;
  const WsCode *code = launch->code;

  self->ctaid[0] = self->block % grid[0];
  self->ctaid[1] = self->block / grid[0] % grid[1];
  self->ctaid[2] = self->block / grid[0] / grid[1];
  self->now = 0;
  self->issued = 0;
  self->issue_busy = self->port_busy = self->shared_busy = 0;
  self->port_free_at = self->shared_free_at = 0;
  self->missed_sectors = 0;
  self->woke = FALSE;
  ws_touch_begin (self);
  memset (self->ready, 0, self->n_warps * sizeof *self->ready);
  memset (self->barriers, 0, sizeof self->barriers);
  memset (self->shared, 0, launch->shared_bytes);
  for (guint w = 0; w < self->n_warps; w++)
    {
      WsWarp *warp = &self->warps[w];

      /* registers that nobody wrote read as 0 in every block, so that a run does not depend on who
       * ran which block */
      memset (warp->rows, 0, (gsize)code->function->registers->len * WS_ROW_BYTES);
      memset (warp->local, 0, (gsize)code->local_bytes * WS_LANES);
      fill_specials (self, warp, TRUE);
      warp->depth = 0;
      warp->pc = 0;
      warp->rpc = WS_NONE;
      warp->mask = warp->live = warp->all;
      warp->carry = 0;
      warp->barrier = 0;
      memset (warp->row_ready, 0, code->n_rows * sizeof *warp->row_ready);
    }
}

/* ---- barriers ---- */

static guint
live_threads (const WsBlockRun *self)
{
  guint n = 0;

  for (guint w = 0; w < self->n_warps; w++)
    n += (guint)__builtin_popcount (self->warps[w].live);
  return n;
}

static void
answer (WsWarp *warp, const WsOp *op, const WsBarrier *barrier, guint threads)
{
  guint32 *row;

  if (op->kind != WS_PTX_MOD_RED || op->d[0] == WS_NO_ROW)
    return;
  row = (guint32 *)(void *)(warp->rows + op->d[0]);
  if (op->kind2 == WS_PTX_MOD_POPC)
    for (guint i = 0; i < WS_LANES; i++)
      row[i] = barrier->votes;
  else if (op->kind2 == WS_PTX_MOD_AND)
    *row = barrier->votes == threads ? WS_ALL_LANES : 0;
  else
    *row = barrier->votes > 0 ? WS_ALL_LANES : 0;
}

static void
release (WsBlockRun *self, guint id, WsWarp *except)
{
  WsBarrier *barrier = &self->barriers[id];

  for (guint w = 0; w < self->n_warps; w++)
    {
      WsWarp *warp = &self->warps[w];

      if (warp->barrier != id + 1)
        continue;
      answer (warp, warp->barrier_op, barrier, barrier->arrived);
      warp->barrier = 0;
      if (warp != except)
        self->ready[warp->place] = self->now + MAX (self->launch->spec->latency_barrier, 1);
      self->woke = TRUE;
    }
  *barrier = (WsBarrier){ 0 };
}

static gboolean
is_complete (const WsBlockRun *self, const WsBarrier *barrier)
{
  return barrier->used
         && barrier->arrived >= (barrier->expected > 0 ? barrier->expected : live_threads (self));
}

/**
 * ws_block_arrive:
 * @self: a block
 * @warp: a warp of it that executes @op with all its lanes
 * @op: a barrier
 * @lanes: those lanes
 *
 * Returns: %FALSE for a barrier that does not exist
 */
gboolean
ws_block_arrive (WsBlockRun *self, WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint lane = (guint)__builtin_ctz (lanes);
  const guint32 *ids = (const guint32 *)(const void *)(warp->rows + op->s[0]);
  guint n_numbers = op->kind == WS_PTX_MOD_RED ? op->n_source - 1u : op->n_source;
  guint id = ids[lane];
  WsBarrier *barrier;

  if (id >= WS_N_BARRIERS)
    return ws_block_fault (self, warp, op, WS_FINDING_DIVERGENT_BARRIER, lane);
  barrier = &self->barriers[id];
  barrier->used = TRUE;
  if (n_numbers > 1)
    barrier->expected = ((const guint32 *)(const void *)(warp->rows + op->s[1]))[lane];
  /* a barrier counts warps: threads that ended in a warp with others count as arrived */
  barrier->arrived +=
      n_numbers > 1 ? (guint)__builtin_popcount (warp->all) : (guint)__builtin_popcount (lanes);
  if (op->kind == WS_PTX_MOD_RED)
    {
      guint32 p = *(const guint32 *)(const void *)(warp->rows + op->s[n_numbers]);

      barrier->votes +=
          (guint)__builtin_popcount ((op->negated & (1u << n_numbers) ? ~p : p) & lanes);
    }
  if (op->kind != WS_PTX_MOD_ARRIVE)
    {
      warp->barrier = (guint16)(id + 1);
      warp->barrier_op = op;
    }
  if (is_complete (self, barrier))
    release (self, id, warp);
  return TRUE;
}

/**
 * ws_block_check_barriers:
 * @self: a block, a thread of which has ended
 *
 * Threads that have ended are awaited no more.
 */
void
ws_block_check_barriers (WsBlockRun *self)
{
  for (guint id = 0; id < WS_N_BARRIERS; id++)
    if (is_complete (self, &self->barriers[id]))
      release (self, id, NULL);
}

/* ---- issue ---- */

static gboolean
is_cancelled (WsBlockRun *self)
{
  return self->issued % CANCEL_INTERVAL == 0 && self->launch->cancellable != NULL
         && g_cancellable_is_cancelled (self->launch->cancellable);
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
  guint64 next;    /* cycle in which it will issue; NEVER where all its warps wait or are done */
} Scheduler;

static inline void
plan_next (Scheduler *self, const guint64 *ready)
{
  guint64 soonest = NEVER;

  for (guint i = 0; i < self->n; i++)
    soonest = MIN (soonest, ready[self->first + i]);
  self->next = soonest == NEVER ? NEVER : MAX (soonest, self->free_at);
}

/* The warp whose turn it is, of those that can issue at @now. There is one. */
static inline guint
take_turn (Scheduler *self, const guint64 *ready, guint64 now)
{
  guint at = self->turn;

  while (ready[self->first + at] > now)
    at = at + 1 < self->n ? at + 1 : 0;
  self->turn = at + 1 < self->n ? at + 1 : 0;
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
      guint64 done =
          cost->kind == WS_COST_FIXED ? self->now + cost->latency : ws_touch_answer (self, cost);

      for (guint i = 0; i < cost->n_defs; i++)
        warp->row_ready[cost->defs[i]] = done;
    }
  else if (cost->kind != WS_COST_FIXED)
    ws_touch_answer (self, cost);
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

/**
 * ws_block_run:
 * @self: a host thread's block, with self->block set
 *
 * Runs the block to its end.
 *
 * Returns: %FALSE where it did something wrong (self->fault) or the launch was cancelled
 */
gboolean
ws_block_run (WsBlockRun *self)
{
  const WsCost *costs = (const WsCost *)(const void *)self->launch->costs->data;
  const guint stride = self->launch->spec->schedulers_per_sm;
  Scheduler schedulers[MAX_SCHEDULERS];
  guint n_schedulers = make_schedulers (self, schedulers);
  gboolean recorded = self->counts != NULL || self->events != NULL;
  guint n_left = self->n_warps;
  guint64 end = 0;

  reset (self);
  while (n_left > 0)
    {
      guint soonest = 0;
      Scheduler *scheduler;
      const WsCost *cost;
      WsWarp *warp;

      for (guint s = 1; s < n_schedulers; s++)
        if (schedulers[s].next < schedulers[soonest].next)
          soonest = s;
      scheduler = &schedulers[soonest];
      if (scheduler->next == NEVER)
        return no_progress (self);
      self->now = scheduler->next;
      warp = &self->warps[take_turn (scheduler, self->ready, self->now) * stride + soonest];
      cost = &costs[warp->pc];
      if (!(recorded ? ws_warp_step_recorded (self, warp) : ws_warp_step (self, warp)))
        return FALSE;
      self->issued++;
      self->issue_busy += cost->issue;
      scheduler->free_at = self->now + cost->issue;
      advance (self, warp, costs, cost);
      if (warp->live == 0)
        {
          n_left--;
          warp->ended_at = self->now + cost->issue;
          end = MAX (end, warp->ended_at);
          ws_block_check_barriers (self);
        }
      if (self->woke)
        for (guint s = 0; s < n_schedulers; s++)
          plan_next (&schedulers[s], self->ready);
      else
        plan_next (scheduler, self->ready);
      self->woke = FALSE;
      if (self->issued > self->launch->max_instructions)
        return ws_block_fault (self, &self->warps[0], NULL, WS_FINDING_ENDLESS, 0);
      if (is_cancelled (self))
        return FALSE;
    }
  self->now = end;
  return TRUE;
}
