/* kernel-item.h: a kernel of the catalogue as an item of a list model. */
#pragma once

#include "catalog/catalog.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_TYPE_KERNEL_ITEM (ws_kernel_item_get_type ())
G_DECLARE_FINAL_TYPE (WsKernelItem, ws_kernel_item, WS, KERNEL_ITEM, GObject)

/* Property: title. */
GListModel *ws_kernel_item_list_all (WsCatalog *catalog);
const WsCatalogKernel *ws_kernel_item_get_kernel (WsKernelItem *self);

G_END_DECLS
