#include "catalog/catalog-private.h"

/* Returns: how it combines; %WS_FOLD_SUM if it does not */
WsFold
ws_plan_get_fold (const WsPlan *self)
{
  WsFold fold = WS_FOLD_SUM;

  ws_fold_parse (self->parameters.op, &fold);
  return fold;
}

/* Returns: the maximum number of additions on one element's path to the result: the depth of the
 * plan's tree. Padding with the identity is exact. */
guint64
ws_plan_count_roundings (const WsPlan *self)
{
  guint64 chain = self->remaining > 1 ? 1 : 0;

  for (guint i = 0; i < self->launches->len; i++)
    {
      const WsPlanLaunch *launch = &g_array_index (self->launches, WsPlanLaunch, i);
      guint64 per_thread = self->kernel->elements_per_thread;

      gint levels = g_bit_nth_msf (launch->block[0], -1); /* log2: blocks are powers of two */

      if (self->kernel->strides)
        {
          guint64 step = per_thread * launch->grid[0] * launch->block[0];

          per_thread *= (launch->n_elements + step - 1) / step;
        }
      chain += per_thread - 1 + levels;
      if (self->kernel->single)
        {
          /* it loads four elements at a time: one thread may also get up to three left over; then
           * one block combines all results, as it combined the elements */
          guint64 per_last = (launch->grid[0] + launch->block[0] - 1) / launch->block[0];

          chain += 3 + per_last - 1 + levels;
        }
    }
  return chain;
}
