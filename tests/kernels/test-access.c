/* Where the threads of the coalescing kernels read: the random ones held against the published
 * algorithm, the transactions of all against the published figures. */
#include "plans.h"
#include "recorded.h"

#include "metrics/metrics.h"
#include "stages/stages.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8 (14), 2003, page 5: xorwow, in
 * the paper's own letters. */
typedef struct {
  guint32 x, y, z, w, v, d;
} Marsaglia;

static guint32
xorwow (Marsaglia *s)
{
  guint32 t = (s->x ^ (s->x >> 2));

  s->x = s->y;
  s->y = s->z;
  s->z = s->w;
  s->w = s->v;
  s->v = (s->v ^ (s->v << 4)) ^ (t ^ (t << 1));
  return (s->d += 362437) + s->v;
}

typedef struct {
  WsRun *run;
  guint32 first_event;
  guint32 n_events;
} Block;

static Block
get_block (WsRun *run, guint block)
{
  const WsBlockRecord *record = ws_run_find_block (run, 0, block);

  g_assert_nonnull (record);
  return (Block){ run, record->first_event, record->n_events };
}

static const WsRegion *
get_region (const WsRun *run, const char *name)
{
  for (guint i = 0; i < run->regions->len; i++)
    {
      const WsRegion *region = g_ptr_array_index (run->regions, i);

      if (g_str_equal (region->name, name))
        return region;
    }
  g_assert_not_reached ();
}

/* What lane @lane of @warp loaded from @name as its @index-th load from there. */
static gboolean
find_load (const Block *block, const char *name, guint warp, guint lane, guint index, WsLane *found)
{
  const WsRegion *region = get_region (block->run, name);

  for (guint i = 0; i < block->n_events; i++)
    {
      const WsEvent *event = &block->run->events[block->first_event + i];
      const WsLane *access;

      if (event->warp != warp || event->access == WS_NONE || (event->taken >> lane & 1) == 0)
        continue;
      access = &block->run->lanes[event->access
                                  + (guint)__builtin_popcount (event->taken & ((1u << lane) - 1))];
      if (access->address < region->address
          || access->address >= region->address + region->size_bytes || index-- > 0)
        continue;
      *found = *access;
      return TRUE;
    }
  return FALSE;
}

/* Word @word of generator @i of @n, as the lane loaded it. */
static guint32
load_state (const Block *block, const char *name, guint warp, guint lane, guint word, guint i,
            guint n)
{
  guint64 address = get_region (block->run, name)->address + 4 * (word * (guint64)n + i);
  WsLane load;

  for (guint k = 0; find_load (block, name, warp, lane, k, &load); k++)
    if (load.address == address)
      return (guint32)load.value;
  g_assert_not_reached ();
}

static guint32
share (guint64 n)
{
  return (guint32)ceil (0x1p32 / (double)n);
}

#define N       1024u
#define REPEATS 20u

/* Each read of each of some threads lies where the algorithm says, and there is no other. */
static void
check_thread (const Block *block, const char *states, guint index_of_block, guint thread,
              guint64 first, guint64 size)
{
  const guint warp = thread / 32;
  const guint lane = thread % 32;
  const guint tid = index_of_block * 256 + thread;
  const WsRegion *a = get_region (block->run, "A");
  const WsRegion *b = get_region (block->run, "B");
  Marsaglia s = { .d = load_state (block, states, warp, lane, 0, tid, N),
                  .x = load_state (block, states, warp, lane, 1, tid, N),
                  .y = load_state (block, states, warp, lane, 2, tid, N),
                  .z = load_state (block, states, warp, lane, 3, tid, N),
                  .w = load_state (block, states, warp, lane, 4, tid, N),
                  .v = load_state (block, states, warp, lane, 5, tid, N) };
  WsLane load;

  for (guint r = 0; r < REPEATS; r++)
    {
      guint64 index = xorwow (&s) / share (size) + first;

      g_assert_true (find_load (block, "A", warp, lane, r, &load));
      g_assert_cmpuint (load.address, ==, a->address + 4 * index);
      g_assert_true (find_load (block, "B", warp, lane, r, &load));
      g_assert_cmpuint (load.address, ==, b->address + 4 * index);
    }
  g_assert_false (find_load (block, "A", warp, lane, REPEATS, &load));
}

static WsRun *
record (const char *kernel)
{
  return recorded_new (&(Recorded){ kernel, "k40c", N, 256, REPEATS });
}

