/* What one access asks of the memory: passes, banks and pieces, counted on fingers. */
#include "play.h"
#include "specs.h"
#include "accesses/memory-request.h"

#define ALL G_MAXUINT32

/* Lane i at @base + i * @step. */
static void
step (guint64 addresses[32], guint64 base, gint step_bytes)
{
  for (guint i = 0; i < 32; i++)
    addresses[i] = base + (guint64)((gint64)i * step_bytes);
}

static guint
count_words (const WsMemoryRequest *r, guint pass)
{
  guint n = 0;

  for (guint i = 0; i < r->n_words; i++)
    n += r->words[i].pass == pass;
  return n;
}

/* A stride of s words: as many passes as s and 32 have in common. */
static void
test_strides (void)
{
  guint64 a[32];
  WsMemoryRequest r;

  for (guint stride = 1; stride <= 32; stride++)
    {
      guint ways = stride & -stride;

      step (a, 0, (gint)(4 * stride));
      ws_memory_request_init_shared (&r, ALL, a, 4, 32);
      g_assert_cmpuint (r.n_passes, ==, ways);
      g_assert_cmpuint (r.ways, ==, ways);
      g_assert_cmpuint (r.n_words, ==, 32);
      for (guint pass = 0; pass < ways; pass++)
        g_assert_cmpuint (count_words (&r, pass), ==, 32 / ways);
      g_assert_cmpuint (__builtin_popcount (ws_memory_request_get_worst_banks (&r)), ==,
                        (ways == 1 ? 0 : 32 / ways));
    }
  /* the picture of the slide: lanes 0 to 3 first, then 4 to 7, in banks 0, 8, 16 and 24 */
  step (a, 0, 32);
  ws_memory_request_init_shared (&r, ALL, a, 4, 32);
  for (guint i = 0; i < 32; i++)
    {
      g_assert_cmpuint (r.words[i].pass, ==, i / 4);
      g_assert_cmpuint (r.words[i].bank, ==, i % 4 * 8);
      g_assert_cmphex (r.words[i].lanes, ==, 1u << i);
      g_assert_cmpuint (r.words[i].word, ==, 8 * i);
    }
  g_assert_cmphex (ws_memory_request_get_worst_banks (&r), ==, 0x01010101);
  /* with a column of padding, none */
  step (a, 0, 33 * 4);
  ws_memory_request_init_shared (&r, ALL, a, 4, 32);
  g_assert_cmpuint (r.n_passes, ==, 1);
}

static void
test_broadcast (void)
{
  guint64 a[32];
  WsMemoryRequest r;

  step (a, 68, 0);
  ws_memory_request_init_shared (&r, 0x0000ff00, a, 4, 32);
  g_assert_cmpuint (r.n_passes, ==, 1);
  g_assert_cmpuint (r.n_words, ==, 1);
  g_assert_cmpuint (r.words[0].bank, ==, 17);
  g_assert_cmphex (r.words[0].lanes, ==, 0xff00);
  g_assert_cmphex (ws_memory_request_get_broadcast (&r), ==, 0xff00);
  g_assert_cmpuint (r.asked_bytes, ==, 32);

  step (a, 0, 4);
  ws_memory_request_init_shared (&r, ALL, a, 4, 32);
  g_assert_cmphex (ws_memory_request_get_broadcast (&r), ==, 0);
  a[31] = 0; /* the last lane wants what the first does */
  ws_memory_request_init_shared (&r, ALL, a, 4, 32);
  g_assert_cmphex (ws_memory_request_get_broadcast (&r), ==, 0x80000001);
  g_assert_cmpuint (r.n_passes, ==, 1);
}

/* Lanes that update the same word wait for each other, and for those with another word of its bank.
 */
