/* scenario-view.h: the scenarios: the table of one, a list to choose it, and buttons to step
 * through its cells. */
#pragma once

#include "charts/scenario-table.h"

G_BEGIN_DECLS

#define WS_TYPE_SCENARIO_VIEW (ws_scenario_view_get_type ())
G_DECLARE_FINAL_TYPE (WsScenarioView, ws_scenario_view, WS, SCENARIO_VIEW, GtkWidget)

/* Signals: run-cell (WsScenario *, guint row, guint group); run-all (WsScenario *); stop; chosen
 * (WsScenario *, guint row, guint group); changed: ws_scenario_view_dup_subtitle() has changed;
 * device-changed: the device of the scenario shown has changed. Call ws_scenario_view_refresh()
 * when results of cells have changed. */
GtkWidget *ws_scenario_view_new (void);
/* (element-type WsScenario) (transfer none): the scenarios to choose from */
void ws_scenario_view_set_scenarios (WsScenarioView *self, GPtrArray *scenarios);
GPtrArray *ws_scenario_view_get_scenarios (WsScenarioView *self);
WsScenario *ws_scenario_view_get_scenario (WsScenarioView *self);
/* FALSE if there is none of that id */
gboolean ws_scenario_view_show (WsScenarioView *self, const char *id);
void ws_scenario_view_set_devices (WsScenarioView *self, const char *const *ids,
                                   const char *const *names, const char *at_hand);
void ws_scenario_view_choose_device (WsScenarioView *self, const char *id);
void ws_scenario_view_set_theme (WsScenarioView *self, WsThemeKind theme);
/* Whether cells are running; the button then stops them. */
void ws_scenario_view_set_busy (WsScenarioView *self, gboolean busy);
void ws_scenario_view_refresh (WsScenarioView *self);
WsScenarioTable *ws_scenario_view_get_table (WsScenarioView *self);
/* What is shown, the table or a chart of one of its columns, to export the same. */
void ws_scenario_view_get_options (WsScenarioView *self, WsScenarioOptions *options);
/* (transfer full): the chosen cell, or the contents of the chart, in words */
char *ws_scenario_view_dup_subtitle (WsScenarioView *self);

G_END_DECLS
