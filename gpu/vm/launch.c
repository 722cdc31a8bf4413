/* launch.c: the blocks of a launch on the host's cores, and what is recorded of them.
 *
 * Host threads take blocks by number. Nothing that they do depends on who takes which: counts are
 * sums, recorded blocks are put in order afterwards, and of several faults the one in the lowest
 * block counts.
 */
#include "vm/vm-private.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

/* Events, and lanes of accesses, that are kept of a launch: two hundred megabytes. A block may
 * keep its share of them, and the second number in any case. */
#define MOST_OF_LAUNCH  (1u << 22)
#define LEAST_OF_BLOCK  (1u << 20)
#define MOST_OF_ENDLESS (1u << 18) /* of a block that does not end: one round is like another */

#define MOST_WARPS    (1u << 30)
#define COPIES        4
#define TOUCHED_BYTES (1u << 18) /* of a thread: what its block has touched */
#define LITTLE_BYTES  1024       /* of a warp: its stack and what allocations cost */

static gboolean
is_recorded (const WsLaunchState *self, guint32 block)
{
  for (guint i = 0; self->record != NULL && i < self->record->n_blocks; i++)
    if (self->record->blocks[i] == block)
      return TRUE;
  return FALSE;
}

static void
keep_fault (WsLaunchState *self, WsBlockRun *block)
{
  g_mutex_lock (&self->lock);
  if (!self->fault.set || block->fault.block < self->fault.block)
    self->fault = block->fault;
  if ((gint)block->block < g_atomic_int_get (&self->stop_at))
    g_atomic_int_set (&self->stop_at, (gint)block->block);
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
keep_recorded (WsLaunchState *self, WsBlockRun *block)
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

static void
recorded_free (WsRecorded *self)
{
  ws_records_clear (&self->events);
  ws_records_clear (&self->lanes);
  g_free (self);
}

static void
run_block (WsLaunchState *self, WsBlockRun *block)
{
  block->is_recorded = is_recorded (self, block->block);
  block->cut = FALSE;
  if (block->is_recorded)
    block->most = MAX (MOST_OF_LAUNCH / self->record->n_blocks, LEAST_OF_BLOCK);
  if (!ws_block_run (block))
    {
      if (block->fault.set)
        keep_fault (self, block);
      else if (!block->abandoned)
        {
          g_atomic_int_set (&self->cancelled, TRUE);
          g_atomic_int_set (&self->stop_at, 0);
        }
    }
  for (guint w = 0; self->warp_spans != NULL && w < self->n_warps; w++)
    self->warp_spans[(gsize)block->block * self->n_warps + w].end =
        (guint32)MIN (block->warps[w].ended_at, G_MAXUINT32);
  self->uses[block->block] = (WsBlockUse){
    .duration = (guint32)MIN (block->now, G_MAXUINT32),
    .issue = (guint32)MIN (block->issue_busy, G_MAXUINT32),
    .port = (guint32)MIN (block->port_busy, G_MAXUINT32),
    .shared = (guint32)MIN (block->shared_busy, G_MAXUINT32),
  };
  if (block->is_recorded && block->fault.set && block->fault.kind == WS_FINDING_ENDLESS)
    shorten (block, MOST_OF_ENDLESS);
  if (block->is_recorded)
    keep_recorded (self, block);
}

static gpointer
work (gpointer data)
{
  WsBlockRun *block = data;
  WsLaunchState *self = block->launch;
  guint64 issued = 0;
  guint64 missed = 0;

  for (;;)
    {
      gint next = g_atomic_int_add (&self->next_block, 1);

      if (next >= (gint)self->n_blocks || next >= g_atomic_int_get (&self->stop_at))
        break;
      if ((next & 63) == 0)
        ws_device_step (self->device);
      if ((next & 63) == 0 && g_cancellable_is_cancelled (self->cancellable))
        {
          g_atomic_int_set (&self->cancelled, TRUE);
          g_atomic_int_set (&self->stop_at, 0);
          break;
        }
      block->block = (guint32)next;
      run_block (self, block);
      issued += block->issued;
      missed += block->missed_sectors;
      if (block->fault.set)
        break;
    }
  g_mutex_lock (&self->lock);
  self->issued += issued;
  self->missed_sectors += missed;
  for (guint i = 0; block->counts != NULL && i < self->code->function->instructions->len; i++)
    {
      guint64 *to = (guint64 *)(void *)&self->counts[i];
      const guint64 *from = (const guint64 *)(const void *)&block->counts[i];

      for (guint k = 0; k < sizeof (WsSiteCount) / sizeof (guint64); k++)
        to[k] += from[k];
    }
  g_mutex_unlock (&self->lock);
  return NULL;
}

static int
compare_recorded (gconstpointer a, gconstpointer b)
{
  const WsRecorded *x = *(WsRecorded *const *)a;
  const WsRecorded *y = *(WsRecorded *const *)b;

  return x->block < y->block ? -1 : x->block > y->block;
}

static int
compare_events (gconstpointer a, gconstpointer b, gpointer data)
{
  const WsEvent *x = a;
  const WsEvent *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return (int)x->warp - (int)y->warp;
}

/* Schedulers run ahead of each other; a run has events in the order of time, and the warps of one
 * cycle in the order of theirs. */
static void
sort_events (const WsRecords *events)
{
  g_qsort_with_data (events->data, (int)events->len, sizeof (WsEvent), compare_events, NULL);
}

/* Puts the events of a block on the launch's clock, and hands them over. */
static void
hand_over (WsLaunchState *self, const WsRecorded *recorded, const WsResidency *residency,
           const WsSchedule *schedule)
{
  WsEvent *events = (WsEvent *)(void *)recorded->events.data;

  for (guint i = 0; i < recorded->events.len; i++)
    events[i].time = ws_schedule_get_time (schedule, residency, events[i].time);
  sort_events (&recorded->events);
  if (recorded->cut)
    ws_run_builder_add_note (self->record->builder,
                             _ ("Launch %u, block %u: its first %u events were kept; it has more."),
                             self->record->launch + 1, recorded->block, recorded->events.len);
  ws_run_builder_add_block (
      self->record->builder, self->record->launch, recorded->block, events, recorded->events.len,
      (const WsLane *)(const void *)recorded->lanes.data, recorded->lanes.len);
}

/* In place: the ends of the warps on the launch's clock. */
static void
deliver_warp_spans (WsLaunchState *self, const WsSchedule *schedule, const WsResidency *residencies)
{
  gsize n = (gsize)self->n_blocks * self->n_warps;
  WsWarpSpan *spans = self->warp_spans;

  for (gsize i = 0; i < n; i++)
    {
      const WsResidency *residency = &residencies[i / self->n_warps];
      guint64 end = ws_schedule_get_time (schedule, residency, spans[i].end);

      spans[i].end = (guint32)MIN (end - residency->start, G_MAXUINT32);
    }
  ws_run_builder_add_warp_spans (self->record->builder, self->record->launch, spans, n);
}

static void
deliver (WsLaunchState *self, const WsSchedule *schedule, const WsResidency *residencies)
{
  const WsRecordRequest *record = self->record;

  if (record == NULL || record->builder == NULL)
    return;
  g_ptr_array_sort (self->recorded, compare_recorded);
  for (guint i = 0; i < self->recorded->len; i++)
    {
      const WsRecorded *recorded = g_ptr_array_index (self->recorded, i);

      if (self->fault.set && recorded->block > self->fault.block)
        break;
      hand_over (self, recorded, &residencies[recorded->block], schedule);
    }
  if (self->fault.set)
    return;
  if (record->residencies && record->calibration == 0)
    {
      ws_run_builder_add_residencies (record->builder, record->launch, residencies, self->n_blocks);
      deliver_warp_spans (self, schedule, residencies);
    }
  if (self->counts != NULL)
    ws_run_builder_add_counts (record->builder, record->launch, self->counts,
                               self->code->function->instructions->len);
}

/* How far blocks behind the one at fault have come is chance. */
static void
forget_behind_fault (WsLaunchState *self)
{
  guint32 first = self->fault.block + 1;

  memset (self->uses + first, 0, (self->n_blocks - first) * sizeof *self->uses);
  self->missed_sectors = 0;
}

static void
report_fault (WsLaunchState *self, GError **error)
{
  g_autofree char *sentence = ws_fault_sentence (self, &self->fault);
  gboolean endless = self->fault.kind == WS_FINDING_ENDLESS;

  if (self->record != NULL && self->record->builder != NULL)
    {
      WsFinding finding = {
        .kind = self->fault.kind,
        .launch = self->record->launch,
        .site = self->fault.site,
        .block = self->fault.block,
        .warp = self->fault.warp,
        .lane = self->fault.lane,
        .address = self->fault.address,
        .message = sentence,
      };

      ws_run_builder_add_finding (self->record->builder, &finding);
    }
  g_set_error_literal (error, WS_DEVICE_ERROR,
                       endless ? WS_DEVICE_ERROR_ENDLESS : WS_DEVICE_ERROR_FAULT, sentence);
}

/* ---- memory ---- */

/* What a host thread takes, roughly. */
static guint64
bytes_of_thread (const WsLaunchState *self)
{
  const WsCode *code = self->code;
  guint64 warp = (guint64)code->n_rows * (WS_ROW_BYTES + sizeof (guint64))
                 + (guint64)code->local_bytes * WS_LANES + sizeof (WsWarp) + sizeof (guint64)
                 + LITTLE_BYTES;
  guint64 counts = self->record != NULL && self->record->counts
                       ? (guint64)code->function->instructions->len * sizeof (WsSiteCount)
                       : 0;

  return warp * self->n_warps + self->shared_bytes + counts + TOUCHED_BYTES;
}

/* Whether anybody will ask where and when a block ran. */
static gboolean
looks_at_blocks (const WsLaunchState *self)
{
  return self->record != NULL && (self->record->residencies || self->record->n_blocks > 0);
}

/* What the blocks of the grid take: when and where they ran, of a recorded launch also in the run,
 * in the message that it travels in, and twice again where that is read. */
static guint64
bytes_of_grid (const WsLaunchState *self)
{
  guint64 block = sizeof (WsBlockUse);

  if (looks_at_blocks (self))
    block += sizeof (WsResidency) + WS_SCHEDULE_BLOCK_BYTES;
  if (self->record != NULL && self->record->residencies)
    block += (sizeof (WsResidency) + (guint64)self->n_warps * sizeof (WsWarpSpan)) * COPIES;
  return block * self->n_blocks;
}

/* Returns: how many host threads, of @n, the computer has memory for; 0 for none */
static guint
fit (const WsLaunchState *self, guint n, GError **error)
{
  guint64 thread = bytes_of_thread (self);
  guint64 grid = bytes_of_grid (self);
  guint64 promised = self->memory->promised_bytes;
  gboolean records = self->record != NULL && self->record->residencies;
  guint64 n_warps = (guint64)self->n_blocks * self->n_warps;

  if (records && n_warps > MOST_WARPS)
    {
      g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_LIMIT,
                   _ ("A launch of %" PRIu64 " warps is over the %u that can be recorded: "
                      "take fewer elements."),
                   n_warps, MOST_WARPS);
      return 0;
    }
  for (; n > 1; n--)
    if (ws_host_memory_check (self->memory->host, grid + n * thread, promised, "", "", NULL))
      return n;
  return ws_host_memory_check (self->memory->host, grid + thread, promised, _ ("The launch"),
                               grid > thread ? _ ("take fewer elements or larger blocks")
                                             : _ ("take smaller blocks, or a kernel with fewer "
                                                  "registers and less local memory"),
                               error)
             ? 1
             : 0;
}

