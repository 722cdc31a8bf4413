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

/* reference-scan.c: sums of all before */
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
