/* scenario-page.h: the scenarios, with the runner of their cells: a page for the window. */
#pragma once

#include "session/session.h"
#include "charts/scenario-view.h"

G_BEGIN_DECLS

#define WS_TYPE_SCENARIO_PAGE (ws_scenario_page_get_type ())
G_DECLARE_FINAL_TYPE (WsScenarioPage, ws_scenario_page, WS, SCENARIO_PAGE, GtkWidget)

/* Signals: run-shown (WsRun *): the chosen cell's run, when it has been recorded or is chosen
 * again; failed (GError *): the chosen cell could not be run. */
GtkWidget *ws_scenario_page_new (WsSession *session, GError **error);
void ws_scenario_page_set_devices (WsScenarioPage *self, GPtrArray *devices, const char *at_hand);
void ws_scenario_page_set_theme (WsScenarioPage *self, WsThemeKind theme);
void ws_scenario_page_run_all (WsScenarioPage *self);
WsScenarioView *ws_scenario_page_get_view (WsScenarioPage *self);
gboolean ws_scenario_page_is_busy (WsScenarioPage *self);
void ws_scenario_page_set_launch (WsScenarioPage *self, WsRun *run, gboolean choose);
void ws_scenario_page_leave (WsScenarioPage *self);
void ws_scenario_page_stop (WsScenarioPage *self);

G_END_DECLS