static gboolean
allocate (WsLaunchState *self)
{
  guint n_sites = MAX (self->code->function->instructions->len, 1);

  self->uses = g_try_new0 (WsBlockUse, self->n_blocks);
  if (looks_at_blocks (self))
    self->residencies = g_try_new0 (WsResidency, self->n_blocks);
  if (self->uses == NULL || (looks_at_blocks (self) && self->residencies == NULL))
    return FALSE;
  if (self->record != NULL && self->record->residencies
      && (self->warp_spans = g_try_new0 (WsWarpSpan, (gsize)self->n_blocks * self->n_warps))
             == NULL)
    return FALSE;
  return self->record == NULL || !self->record->counts
         || (self->counts = g_try_new0 (WsSiteCount, n_sites)) != NULL;
}

static void
release (WsLaunchState *self)
{
  g_clear_pointer (&self->recorded, g_ptr_array_unref);
  g_clear_pointer (&self->uses, g_free);
  g_clear_pointer (&self->residencies, g_free);
  g_clear_pointer (&self->warp_spans, g_free);
  g_clear_pointer (&self->counts, g_free);
}

/* The computer had less memory than it said. */
static gboolean
refuse (GError **error)
{
  g_set_error_literal (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_MEMORY,
                       _ ("The computer has no memory for the launch: take fewer elements."));
  return FALSE;
}

