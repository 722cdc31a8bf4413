/* scenario.h: a scenario's table as text, CSV and JSON. */
#pragma once

#include "catalog/catalog.h"
#include "scenario/data.h"

G_BEGIN_DECLS

gboolean cli_scenario_run (WsCatalog *catalog, WsScenario *scenario, const char *wanted,
                           GError **error);
int cli_scenario_finish (const WsScenario *scenario);
void cli_scenario_print (const WsScenario *scenario);
void cli_scenario_print_csv (const WsScenario *scenario);
void cli_scenario_print_json (const WsScenario *scenario);

G_END_DECLS
