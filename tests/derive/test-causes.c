/* Why a launch takes its time: of the catalogue's kernels, the first cause is the one that its
 * successor removes, and the estimate is near what that gains; or the course goes another way, and
 * gains less. */
#include "advice/causes.h"
#include "advice/replay.h"
#include "part.h"
#include "recorded.h"

#include <string.h>

typedef struct {
  Recorded run;
  const char *cause; /* id of the first; NULL: nothing stands out */
  const char *cure;
} Case;

/* On each device as the lectures have it, with as many elements as fill it, unless it is about
 * that.
 */
static const Case cases[] = {
  { { "reduce1", "g80", 1 << 20, 128 }, "divergence", "reduce2" },
  { { "reduce1", "h200", 1 << 20, 128 }, "divergence", "reduce2" },
  { { "reduce3", "g80", 1 << 20, 128 }, "idle-threads", "reduce4" },
  { { "reduce4", "g80", 1 << 20, 128 }, "idle-warps", "reduce5" },
  /* of what the course does next, and where that is not first, why, see steps */
  { { "reduce2", "g80", 1 << 20, 128 }, "idle-threads", "reduce4" },
  { { "reduce5", "g80", 1 << 20, 128 }, "loops", "reduce6" },
  { { "reduce6", "h200", 1 << 20, 128 }, "launch-rate", "reduce7" },
  { { "reduce7", "h200", 1 << 24, 128 }, "loads", "reduce10" },
  { { "reduce8", "h200", 1 << 24, 128 }, "loads", "reduce10" },
  { { "reduce9", "h200", 1 << 24, 128 }, "loads", "reduce10" },
  { { "reduce12", "h200", 1 << 24, 128 }, "loads", "reduce10" },
  { { "reduceUnrolling2", "k40c", 1 << 22, 512 }, "loads", "reduceUnrolling4" },
  { { "reduceUnrolling4", "k40c", 1 << 22, 512 }, "loads", "reduceUnrolling8" },
  { { "warp_divergence", "k40c", 1 << 20, 256 }, "divergence", "warp_no_divergence" },
  { { "mathKernel1", "k40c", 1 << 20, 256 }, NULL, NULL },
  { { "mathKernel1", "h200", 1 << 20, 256 }, "launch-rate", "reduce7" },
  { { "mathKernel3", "k40c", 1 << 20, 256 }, "divergence", "mathKernel2" },
  { { "convolution_1d", "k40c", 1 << 20, 256 }, NULL, NULL },
  { { "convolution_1d_tiled", "k40c", 1 << 20, 256 }, "loads", "loads" },
  { { "convolution_2d", "k40c", 1024, 256 }, "read-again", "matrix_product_tiled" },
  { { "histogram_global", "k40c", 1 << 22, 256, .max_grid = 1024 }, "atomics", "histogram_shared" },
  { { "histogram_global", "h200", 1 << 22, 256, .max_grid = 4096 }, "atomics", "histogram_shared" },
  { { "histogram_shared", "k40c", 1 << 22, 256, .max_grid = 1024 }, "loads", "loads" },
  { { "bank_stride", "k40c", 1 << 20, 256, .options = (const guint32[]){ 32 } },
    "bank-conflicts",
    "transpose_padded" },
  { { "scan_hillis_steele", "k40c", 1 << 20, 256 }, "loops", "reduce6" },
  { { "scan_work_efficient", "k40c", 1 << 22, 128 }, "bank-conflicts", "transpose_padded" },
  /* every fourth warp divides */
  { { "vector_add", "h200", 1 << 24, 1024 }, "uneven-warps", NULL },
  { { "reduceNeighbored", "h200", 1 << 20, 512 }, "divergence", "reduceNeighboredLess" },
  { { "reduceNeighboredLess", "h200", 1 << 20, 512 }, "idle-threads", "reduceUnrolling2" },
  { { "reduceInterleaved", "h200", 1 << 20, 512 }, "idle-threads", "reduceUnrolling2" },
  { { "semi_coalesced_access", "k40c", 32768, 1024 }, "sectors", "full_coalesced_access" },
  { { "non_coalesced_access", "k40c", 32768, 1024 }, "sectors", "full_coalesced_access" },
  { { "readStride", "h200", 1 << 24, 512 }, "sectors", "full_coalesced_access" },
  { { "transpose_naive", "k40c", 1024, 256 }, "sectors", "transpose_shared" },
  { { "transpose_shared", "k40c", 1024, 256 }, "bank-conflicts", "transpose_padded" },
  { { "matrix_product", "h200", 512, 256 }, "read-again", "matrix_product_tiled" },
  { { "matrix_product", "k40c", 512, 256 }, "read-again", "matrix_product_tiled" },
  { { "matrix_product_tiled", "h200", 512, 256 }, "barriers", "reduce8" },
  { { "unbalanced_blocks", "h200", 262144, 128 }, "uneven-blocks", "vector_add" },
  { { "reduce2", "h200", 1 << 20, 128 }, "idle-threads", "reduce4" },
  { { "partial_wave", "h200", 279040, 512 }, "tail", "vector_add" },
  { { "work1", "h200", 262144, 128 }, "loops", "work2" },
  { { "work2", "h200", 262144, 128 }, "loops", "work4" },
  { { "work4", "h200", 262144, 128 }, "loops", "work8" },
  /* of 35 instructions of a round, three count it: just above what is worth a word */
  { { "work8", "h200", 262144, 128 }, "loops", "reduce6" },
  { { "reduce10", "h200", 1 << 26, 512 }, NULL, NULL },
  /* on the H200 it moves 48 % of what the memory could (2^22: 21.95 us) */
  { { "sumMatrixOnGPU2D", "h200", 1 << 20, 1024 }, "loads", "loads" },
};

