/* fold.h: steps that a program repeats, as rounds of a loop. */
#pragma once

#include "history/history.h"

G_BEGIN_DECLS

/**
 * WsRounds:
 * @first: index of its first step
 * @n_steps: of one round
 * @n_rounds: how often they follow each other; 1: they are no loop
 */
typedef struct {
  guint first;
  guint n_steps;
  guint n_rounds;
} WsRounds;

GArray *ws_history_fold (const WsHistory *self);

G_END_DECLS
