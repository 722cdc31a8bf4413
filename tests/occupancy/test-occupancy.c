/* test-occupancy.c: values known from elsewhere, what is said about them, and what holds of all. */
#include "occupancy/words.h"

#include <string.h>

/* Blocks and occupancy as CUDA's own calculators have them. 3.5 and later: cuda_occupancy.h of CUDA
 * 13.0. Before: the formulas of the CUDA Occupancy Calculator spreadsheet. */
static const struct {
  guint cc_major, cc_minor;
  guint threads, registers, shared_bytes;
  guint blocks;
  double percent;
} golden[] = {
  { 1, 0, 256, 10, 2048, 3, 100 },
  { 1, 0, 256, 16, 4096, 2, 66.7 },
  { 1, 3, 192, 20, 0, 4, 75 },
  { 2, 0, 256, 21, 0, 5, 83.3 },
  { 3, 0, 192, 20, 0, 10, 93.8 },
  { 3, 5, 256, 32, 2048, 8, 100 },
  { 5, 2, 256, 32, 2048, 8, 100 },
  { 6, 1, 256, 32, 2048, 8, 100 },
  { 7, 0, 256, 32, 2048, 8, 100 },
  { 7, 5, 256, 32, 2048, 4, 100 },
  { 8, 0, 256, 32, 2048, 8, 100 },
  { 8, 6, 256, 32, 2048, 6, 100 },
  { 8, 9, 256, 32, 2048, 6, 100 },
  { 9, 0, 256, 32, 2048, 8, 100 },
  { 10, 0, 256, 32, 2048, 8, 100 },
  { 12, 0, 256, 32, 2048, 6, 100 },
  { 3, 5, 128, 85, 0, 5, 31.2 },
  { 5, 2, 128, 85, 0, 5, 31.2 },
  { 6, 1, 128, 85, 0, 5, 31.2 },
  { 7, 0, 128, 85, 0, 5, 31.2 },
  { 7, 5, 128, 85, 0, 5, 62.5 },
  { 8, 0, 128, 85, 0, 5, 31.2 },
  { 8, 6, 128, 85, 0, 5, 41.7 },
  { 8, 9, 128, 85, 0, 5, 41.7 },
  { 9, 0, 128, 85, 0, 5, 31.2 },
  { 10, 0, 128, 85, 0, 5, 31.2 },
  { 12, 0, 128, 85, 0, 5, 41.7 },
  { 3, 5, 1024, 33, 0, 1, 50 },
  { 5, 2, 1024, 33, 0, 1, 50 },
  { 6, 1, 1024, 33, 0, 1, 50 },
  { 7, 0, 1024, 33, 0, 1, 50 },
  { 7, 5, 1024, 33, 0, 1, 100 },
  { 8, 0, 1024, 33, 0, 1, 50 },
  { 8, 6, 1024, 33, 0, 1, 66.7 },
  { 8, 9, 1024, 33, 0, 1, 66.7 },
  { 9, 0, 1024, 33, 0, 1, 50 },
  { 10, 0, 1024, 33, 0, 1, 50 },
  { 12, 0, 1024, 33, 0, 1, 66.7 },
  { 3, 5, 64, 16, 0, 16, 50 },
  { 5, 2, 64, 16, 0, 32, 100 },
  { 6, 1, 64, 16, 0, 32, 100 },
  { 7, 0, 64, 16, 0, 32, 100 },
  { 7, 5, 64, 16, 0, 16, 100 },
  { 8, 0, 64, 16, 0, 32, 100 },
  { 8, 6, 64, 16, 0, 16, 66.7 },
  { 8, 9, 64, 16, 0, 24, 100 },
  { 9, 0, 64, 16, 0, 32, 100 },
  { 10, 0, 64, 16, 0, 32, 100 },
  { 12, 0, 64, 16, 0, 24, 100 },
  { 3, 5, 256, 37, 12288, 4, 50 },
  { 5, 2, 256, 37, 12288, 6, 75 },
  { 6, 1, 256, 37, 12288, 6, 75 },
  { 7, 0, 256, 37, 12288, 6, 75 },
  { 7, 5, 256, 37, 12288, 4, 100 },
  { 8, 0, 256, 37, 12288, 6, 75 },
  { 8, 6, 256, 37, 12288, 6, 100 },
  { 8, 9, 256, 37, 12288, 6, 100 },
  { 9, 0, 256, 37, 12288, 6, 75 },
  { 10, 0, 256, 37, 12288, 6, 75 },
  { 12, 0, 256, 37, 12288, 6, 100 },
  { 3, 5, 192, 63, 0, 5, 46.9 },
  { 5, 2, 192, 63, 0, 5, 46.9 },
  { 6, 1, 192, 63, 0, 5, 46.9 },
  { 7, 0, 192, 63, 0, 5, 46.9 },
  { 7, 5, 192, 63, 0, 5, 93.8 },
  { 8, 0, 192, 63, 0, 5, 46.9 },
  { 8, 6, 192, 63, 0, 5, 62.5 },
  { 8, 9, 192, 63, 0, 5, 62.5 },
  { 9, 0, 192, 63, 0, 5, 46.9 },
  { 10, 0, 192, 63, 0, 5, 46.9 },
  { 12, 0, 192, 63, 0, 5, 62.5 },
  /* where the spreadsheet and the header differ, the header is followed */
  { 3, 7, 64, 129, 0, 14, 43.8 },
  { 6, 0, 288, 169, 0, 0, 0 },
};

