/* private.h: shared by the files that read, fill and describe a scenario. */
#pragma once

#include "scenario/data.h"

G_BEGIN_DECLS

WsScenario *ws_scenario_new_empty (const char *id);
char *ws_scenario_clean (const char *message);
void ws_scenario_result_clear (WsScenarioResult *result);
void ws_scenario_result_fill (WsScenarioResult *result, WsRun *run);

G_END_DECLS
