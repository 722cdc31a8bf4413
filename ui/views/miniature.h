/* miniature.h: a view once more, small: it shows what another canvas shows, at the same instant,
 * and leaves pointer and keys to what stands round it. */
#pragma once

#include "playback/canvas.h"

G_BEGIN_DECLS

#define WS_TYPE_MINIATURE (ws_miniature_get_type ())
G_DECLARE_FINAL_TYPE (WsMiniature, ws_miniature, WS, MINIATURE, WsCanvas)

GtkWidget *ws_miniature_new (WsCanvas *source);

G_END_DECLS