/* Runs the blocks, on as many host threads as there are @runs. */
static void
run_all (WsLaunchState *self, GPtrArray *runs)
{
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();

  g_mutex_init (&self->lock);
  for (guint i = 1; i < runs->len; i++)
    g_ptr_array_add (threads, g_thread_new ("vm", work, g_ptr_array_index (runs, i)));
  work (g_ptr_array_index (runs, 0));
  for (guint i = 0; i < threads->len; i++)
    g_thread_join (g_ptr_array_index (threads, i));
  g_mutex_clear (&self->lock);
  ws_memory_touch (self->memory, NULL, 0);
}

/**
 * ws_launch_run:
 * @self: what to run; what blocks use and counts are made here
 * @n_host_threads: host threads to use
 * @duration_cycles: (out): from the first block's start to the last one's end
 * @error: return location
 *
 * Runs all blocks, schedules them and hands what was asked for to the builder. After a fault the
 * builder has the blocks recorded up to it, and the finding.
 *
 * Returns: whether the launch ended well; @self->issued says how many warp instructions it took
 */
gboolean
ws_launch_run (WsLaunchState *self, guint n_host_threads, guint64 *duration_cycles, GError **error)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_block_run_free);
  g_autoptr (WsSchedule) schedule = NULL;
  guint n =
      fit (self, MIN (self->code->ordered ? 1 : MAX (n_host_threads, 1), self->n_blocks), error);
  gboolean ok;

  if (n == 0)
    return FALSE;
  self->blocks_per_sm = ws_clock_blocks_per_sm (self->spec, self->n_threads,
                                                self->request->registers, self->shared_bytes);
  self->recorded = g_ptr_array_new_with_free_func ((GDestroyNotify)recorded_free);
  self->next_block = 0;
  self->stop_at = G_MAXINT;
  ok = allocate (self);
  for (WsBlockRun *run; ok && runs->len < n; g_ptr_array_add (runs, run))
    if ((run = ws_block_run_new (self)) == NULL)
      break;
  ok = ok && runs->len > 0;
  if (!ok)
    {
      release (self);
      return refuse (error);
    }
  run_all (self, runs);
  g_ptr_array_set_size (runs, 0);
  if (self->fault.set)
    forget_behind_fault (self);
  if (!self->cancelled)
    {
      schedule = ws_schedule_new (self->spec, self->blocks_per_sm, self->uses, self->n_blocks,
                                  self->missed_sectors, self->residencies, self->device,
                                  self->cancellable);
      self->cancelled = schedule == NULL;
    }
  if (schedule != NULL)
    {
      *duration_cycles = ws_schedule_get_duration (schedule);
      deliver (self, schedule, self->residencies);
    }
  if (self->fault.set)
    report_fault (self, error);
  else if (self->cancelled)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The run was cancelled."));
  release (self);
  return !self->fault.set && !self->cancelled;
}