static void
test_first (gconstpointer data)
{
  const Case *item = data;
  g_autoptr (WsRun) run = recorded_new (&item->run);
  g_autoptr (WsCauses) causes = ws_causes_new (run, 0);

  g_assert_true (causes->known);
  for (guint i = 0; i < WS_N_CAUSES; i++)
    if (causes->gains[i] > 1.02)
      g_test_message ("%s: %.2f", ws_cause_get_id ((WsCauseKind)i), causes->gains[i]);
  g_test_message ("%s", causes->summary);
  if (item->cause == NULL)
    {
      g_assert_cmpuint (causes->n_causes, ==, 0);
      g_assert_true (g_str_has_prefix (causes->summary, "No bottleneck"));
      return;
    }
  g_assert_cmpuint (causes->n_causes, >, 0);
  g_assert_cmpstr (causes->causes[0].id, ==, item->cause);
  g_assert_cmpstr (causes->causes[0].cure, ==, item->cure);
  for (guint i = 1; i < causes->n_causes; i++)
    g_assert_cmpfloat (causes->causes[i].share, <=, causes->causes[i - 1].share);
}

/* What the course does next to a kernel, and what that truly gives by the clock of the virtual GPU.
 * Where it removes the first cause, the estimate is near that. Where the course goes another way,
 * it gains less than removing the first cause would: the order of the course is not that of gain,
 * and here stands why. */
