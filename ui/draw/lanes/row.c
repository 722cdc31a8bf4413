#include "lanes/private.h"

#include <glib/gi18n.h>

static WsLanesOptions
get_lanes_options (const WsLook *look)
{
  WsLanesOptions options = *(const WsLanesOptions *)look->options;

  options.emphasis = *look->emphasis;
  options.beside = look->beside;
  return options;
}

static void
draw_lanes (const WsLook *look, cairo_t *cr)
{
  WsLanesOptions options = get_lanes_options (look);

  ws_draw_lanes (cr, &look->frame, &options);
}

static char *
get_lanes_subtitle (const WsLook *look)
{
  return ws_lanes_subtitle (look->frame.scene, look->frame.moment);
}

static char *
describe_lanes (const WsLook *look, const char *caption)
{
  g_autofree char *what = ws_lanes_subtitle (look->frame.scene, look->frame.moment);

  return g_strdup_printf (_ ("Lanes of warp %1$u: %2$s. %3$s"), look->frame.moment->warp, what,
                          caption);
}

static char *
point_at_lanes (const WsLook *look, double x, double y)
{
  WsLanesOptions options = get_lanes_options (look);
  WsLanesHit hit;

  return !ws_look_hides (look, WS_HIDE_MASKS | WS_HIDE_COUNTS)
                 && ws_lanes_pick (&look->frame, &options, x, y, &hit)
             ? ws_lanes_hit_describe (look->frame.scene, look->frame.moment, &hit)
             : NULL;
}

/* Of a row of the instant. */
static guint
find_warp_of_lanes (const WsLook *look, double x, double y)
{
  WsLanesOptions options = get_lanes_options (look);
  WsLanesHit hit;

  return ws_lanes_pick (&look->frame, &options, x, y, &hit)
                 && (hit.kind == WS_LANES_HIT_WARP || hit.kind == WS_LANES_HIT_LANE)
             ? hit.warp
             : WS_NONE;
}

static void
set_lanes_painter (WsPainter *painter, const WsLook *look)
{
  WsLanesOptions options = get_lanes_options (look);

  ws_lanes_painter_set (painter, &look->frame, &options);
}

static WsData *
make_lanes_data (const WsLook *look)
{
  return ws_data_new_for_lanes (look->frame.scene);
}

/* Of the warp that is followed. */
static char *
get_lanes_figure (const WsLook *look)
{
  WsLaneState states[WS_WARP_SIZE];
  guint n = 0;

  if (ws_look_hides (look, WS_HIDE_MASKS | WS_HIDE_COUNTS))
    return NULL;
  ws_lanes_get_states (look->frame.scene, look->frame.moment->warp, look->frame.moment->position,
                       states);
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    n += states[lane] == WS_LANE_WORKS;
  return g_strdup_printf (_ ("%.3g\u00a0%% of lanes active"), n * 100. / WS_WARP_SIZE);
}

static guint32
find_lanes_of_lanes (const WsLook *look, WsBox boxes[WS_WARP_SIZE])
{
  WsLanesOptions options = get_lanes_options (look);

  return ws_lanes_find (&look->frame, &options, boxes);
}

const WsViewClass ws_view_of_lanes = {
  "lanes",           N_ ("Warps"),    WS_VIEW_OF_BLOCK, draw_lanes,         get_lanes_subtitle,
  ws_look_say_stage, describe_lanes,  point_at_lanes,   find_warp_of_lanes, ws_lanes_painter_new,
  set_lanes_painter, make_lanes_data, get_lanes_figure, find_lanes_of_lanes
};
