/* scenario-runner.h: runs the cells of scenarios, one after another, in a worker of its own. */
#pragma once

#include "catalog/catalog.h"
#include "client/client.h"
#include "scenario/data.h"

G_BEGIN_DECLS

#define WS_TYPE_SCENARIO_RUNNER (ws_scenario_runner_get_type ())
G_DECLARE_FINAL_TYPE (WsScenarioRunner, ws_scenario_runner, WS, SCENARIO_RUNNER, GObject)

/* Signals: changed (WsScenario *, guint row, guint group): the cell's state, progress or figures;
 * recorded (WsScenario *, guint row, guint group, WsRun *): its run, after changed; failed
 * (WsScenario *, guint row, guint group, GError *), after changed. Property busy. */
WsScenarioRunner *ws_scenario_runner_new (WsCatalog *catalog);
void ws_scenario_runner_run (WsScenarioRunner *self, WsScenario *scenario, const char *device,
                             guint row, guint group);
void ws_scenario_runner_run_all (WsScenarioRunner *self, WsScenario *scenario, const char *device);
void ws_scenario_runner_cancel (WsScenarioRunner *self);
gboolean ws_scenario_runner_is_busy (WsScenarioRunner *self);
/* (transfer none): who talks to the worker for it, to be watched for signs of life */
WsClient *ws_scenario_runner_get_client (WsScenarioRunner *self);

G_END_DECLS
