#include "metrics/metrics-private.h"

#include <glib/gi18n.h>
#include <string.h>

/* What is counted; @of_blocks: of the blocks that were counted, which may be the recorded ones
 * alone. */
typedef struct {
  const char *text;
  gboolean of_blocks;
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
  WsMetricGroup group;
  const char *trap;
} Row;

#define NAME(text) \
  {                \
    text, TRUE     \
  }
#define OF_ALL(text) \
  {                  \
    text, FALSE      \
  }
#define A_COUNT \
  {             \
    "", TRUE    \
  }
#define AT(field) G_STRUCT_OFFSET (WsMetricTotals, field)

#define MACHINE_CODE                                                                             \
  N_ ("Hardware counts machine instructions: the compiler generates more or fewer of them than " \
      "the "                                                                                     \
      "PTX has.")
#define SECTORS                                                                                  \
  N_ ("Transactions are 32-byte sectors: an ideal request of 4 bytes per lane takes 4 of them, " \
      "where "                                                                                   \
      "slides about Fermi and Kepler count 128-byte lines and say 1.")
#define SEGMENTS   N_ ("Current tools count 32-byte sectors, and report 4 where this is 1.")
#define PER_SECTOR N_ ("Bytes used per sector, no longer requested against required throughput.")
#define PER_SEGMENT                                                                       \
  N_ ("Lines of 128 bytes, as Fermi and Kepler move them; current tools count bytes per " \
      "sector.")
#define CACHES_MODELLED                                                                    \
  N_ ("Modelled from the recorded accesses: the first access of a block comes from "       \
      "device memory, as blocks share no data in the model. On hardware they do, and its " \
      "counter is authoritative.")
#define CACHES_ANSWER N_ ("Requests of the SMs: caches serve part of them, and DRAM sees the rest.")
#define SELDOM_NONE \
  N_ ("The hardware counter is rarely 0, even where no two lanes of a warp conflict.")
#define SUM_OF_TIMES \
  N_ ("For the whole plan the times of the launches are added, without the gaps between them.")

/* Names: NVIDIA, Nsight Compute CLI manual, "nvprof Metric Comparison"; CUDA Profiler User's Guide,
 * "Metrics Reference". */
