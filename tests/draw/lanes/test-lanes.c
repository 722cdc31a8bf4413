/* The lanes: what each does at a moment; what is under the pointer is what was drawn there. */
#include "code/layout.h"
#include "lanes/private.h"
#include "synthetic.h"

/* Position of the @nth event of warp 0 at a source line whose text begins with @opcode. */
static double
find_event (const WsScene *scene, const char *text, guint nth)
{
  const WsKernel *kernel = ws_run_get_kernel (scene->run, scene->launch);

  for (guint i = 0; i < scene->record->n_events; i++)
    {
      const WsEvent *event = &scene->run->events[scene->record->first_event + i];
      if (event->warp == 0
          && g_str_has_prefix (ws_kernel_get_string (kernel, kernel->sites[event->site].text), text)
          && nth-- == 0)
        return i;
    }
  g_assert_not_reached ();
}

static guint32
get_mask_of (const WsScene *scene, guint warp, double position, WsLaneState state)
{
  WsLaneState states[WS_WARP_SIZE];
  guint32 mask = 0;

  ws_lanes_get_states (scene, warp, position, states);
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    mask |= (guint32)(states[lane] == state) << lane;
  return mask;
}

static guint32
get_mask (const WsScene *scene, double position, WsLaneState state)
{
  return get_mask_of (scene, 0, position, state);
}

static void
test_states (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 64, SYNTHETIC_SMALL);
  g_autoptr (WsScene) small = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 4, SYNTHETIC_SMALL);
  double branch = find_event (scene, "@%p1 bra $L__BB0_4", 1);
  double body = find_event (scene, "ld.shared.u32 %r3", 1);
  double barrier = find_event (scene, "bar.sync", 0);
  WsMoment moment = { .position = branch };
  g_autofree char *words = ws_lanes_subtitle (scene, &moment);
  guint n_named = 0;

  /* a branch that leads some lanes round the body: the others have something to do */
  g_assert_cmphex (get_mask (scene, branch, WS_LANE_WORKS), ==, 0x11111111);
  g_assert_cmphex (get_mask (scene, branch, WS_LANE_PASSES), ==, 0xeeeeeeee);
  g_assert_cmphex (get_mask (scene, body, WS_LANE_WORKS), ==, 0x11111111);
  g_assert_cmphex (get_mask (scene, body, WS_LANE_WAITS), ==, 0xeeeeeeee);
  g_assert_cmphex (get_mask (scene, barrier, WS_LANE_WORKS), ==, 0xffffffff);
  g_assert_cmphex (get_mask (scene, barrier + 1, WS_LANE_PARKED), ==, 0xffffffff);
  g_assert_cmphex (get_mask_of (scene, 1, ws_scene_get_n_events (scene), WS_LANE_NONE), ==,
                   0xffffffff);
  g_assert_cmphex (get_mask (small, 0, WS_LANE_WORKS), ==, 0xf);
  g_assert_cmphex (get_mask (small, 0, WS_LANE_NONE), ==, 0xfffffff0);
  g_assert_cmpstr (words, ==, "branch at line 17: if (tid % (2 * s) == 0)");
  g_assert_cmpuint (ws_code_get_line (scene, &moment), ==, 17);

  /* in words or as the source has it, at every instant: no name of an instruction */
  for (guint event = 0; event < ws_scene_get_n_events (scene); event++)
    {
      const WsMoment at = { .position = event, .warp = 0 };
      g_autofree char *told = ws_lanes_subtitle (scene, &at);

      g_assert_false (g_regex_match_simple ("^[a-z0-9]+\\.[a-z]", told, 0, 0));
      n_named += g_str_has_prefix (told, "load at line ");
    }
  g_assert_cmpuint (n_named, >, 0);
}

static void
test_pick (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 1024, SYNTHETIC_SMALL);
  const WsTheme *theme = ws_theme_get (WS_THEME_DARK);
  g_autoptr (WsText) text = ws_text_new (NULL, theme);
  const WsWarpTrace *trace = g_ptr_array_index (scene->warps, 5);
  WsMoment moment = { .position = ws_scene_stage_moment (scene, 2), .warp = 5 };
  WsLanesLayout l;
  WsLanesHit hit;

  ws_lanes_layout_init (&l, text, &(WsFrame){ scene, &moment, theme, 1200, 900 }, NULL);
  for (guint warp = 0; warp < 32; warp++)
    for (guint lane = 0; lane < 32; lane += 7)
      {
        WsBox box = ws_lanes_layout_get_lane (&l, warp, lane);
        g_autofree char *words = NULL;

        g_assert_true (ws_lanes_pick (&(WsFrame){ scene, &moment, theme, 1200, 900 }, NULL,
                                      box.x + box.w / 2, box.y + box.h / 2, &hit));
        g_assert_cmpint (hit.kind, ==, WS_LANES_HIT_LANE);
        g_assert_cmpuint (hit.warp, ==, warp);
        g_assert_cmpuint (hit.lane, ==, lane);
        words = ws_lanes_hit_describe (scene, &moment, &hit);
        g_assert_nonnull (words);
      }
  for (guint i = 0; i < trace->n_events; i += 11)
    {
      g_autofree char *words = NULL;

      g_assert_true (ws_lanes_pick (&(WsFrame){ scene, &moment, theme, 1200, 900 }, NULL,
                                    l.cloth.x + (i + 0.5) * l.cloth.w / l.count,
                                    l.cloth.y + l.cloth.h * 0.99, &hit));
      g_assert_cmpint (hit.kind, ==, WS_LANES_HIT_WEAVE);
      g_assert_cmpuint (hit.instruction, ==, i);
      g_assert_cmpuint (hit.event, ==, trace->events[i]);
      g_assert_cmpuint (hit.lane, ==, 31);
      words = ws_lanes_hit_describe (scene, &moment, &hit);
      g_assert_true (g_str_has_prefix (words, "Warp 5, instruction "));
    }
  g_assert_cmpfloat (l.stack.h, >, 0);
  {
    WsBox slot = ws_lanes_layout_get_slot (&l, 0);
    g_autofree char *words = NULL;

    g_assert_true (ws_lanes_pick (&(WsFrame){ scene, &moment, theme, 1200, 900 }, NULL,
                                  slot.x + slot.w / 2, slot.y + slot.h / 2, &hit));
    g_assert_cmpint (hit.kind, ==, WS_LANES_HIT_PATH);
    g_assert_cmpuint (hit.path, ==, 0);
    words = ws_lanes_hit_describe (scene, &moment, &hit);
    g_assert_true (g_str_has_prefix (words, "Path of 32 lanes, 0xffffffff"));
  }
  g_assert_false (
      ws_lanes_pick (&(WsFrame){ scene, &moment, theme, 1200, 900 }, NULL, 1199, 899, &hit));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/lanes/states", test_states);
  g_test_add_func ("/draw/pick/lanes", test_pick);
  return g_test_run ();
}
