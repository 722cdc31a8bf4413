/* Timings as they stream in, held against what a plain count over all of them gives. */
#include "timing/live.h"

#include <string.h>

static WsLive *
make_live (void)
{
  return ws_live_new ("reduce1", "Kernel 1: interleaved addressing");
}

static guint64
draw_duration (GRand *rand)
{
  switch (g_rand_int_range (rand, 0, 6))
    {
    case 0:
      return 0;
    case 1:
      return G_MAXUINT64 - g_rand_int (rand);
    case 2:
      return (guint64)g_rand_int (rand) << 20;
    default:
      return 10000 + (guint64)g_rand_int_range (rand, 0, 300);
    }
}

/* What the last of @all give, counted anew. */
static void
assert_same (WsLive *live, GArray *all, GRand *rand)
{
  guint n = MIN (all->len, WS_LIVE_MAX_SAMPLES);
  const guint64 *kept = n > 0 ? &g_array_index (all, guint64, all->len - n) : NULL;
  g_autofree WsSample *samples = g_new0 (WsSample, MAX (n, 1));
  WsTimingSummary expected;
  WsTimingSummary summary;
  guint bins[7];
  guint wanted[G_N_ELEMENTS (bins)] = { 0 };
  guint64 from = g_rand_int_range (rand, 0, 10100);
  guint64 to = from + g_rand_int_range (rand, 0, 400);

  g_assert_cmpuint (ws_live_get_n_total (live), ==, all->len);
  g_assert_cmpuint (ws_live_get_n_kept (live), ==, n);
  for (guint i = 0; i < n; i++)
    {
      samples[i].duration_ns = kept[i];
      if (ws_live_get_duration_ns (live, i) != kept[i])
        g_error ("sample %u is another", i);
      for (guint k = 0; k < G_N_ELEMENTS (bins); k++)
        wanted[k] += kept[i] >= from + (to - from) * k / G_N_ELEMENTS (bins)
                     && kept[i] < from + (to - from) * (k + 1) / G_N_ELEMENTS (bins);
    }
  ws_timing_summarise (samples, n, &expected);
  ws_live_summarise (live, &summary);
  g_assert_cmpmem (&summary, sizeof summary, &expected, sizeof expected);
  ws_live_get_histogram (live, from, to, bins, G_N_ELEMENTS (bins));
  for (guint k = 0; k < G_N_ELEMENTS (bins); k++)
    g_assert_cmpuint (bins[k], ==, wanted[k]);
}

static void
assert_columns (WsLive *live, guint first, guint n, guint n_columns)
{
  g_autofree WsLiveColumn *columns = g_new (WsLiveColumn, MAX (n_columns, 1));
  g_autofree WsSample *samples = g_new0 (WsSample, MAX (n, 1));

  ws_live_get_columns (live, first, n, columns, n_columns);
  for (guint i = 0; i < n_columns; i++)
    {
      guint from = (guint)((guint64)n * i / n_columns);
      guint end = (guint)((guint64)n * (i + 1) / n_columns);
      WsTimingSummary expected;

      for (guint k = from; k < end; k++)
        samples[k - from].duration_ns = ws_live_get_duration_ns (live, first + k);
      ws_timing_summarise (samples, end - from, &expected);
      g_assert_cmpuint (columns[i].n, ==, expected.n);
      g_assert_cmpuint (columns[i].median_ns, ==, expected.median_ns);
      g_assert_cmpuint (columns[i].p5_ns, ==, expected.p5_ns);
      g_assert_cmpuint (columns[i].p95_ns, ==, expected.p95_ns);
      g_assert_cmpuint (columns[i].min_ns, ==, expected.min_ns);
      g_assert_cmpuint (columns[i].max_ns, ==, expected.max_ns);
    }
}

static void
append_random (WsLive *live, GArray *all, guint n, GRand *rand)
{
  guint before = all->len;

  for (guint i = 0; i < n; i++)
    {
      guint64 duration = draw_duration (rand);

      g_array_append_val (all, duration);
    }
  ws_live_append (live, &g_array_index (all, guint64, before), n);
}

static void
test_random (void)
{
  static const guint most[] = { 1, 2, 30, 5000, 100000, WS_LIVE_MAX_SAMPLES + 10 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());
  g_autoptr (WsLive) live = make_live ();
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (guint64));

  assert_same (live, all, rand);
  for (guint round = 0; round < 120; round++)
    {
      guint n;
      guint first;

      append_random (live, all, g_rand_int_range (rand, 1, most[round % 4] + 1), rand);
      if (round % 20 == 19)
        append_random (live, all, most[4 + round / 20 % 2], rand);
      if (g_rand_boolean (rand))
        assert_same (live, all, rand);
      first = g_rand_int_range (rand, 0, ws_live_get_n_kept (live));
      n = g_rand_int_range (rand, 0, ws_live_get_n_kept (live) - first + 1);
      assert_columns (live, first, MIN (n, 3000), g_rand_int_range (rand, 1, 500));
      if (round % 50 == 49)
        {
          ws_live_clear (live);
          g_array_set_size (all, 0);
          assert_same (live, all, rand);
        }
    }
}

/* The same columns, asked for as more come and the oldest go. */
static void
test_remembered (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());
  g_autoptr (WsLive) live = make_live ();
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (guint64));

  append_random (live, all, WS_LIVE_MAX_SAMPLES - 100, rand);
  for (guint round = 0; round < 40; round++)
    {
      guint64 oldest;
      guint first;

      append_random (live, all, 37, rand);
      oldest = ws_live_get_n_total (live) - ws_live_get_n_kept (live);
      first = (guint)((oldest + 15) / 16 * 16 - oldest);
      assert_columns (live, first, 1600, 100);
      assert_columns (live, first, 1600, 100);
    }
  assert_columns (live, 0, 0, 5);
  assert_columns (live, 0, 3, 5);
}

static void
test_equal (void)
{
  g_autoptr (WsLive) live = make_live ();
  g_autofree guint64 *same = g_new (guint64, 5000);
  WsTimingSummary summary;
  guint bin;

  for (guint i = 0; i < 5000; i++)
    same[i] = 77;
  ws_live_append (live, same, 5000);
  ws_live_summarise (live, &summary);
  g_assert_cmpuint (summary.p5_ns, ==, 77);
  g_assert_cmpuint (summary.max_ns, ==, 77);
  ws_live_get_histogram (live, 77, 78, &bin, 1);
  g_assert_cmpuint (bin, ==, 5000);
  ws_live_get_histogram (live, 0, G_MAXUINT64, &bin, 1);
  g_assert_cmpuint (bin, ==, 5000);
  ws_live_get_histogram (live, 77, 77, &bin, 1);
  g_assert_cmpuint (bin, ==, 0);
  assert_columns (live, 0, 5000, 3);
}

static void
test_references (void)
{
  WsLive *live = make_live ();
  WsLive *other = ws_live_ref (live);

  ws_live_unref (live);
  g_assert_cmpstr (other->kernel, ==, "reduce1");
  ws_live_unref (other);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/record/live/random", test_random);
  g_test_add_func ("/record/live/remembered", test_remembered);
  g_test_add_func ("/record/live/equal", test_equal);
  g_test_add_func ("/record/live/references", test_references);
  return g_test_run ();
}
