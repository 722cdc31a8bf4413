/* reach.h: the memory requests of an executed operation. */
#pragma once

#include "clock/traffic.h"
#include "model/ask.h"

G_BEGIN_DECLS

void ws_reach_ask (WsAsker *asker, WsTraffic *traffic, WsBlockRun *block, const WsOp *op,
                   WsAsk *ask, WsAskLine *lines);

G_END_DECLS
