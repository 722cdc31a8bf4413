/* calculator.h: the occupancy of a launch and its limits: resident warps against block size,
 * registers and shared memory, as in NVIDIA's spreadsheet and Nsight Compute; the resources of the
 * SM; and the same launch on every compute capability.
 */
#pragma once

#include "table/data.h"
#include "pen/theme.h"
#include "occupancy/words.h"
#include "record/run.h"
#include "look/look.h"

G_BEGIN_DECLS

/* The charts, by their variable. */
typedef enum {
  WS_CALCULATOR_THREADS,   /* of a block, 1 to 1024 */
  WS_CALCULATOR_REGISTERS, /* of a thread, 1 to 255 */
  WS_CALCULATOR_SHARED,    /* bytes of a block, static and dynamic */
  WS_CALCULATOR_N_CHARTS
} WsCalculatorChart;

/**
 * WsCalculatorCase:
 * @limits: of a compute capability
 * @launch: the launch; 0 registers: unknown
 * @registers_from: (nullable): where the registers come from, as in "typed in", "from ptxas for
 * sm_86"
 *
 * The input of the calculator.
 */
typedef struct {
  const WsOccupancyLimits *limits;
  WsOccupancyLaunch launch;
  const char *registers_from;
} WsCalculatorCase;

/**
 * WsCalculatorStep:
 * @from: values above it
 * @to: values up to this give the same result
 * @blocks: resident on an SM
 * @warps: resident on an SM
 * @limiters: their limiters: bit i is the #WsLimiter i
 */
typedef struct {
  double from;
  double to;
  guint blocks;
  guint warps;
  guint limiters;
} WsCalculatorStep;

/**
 * WsCalculatorSide:
 * @limits: of the compute capability
 * @launch: the launch
 * @registers_from: (nullable): where its registers are from, in words; %NULL if unknown
 * @result: the answer
 * @explanations: of each limiter
 * @advice: (nullable): what would help next; %NULL if nothing would
 * @steps: (element-type WsCalculatorStep): of each chart, ascending, without gaps
 *
 * An input and its result.
 */
typedef struct {
  const WsOccupancyLimits *limits;
  WsOccupancyLaunch launch;
  char *registers_from;
  WsOccupancy result;
  char *explanations[WS_N_LIMITERS];
  char *advice;
  GArray *steps[WS_CALCULATOR_N_CHARTS];
} WsCalculatorSide;

/**
 * WsCalculator:
 * @sides: A, and where two are compared, B
 * @n_sides: 1 or 2
 * @before: (nullable): the previous limits of A
 * @change: (nullable): the effect of changing from @before to A's limits
 * @difference: (nullable): how B differs from A
 * @capabilities: (array): A's launch on each of ws_occupancy_limits_get()
 *
 * Immutable. Everything that is drawn, computed once.
 */
typedef struct _WsCalculator {
  WsCalculatorSide sides[2];
  guint n_sides;
  const WsOccupancyLimits *before;
  char *change;
  char *difference;
  WsOccupancy *capabilities;
} WsCalculator;

WsCalculator *ws_calculator_new (const WsCalculatorCase *shown, const WsCalculatorCase *compared,
                                 const WsOccupancyLimits *before);
WsCalculator *ws_calculator_new_for_launch (const WsRun *run, guint launch);
char *ws_calculator_dup_registers_from (const WsRun *run, guint launch);
void ws_calculator_free (WsCalculator *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsCalculator, ws_calculator_free)

guint ws_calculator_get_value (const WsOccupancyLaunch *launch, WsCalculatorChart chart);
guint ws_calculator_clamp_value (const WsOccupancyLimits *limits, WsCalculatorChart chart,
                                 double value);
void ws_calculator_set_value (WsOccupancyLaunch *launch, WsCalculatorChart chart, guint value);
guint ws_calculator_get_step (WsCalculatorChart chart, gboolean large);

/**
 * WsCalculatorOptions:
 * @focus: the chart that the keys operate, and the only one shown if there is room for one
 * @focus_visible: whether it is marked
 * @hover_x: pointer, in pixels of the drawing; negative for none
 * @hover_y: likewise
 * @hide: of #WsHide: with the counts, all results, but not the inputs
 */
typedef struct {
  WsCalculatorChart focus;
  gboolean focus_visible;
  double hover_x;
  double hover_y;
  guint hide;
} WsCalculatorOptions;

#define WS_CALCULATOR_OPTIONS_INIT                               \
  {                                                              \
    .focus = WS_CALCULATOR_THREADS, .hover_x = -1, .hover_y = -1 \
  }

typedef enum {
  WS_CALCULATOR_HIT_NONE,
  WS_CALCULATOR_HIT_CHART,      /* chart, value */
  WS_CALCULATOR_HIT_CAPABILITY, /* capability */
  WS_CALCULATOR_HIT_LIMITER,    /* limiter, side */
} WsCalculatorHitKind;

/**
 * WsCalculatorHit:
 * @chart: which chart
 * @value: along its axis, as ws_calculator_set_value() takes it
 * @capability: index of ws_occupancy_limits_get()
 * @limiter: which row
 * @side: whose bar
 */
typedef struct {
  WsCalculatorHitKind kind;
  WsCalculatorChart chart;
  guint value;
  guint capability;
  WsLimiter limiter;
  guint side;
} WsCalculatorHit;

void ws_draw_calculator (cairo_t *cr, const WsCalculator *calculator,
                         const WsCalculatorOptions *options, const WsArea *area);
gboolean ws_calculator_pick (const WsCalculator *calculator, const WsCalculatorOptions *options,
                             const WsArea *area, double x, double y, WsCalculatorHit *hit);
gboolean ws_calculator_pick_value (const WsCalculator *calculator,
                                   const WsCalculatorOptions *options, const WsArea *area,
                                   WsCalculatorChart chart, double x, guint *value);
gboolean ws_calculator_locate (const WsCalculator *calculator, const WsCalculatorOptions *options,
                               const WsArea *area, WsCalculatorChart chart, double *x, double *y);
char *ws_calculator_hit_describe (const WsCalculator *calculator, const WsCalculatorHit *hit);

/* (transfer full): sentences for titles, captions and assistive technology */
char *ws_calculator_title (const WsCalculator *self);
char *ws_calculator_subtitle (const WsCalculator *self);
char *ws_calculator_caption (const WsCalculator *self);
char *ws_calculator_describe (const WsCalculator *self);
char *ws_calculator_source (const WsCalculator *self);
char *ws_calculator_describe_launch (const WsCalculatorSide *side);
const char *ws_calculator_chart_get_name (WsCalculatorChart chart);

WsData *ws_data_new_for_calculator (const WsCalculator *calculator);

extern const WsViewClass ws_view_of_calculator;

G_END_DECLS
