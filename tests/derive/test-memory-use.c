/* What a launch did to memory: its lines, where a block has been. */
#include "play.h"
#include "specs.h"
#include "accesses/memory-use.h"

static const WsMemoryLine *
find_line (const WsMemoryUse *use, WsSpace space, WsOpClass op_class)
{
  for (guint i = 0; i < use->lines->len; i++)
    {
      const WsMemoryLine *line = &g_array_index (use->lines, WsMemoryLine, i);

      if (line->space == space && line->op_class == op_class)
        return line;
    }
  g_assert_not_reached ();
}

/* A warp loads 32 words in order, another 32 that are eight words apart, and a store of both: of
 * one instruction each, so of one line. */
static WsRun *
play_spread (const char *spec)
{
  Play *p = play_new (64);
  guint load = play_site (p, WS_OP_LOAD, "ld.global.u32", "r0 = [r9]");
  guint store = play_site (p, WS_OP_STORE, "st.shared.u32", "r0 [r9]");

  for (guint warp = 0; warp < 2; warp++)
    {
      guint64 from[32];
      guint64 to[32];

      for (guint i = 0; i < 32; i++)
        {
          from[i] = PLAY_INPUT + 4 * (guint64)i * (warp == 0 ? 1 : 8);
          to[i] = 4 * (guint64)i * (warp == 0 ? 1 : 4);
        }
      play_access (p, load, warp, G_MAXUINT32, G_MAXUINT32, from);
      play_access (p, store, warp, G_MAXUINT32, G_MAXUINT32, to);
    }
  return play_end (p, spec);
}

static void
test_lines (void)
{
  static const struct {
    const char *spec;
    guint transactions;
    double efficiency;
  } cases[] = { { "h200", 4 + 32, 256. / (36 * 32) }, { "k40c", 1 + 8, 256. / (9 * 128) } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WsRun) run = play_spread (cases[i].spec);
      g_autoptr (WsMemoryUse) use = ws_memory_use_new (run, 0, 0);
      const WsMemoryLine *load = find_line (use, WS_SPACE_GLOBAL, WS_OP_LOAD);
      const WsMemoryLine *store = find_line (use, WS_SPACE_SHARED, WS_OP_STORE);

      g_assert_false (use->of_all_blocks);
      g_assert_cmpuint (load->requests, ==, 2);
      g_assert_cmpuint (load->asked_bytes, ==, 256);
      g_assert_cmpuint (load->transactions, ==, cases[i].transactions);
      g_assert_cmpfloat (ws_memory_line_get_per_request (load), ==, cases[i].transactions / 2.);
      g_assert_cmpfloat (ws_memory_line_get_efficiency (load), ==, cases[i].efficiency);
      g_assert_cmpuint (store->wavefronts, ==, 1 + 4);
      g_assert_cmpfloat (ws_memory_line_get_efficiency (store), ==, 2. / 5);
    }
}

static void
test_places (void)
{
  g_autoptr (WsRun) run = play_spread ("h200");
  g_autoptr (WsMemoryUse) use = ws_memory_use_new (run, 0, 0);

  /* events: warp 0 loads, stores, warp 1 loads, stores */
  g_assert_cmpuint (run->n_events, ==, 4);
  g_assert_true (ws_memory_use_has_word (use, 31));
  g_assert_false (ws_memory_use_has_word (use, 33));
  g_assert_true (ws_memory_use_has_word (use, 124));
  /* the last access at the event or before it, else the first */
  g_assert_cmpuint (ws_memory_use_find_access (use, 0, 1), ==, 1);
  g_assert_cmpuint (ws_memory_use_find_access (use, 0, WS_NONE), ==, 0);
  g_assert_cmpuint (ws_memory_use_find_access (use, 1, WS_NONE), ==, 2);
  g_assert_cmpuint (ws_memory_use_find_access (use, 7, WS_NONE), ==, WS_NONE);
}

/* ---- who answers ---- */

static void
assert_levels (const WsMemoryLevelCount *count, guint64 l1, guint64 l2, guint64 device)
{
  g_assert_cmpuint (count->sectors[WS_MEMORY_LEVEL_L1], ==, l1);
  g_assert_cmpuint (count->sectors[WS_MEMORY_LEVEL_L2], ==, l2);
  g_assert_cmpuint (count->sectors[WS_MEMORY_LEVEL_DEVICE], ==, device);
}

