/* track.h: the transport's track: a tick for every stage, a knob that scrubs. */
#pragma once

#include "playback/canvas.h"

G_BEGIN_DECLS

#define WS_TYPE_TRACK (ws_track_get_type ())
G_DECLARE_FINAL_TYPE (WsTrack, ws_track, WS, TRACK, WsCanvas)

G_END_DECLS
