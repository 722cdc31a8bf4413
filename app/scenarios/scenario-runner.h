/* scenario-runner.h: runs the cells of scenarios on their device. */
#pragma once

#include "catalog/catalog.h"
#include "scenario/data.h"
#include "session/queue.h"

G_BEGIN_DECLS

#define WS_TYPE_SCENARIO_RUNNER (ws_scenario_runner_get_type ())
G_DECLARE_FINAL_TYPE (WsScenarioRunner, ws_scenario_runner, WS, SCENARIO_RUNNER, GObject)

/* Signals: changed (WsScenario *, guint row, guint group): the cell's state, progress or figures;
 * recorded (WsScenario *, guint row, guint group, WsRun *): its run, after changed; failed
 * (WsScenario *, guint row, guint group, GError *), after changed. Property busy. */
WsScenarioRunner *ws_scenario_runner_new (WsCatalog *catalog, WsQueue *queue);
void ws_scenario_runner_run (WsScenarioRunner *self, WsScenario *scenario, const char *device,
                             guint row, guint group);
void ws_scenario_runner_run_all (WsScenarioRunner *self, WsScenario *scenario, const char *device);
void ws_scenario_runner_cancel (WsScenarioRunner *self);
gboolean ws_scenario_runner_is_busy (WsScenarioRunner *self);

G_END_DECLS
