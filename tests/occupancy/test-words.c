/* Occupancy in words: what a change of capability or launch did. */
#include "occupancy/words.h"

#include <string.h>

typedef struct {
  guint from[2];
  guint to[2];
  WsOccupancyLaunch launch[2];
  const char *expected;
} Case;

static const Case cases[] = {
  { { 8, 0 },
    { 8, 6 },
    { { 256, 32, 2048, 0, -1, 1 }, { 256, 32, 2048, 0, -1, 1 } },
    "8.0 → 8.6: warps per SM 64 → 48, blocks 32 → 16; occupancy stays 100 %, now limited by "
    "warps" },
  { { 8, 0 },
    { 8, 6 },
    { { 256, 37, 12288, 0, -1, 1 }, { 256, 37, 12288, 0, -1, 1 } },
    "8.0 → 8.6: warps per SM 64 → 48, blocks 32 → 16; occupancy 75 % → 100 %; now limited by warps "
    "and registers" },
  { { 1, 0 },
    { 1, 1 },
    { { 256, 10, 2048, 0, -1, 1 }, { 256, 10, 2048, 0, -1, 1 } },
    "1.0 → 1.1: the same limits here; occupancy stays 100 %, still limited by warps and "
    "registers" },
  { { 1, 3 },
    { 2, 0 },
    { { 1024, 16, 0, 0, -1, 1 }, { 1024, 16, 0, 0, -1, 1 } },
    "1.3 → 2.0: warps per SM 32 → 48, threads per block 512 → 1024; now it runs; occupancy 66.7 %, "
    "limited by warps" },
  { { 2, 0 },
    { 1, 3 },
    { { 1024, 16, 0, 0, -1, 1 }, { 1024, 16, 0, 0, -1, 1 } },
    "2.0 → 1.3: warps per SM 48 → 32, threads per block 1024 → 512; does not run: warps: 1024 "
    "threads exceed the limit of 512 per block" },
  { { 3, 0 },
    { 3, 5 },
    { { 256, 64, 0, 0, -1, 1 }, { 256, 64, 0, 0, -1, 1 } },
    "3.0 → 3.5: registers of a thread 63 → 255; now it runs; occupancy 50 %, limited by "
    "registers" },
  { { 8, 0 },
    { 8, 0 },
    { { 256, 37, 12288, 0, -1, 1 }, { 128, 32, 12288, 4096, 50, 2 } },
    "threads 256 → 128, registers 37 → 32, shared memory 12288 → 16384 bytes, barriers 1 → 2, "
    "carve-out driver's choice → 50 %; occupancy 75 % → 31.3 %; now limited by shared memory" },
  { { 8, 0 },
    { 8, 0 },
    { { 64, 16, 0, 0, -1, 1 }, { 64, 16, 0, 0, -1, 1 } },
    "nothing changes; occupancy stays 100 %, still limited by warps and blocks" },
};

static void
test_changes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *c = &cases[i];
      g_autofree char *text = ws_occupancy_describe_change (
          ws_occupancy_limits_find (c->from[0], c->from[1]), &c->launch[0],
          ws_occupancy_limits_find (c->to[0], c->to[1]), &c->launch[1]);

      g_assert_cmpstr (text, ==, c->expected);
    }
}

/* Between any two capabilities there is a sentence, and its shares are the calculator's. */
static void
test_all_pairs (void)
{
  const WsOccupancyLaunch launches[] = { { 256, 37, 12288, 0, -1, 1 },
                                         { 1024, 255, 232448, 0, 100, 16 },
                                         { 1, 0, 0, 0, -1, 0 } };

  for (guint i = 0; i < ws_occupancy_limits_get_n (); i++)
    for (guint k = 0; k < ws_occupancy_limits_get_n (); k++)
      for (guint l = 0; l < G_N_ELEMENTS (launches); l++)
        {
          const WsOccupancyLimits *a = ws_occupancy_limits_get (i);
          const WsOccupancyLimits *b = ws_occupancy_limits_get (k);
          g_autofree char *text = ws_occupancy_describe_change (a, &launches[l], b, &launches[l]);
          g_autofree char *share = NULL;
          WsOccupancy result;

          ws_occupancy_compute (b, &launches[l], &result);
          share = ws_occupancy_format_share (result.occupancy);
          g_assert_nonnull (strstr (text, result.blocks > 0 ? share : "not run"));
          g_assert_cmpint (strstr (text, " → ") != NULL, ==, i != k);
        }
}

static void
test_names (void)
{
  static const struct {
    guint limiters;
    const char *name;
  } sets[] = { { 1, "warps" },
               { 1 << WS_LIMITER_SHARED, "shared memory" },
               { 5, "warps and registers" },
               { 7, "warps, blocks and registers" },
               { 0, "" } };
  static const struct {
    double share;
    const char *text;
  } shares[] = { { 0, "0 %" },         { 1, "100 %" },       { 0.75, "75 %" },
                 { 2 / 3., "66.7 %" }, { 0.9375, "93.8 %" }, { 0.9999, "100 %" } };
  static const struct {
    guint cc_major, cc_minor;
    const char *name;
  } architectures[] = { { 1, 0, "Tesla" },      { 2, 1, "Fermi" },      { 3, 5, "Kepler" },
                        { 5, 2, "Maxwell" },    { 6, 1, "Pascal" },     { 7, 0, "Volta" },
                        { 7, 2, "Volta" },      { 7, 5, "Turing" },     { 8, 0, "Ampere" },
                        { 8, 7, "Ampere" },     { 8, 9, "Ada" },        { 9, 0, "Hopper" },
                        { 10, 0, "Blackwell" }, { 12, 1, "Blackwell" }, { 4, 0, "unknown" },
                        { 99, 0, "unknown" } };

  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    {
      g_autofree char *name = ws_occupancy_name_limiters (sets[i].limiters);

      g_assert_cmpstr (name, ==, sets[i].name);
    }
  for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
    {
      g_autofree char *text = ws_occupancy_format_share (shares[i].share);

      g_assert_cmpstr (text, ==, shares[i].text);
    }
  for (guint i = 0; i < G_N_ELEMENTS (architectures); i++)
    g_assert_cmpstr (
        ws_occupancy_get_architecture (architectures[i].cc_major, architectures[i].cc_minor), ==,
        architectures[i].name);
  g_assert_cmpint (ws_occupancy_get_first_limiter (12), ==, WS_LIMITER_REGISTERS);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/occupancy/change/sentences", test_changes);
  g_test_add_func ("/occupancy/change/all-pairs", test_all_pairs);
  g_test_add_func ("/occupancy/names", test_names);
  return g_test_run ();
}