static void
test_random (void)
{
  g_autoptr (WsRun) run = record ("non_coalesced_access");

  for (guint b = 0; b < 4; b += 3)
    {
      Block block = get_block (run, b);

      for (guint t = 0; t < 256; t += 37)
        check_thread (&block, "RNGs", b, t, 0, N);
    }
}

/* The group of a warp is drawn once, from three words of a state of its own. */
static void
test_groups (void)
{
  g_autoptr (WsRun) run = record ("semi_coalesced_access");
  Block block = get_block (run, 3);
  g_autoptr (GHashTable) groups = g_hash_table_new (NULL, NULL);

  for (guint warp = 0; warp < 8; warp++)
    {
      Marsaglia s = { .d = load_state (&block, "RNGs2", warp, 0, 0, 24 + warp, N / 32),
                      .x = load_state (&block, "RNGs2", warp, 0, 1, 24 + warp, N / 32),
                      .v = load_state (&block, "RNGs2", warp, 0, 5, 24 + warp, N / 32) };
      guint64 group = xorwow (&s) / share (N / 512);

      g_assert_cmpuint (group, <, N / 512);
      g_hash_table_add (groups, GUINT_TO_POINTER (group + 1));
      for (guint lane = 0; lane < 32; lane += 11)
        check_thread (&block, "RNGs1", 3, warp * 32 + lane, group * 512, 512);
    }
  g_assert_cmpuint (g_hash_table_size (groups), ==, 2);
}

/* gld_transactions and gld_transactions_per_request as published for a Tesla K40c: of 32768
 * elements in blocks of 1024, 100 reads a thread; the random ones within what other random numbers
 * make. */
