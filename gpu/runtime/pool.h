/* pool.h: memory pools. */
#pragma once

#include "runtime/runtime-private.h"

G_BEGIN_DECLS

void ws_pool_forget (const void *pointer);
cudaError_t ws_pool_allocate (WsRuntime *self, const char *call, cudaMemPool_t pool, gsize size,
                              cudaStream_t handle, void **pointer);
cudaError_t ws_pool_free (WsRuntime *self, const char *call, void *pointer, cudaStream_t handle);

G_END_DECLS
