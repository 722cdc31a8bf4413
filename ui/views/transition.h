/* transition.h: the transition from one view to another in the same place: the old one fades, and
 * the lanes of the followed warp move to their places in the new one. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_TRANSITION (ws_transition_get_type ())
G_DECLARE_FINAL_TYPE (WsTransition, ws_transition, WS, TRANSITION, GtkWidget)

#define WS_TRANSITION_MS 250

void ws_transition_capture (WsTransition *self, GtkWidget *from);
void ws_transition_play (WsTransition *self, GtkWidget *to);
gboolean ws_transition_is_playing (WsTransition *self);
guint ws_transition_get_n_lanes (WsTransition *self);

G_END_DECLS
