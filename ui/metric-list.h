/* metric-list.h: the figures of the launch shown, each with what it was computed from. */
#pragma once

#include "ui/playhead.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_METRIC_LIST (ws_metric_list_get_type ())
G_DECLARE_FINAL_TYPE (WsMetricList, ws_metric_list, WS, METRIC_LIST, GtkWidget)

GtkWidget *ws_metric_list_new (void);
void ws_metric_list_set_playhead (WsMetricList *self, WsPlayhead *playhead);
char *ws_metric_format_value (const WsMetric *metric);
char *ws_metric_format_source (const WsMetric *metric);

G_END_DECLS
