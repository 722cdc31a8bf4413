#include "play.h"
#include "specs.h"
#include "record/access.h"
#include "metrics/metrics.h"

static void
assert_metric (GArray *metrics, const char *id, double numerator, double denominator)
{
  const WsMetric *metric = ws_metrics_find (metrics, id);

  g_assert_nonnull (metric);
  g_assert_true (metric->valid);
  g_assert_cmpfloat (metric->numerator, ==, numerator);
  g_assert_cmpfloat (metric->denominator, ==, denominator);
  g_assert_cmpfloat_with_epsilon (
      metric->value, numerator / denominator * (g_str_equal (metric->unit, "%") ? 100 : 1), 1e-9);
}

static void
assert_invalid (GArray *metrics, const char *id)
{
  const WsMetric *metric = ws_metrics_find (metrics, id);

  g_assert_nonnull (metric);
  g_assert_false (metric->valid);
}

/* ld  sectors 0..3 of the input        device memory
 * ld  sectors 2..5                     2 of L1, 2 of device memory
 * st  sectors 4..7                     2 of L2, 2 of device memory
 * atom sector 0                        of L2 */
static void
test_caches (void)
{
  static const struct {
    const char *spec;
    guint l1, l2;
  } cases[] = { { "h200", 2, 3 }, { "k40c", 0, 5 }, { "g80", 0, 0 } /* no cache */ };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      Play *p = play_new (32);
      guint load = play_site (p, WS_OP_LOAD, "ld.global.u32", "r0 = [r9]");
      guint store = play_site (p, WS_OP_STORE, "st.global.u32", "r0 [r9]");
      guint atomic = play_site (p, WS_OP_ATOMIC, "atom.global.add.u32", "r0 = [r9]");
      const guint sites[] = { load, load, store, atomic };
      const guint first[] = { 0, 16, 32, 0 };
      g_autoptr (WsRun) run = NULL;
      g_autoptr (GArray) metrics = NULL;

      for (guint i = 0; i < 4; i++)
        {
          guint64 addresses[32];

          for (guint lane = 0; lane < 32; lane++)
            addresses[lane] = PLAY_INPUT + 4 * (first[i] + (i < 3 ? lane : 0));
          play_access (p, sites[i], 0, G_MAXUINT32, G_MAXUINT32, addresses);
        }
      run = play_end (p, cases[c].spec);
      metrics = ws_metrics_new (run, 0);
      if (cases[c].l2 == 0)
        {
          assert_invalid (metrics, "global-load-hit-rate");
          assert_invalid (metrics, "l1-hit-rate");
          assert_invalid (metrics, "l2-hit-rate");
          continue;
        }
      assert_metric (metrics, "global-load-hit-rate", cases[c].l1, 8);
      assert_metric (metrics, "l1-hit-rate", cases[c].l1, 13);
      assert_metric (metrics, "l2-hit-rate", cases[c].l2, 13 - cases[c].l1);
      g_assert_cmpint (ws_metrics_find (metrics, "l2-hit-rate")->origin, ==, WS_ORIGIN_MODELLED);
      g_assert_cmpint (ws_metrics_find (metrics, "l2-hit-rate")->group, ==, WS_METRIC_CACHES);
      g_assert_true (ws_metrics_find (metrics, "l2-hit-rate")->of_recorded);
      g_assert_cmpstr (ws_metrics_find (metrics, "l1-hit-rate")->nvprof, ==, "tex_cache_hit_rate");
      g_assert_cmpstr (ws_metrics_find (metrics, "l2-hit-rate")->ncu, ==,
                       "lts__t_sector_hit_rate.pct");
    }
}

/* One warp and a half, counted on fingers: 48 threads, the second warp has 16 lanes.
 *   ld.global (coalesced)   2 warps: 32 + 16 lanes, 4 + 2 sectors
 *   @p bra                  warp 0: 8 of 32 jump, it diverges; warp 1: none jumps
 *   st.shared (stride 2)    warp 0: 24 lanes, 2 wavefronts instead of 1; warp 1: 16 lanes, 1
 *   @p mov                  warp 0: 4 of 32; warp 1: 16 of 16
 *   bra.uni                 both jump whole; no conditional branch */
