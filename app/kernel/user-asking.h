/* user-asking.h: requests about a user's source to the compiler's worker: the worker parses the
 * source, and this process reads the files that it names.
 */
#pragma once

#include "client/client.h"
#include "user/order.h"

G_BEGIN_DECLS

void ws_user_ask_async (WsClient *client, const WsUserQuestion *question, const WsInputScope *scope,
                        GCancellable *cancellable, GAsyncReadyCallback callback,
                        gpointer user_data);
WsUserOutline *ws_user_ask_finish (GAsyncResult *result, WsUserTexts **texts, GError **error);

void ws_user_build_async (WsClient *client, const WsUserOrder *order, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer user_data);
WsCompileResult *ws_user_build_finish (GAsyncResult *result, GError **error);
void ws_user_make_async (WsClient *client, const WsUserOrder *order, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer user_data);
WsUserMade *ws_user_make_finish (GAsyncResult *result, GError **error);

void ws_user_ask_take_remark (GTask *task, GAsyncResult *result);
const WsUserBracket *ws_user_ask_get_bracket (GAsyncResult *result);
gboolean ws_user_ask_has_main (GAsyncResult *result);

G_END_DECLS
