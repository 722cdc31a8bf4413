#include "catalog/catalog-private.h"

/* The numbers on the slide "Parallel reduction: interleaved addressing" (M. Harris, "Optimizing
 * Parallel Reduction in CUDA"). */
static const gint8 slide[16] = { 10, 1, 8, -1, 0, -2, 3, 5, -2, -3, 2, 7, 0, 11, 0, 2 };

/* splitmix64 (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", 2014),
 * read at place @i: no state, so that each element is a function of seed and place. */
static inline guint64
random_at (guint64 seed, guint64 i)
{
  guint64 z = seed * G_GUINT64_CONSTANT (0xd1342543de82ef95)
              + (i + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* 0 ... below - 1 */
static inline guint32
pick (guint64 random, guint32 below)
{
  return (guint32)(((random >> 32) * below) >> 32);
}

static void
fill_int (const WsPlanParameters *parameters, gint32 *values)
{
  for (guint64 i = 0; i < parameters->n; i++)
    values[i] = (gint32)pick (random_at (parameters->seed, i), 21) - 9;
}

/* Tenths from -9 to 11. */
void
ws_input_fill_float (guint64 seed, guint64 n, float *values)
{
  for (guint64 i = 0; i < n; i++)
    values[i] = (float)((gint32)pick (random_at (seed, i), 201) - 90) / 10.0f;
}

/* Odd and small, so that a product never ends in zeros: mostly 1 and -1, one in 32 is 3, -3, 5 or
 * -5. */
static void
fill_int_product (const WsPlanParameters *parameters, gint32 *values)
{
  for (guint64 i = 0; i < parameters->n; i++)
    {
      guint64 random = random_at (parameters->seed, i);
      gint32 size = pick (random, 32) > 0 ? 1 : random & 2 ? 3 : 5;

      values[i] = random & 1 ? size : -size;
    }
}

/* A little below 1, 1, or a little above. The more elements there are, the rarer are those that are
 * not 1: their product stays within a few powers of e, and its error bound, which grows with their
 * number, stays small. */
static void
fill_float_product (const WsPlanParameters *parameters, float *values)
{
  guint32 stride = (guint32)((parameters->n + 65535) / 65536);
  float step = parameters->n <= 1000 ? 0.1f : 0.01f;

  for (guint64 i = 0; i < parameters->n; i++)
    {
      guint64 random = random_at (parameters->seed, i);

      values[i] =
          pick (random, stride) == 0 ? 1.0f + step * (float)((gint32)(random % 3) - 1) : 1.0f;
    }
}

/* One element is larger (of a minimum: smaller) than all others, at a place that the seed decides:
 * so the answer shows whether that element was looked at, and it can be followed through the tree.
 */
static void
plant (const WsPlanParameters *parameters, WsPlanOp op, guint32 *values)
{
  guint64 first = parameters->seed == 0 ? G_N_ELEMENTS (slide) : 0;
  guint64 place;
  gint32 value = op == WS_PLAN_MAX ? 99 : -99;

  if (parameters->n <= first)
    return;
  place = first + random_at (parameters->seed, G_MAXUINT64 / 2) % (parameters->n - first);
  if (parameters->type == WS_VALUE_F32)
    ((float *)values)[place] = (float)value;
  else
    ((gint32 *)values)[place] = value;
}

/**
 * ws_plan_make_input:
 * @self: a plan
 *
 * Makes the n elements that the plan works on, a function of seed, n, type and operator alone.
 *
 * Sums, maxima and minima have small whole numbers from -9 to 11, or tenths from -9 to 11; the
 * first 16 of seed 0 are the slide's: 10 1 8 -1 0 -2 3 5 -2 -3 2 7 0 11 0 2. A maximum or minimum
 * has besides one element of 99 or -99. Products have small odd numbers, or numbers near 1. A plan
 * "map" has n elements for each of its inputs, one behind the other: see map.c.
 *
 * Returns: (transfer full) (nullable): the packed elements; %NULL where the host has no memory for
 * them
 */
GBytes *
ws_plan_make_input (const WsPlan *self)
{
  const WsPlanParameters *parameters = &self->parameters;
  gsize size = parameters->n * sizeof (guint32);
  guint32 *values;
  WsPlanOp op = WS_PLAN_SUM;

  if (self->kernel->map != NULL)
    return ws_map_make_input (self);
  values = g_try_malloc (size);
  if (values == NULL)
    return NULL;
  ws_plan_op_parse (parameters->op, &op);
  if (op == WS_PLAN_PRODUCT)
    {
      if (parameters->type == WS_VALUE_F32)
        fill_float_product (parameters, (float *)values);
      else
        fill_int_product (parameters, (gint32 *)values);
      return g_bytes_new_take (values, size);
    }

  if (parameters->type == WS_VALUE_F32)
    ws_input_fill_float (parameters->seed, parameters->n, (float *)values);
  else
    fill_int (parameters, (gint32 *)values);
  for (guint64 i = 0; parameters->seed == 0 && i < MIN (parameters->n, G_N_ELEMENTS (slide)); i++)
    if (parameters->type == WS_VALUE_F32)
      ((float *)values)[i] = slide[i];
    else
      ((gint32 *)values)[i] = slide[i];
  if (op != WS_PLAN_SUM)
    plant (parameters, op, values);
  return g_bytes_new_take (values, size);
}
