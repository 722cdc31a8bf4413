/* side-list.h: the sidebar's list: rows under headings; only visible rows are widgets. GTK's own
 * lists create a widget for each of the first two hundred. */
#pragma once

#include "sidebar/side-item.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_SIDE_LIST (ws_side_list_get_type ())
G_DECLARE_FINAL_TYPE (WsSideList, ws_side_list, WS, SIDE_LIST, GtkWidget)

void ws_side_list_set_adjustment (WsSideList *self, GtkAdjustment *adjustment);
void ws_side_list_set_model (WsSideList *self, GListModel *model);
GListModel *ws_side_list_get_model (WsSideList *self);
void ws_side_list_select (WsSideList *self, WsSideItem *item);
WsSideItem *ws_side_list_get_selected (WsSideList *self);
void ws_side_list_scroll_to (WsSideList *self, WsSideItem *item);
GtkWidget *ws_side_list_get_row (WsSideList *self, WsSideItem *item);

G_END_DECLS
