/* drawings.h: pictures as SVG, drawn by several threads ahead of their consumer, in the order of
 * the requests. Private to page/.
 */
#pragma once

#include "export/picture.h"
#include "page/svg.h"

G_BEGIN_DECLS

#define WS_DRAWING_N_THEMES 2 /* light, dark */

/**
 * WsDrawing:
 * @picture: borrowed
 * @width: in pixels
 * @height: in pixels
 * @roots: its SVG in each theme; %NULL on failure
 * @error: (nullable): why not
 */
typedef struct {
  const WsPicture *picture;
  int width;
  int height;
  WsSvgNode *roots[WS_DRAWING_N_THEMES];
  GError *error;
  /*< private >*/
  gboolean done;
} WsDrawing;

typedef struct _WsDrawings WsDrawings;

WsDrawings *ws_drawings_new (void);
void ws_drawings_free (WsDrawings *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsDrawings, ws_drawings_free)
void ws_drawings_ask (WsDrawings *self, const WsPicture *picture, int width, int height);
WsDrawing *ws_drawings_take (WsDrawings *self);
void ws_drawing_free (WsDrawing *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsDrawing, ws_drawing_free)

G_END_DECLS
