/* split.h: two widgets beside or above each other, which keep their relative sizes when the space
 * changes; the handle between them adjusts these. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_SPLIT (ws_split_get_type ())
G_DECLARE_FINAL_TYPE (WsSplit, ws_split, WS, SPLIT, GtkWidget)

/* Properties: share, of the start child; whole-end; orientation. In a template its first child is
 * the start child, its second the end child. */
void ws_split_set_orientation (WsSplit *self, GtkOrientation orientation);
GtkOrientation ws_split_get_orientation (WsSplit *self);
void ws_split_set_share (WsSplit *self, double share);
double ws_split_get_share (WsSplit *self);
void ws_split_set_whole_end (WsSplit *self, gboolean whole_end);

G_END_DECLS
