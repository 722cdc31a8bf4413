#include "record/metrics.h"
#include "record/residency.h"
#include "record/site-counts.h"
#include "record/work.h"

#include <string.h>

/* Requests of one kind to one memory. */
typedef struct {
  guint64 requests;
  guint64 sectors;
  guint64 sector_bytes;
  guint64 segments;
  guint64 wavefronts;
  guint64 conflicts;
  guint64 bytes;
} Traffic;

/* What the figures are made of, summed over the sites of one launch or several. */
typedef struct {
  guint64 one;
  guint64 executed;
  guint64 lane_slots; /* executed x 32 */
  guint64 active_lanes;
  guint64 on_lanes; /* active, and not switched off by a guard */
  guint64 branches; /* conditional ones */
  guint64 divergent;
  guint64 whole; /* conditional branches that did not diverge */
  guint64 warps;
  Traffic global_load;
  Traffic global_store;
  Traffic shared_load;
  Traffic shared_store;
  Traffic shared;          /* atomics too */
  guint64 shared_capacity; /* bytes that the wavefronts could have moved */
  guint64 warp_cycles;     /* of warps resident on SMs */
  guint64 warp_room;       /* cycles of active SMs x warps that an SM has room for */
  guint64 active_cycles;   /* of SMs with a warp */
  guint64 sm_cycles;       /* of all SMs, while the launch lasted */
  guint64 admitted_warps;  /* as the calculator says, of an SM */
  guint64 sm_warps;        /* that it has room for */
  WsWork work;
} Totals;

/* A name for figures of all blocks, and one for those of the recorded blocks only. */
typedef struct {
  const char *of_all;
  const char *of_recorded;
} Name;

typedef struct {
  const char *id;
  const char *title;
  const char *nvprof;
  const char *ncu;
  const char *unit;
  const char *formula;
  Name numerator_name;
  Name denominator_name;
  gsize numerator;
  gsize denominator;
  guint transaction_bytes; /* of the specs that have it; 0 for all */
} Row;

#define NAME(text)                       \
  {                                      \
    text, text " of the recorded blocks" \
  }
#define OF_ALL(text) \
  {                  \
    text, text       \
  }
#define A_COUNT                  \
  {                              \
    "", "in the recorded blocks" \
  }
#define AT(field) G_STRUCT_OFFSET (Totals, field)

/* Names: NVIDIA, Nsight Compute CLI manual, "nvprof Metric Comparison"; CUDA Profiler User's Guide,
 * "Metrics Reference". */
