/* side.h: a sidebar beside its content, or over it if there is no room for both. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_SIDE (ws_side_get_type ())
G_DECLARE_FINAL_TYPE (WsSide, ws_side, WS, SIDE, GtkWidget)

void ws_side_set_revealed (WsSide *self, gboolean revealed);
gboolean ws_side_get_revealed (WsSide *self);
gboolean ws_side_get_folded (WsSide *self);

G_END_DECLS
