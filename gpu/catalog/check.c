#include "catalog/catalog-private.h"

#include <math.h>

WsFold
ws_plan_get_fold (const WsPlan *self)
{
  WsFold fold = WS_FOLD_SUM;

  ws_fold_parse (self->parameters.op, &fold);
  return fold;
}

/* The greatest number of additions that one element goes through on its way to the result: the
 * depth of the plan's tree. Where a kernel fills up with the identity, adding it is exact. */
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
          /* it loads four elements at a time: one thread may get the up to three left over besides;
           * then one block combines the results of all, as it combined the elements */
          guint64 per_last = (launch->grid[0] + launch->block[0] - 1) / launch->block[0];

          chain += 3 + per_last - 1 + levels;
        }
    }
  return chain;
}

/**
 * ws_plan_expect:
 * @self: a plan
 * @input: its input
 * @bound: (out): greatest admissible absolute difference
 *
 * Computes what the plan should yield, on the host.
 *
 * Whole numbers wrap modulo 2^32, in any order: the bound is 0. Maxima and minima are exact too. A
 * sum of floats differs from the exact sum by at most gamma_k * sum |x_i|, where k is the number of
 * additions that an element goes through at most (Higham, section 4.2); the host's own sum, in
 * double, adds gamma_n of the double unit roundoff, and showing it as a float adds one rounding. A
 * product of floats goes through at most m roundings, m the number of elements that are not 1:
 * gamma_m * |product|.
 *
 * Returns: the bits of the result
 */
guint64
ws_plan_expect (const WsPlan *self, GBytes *input, double *bound)
{
  return ws_fold (ws_plan_get_fold (self), self->parameters.type, input,
                  ws_plan_count_roundings (self), bound);
}

/**
 * ws_plan_combine:
 * @self: a plan
 * @values: the values that its last launch left
 *
 * Does on the host what is left where a plan's launches cannot go on: blocks of one thread that
 * take one element each combine nothing.
 *
 * Returns: the bits of the result
 */
guint64
ws_plan_combine (const WsPlan *self, GBytes *values)
{
  return ws_fold (ws_plan_get_fold (self), self->parameters.type, values, 0, NULL);
}

/**
 * ws_plan_is_correct:
 * @self: a plan
 * @result: bits of the plan's result
 * @expected: bits from ws_plan_expect()
 * @bound: from ws_plan_expect()
 *
 * Returns: whether they agree within the bound; a result that is not a number never does
 */
gboolean
ws_plan_is_correct (const WsPlan *self, guint64 result, guint64 expected, double bound)
{
  if (self->parameters.type != WS_VALUE_F32)
    return (guint32)result == (guint32)expected;
  return fabs (ws_value_to_double (WS_VALUE_F32, result)
               - ws_value_to_double (WS_VALUE_F32, expected))
         <= bound;
}

/**
 * ws_plan_judge:
 * @self: a plan
 * @input: its input
 * @output: the values that its last launch left
 * @verdict: (out caller-allocates): how they compare with the host's
 *
 * Of a reduction, combines what is left and holds it against ws_plan_expect(); of a plan "map",
 * holds every element against the host's.
 */
void
ws_plan_judge (const WsPlan *self, GBytes *input, GBytes *output, WsPlanVerdict *verdict)
{
  *verdict = (WsPlanVerdict){ 0 };
  if (self->kernel->map != NULL)
    {
      ws_map_judge (self, input, output, verdict);
      return;
    }
  verdict->result = ws_plan_combine (self, output);
  verdict->expected = ws_plan_expect (self, input, &verdict->bound);
  verdict->correct = ws_plan_is_correct (self, verdict->result, verdict->expected, verdict->bound);
}
