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

/* Returns: (transfer none): its name in files and options: "sum", "product", "max" or "min" */
const char *
ws_fold_get_name (WsFold self)
{
  g_return_val_if_fail (self <= WS_FOLD_LAST, NULL);
  return names[self];
}

/**
 * ws_fold_parse:
 * @name: (nullable): a name as from ws_fold_get_name()
 * @self: (out): the fold of that name; unchanged if there is none
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

/* gamma_k = k u / (1 - k u): bound of k successive roundings. N. Higham, "Accuracy and Stability of
 * Numerical Algorithms", 2nd edition, lemma 3.1. */
static double
gamma_of (double k, double unit)
{
  return k * unit / (1.0 - k * unit);
}

/* One instance of the loop per operator: there may be 2^28 values. */
#define FOR_ALL static inline __attribute__ ((always_inline))

FOR_ALL guint32
fold_integers (WsFold self, WsValueType type, guint32 bits, const guint32 *values, gsize n)
{
  for (gsize i = 0; i < n; i++)
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

FOR_ALL WsFoldedFloats
fold_floats (WsFold self, WsFoldedFloats f, const float *values, gsize n)
{
  for (gsize i = 0; i < n; i++)
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
fold_all_integers (WsFold self, WsValueType type, guint32 bits, const guint32 *values, gsize n)
{
  switch (self)
    {
    case WS_FOLD_SUM:
      return fold_integers (WS_FOLD_SUM, type, bits, values, n);
    case WS_FOLD_PRODUCT:
      return fold_integers (WS_FOLD_PRODUCT, type, bits, values, n);
    case WS_FOLD_MAX:
      return fold_integers (WS_FOLD_MAX, type, bits, values, n);
    case WS_FOLD_MIN:
    default:
      return fold_integers (WS_FOLD_MIN, type, bits, values, n);
    }
}

static WsFoldedFloats
fold_all_floats (WsFold self, WsFoldedFloats f, const float *values, gsize n)
{
  switch (self)
    {
    case WS_FOLD_SUM:
      return fold_floats (WS_FOLD_SUM, f, values, n);
    case WS_FOLD_PRODUCT:
      return fold_floats (WS_FOLD_PRODUCT, f, values, n);
    case WS_FOLD_MAX:
      return fold_floats (WS_FOLD_MAX, f, values, n);
    case WS_FOLD_MIN:
    default:
      return fold_floats (WS_FOLD_MIN, f, values, n);
    }
}

/**
 * ws_folding_init:
 * @self: (out caller-allocates): the fold; needs no freeing
 * @fold: the operator
 * @type: of the values: 32 bits wide
 */
void
ws_folding_init (WsFolding *self, WsFold fold, WsValueType type)
{
  g_return_if_fail (ws_value_type_get_width (type) == sizeof (guint32));

  *self = (WsFolding){ .fold = fold, .type = type };
}

/**
 * ws_folding_add:
 * @self: the fold
 * @values: the next of them, packed
 *
 * Integers wrap around, floating-point numbers are folded in double precision, in order: the
 * division into parts makes no difference.
 */
void
ws_folding_add (WsFolding *self, GBytes *values)
{
  gsize size;
  const guint32 *words = g_bytes_get_data (values, &size);
  const float *floats = (const float *)(const void *)words;
  gsize n = size / sizeof *words;
  gsize first = self->n == 0 && n > 0 ? 1 : 0;

  if (first > 0 && self->type == WS_VALUE_F32)
    self->floats = (WsFoldedFloats){ floats[0], fabs ((double)floats[0]), floats[0] != 1.0f };
  else if (first > 0)
    self->bits = words[0];
  if (self->type == WS_VALUE_F32)
    self->floats = fold_all_floats (self->fold, self->floats, floats + first, n - first);
  else
    self->bits = fold_all_integers (self->fold, self->type, self->bits, words + first, n - first);
  self->n += n;
}

/**
 * ws_folding_finish:
 * @self: the fold of at least one value
 * @roundings: the maximum number of operations in single precision on one value's path to the
 * result that is compared with this one
 * @bound: (out) (optional): maximum permitted absolute difference of that result: for a sum
 * (gamma_k of single precision + gamma_n of double) times the sum of the absolute values, for a
 * product likewise with one rounding per factor other than 1 (Higham, 2nd edition, section 3.1 and
 * 4.2); 0 for integers, and for max and min, which do not round
 *
 * Returns: bits of the result
 */
guint64
ws_folding_finish (const WsFolding *self, guint64 roundings, double *bound)
{
  const WsFoldedFloats *f = &self->floats;
  double most = 0;
  float rounded;
  guint32 bits;

  g_return_val_if_fail (self->n > 0, 0);

  if (bound != NULL)
    *bound = 0;
  if (self->type != WS_VALUE_F32)
    return self->bits;
  if (self->fold == WS_FOLD_SUM)
    most = (gamma_of ((double)roundings, FLOAT_UNIT) + gamma_of ((double)self->n, DOUBLE_UNIT))
               * f->magnitude
           + FLOAT_UNIT * fabs (f->result);
  else if (self->fold == WS_FOLD_PRODUCT)
    most = (gamma_of ((double)f->factors + 1, FLOAT_UNIT) + gamma_of ((double)self->n, DOUBLE_UNIT))
           * fabs (f->result);
  if (bound != NULL)
    *bound = most;
  rounded = (float)f->result;
  memcpy (&bits, &rounded, sizeof bits);
  return bits;
}

/**
 * ws_fold:
 * @self: the operator
 * @type: of the values: 32 bits wide
 * @values: packed; at least one
 * @roundings: see ws_folding_finish()
 * @bound: (out) (optional): see ws_folding_finish()
 *
 * Returns: bits of the result
 */
guint64
ws_fold (WsFold self, WsValueType type, GBytes *values, guint64 roundings, double *bound)
{
  WsFolding folding;

  ws_folding_init (&folding, self, type);
  ws_folding_add (&folding, values);
  return ws_folding_finish (&folding, roundings, bound);
}
