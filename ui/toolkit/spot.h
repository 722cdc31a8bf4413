/* spot.h: an area of a drawing that assistive technology sees as an object: a cell of a table, a
 * row. It draws nothing and takes no input; the drawing positions it. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_SPOT (ws_spot_get_type ())
G_DECLARE_FINAL_TYPE (WsSpot, ws_spot, WS, SPOT, GtkWidget)

/* Its parent, a drawing or another spot, owns it. */
WsSpot *ws_spot_new (GtkWidget *parent, GtkAccessibleRole role);
void ws_spot_set_label (WsSpot *self, const char *label);
void ws_spot_set_selected (WsSpot *self, gboolean selected);
void ws_spot_place (WsSpot *self, double x, double y, double width, double height);
void ws_spot_remove_all (GtkWidget *parent);

G_END_DECLS
