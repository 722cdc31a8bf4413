/* chart.h: running what a chart is of, for a command line: with a line that counts where
 * somebody looks on, and Ctrl+C to cancel. */
#pragma once

#include "catalog/catalog.h"
#include "client/client.h"
#include "timing/live.h"
#include "timing/sweep.h"

G_BEGIN_DECLS

/* Runs the points of @sweep that wait. FALSE where none is done; then @error is what the first one
 * says. @cancelled: (out): by Ctrl+C; what was done stays */
gboolean cli_chart_run_sweep (WsCatalog *catalog, WsSweep *sweep, const WsClientDevice *device,
                              gboolean *cancelled, GError **error);
/* Times for so long, from the first sample on. FALSE where there is none. */
gboolean cli_chart_run_live (WsLive *live, WsJobSource *source, const WsClientDevice *device,
                             double seconds, gboolean *cancelled, GError **error);

G_END_DECLS
