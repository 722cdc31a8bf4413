/* calculator-state.h: the input of the calculator: a launch, one to compare it with, the run's, and
 * the undo history. Its views follow "changed".
 */
#pragma once

#include "calculator/calculator.h"

G_BEGIN_DECLS

#define WS_TYPE_CALCULATOR_STATE (ws_calculator_state_get_type ())
G_DECLARE_FINAL_TYPE (WsCalculatorState, ws_calculator_state, WS, CALCULATOR_STATE, GObject)

WsCalculatorState *ws_calculator_state_new (void);
/* (transfer none): until the next "changed" */
const WsCalculator *ws_calculator_state_get_calculator (WsCalculatorState *self);
const WsOccupancyLimits *ws_calculator_state_get_limits (WsCalculatorState *self);
const WsOccupancyLaunch *ws_calculator_state_get_launch (WsCalculatorState *self);
const char *ws_calculator_state_get_registers_from (WsCalculatorState *self);

/* @gesture: changes with the same number, except 0, are undone together */
void ws_calculator_state_set_launch (WsCalculatorState *self, const WsOccupancyLaunch *launch,
                                     guint gesture);
void ws_calculator_state_set_limits (WsCalculatorState *self, const WsOccupancyLimits *limits,
                                     guint gesture);
/* the next or previous capability; FALSE at the ends */
gboolean ws_calculator_state_step_limits (WsCalculatorState *self, int direction);

/* @launch: NULL if the calculator does not support the run's */
void ws_calculator_state_set_run (WsCalculatorState *self, const WsOccupancyLimits *limits,
                                  const WsOccupancyLaunch *launch, const char *registers_from);
void ws_calculator_state_return_to_run (WsCalculatorState *self);
gboolean ws_calculator_state_can_return (WsCalculatorState *self);

/* Pins the current case as B; again: unpins it. */
void ws_calculator_state_toggle_pinned (WsCalculatorState *self);
gboolean ws_calculator_state_get_pinned (WsCalculatorState *self);

gboolean ws_calculator_state_undo (WsCalculatorState *self);
gboolean ws_calculator_state_redo (WsCalculatorState *self);
gboolean ws_calculator_state_can_undo (WsCalculatorState *self);

G_END_DECLS
