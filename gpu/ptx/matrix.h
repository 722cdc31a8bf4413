/* matrix.h: the shapes of warp-level matrix instructions, and the registers per lane of each
 * fragment. */
#pragma once

#include "ptx/ptx.h"

G_BEGIN_DECLS

/* a is m rows of k, b is k rows of n, c and d are m rows of n. */
typedef struct {
  guint m, n, k;
} WsMatrixShape;

gboolean ws_matrix_get_shape (WsPtxMod word, WsMatrixShape *shape);
WsPtxType ws_matrix_get_type (const WsPtxInstruction *in, char which);
guint ws_matrix_get_element_bits (WsPtxType type);
guint ws_matrix_count_registers (const WsPtxInstruction *in, char which);
guint ws_matrix_count_bytes (const WsPtxInstruction *in);

G_END_DECLS
