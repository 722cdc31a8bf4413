/* side-row.h: a row of the sidebar, recycled between items. */
#pragma once

#include "sidebar/side-item.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_SIDE_ROW (ws_side_row_get_type ())
G_DECLARE_FINAL_TYPE (WsSideRow, ws_side_row, WS, SIDE_ROW, GtkWidget)

GtkWidget *ws_side_row_new (void);
void ws_side_row_show (WsSideRow *self, WsSideItem *item, guint place, guint n);
void ws_side_row_set_selected (WsSideRow *self, gboolean selected);
WsSideItem *ws_side_row_get_item (WsSideRow *self);

G_END_DECLS
