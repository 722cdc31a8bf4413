/* refused.h: reports why a call is not supported. */
#pragma once

#include "runtime/runtime-private.h"

G_BEGIN_DECLS

typedef enum {
  WS_LACK_GRAPHICS,
  WS_LACK_EXTERNAL,
  WS_LACK_IPC,
  WS_LACK_PEER,
  WS_LACK_CLUSTER,
  WS_LACK_LIBRARY,
  WS_LACK_DRIVER,
  WS_LACK_GRAPH,
  WS_LACK_TEXTURE,
  WS_LACK_ARRAY,
  WS_LACK_POOL,
  WS_LACK_COPY,
  WS_LACK_HINT,
  WS_LACK_MAP,
  WS_LACK_OLD,
  WS_LACK_TENSOR,
  WS_LACK_TABLE,
  WS_LACK_ORDER
} WsLack;

cudaError_t ws_runtime_lack (WsRuntime *self, const char *call, WsLack lack);

G_END_DECLS
