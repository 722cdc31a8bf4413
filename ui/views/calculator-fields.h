/* calculator-fields.h: the input fields of the calculator. */
#pragma once

#include "views/calculator-state.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_CALCULATOR_FIELDS (ws_calculator_fields_get_type ())
G_DECLARE_FINAL_TYPE (WsCalculatorFields, ws_calculator_fields, WS, CALCULATOR_FIELDS, GtkWidget)

void ws_calculator_fields_set_state (WsCalculatorFields *self, WsCalculatorState *state);

G_END_DECLS
