/* miniature.h: a small copy of a view: it shows the same as another canvas, at the same instant,
 * and leaves input to its parent. */
#pragma once

#include "playback/canvas.h"

G_BEGIN_DECLS

#define WS_TYPE_MINIATURE (ws_miniature_get_type ())
G_DECLARE_FINAL_TYPE (WsMiniature, ws_miniature, WS, MINIATURE, WsCanvas)

GtkWidget *ws_miniature_new (WsCanvas *source);

G_END_DECLS