static Play *
play_fingers (void)
{
  Play *p = play_new (48);
  guint64 coalesced[2][32];
  guint64 strided[32];
  guint load = play_site (p, WS_OP_LOAD, "ld.global.u32", "r0 = [r9]");
  guint branch = play_branch (p, "@r1", 3, 3);
  guint store = play_site (p, WS_OP_STORE, "st.shared.u32", "r0 [r9]");
  guint move = play_site (p, WS_OP_ALU, "mov.u32", "r2 = @r1");
  guint jump = play_branch (p, "", 5, WS_NONE);

  for (guint i = 0; i < 32; i++)
    {
      coalesced[0][i] = PLAY_INPUT + 4 * i;
      coalesced[1][i] = PLAY_INPUT + 4 * (32 + i);
      strided[i] = 8 * i;
    }
  g_array_index (p->sites, WsSite, jump).target = load;
  g_array_index (p->sites, WsSite, jump).flags |= WS_SITE_UNIFORM;
  for (guint warp = 0; warp < 2; warp++)
    {
      guint32 all = play_warp_mask (p, warp);

      play_access (p, load, warp, all, all, coalesced[warp]);
      play (p, branch, warp, all, warp == 0 ? 0xff000000 : 0);
      play_access (p, store, warp, all & 0xffffff, all & 0xffffff, strided);
      play (p, move, warp, all, warp == 0 ? 0xf : all);
      play (p, jump, warp, all, all);
    }
  return p;
}

static void
test_fingers (void)
{
  g_autoptr (WsRun) run = play_end (play_fingers (), "h200");
  g_autoptr (GArray) metrics = ws_metrics_new (run, 0);
  guint active = 4 * 48 + 24 + 16;
  const WsMetric *metric;

  assert_metric (metrics, "warp-instructions", 10, 1);
  assert_metric (metrics, "instructions-per-warp", 10, 2);
  assert_metric (metrics, "warp-execution-efficiency", active, 320);
  assert_metric (metrics, "warp-nonpredicated-execution-efficiency", active - 28, 320);
  assert_metric (metrics, "branch-efficiency", 1, 2);
  assert_metric (metrics, "divergent-branches", 1, 1);
  assert_metric (metrics, "barriers", 0, 2);
  assert_metric (metrics, "shared-bank-conflicts", 1, 1);
  assert_metric (metrics, "shared-store-bank-conflicts", 1, 1);
  assert_metric (metrics, "shared-load-bank-conflicts", 0, 1);
  assert_metric (metrics, "shared-store-transactions-per-request", 3, 2);
  assert_metric (metrics, "shared-efficiency", 40 * 4, 3 * 128);
  assert_metric (metrics, "global-load-transactions-per-request", 6, 2);
  assert_metric (metrics, "global-load-efficiency", 48 * 4, 6 * 32);
  assert_invalid (metrics, "global-store-efficiency");
  assert_invalid (metrics, "shared-load-transactions-per-request");
  g_assert_null (ws_metrics_find (metrics, "global-load-segments-per-request"));
  metric = ws_metrics_find (metrics, "branch-efficiency");
  g_assert_cmpstr (metric->denominator_name, ==, "conditional branches of the recorded blocks");
  g_assert_cmpint (metric->origin, ==, WS_ORIGIN_MODELLED);
}

/* 16 banks, half-warps, segments of 128 bytes. */
static void
test_g80 (void)
{
  g_autoptr (WsRun) run = play_end (play_fingers (), "g80");
  g_autoptr (GArray) metrics = ws_metrics_new (run, 0);
  const WsMetric *metric;

  /* half-warps of 16, 8 and 16 lanes, every other word: 2, 1 and 2 wavefronts instead of one each
   */
  assert_metric (metrics, "shared-store-bank-conflicts", 2, 1);
  assert_metric (metrics, "shared-efficiency", 40 * 4, 5 * 64);
  assert_metric (metrics, "global-load-segments-per-request", 2, 2);
  metric = ws_metrics_find (metrics, "global-load-segments-per-request");
  g_assert_cmpstr (metric->nvprof, ==, "gld_transactions_per_request");
  metric = ws_metrics_find (metrics, "global-load-transactions-per-request");
  g_assert_null (metric->nvprof);
}

