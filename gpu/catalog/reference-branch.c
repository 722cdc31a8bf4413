/* reference-branch.c: kernels whose threads branch by their index alone.
 *
 * 0.5f * x + y is a fused multiply-add (nvcc's -fmad=true), as fmaf() is: see reference-map.c.
 */
#include "catalog/reference-private.h"

#include <math.h>

/* x = x / 2 + @plus, starting at 0, @rounds times. Once an iteration changes nothing, no later one
 * does. */
static float
iterate (float plus, gint64 rounds)
{
  float x = 0;

  for (gint64 r = 0; r < rounds; r++)
    {
      float next = fmaf (0.5f, x, plus);

      if (next == x)
        break;
      x = next;
    }
  return x;
}

/* @values[0] and @values[1] alternating, each for @run elements. */
static GBytes *
alternate (guint64 count, const float values[2], guint64 run)
{
  float *results = g_try_new (float, count);

  for (guint64 i = 0; results != NULL && i < count; i++)
    results[i] = values[i / run % 2];
  return results != NULL ? g_bytes_new_take (results, count * sizeof *results) : NULL;
}

/**
 * ws_reference_numbers:
 * @input: not used
 * @count: elements
 * @bound: (out): unchanged: the results are exact, cvt.rn of PTX rounds to nearest as C does
 *
 * Returns: (transfer full) (nullable): 0, 1, 2 ...
 */
GBytes *
ws_reference_numbers (WsReferenceInput *input, guint64 count, double *bound)
{
  float *results = g_try_new (float, count);

  for (guint64 i = 0; results != NULL && i < count; i++)
    results[i] = (float)(guint32)i;
  return results != NULL ? g_bytes_new_take (results, count * sizeof *results) : NULL;
}

/**
 * ws_reference_parity_values:
 * @input: not used
 * @count: elements
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): 100 and 200 alternating
 */
GBytes *
ws_reference_parity_values (WsReferenceInput *input, guint64 count, double *bound)
{
  return alternate (count, (const float[]){ 100, 200 }, 1);
}

/**
 * ws_reference_series_by_warp:
 * @input: number repeats
 * @count: elements
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): x / 2 + 100 and x / 2 + 200, alternating by warp
 */
GBytes *
ws_reference_series_by_warp (WsReferenceInput *input, guint64 count, double *bound)
{
  gint64 rounds = ws_reference_get_number (input, "repeats");

  return alternate (count, (const float[]){ iterate (100, rounds), iterate (200, rounds) },
                    WS_WARP_SIZE);
}

/**
 * ws_reference_series_by_thread:
 * @input: number repeats
 * @count: elements
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): the same, alternating by element
 */
GBytes *
ws_reference_series_by_thread (WsReferenceInput *input, guint64 count, double *bound)
{
  gint64 rounds = ws_reference_get_number (input, "repeats");

  return alternate (count, (const float[]){ iterate (100, rounds), iterate (200, rounds) }, 1);
}