static const Row rows[] = {
  { "warp-execution-efficiency", N_ ("Warp execution efficiency"), "warp_execution_efficiency",
    "smsp__thread_inst_executed_per_inst_executed.ratio", "%",
    N_ ("active lanes / (warp instructions × 32)"), NAME (N_ ("active lanes")),
    NAME (N_ ("warp instructions × 32")), AT (active_lanes), AT (lane_slots),
    .trap = N_ ("Nsight Compute's .ratio is threads per instruction, 0 to 32: divide it by 32.") },
  { "warp-nonpredicated-execution-efficiency",
    N_ ("Warp execution efficiency without predicated-off lanes"),
    "warp_nonpred_execution_efficiency",
    "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio", "%",
    N_ ("active lanes whose guard is true (for a branch: all active lanes) / (warp instructions × "
        "32)"),
    NAME (N_ ("lanes that executed")), NAME (N_ ("warp instructions × 32")), AT (on_lanes),
    AT (lane_slots),
    .trap =
        N_ ("Nsight Compute's .ratio is threads per instruction, 0 to 32: divide it by 32. "
            "NVIDIA's table of names lists another metric, which includes predicated-off lanes.") },
  { "branch-efficiency", N_ ("Branch efficiency"), "branch_efficiency",
    "smsp__sass_average_branch_targets_threads_uniform.pct", "%",
    N_ ("conditional branches whose lanes all went one way / conditional branches executed"),
    NAME (N_ ("conditional branches that did not diverge")), NAME (N_ ("conditional branches")),
    AT (whole), AT (branches),
    .trap = N_ ("Where the compiler replaced a branch by predication, hardware has no branch to "
                "count; early versions of Nsight Compute lack this metric.") },
  { "divergent-branches", N_ ("Divergent branches"), "divergent_branch",
    "smsp__sass_branch_targets_threads_divergent.sum", "",
    N_ ("executions of a branch whose lanes went both ways"), NAME (N_ ("divergent branches")),
    A_COUNT, AT (divergent), AT (one), .trap = N_ ("In nvprof this is an event, not a metric.") },
  { "warp-instructions", N_ ("Warp instructions"), "inst_executed", "smsp__inst_executed.sum", "",
    N_ ("PTX instructions, each counted once per warp that executed it"),
    NAME (N_ ("warp instructions")), A_COUNT, AT (executed), AT (one), .trap = MACHINE_CODE },
  { "instructions-per-warp", N_ ("Instructions per warp"), "inst_per_warp",
    "smsp__average_inst_executed_per_warp.ratio", "", N_ ("warp instructions / warps"),
    NAME (N_ ("warp instructions")), NAME (N_ ("warps")), AT (executed), AT (warps),
    .trap = MACHINE_CODE },
  { "barriers", N_ ("Barriers per warp"), NULL, NULL, "",
    N_ ("barriers of the block, each counted once per warp that reached it / warps"),
    NAME (N_ ("barriers reached by warps")), NAME (N_ ("warps")), AT (barriers), AT (warps),
    .trap = N_ ("As many as each block executes, unless some of its warps leave before them.") },
  { "shared-bank-conflicts", N_ ("Shared-memory bank conflicts"), NULL,
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", "",
    N_ ("wavefronts − wavefronts that the same bytes need without a conflict"),
    NAME (N_ ("excess wavefronts")), A_COUNT, AT (shared.conflicts), AT (one),
    .group = WS_METRIC_SHARED, .trap = SELDOM_NONE },
  { "shared-load-bank-conflicts", N_ ("Shared-memory bank conflicts, loads"),
    "shared_ld_bank_conflict", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "",
    N_ ("wavefronts of loads − wavefronts that they need without a conflict"),
    NAME (N_ ("excess wavefronts")), A_COUNT, AT (shared_load.conflicts), AT (one),
    .group = WS_METRIC_SHARED, .trap = SELDOM_NONE },
  { "shared-store-bank-conflicts", N_ ("Shared-memory bank conflicts, stores"),
    "shared_st_bank_conflict", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "",
    N_ ("wavefronts of stores − wavefronts that they need without a conflict"),
    NAME (N_ ("excess wavefronts")), A_COUNT, AT (shared_store.conflicts), AT (one),
    .group = WS_METRIC_SHARED, .trap = SELDOM_NONE },
  { "shared-load-transactions", N_ ("Shared-memory wavefronts of loads"),
    "shared_load_transactions", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "",
    N_ ("passes that the banks need for all loads"), NAME (N_ ("wavefronts")), A_COUNT,
    AT (shared_load.wavefronts), AT (one), .group = WS_METRIC_SHARED },
  { "shared-store-transactions", N_ ("Shared-memory wavefronts of stores"),
    "shared_store_transactions", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "",
    N_ ("passes that the banks need for all stores"), NAME (N_ ("wavefronts")), A_COUNT,
    AT (shared_store.wavefronts), AT (one), .group = WS_METRIC_SHARED },
  { "shared-load-transactions-per-request", N_ ("Shared-memory wavefronts per load"),
    "shared_load_transactions_per_request", NULL, "", N_ ("wavefronts of loads / load requests"),
    NAME (N_ ("wavefronts")), NAME (N_ ("load requests")), AT (shared_load.wavefronts),
    AT (shared_load.requests), .group = WS_METRIC_SHARED },
  { "shared-store-transactions-per-request", N_ ("Shared-memory wavefronts per store"),
    "shared_store_transactions_per_request", NULL, "", N_ ("wavefronts of stores / store requests"),
    NAME (N_ ("wavefronts")), NAME (N_ ("store requests")), AT (shared_store.wavefronts),
    AT (shared_store.requests), .group = WS_METRIC_SHARED },
  { "shared-efficiency", N_ ("Shared-memory efficiency"), "shared_efficiency",
    "smsp__sass_average_data_bytes_per_wavefront_mem_shared.pct", "%",
    N_ ("bytes requested / (wavefronts × banks × 4 bytes)"), NAME (N_ ("bytes requested")),
    NAME (N_ ("bytes that the wavefronts can move")), AT (shared.bytes), AT (shared_capacity),
    .group = WS_METRIC_SHARED },
  { "global-load-requests", N_ ("Global load requests"), "global_load_requests",
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "",
    N_ ("load instructions of a warp with at least one loading lane"), NAME (N_ ("load requests")),
    A_COUNT, AT (global_load.requests), AT (one), .group = WS_METRIC_GLOBAL },
  { "global-load-transactions", N_ ("Global load transactions"), "gld_transactions",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "",
    N_ ("32-byte sectors touched by each load request, added up"), NAME (N_ ("32-byte sectors")),
    A_COUNT, AT (global_load.sectors), AT (one), 32, WS_METRIC_GLOBAL, SECTORS },
  { "global-load-transactions", N_ ("Global load transactions"), "gld_transactions", NULL, "",
    N_ ("128-byte segments touched by each load request, added up"),
    NAME (N_ ("128-byte segments")), A_COUNT, AT (global_load.segments), AT (one), 128,
    WS_METRIC_GLOBAL, SEGMENTS },
  { "global-load-transactions-per-request", N_ ("Global load transactions per request"),
    "gld_transactions_per_request",
    "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", "",
    N_ ("32-byte sectors / load requests"), NAME (N_ ("32-byte sectors")),
    NAME (N_ ("load requests")), AT (global_load.sectors), AT (global_load.requests),
    .group = WS_METRIC_GLOBAL, .trap = SECTORS },
  { "global-load-segments-per-request", N_ ("Global load segments per request"),
    "gld_transactions_per_request", NULL, "",
    N_ ("128-byte segments / load requests; 1 is ideal for 4 bytes per lane"),
    NAME (N_ ("128-byte segments")), NAME (N_ ("load requests")), AT (global_load.segments),
    AT (global_load.requests), 128, WS_METRIC_GLOBAL, SEGMENTS },
  { "global-load-efficiency", N_ ("Global load efficiency"), "gld_efficiency",
    "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct", "%",
    N_ ("bytes requested / bytes of the sectors; above 100 % where lanes share an address"),
    NAME (N_ ("bytes requested")), NAME (N_ ("bytes of the sectors")), AT (global_load.bytes),
    AT (global_load.moved_bytes), 32, WS_METRIC_GLOBAL, PER_SECTOR },
  { "global-load-efficiency", N_ ("Global load efficiency"), "gld_efficiency", NULL, "%",
    N_ ("bytes requested / bytes of the segments; above 100 % where lanes share an address"),
    NAME (N_ ("bytes requested")), NAME (N_ ("bytes of the segments")), AT (global_load.bytes),
    AT (global_load.moved_bytes), 128, WS_METRIC_GLOBAL, PER_SEGMENT },
  { "global-store-requests", N_ ("Global store requests"), "global_store_requests",
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "",
    N_ ("store instructions of a warp with at least one storing lane"),
    NAME (N_ ("store requests")), A_COUNT, AT (global_store.requests), AT (one),
    .group = WS_METRIC_GLOBAL },
  { "global-store-transactions", N_ ("Global store transactions"), "gst_transactions",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "",
    N_ ("32-byte sectors touched by each store request, added up"), NAME (N_ ("32-byte sectors")),
    A_COUNT, AT (global_store.sectors), AT (one), .group = WS_METRIC_GLOBAL, .trap = SECTORS },
  { "global-store-transactions-per-request", N_ ("Global store transactions per request"),
    "gst_transactions_per_request",
    "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio", "",
    N_ ("32-byte sectors / store requests"), NAME (N_ ("32-byte sectors")),
    NAME (N_ ("store requests")), AT (global_store.sectors), AT (global_store.requests),
    .group = WS_METRIC_GLOBAL, .trap = SECTORS },
  { "global-store-segments-per-request", N_ ("Global store segments per request"),
    "gst_transactions_per_request", NULL, "",
    N_ ("128-byte segments / store requests; 1 is ideal for 4 bytes per lane"),
    NAME (N_ ("128-byte segments")), NAME (N_ ("store requests")), AT (global_store.segments),
    AT (global_store.requests), 128, WS_METRIC_GLOBAL, SEGMENTS },
  { "global-store-efficiency", N_ ("Global store efficiency"), "gst_efficiency",
    "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct", "%",
    N_ ("bytes requested / bytes of the sectors; above 100 % where lanes share an address"),
    NAME (N_ ("bytes requested")), NAME (N_ ("bytes of the sectors")), AT (global_store.bytes),
    AT (global_store.sector_bytes), .group = WS_METRIC_GLOBAL, .trap = PER_SECTOR },
  { "moved-bytes", N_ ("Bytes between SMs and global memory"), NULL, NULL, N_ ("bytes"),
    N_ ("sectors touched by loads, stores and atomics × 32 bytes"),
    NAME (N_ ("bytes of the sectors")), A_COUNT, AT (work.moved_bytes), AT (one),
    .group = WS_METRIC_GLOBAL,
    .trap = N_ ("Requests of the SMs: caches serve part of them, and DRAM sees the rest. On "
                "devices without sectors it is 128-byte segments.") },
  { "integer-operations", N_ ("Integer operations"), "inst_integer",
    "smsp__sass_thread_inst_executed_op_integer_pred_on.sum", "",
    N_ ("lanes of integer arithmetic, including indices and addresses; a multiply-add counts "
        "twice"),
    NAME (N_ ("integer operations")), A_COUNT, AT (work.integer_operations), AT (one),
    .trap = N_ ("The tools count machine instructions: a multiply-add once, and comparisons and "
                "logic too.") },
  { "float-operations", N_ ("Floating point operations"), "flop_count_sp",
    "smsp__sass_thread_inst_executed_ops_fadd_fmul_ffma_pred_on.sum", "",
    N_ ("lanes of floating point arithmetic; a fused multiply-add counts twice"),
    NAME (N_ ("floating point operations")), A_COUNT, AT (work.float_operations), AT (one),
    .trap = N_ ("Double precision is included.") },
  { "arithmetic-intensity", N_ ("Arithmetic intensity"), NULL, NULL, N_ ("operations/byte"),
    N_ ("integer and floating point operations / bytes between SMs and global memory"),
    NAME (N_ ("operations")), NAME (N_ ("bytes of the sectors")), AT (work.operations),
    AT (work.moved_bytes), .group = WS_METRIC_GLOBAL },
  { "global-load-hit-rate", N_ ("L1 hit rate of global loads, modelled"), "global_hit_rate",
    "l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct", "%",
    N_ ("sectors of loads served by the L1 cache / 32-byte sectors of loads"),
    NAME (N_ ("sectors from L1")), NAME (N_ ("32-byte sectors of loads")), AT (load_l1_sectors),
    AT (load_sectors), .group = WS_METRIC_CACHES,
    .trap = N_ ("Modelled from the recorded accesses. nvprof's metric includes stores.") },
  { "l1-hit-rate", N_ ("L1 hit rate, modelled"), "tex_cache_hit_rate",
    "l1tex__t_sector_hit_rate.pct", "%",
    N_ ("sectors served by the L1 cache / 32-byte sectors of loads, stores and atomics"),
    NAME (N_ ("sectors from L1")), NAME (N_ ("32-byte sectors")), AT (l1_sectors),
    AT (asked_sectors), .group = WS_METRIC_CACHES,
    .trap = N_ ("Modelled from the recorded accesses: no store is a hit here. The hardware counter "
                "may count some.") },
  { "l2-hit-rate", N_ ("L2 hit rate, modelled"), "l2_tex_hit_rate", "lts__t_sector_hit_rate.pct",
    "%", N_ ("sectors served by the L2 cache / 32-byte sectors not served by the L1 cache"),
    NAME (N_ ("sectors from or to L2")), NAME (N_ ("sectors not served by L1")), AT (l2_sectors),
    AT (past_l1_sectors), .group = WS_METRIC_CACHES, .trap = CACHES_MODELLED },
  { "duration", N_ ("Duration"), NULL, "gpu__time_duration.sum", "ns",
    N_ ("time from the start of the launch to the end of its last block"),
    OF_ALL (N_ ("nanoseconds")), OF_ALL (""), AT (duration_ns), AT (timed),
    .group = WS_METRIC_CLOCK, .trap = SUM_OF_TIMES },
  { "bandwidth", N_ ("Bandwidth"), NULL, NULL, "GB/s", N_ ("bytes of the elements / duration"),
    OF_ALL (N_ ("bytes of the elements")), OF_ALL (N_ ("nanoseconds")), AT (element_bytes),
    AT (duration_ns), .group = WS_METRIC_CLOCK,
    .trap = N_ ("As in the lectures: each element counts once, read or not; writes and repeated "
                "reads are not counted.") },
  { "bandwidth-of-peak", N_ ("Bandwidth against the peak"), NULL, NULL, "%",
    N_ ("bytes of the elements / (the memory's peak × duration)"),
    OF_ALL (N_ ("bytes of the elements")),
    OF_ALL (N_ ("bytes the memory could move at its peak in that time")), AT (element_bytes),
    AT (peak_bytes), .group = WS_METRIC_CLOCK,
    .trap = N_ ("The peak is the data sheet's; no copy reaches it. Above "
                "100 % a cache holds the elements.") },
  { "global-load-throughput", N_ ("Global load throughput"), "gld_throughput",
    "l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum.per_second", "GB/s",
    N_ ("bytes of the sectors of all loads / duration"), OF_ALL (N_ ("bytes of the sectors")),
    OF_ALL (N_ ("nanoseconds")), AT (load_bytes), AT (duration_ns), 32, WS_METRIC_CLOCK,
    CACHES_ANSWER },
  { "global-load-throughput", N_ ("Global load throughput"), "gld_throughput", NULL, "GB/s",
    N_ ("bytes of the segments of all loads / duration"), OF_ALL (N_ ("bytes of the segments")),
    OF_ALL (N_ ("nanoseconds")), AT (load_bytes), AT (duration_ns), 128, WS_METRIC_CLOCK,
    CACHES_ANSWER },
  { "global-store-throughput", N_ ("Global store throughput"), "gst_throughput",
    "l1tex__t_bytes_pipe_lsu_mem_global_op_st.sum.per_second", "GB/s",
    N_ ("bytes of the sectors of all stores / duration"), OF_ALL (N_ ("bytes of the sectors")),
    OF_ALL (N_ ("nanoseconds")), AT (store_bytes), AT (duration_ns), .group = WS_METRIC_CLOCK },
  { "theoretical-occupancy", N_ ("Theoretical occupancy"), NULL,
    "sm__maximum_warps_per_active_cycle_pct", "%",
    N_ ("warps per SM, from the occupancy calculator / warp slots per SM"),
    OF_ALL (N_ ("warps per SM")), OF_ALL (N_ ("warp slots per SM")), AT (admitted_warps),
    AT (sm_warps), .group = WS_METRIC_CLOCK },
  { "achieved-occupancy", N_ ("Achieved occupancy"), "achieved_occupancy",
    "sm__warps_active.avg.pct_of_peak_sustained_active", "%",
    N_ ("cycles of resident warps / (cycles of SMs with a warp × warp slots per SM)"),
    OF_ALL (N_ ("cycles of resident warps")), OF_ALL (N_ ("cycles of active SMs × warp slots")),
    AT (warp_cycles), AT (warp_room), .group = WS_METRIC_CLOCK,
    .trap = N_ ("nvprof reports it from 0 to 1, Nsight Compute from 0 to 100.") },
  { "sm-efficiency", N_ ("SM efficiency"), "sm_efficiency",
    "smsp__cycles_active.avg.pct_of_peak_sustained_elapsed", "%",
    N_ ("cycles of SMs with a warp / (cycles of the launch × SMs)"),
    OF_ALL (N_ ("cycles of active SMs")), OF_ALL (N_ ("cycles of the launch × SMs")),
    AT (active_cycles), AT (sm_cycles), .group = WS_METRIC_CLOCK },
};

