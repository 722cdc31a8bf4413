/* memory-model.h: when memory answers a request. */
#pragma once

#include "model/ask.h"

G_BEGIN_DECLS

/* Of ws_memory_model_set_new_share(): all. */
#define WS_ALL_NEW 256

typedef struct _WsMemoryModel WsMemoryModel;

WsMemoryModel *ws_memory_model_new (const WsSpec *spec, guint blocks_per_sm, guint32 n_blocks,
                                    guint32 shared_bytes);
void ws_memory_model_free (WsMemoryModel *self);
void ws_memory_model_begin (WsMemoryModel *self);
guint64 ws_memory_model_answer (WsMemoryModel *self, const WsAsk *ask, const WsAskLine *lines,
                                guint64 copy, guint64 start, guint64 lead);
void ws_memory_model_set_new_share (WsMemoryModel *self, guint share);
void ws_memory_model_set_first (WsMemoryModel *self, gboolean is_first);
guint64 ws_memory_model_find_room (const WsMemoryModel *self, const WsAsk *ask);
guint64 ws_memory_model_get_drained (const WsMemoryModel *self);

G_END_DECLS