static void
test_atomics (void)
{
  guint64 a[32];
  WsMemoryRequest r;
  WsAccessCost cost;
  guint64 address;
  guint n;

  /* all at one word */
  step (a, 68, 0);
  ws_memory_request_init_shared_atomic (&r, ALL, a, 4, 32);
  g_assert_cmpuint (r.n_passes, ==, 32);
  g_assert_cmpuint (r.ways, ==, 32);
  g_assert_cmpuint (r.n_words, ==, 32);
  for (guint i = 0; i < 32; i++)
    {
      g_assert_cmpuint (r.words[i].pass, ==, i);
      g_assert_cmphex (r.words[i].lanes, ==, 1u << i);
      g_assert_cmpuint (r.words[i].bank, ==, 17);
    }
  g_assert_cmphex (ws_memory_request_get_broadcast (&r), ==, 0);
  g_assert_cmphex (ws_memory_request_get_worst_banks (&r), ==, 1u << 17);
  g_assert_cmpuint (ws_memory_request_find_most_shared (&r, &address, &n), ==, 32);
  g_assert_cmpuint (address, ==, 68);
  g_assert_cmpuint (n, ==, 1);
  /* none meets */
  step (a, 0, 4);
  ws_memory_request_init_shared_atomic (&r, ALL, a, 4, 32);
  g_assert_cmpuint (r.n_passes, ==, 1);
  g_assert_cmpuint (ws_memory_request_find_most_shared (&r, &address, &n), ==, 1);
  g_assert_cmpuint (n, ==, 32);
  /* three at word 5, and two at word 37 of the same bank; two at word 6 */
  a[7] = a[9] = 20;
  a[11] = a[13] = 4 * 37;
  a[15] = 24;
  ws_memory_request_init_shared_atomic (&r, ALL, a, 4, 32);
  g_assert_cmpuint (r.n_passes, ==, 5);
  g_assert_cmpuint (count_words (&r, 1), ==, 2);
  g_assert_cmpuint (count_words (&r, 4), ==, 1);
  g_assert_cmpuint (r.words[r.n_words - 1].word, ==, 37);
  g_assert_cmpuint (ws_memory_request_find_most_shared (&r, &address, &n), ==, 3);
  g_assert_cmpuint (address, ==, 20);
  g_assert_cmpuint (n, ==, 28);
  ws_access_cost_shared_atomic (ALL, a, 4, 32, &cost);
  g_assert_cmpuint (cost.wavefronts, ==, 5);
  g_assert_cmpuint (cost.ideal_wavefronts, ==, 1);
  g_assert_cmpuint (cost.bytes, ==, 128);
  /* 8 bytes by half-warps: two meet in the second */
  step (a, 0, 8);
  a[31] = a[16];
  ws_memory_request_init_shared_atomic (&r, ALL, a, 8, 32);
  ws_access_cost_shared_atomic (ALL, a, 8, 32, &cost);
  g_assert_cmpuint (r.n_passes, ==, 1 + 2);
  g_assert_cmpuint (cost.wavefronts, ==, 1 + 2);
  g_assert_cmpuint (cost.ideal_wavefronts, ==, 2);
  /* of the lanes that take part alone; 16 banks by half-warps */
  step (a, 0, 0);
  ws_access_cost_shared_atomic (0x00030001, a, 4, 16, &cost);
  g_assert_cmpuint (cost.wavefronts, ==, 1 + 2);
  ws_memory_request_init_shared_atomic (&r, 0x00030001, a, 4, 16);
  g_assert_cmpuint (r.n_passes, ==, 1 + 2);
}

/* One address at a time, whatever lies side by side. */
static void
test_constant (void)
{
  guint64 a[32];
  WsMemoryRequest r;

  step (a, 20, 0);
  ws_memory_request_init_constant (&r, 0x0fffffff, a, 4);
  g_assert_cmpint (r.space, ==, WS_SPACE_CONST);
  g_assert_cmpuint (r.n_passes, ==, 1);
  g_assert_cmpuint (r.n_pieces, ==, 1);
  g_assert_cmpuint (r.used_bytes, ==, 4);
  g_assert_cmpuint (r.moved_bytes, ==, 4);
  g_assert_cmpuint (r.asked_bytes, ==, 112);
  step (a, 20, 4);
  a[9] = a[8];
  ws_memory_request_init_constant (&r, ALL, a, 4);
  g_assert_cmpuint (r.n_passes, ==, 31);
}

