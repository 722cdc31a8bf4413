/* The model of an SM: what ptxas leaves of PTX, what accesses ask for, and what they wait for.
 * Expected are what nvdisasm shows of ptxas 13.0 for sm_90, and rates that were measured. */
#include "model/memory-model.h"
#include "model/fusion.h"
#include "recorded.h"
#include "specs.h"

/* How many sites whose text begins with @opcode became @kind, and how many there are. */
static guint
count (const WsKernel *kernel, const WsFusion *fusions, const char *opcode, WsFusionKind kind,
       guint *all)
{
  guint n = 0;

  *all = 0;
  for (guint s = 0; s < kernel->n_sites; s++)
    if (g_str_has_prefix (ws_kernel_get_string (kernel, kernel->sites[s].opcode), opcode))
      {
        (*all)++;
        n += fusions[s].kind == kind;
      }
  return n;
}

static void
test_folded (void)
{
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ "reduce3", "h200", 256, 128 });
  const WsKernel *kernel = ws_run_get_kernel (run, 0);
  guint n_loops;
  g_autofree WsFusion *fusions = ws_fusion_new (kernel, &n_loops);
  guint all;

  /* its loop has a barrier */
  g_assert_cmpuint (n_loops, ==, 0);
  g_assert_cmpuint (count (kernel, fusions, "cvta", WS_FUSION_FOLDED, &all), ==, all);
  g_assert_cmpuint (all, ==, 2);
  /* IMAD.WIDE: the address of the input, and of the output */
  g_assert_cmpuint (count (kernel, fusions, "mul.wide", WS_FUSION_FOLDED, &all), ==, 2);
  g_assert_cmpuint (all, ==, 2);
  g_assert_cmpuint (count (kernel, fusions, "add.s64", WS_FUSION_TAKES, &all), ==, 2);
  g_assert_cmpuint (count (kernel, fusions, "ld.param", WS_FUSION_FOLDED, &all), ==, all);
  /* what is loaded, the addition, and the end are predicates; the loop and what goes around it are
   * not */
  g_assert_cmpuint (count (kernel, fusions, "bra", WS_FUSION_PREDICATED, &all), ==, 3);
  g_assert_cmpuint (all, ==, 5);
  g_assert_cmpuint (count (kernel, fusions, "bar", WS_FUSION_NONE, &all), ==, 2);
}

static void
test_unrolled (void)
{
  static const struct {
    const char *kernel;
    guint n_loops;
  } rows[] = {
    { "matrix_product", 1 }, /* of the two one is not to be */
    { "few_blocks", 1 },     /* likewise */
    { "vector_add", 0 },     /* several blocks, and a division */
    { "bank_stride", 0 },    /* it counts by registers */
    { "reduce9", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (WsRun) run = recorded_new (&(Recorded){ rows[i].kernel, "h200", 64, 128 });
      guint n_loops;

      g_free (ws_fusion_new (ws_run_get_kernel (run, 0), &n_loops));
      g_test_message ("%s: %u loops", rows[i].kernel, n_loops);
      g_assert_cmpuint (n_loops, ==, rows[i].n_loops);
    }
}

static void
ask (WsAsker *asker, WsCostKind kind, guint stride, guint bytes, WsAsk *result, WsAskLine *lines)
{
  WsAskRange ranges[WS_WARP_SIZE];

  for (guint i = 0; i < WS_WARP_SIZE; i++)
    ranges[i] = (WsAskRange){ 4096 + (guint64)i * stride, 4096 + (guint64)i * stride + bytes - 1 };
  *result = (WsAsk){ .kind = (guint8)kind };
  ws_asker_ask_global (asker, ranges, WS_WARP_SIZE, FALSE, result, lines);
}

/* RRZE-HPC, gpu-benches, gpu-strides, on an H200: cycles of an access to floats that are so far
 * apart. */
static void
test_passes (void)
{
  static const struct {
    guint stride, passes;
  } rows[] = { { 1, 1 }, { 2, 2 }, { 3, 2 }, { 4, 4 }, { 5, 2 }, { 8, 8 }, { 12, 4 }, { 32, 32 } };
  g_autoptr (WsSpec) spec = specs_load ("h200");
  WsAskLine lines[WS_MAX_LINES];
  WsAsker asker;
  WsAsk result;

  ws_asker_init (&asker, spec, 1);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      ws_asker_begin (&asker);
      ask (&asker, WS_COST_LOAD, 4 * rows[i].stride, 4, &result, lines);
      g_assert_cmpuint (result.passes, ==, rows[i].passes);
      g_assert_cmpuint (result.n_lines, ==, MIN (rows[i].stride, 32));
    }
  /* each sector once, and with it the other half of what the memory moves */
  ws_asker_begin (&asker);
  ask (&asker, WS_COST_LOAD, 64, 4, &result, lines);
  g_assert_cmpuint (asker.missed_sectors, ==, 64);
  ask (&asker, WS_COST_LOAD, 64, 4, &result, lines);
  g_assert_cmpuint (asker.missed_sectors, ==, 64);
  /* a column: each store writes 4 bytes of a sector; a row writes whole ones */
  ask (&asker, WS_COST_STORE, 4096, 4, &result, lines);
  g_assert_cmpuint (result.n_partial, ==, 32);
  ask (&asker, WS_COST_STORE, 4, 4, &result, lines);
  g_assert_cmpuint (result.n_partial, ==, 0);
  ws_asker_clear (&asker);
}