static const WsOccupancyLimits *
find (guint cc_major, guint cc_minor)
{
  const WsOccupancyLimits *limits = ws_occupancy_limits_find (cc_major, cc_minor);

  g_assert_nonnull (limits);
  return limits;
}

static void
test_golden (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (golden); i++)
    {
      WsOccupancyLaunch launch = { .threads = golden[i].threads,
                                   .registers = golden[i].registers,
                                   .dynamic_shared_bytes = golden[i].shared_bytes,
                                   .carve_out = -1,
                                   .barriers = 1 };
      WsOccupancy result;

      ws_occupancy_compute (find (golden[i].cc_major, golden[i].cc_minor), &launch, &result);
      if (result.blocks != golden[i].blocks
          || ABS (result.occupancy * 100 - golden[i].percent) > 0.051)
        g_error ("%u.%u, %u threads, %u registers, %u bytes: %u blocks, %.1f %%, not %u, %.1f %%",
                 golden[i].cc_major, golden[i].cc_minor, golden[i].threads, golden[i].registers,
                 golden[i].shared_bytes, result.blocks, result.occupancy * 100, golden[i].blocks,
                 golden[i].percent);
    }
  g_test_message ("%u golden values", (guint)G_N_ELEMENTS (golden));
}

static void
random_launch (const WsOccupancyLimits *limits, WsOccupancyLaunch *launch)
{
  *launch = (WsOccupancyLaunch){
    .threads = (guint)g_test_rand_int_range (1, 1100),
    .registers = (guint)g_test_rand_int_range (0, 260),
    .static_shared_bytes = (guint)g_test_rand_int_range (0, (int)limits->shared_opt_in_bytes),
    .dynamic_shared_bytes = g_test_rand_bit () ? 0 : (guint)g_test_rand_int_range (0, 70000),
    .carve_out = g_test_rand_int_range (-1, 101),
    .barriers = (guint)g_test_rand_int_range (0, 17),
  };
}

/* What must hold of any launch: the SM's room is enough for what is said to be in it, the limiters
 * are those that say so, and asking for less never gives less. */
static void
test_holds (void)
{
  for (guint k = 0; k < 200000; k++)
    {
      const WsOccupancyLimits *limits = ws_occupancy_limits_get (
          (guint)g_test_rand_int_range (0, (int)ws_occupancy_limits_get_n ()));
      WsOccupancyLaunch launch;
      WsOccupancyLaunch less;
      WsOccupancy result;
      WsOccupancy other;

      random_launch (limits, &launch);
      ws_occupancy_compute (limits, &launch, &result);
      g_assert_cmpuint (result.warps, ==, result.blocks * result.warps_per_block);
      g_assert_cmpuint (result.warps, <=, limits->warps);
      g_assert_cmpuint (result.blocks, <=, limits->blocks);
      if (result.blocks > 0)
        {
          g_assert_cmpuint (result.blocks * result.registers_per_block, <=, limits->registers);
          g_assert_cmpuint (result.blocks * result.shared_per_block_bytes, <=,
                            result.shared_per_sm_bytes);
          g_assert_cmpuint (result.shared_per_sm_bytes, <=, limits->shared_bytes);
        }
      g_assert_cmpuint (result.limiters, !=, 0);
      for (guint i = 0; i < WS_N_LIMITERS; i++)
        {
          g_assert_cmpuint (result.limit[i], >=, result.blocks);
          g_assert_cmpint ((result.limiters >> i & 1), ==, result.limit[i] == result.blocks);
        }
      less = launch;
      less.registers /= 2;
      ws_occupancy_compute (limits, &less, &other);
      g_assert_cmpuint (other.blocks, >=, result.blocks);
      for (guint i = 0; i < WS_N_LIMITERS; i++)
        {
          g_autofree char *sentence = ws_occupancy_explain (limits, &launch, (WsLimiter)i);

          g_assert_cmpstr (sentence, !=, "");
        }
    }
}

static guint
first_number (const char *text)
{
  while (*text != '\0' && !g_ascii_isdigit (*text))
    text++;
  return (guint)g_ascii_strtoull (text, NULL, 10);
}

