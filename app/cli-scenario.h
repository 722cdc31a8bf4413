/* cli-scenario.h: a scenario's table as text, CSV and JSON. */
#pragma once

#include "draw/scenario-data.h"

G_BEGIN_DECLS

void cli_scenario_print (const WsScenario *scenario);
void cli_scenario_print_csv (const WsScenario *scenario);
void cli_scenario_print_json (const WsScenario *scenario);

G_END_DECLS
