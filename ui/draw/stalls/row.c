#include "stalls/private.h"

#include <glib/gi18n.h>

static void
draw_stalls (const WsLook *look, cairo_t *cr)
{
  const WsFrame *frame = &look->frame;
  WsBox all = { 0, 0, frame->width, frame->height };

  if (ws_look_hides (look, WS_HIDE_COUNTS))
    ws_veil_draw (cr, NULL, frame->theme, &all, 0, 0);
  else
    ws_draw_stalls (cr, ws_scene_get_stalls (frame->scene),
                    &(WsArea){ frame->theme, frame->width, frame->height });
}

/**
 * ws_stalls_subtitle:
 *
 * Returns: (transfer full): of what the cycles are
 */
char *
ws_stalls_subtitle (const WsScene *scene)
{
  const WsLaunchStalls *stalls = ws_scene_get_stalls (scene);

  return stalls->stalls == NULL
             ? g_strdup ("")
             : g_strdup_printf (ngettext ("modelled  ·  block %1$u, alone on its SM",
                                          "modelled  ·  block %1$u, one of %2$u on its SM",
                                          stalls->n_resident),
                                stalls->block, stalls->n_resident);
}

static char *
get_stalls_subtitle (const WsLook *look)
{
  return ws_look_hides (look, WS_HIDE_COUNTS) ? g_strdup ("")
                                              : ws_stalls_subtitle (look->frame.scene);
}

static char *
get_stalls_caption (const WsLook *look)
{
  return ws_look_hides (look, WS_HIDE_COUNTS)
             ? g_strdup ("")
             : ws_launch_stalls_describe (ws_scene_get_stalls (look->frame.scene));
}

static char *
describe_stalls (const WsLook *look, const char *caption)
{
  return g_strdup_printf (_ ("Where the cycles went. %s"), caption);
}

static WsData *
make_stalls_data (const WsLook *look)
{
  return ws_data_new_for_stalls (look->frame.scene);
}

const WsViewClass ws_view_of_stalls = {
  "stalls",
  N_ ("Where the cycles went"),
  WS_VIEW_OF_LAUNCH,
  draw_stalls,
  get_stalls_subtitle,
  get_stalls_caption,
  describe_stalls,
  NULL,
  NULL,
  NULL,
  NULL,
  make_stalls_data,
};
