/* pane.h: a card with a title, a subtitle, a menu and one view. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_PANE (ws_pane_get_type ())
G_DECLARE_FINAL_TYPE (WsPane, ws_pane, WS, PANE, GtkWidget)

/* Property: title. Signals: maximise, export and copy, from its menu or by a double click on its
 * header; close, of its sheet; drag, whose handler returns a GdkContentProvider (transfer full)
 * (nullable), when its header is dragged. In a template its child is its view, and children of type
 * "control" are placed at the right of its header. */
void ws_pane_set_title (WsPane *self, const char *title);
void ws_pane_set_file (WsPane *self, const char *name);
void ws_pane_set_subtitle (WsPane *self, const char *subtitle);
void ws_pane_set_subtitle_and_remark (WsPane *self, const char *subtitle, const char *remark);
void ws_pane_set_head_room (WsPane *self, int across, int down);
void ws_pane_set_sheet (WsPane *self, const char *title);
void ws_pane_set_child (WsPane *self, GtkWidget *child);
void ws_pane_add_submenu (WsPane *self, const char *label, GMenuModel *model);
GtkWidget *ws_pane_get_child (WsPane *self);
void ws_pane_set_message (WsPane *self, const char *message, const char *button_label,
                          const char *action_name);

G_END_DECLS
