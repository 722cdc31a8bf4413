/* order.h: the order in which the threads of a block run, where no synchronisation prescribes it.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * WsOrder:
 * @WS_ORDER_TIME: as a GPU's schedulers would issue them, by a virtual GPU's clock
 * @WS_ORDER_WARPS: warp after warp, each until it blocks: a schedule that some GPU might produce
 * @WS_ORDER_LANES: lane after lane of each warp, each until it blocks: likewise, from compute
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
