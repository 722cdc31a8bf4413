/* wrap-layout.h: children side by side, on as many rows as they need. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_WRAP_LAYOUT (ws_wrap_layout_get_type ())
G_DECLARE_FINAL_TYPE (WsWrapLayout, ws_wrap_layout, WS, WRAP_LAYOUT, GtkLayoutManager)

G_END_DECLS
