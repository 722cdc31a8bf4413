/* Summaries of timings. */
#include "timing/timing.h"

static void
assert_summary (const guint64 *durations, guint n, guint64 median, guint64 p5, guint64 p95)
{
  g_autofree WsSample *samples = g_new0 (WsSample, n);
  WsTimingSummary summary;

  for (guint i = 0; i < n; i++)
    samples[i].duration_ns = durations[i];
  ws_timing_summarise (samples, n, &summary);
  g_assert_cmpuint (summary.n, ==, n);
  g_assert_cmpuint (summary.median_ns, ==, median);
  g_assert_cmpuint (summary.p5_ns, ==, p5);
  g_assert_cmpuint (summary.p95_ns, ==, p95);
}

static void
test_summary (void)
{
  static const guint64 one[] = { 7 };
  static const guint64 odd[] = { 30, 10, 20 };
  static const guint64 even[] = { 4, 1, 3, 2 };
  guint64 hundred[100];
  WsTimingSummary none;

  assert_summary (one, 1, 7, 7, 7);
  assert_summary (odd, 3, 20, 10, 30);
  assert_summary (even, 4, 2, 1, 4);
  for (guint i = 0; i < 100; i++)
    hundred[i] = 100 - i;
  assert_summary (hundred, 100, 50, 5, 95);
  ws_timing_summarise (NULL, 0, &none);
  g_assert_cmpuint (none.n, ==, 0);
  g_assert_cmpuint (none.median_ns, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/record/timing/summary", test_summary);
  return g_test_run ();
}
