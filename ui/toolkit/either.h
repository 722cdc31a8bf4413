/* either.h: shows one of two widgets: the first where it has room, else the second. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_EITHER (ws_either_get_type ())
G_DECLARE_FINAL_TYPE (WsEither, ws_either, WS, EITHER, GtkWidget)

/* Properties: wide, narrow */

G_END_DECLS
