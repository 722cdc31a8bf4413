/* places-dialog.h: the other computers that were added: their states, to connect and to remove. */
#pragma once

#include "session/places.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define WS_TYPE_PLACES_DIALOG (ws_places_dialog_get_type ())
G_DECLARE_FINAL_TYPE (WsPlacesDialog, ws_places_dialog, WS, PLACES_DIALOG, AdwWindow)

/* Signal: "removed" (WsPlace *): the user removes it. */
GtkWidget *ws_places_dialog_new (GtkWindow *parent, WsPlaces *places);

G_END_DECLS
