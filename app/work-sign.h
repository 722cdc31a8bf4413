/* work-sign.h: what is under way in the background, once it takes a while: a spinner, a sentence,
 * and a button that stops it. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_WORK_SIGN (ws_work_sign_get_type ())
G_DECLARE_FINAL_TYPE (WsWorkSign, ws_work_sign, WS, WORK_SIGN, GtkBox)

WsWorkSign *ws_work_sign_new (GtkBox *signs, const char *sentence, const char *action);
void ws_work_sign_end (WsWorkSign *self);

G_END_DECLS
