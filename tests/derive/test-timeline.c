/* A launch's timeline against counting by hand, and against asking every block at every time. */
#include "play.h"
#include "specs.h"
#include "record/bounds.h"
#include "schedule/timeline.h"

#include <math.h>

#define AT_ONCE 30 /* blocks of 1024 threads on a K40c: two on each of 15 SMs */

/* (transfer full): a launch of @n blocks of @n_threads; @spans: nullable */
static WsRun *
make_longer_run (const char *spec_id, guint n, guint n_threads, const WsResidency *residencies,
                 const WsWarpSpan *spans, guint64 duration_cycles)
{
  g_autoptr (WsSpec) spec = specs_load (spec_id);
  g_autoptr (WsRunBuilder) builder = ws_run_builder_new (spec, "vm", "Virtual", WS_ORIGIN_MODELLED);
  Play *p = play_new (n_threads);
  WsLaunch launch = { .grid = { n, 1, 1 },
                      .block = { n_threads, 1, 1 },
                      .duration_cycles = duration_cycles };
  guint index;

  play_site (p, WS_OP_EXIT, "ret", "");
  ws_run_builder_set_about (builder, "played", "Played", g_variant_new_parsed ("@a{sv} {}"),
                            WS_VALUE_U32, ws_run_words_find ("sum"));
  launch.kernel = ws_run_builder_add_kernel (builder, play_make_kernel (p));
  play (p, 0, 0, 1, 1);
  ws_run_unref (play_end (p, "h200"));
  index = ws_run_builder_add_launch (builder, &launch);
  if (residencies != NULL)
    ws_run_builder_add_residencies (builder, index, residencies, n);
  if (spans != NULL)
    ws_run_builder_add_warp_spans (builder, index, spans, (gsize)n * ((n_threads + 31) / 32));
  return ws_run_builder_end (builder);
}

static WsRun *
make_run (const char *spec_id, guint n, guint n_threads, const WsResidency *residencies,
          const WsWarpSpan *spans)
{
  return make_longer_run (spec_id, n, n_threads, residencies, spans, 0);
}

