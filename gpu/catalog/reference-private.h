/* reference-private.h: the functions of reference-*.c, a file a family. reference.c has the table
 * that names them. */
#pragma once

#include "catalog/reference.h"

G_BEGIN_DECLS

/* reference-map.c: each element by itself */
GBytes *ws_reference_paths (WsReferenceInput *input, guint64 count, double *bound);
GBytes *ws_reference_relax (WsReferenceInput *input, guint64 count, double *bound);
GBytes *ws_reference_relax_by_warp (WsReferenceInput *input, guint64 count, double *bound);
GBytes *ws_reference_relax_by_block (WsReferenceInput *input, guint64 count, double *bound);
GBytes *ws_reference_chains (WsReferenceInput *input, guint64 count, double *bound);
GBytes *ws_reference_paths_by_thread (WsReferenceInput *input, guint64 count, double *bound);

/* reference-access.c: the same sums, of scattered elements */
GBytes *ws_reference_sum (WsReferenceInput *input, guint64 count, double *bound);
GBytes *ws_reference_sum_at_offset (WsReferenceInput *input, guint64 count, double *bound);
GBytes *ws_reference_sum_at_random (WsReferenceInput *input, guint64 count, double *bound);
GBytes *ws_reference_sum_in_random_group (WsReferenceInput *input, guint64 count, double *bound);
GBytes *ws_reference_strided_plus_10 (WsReferenceInput *input, guint64 count, double *bound);
GBytes *ws_reference_pairs_plus_10_20 (WsReferenceInput *input, guint64 count, double *bound);
GBytes *ws_reference_x_plus_10 (WsReferenceInput *input, guint64 count, double *bound);
GBytes *ws_reference_y_plus_20 (WsReferenceInput *input, guint64 count, double *bound);

/* reference-branch.c: what threads compute from their index alone */
GBytes *ws_reference_numbers (WsReferenceInput *input, guint64 count, double *bound);
GBytes *ws_reference_parity_values (WsReferenceInput *input, guint64 count, double *bound);
GBytes *ws_reference_series_by_warp (WsReferenceInput *input, guint64 count, double *bound);
GBytes *ws_reference_series_by_thread (WsReferenceInput *input, guint64 count, double *bound);

/* reference-scan.c: prefix sums */
GBytes *ws_reference_scan (WsReferenceInput *input, guint64 count, double *bound);
GBytes *ws_reference_scan_exclusive (WsReferenceInput *input, guint64 count, double *bound);

/* reference-convolution.c: weighted sums of neighbours, and the weights */
GBytes *ws_reference_convolution_1d (WsReferenceInput *input, guint64 count, double *bound);
GBytes *ws_reference_convolution_2d (WsReferenceInput *input, guint64 count, double *bound);
GBytes *ws_reference_pyramid_1d (WsReferenceInput *input, guint64 count, double *bound);
GBytes *ws_reference_pyramid_2d (WsReferenceInput *input, guint64 count, double *bound);

/* reference-matrix.c: products and transposes */
GBytes *ws_reference_matrix_product (WsReferenceInput *input, guint64 count, double *bound);
GBytes *ws_reference_transpose (WsReferenceInput *input, guint64 count, double *bound);

/* reference-count.c: histograms, sums and copies */
GBytes *ws_reference_histogram (WsReferenceInput *input, guint64 count, double *bound);
GBytes *ws_reference_strided_reads (WsReferenceInput *input, guint64 count, double *bound);
GBytes *ws_reference_copy (WsReferenceInput *input, guint64 count, double *bound);

G_END_DECLS