static void
test_published (void)
{
  static const struct {
    const char *kernel;
    double transactions;
    double per_request;
    double requests;
  } rows[] = {
    { "full_coalesced_access", 2048, 1.0, 2048 },
    { "semi_coalesced_access", 2870742, 13.413679, 214016 },
    { "non_coalesced_access", 6461574, 30.631703, 210944 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (WsRun) run =
          recorded_new (&(Recorded){ rows[i].kernel, "k40c", 32768, 1024, 0, 0 });
      g_autoptr (GArray) metrics = ws_metrics_new (run, 0);
      const WsMetric *metric = ws_metrics_find (metrics, "global-load-segments-per-request");

      g_assert_true (metric->valid);
      printf ("# %s: %.0f segments, %.0f requests: %.3f, published %.3f\n", rows[i].kernel,
              metric->numerator, metric->denominator, metric->value, rows[i].per_request);
      g_assert_cmpfloat (metric->denominator, ==, rows[i].requests);
      g_assert_cmpfloat_with_epsilon (metric->numerator, rows[i].transactions,
                                      rows[i].transactions * 0.0005);
      g_assert_cmpfloat_with_epsilon (metric->value, rows[i].per_request,
                                      rows[i].per_request * 0.0005);
    }
}

static double
read_metric (PlanFixture *fixture, const char *id, const char *option, const char *name)
{
  const WsCatalogKernel *kernel = ws_catalog_find (fixture->catalog, id, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsPlan) plan = NULL;
  g_autoptr (WsRun) run = NULL;
  g_autoptr (GArray) metrics = NULL;
  WsPlanParameters parameters;

  ws_plan_parameters_init (&parameters, kernel);
  parameters.n = 65536;
  parameters.repeats = MIN (parameters.repeats, 10);
  if (option != NULL)
    g_assert_true (ws_plan_set_options (&parameters, kernel, option, &error));
  plan = ws_plan_new (fixture->catalog, kernel, &parameters, fixture->device->spec, &error);
  g_assert_no_error (error);
  run = plan_record (fixture->device, fixture->catalog, plan, NULL, RECORDED_DATE, NULL, &error);
  g_assert_no_error (error);
  metrics = ws_metrics_new (run, 0);
  g_assert_true (ws_metrics_find (metrics, name)->valid);
  return ws_metrics_find (metrics, name)->value;
}

/* What each of these kernels is there to show. */
static void
test_shown (PlanFixture *fixture, gconstpointer data)
{
  static const struct {
    const char *kernel;
    const char *option;
    const char *metric;
    double value;
    double within;
  } rows[] = {
    { "sumMatrixOnGPU2D", "shape=32x32", "global-load-segments-per-request", 1, 0 },
    { "sumMatrixOnGPU2D", "shape=32x16", "global-load-segments-per-request", 1, 0 },
    { "sumMatrixOnGPU2D", "shape=16x32", "global-load-segments-per-request", 2, 0 },
    { "sumMatrixOnGPU2D", "shape=16x16", "global-load-segments-per-request", 2, 0 },
    { "readOffset", "offset=0", "global-load-segments-per-request", 1, 0 },
    { "readOffset", "offset=11", "global-load-segments-per-request", 2, 0 },
    { "readOffset", "offset=128", "global-load-segments-per-request", 1, 0 },
    { "readStride", "stride=1", "global-load-segments-per-request", 1, 0 },
    { "readStride", "stride=2", "global-load-segments-per-request", 2, 0 },
    { "readStride", "stride=32", "global-load-segments-per-request", 32, 0 },
    { "readStride", "stride=2", "global-load-efficiency", 50, 0 },
    { "testInnerStruct", NULL, "global-load-segments-per-request", 2, 0 },
    { "testInnerStruct", NULL, "global-load-efficiency", 50, 0 },
    { "testInnerArray", NULL, "global-load-segments-per-request", 1, 0 },
    { "testInnerArray", NULL, "global-load-efficiency", 100, 0 },
    { "semi_coalesced_access", "segments=1", "global-load-segments-per-request", 1, 0 },
    /* published: 100 and 34.80, of machine instructions: a division is many of them, in which a
     * quarter of the lanes works, and one instruction of PTX */
    { "warp_no_divergence", NULL, "warp-execution-efficiency", 100, 0 },
    { "warp_divergence", NULL, "warp-execution-efficiency", 55.1, 0.01 },
    { "mathKernel1", NULL, "branch-efficiency", 100, 0 },
    { "mathKernel2", NULL, "branch-efficiency", 100, 0 },
    { "mathKernel3", NULL, "branch-efficiency", 86.67, 0.01 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      double value = read_metric (fixture, rows[i].kernel, rows[i].option, rows[i].metric);

      printf ("# %s %s: %s %.2f\n", rows[i].kernel, rows[i].option != NULL ? rows[i].option : "",
              rows[i].metric, value);
      g_assert_cmpfloat_with_epsilon (value, rows[i].value, rows[i].within + 1e-9);
    }
}

/* A stop stands where the first warp's access is scattered most, and the caption says how far. */
static void
test_stop (void)
{
  static const struct {
    guint32 stride;
    const char *spec;
    guint pieces;
    const char *said;
  } cases[] = {
    { 8, "h200", 32, "An access to global memory touches up to 32 sectors; 4 would suffice." },
    { 2, "h200", 8, "An access to global memory touches up to 8 sectors; 4 would suffice." },
    { 2, "k40c", 2, "An access to global memory touches up to 2 segments; 1 would suffice." },
    { 1, "h200", 0, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const guint32 options[] = { cases[i].stride };
      g_autoptr (WsRun) run = recorded_new (&(Recorded){ .kernel = "readStride",
                                                         .spec = cases[i].spec,
                                                         .n = 2048,
                                                         .block = 256,
                                                         .options = options });
      g_autoptr (WsDataflow) dataflow = ws_dataflow_new (run, 0, 0);
      g_autoptr (WsStages) stages = ws_stages_new (run, 0, 0, dataflow);
      g_autofree char *caption = ws_stages_caption (stages, run, 0, 0, 0);
      Block block = get_block (run, 0);
      const WsStage *stage = &stages->stages[0];
      const WsEvent *event = &run->events[block.first_event + stage->telling_event];
      const WsSite *site = &ws_run_get_kernel (run, 0)->sites[event->site];

      g_assert_cmpuint (stage->pieces, ==, cases[i].pieces);
      if (cases[i].said == NULL)
        {
          g_assert_null (strstr (caption, "touches"));
          continue;
        }
      g_assert_true (g_str_has_suffix (caption, cases[i].said));
      g_assert_cmpuint (event->warp, ==, 0);
      g_assert_cmpint (site->op_class, ==, WS_OP_LOAD);
      g_assert_cmpint (event->space, ==, WS_SPACE_GLOBAL);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/access/random", test_random);
  g_test_add_func ("/access/groups", test_groups);
  g_test_add_func ("/access/published", test_published);
  g_test_add_func ("/access/stop", test_stop);
  g_test_add ("/access/shown", PlanFixture, "k40c", plan_set_up, test_shown, plan_tear_down);
  return g_test_run ();
}
