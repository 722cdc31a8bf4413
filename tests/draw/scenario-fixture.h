/* scenario-fixture.h: scenarios and runs made up for tests: blocks laid on SMs by hand. */
#pragma once

#include "scenario/scenario.h"

G_BEGIN_DECLS

/* (transfer full): a scenario of resources/scenarios, as in "occupancy-k40c" */
WsScenario *scenario_fixture_load (const char *id);
/* (transfer full): a run on a K40c: @blocks of @threads, one after another on the SMs in turn, each
 * @cycles long; of its warps, warp w leaves after (w + 1) / n of that if @ragged. */
WsRun *scenario_fixture_run (const char *device, guint64 n, guint threads, guint blocks,
                             guint64 cycles, gboolean ragged);
/* Fills all cells that can be run with such runs, but leaves some waiting, running and failed. */
void scenario_fixture_fill (WsScenario *scenario, gboolean all);

G_END_DECLS