static void
test_by_hand (void)
{
  /* SM 0 has two slots; SM 1 one block; the others nothing */
  static const WsResidency residencies[] = {
    { 0, 0, 0, 0, 100 }, { 1, 0, 1, 10, 60 }, { 2, 1, 0, 0, 50 }, { 3, 0, 1, 60, 160 }
  };
  static const WsWarpSpan spans[] = { { 0, 100 }, { 5, 40 }, { 0, 50 },   { 0, 50 },
                                      { 0, 50 },  { 0, 20 }, { 20, 100 }, { 30, 30 } };
  g_autoptr (WsRun) run = make_run ("k40c", 4, 64, residencies, spans);
  g_autoptr (WsTimeline) t = ws_timeline_new (run, 0);
  guint64 chapters[8];
  guint sm;
  guint slot;

  g_assert_cmpuint (t->n_slots, ==, 2);
  g_assert_cmpuint (t->n_resident, ==, 16);
  g_assert_cmpuint (t->n_waves, ==, 1);
  g_assert_cmpuint (t->end, ==, 160);
  g_assert_cmpuint (t->tail, ==, 60);
  g_assert_cmpuint (ws_timeline_find (t, 0, 1, 59)->block, ==, 1);
  g_assert_cmpuint (ws_timeline_find (t, 0, 1, 60)->block, ==, 3);
  g_assert_cmpuint (ws_timeline_find (t, 0, 1, 60)->wave, ==, 0);
  g_assert_null (ws_timeline_find (t, 0, 1, 9));
  g_assert_null (ws_timeline_find (t, 0, 1, 160));
  g_assert_null (ws_timeline_find (t, 1, 1, 10));
  g_assert_null (ws_timeline_find (t, 99, 0, 10));
  ws_timeline_place (t, &t->stays[t->stay_of_block[2]], &sm, &slot);
  g_assert_cmpuint (sm, ==, 1);
  g_assert_cmpuint (slot, ==, 0);
  g_assert_cmphex (ws_timeline_get_warps (t, ws_timeline_find (t, 0, 0, 4), 4), ==, 1);
  g_assert_cmphex (ws_timeline_get_warps (t, ws_timeline_find (t, 0, 0, 5), 5), ==, 3);
  g_assert_cmphex (ws_timeline_get_warps (t, ws_timeline_find (t, 0, 0, 40), 40), ==, 1);
  /* a warp that came and left at once was never there */
  g_assert_cmphex (ws_timeline_get_warps (t, ws_timeline_find (t, 0, 1, 90), 90), ==, 1);
  g_assert_cmpuint (ws_steps_get_value (&t->warps, 4), ==, 3);
  g_assert_cmpuint (ws_steps_get_value (&t->warps, 5), ==, 4);
  g_assert_cmpuint (ws_steps_get_value (&t->warps, 160), ==, 0);
  g_assert_cmpuint (ws_steps_get_value (&t->sms, 49), ==, 2);
  g_assert_cmpuint (ws_steps_get_value (&t->sms, 50), ==, 1);
  /* SM 0 from 0 to 160, SM 1 from 0 to 50 */
  g_assert_cmpuint (t->summary.active_cycles, ==, 210);
  g_assert_cmpuint (t->summary.warp_cycles, ==, 100 + 35 + 100 + 50 + 20 + 80 + 0);
  g_assert_cmpfloat (t->summary.sm_efficiency, ==, 210. / 160 / 15);
  g_assert_cmpfloat (t->summary.achieved_occupancy, ==, 385. / 210 / 64);
  g_assert_cmpuint (ws_timeline_count_arrived (t, 10), ==, 3);
  g_assert_cmpuint (ws_timeline_count_left (t, 59), ==, 1);
  g_assert_cmpuint (ws_timeline_count_left (t, 60), ==, 2);
  g_assert_cmpuint (ws_timeline_wave_at (t, 60), ==, 0);
  g_assert_cmpuint (ws_timeline_next_change (t, 0, 1), ==, 10);
  g_assert_cmpuint (ws_timeline_next_change (t, 10, 1), ==, 50);
  g_assert_cmpuint (ws_timeline_next_change (t, 10, -1), ==, 0);
  g_assert_cmpuint (ws_timeline_next_change (t, 160, 1), ==, 160);
  g_assert_cmpuint (ws_timeline_next_change (t, 0, -1), ==, 0);
  g_assert_cmpuint (ws_timeline_get_chapters (t, 8, chapters), ==, 2);
  g_assert_cmpuint (chapters[1], ==, 60);
}

/* Without spans each warp is there as long as its block. */
static void
test_without_spans (void)
{
  static const WsResidency residencies[] = { { 0, 3, 0, 7, 17 }, { 1, 3, 1, 7, 27 } };
  g_autoptr (WsRun) run = make_run ("k40c", 2, 96, residencies, NULL);
  g_autoptr (WsTimeline) t = ws_timeline_new (run, 0);

  g_assert_false (t->summary.warps_known);
  g_assert_cmpuint (t->summary.warp_cycles, ==, 90);
  g_assert_cmphex (ws_timeline_get_warps (t, ws_timeline_find (t, 3, 0, 7), 7), ==, 7);
  g_assert_null (ws_timeline_get_spans (t, &t->stays[0]));
  g_assert_cmpuint (ws_steps_get_value (&t->warps, 16), ==, 6);
  g_assert_cmpuint (ws_steps_get_value (&t->warps, 17), ==, 3);
}

