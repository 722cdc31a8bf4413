/* private.h: shared by the parts of a chart: its layout, and the state of one drawing.
 *
 * Places are pixels of the drawing. "Along" is the axis of the points' x, "values" that of their y:
 * where bars are horizontal, along is vertical.
 */
#pragma once

#include "pen/axis.h"
#include "chart/chart.h"

G_BEGIN_DECLS

/**
 * WsChartFrame:
 * @box: area for the chart
 * @scale: of the theme's sizes
 * @min_px: minimum size of text
 *
 * A chart alone fills its drawing; on a sheet it has part of it, and the sheet's sizes.
 */
typedef struct {
  WsBox box;
  double scale;
  double min_px;
  gboolean alone; /* there is no room for the chart beside it */
} WsChartFrame;

/* Parts that are left out for lack of room, in this order. */
typedef enum {
  WS_CHART_DROP_NOTES = 1 << 0,
  WS_CHART_DROP_NAMES = 1 << 1,  /* beside lines; a legend takes their place */
  WS_CHART_DROP_RAMP = 1 << 2,   /* of the cells' colours */
  WS_CHART_DROP_LABELS = 1 << 3, /* beside bars */
  WS_CHART_DROP_LEFT = 1 << 4,   /* ticks' labels at the left */
  WS_CHART_DROP_LEGEND = 1 << 5,
  WS_CHART_DROP_X_TITLE = 1 << 6,
  WS_CHART_DROP_HEADING = 1 << 7,
  WS_CHART_DROP_Y_TITLE = 1 << 8,
  WS_CHART_DROP_BOTTOM = 1 << 9,  /* ticks' labels below */
  WS_CHART_DROP_ASIDES = 1 << 10, /* before the notes, which replace them */
} WsChartDrop;

/**
 * WsChartLayout:
 * @px: of names and values
 * @small_px: of ticks, titles and notes
 * @head_px: of the heading
 * @line: width of hairlines
 * @names: right of the plot: names of lines
 * @ramp: right of the plot: colours of cells
 * @reserve: of the plot's width or height, beyond the longest bar, for its label
 * @shown_x: minimum and maximum value shown, of the data or the zoom
 * @x_unit: values of labels are divided by it
 *
 * A box without height is absent.
 */
typedef struct {
  WsChartFrame frame;
  double px;
  double small_px;
  double head_px;
  double line;
  guint dropped; /* WsChartDrop */
  WsBox heading;
  WsBox legend;
  WsBox x_title;
  WsBox y_title;
  WsBox names;
  WsBox ramp;
  WsBox plot;
  double reserve;
  double shown_x[2];
  double shown_y[2];
  WsScale x;
  WsScale y;
  WsTicksOptions x_ticks;
  WsTicksOptions y_ticks;
  const char *x_unit;
  const char *y_unit;
} WsChartLayout;

/* A point, or a column of points, of a line: coordinates; NAN for none. */
typedef struct {
  double x;
  double y;
  double low;
  double high;
  double least; /* of a column: range of its points */
  double most;
} WsChartSpot;

typedef struct {
  cairo_t *cr;
  WsText *text;
  const WsTheme *theme;
  const WsChart *chart;
  const WsChartOptions *options;
  const WsChartLayout *l;
  GPtrArray *tracks; /* of each series: (element-type WsChartSpot) of lines, else NULL; then leaders
                        and the like */
  GArray *taken;     /* WsBox: where text is */
  GArray *marks;     /* WsBox: areas that text avoids */
  WsChartPick pick;  /* the point under the pointer, or with the focus */
  gboolean trial;    /* texts take their places, but are not drawn */
} WsChartDrawing;

/* ---- chart-data.c ---- */

void ws_chart_get_range (const WsChart *self, gboolean vertical, double *from, double *to);
gboolean ws_chart_is_empty (const WsChart *self);
const WsChartAxis *ws_chart_get_axis (const WsChart *self, gboolean vertical);
guint ws_chart_axis_get_n_categories (const WsChartAxis *self);
WsSeries *ws_chart_get_series (const WsChart *self, guint i);
WsChartPoint *ws_series_get_point (const WsSeries *self, guint i);
gboolean ws_series_is_labelled (const WsSeries *self);
gboolean ws_chart_place_point (const WsChart *self, const WsChartLayout *l,
                               const WsChartPoint *point, double *x, double *y);
GArray *ws_chart_make_track (const WsChart *self, const WsChartLayout *l, const WsSeries *series);

/* ---- chart-layout.c ---- */

void ws_chart_frame_init (WsChartFrame *self, const WsTheme *theme, double width, double height);
void ws_chart_layout_init (WsChartLayout *self, const WsChart *chart, const WsChartOptions *options,
                           const WsTheme *theme, WsText *text, const WsChartFrame *frame);
void ws_chart_layout_align (WsChartLayout *self, const WsChart *chart, WsText *text, double top,
                            double bottom, const WsScale *y);

/* ---- chart-draw.c ---- */

void ws_chart_draw_in (cairo_t *cr, WsText *text, const WsChart *self,
                       const WsChartOptions *options, const WsTheme *theme,
                       const WsChartLayout *layout);

