/* places.h: the other computers that the user has added, with their current states. */
#pragma once

#include "remote/remotes.h"
#include "session/place.h"

G_BEGIN_DECLS

#define WS_TYPE_PLACES (ws_places_get_type ())
G_DECLARE_FINAL_TYPE (WsPlaces, ws_places, WS, PLACES, GObject)

/* Signals: "changed": the list, or the state of one; "listed" (WsPlace * or NULL): one has reported
 * its devices, or the list changed; "failed" (WsPlace *, GError *): one was not reached, or the
 * connection broke; "stopped" (WsPlace *): the user no longer waits for one.
 */
WsPlaces *ws_places_new (WsRemotes *remotes, WsQueue *queue);
guint ws_places_get_n (WsPlaces *self);
WsPlace *ws_places_get (WsPlaces *self, guint i);
WsPlace *ws_places_find (WsPlaces *self, const char *name);
WsPlace *ws_places_find_of (WsPlaces *self, const char *device);
gboolean ws_places_add (WsPlaces *self, WsClient *client, GError **error);
gboolean ws_places_remove (WsPlaces *self, const char *name, GError **error);

G_END_DECLS