/* What a launch takes besides its blocks is idle. */
static void
test_longer (void)
{
  static const WsResidency residencies[] = { { 0, 3, 0, 0, 50 } };
  g_autoptr (WsRun) run = make_longer_run ("k40c", 1, 32, residencies, NULL, 80);
  g_autoptr (WsTimeline) t = ws_timeline_new (run, 0);

  g_assert_cmpuint (t->end, ==, 80);
  g_assert_cmpuint (t->last_leave, ==, 50);
  g_assert_cmpuint (t->summary.elapsed_cycles, ==, 80);
  g_assert_cmpfloat (t->summary.sm_efficiency, ==, 50. / 80 / 15);
  g_assert_cmpuint (ws_timeline_next_change (t, 50, 1), ==, 80);
}

static void
test_none (void)
{
  g_autoptr (WsRun) run = make_run ("k40c", 2, 32, NULL, NULL);
  WsResidencySummary summary;

  g_assert_null (ws_timeline_new (run, 0));
  g_assert_false (ws_residency_summarise (run, 0, &summary));
}

/* Everything at one time, and nothing lasts. */
static void
test_same_time (void)
{
  WsResidency residencies[8];
  guint64 chapters[4];

  for (guint b = 0; b < 8; b++)
    residencies[b] = (WsResidency){ b, (guint16)(b % 3), 0, 5, 5 };
  {
    g_autoptr (WsRun) run = make_run ("k40c", 8, 32, residencies, NULL);
    g_autoptr (WsTimeline) t = ws_timeline_new (run, 0);

    g_assert_cmpuint (t->summary.active_cycles, ==, 0);
    g_assert_cmpfloat (t->summary.sm_efficiency, ==, 0);
    g_assert_cmpuint (t->warps.n, ==, 0);
    g_assert_null (ws_timeline_find (t, 0, 0, 5));
    g_assert_cmpuint (ws_timeline_next_change (t, 0, 1), ==, 5);
    g_assert_cmpuint (ws_timeline_get_chapters (t, 4, chapters), ==, 1);
  }
}

#define LATEST (G_GUINT64_CONSTANT (1) << 48) /* WS_BOUND_CYCLES */

/* Times as late as a file may say: nothing overflows that is shown. */
static void
test_late (void)
{
  static const WsResidency residencies[] = { { 0, 0, 0, LATEST - 40, LATEST }, { 1, 0, 0, 0, 1 } };
  g_autoptr (WsRun) run = make_run ("k40c", 2, 32, residencies, NULL);
  g_autoptr (WsTimeline) t = ws_timeline_new (run, 0);

  g_assert_cmpuint (ws_bound_get (WS_BOUND_CYCLES), ==, LATEST);
  g_assert_cmpuint (t->end, ==, LATEST);
  g_assert_cmpuint (t->stays[0].block, ==, 1);
  g_assert_cmpuint (t->summary.active_cycles, ==, 41);
  g_assert_cmpuint (ws_steps_get_value (&t->warps, 1), ==, 0);
}

typedef struct {
  guint n;
  guint n_warps;
  WsResidency *residencies;
  WsWarpSpan *spans;
} Case;

static guint
count_warps (const Case *self, guint64 time, gboolean *sm_is_active)
{
  guint n = 0;

  for (guint b = 0; b < self->n; b++)
    {
      const WsResidency *r = &self->residencies[b];
      guint32 first = G_MAXUINT32;
      guint32 last = 0;

      for (guint w = 0; w < self->n_warps; w++)
        {
          const WsWarpSpan *span = &self->spans[b * self->n_warps + w];

          n += r->start + span->start <= time && r->start + span->end > time;
          first = MIN (first, span->start);
          last = MAX (last, span->end);
        }
      if (r->start + first <= time && r->start + last > time)
        sm_is_active[r->sm] = TRUE;
    }
  return n;
}