/* The same for the same words, and as long as the program lives. */
static const char *
translate_name (const Name *name, gboolean recorded_only)
{
  const char *text = *name->text != '\0' ? _ (name->text) : "";
  g_autofree char *of_recorded = NULL;

  if (!recorded_only || !name->of_blocks)
    return text;
  if (*text == '\0')
    return _ ("in the recorded blocks");
  /* Translators: what was counted, as in "branches" */
  of_recorded = g_strdup_printf (_ ("%s of the recorded blocks"), text);
  return g_intern_string (of_recorded);
}

/* Of the caches' figures, those of the recorded blocks alone are known; and they are the model's.
 */
static WsMetric
make_metric (const Row *row, const WsRun *run, const WsMetricTotals *totals,
             gboolean counts_recorded, WsOrigin clock_origin)
{
  gboolean recorded_only = counts_recorded || row->group == WS_METRIC_CACHES;
  guint64 numerator = *(const guint64 *)((const char *)totals + row->numerator);
  guint64 denominator = *(const guint64 *)((const char *)totals + row->denominator);
  gboolean classic = row->transaction_bytes == 0 && run->spec->transaction_bytes == 128
                     && strstr (row->id, "transactions-per-request") != NULL
                     && g_str_has_prefix (row->id, "global");
  WsMetric metric = {
    .id = row->id,
    .title = _ (row->title),
    /* nvprof's transactions on such a device are the segments */
    .nvprof = classic ? NULL : row->nvprof,
    .ncu = row->ncu,
    .unit = row->unit,
    .formula = _ (row->formula),
    .numerator_name = translate_name (&row->numerator_name, recorded_only),
    .denominator_name = translate_name (&row->denominator_name, recorded_only),
    .of_recorded = recorded_only && row->numerator_name.of_blocks,
    .numerator = numerator,
    .denominator = denominator,
    .origin = row->group == WS_METRIC_CLOCK    ? clock_origin
              : row->group == WS_METRIC_CACHES ? WS_ORIGIN_MODELLED
                                               : run->origin,
    .group = row->group,
    .trap = row->trap != NULL ? _ (row->trap) : NULL,
  };

  metric.valid = totals->executed > 0 && denominator > 0;
  /* a throughput of blocks that were not counted */
  if (recorded_only && (row->numerator == AT (load_bytes) || row->numerator == AT (store_bytes)))
    metric.valid = FALSE;
  if (metric.valid)
    metric.value = metric.numerator / metric.denominator * (strcmp (row->unit, "%") == 0 ? 100 : 1);
  return metric;
}

