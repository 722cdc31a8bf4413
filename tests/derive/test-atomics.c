/* Which value stands first and last in a word that lanes of a warp did atomics on: held against
 * every order of the lanes. */
#include "accesses/atomics.h"

#define MOST 6

/* Lanes in the order of @random, each by @left; then shuffled. */
static void
test_orders (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  for (guint round = 0; round < 4000; round++)
    {
      const guint n = (guint)g_rand_int_range (random, 1, MOST);
      const gboolean adds = g_rand_boolean (random);
      guint64 word = (guint64)g_rand_int_range (random, 0, 3);
      const guint64 first = word;
      WsAtomicStep steps[MOST];
      guint64 value = 99;

      for (guint i = 0; i < n; i++)
        {
          const guint64 by = (guint64)g_rand_int_range (random, 0, 3);

          steps[i] = (WsAtomicStep){ word, adds ? word + by : MAX (word, by), TRUE };
          word = steps[i].after;
        }
      for (guint i = 0; i + 1 < n; i++)
        {
          const guint k = (guint)g_rand_int_range (random, (gint32)i, (gint32)n);
          const WsAtomicStep step = steps[i];

          steps[i] = steps[k];
          steps[k] = step;
        }
      /* what never goes down can always be told */
      g_assert_true (ws_atomics_find_last (steps, n, &value));
      g_assert_cmpuint (value, ==, word);
      g_assert_true (ws_atomics_find_first (steps, n, &value));
      g_assert_cmpuint (value, ==, first);
    }
}

static void
test_unknown (void)
{
  const WsAtomicStep swaps[] = { { 1, 2, TRUE }, { 2, 1, TRUE } };
  const WsAtomicStep broken[] = { { 1, 2, TRUE }, { 5, 6, TRUE } };
  const WsAtomicStep apart[] = { { 1, 2, TRUE }, { 5, 5, TRUE } };
  const WsAtomicStep half[] = { { 1, 2, TRUE }, { 2, 0, FALSE } };
  const WsAtomicStep *const all[] = { swaps, broken, apart, half };
  guint64 value;

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_assert_false (ws_atomics_find_last (all[i], 2, &value));
      g_assert_false (ws_atomics_find_first (all[i], 2, &value));
    }
  /* a single one returned what was there, whatever it left */
  g_assert_false (ws_atomics_find_last (&half[1], 1, &value));
  g_assert_true (ws_atomics_find_first (&half[1], 1, &value));
  g_assert_cmpuint (value, ==, 2);
}

/* All 32 lanes of a warp. */
static void
test_warp (void)
{
  WsAtomicStep steps[32];
  guint64 value;

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    steps[i] = (WsAtomicStep){ i * 7 % 32, i * 7 % 32 + 1, TRUE };
  g_assert_true (ws_atomics_find_last (steps, G_N_ELEMENTS (steps), &value));
  g_assert_cmpuint (value, ==, 32);
  g_assert_true (ws_atomics_find_first (steps, G_N_ELEMENTS (steps), &value));
  g_assert_cmpuint (value, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/atomics/orders", test_orders);
  g_test_add_func ("/atomics/unknown", test_unknown);
  g_test_add_func ("/atomics/warp", test_warp);
  return g_test_run ();
}
