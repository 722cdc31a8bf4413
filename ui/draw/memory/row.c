#include "memory/memory.h"

#include <glib/gi18n.h>

static WsMemoryOptions
get_memory_options (const WsLook *look)
{
  WsMemoryOptions options = *(const WsMemoryOptions *)look->options;

  options.emphasis = *look->emphasis;
  return options;
}

static void
draw_memory (const WsLook *look, cairo_t *cr)
{
  WsMemoryOptions options = get_memory_options (look);

  ws_draw_memory (cr, &look->frame, &options);
}

static char *
get_memory_subtitle (const WsLook *look)
{
  WsMemoryOptions options = get_memory_options (look);

  return ws_memory_subtitle (look->frame.scene, look->frame.moment, &options);
}

static char *
describe_memory (const WsLook *look, const char *caption)
{
  WsMemoryOptions options = get_memory_options (look);
  g_autofree char *sentence = ws_memory_sentence (look->frame.scene, look->frame.moment, &options);

  return g_strdup_printf (_ ("Memory. %1$s %2$s"), sentence, caption);
}

static char *
point_at_memory (const WsLook *look, double x, double y)
{
  WsMemoryOptions options = get_memory_options (look);
  WsMemoryHit hit;

  return ws_memory_pick (&look->frame, &options, x, y, &hit)
             ? ws_memory_hit_describe (look->frame.scene, look->frame.moment, &hit)
             : NULL;
}

static void
set_memory_painter (WsPainter *painter, const WsLook *look)
{
  WsMemoryOptions options = get_memory_options (look);

  ws_memory_painter_set (painter, &look->frame, &options);
}

static WsData *
make_memory_data (const WsLook *look)
{
  WsMemoryOptions options = get_memory_options (look);

  return ws_data_new_for_memory (look->frame.scene, look->frame.moment, &options);
}

static char *
get_memory_figure (const WsLook *look)
{
  WsMemoryOptions options = get_memory_options (look);

  options.mode = WS_MEMORY_REQUEST;
  return ws_memory_figure (look->frame.scene, look->frame.moment, &options);
}

static guint32
find_lanes_of_memory (const WsLook *look, WsBox boxes[WS_WARP_SIZE])
{
  WsMemoryOptions options = get_memory_options (look);

  return ws_memory_find_lanes (&look->frame, &options, boxes);
}

const WsViewClass ws_view_of_memory = { "memory",
                                        N_ ("Memory"),
                                        WS_VIEW_OF_BLOCK,
                                        draw_memory,
                                        get_memory_subtitle,
                                        ws_look_say_stage,
                                        describe_memory,
                                        point_at_memory,
                                        NULL,
                                        ws_memory_painter_new,
                                        set_memory_painter,
                                        make_memory_data,
                                        get_memory_figure,
                                        find_lanes_of_memory };