static const struct {
  Recorded with;
  Recorded without;
  WsCauseKind removes;
  const char *because; /* of what is not first; NULL: it is */
} steps[] = {
  { { "reduce1", "g80", 1 << 20, 128 },
    { "reduce2", "g80", 1 << 20, 128 },
    WS_CAUSE_DIVERGENCE,
    "it is first; but its successor has bank conflicts in its place" },
  { { "reduce2", "g80", 1 << 20, 128 },
    { "reduce3", "g80", 1 << 20, 128 },
    WS_CAUSE_CONFLICTS,
    "the conflicts are second: that half of the threads add nothing costs more" },
  { { "reduce3", "g80", 1 << 20, 128 }, { "reduce4", "g80", 1 << 20, 128 }, WS_CAUSE_IDLE_THREADS },
  { { "reduce4", "g80", 1 << 20, 128 }, { "reduce5", "g80", 1 << 20, 128 }, WS_CAUSE_IDLE_WARPS },
  { { "reduce5", "g80", 1 << 20, 128 }, { "reduce6", "g80", 1 << 20, 128 }, WS_CAUSE_LOOPS },
  { { "reduce7", "h200", 1 << 24, 128 },
    { "reduce8", "h200", 1 << 24, 128 },
    WS_CAUSE_BARRIERS,
    "all the time goes into loads, one after another; barriers come once a block" },
  { { "reduce8", "h200", 1 << 24, 128 },
    { "reduce9", "h200", 1 << 24, 128 },
    WS_CAUSE_DEPENDENCY,
    "five shuffles at the end of a thread that has waited for sixty loads" },
  { { "reduce9", "h200", 1 << 24, 128 }, { "reduce10", "h200", 1 << 24, 512 }, WS_CAUSE_LOADS },
  { { "reduceNeighbored", "h200", 1 << 20, 512 },
    { "reduceNeighboredLess", "h200", 1 << 20, 512 },
    WS_CAUSE_DIVERGENCE },
  { { "reduceNeighboredLess", "h200", 1 << 20, 512 },
    { "reduceInterleaved", "h200", 1 << 20, 512 },
    WS_CAUSE_SECTORS,
    "the caches hold a block's elements, so that half its threads doing nothing cost more" },
  { { "reduceInterleaved", "h200", 1 << 20, 512 },
    { "reduceUnrolling2", "h200", 1 << 20, 512 },
    WS_CAUSE_IDLE_THREADS },
  { { "reduceUnrolling2", "k40c", 1 << 22, 512 },
    { "reduceUnrolling4", "k40c", 1 << 22, 512 },
    WS_CAUSE_LOADS },
  { { "reduceUnrolling4", "k40c", 1 << 22, 512 },
    { "reduceUnrolling8", "k40c", 1 << 22, 512 },
    WS_CAUSE_LOADS },
  { { "reduceUnrolling8", "k40c", 1 << 22, 512 },
    { "reduceUnrollWarps8", "k40c", 1 << 22, 512 },
    WS_CAUSE_IDLE_WARPS,
    "three bytes in five that keep the memory busy are not in flight: more loads would give more, "
    "but the course goes on with the tree" },
  { { "reduceUnrollWarps8", "k40c", 1 << 22, 512 },
    { "reduceCompleteUnrollWarps8", "k40c", 1 << 22, 512 },
    WS_CAUSE_LOOPS,
    "as before it: three rounds of a loop are left in each block, and the loads wait" },
  { { "reduceCompleteUnrollWarps8", "k40c", 1 << 22, 512 },
    { "reduceCompleteUnroll", "k40c", 1 << 22, 512 },
    WS_CAUSE_LOOPS,
    "as before it: four comparisons of the block's size are left, and the loads wait" },
  { { "transpose_shared", "k40c", 1024, 256 },
    { "transpose_padded", "k40c", 1024, 256 },
    WS_CAUSE_CONFLICTS },
  { { "work1", "h200", 262144, 128 }, { "work4", "h200", 262144, 128 }, WS_CAUSE_LOOPS },
  { { "warp_divergence", "k40c", 1 << 20, 256 },
    { "warp_no_divergence", "k40c", 1 << 20, 256 },
    WS_CAUSE_DIVERGENCE },
  { { "mathKernel3", "k40c", 1 << 20, 256 },
    { "mathKernel2", "k40c", 1 << 20, 256 },
    WS_CAUSE_DIVERGENCE,
    "it is first; but to tell its warps apart the successor divides, and that costs most of what "
    "it saves" },
  { { "matrix_product", "k40c", 512, 256 },
    { "matrix_product_tiled", "k40c", 512, 256 },
    WS_CAUSE_READ_AGAIN },
  { { "scan_hillis_steele", "k40c", 1 << 20, 256 },
    { "scan_work_efficient", "k40c", 1 << 20, 128 },
    WS_CAUSE_BARRIERS,
    "its successor adds less often, with twice as many barriers: no cause is about that, and the "
    "loop costs more" },
  { { "histogram_global", "h200", 1 << 22, 256, .max_grid = 264 },
    { "histogram_shared", "h200", 1 << 22, 256, .max_grid = 264 },
    WS_CAUSE_ATOMICS },
  { { "bank_stride", "k40c", 1 << 20, 256, .options = (const guint32[]){ 32 } },
    { "bank_stride", "k40c", 1 << 20, 256, .options = (const guint32[]){ 1 } },
    WS_CAUSE_CONFLICTS },
  { { "readStride", "h200", 1 << 24, 512 },
    { "readStride", "h200", 1 << 24, 512, .options = (const guint32[]){ 1 } },
    WS_CAUSE_SECTORS },
  { { "unbalanced_warps", "k40c", 262144, 256, 50 },
    { "few_blocks", "k40c", 262144, 256, 225 }, /* as much work, in warps of equal length */
    WS_CAUSE_UNEVEN_WARPS },
};