/* play_spread(): warp 0 loads sectors 0 to 3, warp 1 sectors 0 to 31. On a K40c the L2 cache is the
 * first that loads meet; a G80 has none. */
static void
test_levels (void)
{
  static const struct {
    const char *spec;
    guint l1, l2, device;
  } cases[] = { { "h200", 4, 0, 32 }, { "k40c", 0, 4, 32 }, { "g80", 0, 0, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WsRun) run = play_spread (cases[i].spec);
      g_autoptr (WsMemoryUse) use = ws_memory_use_new (run, 0, 0);
      const WsMemoryLine *load = find_line (use, WS_SPACE_GLOBAL, WS_OP_LOAD);
      const WsMemoryLine *store = find_line (use, WS_SPACE_SHARED, WS_OP_STORE);
      WsMemoryLevel level = WS_N_MEMORY_LEVELS;
      guint n = cases[i].device > 0 ? cases[i].device - 4 : 0;
      WsMemoryLevelCount count;
      WsMemoryRequest request;

      assert_levels (&load->levels, cases[i].l1, cases[i].l2, cases[i].device);
      assert_levels (&store->levels, 0, 0, 0);
      g_assert_true (
          ws_memory_request_init (&request, run, ws_run_get_site (run, 0, 0), &run->events[2]));
      ws_memory_use_count_levels (use, &request, 2, &count);
      assert_levels (&count, cases[i].l1, cases[i].l2, n);
      g_assert_true (ws_memory_use_find_level (use, &request, 2, PLAY_INPUT + 127, &level)
                     == (n > 0));
      if (n > 0)
        g_assert_cmpuint (level, ==, cases[i].l1 > 0 ? WS_MEMORY_LEVEL_L1 : WS_MEMORY_LEVEL_L2);
      g_assert_true (ws_memory_use_find_level (use, &request, 2, PLAY_INPUT + 128, &level)
                     == (n > 0));
      g_assert_cmpuint (level, ==, n > 0 ? WS_MEMORY_LEVEL_DEVICE : WS_N_MEMORY_LEVELS);
      g_assert_false (ws_memory_use_find_level (use, &request, 2, PLAY_INPUT + 1024, &level));
      /* shared memory has no levels */
      g_assert_true (
          ws_memory_request_init (&request, run, ws_run_get_site (run, 0, 1), &run->events[1]));
      ws_memory_use_count_levels (use, &request, 1, &count);
      assert_levels (&count, 0, 0, 0);
    }
}

/* Two blocks that read the same sector: each for the first time. */
static void
test_blocks_apart (void)
{
  Play *p = play_new (32);
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (spec, "hand", "Pencil and paper", WS_ORIGIN_MODELLED);
  WsLaunch launch = { .grid = { 2, 1, 1 }, .block = { 32, 1, 1 } };
  guint64 addresses[32];
  g_autoptr (WsRun) run = NULL;

  for (guint lane = 0; lane < 32; lane++)
    addresses[lane] = PLAY_INPUT;
  play_access (p, play_site (p, WS_OP_LOAD, "ld.global.u32", "r0 = [r9]"), 0, G_MAXUINT32,
               G_MAXUINT32, addresses);
  launch.kernel = ws_run_builder_add_kernel (builder, play_make_kernel (p));
  ws_run_builder_add_launch (builder, &launch);
  for (guint block = 0; block < 2; block++)
    {
      g_array_index (p->events, WsEvent, 0).block = block;
      ws_run_builder_add_block (
          builder, 0,
          &(WsRecordedBlock){ .block = block,
                              .events = (const WsEvent *)(gpointer)p->events->data,
                              .n_events = 1,
                              .lanes = (const WsLane *)(gpointer)p->lanes->data,
                              .n_lanes = 32 });
    }
  run = ws_run_builder_end (builder);
  for (guint block = 0; block < 2; block++)
    {
      g_autoptr (WsMemoryUse) use = ws_memory_use_new (run, 0, block);

      assert_levels (&find_line (use, WS_SPACE_GLOBAL, WS_OP_LOAD)->levels, 0, 0, 2);
    }
  g_array_index (p->events, WsEvent, 0).block = 0;
  ws_run_unref (play_end (p, "h200"));
}

/* What the host makes of it: a list of sectors that were touched, emptied when it is full. */
typedef struct {
  guint64 sectors[8192];
  guint n;
  guint most;
} Known;

