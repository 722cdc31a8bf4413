/* library.h: the part of the runtime that CUDA's other libraries (libraries/) need: the virtual
 * GPU's memory, its streams, and its history. The host executes their calls immediately: they are
 * not kernels, and take no modelled time. */
#pragma once

#include "runtime/types.h"

#include <glib.h>

G_BEGIN_DECLS

#define WS_LIBRARY_API __attribute__ ((visibility ("default")))

/**
 * WsLibraryCall:
 * @name: as in "cublasSgemm"
 * @stream: in which it is
 * @words: (nullable): error message
 * @error: CUDA's error code
 * @bytes: that were written
 * @written: (element-type guint64): addresses of the allocations that were written
 *
 * A call, from ws_library_begin() to ws_library_end().
 */
typedef struct {
  const char *name;
  cudaStream_t stream;
  char *words;
  cudaError_t error;
  gsize bytes;
  GArray *written;
} WsLibraryCall;

/**
 * WsLibraryRange:
 * @pointer: of the device: where the first row is
 * @width: bytes of a row
 * @height: rows
 * @pitch: bytes from one to the next
 */
typedef struct {
  const void *pointer;
  gsize width;
  gsize height;
  gsize pitch;
} WsLibraryRange;

WS_LIBRARY_API gboolean ws_library_begin (WsLibraryCall *self, const char *name,
                                          cudaStream_t stream);
WS_LIBRARY_API gpointer ws_library_read (WsLibraryCall *self, const WsLibraryRange *range);
WS_LIBRARY_API gpointer ws_library_write (WsLibraryCall *self, const WsLibraryRange *range);
WS_LIBRARY_API void ws_library_wait (WsLibraryCall *self);
WS_LIBRARY_API cudaError_t ws_library_end (WsLibraryCall *self);
WS_LIBRARY_API cudaError_t ws_library_copy (const char *name, const WsLibraryRange *to,
                                            const WsLibraryRange *from, cudaMemcpyKind kind,
                                            cudaStream_t stream, gboolean waits);
WS_LIBRARY_API void ws_library_refuse (const char *name, const char *library);

G_END_DECLS