/* Lanes that meet at a word wait for each other, those at words of a sector do not. */
static void
test_served (void)
{
  guint64 addresses[32];
  guint64 served[32];

  for (guint i = 0; i < 32; i++)
    addresses[i] = 1 << 20;
  g_assert_cmpuint (ws_ask_find_served (addresses, 32, served), ==, 32);
  for (guint i = 0; i < 32; i++)
    addresses[i] = (1 << 20) + 4 * i;
  g_assert_cmpuint (ws_ask_find_served (addresses, 32, served), ==, 4);
  for (guint i = 0; i < 32; i++)
    addresses[i] = (1 << 20) + 4 * (i / 2);
  g_assert_cmpuint (ws_ask_find_served (addresses, 32, served), ==, 4);
  g_assert_cmpuint (served[0], ==, 1 << 20);
}

/* As measured on an H200: atomics at two addresses hold each other up where these are 512 bytes
 * apart, and not 256, 1024 or 4096. */
static void
test_slices (void)
{
  static const struct {
    guint64 apart;
    gboolean is_same;
  } pairs[] = { { 4, TRUE },   { 128, TRUE },   { 256, FALSE },
                { 512, TRUE }, { 1024, FALSE }, { 4096, FALSE } };
  g_autoptr (WsSpec) spec = specs_load ("h200");
  guint first = ws_ask_get_slice (spec, 1 << 20);
  guint seen[96] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    g_assert_cmpint (ws_ask_get_slice (spec, (1 << 20) + pairs[i].apart) == first, ==,
                     pairs[i].is_same);
  g_assert_cmpuint (spec->atomic_slices, ==, G_N_ELEMENTS (seen));
  for (guint64 i = 0; i < 96 * 64; i++)
    seen[ws_ask_get_slice (spec, 512 * i)]++;
  for (guint i = 0; i < G_N_ELEMENTS (seen); i++)
    g_assert_cmpuint (seen[i], >, 0);
}

/* The first load of a line waits for the memory. One that is issued before the memory has answered
 * gets its data at the same time, and a later one waits for the cache alone. */