/**
 * ws_metrics_tabulate:
 * @metrics: (element-type WsMetric): where the figures go
 * @totals: what was counted in it
 * @recorded_only: whether only the blocks that were recorded in full were counted
 * @clock_origin: of the launches' times
 *
 * Adds the figures that the run's device has: those of sectors, or those of segments, and all
 * others.
 */
void
ws_metrics_tabulate (GArray *metrics, const WsRun *run, const WsMetricTotals *totals,
                     gboolean recorded_only, WsOrigin clock_origin)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].transaction_bytes == 0 || rows[i].transaction_bytes == run->spec->transaction_bytes)
      {
        WsMetric metric = make_metric (&rows[i], run, totals, recorded_only, clock_origin);
        g_array_append_val (metrics, metric);
      }
}

/**
 * ws_metrics_intern_id:
 * @id: of a figure, perhaps
 *
 * Returns: (transfer none) (nullable): the same id, for ever; %NULL if there is no such figure
 */
const char *
ws_metrics_intern_id (const char *id)
{
  g_return_val_if_fail (id != NULL, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].id, id) == 0)
      return rows[i].id;
  return NULL;
}

/**
 * ws_metrics_is_counted:
 * @id: of a figure
 *
 * Returns: whether it is of counts alone: neither of times nor of modelled caches
 */
gboolean
ws_metrics_is_counted (const char *id)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].id, id) == 0)
      return rows[i].group != WS_METRIC_CACHES
             && (rows[i].group != WS_METRIC_CLOCK || rows[i].numerator == AT (admitted_warps));
  return FALSE;
}
