/* chart.h: the data of a chart, and its drawing. Pure cairo and Pango.
 *
 * A chart has series of points on two axes, or the cells of a heat map; where they fit, labels at
 * the marks replace a legend. Measured data is solid, modelled data hatched or dashed, published
 * data outlined: colour is never the only sign.
 */
#pragma once

#include "pen/emphasis.h"
#include "pen/paint.h"
#include "pen/quantity.h"
#include "pen/ticks.h"

G_BEGIN_DECLS

typedef enum {
  WS_MARK_LINE,   /* connected points; with a band from low to high if known */
  WS_MARK_POINTS, /* points; with whiskers */
  WS_MARK_BARS,   /* bars from 0, or the axis' beginning; with whiskers */
  WS_MARK_STEPS,  /* an area under steps: a histogram: x is where the step begins */
} WsMark;

typedef enum {
  WS_FIGURES_MEASURED,
  WS_FIGURES_MODELLED,
  WS_FIGURES_PUBLISHED,
} WsFigures;

/**
 * WsChartPoint:
 * @x: on an axis of categories, which of them, from 0
 * @y: NAN where there is none: lines have a gap
 * @low: of the error band, for example p5; NAN if unknown
 * @high: of the error band, for example p95; NAN if unknown
 * @label: (nullable): beside the mark, in bold: "3.04 ms"
 * @note: (nullable): after the label, subdued: "2.33×"
 * @aside: (nullable): the note if there is no room for the second chart: "2.33×, G80 8.34×"
 * @tip: (nullable): tooltip, in lines
 */
typedef struct {
  double x;
  double y;
  double low;
  double high;
  char *label;
  char *note;
  char *aside;
  char *tip;
} WsChartPoint;

/**
 * WsSeries:
 * @name: as in "2 strided index"; at the end of a line, if @named
 * @mark: how it is drawn
 * @color: category: 0, 1, 2 ... of the theme; -1 for a subdued one, -2 for the accent
 * @figures: origin of its values
 * @named: whether its name is shown beside it
 * @quiet: subdued: an earlier one, for comparison
 * @plain: a line without marks at its points
 * @even: its bars are as thick as their neighbours, even if published
 * @points: (element-type WsChartPoint)
 */
typedef struct {
  char *name;
  WsMark mark;
  int color;
  WsFigures figures;
  gboolean named;
  gboolean quiet;
  gboolean plain;
  gboolean even;
  GArray *points;
} WsSeries;

/**
 * WsChartAxis:
 * @label: as in "time per run"; the unit is added
 * @quantity: of its values
 * @kind: linear or logarithmic; the latter has no values at or below 0
 * @from: NAN: from the data
 * @to: NAN: from the data
 * @from_zero: begins at 0, if it is linear
 * @categories: (nullable) (array zero-terminated=1): categories instead of values
 */
typedef struct {
  char *label;
  WsQuantity quantity;
  WsScaleKind kind;
  double from;
  double to;
  gboolean from_zero;
  char **categories;
} WsChartAxis;

/**
 * WsChartRule:
 * @vertical: at an x, not at a y
 * @slanted: of two logarithmic axes: y = @value * x, as far as @until
 * @value: where
 * @from: its beginning, along itself; NAN: the plot's edge
 * @until: its end; NAN likewise
 * @label: (nullable): beside it
 * @dashed: or solid
 *
 * A reference line: a peak, a copy's bandwidth, a roof.
 */
typedef struct {
  gboolean vertical;
  gboolean slanted;
  double value;
  double from;
  double until;
  char *label;
  gboolean dashed;
} WsChartRule;

/**
 * WsChartCells:
 * @n_columns: the x axis' categories
 * @n_rows: the y axis' categories; the first is the uppermost
 * @values: (array length=n_columns*n_rows): row after row; NAN where there is none
 * @tips: (array length=n_columns*n_rows) (nullable): for each, nullable
 * @quantity: of the values
 * @from: value of the palest colour; NAN: from the data
 * @to: value of the darkest
 * @less_is_better: whether the smallest value is marked as the best
 */
