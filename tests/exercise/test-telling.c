/* Where a picture of what was tried begins: at the worst of what its view is about, counted by
 * hand. */
#include "accesses/memory-request.h"
#include "player/telling.h"
#include "play.h"

/* Of the view's worst instant, or else of what it is about: its event. */
static const WsEvent *
find (const WsScene *scene, WsView view)
{
  WsMoment moment = { .position = -1, .warp = 99 };

  if (!ws_telling_find (scene, view, &moment))
    {
      g_assert_cmpfloat (moment.position, ==, -1);
      g_assert_cmpuint (moment.warp, ==, 99);
      return NULL;
    }
  g_assert_cmpuint (moment.warp, ==,
                    scene->run->events[scene->record->first_event + (guint)moment.position].warp);
  g_assert_cmpfloat (moment.time, ==, ws_scene_time_at (scene, moment.position));
  return &scene->run->events[scene->record->first_event + (guint)moment.position];
}

/* Kernel 2 has conflicts of at most 8 ways; kernel 3 none: a whole warp comes to shared memory. */
static void
test_memory (void)
{
  g_autoptr (WsRun) run2 = play_reduce2 (256, 256, "h200");
  g_autoptr (WsRun) run3 = play_reduce3 (256, 256, "h200");
  g_autoptr (WsScene) scene2 = ws_scene_new_first (run2, 0);
  g_autoptr (WsScene) scene3 = ws_scene_new_first (run3, 0);
  const WsEvent *event = find (scene2, WS_VIEW_MEMORY);
  WsAccessCost cost = { 0 };

  g_assert_nonnull (event);
  g_assert_true (
      ws_memory_request_get_cost (run2, ws_run_get_site (run2, 0, event->site), event, &cost));
  g_assert_cmpuint (cost.wavefronts, ==, 8);
  event = find (scene3, WS_VIEW_MEMORY);
  g_assert_nonnull (event);
  g_assert_cmpuint (event->space, ==, WS_SPACE_SHARED);
  g_assert_cmpuint (event->taken, ==, G_MAXUINT32);
}

/* In the last stride of the first warp one lane works, and 31 wait. */
static void
test_lanes (void)
{
  g_autoptr (WsRun) run = play_reduce1 (256, 256, "h200");
  g_autoptr (WsScene) scene = ws_scene_new_first (run, 0);
  const WsEvent *event = find (scene, WS_VIEW_LANES);

  g_assert_nonnull (event);
  g_assert_cmpuint (__builtin_popcount (event->active), ==, 1);
}

/* A tree shows all that has happened, and a launch has no instant that says more. */
static void
test_others (void)
{
  g_autoptr (WsRun) run = play_reduce2 (256, 256, "h200");
  g_autoptr (WsScene) scene = ws_scene_new_first (run, 0);

  g_assert_null (find (scene, WS_VIEW_TREE));
  g_assert_null (find (scene, WS_VIEW_SMS));
  g_assert_null (find (scene, WS_VIEW_CODE));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/telling/memory", test_memory);
  g_test_add_func ("/telling/lanes", test_lanes);
  g_test_add_func ("/telling/others", test_others);
  return g_test_run ();
}