static void
test_gain (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      if (!part_has (i, 5))
        continue;

      g_autoptr (WsRun) with = recorded_new (&steps[i].with);
      g_autoptr (WsRun) without = recorded_new (&steps[i].without);
      g_autoptr (WsCauses) causes = ws_causes_new (with, 0);
      double estimate = causes->gains[steps[i].removes];
      double truth =
          (double)with->launches[0].duration_cycles / (double)without->launches[0].duration_cycles;

      g_assert_cmpuint (causes->n_causes, >, 0);
      g_test_message ("%s without %s: %.2f, truly %.2f; first: %s, %.2f%s%s", steps[i].with.kernel,
                      ws_cause_get_id (steps[i].removes), estimate, truth, causes->causes[0].id,
                      causes->causes[0].factor, steps[i].because != NULL ? "; " : "",
                      steps[i].because != NULL ? steps[i].because : "");
      if (steps[i].because != NULL)
        {
          g_assert_cmpfloat (truth, <, causes->causes[0].factor * 0.9);
          /* two of them lose more than they gain, on an H200 too: the tree of a scan takes 1.25
           * times as long there (tests/measured/h200-catalogue.csv) */
          g_assert_cmpfloat (truth, >, 0.8);
          continue;
        }
      g_assert_cmpint (causes->causes[0].kind, ==, steps[i].removes);
      g_assert_cmpfloat (estimate, >, truth * 0.8);
      g_assert_cmpfloat (estimate, <, truth * 1.25);
    }
}