static void
check_case (const Case *self, GRand *rand)
{
  g_autoptr (WsRun) run =
      make_run ("k40c", self->n, self->n_warps * 32, self->residencies, self->spans);
  g_autoptr (WsTimeline) t = ws_timeline_new (run, 0);
  WsResidencySummary summary;
  guint64 warp_cycles = 0;
  guint64 active_cycles = 0;
  double columns = 0;
  guint n_columns = (guint)g_rand_int_range (rand, 1, 40);
  double means[40];

  for (guint64 time = 0; time <= t->end; time++)
    {
      gboolean active[15] = { FALSE };
      guint n = count_warps (self, time, active);
      guint n_active = 0;
      guint arrived = 0;
      guint left = 0;

      for (guint sm = 0; sm < 15; sm++)
        n_active += active[sm];
      for (guint b = 0; b < self->n; b++)
        {
          arrived += self->residencies[b].start <= time;
          left += self->residencies[b].end <= time;
        }
      g_assert_cmpuint (ws_steps_get_value (&t->warps, time), ==, n);
      g_assert_cmpuint (ws_steps_get_value (&t->sms, time), ==, n_active);
      g_assert_cmpuint (ws_timeline_count_arrived (t, time), ==, arrived);
      g_assert_cmpuint (ws_timeline_count_left (t, time), ==, left);
      g_assert_cmpfloat (ws_steps_get_area (&t->warps, (double)time), ==, (double)warp_cycles);
      warp_cycles += n;
      active_cycles += n_active;
    }
  g_assert_cmpuint (t->summary.warp_cycles, ==, warp_cycles);
  g_assert_cmpuint (t->summary.active_cycles, ==, active_cycles);
  g_assert_true (ws_residency_summarise (run, 0, &summary));
  g_assert_cmpfloat (summary.achieved_occupancy, ==, t->summary.achieved_occupancy);
  /* columns of any width have the area of all cycles */
  ws_steps_sample (&t->warps, 0, (double)t->end, n_columns, means);
  for (guint i = 0; i < n_columns; i++)
    {
      double from = (double)t->end * i / n_columns;
      double to = (double)t->end * (i + 1) / n_columns;

      g_assert_cmpfloat_with_epsilon (
          means[i] * (to - from),
          ws_steps_get_area (&t->warps, to) - ws_steps_get_area (&t->warps, from), 1e-6);
      columns += means[i] * (to - from);
    }
  g_assert_cmpfloat (fabs (columns - (double)warp_cycles), <, 1e-6 * (double)(warp_cycles + 1));
  for (guint b = 0; b < self->n; b++)
    {
      const WsResidency *r = &self->residencies[b];
      const WsStay *stay = &t->stays[t->stay_of_block[b]];
      guint before = 0;
      guint sm;
      guint slot;

      g_assert_cmpuint (stay->block, ==, b);
      ws_timeline_place (t, stay, &sm, &slot);
      g_assert_cmpuint (sm, ==, r->sm);
      g_assert_cmpuint (slot, ==, r->slot);
      for (guint k = 0; k < self->n; k++)
        {
          const WsResidency *other = &self->residencies[k];
          before += other->start < r->start || (other->start == r->start && k < b);
        }
      g_assert_cmpuint (stay->wave, ==, before / (t->n_resident * t->n_sms));
    }
}

static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20);

  for (guint round = 0; round < 60; round++)
    {
      Case c = { .n = (guint)g_rand_int_range (rand, 1, 60),
                 .n_warps = (guint)g_rand_int_range (rand, 1, 9) };
      g_autofree WsResidency *residencies = g_new (WsResidency, c.n);
      g_autofree WsWarpSpan *spans = g_new (WsWarpSpan, (gsize)c.n * c.n_warps);
      int longest = g_rand_int_range (rand, 1, 300);

      for (guint b = 0; b < c.n; b++)
        {
          guint64 start = (guint64)g_rand_int_range (rand, 0, 300);
          int length = g_rand_int_range (rand, 0, longest);

          residencies[b] =
              (WsResidency){ b, (guint16)g_rand_int_range (rand, 0, 1 + (int)round % 15),
                             (guint16)g_rand_int_range (rand, 0, 3), start, start + (guint)length };
          for (guint w = 0; w < c.n_warps; w++)
            {
              int from = g_rand_int_range (rand, 0, length + 1);
              int to = g_rand_int_range (rand, from, length + 1);
              spans[b * c.n_warps + w] = (WsWarpSpan){ (guint32)from, (guint32)to };
            }
        }
      c.residencies = residencies;
      c.spans = spans;
      check_case (&c, rand);
    }
}

