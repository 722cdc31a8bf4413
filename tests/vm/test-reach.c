/* What an access costs whose lanes reach words side by side, against the count lane by lane. */
#include "record/access.h"
#include "vm/vm.h"

/* A half of a warp: words in a row from @low on, or one word for all. */
static WsReachSpan
add_half (guint64 *addresses, guint64 low, gboolean in_a_row)
{
  for (guint i = 0; i < WS_LANES / 2; i++)
    addresses[i] = low + (in_a_row ? sizeof (guint32) * i : 0);
  return (WsReachSpan){ low, addresses[WS_LANES / 2 - 1] };
}

static WsReach
make_reach (WsSpace space, const WsReachSpan *spans)
{
  return (WsReach){ .space = (guint8)space,
                    .n_lanes = WS_LANES,
                    .n_spans = 2,
                    .are_words = TRUE,
                    .low = MIN (spans[0].low, spans[1].low),
                    .high = MAX (spans[0].high, spans[1].high),
                    .spans = { spans[0], spans[1] } };
}

/* Both halves in every way that they can lie to each other: apart, touching, one over the other. */
static void
test_halves (void)
{
  const guint64 base = 1 << 16;

  for (gint32 apart = -90; apart <= 90; apart++)
    for (guint start = 0; start < 32; start += 3)
      for (guint rows = 0; rows < 4; rows++)
        {
          const guint64 low = base + sizeof (guint32) * start;
          guint64 addresses[WS_LANES];
          const WsReachSpan spans[2] = {
            add_half (addresses, low, (rows & 1) != 0),
            add_half (addresses + WS_LANES / 2, low + (guint64)(4 * (gint64)apart),
                      (rows & 2) != 0),
          };
          const WsReach global = make_reach (WS_SPACE_GLOBAL, spans);
          const WsReach shared = make_reach (WS_SPACE_SHARED, spans);
          WsAccessCost cost = { 0 };
          WsAccessCost expected;

          g_assert_true (ws_reach_find_cost (&global, 32, &cost));
          ws_access_cost_global (addresses, WS_LANES, 4, &expected);
          g_assert_cmpuint (cost.sectors, ==, expected.sectors);
          g_assert_cmpuint (cost.segments, ==, expected.segments);
          g_assert_true (ws_reach_find_cost (&shared, 32, &cost));
          ws_access_cost_shared (addresses, WS_LANES, 4, 32, &expected);
          g_assert_cmpuint (cost.wavefronts, ==, expected.wavefronts);
          g_assert_cmpuint (cost.ideal_wavefronts, ==, expected.ideal_wavefronts);
        }
}

/* What is not said is not made up. */
static void
test_unknown (void)
{
  WsReach reach = { .space = WS_SPACE_SHARED, .n_lanes = 9, .are_words = TRUE, .high = 124 };
  WsAccessCost cost = { 0 };

  g_assert_true (ws_reach_find_cost (&reach, 32, &cost));
  g_assert_cmpuint (cost.wavefronts, ==, 1);
  g_assert_false (ws_reach_find_cost (&reach, 16, &cost));
  reach.high = 128;
  g_assert_false (ws_reach_find_cost (&reach, 32, &cost));
  reach.space = WS_SPACE_GLOBAL;
  g_assert_false (ws_reach_find_cost (&reach, 32, &cost));
  reach.space = WS_SPACE_LOCAL;
  reach.n_spans = 1;
  g_assert_false (ws_reach_find_cost (&reach, 32, &cost));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vm/reach/halves", test_halves);
  g_test_add_func ("/vm/reach/unknown", test_unknown);
  return g_test_run ();
}
