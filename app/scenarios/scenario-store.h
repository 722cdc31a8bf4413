/* scenario-store.h: the scenarios that are bundled into the program. */
#pragma once

#include "catalog/catalog.h"
#include "scenario/data.h"

G_BEGIN_DECLS

GPtrArray *ws_scenario_store_load_all (WsCatalog *catalog, GError **error);
WsScenario *ws_scenario_store_load (WsCatalog *catalog, const char *id, GError **error);
gboolean ws_scenario_store_plan (WsCatalog *catalog, WsScenario *scenario, GError **error);
gboolean ws_scenario_store_is_run (WsCatalog *catalog, const WsScenarioCell *cell,
                                   const WsRun *run);
void ws_scenario_store_fill_parameters (const WsCatalogKernel *kernel, const WsScenarioCell *cell,
                                        const WsSpec *spec, WsPlanParameters *parameters);
const WsSpec *ws_scenario_store_find_spec (WsCatalog *catalog, const char *device,
                                           const char *name);

G_END_DECLS
