/* launch.c: the blocks of a launch on the host's cores, and what is recorded of them.
 *
 * Host threads take blocks by number. The result does not depend on which thread takes which block:
 * counts are sums, recorded blocks are put in order afterwards, and of several faults the one in
 * the lowest block counts. Few blocks of a large grid are timed; block-sampling.c says how long the
 * others took.
 */
#include "virtual/launch-private.h"

#include "clock/schedule.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#define MOST_WARPS    (1u << 30)
#define COPIES        4
#define TOUCHED_BYTES (1u << 18) /* of a thread: what its block has touched */
#define LEAST_PERCENT 0.1        /* that is claimed of a launch of which not all is timed */
#define LITTLE_BYTES  1024       /* of a warp: its stack and what allocations cost */

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
hand_over (WsVirtualLaunch *self, const WsRecorded *recorded, const WsResidency *residency,
           const WsSchedule *schedule)
{
  WsEvent *events = (WsEvent *)(void *)recorded->events.data;

  for (guint i = 0; i < recorded->events.len; i++)
    events[i].time = ws_schedule_get_time (schedule, residency, events[i].time);
  sort_events (&recorded->events);
  if (recorded->cut)
    ws_run_builder_add_note (self->record->builder,
                             _ ("Launch %u, block %u: only the first %u events were kept."),
                             self->record->launch + 1, recorded->block, recorded->events.len);
  ws_run_builder_add_block (
      self->record->builder, self->record->launch,
      &(WsRecordedBlock){ .block = recorded->block,
                          .events = events,
                          .n_events = recorded->events.len,
                          .lanes = (const WsLane *)(const void *)recorded->lanes.data,
                          .n_lanes = recorded->lanes.len });
}

/* Of blocks that were not timed: the ends of those that they are like. */
static void
fill_warp_spans (WsVirtualLaunch *self)
{
  const WsBlockUse *uses = ws_block_sampling_get_uses (self->sampling);
  gsize n_warps = self->state.n_warps;

  for (guint32 b = 0; b < self->state.n_blocks; b++)
    {
      guint32 model = self->models[b];

      for (gsize w = 0; model != b && w < n_warps; w++)
        self->warp_spans[b * n_warps + w].end =
            (guint32)((guint64)self->warp_spans[model * n_warps + w].end * uses[b].duration
                      / MAX (uses[model].duration, 1));
    }
}

/* In place: the ends of the warps on the launch's clock. */
static void
time_warp_spans (WsVirtualLaunch *self, const WsSchedule *schedule, const WsResidency *residencies)
{
  gsize n = (gsize)self->state.n_blocks * self->state.n_warps;
  WsWarpSpan *spans = self->warp_spans;

  fill_warp_spans (self);
  for (gsize i = 0; i < n; i++)
    {
      const WsResidency *residency = &residencies[i / self->state.n_warps];
      guint64 end = ws_schedule_get_time (schedule, residency, spans[i].end);

      spans[i].end = (guint32)MIN (end - residency->start, G_MAXUINT32);
    }
}

/* Hands over what there is of each block, and frees it: of a grid of many, megabytes. */
static void
deliver_residencies (WsVirtualLaunch *self)
{
  const WsRecordRequest *record = self->record;

  ws_run_builder_add_residencies (record->builder, record->launch, self->residencies,
                                  self->state.n_blocks);
  g_clear_pointer (&self->residencies, g_free);
  ws_run_builder_add_warp_spans (record->builder, record->launch, self->warp_spans,
                                 (gsize)self->state.n_blocks * self->state.n_warps);
  g_clear_pointer (&self->warp_spans, g_free);
}

static gboolean
delivers_residencies (const WsVirtualLaunch *self)
{
  const WsRecordRequest *record = self->record;

  return record != NULL && record->builder != NULL && record->residencies
         && record->calibration == 0 && !self->fault.set;
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  guint x = GPOINTER_TO_UINT (a);
  guint y = GPOINTER_TO_UINT (b);

  return x < y ? -1 : x > y;
}

/* What the blocks have printed, one after another; of what is recorded, as a note of the run. */
static void
deliver_printed (WsVirtualLaunch *self)
{
  g_autoptr (GList) blocks = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->printed == NULL)
    return;
  blocks = g_list_sort (g_hash_table_get_keys (self->printed), compare_numbers);
  for (const GList *each = blocks; each != NULL; each = each->next)
    g_string_append (text, g_hash_table_lookup (self->printed, each->data));
  if (self->record->printed != NULL)
    g_string_append_len (self->record->printed, text->str, (gssize)text->len);
  if (self->record->builder != NULL)
    ws_run_builder_add_printed (self->record->builder, self->record->launch, text->str, text->len);
}

