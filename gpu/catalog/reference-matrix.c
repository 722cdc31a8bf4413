/* reference-matrix.c: products and transposes of matrices, row by row.
 *
 * A product's terms are added up from the first to the last by fmaf(), as nvcc makes fused
 * multiply-adds of sum += a * b; a tile beyond the edge adds 0, which changes no bit of a sum that
 * began at 0. So the results are identical bit for bit.
 */
#include "catalog/reference-private.h"

#include <math.h>

/**
 * ws_reference_matrix_product:
 * @input: buffers A and B of n times n elements, number n
 * @count: elements
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): the first elements of their product
 */
GBytes *
ws_reference_matrix_product (WsReferenceInput *input, guint64 count, double *bound)
{
  const float *a = ws_reference_get_buffer (input, "A");
  const float *b = ws_reference_get_buffer (input, "B");
  guint64 n = (guint64)ws_reference_get_number (input, "n");
  float *results = a != NULL && b != NULL ? g_try_new0 (float, count) : NULL;

  if (results == NULL)
    return NULL;
  /* along the rows of B, which are contiguous; the order of each sum is the same */
  for (guint64 first = 0; first < count; first += n)
    for (guint64 k = 0; k < n; k++)
      for (guint64 i = first; i < MIN (first + n, count); i++)
        results[i] = fmaf (a[first + k], b[k * n + (i - first)], results[i]);
  return g_bytes_new_take (results, count * sizeof *results);
}

/**
 * ws_reference_transpose:
 * @input: buffer in, numbers n: its columns, and height: its rows
 * @count: elements
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): its columns as rows
 */
GBytes *
ws_reference_transpose (WsReferenceInput *input, guint64 count, double *bound)
{
  const float *in = ws_reference_get_buffer (input, "in");
  guint64 width = (guint64)ws_reference_get_number (input, "n");
  guint64 height = (guint64)ws_reference_get_number (input, "height");
  float *results = in != NULL ? g_try_new (float, count) : NULL;

  for (guint64 i = 0; results != NULL && i < count; i++)
    results[i] = in[i % height * width + i / height];
  return results != NULL ? g_bytes_new_take (results, count * sizeof *results) : NULL;
}
