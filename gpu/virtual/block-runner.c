/* block-runner.c: what runs a block, and what is left of it when it has ended. */
#include "virtual/launch-private.h"

#include <string.h>

/* Events, and lanes of accesses, that are kept of a launch: two hundred megabytes. A block may
 * keep its share of them, and the second number in any case. */
#define MOST_OF_LAUNCH  (1u << 22)
#define LEAST_OF_BLOCK  (1u << 20)
#define MOST_OF_ENDLESS (1u << 18) /* of a block that does not end: one round is like another */
#define MOST_TRACED     (1u << 16) /* steps of a block that is timed again beside others */

static gboolean
is_recorded (const WsVirtualLaunch *self, guint32 block)
{
  for (guint i = 0; self->record != NULL && i < self->record->n_blocks; i++)
    if (self->record->blocks[i] == block)
      return TRUE;
  return FALSE;
}

static void
keep_fault (WsVirtualLaunch *self, WsBlockRun *block)
{
  g_mutex_lock (&self->lock);
  if (!self->fault.set || block->fault.block < self->fault.block)
    {
      ws_fault_clear (&self->fault);
      self->fault = block->fault;
      block->fault.detail = NULL;
      block->fault.assertion = NULL;
    }
  if ((gint)block->block < g_atomic_int_get (&self->state.stop_at))
    g_atomic_int_set (&self->state.stop_at, (gint)block->block);
  g_mutex_unlock (&self->lock);
}

/* Leaves the first events of a block, and their lanes. */
static void
shorten (WsBlockRun *block, guint n_events)
{
  const WsEvent *events = (const WsEvent *)(const void *)block->events.data;

  if (block->events.len <= n_events)
    return;
  for (guint i = n_events; i < block->events.len; i++)
    if (events[i].access != WS_NONE)
      {
        block->lanes.len = events[i].access;
        break;
      }
  block->events.len = n_events;
  block->cut = TRUE;
}

static void
keep_recorded (WsVirtualLaunch *self, WsBlockRun *block)
{
  WsRecorded *recorded = g_new0 (WsRecorded, 1);

  recorded->block = block->block;
  recorded->events = block->events;
  recorded->lanes = block->lanes;
  block->events = (WsRecords){ .width = sizeof (WsEvent) };
  block->lanes = (WsRecords){ .width = sizeof (WsLane) };
  recorded->cut = block->cut;
  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->recorded, recorded);
  g_mutex_unlock (&self->lock);
}

/**
 * ws_recorded_free:
 * @self: (transfer full): what was recorded of a block
 */
void
ws_recorded_free (WsRecorded *self)
{
  ws_records_clear (&self->events);
  ws_records_clear (&self->lanes);
  g_free (self);
}

/* Keeps what a block has printed, as far as there is room; by the number of the block. */
static void
keep_printed (WsVirtualLaunch *self, WsBlockRun *block)
{
  GString *printed = g_steal_pointer (&block->printed);

  if (printed == NULL)
    return;
  g_mutex_lock (&self->lock);
  if (self->printed == NULL)
    self->printed = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_hash_table_insert (self->printed, GUINT_TO_POINTER (block->block),
                       g_string_free (printed, FALSE));
  g_mutex_unlock (&self->lock);
}

/* Keeps the grids that a block has launched; what it only meant to launch is forgotten. */
static void
keep_children (WsVirtualLaunch *self, WsBlockRun *block)
{
  g_autoptr (GPtrArray) children = g_steal_pointer (&block->children);

  g_mutex_lock (&self->lock);
  for (guint i = 0; children != NULL && self->children != NULL && i < children->len; i++)
    if (((const WsChild *)g_ptr_array_index (children, i))->address == 0)
      g_ptr_array_add (self->children, g_steal_pointer (&children->pdata[i]));
  g_mutex_unlock (&self->lock);
}

/* Whether the clock runs along with a block. */
static gboolean
is_timed (const WsVirtualLaunch *self, const WsBlockRun *block)
{
  return block->is_recorded || self->state.code->timely
         || ws_block_sampling_is_sample (block->block, self->state.n_blocks);
}

/* Runs the block in another order than that of time: an instruction takes a cycle. */
static gboolean
run_in_order (WsBlockRun *block, WsBlockUse *use)
{
  gboolean ok = ws_block_run (block);

  use->duration = use->issue = (guint32)MIN (block->now, G_MAXUINT32);
  return ok;
}

/**
 * ws_block_runner_begin:
 * @self: a runner whose block has ended, or is its first
 * @block: index of the next
 */
void
ws_block_runner_begin (WsBlockRunner *self, guint32 block)
{
  const WsVirtualLaunch *launch = self->launch;

  self->block->block = block;
  self->block->is_recorded = is_recorded (launch, block);
  self->block->cut = FALSE;
  if (self->block->is_recorded)
    self->block->most = MAX (MOST_OF_LAUNCH / launch->record->n_blocks, LEAST_OF_BLOCK);
  if (launch->state.order == WS_ORDER_TIME && is_timed (launch, self->block))
    {
      if (ws_block_sampling_is_traced (block, launch->state.n_blocks))
        self->trace = ws_trace_new (block, self->block->n_warps, MOST_TRACED);
      ws_clock_begin (self->clock, self->trace);
    }
}

