/* program-cache.h: programs that were compiled before, kept in the user's cache: nvcc takes seconds
 * for each, and a minute for one with Thrust.
 *
 * A file for each, named by a hash of all that was asked (source, headers, architecture), of the
 * compilers and of the code that calls them. It has what came of it and, of each of the system's
 * headers that went into it, size and time: where one has changed since, it is compiled again.
 */
#pragma once

#include "client/client.h"

G_BEGIN_DECLS

void ws_program_cache_compile_async (WsClient *compiler, const WsCompileRequest *request,
                                     GCancellable *cancellable, GAsyncReadyCallback callback,
                                     gpointer user_data);
WsCompileResult *ws_program_cache_compile_finish (WsClient *compiler, GAsyncResult *result,
                                                  GError **error);

G_END_DECLS