/* Eight bytes in halves of the warp, sixteen in quarters; sixteen banks in halves. */
static void
test_parts (void)
{
  guint64 a[32];
  WsMemoryRequest r;

  step (a, 0, 8);
  ws_memory_request_init_shared (&r, ALL, a, 8, 32);
  g_assert_cmpuint (r.n_passes, ==, 2);
  g_assert_cmpuint (r.ways, ==, 1);
  g_assert_cmpuint (r.words[31].pass, ==, 0);
  g_assert_cmphex (r.words[32].lanes, ==, 1 << 16);
  step (a, 0, 16);
  ws_memory_request_init_shared (&r, ALL, a, 16, 32);
  g_assert_cmpuint (r.n_passes, ==, 4);
  g_assert_cmpuint (r.n_words, ==, 128);
  step (a, 0, 4);
  ws_memory_request_init_shared (&r, ALL, a, 4, 16);
  g_assert_cmpuint (r.n_passes, ==, 2);
  g_assert_cmpuint (r.words[16].bank, ==, 0);
  g_assert_cmpuint (r.words[16].pass, ==, 1);
  /* every second word: two ways in each half */
  step (a, 0, 8);
  ws_memory_request_init_shared (&r, ALL, a, 4, 16);
  g_assert_cmpuint (r.n_passes, ==, 4);
  g_assert_cmpuint (r.ways, ==, 2);
  ws_memory_request_init_shared (&r, 0xffff, a, 4, 16); /* half a warp takes no pass of the other */
  g_assert_cmpuint (r.n_passes, ==, 2);
}

/* The words and pieces are those that the metrics count. */
static void
test_as_counted (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (15);

  for (guint i = 0; i < 4000; i++)
    {
      guint bytes = 1u << g_rand_int_range (rand, 0, 5);
      guint banks = g_rand_boolean (rand) ? 16 : 32;
      guint32 lanes = g_rand_int (rand) | 1u << g_rand_int_range (rand, 0, 32);
      guint n = (guint)__builtin_popcount (lanes);
      guint64 a[32];
      WsAccessCost shared;
      WsAccessCost global;
      WsMemoryRequest r;

      for (guint k = 0; k < n; k++)
        a[k] = (guint64)g_rand_int_range (rand, 0, i % 2 == 0 ? 64 : 4096) * bytes;
      ws_access_cost_shared_masked (lanes, a, bytes, banks, &shared);
      ws_access_cost_global (a, n, bytes, &global);
      ws_memory_request_init_shared (&r, lanes, a, bytes, banks);
      g_assert_cmpuint (r.n_passes, ==, shared.wavefronts);
      g_assert_cmpuint (r.n_parts, ==, shared.ideal_wavefronts);
      g_assert_cmpuint (r.asked_bytes, ==, shared.bytes);
      ws_memory_request_init_global (&r, lanes, a, bytes, WS_MEMORY_REQUEST_SECTORS);
      g_assert_cmpuint (r.n_pieces, ==, global.sectors);
      ws_memory_request_init_global (&r, lanes, a, bytes, WS_MEMORY_REQUEST_LINES);
      g_assert_cmpuint (r.n_pieces, ==, global.segments);
      for (WsMemoryRequestRule rule = WS_MEMORY_REQUEST_SECTORS;
           rule <= WS_MEMORY_REQUEST_HALF_IN_ORDER; rule++)
        {
          guint used = 0;
          guint32 served = 0;

          ws_memory_request_init_global (&r, lanes, a, bytes, rule);
          for (guint k = 0; k < r.n_pieces; k++)
            {
              served |= r.pieces[k].lanes;
              used += ws_memory_request_piece_count_used (&r.pieces[k]);
              g_assert_cmpuint (r.pieces[k].address % r.pieces[k].bytes, ==, 0);
            }
          g_assert_cmphex (served, ==, lanes);
          g_assert_cmpuint (used, ==, r.used_bytes);
          g_assert_cmpuint (r.used_bytes, <=, MIN (r.asked_bytes, r.moved_bytes));
        }
    }
}

