/* sign.h: a line at the bottom of the window: a background operation, once it takes a while, with a
 * button that stops it; or short news, for some seconds.
 *
 * Not AdwToastOverlay: libadwaita 1.2 has a use-after-free if a toast is closed during its opening
 * animation, which two quick clicks can do. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_SIGN (ws_sign_get_type ())
G_DECLARE_FINAL_TYPE (WsSign, ws_sign, WS, SIGN, GtkBox)

WsSign *ws_sign_new_work (GtkBox *signs, const char *sentence, const char *action);
WsSign *ws_sign_new_news (GtkBox *signs, const char *sentence);
void ws_sign_set_sentence (WsSign *self, const char *sentence);
void ws_sign_offer (WsSign *self, const char *label, const char *action, GVariant *target);
void ws_sign_end (WsSign *self);

G_END_DECLS
