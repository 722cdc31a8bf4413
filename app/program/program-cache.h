/* program-cache.h: compiled programs in the user's cache: nvcc takes seconds for each, and a minute
 * for one with Thrust.
 *
 * Each is a file, named by a hash of the request (source, headers, architecture), the compilers and
 * the code that calls them. It has the result, and size and time of each system header that was
 * included: if one has changed since, the program is compiled again.
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
