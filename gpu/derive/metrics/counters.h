/* counters.h: hardware counters: their names, and the derived figures that correspond to them. */
#pragma once

#include "metrics/metrics.h"

G_BEGIN_DECLS

const char *ws_counter_get_title (const char *name);
const WsMetric *ws_counter_find_metric (const WsCounter *self, GArray *metrics);
double ws_counter_comparable (const WsCounter *self, const WsMetric *metric);
double ws_counter_to_metric (const WsCounter *self, const WsMetric *metric);

G_END_DECLS