static void
check_global (guint32 lanes, const guint64 *a, guint bytes, WsMemoryRequestRule rule, guint n,
              guint piece_bytes, guint used)
{
  guint64 of_lanes[32];
  guint n_lanes = 0;
  WsMemoryRequest r;

  for (guint lane = 0; lane < 32; lane++)
    if ((lanes >> lane & 1) != 0)
      of_lanes[n_lanes++] = a[lane];
  ws_memory_request_init_global (&r, lanes, of_lanes, bytes, rule);
  g_assert_cmpuint (r.n_pieces, ==, n);
  for (guint i = 0; i < n && piece_bytes > 0; i++)
    g_assert_cmpuint (r.pieces[i].bytes, ==, piece_bytes);
  g_assert_cmpuint (r.used_bytes, ==, used);
  if (piece_bytes > 0)
    g_assert_cmpuint (r.moved_bytes, ==, n * piece_bytes);
}

/* The guide's own examples: in order, off by one word, with two lanes changed round, spread out. */
static void
test_rules (void)
{
  guint64 a[32];
  guint64 other;
  WsMemoryRequest r;

  step (a, 0x1000, 4);
  check_global (ALL, a, 4, WS_MEMORY_REQUEST_SECTORS, 4, 32, 128);
  check_global (ALL, a, 4, WS_MEMORY_REQUEST_LINES, 1, 128, 128);
  check_global (ALL, a, 4, WS_MEMORY_REQUEST_HALF_SEGMENTS, 2, 64, 128);
  check_global (ALL, a, 4, WS_MEMORY_REQUEST_HALF_IN_ORDER, 2, 64, 128);
  check_global (0xffff3fff, a, 4, WS_MEMORY_REQUEST_HALF_IN_ORDER, 2, 64,
                120); /* a lane may be idle */

  other = a[3];
  a[3] = a[4];
  a[4] = other;
  check_global (ALL, a, 4, WS_MEMORY_REQUEST_SECTORS, 4, 32, 128);
  check_global (ALL, a, 4, WS_MEMORY_REQUEST_HALF_SEGMENTS, 2, 64, 128);
  check_global (ALL, a, 4, WS_MEMORY_REQUEST_HALF_IN_ORDER, 17, 0, 128);

  step (a, 0x1004, 4); /* misaligned */
  check_global (ALL, a, 4, WS_MEMORY_REQUEST_SECTORS, 5, 32, 128);
  check_global (ALL, a, 4, WS_MEMORY_REQUEST_LINES, 2, 128, 128);
  check_global (ALL, a, 4, WS_MEMORY_REQUEST_HALF_IN_ORDER, 32, 32, 128);
  ws_memory_request_init_global (&r, ALL, a, 4, WS_MEMORY_REQUEST_HALF_SEGMENTS);
  g_assert_cmpuint (r.n_pieces, ==, 3);
  g_assert_cmpuint (r.pieces[0].bytes, ==, 128); /* over the middle of a segment of 128 */
  g_assert_cmpuint (r.pieces[1].bytes, ==, 64);
  g_assert_cmpuint (r.pieces[2].bytes, ==, 32); /* the last word alone */
  g_assert_cmpuint (r.pieces[2].address, ==, 0x1080);

  step (a, 0x1000, 32); /* the quarter of the slide: 128 of 1024 bytes used */
  check_global (ALL, a, 4, WS_MEMORY_REQUEST_SECTORS, 32, 32, 128);
  check_global (ALL, a, 4, WS_MEMORY_REQUEST_LINES, 8, 128, 128);
  step (a, 0x1000, 0); /* one word for all */
  check_global (ALL, a, 4, WS_MEMORY_REQUEST_SECTORS, 1, 32, 4);
  check_global (ALL, a, 4, WS_MEMORY_REQUEST_HALF_SEGMENTS, 2, 32, 8);
  check_global (ALL, a, 4, WS_MEMORY_REQUEST_HALF_IN_ORDER, 32, 32, 128);
  step (a, 0x1000, 8);
  check_global (ALL, a, 8, WS_MEMORY_REQUEST_HALF_IN_ORDER, 2, 128, 256);
  step (a, 0x1000, 16);
  check_global (ALL, a, 16, WS_MEMORY_REQUEST_HALF_IN_ORDER, 4, 128, 512);
  step (a, 0x1000, 1);
  check_global (ALL, a, 1, WS_MEMORY_REQUEST_HALF_SEGMENTS, 2, 32, 32);
  check_global (ALL, a, 1, WS_MEMORY_REQUEST_HALF_IN_ORDER, 32, 32, 32);
}

