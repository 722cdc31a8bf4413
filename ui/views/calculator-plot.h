/* calculator-plot.h: the calculator's picture, whose points are dragged or moved with the keys. */
#pragma once

#include "views/calculator-state.h"
#include "toolkit/drawing.h"

G_BEGIN_DECLS

#define WS_TYPE_CALCULATOR_PLOT (ws_calculator_plot_get_type ())
G_DECLARE_FINAL_TYPE (WsCalculatorPlot, ws_calculator_plot, WS, CALCULATOR_PLOT, WsDrawing)

void ws_calculator_plot_set_state (WsCalculatorPlot *self, WsCalculatorState *state);
void ws_calculator_plot_get_options (WsCalculatorPlot *self, WsCalculatorOptions *options);

/* ---- for tests ---- */

/* A drag by the pointer, from (x, y) to (to_x, to_y). */
void ws_calculator_plot_drag (WsCalculatorPlot *self, double x, double y, double to_x, double to_y);

G_END_DECLS
