#include "accesses/memory-level.h"
#include "metrics/metrics-private.h"
#include "schedule/residency.h"
#include "accesses/site-counts.h"

#include <string.h>

static void
add_traffic (WsMetricTraffic *self, const WsSiteCount *count, const WsSpec *spec)
{
  self->requests += count->requests;
  self->sectors += count->sectors;
  self->sector_bytes += count->sectors * 32;
  self->segments += count->segments;
  self->moved_bytes += ws_site_count_get_moved_bytes (count, spec);
  self->wavefronts += count->wavefronts;
  self->conflicts += count->wavefronts - count->ideal_wavefronts;
  self->bytes += count->bytes;
}

static void
add_site (WsMetricTotals *self, const WsSite *site, const WsSiteCount *count, const WsSpec *spec)
{
  gboolean global = ws_site_is_global (site, count);
  gboolean shared = ws_site_is_shared (site, count);
  gboolean conditional =
      (site->flags & WS_SITE_GUARDED) != 0 && (site->flags & WS_SITE_UNIFORM) == 0;

  self->executed += count->executed;
  self->lane_slots += count->executed * WS_WARP_SIZE;
  self->active_lanes += count->active_lanes;
  switch (site->op_class)
    {
    case WS_OP_BRANCH:
      self->on_lanes += count->active_lanes;
      self->divergent += count->divergent;
      if (conditional)
        {
          self->branches += count->executed;
          self->whole += count->executed - count->divergent;
        }
      return;
    case WS_OP_LOAD:
      if (global)
        add_traffic (&self->global_load, count, spec);
      if (shared)
        add_traffic (&self->shared_load, count, spec);
      break;
    case WS_OP_STORE:
      if (global)
        add_traffic (&self->global_store, count, spec);
      if (shared)
        add_traffic (&self->shared_store, count, spec);
      break;
    case WS_OP_BARRIER:
      self->barriers += count->executed;
      break;
    default:
      break;
    }
  self->on_lanes += count->taken_lanes;
  if (shared
      && (site->op_class == WS_OP_LOAD || site->op_class == WS_OP_STORE
          || site->op_class == WS_OP_ATOMIC))
    {
      add_traffic (&self->shared, count, spec);
      self->shared_capacity += count->wavefronts * spec->shared_banks * 4;
    }
}

static void
add_levels (WsMetricTotals *self, const WsSite *site, const WsMemoryLevelCount *count)
{
  guint64 sum = ws_memory_level_count_get_sum (count);

  if (site->op_class == WS_OP_LOAD)
    {
      self->load_sectors += sum;
      self->load_l1_sectors += count->sectors[WS_MEMORY_LEVEL_L1];
    }
  self->asked_sectors += sum;
  self->l1_sectors += count->sectors[WS_MEMORY_LEVEL_L1];
  self->l2_sectors += count->sectors[WS_MEMORY_LEVEL_L2];
  self->past_l1_sectors += sum - count->sectors[WS_MEMORY_LEVEL_L1];
}

static void
add_residencies (WsMetricTotals *self, const WsRun *run, guint launch)
{
  WsResidencySummary summary;
  WsOccupancy occupancy;

  if (ws_residency_summarise (run, launch, &summary))
    {
      self->warp_cycles += summary.warp_cycles;
      self->warp_room += summary.active_cycles * run->spec->max_warps_per_sm;
      self->active_cycles += summary.active_cycles;
      self->sm_cycles += summary.elapsed_cycles * run->spec->n_sms;
    }
  if (run->launches[launch].registers_from != WS_REGISTERS_UNKNOWN
      && ws_residency_compute_occupancy (run, launch, &occupancy))
    {
      self->admitted_warps += occupancy.warps;
      self->sm_warps += run->spec->max_warps_per_sm;
    }
}

/* Times are of all launches or of none. */
static void
add_times (WsMetricTotals *self, const WsRun *run, guint first, guint end, gboolean recorded_only)
{
  double second_share;
  double peak;

  for (guint i = first; i < end; i++)
    {
      if (!run->launches[i].has_duration || run->launches[i].duration_ns == 0)
        {
          self->duration_ns = 0;
          return;
        }
      self->duration_ns += run->launches[i].duration_ns;
    }
  second_share = (double)self->duration_ns / 1e9;
  self->timed = 1;
  self->element_bytes = run->launches[first].n_elements * ws_value_type_get_width (run->value_type);
  /* a file may say that a launch took centuries */
  peak = (double)run->spec->memory_bandwidth_bytes_per_s * second_share;
  self->peak_bytes = ws_double_to_count (peak);
  if (!recorded_only)
    {
      self->load_bytes = self->global_load.moved_bytes;
      self->store_bytes = self->global_store.sector_bytes;
    }
}

static void
add_launch (WsMetricTotals *self, const WsRun *run, guint launch, gboolean recorded_only)
{
  const WsKernel *kernel = ws_run_get_kernel (run, launch);
  guint64 n_blocks;
  g_autofree WsSiteCount *counts = ws_site_counts_new (run, launch, recorded_only, &n_blocks);
  g_autofree WsMemoryLevelCount *levels = ws_memory_level_count (run, launch);

  add_residencies (self, run, launch);
  self->warps += n_blocks * ws_launch_get_n_warps (&run->launches[launch]);
  for (guint i = 0; i < kernel->n_sites; i++)
    {
      add_site (self, &kernel->sites[i], &counts[i], run->spec);
      add_levels (self, &kernel->sites[i], &levels[i]);
      ws_work_add_site (&self->work, kernel, &kernel->sites[i], &counts[i], run->spec);
    }
}

/**
 * ws_metrics_new:
 * @launch: index of a launch, or %WS_NONE for all of the plan
 *
 * Computes every named figure of a launch: from what its sites did in all blocks where the device
 * counted that, else from the events of the blocks that were recorded in full; the names of
 * numerator and denominator say which. A figure that is a count has the denominator 1.
 *
 * Returns: (transfer full) (element-type WsMetric): the figures; the texts in them are static
 */
GArray *
ws_metrics_new (const WsRun *run, guint launch)
{
  GArray *metrics;
  guint first = launch == WS_NONE ? 0 : launch;
  guint end;
  WsMetricTotals totals = { .one = 1 };
  gboolean recorded_only = FALSE;

  g_return_val_if_fail (run != NULL, NULL);
  g_return_val_if_fail (launch == WS_NONE || launch < run->n_launches, NULL);

  end = launch == WS_NONE ? run->n_launches : launch + 1;
  for (guint i = first; i < end; i++)
    recorded_only = recorded_only || !run->launches[i].has_counts;
  for (guint i = first; i < end; i++)
    add_launch (&totals, run, i, recorded_only);

  if (first < end)
    add_times (&totals, run, first, end, recorded_only);
  metrics = g_array_new (FALSE, FALSE, sizeof (WsMetric));
  ws_metrics_tabulate (metrics, run, &totals, recorded_only,
                       first < end ? run->launches[first].origin : run->origin);
  return metrics;
}

/**
 * ws_metrics_find:
 * @metrics: (element-type WsMetric): figures
 * @id: name of one
 *
 * Returns: (transfer none) (nullable): the figure; borrowed from @metrics
 */
const WsMetric *
ws_metrics_find (GArray *metrics, const char *id)
{
  g_return_val_if_fail (metrics != NULL && id != NULL, NULL);

  for (guint i = 0; i < metrics->len; i++)
    {
      const WsMetric *metric = &g_array_index (metrics, WsMetric, i);
      if (strcmp (metric->id, id) == 0)
        return metric;
    }
  return NULL;
}
