/* calculator-view.h: the occupancy calculator: fields above, its picture below. */
#pragma once

#include "views/calculator-plot.h"

G_BEGIN_DECLS

#define WS_TYPE_CALCULATOR_VIEW (ws_calculator_view_get_type ())
G_DECLARE_FINAL_TYPE (WsCalculatorView, ws_calculator_view, WS, CALCULATOR_VIEW, GtkWidget)

void ws_calculator_view_set_launch (WsCalculatorView *self, guint cc_major, guint cc_minor,
                                    const WsOccupancyLaunch *launch, const char *registers_from);
WsCalculatorState *ws_calculator_view_get_state (WsCalculatorView *self);
WsCalculatorPlot *ws_calculator_view_get_plot (WsCalculatorView *self);
void ws_calculator_view_set_theme (WsCalculatorView *self, WsThemeKind theme);
char *ws_calculator_view_dup_subtitle (WsCalculatorView *self);

G_END_DECLS
