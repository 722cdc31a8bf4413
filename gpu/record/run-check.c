#include "record/bounds.h"
#include "record/record-private.h"

#include <glib/gi18n.h>
#include <inttypes.h>

/* Checks the consistency of a run. After this, every index in a run's records may be used without a
 * check. */

/* Checks of single fields. */
static gboolean
check_texts (const WsRun *self, GError **error)
{
  const char *const names[] = { self->spec->id,       self->spec->name,   self->device,
                                self->device_name,    self->driver,       self->id,
                                self->title,          self->words.result, self->words.combine,
                                self->words.combines, self->words.many };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (!ws_bound_check_text (WS_BOUND_NAME_BYTES, names[i], error))
      return FALSE;
  if (!ws_bound_check (WS_BOUND_PARAMETERS, g_variant_n_children (self->parameters), error)
      || !ws_bound_check (WS_BOUND_NOTES, g_strv_length (self->notes), error))
    return FALSE;
  for (guint i = 0; self->notes[i] != NULL; i++)
    if (!ws_bound_check_text (WS_BOUND_SENTENCE_BYTES, self->notes[i], error))
      return FALSE;
  return TRUE;
}

/* Number of counters per launch; the last is for the whole plan. */
static gboolean
check_counters (const WsRun *self, GError **error)
{
  g_autofree guint *n = g_new0 (guint, self->n_launches + 1);

  for (guint i = 0; i < self->counters->len; i++)
    {
      const WsCounter *counter = g_ptr_array_index (self->counters, i);

      if (counter->launch != WS_NONE && counter->launch >= self->n_launches)
        return ws_record_damaged (error, _ ("counter “%s” is of launch %u"), counter->name,
                                  counter->launch);
      if (!ws_bound_check_text (WS_BOUND_NAME_BYTES, counter->name, error)
          || !ws_bound_check_text (WS_BOUND_NAME_BYTES, counter->unit, error)
          || !ws_bound_check (WS_BOUND_LAUNCH_COUNTERS,
                              ++n[MIN (counter->launch, self->n_launches)], error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_list (const WsRun *self, GError **error)
{
  for (guint i = 0; i < self->regions->len; i++)
    {
      const WsRegion *region = g_ptr_array_index (self->regions, i);
      if (!ws_bound_check_text (WS_BOUND_NAME_BYTES, region->name, error))
        return FALSE;
      if (region->space > WS_SPACE_LAST || region->value_type > WS_VALUE_LAST)
        return ws_record_damaged (error, _ ("buffer “%s” has an invalid type"), region->name);
      if (region->size_bytes > G_MAXUINT64 - region->address)
        return ws_record_damaged (error, _ ("buffer “%s” exceeds the end of memory"), region->name);
      if (region->columns > region->size_bytes)
        return ws_record_damaged (
            error, _ ("buffer “%s” has %" PRIu64 " bytes, and rows of %" PRIu64 " elements"),
            region->name, region->size_bytes, region->columns);
    }
  for (gsize i = 0; i < self->n_samples; i++)
    {
      const WsSample *sample = &self->samples[i];
      if ((sample->launch != WS_NONE && sample->launch >= self->n_launches)
          || sample->origin > WS_ORIGIN_MEASURED)
        return ws_record_damaged (error, _ ("timing %zu is of launch %u, origin %u"), i,
                                  sample->launch, sample->origin);
    }
  return TRUE;
}

/* Whether the place of a finding, or of its other access, is within the launch. */
static gboolean
is_of_launch (const WsRun *self, guint index, guint32 site, guint32 block, guint32 warp)
{
  const WsLaunch *launch = &self->launches[index];

  return (site == WS_NONE || site < ws_run_get_kernel (self, index)->n_sites)
         && (block == WS_NONE || block < ws_launch_get_n_blocks (launch))
         && (warp == WS_NONE || warp < ws_launch_get_n_warps (launch));
}

static gboolean
check_findings (const WsRun *self, GError **error)
{
  for (guint i = 0; i < self->findings->len; i++)
    {
      const WsFinding *finding = g_ptr_array_index (self->findings, i);
      const WsOtherAccess *other = &finding->other;

      if (!ws_bound_check_text (WS_BOUND_SENTENCE_BYTES, finding->message, error)
          || (finding->place != NULL
              && !ws_bound_check_text (WS_BOUND_NAME_BYTES, finding->place, error)))
        return FALSE;
      if (finding->kind > WS_FINDING_LAST || finding->launch >= self->n_launches
          || finding->access > WS_FINDING_ACCESS_LAST || other->access > WS_FINDING_ACCESS_LAST)
        return ws_record_damaged (error, _ ("finding %u is of kind %u, launch %u"), i,
                                  finding->kind, finding->launch);
      if (!is_of_launch (self, finding->launch, finding->site, finding->block, finding->warp)
          || (finding->lane != WS_NONE && finding->lane >= WS_WARP_SIZE))
        return ws_record_damaged (error,
                                  _ ("finding %u refers to site %u, block %u, warp %u, lane %u, "
                                     "which launch %u does not have"),
                                  i, finding->site, finding->block, finding->warp, finding->lane,
                                  finding->launch);
      if (finding->has_other
          && !is_of_launch (self, finding->launch, other->site, other->block, other->warp))
        return ws_record_damaged (error,
                                  _ ("the other access of finding %u is at site %u, block %u, warp "
                                     "%u, which launch %u does not have"),
                                  i, other->site, other->block, other->warp, finding->launch);
    }
  return TRUE;
}

static gboolean
check_residencies (const WsRun *self, guint index, GError **error)
{
  const WsLaunch *launch = &self->launches[index];

  if (launch->n_residencies == 0)
    return TRUE;
  if (launch->n_residencies != ws_launch_get_n_blocks (launch)
      || launch->first_residency > self->n_residencies
      || launch->n_residencies > self->n_residencies - launch->first_residency)
    return ws_record_damaged (error, _ ("launch %u has %u residencies from %u on"), index,
                              launch->n_residencies, launch->first_residency);
  for (guint i = 0; i < launch->n_residencies; i++)
    {
      const WsResidency *residency = &self->residencies[launch->first_residency + i];
      if (!ws_bound_check (WS_BOUND_CYCLES, residency->end, error))
        return FALSE;
      if (residency->block != i || residency->sm >= self->spec->n_sms
          || residency->slot >= self->spec->max_blocks_per_sm || residency->end < residency->start)
        return ws_record_damaged (error,
                                  _ ("launch %u, residency %u: block %u on SM %u, slot %u, from "
                                     "%" PRIu64 " to %" PRIu64),
                                  index, i, residency->block, residency->sm, residency->slot,
                                  residency->start, residency->end);
    }
  return TRUE;
}

static gboolean
check_warp_spans (const WsRun *self, guint index, GError **error)
{
  const WsLaunch *launch = &self->launches[index];
  gsize n_warps = ws_launch_get_n_warps (launch);
  const WsWarpSpan *spans;

  if (launch->first_warp_span == WS_NONE)
    return TRUE;
  if (launch->n_residencies == 0 || launch->first_warp_span > self->n_warp_spans
      || launch->n_residencies * n_warps > self->n_warp_spans - launch->first_warp_span)
    return ws_record_damaged (error, _ ("launch %u has spans of warps from %u on"), index,
                              launch->first_warp_span);
  spans = self->warp_spans + launch->first_warp_span;
  for (guint i = 0; i < launch->n_residencies; i++)
    {
      const WsResidency *residency = &self->residencies[launch->first_residency + i];

      for (guint w = 0; w < n_warps; w++, spans++)
        if (spans->end < spans->start || spans->end > residency->end - residency->start)
          return ws_record_damaged (
              error,
              _ ("launch %u, block %u: warp %u is present from %u to %u, outside its block's time"),
              index, i, w, spans->start, spans->end);
    }
  return TRUE;
}

static gboolean
check_counts (const WsRun *self, guint index, GError **error)
{
  const WsLaunch *launch = &self->launches[index];
  guint n_sites = ws_run_get_kernel (self, index)->n_sites;

  if (!launch->has_counts)
    return TRUE;
  if (launch->first_count > self->n_counts || n_sites > self->n_counts - launch->first_count)
    return ws_record_damaged (error, _ ("launch %u has counts from %u on"), index,
                              launch->first_count);
  for (guint i = 0; i < n_sites; i++)
    {
      const WsSiteCount *count = &self->counts[launch->first_count + i];
      if (count->taken_lanes > count->active_lanes
          || count->active_lanes / WS_WARP_SIZE > count->executed
          || count->divergent > count->executed || count->requests > count->executed
          || count->ideal_wavefronts > count->wavefronts)
        return ws_record_damaged (error, _ ("launch %u, counts of site %u contradict each other"),
                                  index, i);
    }
  return TRUE;
}

/* A product of three dimensions that is at least 1 and at most @max. */
static gboolean
is_extent (const guint32 dims[3], guint64 max)
{
  guint64 n = 1;

  for (guint i = 0; i < 3; i++)
    {
      if (dims[i] == 0 || dims[i] > max / n)
        return FALSE;
      n *= dims[i];
    }
  return TRUE;
}

/* The parent: the host, or a thread of an earlier launch. */
static gboolean
check_parent (const WsRun *self, guint index, GError **error)
{
  const WsLaunch *launch = &self->launches[index];
  const WsLaunch *parent = launch->parent < index ? &self->launches[launch->parent] : NULL;
  gboolean is_right;

  if (launch->stream == WS_STREAM_HOST)
    is_right = launch->parent == WS_NONE && launch->parent_block == WS_NONE
               && launch->parent_thread == WS_NONE && launch->parent_site == WS_NONE
               && launch->depth == 0 && launch->begin_cycles == 0;
  else
    is_right = launch->stream <= WS_STREAM_LAST && parent != NULL
               && launch->depth == parent->depth + 1
               && launch->parent_block < ws_launch_get_n_blocks (parent)
               && launch->parent_thread < ws_launch_get_n_threads (parent)
               && (launch->parent_site == WS_NONE
                   || launch->parent_site < ws_run_get_kernel (self, launch->parent)->n_sites);
  return is_right
         || ws_record_damaged (error,
                               _ ("launch %u was launched by thread %u of block %u of launch %u, "
                                  "which does not exist"),
                               index, launch->parent_thread, launch->parent_block, launch->parent);
}

/* Each has a kernel, and a number of blocks without overflow. */
static gboolean
check_shapes (const WsRun *self, GError **error)
{
  for (guint i = 0; i < self->n_launches; i++)
    {
      const WsLaunch *launch = &self->launches[i];

      if (launch->kernel >= self->kernels->len)
        return ws_record_damaged (error, _ ("launch %u is of kernel %u of %u"), i, launch->kernel,
                                  self->kernels->len);
      /* block indices have 32 bits, and WS_NONE is not one */
      if (!is_extent (launch->grid, G_MAXUINT32 - 1))
        return ws_record_damaged (error, _ ("launch %u has a grid of %u x %u x %u blocks"), i,
                                  launch->grid[0], launch->grid[1], launch->grid[2]);
      /* a launch that never began may have blocks that no GPU supports */
      if (!is_extent (launch->block,
                      launch->n_residencies > 0 ? WS_MAX_BLOCK_THREADS : WS_MAX_ASKED_THREADS))
        return ws_record_damaged (error, _ ("launch %u has blocks of %u x %u x %u threads"), i,
                                  launch->block[0], launch->block[1], launch->block[2]);
      if (!ws_bound_check (WS_BOUND_CYCLES, launch->duration_cycles, error)
          || !ws_bound_check (WS_BOUND_CYCLES, launch->begin_cycles, error)
          || !check_parent (self, i, error))
        return FALSE;
    }
  return TRUE;
}

/* Checks each launch's flags, residencies, spans of warps and counts. The first violation is a
 * %WS_RECORD_ERROR_DAMAGED. Returns: %TRUE if it is valid */
static gboolean
check_launches (const WsRun *self, GError **error)
{
  for (guint i = 0; i < self->n_launches; i++)
    {
      const WsLaunch *launch = &self->launches[i];

      if (launch->registers_from > WS_REGISTERS_LAST || launch->has_duration > 1
          || launch->has_counts > 1 || launch->origin > WS_ORIGIN_MEASURED)
        return ws_record_damaged (error, _ ("launch %u has unknown flags"), i);
      if (!check_residencies (self, i, error) || !check_warp_spans (self, i, error)
          || !check_counts (self, i, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
damaged_event (const WsBlockRecord *record, guint i, const char *what, GError **error)
{
  return ws_record_damaged (error, _ ("launch %u, block %u, event %u: %s"), record->launch,
                            record->block, i, what);
}

static gboolean
check_access (const WsRun *self, const WsBlockRecord *record, const WsSite *site, guint i,
              GError **error)
{
  const WsEvent *event = &self->events[record->first_event + i];
  guint n = __builtin_popcount (event->taken) * site->vector;
  const WsLane *lanes;
  guint64 last = G_MAXUINT64 - 64;

  if (event->access == WS_NONE)
    return TRUE;
  if (event->access > self->n_lanes || n > self->n_lanes - event->access)
    return damaged_event (record, i, _ ("its access is outside"), error);
  lanes = &self->lanes[event->access];
  switch (site->op_class)
    {
    case WS_OP_SHUFFLE:
      last = WS_WARP_SIZE - 1;
      break;
    case WS_OP_LOAD:
    case WS_OP_STORE:
    case WS_OP_ATOMIC:
      if (event->space == WS_SPACE_SHARED)
        last = self->spec->shared_per_sm_bytes - site->width_bytes;
      break;
    default:
      last = G_MAXUINT64;
      break;
    }
  for (guint k = 0; k < n; k++)
    if (lanes[k].address > last)
      return damaged_event (record, i, _ ("an address of its access is invalid"), error);
  return TRUE;
}

static gboolean
check_block (const WsRun *self, const WsBlockRecord *record, GError **error)
{
  const WsLaunch *launch = &self->launches[record->launch];
  const WsKernel *kernel = ws_run_get_kernel (self, record->launch);
  const WsEvent *events = record->n_events > 0 ? self->events + record->first_event : NULL;
  guint n_warps = ws_launch_get_n_warps (launch);

  if (n_warps > WS_MAX_BLOCK_THREADS / WS_WARP_SIZE)
    return ws_record_damaged (error, _ ("launch %u, block %u: a block cannot have %u warps"),
                              record->launch, record->block, n_warps);
  for (guint i = 0; i < record->n_events; i++)
    {
      const WsEvent *event = &events[i];

      if (event->site >= kernel->n_sites)
        return damaged_event (record, i, _ ("the kernel does not have its site"), error);
      if (event->block != record->block)
        return damaged_event (record, i, _ ("it belongs to another block"), error);
      if (event->warp >= n_warps)
        return damaged_event (record, i, _ ("the block does not have its warp"), error);
      if (event->active == 0
          || (event->active & ~ws_launch_get_warp_mask (launch, event->warp)) != 0)
        return damaged_event (record, i, _ ("its active lanes do not belong to its warp"), error);
      if ((event->taken & ~event->active) != 0)
        return damaged_event (record, i, _ ("inactive lanes take the branch"), error);
      if (event->space > WS_SPACE_LAST)
        return damaged_event (record, i, _ ("its memory space is invalid"), error);
      if ((event->flags & ~WS_EVENT_FOUND) != 0)
        return damaged_event (record, i, _ ("it has unknown flags"), error);
      if (i > 0
          && (event->time < events[i - 1].time
              || (event->time == events[i - 1].time && event->warp < events[i - 1].warp)))
        return damaged_event (record, i, _ ("it is out of order"), error);
      if (!ws_bound_check (WS_BOUND_CYCLES, event->time, error)
          || !check_access (self, record, &kernel->sites[event->site], i, error))
        return FALSE;
    }
  return TRUE;
}

/* Checks that the blocks recorded in full are ordered by (launch, block), that their events are
 * contiguous and complete, and each block's events. The first violation is a
 * %WS_RECORD_ERROR_DAMAGED. Returns: %TRUE if it is valid */
static gboolean
check_events (const WsRun *self, GError **error)
{
  guint64 n_events = 0;

  for (gsize i = 0; i < self->n_blocks; i++)
    {
      const WsBlockRecord *record = &self->blocks[i];

      if (record->launch >= self->n_launches
          || record->block >= ws_launch_get_n_blocks (&self->launches[record->launch]))
        return ws_record_damaged (error,
                                  _ ("record %zu is of launch %u, block %u, which does not exist"),
                                  i, record->launch, record->block);
      if (i > 0
          && (record->launch < record[-1].launch
              || (record->launch == record[-1].launch && record->block <= record[-1].block)))
        return ws_record_damaged (error, _ ("record %zu (launch %u, block %u) is out of order"), i,
                                  record->launch, record->block);
      if (record->first_event != n_events || record->n_events > self->n_events - n_events)
        return ws_record_damaged (error, _ ("record %zu has %u events from %u on, of %zu"), i,
                                  record->n_events, record->first_event, self->n_events);
      n_events += record->n_events;
      if (!ws_bound_check (WS_BOUND_BLOCK_EVENTS, record->n_events, error))
        return FALSE;
      if (!check_block (self, record, error))
        return FALSE;
    }
  if (n_events != self->n_events)
    return ws_record_damaged (error, _ ("%zu events belong to no block"),
                              (gsize)(self->n_events - n_events));
  return TRUE;
}

static gboolean
check_numbers (const WsRun *self, GError **error)
{
  return ws_bound_check (WS_BOUND_LAUNCHES, self->n_launches, error)
         && ws_bound_check (WS_BOUND_BLOCKS, self->n_blocks, error)
         && ws_bound_check (WS_BOUND_EVENTS, self->n_events, error)
         && ws_bound_check (WS_BOUND_RESIDENCIES, self->n_residencies, error)
         && ws_bound_check (WS_BOUND_WARP_SPANS, self->n_warp_spans, error)
         && ws_bound_check (WS_BOUND_PLAN_SITES, self->n_counts, error)
         && ws_bound_check (WS_BOUND_SAMPLES, self->n_samples, error);
}

/* Launches must not share one list: data derived from all of them must not outgrow the file. */
static gboolean
check_sums (const WsRun *self, GError **error)
{
  guint64 n_residencies = 0;
  guint64 n_spans = 0;
  guint64 n_counts = 0;
  guint64 n_sites = 0;

  for (guint i = 0; i < self->n_launches; i++)
    {
      const WsLaunch *launch = &self->launches[i];
      guint n_own = ws_run_get_kernel (self, i)->n_sites;
      guint64 n_warps = (guint64)launch->n_residencies * ws_launch_get_n_warps (launch);

      n_sites += n_own;
      /* an overflow is an error of the launch, and reported there */
      if (launch->has_counts && n_own <= self->n_counts)
        n_counts += n_own;
      if (launch->n_residencies <= self->n_residencies)
        n_residencies += launch->n_residencies;
      if (launch->first_warp_span != WS_NONE && n_warps <= self->n_warp_spans)
        n_spans += n_warps;
    }
  if (n_residencies > self->n_residencies || n_spans > self->n_warp_spans
      || n_counts > self->n_counts)
    return ws_record_damaged (error, _ ("launches have records in common"));
  return ws_bound_check (WS_BOUND_PLAN_SITES, n_sites, error);
}

/**
 * ws_run_check:
 * @self: a run whose arrays have been adopted
 *
 * Checks every number, text and index of a run against its data and bounds.h, in an order that
 * relies on nothing unchecked. The first violation is a %WS_RECORD_ERROR_DAMAGED.
 *
 * Returns: %TRUE if it is valid
 */
gboolean
ws_run_check (const WsRun *self, GError **error)
{
  if (!check_numbers (self, error) || !check_texts (self, error))
    return FALSE;
  for (guint i = 0; i < self->kernels->len; i++)
    if (!ws_kernel_check (g_ptr_array_index (self->kernels, i), i, error))
      return FALSE;
  if (self->n_launches >= WS_NONE || self->n_residencies >= WS_NONE || self->n_warp_spans >= WS_NONE
      || self->n_counts >= WS_NONE)
    return ws_record_damaged (error, _ ("it has too many records"));
  /* the sums before what they limit, and after what they need */
  return check_shapes (self, error) && check_sums (self, error) && check_launches (self, error)
         && check_events (self, error) && check_counters (self, error) && check_list (self, error)
         && check_findings (self, error);
}
