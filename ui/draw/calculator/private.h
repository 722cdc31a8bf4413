/* private.h: the state of one drawing of the calculator, and its layout.
 */
#pragma once

#include "pen/axis.h"
#include "pen/emphasis.h"
#include "calculator/calculator.h"

G_BEGIN_DECLS

#define WS_CALCULATOR_MAX_LINES 6 /* of a wrapped sentence */
#define WS_CALCULATOR_INDENT \
  2.15 /* before a row's name, in sizes of notes: room for mark and swatch */

/* A chart: a box without height is not drawn. */
typedef struct {
  WsBox box;   /* all of it */
  WsBox title; /* the row above the plot */
  WsBox plot;
  WsAxis x;
  WsAxis y;
} WsCalculatorChartLayout;

/* One limiter's row. */
typedef struct {
  WsBox row;      /* name, bar and number */
  WsBox bar;      /* the SM's resources; of two cases, A's above B's */
  WsBox sentence; /* no height: left out */
} WsCalculatorRowLayout;

typedef struct {
  double width;
  double height;
  double scale;
  double pad;
  double big_px; /* of the answer */
  double text_px;
  double note_px;
  double line; /* of hairlines */
  gboolean wide;

  WsBox heading; /* over the charts */
  WsCalculatorChartLayout charts[WS_CALCULATOR_N_CHARTS];

  guint n_limited_lines; /* of the limiters of a case, below its percentage */
  guint n_launch_lines;  /* of its launch, at most */
  WsBox answer[2];       /* a case: percentage, blocks, limiters, launch */
  gboolean narrow;       /* the limiters are below the percentage, as there is no room beside it */
  WsBox difference;      /* of two cases */
  WsBox rows_heading;
  WsCalculatorRowLayout rows[WS_N_LIMITERS];
  double name_w;                /* of the rows' names, with swatch */
  guint n_lines[WS_N_LIMITERS]; /* of their sentences */
  double number_w;              /* of the text after a bar */
  WsBox advice;

  WsBox strip; /* the time machine: all of it */
  WsBox strip_title;
  WsBox strip_names; /* of the architectures */
  WsBox strip_bars;
  WsBox strip_labels;
  guint n_capabilities;
  WsBox capabilities[48]; /* each one's place in strip_bars */
} WsCalculatorLayout;

void ws_calculator_layout_init (WsCalculatorLayout *self, WsText *text,
                                const WsCalculator *calculator, const WsCalculatorOptions *options,
                                const WsArea *area);

typedef struct {
  cairo_t *cr;
  const WsCalculator *calculator;
  const WsCalculatorOptions *options;
  const WsTheme *theme;
  WsText *text;
  WsCalculatorLayout layout;
} WsCalculatorDrawing;

WsColor ws_calculator_get_limiter_color (const WsTheme *theme, WsLimiter limiter);
double ws_calculator_get_hatch_spacing (const WsCalculatorLayout *layout);
void ws_calculator_fill (const WsCalculatorDrawing *self, const WsBox *boxes, guint n_boxes,
                         WsLimiter limiter);
WsColor ws_calculator_get_side_color (const WsTheme *theme, guint side);
void ws_calculator_draw_point (const WsCalculatorDrawing *self, guint side, double x, double y,
                               double radius);
gboolean ws_calculator_place_point (const WsCalculatorLayout *layout,
                                    const WsCalculator *calculator, guint side,
                                    WsCalculatorChart chart, double *x, double *y);
char *ws_calculator_describe_limiters (const WsCalculatorSide *side);
char *ws_calculator_dup_difference (const WsCalculator *calculator);
char *ws_calculator_format_value (const WsCalculatorSide *side, WsCalculatorChart chart);
char *ws_calculator_dup_advice (const WsCalculator *calculator);
char *ws_calculator_dup_change (const WsCalculator *calculator);

void ws_calculator_draw_charts (WsCalculatorDrawing *self);
void ws_calculator_draw_answer (WsCalculatorDrawing *self);
void ws_calculator_draw_rows (WsCalculatorDrawing *self);
void ws_calculator_draw_strip (WsCalculatorDrawing *self);

WsData *ws_data_new_for_launch (const WsScene *scene, const WsCalculator *calculator);

G_END_DECLS
