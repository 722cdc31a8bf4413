/* memory-model.h: the memory system as one block sees it. */
#pragma once

#include "clock/clock.h"
#include "clock/cost.h"

G_BEGIN_DECLS

typedef struct _WsMemoryModel WsMemoryModel;

WsMemoryModel *ws_memory_model_new (const WsSpec *spec, guint blocks_per_sm);
void ws_memory_model_free (WsMemoryModel *self);
void ws_memory_model_begin (WsMemoryModel *self);
guint64 ws_memory_model_access (WsMemoryModel *self, WsBlockRun *block, const WsOp *op,
                                const WsCost *cost);
void ws_memory_model_get_use (const WsMemoryModel *self, WsBlockUse *use);

G_END_DECLS