static const Row rows[] = {
  { "warp-execution-efficiency", "Warp execution efficiency", "warp_execution_efficiency",
    "smsp__thread_inst_executed_per_inst_executed.ratio", "%",
    "active lanes / (warp instructions × 32); Nsight Compute does not divide by 32",
    NAME ("active lanes"), NAME ("warp instructions × 32"), AT (active_lanes), AT (lane_slots) },
  { "warp-nonpredicated-execution-efficiency", "Warp execution efficiency without predicated lanes",
    "warp_nonpred_execution_efficiency",
    "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio", "%",
    "active lanes whose guard holds (of a branch: all active lanes) / (warp instructions × 32); "
    "Nsight Compute does not divide by 32",
    NAME ("lanes that executed"), NAME ("warp instructions × 32"), AT (on_lanes), AT (lane_slots) },
  { "branch-efficiency", "Branch efficiency", "branch_efficiency",
    "smsp__sass_average_branch_targets_threads_uniform.pct", "%",
    "conditional branches whose lanes all went one way / conditional branches executed",
    NAME ("conditional branches that did not diverge"), NAME ("conditional branches"), AT (whole),
    AT (branches) },
  { "divergent-branches", "Divergent branches", "divergent_branch",
    "smsp__sass_branch_targets_threads_divergent.sum", "",
    "executions of a branch whose lanes went both ways", NAME ("divergent branches"), A_COUNT,
    AT (divergent), AT (one) },
  { "warp-instructions", "Warp instructions", "inst_executed", "smsp__inst_executed.sum", "",
    "PTX instructions that a warp executed; the machine code has others",
    NAME ("warp instructions"), A_COUNT, AT (executed), AT (one) },
  { "instructions-per-warp", "Instructions per warp", "inst_per_warp",
    "smsp__average_inst_executed_per_warp.ratio", "", "warp instructions / warps",
    NAME ("warp instructions"), NAME ("warps"), AT (executed), AT (warps) },
  { "shared-bank-conflicts", "Shared-memory bank conflicts", NULL,
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", "",
    "wavefronts − wavefronts that the same bytes need without a conflict",
    NAME ("further wavefronts"), A_COUNT, AT (shared.conflicts), AT (one) },
  { "shared-load-bank-conflicts", "Shared-memory bank conflicts, loads", "shared_ld_bank_conflict",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "",
    "wavefronts of loads − wavefronts that they need without a conflict",
    NAME ("further wavefronts"), A_COUNT, AT (shared_load.conflicts), AT (one) },
  { "shared-store-bank-conflicts", "Shared-memory bank conflicts, stores",
    "shared_st_bank_conflict", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "",
    "wavefronts of stores − wavefronts that they need without a conflict",
    NAME ("further wavefronts"), A_COUNT, AT (shared_store.conflicts), AT (one) },
  { "shared-load-transactions-per-request", "Shared-memory wavefronts per load",
    "shared_load_transactions_per_request", NULL, "", "wavefronts of loads / load requests",
    NAME ("wavefronts"), NAME ("load requests"), AT (shared_load.wavefronts),
    AT (shared_load.requests) },
  { "shared-store-transactions-per-request", "Shared-memory wavefronts per store",
    "shared_store_transactions_per_request", NULL, "", "wavefronts of stores / store requests",
    NAME ("wavefronts"), NAME ("store requests"), AT (shared_store.wavefronts),
    AT (shared_store.requests) },
  { "shared-efficiency", "Shared-memory efficiency", "shared_efficiency",
    "smsp__sass_average_data_bytes_per_wavefront_mem_shared.pct", "%",
    "bytes asked for / (wavefronts × banks × 4 bytes)", NAME ("bytes asked for"),
    NAME ("bytes that the wavefronts can move"), AT (shared.bytes), AT (shared_capacity) },
  { "global-load-transactions-per-request", "Global load transactions per request",
    "gld_transactions_per_request",
    "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", "",
    "32-byte sectors / load requests; 4 is ideal for 4 bytes a lane", NAME ("32-byte sectors"),
    NAME ("load requests"), AT (global_load.sectors), AT (global_load.requests) },
  { "global-store-transactions-per-request", "Global store transactions per request",
    "gst_transactions_per_request",
    "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio", "",
    "32-byte sectors / store requests; 4 is ideal for 4 bytes a lane", NAME ("32-byte sectors"),
    NAME ("store requests"), AT (global_store.sectors), AT (global_store.requests) },
  { "global-load-segments-per-request", "Global load segments per request",
    "gld_transactions_per_request", NULL, "",
    "128-byte segments / load requests; 1 is ideal for 4 bytes a lane", NAME ("128-byte segments"),
    NAME ("load requests"), AT (global_load.segments), AT (global_load.requests), 128 },
  { "global-store-segments-per-request", "Global store segments per request",
    "gst_transactions_per_request", NULL, "",
    "128-byte segments / store requests; 1 is ideal for 4 bytes a lane", NAME ("128-byte segments"),
    NAME ("store requests"), AT (global_store.segments), AT (global_store.requests), 128 },
  { "global-load-efficiency", "Global load efficiency", "gld_efficiency",
    "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct", "%",
    "bytes asked for / bytes of the sectors; above 100 % where lanes share an address",
    NAME ("bytes asked for"), NAME ("bytes of the sectors"), AT (global_load.bytes),
    AT (global_load.sector_bytes) },
  { "global-store-efficiency", "Global store efficiency", "gst_efficiency",
    "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct", "%",
    "bytes asked for / bytes of the sectors; above 100 % where lanes share an address",
    NAME ("bytes asked for"), NAME ("bytes of the sectors"), AT (global_store.bytes),
    AT (global_store.sector_bytes) },
  { "achieved-occupancy", "Achieved occupancy", "achieved_occupancy",
    "sm__warps_active.avg.pct_of_peak_sustained_active", "%",
    "cycles of resident warps / (cycles of SMs with a warp × warps that an SM has room for)",
    OF_ALL ("cycles of resident warps"), OF_ALL ("cycles of active SMs × room for warps"),
    AT (warp_cycles), AT (warp_room) },
  { "theoretical-occupancy", "Theoretical occupancy", NULL,
    "sm__maximum_warps_per_active_cycle_pct", "%",
    "warps that an SM admits, by the occupancy calculator / warps that it has room for",
    OF_ALL ("warps that an SM admits"), OF_ALL ("warps that it has room for"), AT (admitted_warps),
    AT (sm_warps) },
  { "sm-efficiency", "SM efficiency", "sm_efficiency",
    "smsp__cycles_active.avg.pct_of_peak_sustained_elapsed", "%",
    "cycles of SMs with a warp / (cycles of the launch × SMs)", OF_ALL ("cycles of active SMs"),
    OF_ALL ("cycles of the launch × SMs"), AT (active_cycles), AT (sm_cycles) },
  { "moved-bytes", "Bytes moved to and from global memory", NULL,
    "l1tex__t_bytes_pipe_lsu_mem_global.sum", "bytes",
    "sectors that loads, stores and atomics touch × 32 bytes (segments × 128 of old devices)",
    NAME ("bytes of the sectors"), A_COUNT, AT (work.moved_bytes), AT (one) },
  { "integer-operations", "Integer operations", "inst_integer",
    "smsp__sass_thread_inst_executed_op_integer_pred_on.sum", "",
    "lanes of PTX arithmetic on integers, indices and addresses included; a multiply-add is two; "
    "the machine code has others",
    NAME ("integer operations"), A_COUNT, AT (work.integer_operations), AT (one) },
  { "float-operations", "Floating point operations", "flop_count_sp",
    "smsp__sass_thread_inst_executed_ops_fadd_fmul_ffma_pred_on.sum", "",
    "lanes of PTX arithmetic on floating point numbers; a multiply-add is two",
    NAME ("floating point operations"), A_COUNT, AT (work.float_operations), AT (one) },
  { "arithmetic-intensity", "Arithmetic intensity", NULL, NULL, "operations per byte",
    "integer and floating point operations / bytes moved to and from global memory",
    NAME ("operations"), NAME ("bytes of the sectors"), AT (work.operations),
    AT (work.moved_bytes) },
};

