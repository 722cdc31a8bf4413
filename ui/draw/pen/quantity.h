/* quantity.h: the quantity of a chart's number, and its format: 3.04 ms, 353 GB/s, 66.7 %. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  WS_QUANTITY_NUMBER,
  WS_QUANTITY_COUNT,     /* whole: 4 194 304 */
  WS_QUANTITY_ELEMENTS,  /* of arrays: 2^22 where it is a power of two */
  WS_QUANTITY_TIME,      /* ns: ns, µs, ms, s */
  WS_QUANTITY_BANDWIDTH, /* bytes per second: GB/s, TB/s; decimal */
  WS_QUANTITY_RATE,      /* operations per second: G/s, T/s */
  WS_QUANTITY_SHARE,     /* 0 to 1: percent */
  WS_QUANTITY_FACTOR,    /* 2.33 × */
  WS_QUANTITY_INTENSITY, /* operations per byte */
} WsQuantity;

char *ws_quantity_format (WsQuantity quantity, double value);
char *ws_quantity_format_in_unit (double value, const char *unit);
const char *ws_quantity_choose_unit (WsQuantity quantity, double largest, double *divisor);
void ws_quantity_append_power (GString *text, int base, int exponent);

G_END_DECLS
