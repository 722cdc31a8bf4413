/* What stays the same from view to view: where a lane of the warp that is followed stands in the
 * tree, among the warps and in memory is where each view says to the pointer that it is. */
#include "recorded.h"
#include "view/view.h"

static const Recorded runs[] = {
  { "reduce1", "h200", 4096, 128 },         { "reduce2", "h200", 4096, 128 },
  { "reduce3", "k40c", 4096, 64 },          { "reduce6", "h200", 4096, 128 },
  { "reduceNeighbored", "h200", 4096, 64 }, { "scan_hillis_steele", "h200", 1024, 64 },
};

typedef guint (*LaneAt) (const WsFrame *frame, double x, double y);

static guint
get_lane_of_tree (const WsFrame *frame, double x, double y)
{
  const WsTreeOptions options = WS_TREE_OPTIONS_INIT;
  WsTreeHit hit;

  return ws_flow_pick (frame, &options, x, y, &hit) && hit.kind == WS_TREE_HIT_CELL
                 && hit.thread / WS_WARP_SIZE == frame->moment->warp
             ? hit.thread % WS_WARP_SIZE
             : WS_NONE;
}

static guint
get_lane_of_lanes (const WsFrame *frame, double x, double y)
{
  WsLanesHit hit;

  return ws_lanes_pick (frame, NULL, x, y, &hit) && hit.kind == WS_LANES_HIT_LANE
                 && hit.warp == frame->moment->warp
             ? hit.lane
             : WS_NONE;
}

static const struct {
  WsView view;
  LaneAt get_lane;
} views[] = { { WS_VIEW_TREE, get_lane_of_tree }, { WS_VIEW_LANES, get_lane_of_lanes } };

/* Returns: lanes that are drawn */
static guint
check_view (WsView view, LaneAt get_lane, const WsFrame *frame)
{
  WsFigureOptions options = WS_FIGURE_OPTIONS_INIT;
  const WsViewClass *klass = ws_view_get_class (view);
  WsLook look = ws_view_look_at (klass, frame, &options);
  WsBox boxes[WS_WARP_SIZE];
  guint32 found = ws_view_find_lanes (klass, &look, boxes);

  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    if ((found >> lane & 1) != 0)
      g_assert_cmpuint (
          get_lane (frame, boxes[lane].x + boxes[lane].w / 2, boxes[lane].y + boxes[lane].h / 2),
          ==, lane);
  return (guint)__builtin_popcount (found);
}

/* Of shared memory: the word is one that the lane asks for, in the recording. */
static guint
check_memory (const WsFrame *frame)
{
  WsFigureOptions options = WS_FIGURE_OPTIONS_INIT;
  const WsViewClass *klass = ws_view_get_class (WS_VIEW_MEMORY);
  WsLook look = ws_view_look_at (klass, frame, &options);
  WsBox boxes[WS_WARP_SIZE];
  guint32 found = ws_view_find_lanes (klass, &look, boxes);
  guint event = ws_scene_warp_event_at (frame->scene, frame->moment->warp, frame->moment->position);
  const WsEvent *at = &frame->scene->run->events[frame->scene->record->first_event + event];
  const WsKernel *kernel = ws_run_get_kernel (frame->scene->run, frame->scene->launch);
  WsMemoryRequest request;
  WsMemoryHit hit;
  guint n = 0;

  if (event == WS_NONE
      || !ws_memory_request_init (&request, frame->scene->run, &kernel->sites[at->site], at)
      || request.space != WS_SPACE_SHARED)
    return 0;
  g_assert_cmphex (found, ==, request.lanes);
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    if ((found >> lane & 1) != 0)
      {
        g_assert_true (ws_memory_pick (frame, &options.memory, boxes[lane].x + boxes[lane].w / 2,
                                       boxes[lane].y + boxes[lane].h / 2, &hit));
        g_assert_cmpint (hit.kind, ==, WS_MEMORY_HIT_WORD);
        g_assert_true ((request.words[hit.index].lanes >> lane & 1) != 0);
        n++;
      }
  return n;
}

static void
test_lanes (gconstpointer data)
{
  const Recorded *recorded = data;
  g_autoptr (WsRun) run = recorded_new (recorded);
  g_autoptr (WsScene) scene = ws_scene_new_first (run, 0);
  guint n_tree = 0;
  guint n_memory = 0;

  for (guint stage = 0; stage < scene->stages->n_stages; stage++)
    {
      const WsMoment moment = { .position = ws_scene_stage_moment (scene, stage),
                                .hover_x = -1,
                                .hover_y = -1 };
      const WsFrame frame = { scene, &moment, ws_theme_get (WS_THEME_LIGHT), 980, 520 };

      n_tree += check_view (views[0].view, views[0].get_lane, &frame);
      g_assert_cmpuint (check_view (views[1].view, views[1].get_lane, &frame), ==, WS_WARP_SIZE);
      n_memory += check_memory (&frame);
    }
  g_assert_cmpuint (n_tree, >, 8);
  if (!g_str_has_prefix (recorded->kernel, "reduceN"))
    g_assert_cmpuint (n_memory, >, 8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autofree char *path = g_strdup_printf ("/draw/same-place/%s", runs[i].kernel);

      g_test_add_data_func (path, &runs[i], test_lanes);
    }
  return g_test_run ();
}
