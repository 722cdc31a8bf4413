/* metric-list.h: the figures of the launch shown, or of its plan, grouped by origin; each expands
 * to show how it was computed. */
#pragma once

#include "inspector/inspection.h"
#include "playback/follower.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_METRIC_LIST (ws_metric_list_get_type ())
G_DECLARE_FINAL_TYPE (WsMetricList, ws_metric_list, WS, METRIC_LIST, WsFollower)

void ws_metric_list_set_filter (WsMetricList *self, const char *words);
WsInspection *ws_metric_list_get_inspection (WsMetricList *self);

G_END_DECLS
