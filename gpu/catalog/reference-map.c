/* reference-map.c: kernels that process each element independently.
 *
 * The functions below are those of the kernels' source, in float: +, -, *, / and fmaf() round to
 * nearest as in IEEE 754, and so do add, sub, mul, div.rn and fma.rn of PTX (PTX ISA,
 * "Floating-Point Instructions"). nvcc makes a fused multiply-add of x * y + z (its -fmad=true). So
 * the results are identical bit for bit.
 */
#include "catalog/reference-private.h"

#include <math.h>

typedef struct {
  const float *a;
  const float *b;
  guint64 block;
  guint64 repeats;
} Pair;

/* For element @i of a and b. */
typedef float (*MapFunction) (const Pair *pair, guint64 i);

static GBytes *
map (WsReferenceInput *input, guint64 count, const Pair *numbers, MapFunction function)
{
  Pair pair = *numbers;
  float *results;

  pair.a = ws_reference_get_buffer (input, "a");
  pair.b = ws_reference_get_buffer (input, "b");
  results = pair.a != NULL && pair.b != NULL ? g_try_new (float, count) : NULL;
  for (guint64 i = 0; results != NULL && i < count; i++)
    results[i] = function (&pair, i);
  return results != NULL ? g_bytes_new_take (results, count * sizeof *results) : NULL;
}

/* One of four ways: those of vector_add.cu. */
static float
go (const Pair *pair, guint64 i, guint64 way)
{
  switch (way)
    {
    case 0:
      return pair->a[i] + pair->b[i];
    case 1:
      return pair->a[i] - pair->b[i];
    case 2:
      return pair->a[i] * pair->b[i];
    default:
      return pair->a[i] / pair->b[i];
    }
}

static float
path (const Pair *pair, guint64 i)
{
  return go (pair, i, i / WS_WARP_SIZE % 4);
}

static float
path_by_thread (const Pair *pair, guint64 i)
{
  return go (pair, i, i % 4);
}

/* Halves the distance to 2 b, @rounds times. Once an iteration changes nothing, no later one
 * does. */
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
relax (const Pair *pair, guint64 i)
{
  return relaxed (pair->a[i], pair->b[i], pair->repeats);
}

/* Warp w of a block does w + 1 times the work. */
static float
relax_by_warp (const Pair *pair, guint64 i)
{
  guint64 warp = i % pair->block / WS_WARP_SIZE;

  return relaxed (pair->a[i], pair->b[i], pair->repeats * (warp + 1));
}

/* Every 64th block does 64 times the work. */
static float
relax_by_block (const Pair *pair, guint64 i)
{
  guint64 block = i / pair->block;

  return relaxed (pair->a[i], pair->b[i], pair->repeats * (guint64)(block % 64 == 63 ? 64 : 1));
}

/**
 * ws_reference_paths:
 * @input: buffers a and b
 * @count: elements
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): a + b, a - b, a * b or a / b, cycling by warp
 */
GBytes *
ws_reference_paths (WsReferenceInput *input, guint64 count, double *bound)
{
  const Pair pair = { 0 };

  return map (input, count, &pair, path);
}

/**
 * ws_reference_paths_by_thread:
 * @input: buffers a and b
 * @count: elements
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): a + b, a - b, a * b or a / b, cycling by element
 */
GBytes *
ws_reference_paths_by_thread (WsReferenceInput *input, guint64 count, double *bound)
{
  const Pair pair = { 0 };

  return map (input, count, &pair, path_by_thread);
}

/**
 * ws_reference_relax:
 * @input: buffers a and b, number repeats
 * @count: elements
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): x = x / 2 + b, starting at a, repeats times
 */
GBytes *
ws_reference_relax (WsReferenceInput *input, guint64 count, double *bound)
{
  const Pair pair = { .repeats = (guint64)ws_reference_get_number (input, "repeats") };

  return map (input, count, &pair, relax);
}

/**
 * ws_reference_relax_by_warp:
 * @input: buffers a and b, numbers block and repeats
 * @count: elements
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): the same, w + 1 times as often in warp w of a block
 */
GBytes *
ws_reference_relax_by_warp (WsReferenceInput *input, guint64 count, double *bound)
{
  const Pair pair = { .repeats = (guint64)ws_reference_get_number (input, "repeats"),
                      .block = (guint64)ws_reference_get_number (input, "block") };

  return map (input, count, &pair, relax_by_warp);
}

/**
 * ws_reference_relax_by_block:
 * @input: buffers a and b, numbers block and repeats
 * @count: elements
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): the same, 64 times as often in every 64th block
 */
GBytes *
ws_reference_relax_by_block (WsReferenceInput *input, guint64 count, double *bound)
{
  const Pair pair = { .repeats = (guint64)ws_reference_get_number (input, "repeats"),
                      .block = (guint64)ws_reference_get_number (input, "block") };

  return map (input, count, &pair, relax_by_block);
}

/**
 * ws_reference_chains:
 * @input: buffer in, numbers chains and repeats
 * @count: elements
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): x = x / 2 + in for chains that start at 0, 1, 2 ..., with
 * repeats iterations in total, added up from the first chain on
 */
GBytes *
ws_reference_chains (WsReferenceInput *input, guint64 count, double *bound)
{
  const float *in = ws_reference_get_buffer (input, "in");
  guint64 chains = (guint64)ws_reference_get_number (input, "chains");
  guint64 rounds = (guint64)ws_reference_get_number (input, "repeats") / chains;
  float *results = in != NULL ? g_try_new (float, count) : NULL;

  for (guint64 i = 0; results != NULL && i < count; i++)
    {
      results[i] = relaxed (0, in[i], rounds);
      for (guint64 c = 1; c < chains; c++)
        results[i] += relaxed ((float)c, in[i], rounds);
    }
  return results != NULL ? g_bytes_new_take (results, count * sizeof *results) : NULL;
}
