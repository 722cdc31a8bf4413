#include "catalog/catalog-private.h"

#include <math.h>
#include <string.h>

/* Unit roundoff of float and double, round to nearest. */
#define FLOAT_UNIT  0x1p-24
#define DOUBLE_UNIT 0x1p-53

/* gamma_k = k u / (1 - k u): bound of k roundings in a row. N. Higham, "Accuracy and Stability of
 * Numerical Algorithms", 2nd ed., SIAM 2002, Lemma 3.1. */
static double
gamma_of (double k, double unit)
{
  return k * unit / (1.0 - k * unit);
}

/* The greatest number of additions that one element goes through on its way to the result: the
 * depth of the plan's tree. Where a kernel fills up with the identity, adding it is exact. */
static guint64
longest_chain (const WsPlan *self)
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

static guint64
combine_ints (WsPlanOp op, const gint32 *values, gsize n)
{
  guint32 bits = (guint32)values[0];

  for (gsize i = 1; i < n; i++)
    switch (op)
      {
      case WS_PLAN_SUM:
        bits += (guint32)values[i];
        break;
      case WS_PLAN_PRODUCT:
        bits *= (guint32)values[i];
        break;
      case WS_PLAN_MAX:
        bits = (guint32)MAX ((gint32)bits, values[i]);
        break;
      case WS_PLAN_MIN:
      default:
        bits = (guint32)MIN ((gint32)bits, values[i]);
      }
  return bits;
}

/* @magnitude: sum of absolute values; @factors: how many values are not 1 */
static double
combine_floats (WsPlanOp op, const float *values, gsize n, double *magnitude, guint64 *factors)
{
  double result = values[0];

  *magnitude = fabs (result);
  *factors = values[0] != 1.0f;
  for (gsize i = 1; i < n; i++)
    {
      double value = values[i];

      *magnitude += fabs (value);
      *factors += value != 1.0;
      switch (op)
        {
        case WS_PLAN_SUM:
          result += value;
          break;
        case WS_PLAN_PRODUCT:
          result *= value;
          break;
        case WS_PLAN_MAX:
          result = fmax (result, value);
          break;
        case WS_PLAN_MIN:
        default:
          result = fmin (result, value);
        }
    }
  return result;
}

static guint64
float_bits (float value)
{
  guint32 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
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
  gsize size;
  const void *values = g_bytes_get_data (input, &size);
  gsize n = size / sizeof (guint32);
  WsPlanOp op = WS_PLAN_SUM;
  double result, magnitude;
  guint64 factors;

  g_return_val_if_fail (n > 0, 0);

  *bound = 0;
  ws_plan_op_parse (self->parameters.op, &op);
  if (self->parameters.type != WS_VALUE_F32)
    return combine_ints (op, values, n);

  result = combine_floats (op, values, n, &magnitude, &factors);
  if (op == WS_PLAN_SUM)
    *bound = (gamma_of (longest_chain (self), FLOAT_UNIT) + gamma_of (n, DOUBLE_UNIT)) * magnitude
             + FLOAT_UNIT * fabs (result);
  else if (op == WS_PLAN_PRODUCT)
    *bound = (gamma_of (factors + 1, FLOAT_UNIT) + gamma_of (n, DOUBLE_UNIT)) * fabs (result);
  return float_bits ((float)result);
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
  gsize size;
  const void *data = g_bytes_get_data (values, &size);
  gsize n = size / sizeof (guint32);
  WsPlanOp op = WS_PLAN_SUM;
  double magnitude;
  guint64 factors;

  g_return_val_if_fail (n > 0, 0);

  ws_plan_op_parse (self->parameters.op, &op);
  if (self->parameters.type != WS_VALUE_F32)
    return combine_ints (op, data, n);
  return float_bits ((float)combine_floats (op, data, n, &magnitude, &factors));
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
