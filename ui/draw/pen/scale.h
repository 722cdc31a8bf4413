/* scale.h: maps values to places along an axis, and back. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum { WS_SCALE_LINEAR, WS_SCALE_LOG2, WS_SCALE_LOG10 } WsScaleKind;

/**
 * WsScale:
 * @from: value at @at_from
 * @to: value at @at_to; above @from
 * @at_from: place, in pixels of the drawing
 * @at_to: place; below @at_from where values rise upwards
 *
 * All four are finite, and values of a logarithmic scale positive: ws_scale_init() ensures it.
 */
typedef struct {
  WsScaleKind kind;
  double from;
  double to;
  double at_from;
  double at_to;
} WsScale;

void ws_scale_init (WsScale *self, WsScaleKind kind, double from, double to, double at_from,
                    double at_to);
double ws_scale_to_place (const WsScale *self, double value);
double ws_scale_from_place (const WsScale *self, double place);
double ws_scale_clamp_place (const WsScale *self, double place);
gboolean ws_scale_contains (const WsScale *self, double value);

G_END_DECLS
