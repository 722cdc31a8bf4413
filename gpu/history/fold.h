/* fold.h: folds repeated steps of a program into iterations of a loop. */
#pragma once

#include "history/history.h"

G_BEGIN_DECLS

/**
 * WsRounds:
 * @first: index of its first step
 * @n_steps: of one round
 * @n_rounds: number of consecutive repetitions; 1: not a loop
 */
typedef struct {
  guint first;
  guint n_steps;
  guint n_rounds;
} WsRounds;

GArray *ws_history_fold (const WsHistory *self);

G_END_DECLS