static void
test_answers (void)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  WsMemoryModel *memory = ws_memory_model_new (spec, 1, 1000, 0);
  WsAskLine lines[WS_MAX_LINES];
  WsAsker asker;
  WsAsk result;
  guint64 first;
  guint64 second;
  guint64 third;

  ws_asker_init (&asker, spec, 1);
  ask (&asker, WS_COST_LOAD, 4, 4, &result, lines);
  first = ws_memory_model_answer (memory, &result, lines, 0, 100, 0);
  second = ws_memory_model_answer (memory, &result, lines, 0, 300, 0);
  third = ws_memory_model_answer (memory, &result, lines, 0, 5000, 0);
  g_assert_cmpuint (first, >=, 100 + spec->latency_memory);
  g_assert_cmpuint (first, <, 110 + spec->latency_memory);
  g_assert_cmpuint (second, ==, first);
  g_assert_cmpuint (third, ==, 5000 + spec->latency_near);
  /* what was asked for ahead is there earlier */
  ws_memory_model_begin (memory);
  g_assert_cmpuint (ws_memory_model_answer (memory, &result, lines, 0, 300, 200), ==, first);
  ws_memory_model_begin (memory);
  g_assert_cmpuint (ws_memory_model_answer (memory, &result, lines, 0, 100, 0), ==, first);
  ws_memory_model_free (memory);
  ws_asker_clear (&asker);
}

/* The memory moves two sectors at once. The second is not in the L2 cache before it has come, with
 * the first: it is waited for, and from then on it is there. */
static void
test_granule (void)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  WsMemoryModel *memory = ws_memory_model_new (spec, 1, 1000, 0);
  const WsAsk load = {
    .place = WS_PLACE_GLOBAL, .kind = WS_COST_LOAD, .n_lines = 1, .passes = 1, .parts = 1
  };
  const WsAskLine sectors[] = { { .line = 77, .sectors = 1 << 0, .missed = 1 << 0 },
                                { .line = 77, .sectors = 1 << 1, .missed = 1 << 1 },
                                { .line = 77, .sectors = 1 << 2, .missed = 1 << 2 } };
  guint64 first = ws_memory_model_answer (memory, &load, &sectors[0], 0, 100, 0);

  g_assert_cmpuint (spec->granule_bytes, ==, 64);
  g_assert_cmpuint (first, >=, 100 + spec->latency_memory);
  g_assert_cmpuint (ws_memory_model_answer (memory, &load, &sectors[1], 0, 110, 0), ==, first);
  /* another granule: another access to the memory */
  g_assert_cmpuint (ws_memory_model_answer (memory, &load, &sectors[2], 0, 120, 0), >, first);
  /* the rest of what is there already comes from the L2 cache */
  ws_memory_model_begin (memory);
  ws_memory_model_answer (memory, &load, &sectors[0], 0, 100, 0);
  g_assert_cmpuint (ws_memory_model_answer (memory, &load, &sectors[1], 0, 5000, 0), <,
                    5010 + spec->latency_l2);
  ws_memory_model_free (memory);
}

/* A set holds 64 lines; the one that was used longest ago goes. */
static void
test_tags (void)
{
  WsTags *tags = ws_tags_new (64 * WS_LINE_BYTES);
  guint64 *arrives;

  for (guint64 line = 0; line < 64; line++)
    g_assert_cmpuint (ws_tags_touch (tags, line, 3, &arrives), ==, 3);
  g_assert_cmpuint (ws_tags_touch (tags, 0, 7, &arrives), ==, 4);
  g_assert_cmpuint (ws_tags_touch (tags, 64, 1, &arrives), ==, 1);
  g_assert_cmpuint (ws_tags_touch (tags, 0, 7, &arrives), ==, 0);
  g_assert_cmpuint (ws_tags_touch (tags, 1, 1, NULL), ==, 1);
  g_assert_cmpuint (ws_tags_touch (tags, 1, 1, NULL), ==, 1);
  ws_tags_forget (tags);
  g_assert_cmpuint (ws_tags_touch (tags, 0, 1, NULL), ==, 1);
  ws_tags_free (tags);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/folded", test_folded);
  g_test_add_func ("/model/unrolled", test_unrolled);
  g_test_add_func ("/model/passes", test_passes);
  g_test_add_func ("/model/served", test_served);
  g_test_add_func ("/model/slices", test_slices);
  g_test_add_func ("/model/answers", test_answers);
  g_test_add_func ("/model/granule", test_granule);
  g_test_add_func ("/model/tags", test_tags);
  return g_test_run ();
}
