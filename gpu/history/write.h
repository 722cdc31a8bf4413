/* write.h: the history of a program, written by its own process. */
#pragma once

#include "history/step.h"

G_BEGIN_DECLS

void ws_history_write (int descriptor, const char *message, GVariant *body);
void ws_history_write_step (int descriptor, const WsStep *step);

G_END_DECLS
