/* calculator-state.h: what the calculator is asked: a launch, one to compare it with, the run's,
 * and what was asked before, to go back to. The views of it follow "changed".
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

/* @gesture: changes of one number, not 0, are undone as one */
void ws_calculator_state_set_launch (WsCalculatorState *self, const WsOccupancyLaunch *launch,
                                     guint gesture);
void ws_calculator_state_set_limits (WsCalculatorState *self, const WsOccupancyLimits *limits,
                                     guint gesture);
/* the next capability, or the one before: FALSE at the ends */
gboolean ws_calculator_state_step_limits (WsCalculatorState *self, int direction);

/* @launch: NULL where the run has none that the calculator knows */
void ws_calculator_state_set_run (WsCalculatorState *self, const WsOccupancyLimits *limits,
                                  const WsOccupancyLaunch *launch, const char *registers_from);
void ws_calculator_state_return_to_run (WsCalculatorState *self);
gboolean ws_calculator_state_can_return (WsCalculatorState *self);

/* Keeps what is shown as B; again: lets it go. */
void ws_calculator_state_toggle_pinned (WsCalculatorState *self);
gboolean ws_calculator_state_get_pinned (WsCalculatorState *self);

gboolean ws_calculator_state_undo (WsCalculatorState *self);
gboolean ws_calculator_state_redo (WsCalculatorState *self);
gboolean ws_calculator_state_can_undo (WsCalculatorState *self);

G_END_DECLS
