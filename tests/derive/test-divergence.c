#include "play.h"
#include "stages/divergence.h"

static void
assert_stack (const WsWarpTrace *trace, guint event, guint n, const WsPath *expected)
{
  const WsPath *paths = trace->paths + trace->first_path[event];

  g_assert_cmpuint (trace->depth[event], ==, n);
  g_assert_cmpuint (trace->first_path[event + 1] - trace->first_path[event], ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmphex (paths[i].mask, ==, expected[i].mask);
      g_assert_cmpuint (paths[i].pc, ==, expected[i].pc);
      g_assert_cmpuint (paths[i].reconverge, ==, expected[i].reconverge);
    }
}

#define ASSERT_STACK(trace, event, ...)                                   \
  assert_stack (trace, event, G_N_ELEMENTS (((WsPath[]){ __VA_ARGS__ })), \
                ((WsPath[]){ __VA_ARGS__ }))

/* What holds of any trace: the top is what runs, the masks below it hold it or are apart from it,
 * and no lane is on a path twice. */
static void
assert_consistent (const WsRun *run, const WsWarpTrace *trace)
{
  for (guint i = 0; i < trace->n_events; i++)
    {
      const WsEvent *event = &run->events[trace->events[i]];
      const WsPath *paths = trace->paths + trace->first_path[i];
      guint n = trace->first_path[i + 1] - trace->first_path[i];

      g_assert_cmpuint (event->warp, ==, trace->warp);
      g_assert_cmpuint (n, ==, trace->depth[i]);
      g_assert_cmpuint (n, <=, trace->max_depth);
      g_assert_cmphex (paths[n - 1].mask, ==, event->active);
      g_assert_cmpuint (paths[n - 1].pc, ==, event->site);
      for (guint a = 0; a < n; a++)
        for (guint b = a + 1; b < n; b++)
          {
            guint32 both = paths[a].mask & paths[b].mask;
            g_assert_true (both == 0 || both == paths[b].mask || both == paths[a].mask);
            g_assert_cmphex (paths[a].mask, !=, paths[b].mask);
          }
    }
  g_assert_cmpuint (trace->first_path[trace->n_events], ==, trace->n_paths);
}

static void
test_interleaved (void)
{
  g_autoptr (WsRun) run = play_reduce1 (128, 128, "h200");
  guint n_deep = 0;

  for (guint warp = 0; warp < 4; warp++)
    {
      g_autoptr (WsWarpTrace) trace = ws_warp_trace_new (run, 0, 0, warp);

      assert_consistent (run, trace);
      g_assert_cmpuint (trace->max_depth, ==, 2);
      for (guint i = 0; i < trace->n_events; i++)
        {
          const WsEvent *event = &run->events[trace->events[i]];

          g_assert_cmpuint (trace->depth[i], ==, event->active == G_MAXUINT32 ? 1 : 2);
          if (warp == 0 && event->active == 0x55555555)
            {
              /* sites 6 to 9 are the body, 10 the barrier behind it */
              ASSERT_STACK (trace, i, { G_MAXUINT32, 10, WS_NONE },
                            { 0x55555555, event->site, 10 });
              n_deep++;
            }
        }
    }
  g_assert_cmpuint (n_deep, ==, 4);
}

/* 0: bra 3 (else)   1: then, 2: bra 4   3: else   4: after   5: ret */
static Play *
make_if_else (guint n_threads)
{
  Play *p = play_new (n_threads);

  play_branch (p, "@r1", 3, 4);
  play_site (p, WS_OP_ALU, "mov.u32", "r2 =");
  play_branch (p, "", 4, WS_NONE);
  play_site (p, WS_OP_ALU, "mov.u32", "r3 =");
  play_site (p, WS_OP_ALU, "mov.u32", "r4 =");
  play_site (p, WS_OP_EXIT, "ret", "");
  return p;
}

static void
test_if_else (void)
{
  for (guint order = 0; order < 2; order++)
    {
      Play *p = make_if_else (32);
      g_autoptr (WsRun) run = NULL;
      g_autoptr (WsWarpTrace) trace = NULL;
      guint first = order == 0 ? 1 : 2;

      play (p, 0, 0, G_MAXUINT32, 0xffff0000);
      if (order == 1) /* the device may run either path first */
        play (p, 3, 0, 0xffff0000, 0xffff0000);
      play (p, 1, 0, 0xffff, 0xffff);
      play (p, 2, 0, 0xffff, 0xffff);
      if (order == 0)
        play (p, 3, 0, 0xffff0000, 0xffff0000);
      play (p, 4, 0, G_MAXUINT32, G_MAXUINT32);
      play (p, 5, 0, G_MAXUINT32, G_MAXUINT32);
      run = play_end (p, "h200");
      trace = ws_warp_trace_new (run, 0, 0, 0);
      assert_consistent (run, trace);
      g_assert_cmpuint (trace->max_depth, ==, 3);
      ASSERT_STACK (trace, 0, { G_MAXUINT32, 0, WS_NONE });
      if (order == 0)
        {
          ASSERT_STACK (trace, 1, { G_MAXUINT32, 4, WS_NONE }, { 0xffff0000, 3, 4 },
                        { 0xffff, 1, 4 });
          ASSERT_STACK (trace, 3, { G_MAXUINT32, 4, WS_NONE }, { 0xffff0000, 3, 4 });
        }
      else
        {
          ASSERT_STACK (trace, 1, { G_MAXUINT32, 4, WS_NONE }, { 0xffff, 1, 4 },
                        { 0xffff0000, 3, 4 });
          ASSERT_STACK (trace, first, { G_MAXUINT32, 4, WS_NONE }, { 0xffff, 1, 4 });
        }
      ASSERT_STACK (trace, 4, { G_MAXUINT32, 4, WS_NONE });
      ASSERT_STACK (trace, 5, { G_MAXUINT32, 5, WS_NONE });
    }
}

