/* reference-count.c: histograms, sums and copies of integers: exact, since additions wrap around on
 * both sides. */
#include "catalog/reference-private.h"

#include <string.h>

/**
 * ws_reference_histogram:
 * @input: buffer in, with elements from 0 to below @count
 * @count: bins
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): number of occurrences of each value
 */
GBytes *
ws_reference_histogram (WsReferenceInput *input, guint64 count, double *bound)
{
  const guint32 *in = ws_reference_get_buffer (input, "in");
  guint64 n = ws_reference_get_length (input, "in");
  guint32 *bins = in != NULL ? g_try_new0 (guint32, count) : NULL;

  for (guint64 i = 0; bins != NULL && i < n; i++)
    if (in[i] < count)
      bins[in[i]]++;
  return bins != NULL ? g_bytes_new_take (bins, count * sizeof *bins) : NULL;
}

/**
 * ws_reference_strided_reads:
 * @input: buffer in, a table; numbers block, stride and repeats
 * @count: threads
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): the sum of each thread's reads: one word further in each
 * iteration, and one stride further than the previous thread of its block
 */
GBytes *
ws_reference_strided_reads (WsReferenceInput *input, guint64 count, double *bound)
{
  const guint32 *in = ws_reference_get_buffer (input, "in");
  guint64 n_words = ws_reference_get_length (input, "in");
  guint64 block = (guint64)ws_reference_get_number (input, "block");
  guint64 stride = (guint64)ws_reference_get_number (input, "stride");
  guint64 repeats = (guint64)ws_reference_get_number (input, "repeats");
  guint32 *sums = in != NULL ? g_try_new0 (guint32, count) : NULL;

  for (guint64 i = 0; sums != NULL && i < count; i++)
    for (guint64 k = 0; k < repeats; k++)
      sums[i] += in[(i % block * stride + k) % n_words];
  return sums != NULL ? g_bytes_new_take (sums, count * sizeof *sums) : NULL;
}

/**
 * ws_reference_copy:
 * @input: buffer in
 * @count: elements
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): its first elements
 */
GBytes *
ws_reference_copy (WsReferenceInput *input, guint64 count, double *bound)
{
  const guint32 *in = ws_reference_get_buffer (input, "in");
  guint32 *copy = in != NULL ? g_try_new (guint32, count) : NULL;

  if (copy == NULL)
    return NULL;
  memcpy (copy, in, count * sizeof *copy);
  return g_bytes_new_take (copy, count * sizeof *copy);
}
