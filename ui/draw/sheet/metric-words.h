/* metric-words.h: metrics in words, as the inspector and a page show them. */
#pragma once

#include "metrics/metrics.h"

G_BEGIN_DECLS

const char *ws_metric_group_get_title (WsMetricGroup group);
char *ws_metric_format_value (const WsMetric *metric);
char *ws_metric_format_source (const WsMetric *metric);

G_END_DECLS