typedef struct {
  guint n_columns;
  guint n_rows;
  double *values;
  char **tips;
  WsQuantity quantity;
  double from;
  double to;
  gboolean less_is_better;
} WsChartCells;

/**
 * WsChart:
 * @heading: (nullable): small, above the plot
 * @x: the horizontal axis
 * @y: the vertical one
 * @horizontal: bars are horizontal, and histograms lie on the y axis: categories are on the y axis,
 * the first at the top. A point's @x is still its category, its @y the length
 * @cells: (nullable): a heat map; then there are no series
 * @empty: text in the plot if there are no data
 */
typedef struct {
  char *heading;
  gboolean horizontal;
  WsChartAxis x;
  WsChartAxis y;
  GPtrArray *series; /* WsSeries */
  GArray *rules;     /* WsChartRule */
  WsChartCells *cells;
  char *empty;
} WsChart;

WsChart *ws_chart_new (void);
void ws_chart_free (WsChart *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsChart, ws_chart_free)
WsSeries *ws_chart_add_series (WsChart *self, const char *name, WsMark mark, int color,
                               WsFigures figures);
WsChartPoint *ws_series_add_point (WsSeries *self, double x, double y);
void ws_chart_add_rule (WsChart *self, gboolean vertical, double value, gboolean dashed,
                        const char *label);
WsChartCells *ws_chart_set_cells (WsChart *self, guint n_columns, guint n_rows);

/**
 * WsChartWindow:
 * @set: whether it is set; else all data are shown
 *
 * The part of a chart's data that is shown: zoom and pan.
 */
typedef struct {
  gboolean set;
  double x_from;
  double x_to;
  double y_from;
  double y_to;
} WsChartWindow;

/**
 * WsChartOptions:
 * @window: what is shown
 * @hover_x: pointer, in the drawing; -1: none
 * @hover_y: likewise
 * @focus: point with the keyboard focus, counted through all series; -1: none
 * @n_shown: number of categories whose bars are shown; the others are hidden, but keep their
 * places; -1: all
 * @hide: of #WsHide: with times, all bars; with published figures, those
 */
typedef struct {
  WsChartWindow window;
  double hover_x;
  double hover_y;
  int focus;
  int n_shown;
  guint hide;
} WsChartOptions;

#define WS_CHART_OPTIONS_INIT                                \
  {                                                          \
    .hover_x = -1, .hover_y = -1, .focus = -1, .n_shown = -1 \
  }

void ws_draw_chart (cairo_t *cr, const WsChart *self, const WsChartOptions *options,
                    const WsArea *area);

/**
 * WsChartPick:
 * @found: whether anything was hit
 * @series: index
 * @point: index; of heat maps, which cell
 * @box: of its mark, pixels
 *
 * What is at a place.
 */
typedef struct {
  gboolean found;
  guint series;
  guint point;
  WsBox box;
} WsChartPick;
void ws_chart_pick (const WsChart *self, const WsChartOptions *options, const WsArea *area,
                    double x, double y, WsChartPick *pick);
char *ws_chart_describe_point (const WsChart *self, guint series, guint point);
char *ws_chart_describe (const WsChart *self);
/* The keyboard focus, and how keys move it. */
int ws_chart_count_points (const WsChart *self);
gboolean ws_chart_find_point (const WsChart *self, int focus, guint *series, guint *point);
int ws_chart_move_focus (const WsChart *self, int focus, int dx, int dy);
int ws_chart_move_focus_to_series (const WsChart *self, int focus, int by);
void ws_chart_get_plot (const WsChart *self, const WsChartOptions *options, const WsArea *area,
                        WsBox *plot, WsScale *x, WsScale *y);
void ws_chart_zoom (const WsChart *self, WsChartOptions *options, const WsArea *area, double x,
                    double y, double factor);
void ws_chart_pan (const WsChart *self, WsChartOptions *options, const WsArea *area, double dx,
                   double dy);

G_END_DECLS