static void
test_specs (void)
{
  static const struct {
    const char *spec;
    WsMemoryRequestRule rule;
  } cases[] = { { "g80", WS_MEMORY_REQUEST_HALF_IN_ORDER },
                { "k40c", WS_MEMORY_REQUEST_LINES },
                { "rtx2080ti", WS_MEMORY_REQUEST_SECTORS },
                { "h200", WS_MEMORY_REQUEST_SECTORS } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WsSpec) spec = specs_load (cases[i].spec);

      g_assert_cmpint (ws_memory_request_get_rule (spec), ==, cases[i].rule);
    }
}

/* Of a run: only what reaches memory, by the rules of its device. */
static void
test_events (void)
{
  static const struct {
    const char *spec;
    guint pieces;
    guint passes;
  } cases[] = { { "g80", 2, 2 }, { "k40c", 1, 1 }, { "h200", 4, 1 } };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (WsRun) run = play_reduce3 (32, 32, cases[c].spec);
      guint n_global = 0;
      guint n_shared = 0;

      for (gsize i = 0; i < run->n_events; i++)
        {
          const WsEvent *event = &run->events[i];
          const WsSite *site = ws_run_get_site (run, 0, event->site);
          WsMemoryRequest r;

          if (!ws_memory_request_init (&r, run, site, event))
            {
              g_assert_false (ws_memory_request_is_access (site, event));
              continue;
            }
          g_assert_cmphex (r.lanes, ==, event->taken);
          g_assert_cmpint (r.space, ==, event->space);
          if (r.space == WS_SPACE_GLOBAL && n_global++ == 0)
            g_assert_cmpuint (r.n_pieces, ==, cases[c].pieces);
          if (r.space == WS_SPACE_SHARED && n_shared++ == 0)
            g_assert_cmpuint (r.n_passes, ==, cases[c].passes);
        }
      g_assert_cmpuint (n_global, ==, 2);
      g_assert_cmpuint (n_shared, >, 5);
    }
}

/* Addresses at the end of the world end no loop late. */
static void
test_hostile (void)
{
  guint64 a[32];
  WsMemoryRequest r;

  step (a, G_MAXUINT64 - 64, 3);
  for (WsMemoryRequestRule rule = WS_MEMORY_REQUEST_SECTORS;
       rule <= WS_MEMORY_REQUEST_HALF_IN_ORDER; rule++)
    {
      ws_memory_request_init_global (&r, ALL, a, 16, rule);
      g_assert_cmpuint (r.n_pieces, <=, WS_MEMORY_REQUEST_MAX_PIECES);
    }
  ws_memory_request_init_shared (&r, ALL, a, 16, 32);
  g_assert_cmpuint (r.n_words, <=, WS_MEMORY_REQUEST_MAX_WORDS);
  ws_memory_request_init_shared (&r, 0, a, 4, 32);
  g_assert_cmpuint (r.n_passes, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory-request/constant", test_constant);
  g_test_add_func ("/memory-request/atomics", test_atomics);
  g_test_add_func ("/memory-request/strides", test_strides);
  g_test_add_func ("/memory-request/broadcast", test_broadcast);
  g_test_add_func ("/memory-request/parts", test_parts);
  g_test_add_func ("/memory-request/as-counted", test_as_counted);
  g_test_add_func ("/memory-request/rules", test_rules);
  g_test_add_func ("/memory-request/specs", test_specs);
  g_test_add_func ("/memory-request/events", test_events);
  g_test_add_func ("/memory-request/hostile", test_hostile);
  return g_test_run ();
}
