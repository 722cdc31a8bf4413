/* outline.h: compresses SVG path data from cairo: in hundredths of a pixel, relative to the begin
 * of each part. Private to page/.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * WsOutlineMap:
 * @scale: of both axes
 * @x: added after scaling
 * @y: likewise
 *
 * Maps the path's coordinates to the picture's.
 */
typedef struct {
  double scale;
  double x;
  double y;
} WsOutlineMap;

#define WS_OUTLINE_MAP_INIT \
  {                         \
    1, 0, 0                 \
  }

/**
 * WsOutlinePart:
 * @x: where it begins, in hundredths of a pixel
 * @y: likewise
 * @rest: the rest, relative to it: "h10v10h-10z"
 *
 * A part of a path: from one of its moves to the next.
 */
typedef struct {
  gint64 x;
  gint64 y;
  char *rest;
} WsOutlinePart;

GArray *ws_outline_parse (const char *data, const WsOutlineMap *map);
void ws_outline_append_number (GString *text, gint64 hundredths);
gint64 ws_outline_round (double pixels);

G_END_DECLS