/* Doing as advised gives what was promised, and a little less than advised does not. */
static void
test_advice (void)
{
  guint n_advised = 0;

  for (guint k = 0; k < 20000; k++)
    {
      const WsOccupancyLimits *limits = ws_occupancy_limits_get (
          (guint)g_test_rand_int_range (0, (int)ws_occupancy_limits_get_n ()));
      g_autofree char *advice = NULL;
      WsOccupancyLaunch launch;
      WsOccupancyLaunch changed;
      WsOccupancy now;
      WsOccupancy then;
      guint fewer;
      const char *promised;

      random_launch (limits, &launch);
      launch.static_shared_bytes = 0;
      advice = ws_occupancy_advise (limits, &launch);
      if (advice == NULL)
        continue;
      n_advised++;
      fewer = first_number (advice);
      promised = strstr (advice, "give");
      g_assert_nonnull (promised);
      ws_occupancy_compute (limits, &launch, &now);
      for (guint step = 0; step < 2; step++)
        {
          changed = launch;
          if (strstr (advice, "threads") != NULL)
            changed.threads = step == 0 ? fewer : launch.threads;
          else if (strstr (advice, "register") != NULL)
            changed.registers -= fewer - step;
          else
            changed.dynamic_shared_bytes -= fewer - step;
          ws_occupancy_compute (limits, &changed, &then);
          if (step == 1)
            g_assert_cmpuint (then.blocks, ==, now.blocks);
          else if (strstr (promised, "warps") != NULL)
            g_assert_cmpuint (then.warps, ==, first_number (promised));
          else
            g_assert_cmpuint (then.blocks, ==, first_number (promised));
        }
      g_assert_cmpuint (first_number (promised), >,
                        strstr (promised, "warps") != NULL ? now.warps : now.blocks);
    }
  g_assert_cmpuint (n_advised, >, 1000);
}

static void
assert_sentence (WsLimiter limiter, const WsOccupancyLaunch *launch, const char *expected)
{
  g_autofree char *allowed = ws_occupancy_explain (find (8, 6), launch, limiter);
  g_autofree char *sentence = ws_occupancy_name_explanation (limiter, allowed);

  g_assert_cmpstr (sentence, ==, expected);
}

static void
test_sentences (void)
{
  WsOccupancyLaunch launch = {
    .threads = 256, .registers = 37, .static_shared_bytes = 12288, .carve_out = -1, .barriers = 1
  };
  g_autofree char *advice = NULL;

  assert_sentence (WS_LIMITER_WARPS, &launch,
                   "warps: 256 threads are 8 warps, of the SM's 48; 6 blocks fit");
  assert_sentence (WS_LIMITER_BLOCKS, &launch, "blocks: an SM has 16 slots for blocks");
  assert_sentence (WS_LIMITER_REGISTERS, &launch,
                   "registers: 37 per thread round up to 40; 6 blocks fit");
  assert_sentence (WS_LIMITER_SHARED, &launch,
                   "shared memory: 12288 bytes and 1024 reserved round up to 13312, of the SM's "
                   "102400; 7 blocks fit");
  assert_sentence (WS_LIMITER_BARRIERS, &launch, "barriers: not limiting here");
  g_assert_null (ws_occupancy_advise (find (8, 6), &launch));
  launch.registers = 43;
  advice = ws_occupancy_advise (find (8, 6), &launch);
  g_assert_cmpstr (advice, ==, "3 fewer registers give 6 blocks");
  g_free (advice);
  launch.registers = 16;
  launch.static_shared_bytes = 0;
  launch.threads = 64;
  advice = ws_occupancy_advise (find (8, 6), &launch);
  g_assert_cmpstr (advice, ==, "blocks of 96 threads give 48 warps");
  launch.registers = 300;
  assert_sentence (WS_LIMITER_REGISTERS, &launch,
                   "registers: 300 per thread exceed the limit of 255");
  launch.static_shared_bytes = 200000;
  assert_sentence (WS_LIMITER_SHARED, &launch,
                   "shared memory: 200000 bytes for a block exceed the limit of 101376");
  launch.threads = 2000;
  assert_sentence (WS_LIMITER_WARPS, &launch,
                   "warps: 2000 threads exceed the limit of 1024 per block");
}

static void
test_order (void)
{
  for (guint i = 1; i < ws_occupancy_limits_get_n (); i++)
    {
      const WsOccupancyLimits *a = ws_occupancy_limits_get (i - 1);
      const WsOccupancyLimits *b = ws_occupancy_limits_get (i);

      g_assert_cmpuint (a->cc_major * 100 + a->cc_minor, <, b->cc_major * 100 + b->cc_minor);
    }
  g_assert_null (ws_occupancy_limits_find (4, 0));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/occupancy/golden", test_golden);
  g_test_add_func ("/occupancy/holds", test_holds);
  g_test_add_func ("/occupancy/advice", test_advice);
  g_test_add_func ("/occupancy/sentences", test_sentences);
  g_test_add_func ("/occupancy/order", test_order);
  return g_test_run ();
}
