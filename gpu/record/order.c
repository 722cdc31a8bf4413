#include "record/order.h"

static const char *const names[WS_ORDER_LAST + 1] = {
  [WS_ORDER_TIME] = "time",
  [WS_ORDER_WARPS] = "warps",
  [WS_ORDER_LANES] = "lanes",
};

/* Returns: (transfer none): its name in files and commands, as in "warps" */
const char *
ws_order_get_name (WsOrder order)
{
  g_return_val_if_fail ((guint)order <= WS_ORDER_LAST, "");
  return names[order];
}

/**
 * ws_order_find:
 * @name: as from ws_order_get_name()
 * @order: (out): the order; unchanged if there is none
 *
 * Returns: whether there is an order of that name
 */
gboolean
ws_order_find (const char *name, WsOrder *order)
{
  for (guint i = 0; i <= WS_ORDER_LAST; i++)
    if (g_ascii_strcasecmp (names[i], name) == 0)
      {
        *order = (WsOrder)i;
        return TRUE;
      }
  return FALSE;
}
