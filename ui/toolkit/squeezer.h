/* squeezer.h: shows one of two widgets: the first if it fits, else the second. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_SQUEEZER (ws_squeezer_get_type ())
G_DECLARE_FINAL_TYPE (WsSqueezer, ws_squeezer, WS, SQUEEZER, GtkWidget)

/* Properties: wide, narrow */

G_END_DECLS
