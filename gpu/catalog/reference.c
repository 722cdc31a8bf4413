#include "catalog/reference-private.h"

#include <string.h>

#define INTS   (1u << WS_VALUE_S32)
#define FLOATS (1u << WS_VALUE_F32)

/* The functions available to catalog.ini, with their requirements. */
static const WsReference references[] = {
  { "paths", FLOATS, ws_reference_paths, { "a", "b" }, { NULL } },
  { "relax", FLOATS, ws_reference_relax, { "a", "b" }, { "repeats" } },
  { "relax-by-warp", FLOATS, ws_reference_relax_by_warp, { "a", "b" }, { "block", "repeats" } },
  { "scan", INTS, ws_reference_scan, { "in" }, { "section" } },
  { "scan-exclusive", INTS, ws_reference_scan_exclusive, { "in" }, { "section" } },
  { "convolution-1d",
    FLOATS,
    ws_reference_convolution_1d,
    { "in", "mask" },
    { "n", "mask_width" } },
  { "convolution-2d",
    FLOATS,
    ws_reference_convolution_2d,
    { "in", "mask" },
    { "n", "height", "mask_width" } },
  { "pyramid-1d", FLOATS, ws_reference_pyramid_1d, { NULL }, { "mask_width" } },
  { "pyramid-2d", FLOATS, ws_reference_pyramid_2d, { NULL }, { "mask_width" } },
  { "matrix-product", FLOATS, ws_reference_matrix_product, { "A", "B" }, { "n" } },
  { "transpose", FLOATS, ws_reference_transpose, { "in" }, { "n", "height" } },
  { "histogram", INTS, ws_reference_histogram, { "in" }, { NULL } },
  { "strided-reads", INTS, ws_reference_strided_reads, { "in" }, { "block", "stride", "repeats" } },
  { "copy", INTS | FLOATS, ws_reference_copy, { "in" }, { NULL } },
  { "chains", FLOATS, ws_reference_chains, { "in" }, { "chains", "repeats" } },
  { "relax-by-block", FLOATS, ws_reference_relax_by_block, { "a", "b" }, { "block", "repeats" } },
  { "paths-by-thread", FLOATS, ws_reference_paths_by_thread, { "a", "b" }, { NULL } },
  { "sum", FLOATS, ws_reference_sum, { "A", "B" }, { NULL } },
  { "sum-at-offset", FLOATS, ws_reference_sum_at_offset, { "A", "B" }, { "offset" } },
  { "sum-at-random", FLOATS, ws_reference_sum_at_random, { "A", "B", "RNGs" }, { "n", "repeats" } },
  { "sum-in-random-group",
    FLOATS,
    ws_reference_sum_in_random_group,
    { "A", "B", "RNGs1", "RNGs2" },
    { "n", "size", "groups", "repeats" } },
  { "strided-plus-10", FLOATS, ws_reference_strided_plus_10, { "A" }, { "stride" } },
  { "pairs-plus-10-20", FLOATS, ws_reference_pairs_plus_10_20, { "data" }, { NULL } },
  { "x-plus-10", FLOATS, ws_reference_x_plus_10, { "x" }, { NULL } },
  { "y-plus-20", FLOATS, ws_reference_y_plus_20, { "y" }, { NULL } },
  { "numbers", FLOATS, ws_reference_numbers, { NULL }, { NULL } },
  { "parity-values", FLOATS, ws_reference_parity_values, { NULL }, { NULL } },
  { "series-by-warp", FLOATS, ws_reference_series_by_warp, { NULL }, { "repeats" } },
  { "series-by-thread", FLOATS, ws_reference_series_by_thread, { NULL }, { "repeats" } },
};

/**
 * ws_reference_find:
 * @name: as in catalog.ini
 *
 * Returns: (transfer none) (nullable): the function of this name
 */
const WsReference *
ws_reference_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (references); i++)
    if (g_str_equal (references[i].name, name))
      return &references[i];
  return NULL;
}
