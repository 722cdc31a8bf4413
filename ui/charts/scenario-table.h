/* scenario-table.h: the table of a scenario in a widget: choose a cell, run it. */
#pragma once

#include "scenario/scenario.h"
#include "toolkit/drawing.h"

G_BEGIN_DECLS

#define WS_TYPE_SCENARIO_TABLE (ws_scenario_table_get_type ())
G_DECLARE_FINAL_TYPE (WsScenarioTable, ws_scenario_table, WS, SCENARIO_TABLE, WsDrawing)

/* Signals: run-cell (guint row, guint group): a click, Enter or Space; chosen (guint row, guint
 * group): the choice has moved to another cell. */
void ws_scenario_table_set_scenario (WsScenarioTable *self, WsScenario *scenario);
WsScenario *ws_scenario_table_get_scenario (WsScenarioTable *self);
void ws_scenario_table_choose (WsScenarioTable *self, guint row, guint group);
void ws_scenario_table_get_chosen (WsScenarioTable *self, guint *row, guint *group);
/* Asks for the cell to be run if it has no figures yet. */
void ws_scenario_table_run_new (WsScenarioTable *self);
/* Moves to the next cell and requests its run, so that one key goes through them all. Emits passed
 * after the last. */
void ws_scenario_table_go (WsScenarioTable *self, int direction);
/* The scenario's results have changed. */
void ws_scenario_table_refresh (WsScenarioTable *self);
void ws_scenario_table_set_launch (WsScenarioTable *self, guint row, guint group);
void ws_scenario_table_get_options (WsScenarioTable *self, WsScenarioOptions *options);

G_END_DECLS
