/* order.h: in which order the threads of a block run, where nothing in the kernel says. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * WsOrder:
 * @WS_ORDER_TIME: as the instructions of a GPU's schedulers come: a virtual GPU's clock says
 * @WS_ORDER_WARPS: warp after warp, each until it waits: as some GPU might, some time
 * @WS_ORDER_LANES: lane after lane of each warp, each until it waits: likewise, from compute
 * capability 7.0 on
 *
 * A kernel without a race gives the same in all of them.
 */
typedef enum {
  WS_ORDER_TIME,
  WS_ORDER_WARPS,
  WS_ORDER_LANES,
  WS_ORDER_LAST = WS_ORDER_LANES
} WsOrder;

const char *ws_order_get_name (WsOrder order);
gboolean ws_order_find (const char *name, WsOrder *order);

G_END_DECLS
