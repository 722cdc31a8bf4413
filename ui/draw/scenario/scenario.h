/* scenario.h: a scenario as a table: our figures large, published ones small and grey below; the
 * better figure marked; the chosen cell outlined. */
#pragma once

#include "pen/paint.h"
#include "scenario/options.h"
#include "sheet/sheet.h"

G_BEGIN_DECLS

/**
 * WsScenarioHit:
 * @row: index
 * @group: index
 * @column: of the figure under the pointer; %WS_SCENARIO_N_COLUMNS for none
 */
typedef struct {
  guint row;
  guint group;
  WsScenarioColumn column;
} WsScenarioHit;

void ws_draw_scenario (cairo_t *cr, const WsScenario *scenario, const WsScenarioOptions *options,
                       const WsArea *area);
gboolean ws_scenario_pick (const WsScenario *scenario, const WsScenarioOptions *options,
                           const WsArea *area, double x, double y, WsScenarioHit *hit);
guint ws_scenario_scroll (const WsScenario *scenario, WsScenarioOptions *options,
                          const WsArea *area);
char *ws_scenario_describe (const WsScenario *scenario, const WsScenarioOptions *options);

/* ---- the charts of a scenario (chart.c) ---- */

guint ws_scenario_list_charts (const WsScenario *scenario, WsScenarioColumn columns[]);
gboolean ws_scenario_parse_chart (const WsScenario *scenario, const char *name,
                                  WsScenarioColumn *column, GError **error);
WsSheet *ws_sheet_new_for_scenario (const WsScenario *scenario, WsScenarioColumn column);

G_END_DECLS
