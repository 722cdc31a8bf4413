/* system-private.h: what the functions of the system share: system.c and children.c. */
#pragma once

#include "vm/vm-private.h"

G_BEGIN_DECLS

#define WS_SYSTEM_MAX_PARAMS 5

/* A lane's call of a system function. */
typedef struct {
  WsBlockRun *block;
  const WsWarp *warp;
  const WsOp *op;
  guint lane;
  guint64 params[WS_SYSTEM_MAX_PARAMS];       /* the first eight bytes of each argument, */
  const guint8 *places[WS_SYSTEM_MAX_PARAMS]; /* and where all of its bytes are, on the host */
  guint64 result;
} WsSystemCall;

guint8 *ws_system_find_memory (const WsSystemCall *self, guint64 address, guint bytes);
gboolean ws_system_fault (const WsSystemCall *self, WsFindingKind kind, char *detail);

/* children.c */
gboolean ws_children_take_buffer (WsSystemCall *self);
gboolean ws_children_launch (WsSystemCall *self);
gboolean ws_children_make_stream (WsSystemCall *self);
gboolean ws_children_succeed (WsSystemCall *self);

G_END_DECLS
