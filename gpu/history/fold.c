#include "history/fold.h"

#define MAX_ROUND 16 /* steps: a loop that has more is listed round by round */

static const WsStep *
get_step (const WsHistory *self, guint index)
{
  return g_ptr_array_index (self->steps, index);
}

/* How many rounds of @n_steps begin at @first. */
static guint
count_rounds (const WsHistory *self, guint first, guint n_steps)
{
  guint at = first + n_steps;

  while (at < self->steps->len
         && ws_step_is_like (get_step (self, at), get_step (self, at - n_steps)))
    at++;
  return (at - first) / n_steps;
}

/**
 * ws_history_fold:
 *
 * Of several ways to see a loop the one that covers the most steps is taken, and of these the one
 * with the shortest round.
 *
 * Returns: (transfer full) (element-type WsRounds): all steps, in their order; those that are no
 * loop one by one
 */
GArray *
ws_history_fold (const WsHistory *self)
{
  GArray *folds = g_array_new (FALSE, FALSE, sizeof (WsRounds));

  for (guint at = 0; at < self->steps->len;)
    {
      WsRounds best = { at, 1, 1 };

      for (guint n = 1; n <= MAX_ROUND && at + 2 * n <= self->steps->len; n++)
        {
          guint rounds = count_rounds (self, at, n);

          if (rounds > 1 && n * rounds > best.n_steps * best.n_rounds)
            best = (WsRounds){ at, n, rounds };
        }
      g_array_append_val (folds, best);
      at += best.n_steps * best.n_rounds;
    }
  return folds;
}
