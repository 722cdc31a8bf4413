/* sheet.h: the contents of a slide: a chart, a second one or a table, and the words about them. */
#pragma once

#include "table/data.h"
#include "chart/chart.h"
#include "record/run.h"
#include "timing/live.h"
#include "timing/sweep.h"

G_BEGIN_DECLS

/**
 * WsSheetTable:
 * @n_columns: of each row
 * @heads: (array length=n_columns): above the columns
 * @cells: (element-type utf8): row after row
 * @figures: source of each column's figures
 * @chosen: highlighted row, -1 for none
 *
 * The first column is text, left-aligned; the others are numbers, right-aligned.
 */
typedef struct {
  guint n_columns;
  char **heads;
  GPtrArray *cells;
  WsFigures *figures;
  int chosen;
} WsSheetTable;

/**
 * WsSheet:
 * @name: of files: "ladder", "live"
 * @title: as in "Seven reductions"
 * @subtitle: as in "4 194 304 ints, block 128 · modelled"
 * @caption: what it shows: one plain sentence made of its figures
 * @source: device, driver, n, block, measured or modelled, date
 * @main: the chart
 * @side: (nullable): a smaller one at its right
 * @shares_y: whether both share one y axis
 * @table: (nullable): below or beside
 * @kernels: (nullable) (array zero-terminated=1): ids: one per category of a categorical chart,
 * else one per series of @main
 */
typedef struct {
  char *name;
  char *title;
  char *subtitle;
  char *caption;
  char *source;
  WsChart *main;
  WsChart *side;
  gboolean shares_y;
  WsSheetTable *table;
  char **kernels;
  /*< private >*/
  int refs;
} WsSheet;

#define WS_TYPE_SHEET (ws_sheet_get_type ())
GType ws_sheet_get_type (void);
WsSheet *ws_sheet_new (const char *name);
WsSheet *ws_sheet_ref (WsSheet *self);
void ws_sheet_unref (WsSheet *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsSheet, ws_sheet_unref)
void ws_sheet_set_table (WsSheet *self, const char *const *heads);
void ws_sheet_add_row (WsSheet *self, const char *const *cells);

/**
 * WsSheetOptions:
 * @main: of the main chart; places are of the whole drawing
 * @side: of the other
 * @no_table: hides the table, which else is shown if there is room
 */
typedef struct {
  WsChartOptions main;
  WsChartOptions side;
  gboolean no_table;
} WsSheetOptions;

#define WS_SHEET_OPTIONS_INIT                                    \
  {                                                              \
    .main = WS_CHART_OPTIONS_INIT, .side = WS_CHART_OPTIONS_INIT \
  }

/* The part of a sheet at a place. */
typedef enum { WS_SHEET_NOWHERE, WS_SHEET_MAIN, WS_SHEET_SIDE } WsSheetPart;

#define WS_TYPE_SHEET_PART (ws_sheet_part_get_type ())
GType ws_sheet_part_get_type (void);

void ws_sheet_options_keep_back (WsSheetOptions *self, guint hide, int n_shown);
gboolean ws_sheet_keeps_back (const WsSheet *self, const WsSheetOptions *options);
void ws_draw_sheet (cairo_t *cr, const WsSheet *self, const WsSheetOptions *options,
                    const WsArea *area);
void ws_sheet_layout (const WsSheet *self, const WsSheetOptions *options, const WsArea *area,
                      WsBox *main, WsBox *side, WsBox *table);
WsSheetPart ws_sheet_pick (const WsSheet *self, const WsSheetOptions *options, const WsArea *area,
                           double x, double y, WsChartPick *pick);
gboolean ws_sheet_zoom (const WsSheet *self, WsSheetOptions *options, const WsArea *area, double x,
                        double y, double factor);
gboolean ws_sheet_pan (const WsSheet *self, WsSheetOptions *options, const WsArea *area,
                       const WsPoint *at, double dx, double dy);
gboolean ws_sheet_zoom_to (const WsSheet *self, WsSheetOptions *options, const WsArea *area,
                           const WsBox *box);
char *ws_sheet_describe (const WsSheet *self);

/* ---- the documents' charts (sheet-*.c) ---- */

/**
 * WsSheetClass:
 * @title: of its button: "Ladder"
 * @tip: what it shows, in a few words
 * @invitation: of the button that runs it: "Run the ladder"
 * @beside: whether the compared sweep has its own chart beside it
 * @name_point: (nullable) (transfer full): what distinguishes a point of @kernel from its
 * neighbours; %NULL if the kernel does
 *
 * How a kind of sweep is shown: one row of sweeps.c. How it is run is a row of
 * app/sweeps/sweep-plan.c.
 */
typedef struct {
  const char *title;
  const char *tip;
  const char *invitation;
  gboolean beside;
  char *(*name_point) (const WsSweepPoint *point, const char *kernel);
} WsSheetClass;

const WsSheetClass *ws_sheet_get_class (WsSweepKind kind);

WsSheet *ws_sheet_new_for_sweeps (WsSweep *const *sweeps, guint n_sweeps);
char *ws_sheet_shorten_title (const char *title);
const char *ws_sheet_get_kernel (const WsSheet *self, guint series, guint point);
void ws_sheet_choose_kernel (WsSheet *self, const char *kernel);
WsSheet *ws_sheet_new_for_live (WsLive *live, guint first, guint n, guint columns);
WsSheet *ws_sheet_new_for_run (const WsRun *run);

WsData *ws_data_new_for_sweeps (WsSweep *const *sweeps, guint n_sweeps);
WsData *ws_data_new_for_live (const WsLive *live);

G_END_DECLS