/* What has ended, or done something wrong, is kept. */
static void
finish (WsBlockRunner *self, gboolean timed, const WsBlockUse *use)
{
  WsVirtualLaunch *launch = self->launch;
  WsBlockRun *block = self->block;

  if (timed)
    ws_block_sampling_add_timed (launch->sampling, block, use);
  else
    ws_block_sampling_add (launch->sampling, block);
  for (guint w = 0; timed && launch->warp_spans != NULL && w < block->n_warps; w++)
    launch->warp_spans[(gsize)block->block * block->n_warps + w].end = (guint32)MIN (
        launch->state.order != WS_ORDER_TIME ? block->now : ws_clock_get_warp_end (self->clock, w),
        G_MAXUINT32);
  if (block->is_recorded && block->fault.set && block->fault.kind == WS_FINDING_ENDLESS)
    shorten (block, MOST_OF_ENDLESS);
  if (block->is_recorded)
    keep_recorded (launch, block);
  keep_printed (launch, block);
  keep_children (launch, block);
  g_mutex_lock (&launch->lock);
  if (self->trace != NULL)
    g_ptr_array_add (launch->traces, g_steal_pointer (&self->trace));
  launch->issued += block->issued;
  g_mutex_unlock (&launch->lock);
}

/**
 * ws_block_runner_run:
 * @self: a runner with a block that has begun
 * @may_wait: whether it may be left for others
 *
 * Returns: how far it has come; what has not ended may be run again
 */
WsBlockRunnerState
ws_block_runner_run (WsBlockRunner *self, gboolean may_wait)
{
  WsVirtualLaunch *launch = self->launch;
  WsBlockRun *block = self->block;
  WsBlockUse use = { 0 };
  gboolean in_order = launch->state.order != WS_ORDER_TIME;
  gboolean timed = in_order || is_timed (launch, block);
  gboolean waits = FALSE;
  gboolean ok = in_order ? run_in_order (block, &use)
                : timed  ? ws_clock_run (self->clock, may_wait ? &waits : NULL, &use)
                         : ws_block_run (block);

  if (ok && waits)
    return WS_HAND_WAITS;
  if (!ok && block->fault.set)
    keep_fault (launch, block);
  else if (!ok && !block->abandoned)
    {
      g_atomic_int_set (&launch->cancelled, TRUE);
      g_atomic_int_set (&launch->state.stop_at, 0);
    }
  finish (self, timed, &use);
  return ok ? WS_HAND_ENDED : WS_HAND_STOPS;
}

/* Returns: %FALSE if it was cancelled */
gboolean
ws_block_runner_check (WsVirtualLaunch *launch)
{
  ws_device_step (launch->state.device);
  if (!g_cancellable_is_cancelled (launch->state.cancellable))
    return TRUE;
  g_atomic_int_set (&launch->cancelled, TRUE);
  g_atomic_int_set (&launch->state.stop_at, 0);
  return FALSE;
}

/**
 * ws_block_runner_add_counts:
 * @self: a runner that runs no more blocks
 *
 * Adds what its blocks counted to what is known of the launch.
 */
void
ws_block_runner_add_counts (WsBlockRunner *self)
{
  WsVirtualLaunch *launch = self->launch;
  WsBlockRun *block = self->block;

  if (block->counts != NULL)
    ws_block_add_tallies (block);
  g_mutex_lock (&launch->lock);
  ws_traffic_add (launch->traffic, ws_clock_get_traffic (self->clock));
  for (guint i = 0; block->counts != NULL && i < launch->state.code->n_sites; i++)
    {
      guint64 *to = (guint64 *)(void *)&launch->counts[i];
      const guint64 *from = (const guint64 *)(const void *)&block->counts[i];

      for (guint k = 0; k < sizeof (WsSiteCount) / sizeof (guint64); k++)
        to[k] += from[k];
    }
  g_mutex_unlock (&launch->lock);
}

/**
 * ws_block_runner_work:
 * @data: a #WsBlockRunner
 *
 * Runs blocks, each to its end, until there are no more: a host thread's work.
 *
 * Returns: (nullable): nothing
 */
gpointer
ws_block_runner_work (gpointer data)
{
  WsBlockRunner *self = data;
  WsVirtualLaunch *launch = self->launch;

  for (;;)
    {
      gint next = g_atomic_int_add (&launch->next_block, 1);

      if (next >= (gint)launch->state.n_blocks || next >= g_atomic_int_get (&launch->state.stop_at))
        break;
      if ((next & 63) == 0 && !ws_block_runner_check (launch))
        break;
      ws_block_runner_begin (self, (guint32)next);
      ws_block_runner_run (self, FALSE);
      if (self->block->fault.set)
        break;
    }
  ws_block_runner_add_counts (self);
  return NULL;
}

/* Returns: (transfer full) (nullable): what runs its blocks, one after another; %NULL if out of
 * memory */
WsBlockRunner *
ws_block_runner_new (WsVirtualLaunch *launch)
{
  WsBlockRunner *self = g_new0 (WsBlockRunner, 1);

  self->launch = launch;
  self->block = ws_block_run_new (&launch->state, launch->counts != NULL);
  if (self->block != NULL)
    self->clock = ws_clock_new (self->block, launch->costs, launch->blocks_per_sm);
  if (self->clock != NULL)
    return self;
  ws_block_runner_free (self);
  return NULL;
}

void
ws_block_runner_free (WsBlockRunner *self)
{
  ws_clock_free (self->clock);
  ws_trace_free (self->trace);
  if (self->block != NULL)
    ws_block_run_free (self->block);
  g_free (self);
}
