/* order.h: what the fuzzer of orders and answers about a source, and its first inputs, share. */
#pragma once

#include "reader/answer.h"

G_BEGIN_DECLS

#define WS_FUZZ_ORDER_NAME "k.cu"

/* The first byte: what is read by the client, and what a worker is asked. */
enum {
  WS_FUZZ_ORDER_OUTLINE,
  WS_FUZZ_ORDER_MADE,
  WS_FUZZ_ORDER_REMARKS,
  WS_FUZZ_ORDER_SETTINGS,
  WS_FUZZ_ORDER_FOLLOW,
  WS_FUZZ_ORDER_EXAMINE,
  WS_FUZZ_ORDER_WRITE,
};

WsUserSource *ws_fuzz_order_read_source (void);
WsUserPlan *ws_fuzz_order_make_plan (const WsUserSource *source);
WsUserQuestion ws_fuzz_order_ask (void);

G_END_DECLS
