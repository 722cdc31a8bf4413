/* steps.h: what calls of the runtime and of the driver have in common. */
#pragma once

#include "runtime/runtime-private.h"

G_BEGIN_DECLS

/* memory.c */
cudaError_t ws_runtime_allocate_shared (WsRuntime *self, const char *call, void **pointer,
                                        gsize size);
cudaError_t ws_runtime_allocate_rows (WsRuntime *self, const char *call, void **pointer,
                                      gsize *pitch, gsize width, gsize height);
cudaError_t ws_runtime_give_back (WsRuntime *self, const char *call, void *pointer);
cudaError_t ws_runtime_register (WsRuntime *self, const char *call, void *pointer, gsize size);
cudaError_t ws_runtime_unregister (WsRuntime *self, const char *call, void *pointer);

/* stream.c */
cudaError_t ws_stream_wait (WsRuntime *self, const char *call, WsStream *stream);
cudaError_t ws_stream_await (WsRuntime *self, const char *call, cudaStream_t handle,
                             cudaEvent_t event);
cudaError_t ws_event_record (WsRuntime *self, const char *call, cudaEvent_t event,
                             cudaStream_t handle);
cudaError_t ws_event_wait (WsRuntime *self, const char *call, cudaEvent_t event);

G_END_DECLS
