/* chart-fixture.h: charts of every kind, made up: what the tests and benches of charts draw. */
#pragma once

#include "sheet/sheet.h"

G_BEGIN_DECLS

typedef enum {
  CHART_BARS_LYING,    /* one chosen, the others beside it, one of others */
  CHART_BARS_COMPARED, /* modelled, beside what was published */
  CHART_BARS_STANDING, /* two series with whiskers */
  CHART_LINES,         /* seven, log-log, named at their ends */
  CHART_LIVE,          /* one with a band, rules */
  CHART_POINTS,        /* with labels, roofs */
  CHART_HISTOGRAM,
  CHART_HISTOGRAM_LYING,
  CHART_CELLS,
  CHART_EMPTY,
  N_CHART_FIXTURES
} ChartFixture;

/* "bars-horizontal" */
const char *chart_fixture_get_name (ChartFixture kind);
WsChart *chart_fixture_new (ChartFixture kind);
/* A line of @n points: a wave with noise and a band. */
WsChart *chart_fixture_new_long (guint n, WsScaleKind kind);
/* A chart of anything, the same for the same seed: odd values, long and empty words, zero to many
 * points. */
WsChart *chart_fixture_new_random (guint32 seed);
/* Two charts with one y axis and a table that says where its columns are from. */
WsSheet *chart_fixture_new_sheet (void);
/* (transfer full): on the theme's background */
cairo_surface_t *chart_fixture_draw (const WsChart *chart, const WsChartOptions *options,
                                     const WsTheme *theme, int width, int height);

G_END_DECLS
