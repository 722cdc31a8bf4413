/* own-asking.h: what a source of the user's is, and what is made of it, asked of the worker that
 * compiles: the worker reads the source, and this process the files that it names.
 */
#pragma once

#include "client/client.h"
#include "own/order.h"

G_BEGIN_DECLS

void ws_own_ask_async (WsClient *client, const WsOwnQuestion *question, const WsInputScope *scope,
                       GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
WsOwnOutline *ws_own_ask_finish (GAsyncResult *result, WsOwnTexts **texts, GError **error);

void ws_own_build_async (WsClient *client, const WsOwnOrder *order, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer user_data);
WsCompileResult *ws_own_build_finish (GAsyncResult *result, GError **error);
void ws_own_make_async (WsClient *client, const WsOwnOrder *order, GCancellable *cancellable,
                        GAsyncReadyCallback callback, gpointer user_data);
WsOwnMade *ws_own_make_finish (GAsyncResult *result, GError **error);

void ws_own_ask_take_bracket (GTask *task, GAsyncResult *result);
const WsOwnBracket *ws_own_ask_get_bracket (GAsyncResult *result);

G_END_DECLS