/* Counts of all blocks go before the events of the recorded ones; they say nothing of what was
 * recorded. */
static void
test_counts (void)
{
  Play *p = play_fingers ();
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (spec, "hand", "Pencil and paper", WS_ORIGIN_MEASURED);
  WsLaunch launch = { .grid = { 1000, 1, 1 }, .block = { 48, 1, 1 } };
  WsSiteCount counts[5] = {
    { .executed = 2000,
      .active_lanes = 48000,
      .taken_lanes = 48000,
      .requests = 2000,
      .sectors = 6000,
      .segments = 2000,
      .bytes = 192000 },
    { .executed = 2000, .active_lanes = 48000, .taken_lanes = 8000, .divergent = 1000 },
    { .executed = 2000,
      .active_lanes = 40000,
      .taken_lanes = 40000,
      .requests = 2000,
      .wavefronts = 3000,
      .ideal_wavefronts = 2000,
      .bytes = 160000 },
    { .executed = 2000, .active_lanes = 48000, .taken_lanes = 20000 },
    { .executed = 2000, .active_lanes = 48000, .taken_lanes = 48000 }
  };
  g_autoptr (WsRun) run = NULL;
  g_autoptr (WsRun) played = NULL;
  g_autoptr (GArray) one = NULL;
  g_autoptr (GArray) all = NULL;
  g_autoptr (GArray) of_played = NULL;

  launch.kernel = ws_run_builder_add_kernel (builder, play_make_kernel (p));
  for (guint i = 0; i < 2; i++)
    {
      ws_run_builder_add_launch (builder, &launch);
      ws_run_builder_add_counts (builder, i, counts, 5);
    }
  run = ws_run_builder_end (builder);
  played = play_end (p, "h200");
  one = ws_metrics_new (run, 0);
  all = ws_metrics_new (run, WS_NONE);
  of_played = ws_metrics_new (played, 0);

  for (guint i = 0; i < of_played->len; i++)
    {
      const WsMetric *metric = &g_array_index (of_played, WsMetric, i);
      guint scale = metric->denominator_name[0] == 'i' ? 1 : 1000; /* "in the recorded blocks": 1 */

      /* caches are modelled from recorded accesses, of which there is none */
      if (!metric->valid || metric->group == WS_METRIC_CACHES)
        {
          assert_invalid (one, metric->id);
          continue;
        }
      assert_metric (one, metric->id, metric->numerator * 1000, metric->denominator * scale);
      assert_metric (all, metric->id, metric->numerator * 2000,
                     metric->denominator * (scale == 1 ? 1 : 2000));
    }
  g_assert_cmpstr (ws_metrics_find (one, "branch-efficiency")->denominator_name, ==,
                   "conditional branches");
  g_assert_cmpint (ws_metrics_find (one, "branch-efficiency")->origin, ==, WS_ORIGIN_MEASURED);
}

static void
test_nothing (void)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (spec, "hand", "Pencil and paper", WS_ORIGIN_MODELLED);
  g_autoptr (WsRun) run = ws_run_builder_end (builder);
  g_autoptr (GArray) metrics = ws_metrics_new (run, WS_NONE);

  g_assert_cmpuint (metrics->len, >, 10);
  for (guint i = 0; i < metrics->len; i++)
    g_assert_false (g_array_index (metrics, WsMetric, i).valid);
  g_assert_null (ws_metrics_find (metrics, "no-such-metric"));
}

/* One block of two warps, of which the second leaves early: on one SM of fifteen, for half of the
 * launch. */
