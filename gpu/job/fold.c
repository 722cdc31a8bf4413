#include "job/fold.h"

#include <math.h>
#include <string.h>

/* Unit roundoff of float and double, round to nearest. */
#define FLOAT_UNIT  0x1p-24
#define DOUBLE_UNIT 0x1p-53

static const char *const names[] = {
  [WS_FOLD_SUM] = "sum",
  [WS_FOLD_PRODUCT] = "product",
  [WS_FOLD_MAX] = "max",
  [WS_FOLD_MIN] = "min",
};

/**
 * ws_fold_get_name:
 * @self: a fold
 *
 * Returns: (transfer none): its name as files and options write it: "sum", "product", "max" or
 * "min"
 */
const char *
ws_fold_get_name (WsFold self)
{
  g_return_val_if_fail (self <= WS_FOLD_LAST, NULL);
  return names[self];
}

/**
 * ws_fold_parse:
 * @name: (nullable): what ws_fold_get_name() gives
 * @self: (out): the fold of that name; untouched where there is none
 *
 * Returns: whether there is one
 */
gboolean
ws_fold_parse (const char *name, WsFold *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_strcmp0 (name, names[i]) == 0)
      {
        *self = i;
        return TRUE;
      }
  return FALSE;
}

/* gamma_k = k u / (1 - k u): bound of k roundings in a row. N. Higham, "Accuracy and Stability of
 * Numerical Algorithms", 2nd edition, lemma 3.1. */
static double
gamma_of (double k, double unit)
{
  return k * unit / (1.0 - k * unit);
}

/* Each is made once for every operator: there may be 2^28 values. */
#define FOR_ALL static inline __attribute__ ((always_inline))

FOR_ALL guint32
fold_integers (WsFold self, WsValueType type, const guint32 *values, gsize n)
{
  guint32 bits = values[0];

  for (gsize i = 1; i < n; i++)
    {
      gboolean larger = type == WS_VALUE_U32 ? values[i] > bits : (gint32)values[i] > (gint32)bits;

      if (self == WS_FOLD_SUM)
        bits += values[i];
      else if (self == WS_FOLD_PRODUCT)
        bits *= values[i];
      else
        bits = larger == (self == WS_FOLD_MAX) ? values[i] : bits;
    }
  return bits;
}

typedef struct {
  double result;
  double magnitude; /* sum of absolute values */
  guint64 factors;  /* how many values are not 1 */
} Folded;

FOR_ALL Folded
fold_floats (WsFold self, const float *values, gsize n)
{
  Folded f = { values[0], fabs ((double)values[0]), values[0] != 1.0f };

  for (gsize i = 1; i < n; i++)
    {
      double value = values[i];

      f.magnitude += fabs (value);
      f.factors += value != 1.0;
      if (self == WS_FOLD_SUM)
        f.result += value;
      else if (self == WS_FOLD_PRODUCT)
        f.result *= value;
      else
        f.result = self == WS_FOLD_MAX ? fmax (f.result, value) : fmin (f.result, value);
    }
  return f;
}

static guint32
fold_all_integers (WsFold self, WsValueType type, const guint32 *values, gsize n)
{
  switch (self)
    {
    case WS_FOLD_SUM:
      return fold_integers (WS_FOLD_SUM, type, values, n);
    case WS_FOLD_PRODUCT:
      return fold_integers (WS_FOLD_PRODUCT, type, values, n);
    case WS_FOLD_MAX:
      return fold_integers (WS_FOLD_MAX, type, values, n);
    case WS_FOLD_MIN:
    default:
      return fold_integers (WS_FOLD_MIN, type, values, n);
    }
}

static Folded
fold_all_floats (WsFold self, const float *values, gsize n)
{
  switch (self)
    {
    case WS_FOLD_SUM:
      return fold_floats (WS_FOLD_SUM, values, n);
    case WS_FOLD_PRODUCT:
      return fold_floats (WS_FOLD_PRODUCT, values, n);
    case WS_FOLD_MAX:
      return fold_floats (WS_FOLD_MAX, values, n);
    case WS_FOLD_MIN:
    default:
      return fold_floats (WS_FOLD_MIN, values, n);
    }
}

/**
 * ws_fold:
 * @self: how two values become one
 * @type: of the values: 32 bits wide
 * @values: packed; at least one
 * @roundings: the greatest number of operations in single precision that one value goes through on
 * its way to a result that is held against this one
 * @bound: (out) (optional): greatest admissible absolute difference of that result: of a sum
 * (gamma_k of single precision + gamma_n of double) times the sum of the absolute values, of a
 * product likewise with as many roundings as there are factors that are not 1 (Higham, 2nd edition,
 * section 3.1 and 4.2); 0 of integers, and of max and min, which do not round
 *
 * Integers wrap, floating-point numbers are folded in double precision, in their order.
 *
 * Returns: bits of the result
 */
guint64
ws_fold (WsFold self, WsValueType type, GBytes *values, guint64 roundings, double *bound)
{
  gsize size;
  const void *data = g_bytes_get_data (values, &size);
  gsize n = size / sizeof (guint32);
  Folded f;
  double most = 0;
  float rounded;
  guint32 bits;

  g_return_val_if_fail (n > 0 && ws_value_type_get_width (type) == sizeof (guint32), 0);

  if (bound != NULL)
    *bound = 0;
  if (type != WS_VALUE_F32)
    return fold_all_integers (self, type, data, n);
  f = fold_all_floats (self, data, n);
  if (self == WS_FOLD_SUM)
    most =
        (gamma_of ((double)roundings, FLOAT_UNIT) + gamma_of ((double)n, DOUBLE_UNIT)) * f.magnitude
        + FLOAT_UNIT * fabs (f.result);
  else if (self == WS_FOLD_PRODUCT)
    most = (gamma_of ((double)f.factors + 1, FLOAT_UNIT) + gamma_of ((double)n, DOUBLE_UNIT))
           * fabs (f.result);
  if (bound != NULL)
    *bound = most;
  rounded = (float)f.result;
  memcpy (&bits, &rounded, sizeof bits);
  return bits;
}