static gboolean
host_knows (Known *self, guint64 sector)
{
  for (guint i = 0; i < self->n; i++)
    if (self->sectors[i] == sector)
      return TRUE;
  if (self->n == self->most)
    self->n = 0;
  self->sectors[self->n++] = sector;
  return FALSE;
}

/* Returns: sectors of one access that the host knows of; @n: of all */
static guint
host_access (Known *known, const guint64 *addresses, guint *n)
{
  guint64 done[32];
  guint n_known = 0;

  *n = 0;
  for (guint lane = 0; lane < 32; lane++)
    {
      gboolean again = FALSE;

      for (guint i = 0; i < *n; i++)
        again = again || done[i] == addresses[lane] / 32;
      if (again)
        continue;
      done[(*n)++] = addresses[lane] / 32;
      n_known += host_knows (known, addresses[lane] / 32);
    }
  return n_known;
}

/* Loads, stores and atomics anywhere in 1024 sectors: more than a block of a K40c remembers, fewer
 * than one of an H200 does. */
static void
test_host_model (void)
{
  static const struct {
    const char *spec;
    guint most; /* L2 / SMs / blocks of 32 threads that an SM holds / 32 bytes, by hand */
    WsMemoryLevel of_loads;
  } cases[] = { { "h200", 62914560 / (132 * 32) / 32, WS_MEMORY_LEVEL_L1 },
                { "k40c", 1572864 / (15 * 16) / 32, WS_MEMORY_LEVEL_L2 } };
  static const char *const opcodes[] = { "ld.global.u32", "st.global.u32", "atom.global.add.u32" };
  static const WsOpClass classes[] = { WS_OP_LOAD, WS_OP_STORE, WS_OP_ATOMIC };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      Play *p = play_new (32);
      Known known = { .most = cases[c].most };
      g_autoptr (GRand) rand = g_rand_new_with_seed (5);
      WsMemoryLevelCount expected[3] = { 0 };
      guint hits[200];
      g_autoptr (WsRun) run = NULL;
      g_autoptr (WsMemoryUse) use = NULL;

      for (guint i = 0; i < 3; i++)
        play_site (p, classes[i], opcodes[i], i == 1 ? "r0 [r9]" : "r0 = [r9]");
      for (guint i = 0; i < G_N_ELEMENTS (hits); i++)
        {
          guint64 addresses[32];
          guint base = (guint)g_rand_int_range (rand, 0, 1024);
          guint spread = (guint)g_rand_int_range (rand, 1, 64);
          guint n;

          for (guint lane = 0; lane < 32; lane++)
            addresses[lane] = PLAY_INPUT + 4 * ((8 * base + spread * (guint64)lane) % PLAY_GLOBAL);
          play_access (p, i % 3, 0, G_MAXUINT32, G_MAXUINT32, addresses);
          hits[i] = host_access (&known, addresses, &n);
          expected[i % 3].sectors[i % 3 == 0 ? cases[c].of_loads : WS_MEMORY_LEVEL_L2] += hits[i];
          expected[i % 3].sectors[WS_MEMORY_LEVEL_DEVICE] += n - hits[i];
        }
      run = play_end (p, cases[c].spec);
      use = ws_memory_use_new (run, 0, 0);
      for (guint i = 0; i < 3; i++)
        {
          const WsMemoryLine *line = find_line (use, WS_SPACE_GLOBAL, classes[i]);

          for (guint level = 0; level < WS_N_MEMORY_LEVELS; level++)
            g_assert_cmpuint (line->levels.sectors[level], ==, expected[i].sectors[level]);
        }
      for (guint i = 0; i < G_N_ELEMENTS (hits); i++)
        {
          WsMemoryLevelCount count;
          WsMemoryRequest request;

          g_assert_true (ws_memory_request_init (&request, run, ws_run_get_site (run, 0, i % 3),
                                                 &run->events[i]));
          ws_memory_use_count_levels (use, &request, i, &count);
          g_assert_cmpuint (count.sectors[WS_MEMORY_LEVEL_L1] + count.sectors[WS_MEMORY_LEVEL_L2],
                            ==, hits[i]);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory-use/lines", test_lines);
  g_test_add_func ("/memory-use/places", test_places);
  g_test_add_func ("/memory-use/levels", test_levels);
  g_test_add_func ("/memory-use/blocks-apart", test_blocks_apart);
  g_test_add_func ("/memory-use/host-model", test_host_model);
  return g_test_run ();
}
