/* column-layout.h: children below each other, in a vertical scroller. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_COLUMN_LAYOUT (ws_column_layout_get_type ())
G_DECLARE_FINAL_TYPE (WsColumnLayout, ws_column_layout, WS, COLUMN_LAYOUT, GtkLayoutManager)

G_END_DECLS
