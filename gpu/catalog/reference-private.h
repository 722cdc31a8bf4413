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

G_END_DECLS