/* Lanes that have left are on no path: the rest of the warp is whole. */
static void
test_exit (void)
{
  Play *p = play_new (32);
  guint sites[] = { play_site (p, WS_OP_EXIT, "exit", "@r1"), play_branch (p, "@r1", 3, 3),
                    play_site (p, WS_OP_EXIT, "exit", ""), play_site (p, WS_OP_EXIT, "ret", "") };
  g_autoptr (WsRun) run = NULL;
  g_autoptr (WsWarpTrace) trace = NULL;

  play (p, sites[0], 0, G_MAXUINT32, 0xff);
  play (p, sites[1], 0, 0xffffff00, 0xffff0000);
  play (p, sites[2], 0, 0xff00, 0xff00);
  play (p, sites[3], 0, 0xffff0000, 0xffff0000);
  run = play_end (p, "h200");
  trace = ws_warp_trace_new (run, 0, 0, 0);
  assert_consistent (run, trace);
  ASSERT_STACK (trace, 1, { 0xffffff00, 1, WS_NONE });
  ASSERT_STACK (trace, 2, { 0xffffff00, 3, WS_NONE }, { 0xff00, 2, 3 });
  ASSERT_STACK (trace, 3, { 0xffff0000, 3, WS_NONE });
}

/* A loop that lanes leave one after the other: those outside wait once, not once for each round. */
static void
test_loop (void)
{
  Play *p = play_new (32);
  guint body = play_site (p, WS_OP_ALU, "mov.u32", "r2 =");
  guint back = play_branch (p, "@r1", 0, 2);
  guint after = play_site (p, WS_OP_EXIT, "ret", "");
  guint32 inside = G_MAXUINT32;
  g_autoptr (WsRun) run = NULL;
  g_autoptr (WsWarpTrace) trace = NULL;

  for (guint round = 0; round < 32; round++)
    {
      play (p, body, 0, inside, inside);
      play (p, back, 0, inside, inside & (inside - 1));
      inside &= inside - 1;
    }
  play (p, after, 0, G_MAXUINT32, G_MAXUINT32);
  run = play_end (p, "h200");
  trace = ws_warp_trace_new (run, 0, 0, 0);
  assert_consistent (run, trace);
  g_assert_cmpuint (trace->max_depth, ==, 2);
  ASSERT_STACK (trace, 2, { G_MAXUINT32, 2, WS_NONE }, { 0xfffffffe, 0, 2 });
  ASSERT_STACK (trace, 64, { G_MAXUINT32, 2, WS_NONE });
}

/* Independent thread scheduling: the paths of an if change places at every instruction, and then
 * lanes go on apart though they could have met. */
static void
test_other_schedulers (void)
{
  Play *p = make_if_else (32);
  g_autoptr (WsRun) run = NULL;
  g_autoptr (WsWarpTrace) trace = NULL;

  play (p, 0, 0, G_MAXUINT32, 0xffff0000);
  play (p, 1, 0, 0xffff, 0xffff);
  play (p, 3, 0, 0xffff0000, 0xffff0000);
  play (p, 2, 0, 0xffff, 0xffff);
  play (p, 4, 0, 0xffff, 0xffff);
  play (p, 4, 0, 0xff000000, 0xff000000);
  play (p, 4, 0, 0x00ff0000, 0x00ff0000);
  play (p, 5, 0, 0x0ffffff0, 0x0ffffff0);
  play (p, 5, 0, 0xf000000f, 0xf000000f);
  run = play_end (p, "h200");
  trace = ws_warp_trace_new (run, 0, 0, 0);
  assert_consistent (run, trace);
  for (guint i = 0; i < trace->n_events; i++)
    g_assert_cmpuint (trace->depth[i], >=, i == 0 ? 1 : 2 - (i == 8));
}

static void
test_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);

  for (guint round = 0; round < 100; round++)
    {
      Play *p = make_if_else (20);
      g_autoptr (WsRun) run = NULL;
      g_autoptr (WsWarpTrace) trace = NULL;

      for (guint i = 0; i < 200; i++)
        {
          guint32 active = g_rand_int (random) & g_rand_int (random) & play_warp_mask (p, 0);
          play (p, g_rand_int_range (random, 0, 6), 0, active, active & g_rand_int (random));
        }
      run = play_end (p, "h200");
      trace = ws_warp_trace_new (run, 0, 0, 0);
      assert_consistent (run, trace);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/record/divergence/interleaved", test_interleaved);
  g_test_add_func ("/record/divergence/if-else", test_if_else);
  g_test_add_func ("/record/divergence/exit", test_exit);
  g_test_add_func ("/record/divergence/loop", test_loop);
  g_test_add_func ("/record/divergence/other-schedulers", test_other_schedulers);
  g_test_add_func ("/record/divergence/random", test_random);
  return g_test_run ();
}