/* How many blocks were timed, and by how much the launch's time may be off for it. */
static void
note_sampling (const WsVirtualLaunch *self)
{
  guint64 n_places = (guint64)self->blocks_per_sm * self->state.spec->n_sms;
  double percent =
      MAX (100 * ws_block_sampling_get_doubt (self->sampling, n_places), LEAST_PERCENT);
  g_autofree char *shown = g_strdup_printf (percent < 9.95 ? "%.1f" : "%.0f", percent);

  ws_run_builder_add_note (self->record->builder,
                           /* Translators: "± 1.2 %" is of the launch's time */
                           _ ("Launch %1$u: ± %2$s %% (%3$u of %4$u blocks timed): the others take "
                              "as long as timed blocks that followed the same path."),
                           self->record->launch + 1, shown,
                           ws_block_sampling_get_n_timed (self->sampling), self->state.n_blocks);
}

static void
deliver (WsVirtualLaunch *self, const WsSchedule *schedule, const WsResidency *residencies)
{
  const WsRecordRequest *record = self->record;

  if (record == NULL)
    return;
  deliver_printed (self);
  if (record->builder == NULL)
    return;
  /* of grids that kernels launch there may be many, which all would say the same */
  if (ws_block_sampling_get_n_timed (self->sampling) < self->state.n_blocks && !self->fault.set
      && self->state.depth == 0)
    note_sampling (self);
  if (self->state.order != WS_ORDER_TIME)
    ws_run_builder_add_note (record->builder,
                             self->state.order == WS_ORDER_WARPS
                                 ? _ ("Launch %u: no clock: each warp ran until it had to wait, "
                                      "then the next. Each instruction counts as one cycle.")
                                 : _ ("Launch %u: no clock: each lane ran until it had to wait, "
                                      "then the next. Each instruction counts as one cycle."),
                             record->launch + 1);
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
  if (delivers_residencies (self))
    time_warp_spans (self, schedule, residencies);
  if (self->counts != NULL)
    ws_run_builder_add_counts (record->builder, record->launch, self->counts,
                               self->state.code->n_sites);
}

static int
compare_children (gconstpointer a, gconstpointer b)
{
  const WsChild *x = *(WsChild *const *)a;
  const WsChild *y = *(WsChild *const *)b;

  return x->by_block < y->by_block ? -1 : x->by_block > y->by_block;
}

/* The grids that the blocks have launched: in order, and on the launch's clock. */
static void
deliver_children (WsVirtualLaunch *self, const WsSchedule *schedule)
{
  g_ptr_array_sort (self->children, compare_children);
  for (guint i = 0; i < self->children->len; i++)
    {
      WsChild *child = g_ptr_array_index (self->children, i);

      child->time =
          ws_schedule_get_time (schedule, &self->residencies[child->by_block], child->time);
    }
}

