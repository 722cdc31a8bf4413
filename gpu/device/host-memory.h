/* host-memory.h: how much of the computer's memory is free, so that a launch that does not fit is
 * refused before it begins.
 *
 * The system's files that report it are opened once and read again for each query, so that it still
 * works in the sandbox.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _WsHostMemory WsHostMemory;

WsHostMemory *ws_host_memory_new (void);
WsHostMemory *ws_host_memory_new_fixed (guint64 free_bytes);
WsHostMemory *ws_host_memory_ref (WsHostMemory *self);
void ws_host_memory_unref (WsHostMemory *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsHostMemory, ws_host_memory_unref)

guint64 ws_host_memory_get_free (const WsHostMemory *self);
gboolean ws_host_memory_check (const WsHostMemory *self, guint64 bytes, guint64 promised_bytes,
                               const char *what, const char *cure, GError **error);

G_END_DECLS
