/* map.c: what the host does with each element where a kernel combines nothing.
 *
 * The functions below are those of the kernels' source, in float: +, -, *, / and fmaf() round as
 * IEEE 754 asks, to nearest, and so do add, sub, mul, div.rn and fma.rn of PTX (PTX ISA,
 * "Floating-Point Instructions"). nvcc makes a fused multiply-add of x * y + z (its -fmad=true).
 * So the results are the same bit for bit.
 */
#include "catalog/catalog-private.h"

#include <math.h>
#include <string.h>

/* Each warp goes one of four ways: those of vector_add.cu. */
static float
paths (const WsPlan *plan, const float *const *inputs, guint64 i)
{
  float a = inputs[0][i];
  float b = inputs[1][i];

  switch (i / WS_WARP_SIZE % 4)
    {
    case 0:
      return a + b;
    case 1:
      return a - b;
    case 2:
      return a * b;
    default:
      return a / b;
    }
}

/* Halves the distance to 2 b, @rounds times. Once a round changes nothing, no later one does. */
static float
relaxed (float x, float b, guint64 rounds)
{
  for (guint64 r = 0; r < rounds; r++)
    {
      float next = fmaf (0.5f, x, b);

      if (next == x)
        break;
      x = next;
    }
  return x;
}

static float
relax (const WsPlan *plan, const float *const *inputs, guint64 i)
{
  return relaxed (inputs[0][i], inputs[1][i], plan->parameters.repeats);
}

/* Warp w of a block does w + 1 times the work. */
static float
relax_by_warp (const WsPlan *plan, const float *const *inputs, guint64 i)
{
  guint64 warp = i % plan->parameters.block / WS_WARP_SIZE;

  return relaxed (inputs[0][i], inputs[1][i], plan->parameters.repeats * (warp + 1));
}

/* Every 64th block does 64 times the work. */
static float
relax_by_block (const WsPlan *plan, const float *const *inputs, guint64 i)
{
  guint64 block = i / plan->parameters.block;

  return relaxed (inputs[0][i], inputs[1][i],
                  plan->parameters.repeats * (guint64)(block % 64 == 63 ? 64 : 1));
}

static const struct {
  const char *name;
  guint n_inputs;
  WsMapFunction function;
} maps[] = {
  { "paths", 2, paths },
  { "relax", 2, relax },
  { "relax-by-warp", 2, relax_by_warp },
  { "relax-by-block", 2, relax_by_block },
};

#define MOST_INPUTS 4

/**
 * ws_map_find:
 * @name: as catalog.ini calls it
 * @n_inputs: (out): how many inputs it reads; untouched where there is no such function
 *
 * Returns: (nullable): the function; %NULL of a name that is none
 */
WsMapFunction
ws_map_find (const char *name, guint *n_inputs)
{
  for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
    if (strcmp (maps[i].name, name) == 0)
      {
        *n_inputs = maps[i].n_inputs;
        return maps[i].function;
      }
  return NULL;
}

/**
 * ws_map_make_output:
 * @self: a plan "map" of floats
 * @input: what ws_plan_make_input() gave: for each input all n elements, packed
 * @count: elements: at most n
 *
 * Returns: (transfer full) (nullable): what must come out of the first @count elements, packed;
 * %NULL where there is no memory for them
 */
GBytes *
ws_map_make_output (const WsPlan *self, GBytes *input, guint64 count)
{
  guint64 n = self->parameters.n;
  const float *values = g_bytes_get_data (input, NULL);
  const float *inputs[MOST_INPUTS];
  guint n_inputs = 0;
  WsMapFunction function = ws_map_find (self->kernel->map, &n_inputs);
  float *results = g_try_new (float, count);

  g_return_val_if_fail (function != NULL && n_inputs <= MOST_INPUTS, NULL);
  g_return_val_if_fail (g_bytes_get_size (input) == n * n_inputs * sizeof (float), NULL);

  for (guint k = 0; k < n_inputs; k++)
    inputs[k] = values + n * k;
  for (guint64 i = 0; results != NULL && i < count; i++)
    results[i] = function (self, inputs, i);
  return results != NULL ? g_bytes_new_take (results, count * sizeof *results) : NULL;
}
