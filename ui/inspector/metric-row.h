/* metric-row.h: a figure of the inspector: its value, and when expanded, how it was computed. */
#pragma once

#include "inspector/figure-item.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_METRIC_ROW (ws_metric_row_get_type ())
G_DECLARE_FINAL_TYPE (WsMetricRow, ws_metric_row, WS, METRIC_ROW, GtkListBoxRow)

/* It follows @item, which has a figure. */
GtkWidget *ws_metric_row_new (WsFigureItem *item);
const WsFigure *ws_metric_row_get_figure (WsMetricRow *self);
gboolean ws_metric_row_get_expanded (WsMetricRow *self);
void ws_metric_row_set_expanded (WsMetricRow *self, gboolean expanded);

G_END_DECLS