/* A block that is timed again as it is, and is alone on its SM, takes what the clock said. */
static void
test_replay (void)
{
  static const Recorded runs[] = {
    { "reduce1", "h200", 4096, 128 },        { "reduce3", "g80", 1024, 128 },
    { "transpose_shared", "k40c", 64, 256 }, { "matrix_product", "h200", 64, 256 },
    { "bank_stride", "h200", 1024, 128 },    { "work4", "h200", 4096, 128 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autoptr (WsRun) run = recorded_new (&runs[i]);
      const WsBlockRecord *block = ws_run_find_block (run, 0, 0);
      const WsResidency *stay = &run->residencies[run->launches[0].first_residency];
      g_autoptr (WsReplay) replay = ws_replay_new (run, 0, block);
      WsReplayUse use;
      double truth = (double)(stay->end - stay->start);

      ws_replay_run (replay, WS_REPLAY_AS_IT_IS, 1, &use);
      g_test_message ("%s: %.0f cycles, truly %.0f", runs[i].kernel, use.together, truth);
      g_assert_cmpfloat (use.together, >, truth * 0.99);
      g_assert_cmpfloat (use.together, <, truth * 1.01);
    }
}

static double
find_hottest (const WsRun *run)
{
  g_autoptr (WsReplay) replay = ws_replay_new (run, 0, ws_run_find_block (run, 0, 0));
  WsReplayUse use;

  ws_replay_run (replay, WS_REPLAY_AS_IT_IS, 1, &use);
  return use.hottest;
}

/* Sums of floats at one address take longer than those of integers, as the clock has it: on an H200
 * 3.5 cycles, not 1.5. */
static void
test_float_atomics (void)
{
  static const guint32 one_bin[] = { 1 };
  static const struct {
    Recorded what;
    gboolean is_longer;
  } rows[] = {
    { { "histogram_global", "h200", 4096, 256, .options = one_bin }, TRUE },
    { { "histogram_global", "k40c", 4096, 256, .options = one_bin }, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (WsRun) run = recorded_new (&rows[i].what);
      const WsKernel *kernel = ws_run_get_kernel (run, 0);
      double of_integers = find_hottest (run);
      double of_floats;

      for (guint s = 0; s < kernel->n_sites; s++)
        if (kernel->sites[s].op_class == WS_OP_ATOMIC)
          ((WsSite *)kernel->sites)[s].value_type = WS_VALUE_F32;
      of_floats = find_hottest (run);
      g_assert_cmpfloat (of_integers, >=, 1);
      if (rows[i].is_longer)
        g_assert_cmpfloat (of_floats, ==, of_integers * 35 / 15);
      else
        g_assert_cmpfloat (of_floats, ==, of_integers);
    }
}

/* A launch that goes on with what the one before it left could be part of that: of the second
 * launch of a plan, what launching takes is held against its own time. */
static void
test_launches (void)
{
  const Recorded what = { "reduce6", "h200", 1 << 20, 128 };
  g_autoptr (WsRun) run = recorded_new (&what);
  g_autoptr (WsCauses) first = ws_causes_new (run, 0);
  g_autoptr (WsCauses) second = ws_causes_new (run, 1);
  double expected = 1 + (double)run->spec->launch_ns / (double)run->launches[1].duration_ns;
  gboolean found = FALSE;

  g_assert_cmpfloat (first->gains[WS_CAUSE_LAUNCHES], ==, 1);
  g_assert_cmpfloat (expected, >, 1.5);
  g_assert_cmpfloat (ABS (second->gains[WS_CAUSE_LAUNCHES] - expected), <, 1e-9);
  for (guint i = 0; i < second->n_causes; i++)
    if (second->causes[i].kind == WS_CAUSE_LAUNCHES)
      {
        found = TRUE;
        g_assert_cmpstr (second->causes[i].cure, ==, "reduce11");
        g_assert_cmpuint (second->causes[i].event, ==, WS_NONE);
      }
  g_assert_true (found);
}

/* Where a cause is seen: bank conflicts at the load of a column, with all lanes. */
static void
test_place (void)
{
  const Recorded what = { "transpose_shared", "k40c", 1024, 256 };
  g_autoptr (WsRun) run = recorded_new (&what);
  g_autoptr (WsCauses) causes = ws_causes_new (run, 0);
  const WsCause *cause = &causes->causes[0];
  const WsBlockRecord *block = ws_run_find_block (run, 0, cause->block);
  const WsKernel *kernel = ws_run_get_kernel (run, 0);
  g_autofree char *place = ws_cause_describe_place (cause, run, 0);
  g_auto (GStrv) lines = g_strsplit (kernel->source, "\n", -1);

  g_assert_nonnull (block);
  g_assert_cmpuint (cause->event, <, block->n_events);
  g_assert_cmpuint (run->events[block->first_event + cause->event].site, ==, cause->site);
  g_assert_cmpint (kernel->sites[cause->site].op_class, ==, WS_OP_LOAD);
  g_assert_cmpint (kernel->sites[cause->site].space, ==, WS_SPACE_SHARED);
  g_assert_cmphex (cause->lanes, ==, G_MAXUINT32);
  g_assert_cmpuint (kernel->sites[cause->site].line, ==, cause->line);
  g_assert_nonnull (strstr (lines[cause->line - 1], "[threadIdx.x]["));
  g_assert_nonnull (strstr (place, "transpose_shared.cu:"));
  g_assert_cmpstr (cause->figure, ==, "32.0 passes per access; 1.0 would suffice");
}

/* Of lanes that diverge, where few are active. */
static void
test_lanes (void)
{
  const Recorded what = { "reduce1", "g80", 1 << 20, 128 };
  g_autoptr (WsRun) run = recorded_new (&what);
  g_autoptr (WsCauses) causes = ws_causes_new (run, 0);

  g_assert_cmpint (causes->causes[0].kind, ==, WS_CAUSE_DIVERGENCE);
  g_assert_cmpuint (causes->causes[0].line, ==, 20);
  g_assert_cmphex (causes->causes[0].lanes, !=, G_MAXUINT32);
}

/* Without the constants of a device it cannot be said. */
static void
test_unknown (void)
{
  const Recorded what = { "reduce1", "h200", 4096, 128 };
  g_autoptr (WsRun) run = recorded_new (&what);
  g_autoptr (WsCauses) causes = NULL;
  WsSpec spec = *run->spec;
  WsSpec *known = run->spec;

  spec.latency_arithmetic = 0;
  run->spec = &spec;
  causes = ws_causes_new (run, 0);
  run->spec = known;
  g_assert_false (causes->known);
  g_assert_cmpuint (causes->n_causes, ==, 0);
  g_assert_true (g_str_has_prefix (causes->summary, "No analysis"));
}

/* A launch that leaves most of the device empty: more work would be done in the same time, and no
 * time of this launch would be saved. */
static void
test_small (void)
{
  static const Recorded runs[] = { { "few_blocks", "h200", 2048, 256 },
                                   { "reduce1", "h200", 16, 16 },
                                   { "reduce2", "h200", 16, 8 },
                                   { "vector_add", "k40c", 1024, 128 } };

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autoptr (WsRun) run = recorded_new (&runs[i]);

      for (guint launch = 0; launch < run->n_launches; launch++)
        {
          g_autoptr (WsCauses) causes = ws_causes_new (run, launch);

          g_assert_true (causes->is_small);
          g_assert_cmpstr (causes->remark.id, ==, "few-blocks");
          g_assert_cmpstr (causes->remark.cure, ==,
                           g_str_equal (runs[i].kernel, "vector_add") ? NULL : "vector_add");
          g_assert_cmpfloat (causes->remark.share, ==, 0);
          g_assert_cmpfloat (causes->gains[WS_CAUSE_FEW_BLOCKS], ==, 1);
          g_assert_true (g_str_has_prefix (causes->summary, "Too small to fill the GPU: "));
          for (guint k = 0; k < causes->n_causes; k++)
            {
              g_test_message ("%s, launch %u: %s %.2f", runs[i].kernel, launch,
                              causes->causes[k].id, causes->causes[k].factor);
              g_assert_cmpint (causes->causes[k].kind, !=, WS_CAUSE_FEW_BLOCKS);
              /* its time is that of one block, which nothing makes a hundred times as fast */
              g_assert_cmpfloat (causes->causes[k].factor, <, 16);
            }
        }
    }
}

/* Who looks at a copy of a kernel of the course, or has written the like, is not told to see it;
 * the copy is cured by what cures the kernel. */
static void
test_own (void)
{
  static const struct {
    Recorded what;
    const char *id;
    const char *cure;
  } rows[] = {
    { { "few_blocks", "h200", 2048, 256 }, "own-vectorAdd", NULL },
    { { "few_blocks", "h200", 2048, 256 }, "own-vector_add<float>", NULL },
    { { "few_blocks", "h200", 2048, 256 }, "own-vectorAdd2", "vector_add" },
    { { "few_blocks", "h200", 2048, 256 }, "own-", "vector_add" },
    { { "work1", "h200", 262144, 128 }, "own-work1", "work2" },
    { { "work2", "h200", 262144, 128 }, "own-work2", "work4" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (WsRun) run = recorded_new (&rows[i].what);
      g_autoptr (WsCauses) causes = NULL;
      gboolean is_remark;

      g_free (run->id);
      run->id = g_strdup (rows[i].id);
      causes = ws_causes_new (run, 0);
      is_remark = g_str_equal (rows[i].what.kernel, "few_blocks");
      g_assert_true (is_remark ? causes->is_small : causes->n_causes > 0);
      g_assert_cmpstr (is_remark ? causes->remark.cure : causes->causes[0].cure, ==, rows[i].cure);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/causes/first/%s/%s", cases[i].run.spec, cases[i].run.kernel);

      if (part_has (i, 4))
        g_test_add_data_func (path, &cases[i], test_first);
    }
  g_test_add_func ("/causes/small", test_small);
  g_test_add_func ("/causes/gain", test_gain);
  g_test_add_func ("/causes/replay", test_replay);
  g_test_add_func ("/causes/float-atomics", test_float_atomics);
  g_test_add_func ("/causes/launches", test_launches);
  g_test_add_func ("/causes/place", test_place);
  g_test_add_func ("/causes/lanes", test_lanes);
  g_test_add_func ("/causes/unknown", test_unknown);
  g_test_add_func ("/causes/own", test_own);
  return g_test_run ();
}
