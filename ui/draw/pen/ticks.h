/* ticks.h: the round values of an axis, and the ones that get a label. */
#pragma once

#include "pen/scale.h"
#include "pen/text.h"

G_BEGIN_DECLS

typedef enum {
  WS_TICKS_DECIMAL, /* steps of 1, 2 or 5 times a power of ten */
  WS_TICKS_BINARY,  /* steps of a power of two */
} WsTicksKind;

/**
 * WsTicksOptions:
 * @kind: which steps are round; ignored for logarithmic scales
 * @unit: steps are @unit times a round number, of at least 1: 1 for counts, 32 for threads; 0: any
 * step
 * @shown_unit: labels are values divided by it, as in 1024 for KB; 0 is 1
 * @vertical: the axis is vertical: labels are stacked
 * @air: minimum gap between labels, in their size; 0: as little as is legible
 * @powers: labels of a logarithmic scale are powers of its base: 2²²
 */
typedef struct {
  WsTicksKind kind;
  double unit;
  double shown_unit;
  gboolean vertical;
  double air;
  gboolean powers;
} WsTicksOptions;

/**
 * WsTick:
 * @value: a round one
 * @at: its place, pixels
 * @label: its text
 */
typedef struct {
  double value;
  double at;
  char label[48];
} WsTick;

GArray *ws_ticks_new (const WsScale *scale, const WsTicksOptions *options, WsText *text,
                      WsFace face, double px);
void ws_ticks_format (double value, char *label, gsize size);
double ws_ticks_get_step (WsTicksKind kind, double unit, double least);

G_END_DECLS