/* ---- chart-axes.c ---- */

void ws_chart_draw_axes (const WsChartDrawing *self);
double ws_chart_get_category_height (const WsChart *self, const WsChartLayout *l, WsText *text);
double ws_chart_get_category_width (const WsChart *self, const WsChartLayout *l, WsText *text,
                                    double most);

/* ---- chart-paint.c: how series look ---- */

WsColor ws_chart_get_color (const WsTheme *theme, const WsSeries *series);
void ws_chart_fill_bar (const WsChartDrawing *self, const WsSeries *series, const WsBox *boxes,
                        guint n_boxes);
void ws_chart_draw_marker (const WsChartDrawing *self, const WsSeries *series, double x, double y,
                           double radius);
void ws_chart_set_stroke (const WsChartDrawing *self, const WsSeries *series);
double ws_chart_get_marker_radius (const WsChartLayout *l);
void ws_chart_draw_key (const WsChartDrawing *self, const WsSeries *series, double x, double y);
double ws_chart_get_key_width (const WsChartLayout *l, const WsSeries *series);

/* ---- chart-lines.c, chart-dense.c, chart-bars.c, chart-steps.c, chart-cells.c, chart-rules.c ----
 */

void ws_chart_draw_bands (WsChartDrawing *self, guint series);
void ws_chart_draw_line (WsChartDrawing *self, guint series);
void ws_chart_draw_points (WsChartDrawing *self, guint series);
void ws_chart_draw_whisker (const WsChartDrawing *self, const WsSeries *series,
                            const WsChartPoint *point, double across);

gboolean ws_chart_clip_line (const WsBox *box, double *x0, double *y0, double *x1, double *y1);
gboolean ws_chart_is_dense (const WsChartDrawing *self, const GArray *track);
void ws_chart_fill_dense_band (const WsChartDrawing *self, const GArray *track, gboolean reach);
void ws_chart_stroke_dense_line (const WsChartDrawing *self, const GArray *track);

gboolean ws_chart_get_bar (const WsChart *self, const WsChartLayout *l, guint series, guint point,
                           WsBox *box);
void ws_chart_draw_bars (WsChartDrawing *self);
void ws_chart_draw_bar_labels (WsChartDrawing *self);
double ws_chart_get_bar_reserve (const WsChart *self, const WsChartLayout *l, WsText *text,
                                 double length);
gboolean ws_chart_get_step (const WsChart *self, const WsChartLayout *l, guint series, guint point,
                            WsBox *box);
void ws_chart_draw_steps (WsChartDrawing *self, guint series);

void ws_chart_get_cell (const WsChart *self, const WsChartLayout *l, guint cell, WsBox *box);
void ws_chart_draw_cells (WsChartDrawing *self);
double ws_chart_get_ramp_width (const WsChart *self, const WsChartLayout *l, WsText *text);
int ws_chart_cells_find_best (const WsChartCells *self);

void ws_chart_draw_rules (WsChartDrawing *self);
void ws_chart_draw_rule_labels (WsChartDrawing *self);

/* ---- chart-labels.c ---- */

WsBox ws_chart_get_text_box (double x, double y, double align, double width, double px);
void ws_chart_take (WsChartDrawing *self, const WsBox *box);
void ws_chart_keep_off (WsChartDrawing *self, double x0, double y0, double x1, double y1);
gboolean ws_chart_is_free (const WsChartDrawing *self, const WsBox *box, const WsBox *within);
gboolean ws_chart_is_off_data (const WsChartDrawing *self, const WsBox *box);
void ws_chart_draw_point_labels (WsChartDrawing *self);

/* ---- chart-names.c ---- */

double ws_chart_get_names_width (const WsChart *self, const WsChartLayout *l, WsText *text);
double ws_chart_get_legend_height (const WsChart *self, const WsChartLayout *l, WsText *text,
                                   double width);
gboolean ws_chart_needs_legend (const WsChart *self, const WsChartLayout *l);
void ws_chart_draw_names (WsChartDrawing *self);
void ws_chart_draw_legend (WsChartDrawing *self);

/* ---- chart-zoom.c ---- */

void ws_chart_zoom_in (const WsChart *self, WsChartOptions *options, const WsScale *x,
                       const WsScale *y, const WsPoint *at, double factor);
void ws_chart_zoom_to_in (const WsChart *self, WsChartOptions *options, const WsScale *x,
                          const WsScale *y, const WsBox *box);
void ws_chart_pan_in (const WsChart *self, WsChartOptions *options, const WsScale *x,
                      const WsScale *y, double dx, double dy);

/* ---- chart-hover.c ---- */

void ws_chart_pick_in (const WsChart *self, const WsChartLayout *l, double x, double y,
                       WsChartPick *pick);
gboolean ws_chart_find_focus (const WsChart *self, const WsChartLayout *l, int focus,
                              WsChartPick *pick);
void ws_chart_place_flag (WsChartDrawing *self);
void ws_chart_draw_crosshair (WsChartDrawing *self);
void ws_chart_draw_hover (WsChartDrawing *self);

G_END_DECLS
