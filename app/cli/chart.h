/* chart.h: runs the sweeps of a chart, for a command line: with a progress line on terminals, and
 * Ctrl+C to cancel. */
#pragma once

#include "catalog/catalog.h"
#include "client/client.h"
#include "timing/live.h"
#include "timing/sweep.h"

G_BEGIN_DECLS

gboolean cli_chart_run_sweep (WsCatalog *catalog, WsSweep *sweep, const WsClientDevice *device,
                              gboolean *cancelled, GError **error);
gboolean cli_chart_run_live (WsLive *live, WsJobSource *source, const WsClientDevice *device,
                             double seconds, gboolean *cancelled, GError **error);

G_END_DECLS
