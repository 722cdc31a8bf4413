/* head-layout.h: children side by side on one row; for lack of room, the first ones shrink. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_HEAD_LAYOUT (ws_head_layout_get_type ())
G_DECLARE_FINAL_TYPE (WsHeadLayout, ws_head_layout, WS, HEAD_LAYOUT, GtkLayoutManager)

G_END_DECLS