/* 3.88 waves are four, also where an SM that is quick is given more blocks than others. */
static void
test_waves (void)
{
  const guint n_blocks = 116;
  WsResidency residencies[116];

  for (guint b = 0; b < n_blocks; b++)
    residencies[b] = (WsResidency){ b, (guint16)(b % 15), (guint16)(b / 15 % 2), b / AT_ONCE * 10,
                                    b / AT_ONCE * 10 + 10 };
  /* slot 0 of SM 0, in halves: two in the time of one */
  for (guint b = 0, n = 0; b < n_blocks; b++)
    if (b % 30 == 0 || b % 30 == 14)
      {
        residencies[b] = (WsResidency){ b, 0, 0, n * 5, n * 5 + 5 };
        n++;
      }
  {
    g_autoptr (WsRun) run = make_run ("k40c", n_blocks, 1024, residencies, NULL);
    g_autoptr (WsTimeline) t = ws_timeline_new (run, 0);

    g_assert_cmpuint (t->n_resident * t->n_sms, ==, AT_ONCE);
    g_assert_cmpuint (t->n_waves, ==, 4);
    for (guint wave = 0; wave < t->n_waves; wave++)
      g_assert_cmpuint (t->wave_starts[wave], ==, wave * 10);
    g_assert_cmpuint (ws_timeline_wave_at (t, G_MAXINT64), ==, 3);
    g_assert_cmpuint (ws_timeline_find (t, 0, 0, 39)->wave, ==, 3);
  }
}

/* However many waves, there are as many chapters as there is room for, in order. */
static void
test_chapters (void)
{
  for (guint waves = 1; waves < 200; waves += 7)
    for (guint most = 2; most < 20; most++)
      {
        guint n_blocks = AT_ONCE * waves;
        g_autofree WsResidency *residencies = g_new (WsResidency, n_blocks);
        guint64 times[20];
        guint n;

        for (guint b = 0; b < n_blocks; b++)
          residencies[b] = (WsResidency){ b, (guint16)(b % 15), (guint16)(b / 15 % 2),
                                          b / AT_ONCE * 10, b / AT_ONCE * 10 + 10 };
        {
          g_autoptr (WsRun) run = make_run ("k40c", n_blocks, 1024, residencies, NULL);
          g_autoptr (WsTimeline) t = ws_timeline_new (run, 0);

          g_assert_cmpuint (t->n_waves, ==, waves);
          for (guint wave = 0; wave < waves; wave++)
            {
              g_assert_cmpuint (t->wave_starts[wave], ==, wave * 10);
              g_assert_cmpuint (ws_timeline_wave_at (t, wave * 10 + 9), ==, wave);
            }
          n = ws_timeline_get_chapters (t, most, times);
        }
        g_assert_cmpuint (n, >=, 1);
        g_assert_cmpuint (n, <=, most);
        g_assert_cmpuint (times[0], ==, 0);
        g_assert_cmpuint (times[n - 1], ==, (waves - 1) * 10);
        for (guint i = 1; i < n; i++)
          g_assert_cmpuint (times[i], >, times[i - 1]);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/record/timeline/by-hand", test_by_hand);
  g_test_add_func ("/record/timeline/without-spans", test_without_spans);
  g_test_add_func ("/record/timeline/longer", test_longer);
  g_test_add_func ("/record/timeline/none", test_none);
  g_test_add_func ("/record/timeline/same-time", test_same_time);
  g_test_add_func ("/record/timeline/late", test_late);
  g_test_add_func ("/record/timeline/random", test_random);
  g_test_add_func ("/record/timeline/waves", test_waves);
  g_test_add_func ("/record/timeline/chapters", test_chapters);
  return g_test_run ();
}
