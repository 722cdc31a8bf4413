/* stalls-view.h: where the cycles of the launch went, in a widget. */
#pragma once

#include "playback/canvas.h"

G_BEGIN_DECLS

#define WS_TYPE_STALLS_VIEW (ws_stalls_view_get_type ())
G_DECLARE_FINAL_TYPE (WsStallsView, ws_stalls_view, WS, STALLS_VIEW, WsCanvas)

const WsScene *ws_stalls_view_get_found (WsStallsView *self);

G_END_DECLS
