/* glance.h: a button as a card with a small picture, a title and one figure.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_GLANCE (ws_glance_get_type ())
G_DECLARE_FINAL_TYPE (WsGlance, ws_glance, WS, GLANCE, GtkButton)

GtkWidget *ws_glance_new (const char *title, GtkWidget *picture);
void ws_glance_set_figure (WsGlance *self, const char *figure);
void ws_glance_set_note (WsGlance *self, const char *note);
const char *ws_glance_get_figure (WsGlance *self);
GtkWidget *ws_glance_get_picture (WsGlance *self);

G_END_DECLS
