/* reference-scan.c: scans of integers, which are exact: additions wrap around on both sides. */
#include "catalog/reference-private.h"

/* @section: elements that are scanned together; @exclusive: each without itself */
static GBytes *
scan (WsReferenceInput *input, guint64 count, gboolean exclusive)
{
  const guint32 *in = ws_reference_get_buffer (input, "in");
  guint64 section = (guint64)ws_reference_get_number (input, "section");
  guint32 *results = in != NULL ? g_try_new (guint32, count) : NULL;
  guint32 sum = 0;

  for (guint64 i = 0; results != NULL && i < count; i++)
    {
      guint32 before = i % section == 0 ? 0 : sum;

      sum = before + in[i];
      results[i] = exclusive ? before : sum;
    }
  return results != NULL ? g_bytes_new_take (results, count * sizeof *results) : NULL;
}

/**
 * ws_reference_scan:
 * @input: buffer in, number section: elements that are scanned together
 * @count: elements
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): the sum of each element and all before it in its section
 */
GBytes *
ws_reference_scan (WsReferenceInput *input, guint64 count, double *bound)
{
  return scan (input, count, FALSE);
}

/**
 * ws_reference_scan_exclusive:
 * @input: buffer in, number section: elements that are scanned together
 * @count: elements
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): the sum of all elements before each in its section
 */
GBytes *
ws_reference_scan_exclusive (WsReferenceInput *input, guint64 count, double *bound)
{
  return scan (input, count, TRUE);
}
