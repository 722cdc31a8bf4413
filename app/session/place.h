/* place.h: another computer that the user has added, with its current state: whether it is
 * connected, what it waits for, and its devices. */
#pragma once

#include "session/queue.h"

G_BEGIN_DECLS

/**
 * WsPlaceState:
 * @WS_PLACE_RESTS: not connected yet, or its worker was released: it connects on use
 * @WS_PLACE_WAITS: connecting, which in a queue may take hours
 * @WS_PLACE_CONNECTED: its worker has answered
 * @WS_PLACE_LOST: it could not be reached, or the connection broke
 *
 * The state of the connection to another computer.
 */
typedef enum {
  WS_PLACE_RESTS,
  WS_PLACE_WAITS,
  WS_PLACE_CONNECTED,
  WS_PLACE_LOST,
} WsPlaceState;

#define WS_TYPE_PLACE (ws_place_get_type ())
G_DECLARE_FINAL_TYPE (WsPlace, ws_place, WS, PLACE, GObject)

/* Signals: "changed": its state or its sentence; "listed": its devices are known; "failed" (GError
 * *): it was not reached, or the connection broke; "stopped": the user no longer waits for it. */
WsPlace *ws_place_new (WsRemote *remote, WsQueue *queue);
void ws_place_connect (WsPlace *self);
void ws_place_stop_connecting (WsPlace *self);
WsRemote *ws_place_get_remote (WsPlace *self);
WsClient *ws_place_get_client (WsPlace *self);
const char *ws_place_get_name (WsPlace *self);
WsPlaceState ws_place_get_state (WsPlace *self);
char *ws_place_dup_sentence (WsPlace *self);
const GError *ws_place_get_error (WsPlace *self);
GPtrArray *ws_place_get_devices (WsPlace *self);

G_END_DECLS