static void
test_occupancy (void)
{
  g_autoptr (WsRun) played = play_reduce1 (40, 33, "k40c");
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (played->spec, "hand", "Pencil and paper", WS_ORIGIN_MODELLED);
  const WsKernel *kernel = ws_run_get_kernel (played, 0);
  WsResidency residency = { .start = 100, .end = 200 };
  WsWarpSpan spans[2] = { { 0, 100 }, { 0, 50 } };
  WsLaunch launch = played->launches[0];
  g_autoptr (WsRun) run = NULL;
  g_autoptr (GArray) metrics = NULL;

  launch.registers_per_thread = 20;
  launch.registers_from = WS_REGISTERS_GIVEN;
  launch.dynamic_shared_bytes = 24000;
  launch.duration_cycles = 200;
  ws_run_builder_add_kernel (builder, ws_kernel_new (kernel));
  ws_run_builder_add_launch (builder, &launch);
  ws_run_builder_add_block (builder, 0,
                            &(WsRecordedBlock){ .events = played->events,
                                                .n_events = played->n_events,
                                                .lanes = played->lanes,
                                                .n_lanes = played->n_lanes });
  ws_run_builder_add_residencies (builder, 0, &residency, 1);
  ws_run_builder_add_warp_spans (builder, 0, spans, G_N_ELEMENTS (spans));
  run = ws_run_builder_end (builder);
  metrics = ws_metrics_new (run, 0);
  assert_metric (metrics, "achieved-occupancy", 150, 100 * 64);
  assert_metric (metrics, "sm-efficiency", 100, 200 * 15);
  /* two blocks of 24000 bytes and some fit into 48 KB */
  assert_metric (metrics, "theoretical-occupancy", 2 * 2, 64);
  g_array_unref (metrics);
  metrics = ws_metrics_new (played, 0);
  assert_invalid (metrics, "achieved-occupancy");
  assert_invalid (metrics, "theoretical-occupancy");
}

/* Times are of all launches, or of none; bytes over time are GB/s; of a few blocks there are none.
 */
static void
test_times (void)
{
  Play *p = play_fingers ();
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (spec, "hand", "Pencil and paper", WS_ORIGIN_MODELLED);
  WsLaunch launch = { .grid = { 1, 1, 1 },
                      .block = { 48, 1, 1 },
                      .n_elements = 4096,
                      .duration_ns = 2000,
                      .has_duration = TRUE,
                      .origin = WS_ORIGIN_MEASURED };
  WsSiteCount counts[5] = {
    { .executed = 2, .active_lanes = 48, .taken_lanes = 48, .requests = 2, .sectors = 600 },
    { .executed = 2, .active_lanes = 48 },
    { .executed = 2, .active_lanes = 40, .taken_lanes = 40 },
    { .executed = 2, .active_lanes = 48, .taken_lanes = 20 },
    { .executed = 2, .active_lanes = 48, .taken_lanes = 48 },
  };
  g_autoptr (WsRun) run = NULL;
  g_autoptr (WsRun) played = NULL;
  g_autoptr (GArray) one = NULL;
  g_autoptr (GArray) two = NULL;
  g_autoptr (GArray) all = NULL;
  g_autoptr (GArray) of_played = NULL;

  ws_run_builder_set_about (builder, "hand", "By hand", NULL, WS_VALUE_S32,
                            ws_run_words_find ("sum"));
  launch.kernel = ws_run_builder_add_kernel (builder, play_make_kernel (p));
  for (guint i = 0; i < 3; i++)
    {
      launch.has_duration = i < 2;
      ws_run_builder_add_launch (builder, &launch);
      ws_run_builder_add_counts (builder, i, counts, 5);
    }
  run = ws_run_builder_end (builder);
  one = ws_metrics_new (run, 0);
  two = ws_metrics_new (run, 2);
  all = ws_metrics_new (run, WS_NONE);
  assert_metric (one, "duration", 2000, 1);
  assert_metric (one, "bandwidth", 4096 * 4, 2000);
  assert_metric (one, "bandwidth-of-peak", 4096 * 4,
                 (double)spec->memory_bandwidth_bytes_per_s * 2e-6);
  assert_metric (one, "global-load-throughput", 600 * 32, 2000);
  g_assert_cmpint (ws_metrics_find (one, "duration")->origin, ==, WS_ORIGIN_MEASURED);
  g_assert_cmpint (ws_metrics_find (one, "duration")->group, ==, WS_METRIC_CLOCK);
  g_assert_cmpint (ws_metrics_find (one, "branch-efficiency")->origin, ==, WS_ORIGIN_MODELLED);
  /* one launch whose time is not known */
  assert_invalid (two, "duration");
  assert_invalid (two, "bandwidth");
  assert_invalid (two, "bandwidth-of-peak");
  assert_invalid (all, "duration");
  assert_metric (all, "global-load-requests", 6, 1);
  assert_metric (all, "global-load-transactions", 1800, 1);
  played = play_end (p, "h200");
  of_played = ws_metrics_new (played, 0);
  assert_invalid (of_played, "duration");
  assert_invalid (of_played, "global-load-throughput");
}

