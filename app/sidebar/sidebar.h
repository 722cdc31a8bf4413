/* sidebar.h: the choice of lessons and kernels, with a search. */
#pragma once

#include "sidebar/side-item.h"
#include "sidebar/side-list.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_SIDEBAR (ws_sidebar_get_type ())
G_DECLARE_FINAL_TYPE (WsSidebar, ws_sidebar, WS, SIDEBAR, GtkWidget)

void ws_sidebar_add_section (WsSidebar *self, guint position, GListModel *items);
WsSideItem *ws_sidebar_find (WsSidebar *self, const char *action, const char *target);
void ws_sidebar_select (WsSidebar *self, const char *action, const char *target);
GListModel *ws_sidebar_get_items (WsSidebar *self);
WsSideList *ws_sidebar_get_list (WsSidebar *self);
GtkEditable *ws_sidebar_get_entry (WsSidebar *self);

G_END_DECLS
