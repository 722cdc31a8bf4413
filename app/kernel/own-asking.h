/* own-asking.h: what a source of the user's is, asked of the worker that compiles: the worker reads
 * the source, and this process the files that it names.
 */
#pragma once

#include "client/client.h"
#include "own/outline.h"

G_BEGIN_DECLS

void ws_own_ask_async (WsClient *client, const WsOwnQuestion *question, const WsInputScope *scope,
                       GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
WsOwnOutline *ws_own_ask_finish (GAsyncResult *result, GError **error);

G_END_DECLS
