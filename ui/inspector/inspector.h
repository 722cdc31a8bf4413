/* inspector.h: the figures of a run: of the launch shown or of the whole plan, with search and
 * copy. */
#pragma once

#include "inspector/finding-list.h"
#include "inspector/metric-list.h"

G_BEGIN_DECLS

#define WS_TYPE_INSPECTOR (ws_inspector_get_type ())
G_DECLARE_FINAL_TYPE (WsInspector, ws_inspector, WS, INSPECTOR, GtkWidget)

void ws_inspector_set_playhead (WsInspector *self, WsPlayhead *playhead);
WsMetricList *ws_inspector_get_list (WsInspector *self);
void ws_inspector_set_agreement (WsInspector *self, const char *icon_name, const char *sentence,
                                 const char *details);
void ws_inspector_set_said (WsInspector *self, const char *said);
WsFindingList *ws_inspector_get_findings (WsInspector *self);

G_END_DECLS