static void
add_traffic (Traffic *self, const WsSiteCount *count)
{
  self->requests += count->requests;
  self->sectors += count->sectors;
  self->sector_bytes += count->sectors * 32;
  self->segments += count->segments;
  self->wavefronts += count->wavefronts;
  self->conflicts += count->wavefronts - count->ideal_wavefronts;
  self->bytes += count->bytes;
}

static void
add_site (Totals *self, const WsSite *site, const WsSiteCount *count, const WsSpec *spec)
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
        add_traffic (&self->global_load, count);
      if (shared)
        add_traffic (&self->shared_load, count);
      break;
    case WS_OP_STORE:
      if (global)
        add_traffic (&self->global_store, count);
      if (shared)
        add_traffic (&self->shared_store, count);
      break;
    default:
      break;
    }
  self->on_lanes += count->taken_lanes;
  if (shared
      && (site->op_class == WS_OP_LOAD || site->op_class == WS_OP_STORE
          || site->op_class == WS_OP_ATOMIC))
    {
      add_traffic (&self->shared, count);
      self->shared_capacity += count->wavefronts * spec->shared_banks * 4;
    }
}

static void
add_residencies (Totals *self, const WsRun *run, guint launch)
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

static void
add_launch (Totals *self, const WsRun *run, guint launch, gboolean recorded_only)
{
  const WsKernel *kernel = ws_run_get_kernel (run, launch);
  guint64 n_blocks;
  g_autofree WsSiteCount *counts = ws_site_counts_new (run, launch, recorded_only, &n_blocks);

  add_residencies (self, run, launch);
  self->warps += n_blocks * ws_launch_get_n_warps (&run->launches[launch]);
  for (guint i = 0; i < kernel->n_sites; i++)
    {
      add_site (self, &kernel->sites[i], &counts[i], run->spec);
      ws_work_add_site (&self->work, kernel, &kernel->sites[i], &counts[i], run->spec);
    }
}

static WsMetric
make_metric (const Row *row, const WsRun *run, const Totals *totals, gboolean recorded_only)
{
  guint64 numerator = *(const guint64 *)((const char *)totals + row->numerator);
  guint64 denominator = *(const guint64 *)((const char *)totals + row->denominator);
  gboolean classic = row->transaction_bytes == 0 && run->spec->transaction_bytes == 128
                     && strstr (row->id, "transactions-per-request") != NULL
                     && g_str_has_prefix (row->id, "global");
  WsMetric metric = {
    .id = row->id,
    .title = row->title,
    /* nvprof's transactions on such a device are the segments */
    .nvprof = classic ? NULL : row->nvprof,
    .ncu = row->ncu,
    .unit = row->unit,
    .formula = row->formula,
    .numerator_name = recorded_only ? row->numerator_name.of_recorded : row->numerator_name.of_all,
    .denominator_name =
        recorded_only ? row->denominator_name.of_recorded : row->denominator_name.of_all,
    .numerator = numerator,
    .denominator = denominator,
    .origin = run->origin,
  };

  metric.valid = totals->executed > 0 && denominator > 0;
  if (metric.valid)
    metric.value = metric.numerator / metric.denominator * (strcmp (row->unit, "%") == 0 ? 100 : 1);
  return metric;
}

/**
 * ws_metrics_new:
 * @run: a run
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
  Totals totals = { .one = 1 };
  gboolean recorded_only = FALSE;

  g_return_val_if_fail (run != NULL, NULL);
  g_return_val_if_fail (launch == WS_NONE || launch < run->n_launches, NULL);

  end = launch == WS_NONE ? run->n_launches : launch + 1;
  for (guint i = first; i < end; i++)
    recorded_only = recorded_only || !run->launches[i].has_counts;
  for (guint i = first; i < end; i++)
    add_launch (&totals, run, i, recorded_only);

  metrics = g_array_new (FALSE, FALSE, sizeof (WsMetric));
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].transaction_bytes == 0 || rows[i].transaction_bytes == run->spec->transaction_bytes)
      {
        WsMetric metric = make_metric (&rows[i], run, &totals, recorded_only);
        g_array_append_val (metrics, metric);
      }
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