static void
report_fault (WsVirtualLaunch *self, GError **error)
{
  g_autofree char *sentence = ws_fault_sentence (&self->state, &self->fault);
  gboolean endless = self->fault.kind == WS_FINDING_ENDLESS;

  if (self->record != NULL && self->record->fault != NULL)
    *self->record->fault = self->fault.kind;
  if (self->record != NULL && self->record->asserted != NULL && self->fault.assertion != NULL)
    g_string_append (self->record->asserted, self->fault.assertion);
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
        .access = self->fault.access,
        .has_other = self->fault.has_other,
        .other = self->fault.other,
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
bytes_of_thread (const WsVirtualLaunch *self)
{
  const WsCode *code = self->state.code;
  guint64 warp = (guint64)code->n_rows * (WS_ROW_BYTES + 2 * sizeof (guint64))
                 + (guint64)self->state.local_bytes * WS_LANES + sizeof (WsWarp) + sizeof (guint64)
                 + LITTLE_BYTES;
  guint64 counts = self->record != NULL && self->record->counts
                       ? (guint64)code->n_sites * sizeof (WsSiteCount)
                             + (guint64)code->ops->len * sizeof (WsTally)
                       : 0;

  return warp * self->state.n_warps + self->state.shared_bytes + counts + TOUCHED_BYTES;
}

/* Whether it is needed where and when a block ran: grids begin when a block has launched them.
 */
static gboolean
looks_at_blocks (const WsVirtualLaunch *self)
{
  return self->state.code->launches
         || (self->record != NULL && (self->record->residencies || self->record->n_blocks > 0));
}

/* What the blocks of the grid take: when and where they ran, of a recorded launch also in the run,
 * in the message that it travels in, and twice again where that is read. */
static guint64
bytes_of_grid (const WsVirtualLaunch *self)
{
  guint64 block = WS_BLOCK_SAMPLING_BYTES;

  if (looks_at_blocks (self))
    block += sizeof (WsResidency) + WS_SCHEDULE_BLOCK_BYTES;
  if (self->record != NULL && self->record->residencies)
    block += sizeof (guint32)
             + (sizeof (WsResidency) + (guint64)self->state.n_warps * sizeof (WsWarpSpan)) * COPIES;
  return block * self->state.n_blocks;
}

/* Returns: how many host threads, of @n, the computer has memory for; 0 for none */
static guint
fit (const WsVirtualLaunch *self, guint n, GError **error)
{
  guint64 thread = self->hand_bytes;
  guint64 grid = bytes_of_grid (self);
  guint64 promised = self->state.memory->promised_bytes;
  gboolean records = self->record != NULL && self->record->residencies;
  guint64 n_warps = (guint64)self->state.n_blocks * self->state.n_warps;

  if (records && n_warps > MOST_WARPS)
    {
      g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_LIMIT,
                   _ ("A launch of %" PRIu64
                      " warps exceeds the %u that can be recorded: take fewer elements."),
                   n_warps, MOST_WARPS);
      return 0;
    }
  for (; n > 1; n--)
    if (ws_host_memory_check (self->state.memory->host, grid + n * thread, promised, "", "", NULL))
      return n;
  return ws_host_memory_check (self->state.memory->host, grid + thread, promised, _ ("The launch"),
                               grid > thread ? _ ("take fewer elements or larger blocks")
                                             : _ ("take smaller blocks, or a kernel with fewer "
                                                  "registers and less local memory"),
                               error)
             ? 1
             : 0;
}

static gboolean
allocate (WsVirtualLaunch *self)
{
  guint n_sites = MAX (self->state.code->n_sites, 1);

  self->sampling = ws_block_sampling_new (self->state.n_blocks);
  if (looks_at_blocks (self))
    self->residencies = g_try_new0 (WsResidency, self->state.n_blocks);
  if (self->sampling == NULL || (looks_at_blocks (self) && self->residencies == NULL))
    return FALSE;
  if (self->record != NULL && self->record->residencies)
    {
      self->warp_spans = g_try_new0 (WsWarpSpan, (gsize)self->state.n_blocks * self->state.n_warps);
      self->models = g_try_new (guint32, self->state.n_blocks);
      if (self->warp_spans == NULL || self->models == NULL)
        return FALSE;
    }
  return self->record == NULL || !self->record->counts
         || (self->counts = g_try_new0 (WsSiteCount, n_sites)) != NULL;
}

/* What the blocks do to each other, and where they have been. */
static WsContention *
find_contention (WsVirtualLaunch *self)
{
  const WsLaunchState *state = &self->state;
  g_autoptr (GPtrArray) traces = ws_block_sampling_choose (self->sampling, self->traces);
  WsSm sm = {
    .spec = state->spec,
    .costs = self->costs->costs,
    .traces = traces,
    .n_rows = self->costs->n_rows,
    .blocks_per_sm = self->blocks_per_sm,
    .n_blocks = state->n_blocks,
    .shared_bytes = state->shared_bytes,
  };

  if (state->order != WS_ORDER_TIME || self->fault.set)
    return ws_contention_new_none (self->blocks_per_sm);
  return ws_contention_new (&sm, self->traffic, ws_block_sampling_get_uses (self->sampling),
                            ws_block_sampling_get_n_timed (self->sampling));
}

/* What the launch has reached is in the L2 cache, as far as that holds it. */
static void
leave_cached (WsVirtualLaunch *self)
{
  for (guint i = 0; i < self->traffic->spans->len; i++)
    {
      const WsTrafficSpan *span = &g_array_index (self->traffic->spans, WsTrafficSpan, i);

      span->allocation->is_cached = span->high - span->low < self->state.spec->l2_bytes;
    }
}

static void
release (WsVirtualLaunch *self)
{
  g_clear_pointer (&self->traffic, ws_traffic_free);
  g_clear_pointer (&self->traces, g_ptr_array_unref);
  g_clear_pointer (&self->recorded, g_ptr_array_unref);
  g_clear_pointer (&self->sampling, ws_block_sampling_free);
  g_clear_pointer (&self->residencies, g_free);
  g_clear_pointer (&self->warp_spans, g_free);
  g_clear_pointer (&self->models, g_free);
  g_clear_pointer (&self->counts, g_free);
  g_clear_pointer (&self->printed, g_hash_table_unref);
  ws_fault_clear (&self->fault);
}

