/* text-room.h: the height that a label needs for the longest of several texts, so that nothing
 * below it moves. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _WsTextRoom WsTextRoom;

WsTextRoom *ws_text_room_new (GtkLabel *label);
void ws_text_room_free (WsTextRoom *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsTextRoom, ws_text_room_free)
void ws_text_room_clear (WsTextRoom *self);
void ws_text_room_add (WsTextRoom *self, const char *markup);
int ws_text_room_get_height (WsTextRoom *self, int width, double enough);

G_END_DECLS