/* A launch that took five centuries, as a file may say: what its memory could have moved is more
 * than any counter holds, and that much it is. */
static void
test_centuries (void)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (spec, "vm:test", "Test", WS_ORIGIN_MEASURED);
  Play *p = play_fingers ();
  WsLaunch launch = { .grid = { 1, 1, 1 },
                      .block = { 48, 1, 1 },
                      .n_elements = 4096,
                      .has_duration = TRUE,
                      .duration_ns = G_MAXUINT64,
                      .origin = WS_ORIGIN_MEASURED };
  const WsSiteCount counts[5] = { { .executed = 2, .active_lanes = 48 } };
  g_autoptr (WsRun) run = NULL;
  g_autoptr (WsRun) played = NULL;
  g_autoptr (GArray) metrics = NULL;

  ws_run_builder_set_about (builder, "hand", "By hand", NULL, WS_VALUE_S32,
                            ws_run_words_find ("sum"));
  launch.kernel = ws_run_builder_add_kernel (builder, play_make_kernel (p));
  ws_run_builder_add_launch (builder, &launch);
  ws_run_builder_add_counts (builder, 0, counts, G_N_ELEMENTS (counts));
  run = ws_run_builder_end (builder);
  metrics = ws_metrics_new (run, 0);
  assert_metric (metrics, "bandwidth-of-peak", 4096 * 4, 0x1p64);
  played = play_end (p, "h200");
  g_assert_nonnull (played);
}

/* The three reductions side by side: who diverges and who conflicts. */
static void
test_ladder (void)
{
  g_autoptr (WsRun) run1 = play_reduce1 (256, 256, "h200");
  g_autoptr (WsRun) run2 = play_reduce2 (256, 256, "h200");
  g_autoptr (WsRun) run3 = play_reduce3 (256, 256, "h200");
  g_autoptr (GArray) metrics1 = ws_metrics_new (run1, 0);
  g_autoptr (GArray) metrics2 = ws_metrics_new (run2, 0);
  g_autoptr (GArray) metrics3 = ws_metrics_new (run3, 0);

  assert_metric (metrics1, "shared-bank-conflicts", 0, 1);
  assert_metric (metrics3, "shared-bank-conflicts", 0, 1);
  /* strides 1 to 64: 4, 2, 1, 1, 1, 1, 1 warps of 2, 4, 8, 8, 8, 4, 2 ways; two loads and a store
   * each */
  assert_metric (metrics2, "shared-load-bank-conflicts", 2 * (4 + 6 + 7 + 7 + 7 + 3 + 1), 1);
  assert_metric (metrics2, "shared-store-bank-conflicts", 4 + 6 + 7 + 7 + 7 + 3 + 1, 1);
  /* 8 warps in strides 1 to 16, 4, 2 and 1 in 32 to 128, and the first at the end */
  assert_metric (metrics1, "divergent-branches", 5 * 8 + 4 + 2 + 1 + 1, 1);
  /* one warp in strides 16 to 1, 8 to 128 */
  assert_metric (metrics2, "divergent-branches", 5 + 1, 1);
  assert_metric (metrics3, "divergent-branches", 5 + 1, 1);
  /* one behind the load, and one behind each of 8 strides; 8 warps */
  assert_metric (metrics1, "barriers", 9 * 8, 8);
  assert_metric (metrics3, "barriers", 9 * 8, 8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/record/metrics/caches", test_caches);
  g_test_add_func ("/record/metrics/fingers", test_fingers);
  g_test_add_func ("/record/metrics/g80", test_g80);
  g_test_add_func ("/record/metrics/counts", test_counts);
  g_test_add_func ("/record/metrics/nothing", test_nothing);
  g_test_add_func ("/record/metrics/occupancy", test_occupancy);
  g_test_add_func ("/record/metrics/times", test_times);
  g_test_add_func ("/record/metrics/centuries", test_centuries);
  g_test_add_func ("/record/metrics/ladder", test_ladder);
  return g_test_run ();
}
