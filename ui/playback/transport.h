/* transport.h: play, step, scrub, speed. */
#pragma once

#include "playback/follower.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_TRANSPORT (ws_transport_get_type ())
G_DECLARE_FINAL_TYPE (WsTransport, ws_transport, WS, TRANSPORT, WsFollower)

/* Property: playhead. */
void ws_transport_set_theme (WsTransport *self, WsThemeKind theme);

G_END_DECLS