/* The computer had less memory than it said. */
static gboolean
refuse (GError **error)
{
  g_set_error_literal (
      error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_MEMORY,
      _ ("Not enough memory on this computer for the launch: take fewer elements."));
  return FALSE;
}

/* Runs the blocks, on as many host threads as there are @runners. */
static void
run_all (WsVirtualLaunch *self, GPtrArray *runners)
{
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();

  g_mutex_init (&self->lock);
  for (guint i = 1; i < runners->len; i++)
    g_ptr_array_add (threads,
                     g_thread_new ("vm", ws_block_runner_work, g_ptr_array_index (runners, i)));
  if (self->state.code->waits && self->state.order == WS_ORDER_TIME)
    ws_co_residency_run (self, g_ptr_array_index (runners, 0));
  else
    ws_block_runner_work (g_ptr_array_index (runners, 0));
  for (guint i = 0; i < threads->len; i++)
    g_thread_join (g_ptr_array_index (threads, i));
  g_mutex_clear (&self->lock);
  ws_memory_touch (self->state.memory, NULL, 0);
}

/**
 * ws_launch_run:
 * @self: what to run; what blocks use and counts are made here
 * @n_host_threads: host threads to use
 * @duration_cycles: (out): from the first block's start to the last one's end
 *
 * Runs all blocks, schedules them and hands what was asked for to the builder. After a fault the
 * builder has the blocks recorded up to it, and the finding.
 *
 * Returns: whether the launch ended well; @self->issued says how many warp instructions it took
 */
gboolean
ws_launch_run (WsVirtualLaunch *self, guint n_host_threads, guint64 *duration_cycles,
               GError **error)
{
  g_autoptr (GPtrArray) runners =
      g_ptr_array_new_with_free_func ((GDestroyNotify)ws_block_runner_free);
  g_autoptr (WsContention) contention = NULL;
  g_autoptr (WsSchedule) schedule = NULL;
  const WsLaunchState *state = &self->state;
  guint n;
  gboolean ok;

  self->hand_bytes = bytes_of_thread (self);
  n = fit (self,
           MIN (state->code->ordered || state->sanitizer != NULL ? 1 : MAX (n_host_threads, 1),
                state->n_blocks),
           error);
  if (n == 0)
    return FALSE;
  self->blocks_per_sm = ws_schedule_blocks_per_sm (state->spec, state->n_threads,
                                                   state->request->registers, state->shared_bytes);
  self->recorded = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_recorded_free);
  self->traces = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_trace_free);
  self->traffic = ws_traffic_new (state->spec);
  self->next_block = 0;
  self->state.stop_at = G_MAXINT;
  ok = allocate (self);
  for (WsBlockRunner *runner; ok && runners->len < n; g_ptr_array_add (runners, runner))
    if ((runner = ws_block_runner_new (self)) == NULL)
      break;
  ok = ok && runners->len > 0;
  if (!ok)
    {
      release (self);
      return refuse (error);
    }
  run_all (self, runners);
  g_ptr_array_set_size (runners, 0);
  if (self->fault.set)
    ws_block_sampling_cut (self->sampling, self->fault.block + 1);
  if (!self->cancelled)
    {
      ws_block_sampling_resolve (self->sampling, self->models);
      contention = find_contention (self);
      schedule =
          ws_schedule_new (state->device, contention, ws_block_sampling_get_uses (self->sampling),
                           state->n_blocks, self->residencies, state->cancellable);
      self->cancelled = schedule == NULL;
    }
  if (schedule != NULL)
    {
      *duration_cycles = ws_schedule_get_duration (schedule);
      leave_cached (self);
      deliver (self, schedule, self->residencies);
      if (self->state.code->launches && !self->fault.set)
        deliver_children (self, schedule);
    }
  /* what there is of each block is copied: by then what told it is gone */
  g_clear_pointer (&self->sampling, ws_block_sampling_free);
  g_clear_pointer (&self->models, g_free);
  if (schedule != NULL && delivers_residencies (self))
    {
      g_clear_pointer (&schedule, ws_schedule_free);
      deliver_residencies (self);
    }
  if (self->fault.set)
    report_fault (self, error);
  else if (self->cancelled)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The run was cancelled."));
  release (self);
  return !self->fault.set && !self->cancelled;
}
