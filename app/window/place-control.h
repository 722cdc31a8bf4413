/* place-control.h: other computers in the window: adds, connects and removes them, and shows
 * waiting and errors. */
#pragma once

#include "window/context.h"

G_BEGIN_DECLS

#define WS_TYPE_PLACE_CONTROL (ws_place_control_get_type ())
G_DECLARE_FINAL_TYPE (WsPlaceControl, ws_place_control, WS, PLACE_CONTROL, GObject)

/* Actions of the window: add-device, remote-devices, connect-again, install-worker,
 * stop-connecting, undo-remove. */
WsPlaceControl *ws_place_control_new (const WsContext *context);
void ws_place_control_end (WsPlaceControl *self);

G_END_DECLS
