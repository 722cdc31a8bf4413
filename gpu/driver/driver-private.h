/* driver-private.h: what the calls of the driver share. */
#pragma once

#include "driver/types.h"
#include "runtime/runtime-private.h"

G_BEGIN_DECLS

/* A context: there is one device, and they all share what is on it. */
struct _WsContext {
  guint id;
  guint flags;
};

/* Every call begins with one of the first two and returns through the third. */
cudaError_t ws_driver_enter (WsRuntime **self, cudaError_t *kept);
cudaError_t ws_driver_enter_context (WsRuntime **self, cudaError_t *kept);
CUresult ws_driver_leave (WsRuntime *self, cudaError_t error, cudaError_t kept);

gboolean ws_context_is_there (void);

/* The body of a call: an expression that is a cudaError_t, and may name self. An error kept for
 * cudaGetLastError() does not concern calls of the driver. */
#define WS_DRIVER_DO(enter, ...)            \
  WsRuntime *self;                          \
  cudaError_t kept;                         \
  cudaError_t error = enter (&self, &kept); \
                                            \
  if (error == cudaSuccess)                 \
    error = (__VA_ARGS__);                  \
  return ws_driver_leave (self, error, kept)
#define WS_DRIVER_CALL(...)   WS_DRIVER_DO (ws_driver_enter_context, __VA_ARGS__)
#define WS_DRIVER_ANSWER(...) WS_DRIVER_DO (ws_driver_enter, __VA_ARGS__)

G_END_DECLS
