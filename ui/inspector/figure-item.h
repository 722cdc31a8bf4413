/* figure-item.h: a figure as an item of a list model; without a figure, the row that offers to read
 * hardware counters. */
#pragma once

#include "inspector/inspection.h"

G_BEGIN_DECLS

#define WS_TYPE_FIGURE_ITEM (ws_figure_item_get_type ())
G_DECLARE_FINAL_TYPE (WsFigureItem, ws_figure_item, WS, FIGURE_ITEM, GObject)

/* Properties: inspection: of the figure; expanded: whether it shows how it is computed.
 * @inspection: nullable: of none */
WsFigureItem *ws_figure_item_new (WsInspection *inspection, guint index);
void ws_figure_item_set_figure (WsFigureItem *self, WsInspection *inspection, guint index);
WsInspection *ws_figure_item_get_inspection (WsFigureItem *self);
const WsFigure *ws_figure_item_get_figure (WsFigureItem *self);
void ws_figure_item_set_expanded (WsFigureItem *self, gboolean expanded);
gboolean ws_figure_item_get_expanded (WsFigureItem *self);

G_END_DECLS
