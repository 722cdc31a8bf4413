#include "flow/private.h"
#include "launches/launches.h"

#include <glib/gi18n.h>

static WsTreeOptions
get_tree_options (const WsLook *look)
{
  WsTreeOptions options = *(const WsTreeOptions *)look->options;

  options.emphasis = *look->emphasis;
  return options;
}

static void
draw_tree (const WsLook *look, cairo_t *cr)
{
  WsTreeOptions options = get_tree_options (look);

  ws_draw_flow (cr, &look->frame, &options);
}

static char *
get_tree_subtitle (const WsLook *look)
{
  WsTreeOptions options = get_tree_options (look);

  return ws_flow_subtitle (&look->frame, &options);
}

static char *
describe_tree (const WsLook *look, const char *caption)
{
  WsTreeOptions options = get_tree_options (look);
  g_autofree char *what = ws_flow_summarise (look->frame.scene, &options);

  return g_strdup_printf ("%s %s", what, caption);
}

static char *
point_at_tree (const WsLook *look, double x, double y)
{
  WsTreeOptions options = get_tree_options (look);
  WsTreeHit hit;

  return ws_flow_pick (&look->frame, &options, x, y, &hit)
             ? ws_flow_hit_describe (look->frame.scene, look->frame.moment, &options, &hit)
             : NULL;
}

/* Of the thread in a circle. */
static guint
find_warp_of_tree (const WsLook *look, double x, double y)
{
  WsTreeHit hit;

  return ws_flow_pick (&look->frame, look->options, x, y, &hit) && hit.thread != WS_NONE
             ? hit.thread / WS_WARP_SIZE
             : WS_NONE;
}

static void
set_tree_painter (WsPainter *painter, const WsLook *look)
{
  WsTreeOptions options = get_tree_options (look);

  ws_flow_painter_set (painter, &look->frame, &options);
}

static WsData *
make_tree_data (const WsLook *look)
{
  return ws_flow_get_pattern (look->frame.scene, look->options) == WS_PATTERN_PYRAMID
             ? ws_data_new_for_launches (look->frame.scene)
             : ws_data_new_for_tree (look->frame.scene);
}

/* Of the stage. */
static char *
get_tree_figure (const WsLook *look)
{
  const WsScene *scene = look->frame.scene;
  const WsStage *stage;
  guint n;

  if (scene->stages->n_stages == 0 || ws_look_hides (look, WS_HIDE_COUNTS))
    return NULL;
  stage = &scene->stages->stages[ws_scene_stage_at (scene, look->frame.moment->position)];
  n = ws_launch_get_n_threads (&scene->run->launches[scene->launch]);
  /* Translators: how many of a block's threads do something in a stage */
  return g_strdup_printf (_ ("%1$u of %2$u threads"), stage->n_threads, n);
}

static guint32
find_lanes_of_tree (const WsLook *look, WsBox boxes[WS_WARP_SIZE])
{
  WsTreeOptions options = get_tree_options (look);
  WsTreeOptions chosen;

  return ws_flow_choose (look->frame.scene, &options, &chosen) == WS_FLOW_ROWS
             ? ws_tree_find_lanes (&look->frame, &chosen, boxes)
             : 0;
}

const WsViewClass ws_view_of_tree = { "tree",
                                      N_ ("Reduction tree"),
                                      WS_VIEW_OF_BLOCK,
                                      draw_tree,
                                      get_tree_subtitle,
                                      ws_look_say_stage,
                                      describe_tree,
                                      point_at_tree,
                                      find_warp_of_tree,
                                      ws_flow_painter_new,
                                      set_tree_painter,
                                      make_tree_data,
                                      get_tree_figure,
                                      find_lanes_of_tree };
