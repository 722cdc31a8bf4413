/* beside-size.h: finds the number of elements from which two kernels differ that do the same with
 * few. */
#pragma once

#include "catalog/catalog.h"

G_BEGIN_DECLS

/**
 * WsBesideSize:
 * @n: elements
 * @n_blocks: of the first launch, of the kernel that has more of them
 */
typedef struct {
  guint64 n;
  guint64 n_blocks;
} WsBesideSize;

gboolean ws_beside_size_find (WsCatalog *catalog, const WsCatalogKernel *const kernels[2],
                              const WsPlanParameters *parameters, const WsSpec *spec,
                              WsBesideSize *size);

G_END_DECLS
